# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The files that are copied to a machine with a GPU and with neither a JDK nor
# this project's build: a JVM, jars and native libraries, without symbols.
# Sourced by tests/cases/gpu/all.sh and tests/bench/java_launch.sh.

# The folder of the JDK to make a JVM from: JAVA_HOME, else the newest one of
# Debian's folder that has the modules as files, which jlink reads.
find_jdk() {
  local release version best="" newest=0
  if [ -n "${JAVA_HOME:-}" ]; then
    echo "$JAVA_HOME"
    return
  fi
  for release in /usr/lib/jvm/*/release; do
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$release")
    if [ -d "${release%/*}/jmods" ] && [ "${version:-0}" -gt "$newest" ]; then
      newest=$version
      best=${release%/*}
    fi
  done
  [ -n "$best" ] || fail "no JDK with the folder jmods; set JAVA_HOME"
  echo "$best"
}

# pack_jvm FOLDER MODULES: makes FOLDER/jvm of the modules, as jlink names them.
# It is not compressed, so that the archive is smaller.
pack_jvm() {
  local jdk
  jdk=$(find_jdk)
  "$jdk/bin/jlink" --module-path "$jdk/jmods" --add-modules "$2" --compress=0 \
    --strip-debug --no-header-files --no-man-pages --output "$1/jvm"
}

# pack_java BUILD FOLDER: the jars that programs need, and the native libraries.
pack_java() {
  local library
  mkdir -p "$2/jars" "$2/lib"
  cp "$1"/jars/cm2tt-{lang,runtime}.jar "$2/jars"
  # Apart: on a class path, javac would start it.
  mkdir -p "$2/processors"
  cp "$1/jars/cm2tt-javac.jar" "$2/processors"
  for library in libcm2tt.so.1 libcm2tt-jni.so; do
    strip --strip-unneeded -o "$2/lib/$library" "$1/lib/$library"
  done
}

# pack_launch_bench BUILD FOLDER: Launch.java, and its library of loops in C.
pack_launch_bench() {
  mkdir -p "$2/classes" "$2/lib"
  cp -r "$1/tests/bench/classes" "$2/classes/launch"
  strip --strip-unneeded -o "$2/lib/libLaunchBenchJni.so" \
    "$1/lib/libLaunchBenchJni.so"
}

# pack_archive FOLDER FILE: what is in the folder, as FILE. The programs have
# most of their code in common, which a dictionary that is larger than they are
# finds; the fast search of a low preset suffices for that.
pack_archive() {
  tar -C "$1" --sort=name -cf - . |
    xz --x86 --lzma2=preset=3,dict=192MiB >"$2"
  ls -l "$2"
}
