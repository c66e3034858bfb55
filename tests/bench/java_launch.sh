#!/usr/bin/env bash
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The host's time for a launch from Java beside that from a loop in C, interleaved
# within one process (Launch.java):
#
#   java_launch.sh here BUILD [gpu|cpu [PAIRS]]
#
# measures on this machine, with the build in the folder BUILD. For a machine that
# has neither a JDK nor this project:
#
#   java_launch.sh pack BUILD FILE.tar.xz
#   mkdir there && tar -xJf FILE.tar.xz -C there
#   there/java_launch.sh run [gpu|cpu [PAIRS]]
#
# The archive has a JVM with two modules, which jlink makes of the newest JDK that
# has its modules as files, or of JAVA_HOME's; the jars, Launch.java compiled, and
# the native libraries without their symbols.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

fail() {
  echo "java_launch.sh: error: $*" >&2
  exit 1
}

# build_launch BUILD: what is measured.
build_launch() {
  ninja -C "$1" LaunchBenchJava
}

# pack BUILD FILE: FILE has what run needs.
pack() {
  local build=$1 file=$2
  # shellcheck source=../cases/gpu/packing.sh
  source "$here/../cases/gpu/packing.sh"
  folder=$(mktemp -d) # Not local: it is removed at the end.
  trap 'rm -rf "$folder"' EXIT
  build_launch "$build"
  pack_jvm "$folder" java.base,jdk.management
  pack_java "$build" "$folder"
  pack_launch_bench "$build" "$folder"
  cp "$here/java_launch.sh" "$folder"
  pack_archive "$folder" "$file"
}

# measure JAVA JARS CLASSES LIBRARIES [gpu|cpu [PAIRS]]: prints the table.
measure() {
  local java=$1 jars=$2 classes=$3 libraries=$4
  shift 4
  "$java" -cp "$jars/*:$classes" -Dcm2tt.native.path="$libraries" Launch "$@"
}

case ${1:-} in
here)
  [ $# -ge 2 ] || fail "expected: here BUILD [gpu|cpu [PAIRS]]"
  build=$(cd "$2" && pwd)
  shift 2
  build_launch "$build" >/dev/null
  measure "${JAVA_HOME:+$JAVA_HOME/bin/}java" "$build/jars" \
    "$build/tests/bench/classes" "$build/lib" "$@"
  ;;
pack)
  [ $# -eq 3 ] || fail "expected: pack BUILD FILE.tar.xz"
  pack "$2" "$3"
  ;;
run)
  shift
  [ -x "$here/jvm/bin/java" ] || fail "unpack what 'pack' made, and run it there"
  measure "$here/jvm/bin/java" "$here/jars" "$here/classes/launch" "$here/lib" \
    "$@"
  ;;
*) fail "expected 'here BUILD', 'pack BUILD FILE.tar.xz' or 'run'" ;;
esac
