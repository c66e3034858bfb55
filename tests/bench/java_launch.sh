#!/usr/bin/env bash
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The host's time for launches from Java beside that from C++, in one run, on a
# machine that need have neither a JDK nor this project:
#
#   java_launch.sh pack BUILD FILE.tar.xz    where BUILD is the build folder
#   mkdir there && tar -xJf FILE.tar.xz -C there && there/java_launch.sh run [gpu|cpu]
#
# What is packed: a JVM with two modules (by jlink; JAVA_HOME says of which JDK),
# the jars, Launch.java compiled, LaunchBench, and the native libraries without
# their symbols; some 50 MiB. `run` prints LaunchBench's table, Java's, and
# LaunchBench's again, as other programs on the machine may change with time.

set -euo pipefail

fail() {
  echo "java_launch.sh: error: $*" >&2
  exit 1
}

# pack BUILD FILE: FILE has what run needs.
pack() {
  local build=$1 file=$2 here java=${JAVA_HOME:+$JAVA_HOME/bin/}
  here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
  folder=$(mktemp -d) # Not local: it is removed at the end.
  trap 'rm -rf "$folder"' EXIT
  ninja -C "$build" LaunchBench Cm2ttJni cm2tt-lang cm2tt-javac cm2tt-runtime
  "${java}jlink" --add-modules java.base,jdk.management --strip-debug \
    --no-header-files --no-man-pages --output "$folder/jvm"
  mkdir "$folder/jars" "$folder/lib" "$folder/classes"
  cp "$build"/jars/cm2tt-{lang,runtime}.jar "$folder/jars"
  "${java}javac" --release 17 -cp "$build/jars/*" -d "$folder/classes" \
    "$here/Launch.java"
  local library
  for library in libcm2tt.so.1 libcm2tt-jni.so; do
    strip --strip-unneeded -o "$folder/lib/$library" "$build/lib/$library"
  done
  strip -o "$folder/LaunchBench" "$build/bin/LaunchBench"
  cp "$here/java_launch.sh" "$folder"
  XZ_OPT=-T0 tar -cJf "$file" -C "$folder" .
  ls -l "$file"
}

# run [gpu|cpu]: in the unpacked folder, prints the tables.
run() {
  local here
  here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
  [ -x "$here/jvm/bin/java" ] || fail "unpack what 'pack' made, and run it there"
  "$here/LaunchBench" "$@"
  "$here/jvm/bin/java" -cp "$here/jars/*:$here/classes" \
    -Dcm2tt.native.path="$here/lib" Launch "$@"
  "$here/LaunchBench" "$@"
}

case ${1:-} in
pack)
  [ $# -eq 3 ] || fail "expected: pack BUILD FILE.tar.xz"
  pack "$2" "$3"
  ;;
run)
  shift
  run "$@"
  ;;
*) fail "expected 'pack BUILD FILE.tar.xz' or 'run [gpu|cpu]'" ;;
esac
