#!/usr/bin/env bash
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs all that a machine with a GPU can check, also where there is neither LLVM
# nor a JDK.
#
#   tests/cases/gpu/all.sh pack BUILD FILE.tar.xz
#
# on the machine with the build: builds the programs and packs them, without
# symbols, with a JVM, the jars, JUnit and the tests in Java. JAVA_HOME says which
# JDK the JVM is made of; JUNIT_FOLDER, where JUnit's jars are (/usr/share/java).
#
#   tests/cases/gpu/all.sh run FILE.tar.xz|FOLDER [--seconds=N] [--logs=DIR] ...
#
# in a copy of the project's tracked files on the machine with the GPU, with
# what was packed, or the folder into which it was unpacked before: runs
# everything within N seconds (530), unpacking included, and prints a table. It
# exits with 1 if anything failed, or if a part ran nothing, for any reason: no
# part is left out silently. `--help` names further options.
#
# The machine needs 16 cores, Python with NumPy, PyTorch and Triton 3.6, and
# ptxas and compute-sanitizer of a CUDA toolkit.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

fail() {
  echo "all.sh: error: $*" >&2
  exit 1
}

# pack BUILD FILE
pack() {
  local build=$1 file=$2 junit=${JUNIT_FOLDER:-/usr/share/java} program name
  # shellcheck source=packing.sh
  source "$here/packing.sh"
  folder=$(mktemp -d) # Not local: it is removed at the end.
  trap 'rm -rf "$folder"' EXIT
  ninja -C "$build" cm2tt cm2tt-kernel-models CApiTest GpuTests LaunchBenchJava \
    cm2tt-runtime-tests cm2tt-runtime-gpu-tests
  mkdir "$folder/bin" "$folder/junit"
  for program in cm2tt CApiTest GpuTests; do
    strip -o "$folder/bin/$program" "$build/bin/$program"
  done
  mkdir -p "$folder/tests/cases/kernels" # Where run.py looks for them, beside bin.
  cp -r "$build/tests/cases/kernels/models" "$folder/tests/cases/kernels"
  pack_java "$build" "$folder"
  pack_launch_bench "$build" "$folder"
  for name in runtime runtime-gpu; do
    cp -r "$build/tests/java/runtime/cm2tt-$name" "$folder/classes/$name"
  done
  cp "$build/lib/libCompilerCrash.so" "$folder/lib"
  # The console's dependencies, some of which newer versions do without.
  for name in apiguardian-api junit-jupiter-api junit-jupiter-engine \
    junit-jupiter-params junit-platform-commons junit-platform-console \
    junit-platform-engine junit-platform-launcher junit-platform-reporting \
    opentest4j picocli univocity-parsers; do
    if [ -e "$junit/$name.jar" ]; then
      cp -L "$junit/$name.jar" "$folder/junit"
    fi
  done
  pack_jvm "$folder" \
    java.base,java.logging,java.xml,jdk.compiler,jdk.jfr,jdk.management,jdk.zipfs
  git -C "$here" describe --always --dirty --abbrev=40 >"$folder/commit" || :
  pack_archive "$folder" "$file"
}

# run FILE|FOLDER [option...]
run() {
  local from=$1 began
  began=$(date +%s.%N)
  shift
  if [ -f "$from" ]; then
    folder=$(mktemp -d) # Not local: it is removed at the end.
    trap 'rm -rf "$folder"' EXIT
    tar -xJf "$from" -C "$folder"
    from=$folder
  fi
  [ -x "$from/bin/cm2tt" ] || fail "$from: expected what 'pack' made"
  "${PYTHON:-python3}" -B "$here/all_parts.py" "$from" --began="$began" "$@"
}

case ${1:-} in
pack)
  [ $# -eq 3 ] || fail "expected: pack BUILD FILE.tar.xz"
  pack "$2" "$3"
  ;;
run)
  [ $# -ge 2 ] || fail "expected: run FILE.tar.xz|FOLDER [option...]"
  shift
  run "$@"
  ;;
*) fail "expected 'pack BUILD FILE.tar.xz' or 'run FILE.tar.xz|FOLDER'" ;;
esac
