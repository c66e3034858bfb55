#!/usr/bin/env bash
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs Spark's executors on GPUs, on a machine that has neither a JDK nor Spark.
#
#   tests/cases/gpu/spark.sh pack BUILD OUT
#
# on the machine with the build and with Spark (tools/spark-jars): packs a JVM,
# the jars of Spark that the examples load, those of cm2tt, the examples and the
# tests, as OUT/part1.tar.xz and OUT/part2.tar.xz, each below 46 MiB.
#
#   tests/cases/gpu/spark.sh unpack FILE.tar.xz...
#   tests/cases/gpu/spark.sh all|examples|cost|faults|scale
#
# in a copy of the project's tracked files on the machine with the GPUs. Each run
# prints a table at the end and exits with 1 if anything failed. The environment:
#
#   SPARK_BUNDLE=/tmp/spark-bundle  the folder into which the parts are unpacked
#   DISCOVERY=FILE                  the discovery script (default: nvidia-smi's UUIDs)
#   GPUS=1                          how many GPUs are used; 0: the CPU device
#   POINTS=100000000                the points of KMeans and the rows of GroupHistogram
#   ROWS=4000000                    the rows of Scoring
#   NO_FIRST=1                      leaves out the first, small job
#   EXECUTOR_MEMORY=12288           the memory of an executor, in MiB

set -uo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
bundle=${SPARK_BUNDLE:-/tmp/spark-bundle}
modules=java.base,java.compiler,java.desktop,java.instrument,java.logging
modules+=,java.management,java.naming,java.net.http,java.rmi,java.scripting
modules+=,java.security.jgss,java.sql,java.xml,jdk.jfr,jdk.management,jdk.net
modules+=,jdk.incubator.vector,jdk.security.auth,jdk.unsupported,jdk.zipfs
GPUS=${GPUS:-1}
POINTS=${POINTS:-100000000}
ROWS=${ROWS:-4000000}
EXECUTOR_MEMORY=${EXECUTOR_MEMORY:-12288}
export GPUS POINTS ROWS EXECUTOR_MEMORY

fail() {
  echo "spark.sh: error: $*" >&2
  exit 1
}

# pack BUILD OUT
pack() {
  local build out=$2 spark name folder
  build=$(realpath "$1") # Executors run in folders of their own.
  spark=${SPARK_HOME:-${XDG_CACHE_HOME:-$HOME/.cache}/cm2tt-spark/spark-4.3.0}
  # shellcheck source=packing.sh
  source "$here/packing.sh"
  set -e
  JAVA_HOME=$(find_jdk)
  export JAVA_HOME SPARK_HOME=$spark CM2TT_JARS=$build/jars SPARK_LOCAL_IP=127.0.0.1
  ninja -C "$build" cm2tt-javac cm2tt-spark cm2tt-native-linux-x86_64 cm2tt-spark-tests \
    FakeCuda
  folder=$(mktemp -d)
  mkdir -p "$folder/1" "$folder/2/spark" "$folder/logs" "$out"
  pack_jvm "$folder/1" "$modules"
  pack_java "$build" "$folder/1"
  rm -r "$folder/1/processors"
  cp "$build/jars/cm2tt-spark.jar" "$folder/1/jars"
  cp "$build/tests/java/spark/spark-tests.jar" "$folder/1/tests.jar"
  mkdir "$folder/1/junit" "$folder/classes"
  cp -L "${JUNIT_FOLDER:-/usr/share/java}"/{apiguardian-api,opentest4j,picocli,univocity-parsers}.jar \
    "${JUNIT_FOLDER:-/usr/share/java}"/junit-jupiter-{api,engine,params}.jar \
    "${JUNIT_FOLDER:-/usr/share/java}"/junit-platform-{commons,console,engine,launcher,reporting}.jar \
    "$folder/1/junit"
  "$JAVA_HOME/bin/javac" -processorpath "$build/jars/cm2tt-javac.jar:$build/jars/cm2tt-lang.jar" \
    -cp "$build/jars/*:$spark/jars/*" -d "$folder/classes" "$root"/examples/spark/src/*.java
  "$JAVA_HOME/bin/jar" --create --file "$folder/1/job.jar" -C "$folder/classes" .
  for name in "KMeans --points=100000" "Scoring --rows=5000" "GroupHistogram --rows=100000"; do
    # shellcheck disable=SC2086
    GPUS=0 EXECUTOR_MEMORY=1024 JOB_JAR=$folder/1/job.jar \
      JAVA_TOOL_OPTIONS="-Xlog:class+load:file=$folder/logs/%p.log" \
      "$root/examples/spark/run" $name
  done
  SPARK_BUNDLE=$folder/1 SPARK_SCALA_VERSION=2.13 GPUS=0 \
    SPARK_OPTIONS="-Dcm2tt.fake.cuda=$build/lib/FakeCuda.so" \
    JAVA_TOOL_OPTIONS="-Xlog:class+load:file=$folder/logs/%p.log" \
    java_of_tests org.junit.platform.console.ConsoleLauncher --select-class=io.github.cm2tt.spark.ClusterTest \
    --details=summary
  python3 -B "$here/trim_jars.py" "$folder/logs" "$spark/jars" "$folder/2/spark/jars"
  mkdir -p "$folder/1/spark/jars" # So that both parts are of about the same size.
  mv "$folder"/2/spark/jars/scala-*.jar "$folder/1/spark/jars"
  for name in 1 2; do
    pack_archive "$folder/$name" "$out/part$name.tar.xz"
  done
  rm -rf "$folder"
}

# The JVM of a test or of a program in tests/java/spark: java_of_tests ARGUMENT...
java_of_tests() {
  local opens=() package home=${SPARK_HOME:-$bundle/spark} files=${SPARK_BUNDLE:-$bundle}
  for package in java.lang java.lang.invoke java.lang.reflect java.io java.net java.nio \
    java.util java.util.concurrent java.util.concurrent.atomic sun.nio.ch sun.nio.cs \
    sun.security.action sun.util.calendar; do
    opens+=("--add-opens=java.base/$package=ALL-UNNAMED")
  done
  local jars=$files/jars/cm2tt-lang.jar,$files/jars/cm2tt-runtime.jar,$files/jars/cm2tt-spark.jar
  # shellcheck disable=SC2086
  "$JAVA_HOME/bin/java" "${opens[@]}" -Djdk.reflect.useDirectMethodHandle=false \
    "-Dcm2tt.native.path=$files/lib" "-Dcm2tt.test.jars=$jars,$files/tests.jar,$files/job.jar" \
    "-Dcm2tt.test.gpus=$GPUS" "-Dcm2tt.test.discovery=${DISCOVERY:-}" \
    "-Dlog4j2.configurationFile=$root/tests/java/spark/log4j2.properties" ${SPARK_OPTIONS:-} \
    -cp "$files/jars/*:$files/tests.jar:$files/job.jar:$files/junit/*:$home/jars/*" "$@"
}

# The environment of all that runs on the machine with the GPUs.
prepare() {
  [ -x "$bundle/jvm/bin/java" ] && [ -d "$bundle/spark/jars" ] ||
    fail "$bundle has no jvm or spark: unpack both parts"
  export JAVA_HOME=$bundle/jvm SPARK_HOME=$bundle/spark SPARK_SCALA_VERSION=2.13
  export SPARK_LOCAL_IP=127.0.0.1 SPARK_LOCAL_HOSTNAME=localhost SPARK_LOCAL_DIRS=$bundle/tmp
  export CM2TT_JARS=$bundle/jars JOB_JAR=$bundle/job.jar CM2TT_CACHE_DIR=$bundle/cache
  mkdir -p "$bundle/tmp" "$bundle/logs"
  touch "$bundle/spark/RELEASE"
  if [ "$GPUS" -gt 0 ] && [ -z "${DISCOVERY:-}" ]; then
    DISCOVERY=$bundle/gpus.sh
    # shellcheck disable=SC2016
    printf '%s\n' '#!/bin/sh' \
      'uuids=$(nvidia-smi --query-gpu=uuid --format=csv,noheader | sed "s/.*/\"&\"/" | paste -sd,)' \
      'echo "{\"name\": \"gpu\", \"addresses\": [$uuids]}"' >"$DISCOVERY"
    chmod +x "$DISCOVERY"
  fi
  export DISCOVERY=${DISCOVERY:-}
  report=$bundle/report
  : >"$report"
}

# used_memory: the MiB of each GPU, or nothing.
used_memory() {
  command -v nvidia-smi >/dev/null && [ "$GPUS" -gt 0 ] || return 0
  nvidia-smi --query-gpu=memory.used --format=csv,noheader,nounits | paste -sd,
}

# step SECONDS NAME COMMAND...: runs the command within a time limit, prints what
# it printed, and notes the result.
step() {
  local limit=$1 name=$2 start=$SECONDS before after code
  shift 2
  before=$(used_memory)
  echo "== $name"
  # Its own process group, so that executors end as well.
  timeout --kill-after=5 "$limit" "$here/spark.sh" --step "$@" >"$bundle/logs/$name.log" 2>&1
  code=$?
  sed 's/^/   /' "$bundle/logs/$name.log" | tail -n 60
  after=$(used_memory)
  printf '%-28s %-8s %4d s  %s  %s -> %s\n' "$name" "$([ $code = 0 ] && echo passed || echo "exit $code")" \
    $((SECONDS - start)) "$(grep -hE '^(Java|Spark SQL|kernels) ' "$bundle/logs/$name.log" | tail -n 2 |
      tr -s ' ' | paste -sd,)" "$before" "$after" >>"$report"
}

# The options of an executor with a GPU, for programs that have no README command.
gpu_options() {
  local workers=1 cores=$1
  [ "$GPUS" -gt 1 ] || { workers=$1 cores=1; }
  echo "-Dspark.master=local-cluster[$workers,$cores,$((EXECUTOR_MEMORY * cores))]" \
    "-Dspark.executor.memory=${EXECUTOR_MEMORY}m -Dspark.executor.cores=1"
  [ "$GPUS" = 0 ] || echo "-Dspark.worker.resource.gpu.amount=$GPUS" \
    "-Dspark.worker.resource.gpu.discoveryScript=$DISCOVERY" \
    "-Dspark.executor.resource.gpu.amount=1 -Dspark.task.resource.gpu.amount=1"
}

native_options="-Dcm2tt.native.path=$bundle/lib"

run_example() {
  SPARK_OPTIONS="$native_options -Dspark.executor.extraJavaOptions=$native_options" \
    "$root/examples/spark/run" "$@" && return 0
}

run_program() {
  SPARK_OPTIONS=$(gpu_options "$1" | paste -sd' ') java_of_tests "io.github.cm2tt.spark.$2" "${@:3}"
}

run_test() {
  java_of_tests org.junit.platform.console.ConsoleLauncher --disable-banner \
    --disable-ansi-colors --fail-if-no-tests --details=tree \
    "--select-method=io.github.cm2tt.spark.$1" | tee "$bundle/logs/test"
  grep -q ' 1 tests successful' "$bundle/logs/test"
}

examples() {
  local executors
  for executors in 1 2; do
    export EXECUTORS=$executors
    step 150 "kmeans-$executors" run_example KMeans "--points=$POINTS" --iterations=3
    step 120 "scoring-$executors" run_example Scoring "--rows=$ROWS" --repeats=2
    step 120 "histogram-$executors" run_example GroupHistogram "--rows=$POINTS"
  done
}

faults() {
  local test
  [ "$GPUS" -gt 0 ] || return 0
  for test in eachExecutorHasAGpuOfItsOwn aGpuWithoutMemorySplitsBatchesAndThenFails \
    "theMemoryOfAKilledExecutorIsFreed(java.nio.file.Path)"; do
    step 90 "${test%(*}" run_test "GpuTest#$test"
  done
}

scale() {
  local executors=1
  while [ $executors -le "$(( GPUS > 1 ? GPUS : 2 ))" ]; do
    step 60 "throughput-$executors" run_program $executors Throughput $executors 5
    executors=$((executors * 2))
  done
}

cost() {
  step 60 cost-1 run_program 1 BatchCost 1000000
  step 60 cost-2 run_program 1 BatchCost 1000000
}

main() {
  local command=${1:-}
  case $command in
    pack) shift && pack "$@" && return ;;
    unpack)
      shift
      mkdir -p "$bundle"
      local file
      for file in "$@"; do
        tar -C "$bundle" -xJf "$file" || fail "cannot unpack $file"
      done
      return
      ;;
    --step) shift && "$@" && return || return 1 ;;
    all | examples | cost | faults | scale)
      prepare
      export EXECUTORS=1
      [ -n "${NO_FIRST:-}" ] || step 40 first run_example Scoring --rows=5000
      if grep -q ' exit ' "$report"; then # Nothing else would work.
        tail -n 20 "$bundle"/spark/work/*/0/std* | cut -c 1-300
        fail "the first job failed"
      fi
      ;;
    *) fail "expected pack, unpack, all, examples, cost, faults or scale" ;;
  esac
  if [ "$command" = all ]; then
    cost
    faults
    scale
    examples
  else
    "$command"
  fi
  echo "== results"
  cat "$report"
  ! grep -q ' exit ' "$report"
}

main "$@"
