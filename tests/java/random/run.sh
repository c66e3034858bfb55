#!/bin/sh
# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# run.sh BUILD {methods | structures} [option...]: random programs of a seed
# against the JVM, by a build with the target cm2tt-random-tests (README.md).
set -eu
build=$(realpath "$1")
shift
jars=$build/jars
CM2TT_CACHE=off exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -Xmx1g -XX:+UseSerialGC \
    -XX:TieredStopAtLevel=1 "-Dcm2tt.native.path=$build/lib" \
    "-Dcm2tt.processors=$jars/cm2tt-javac.jar:$jars/cm2tt-lang.jar" \
    -cp "$build/tests/java/random/cm2tt-random:$jars/cm2tt-lang.jar:$jars/cm2tt-runtime.jar" \
    io.github.cm2tt.random.Main "$@"
