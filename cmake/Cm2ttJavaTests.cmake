# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How tests in Java are declared: JUnit 5, on the class path, on every JDK that
# CM2TT_TEST_JDKS names.

set(CM2TT_JUNIT_FOLDER /usr/share/java CACHE PATH "Where JUnit 5's jars are")

# The folders of the JDKs to test on: the one that compiles, and the newest that
# is installed where Debian has them.
function(cm2tt_find_test_jdks out)
  file(GLOB releases /usr/lib/jvm/*/release)
  get_filename_component(own "${Java_JAVAC_EXECUTABLE}" REALPATH)
  get_filename_component(own "${own}/../.." ABSOLUTE)
  set(newest ${Java_VERSION_MAJOR})
  set(jdks "${own}")
  foreach(release IN LISTS releases)
    get_filename_component(folder "${release}" DIRECTORY)
    cm2tt_jdk_version(version "${folder}")
    if(version GREATER newest AND EXISTS "${folder}/bin/javac")
      set(newest ${version})
      set(jdks "${own}" "${folder}")
    endif()
  endforeach()
  set(${out} "${jdks}" PARENT_SCOPE)
endfunction()

cm2tt_find_test_jdks(jdks)
set(CM2TT_TEST_JDKS "${jdks}" CACHE STRING "The JDKs to test on")
foreach(jdk IN LISTS CM2TT_TEST_JDKS)
  cm2tt_jdk_version(version "${jdk}")
  if(NOT version OR NOT EXISTS "${jdk}/bin/java")
    message(FATAL_ERROR "CM2TT_TEST_JDKS: expected folders of JDKs, found "
      "'${jdk}'")
  endif()
endforeach()

# CM2TT_JUNIT: the jars of JUnit.
set(CM2TT_JUNIT)
foreach(jar apiguardian-api junit-jupiter-api junit-jupiter-engine
    junit-jupiter-params junit-platform-commons junit-platform-console
    junit-platform-engine junit-platform-launcher junit-platform-reporting
    opentest4j picocli univocity-parsers)
  if(EXISTS "${CM2TT_JUNIT_FOLDER}/${jar}.jar")
    list(APPEND CM2TT_JUNIT "${CM2TT_JUNIT_FOLDER}/${jar}.jar")
  elseif(NOT jar MATCHES "reporting|univocity")
    message(FATAL_ERROR "The tests in Java need JUnit 5, but ${jar}.jar is not in "
      "${CM2TT_JUNIT_FOLDER}: install junit5, set CM2TT_JUNIT_FOLDER, or set "
      "CM2TT_BUILD_TESTS=OFF")
  endif()
endforeach()

# CM2TT_EVERY_JDK: those on which tests run that find the same on all.
list(GET CM2TT_TEST_JDKS 0 CM2TT_FIRST_JDK)
set(CM2TT_EVERY_JDK "${CM2TT_FIRST_JDK}")
if(CM2TT_FULL_TESTS)
  set(CM2TT_EVERY_JDK "${CM2TT_TEST_JDKS}")
endif()

# add_cm2tt_java_test(NAME JARS jar... [SOURCES file...] [PROCESSORS jar...]
#                     [OPTIONS option...] [NATIVE] [MAY_SKIP tag...]
#                     [NEWEST class...] [NEWEST_SKIP tag...]
#                     [ENVIRONMENT variable...] [RELEASE release])
# Compiles the tests of the current source folder, named from there, and registers
# them in ctest as NAME-<JDK's version>. SOURCES: if not all below io. JARS,
# PROCESSORS: targets of add_cm2tt_jar, the latter run as the compiler's plugins.
# OPTIONS: of java. NATIVE: the tests call the native libraries, which are taken from
# the build tree. MAY_SKIP: tests with such a tag may be skipped; they are ctest tests
# NAME-tag-version of their own.
# NEWEST, NEWEST_SKIP: what of this runs on other JDKs than the first one without
# CM2TT_FULL_TESTS: classes (or CLASS#METHOD) below io.github.cm2tt, and tags.
# ENVIRONMENT: of the tests. RELEASE: of Java, newer than that of the project; older
# JDKs do not run them.
function(add_cm2tt_java_test name)
  cmake_parse_arguments(ARG "NATIVE" "RELEASE"
    "SOURCES;JARS;PROCESSORS;OPTIONS;MAY_SKIP;NEWEST;NEWEST_SKIP;ENVIRONMENT"
    ${ARGN})
  set(classes "${CMAKE_CURRENT_BINARY_DIR}/${name}")
  set(arguments "${CMAKE_CURRENT_BINARY_DIR}/${name}.txt")
  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/${name}.stamp")
  if(NOT ARG_SOURCES)
    cm2tt_java_sources(ARG_SOURCES "${CMAKE_CURRENT_SOURCE_DIR}/io")
    list(TRANSFORM ARG_SOURCES PREPEND "io/")
  endif()
  list(TRANSFORM ARG_SOURCES PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/"
    OUTPUT_VARIABLE sources)
  cm2tt_argument_file("${arguments}" ${sources})
  cm2tt_jar_path(jars ${ARG_JARS})
  cm2tt_jar_path(processors ${ARG_PROCESSORS})
  cm2tt_class_path(path ${jars} ${CM2TT_JUNIT})
  set(plugins -proc:none)
  if(processors)
    cm2tt_class_path(plugins ${processors})
    # Annotations of JUnit, of which no processor knows, are no mistake.
    set(plugins -processorpath "${plugins}" -Xlint:-processing)
  endif()
  set(javac "${Java_JAVAC_EXECUTABLE}" ${CM2TT_JAVAC_OPTIONS})
  if(ARG_RELEASE)
    set(javac "${CM2TT_JDK22}/bin/javac" ${CM2TT_JAVAC_OPTIONS}
      --release ${ARG_RELEASE})
  endif()
  add_custom_command(OUTPUT "${stamp}"
    COMMAND "${CMAKE_COMMAND}" -E rm -rf "${classes}"
    # JUnit's jars name others that Debian does not have.
    COMMAND ${javac} -Xlint:-path
      ${plugins} -cp "${path}" -d "${classes}" "@${arguments}"
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS ${sources} ${jars} ${processors} "${arguments}"
    COMMENT "Building the tests ${name}" VERBATIM)
  add_custom_target(${name}-tests ALL DEPENDS "${stamp}")
  add_dependencies(${name}-tests ${ARG_JARS} ${ARG_PROCESSORS})
  add_dependencies(check-cm2tt ${name}-tests)
  set(native)
  if(ARG_NATIVE)
    add_dependencies(${name}-tests Cm2ttJni)
    set(native "-Dcm2tt.native.path=${CMAKE_LIBRARY_OUTPUT_DIRECTORY}")
  endif()
  set(processor_path)
  if(processors)
    cm2tt_class_path(processor_path ${processors})
    set(processor_path "-Dcm2tt.processors=${processor_path}")
  endif()
  foreach(jdk IN LISTS CM2TT_TEST_JDKS)
    cm2tt_jdk_version(version "${jdk}")
    if(ARG_RELEASE AND version LESS ARG_RELEASE)
      continue()
    endif()
    set(open)
    if(version GREATER 23)
      set(open --enable-native-access=ALL-UNNAMED)
    endif()
    set(selected "--scan-class-path=${classes}")
    set(quick)
    set(tags ${ARG_MAY_SKIP})
    if(jdk STREQUAL CM2TT_FIRST_JDK)
      # The newest JDK chooses its compiler and collector itself.
      set(quick ${CM2TT_QUICK_JVM})
    elseif(NOT CM2TT_FULL_TESTS AND NOT ARG_RELEASE)
      set(quick -Dcm2tt.newest=true)
      set(tags ${ARG_NEWEST_SKIP})
      set(selected)
      foreach(one IN LISTS ARG_NEWEST)
        set(kind class)
        if(one MATCHES "#")
          set(kind method)
        endif()
        list(APPEND selected "--select-${kind}=io.github.cm2tt.${one}")
      endforeach()
    endif()
    set(command "${jdk}/bin/java" ${quick} ${open} ${native} ${processor_path}
      ${ARG_OPTIONS}
      -Dcm2tt.source=${PROJECT_SOURCE_DIR} -Dcm2tt.build=${PROJECT_BINARY_DIR}
      -cp "${classes}:${path}" org.junit.platform.console.ConsoleLauncher
      --disable-banner --disable-ansi-colors --fail-if-no-tests
      --details=summary)
    set(others)
    foreach(tag IN LISTS ARG_MAY_SKIP)
      list(APPEND others --exclude-tag=${tag})
    endforeach()
    foreach(tag IN LISTS tags)
      add_test(NAME ${name}-${tag}-${version}
        COMMAND ${CM2TT_RUN_TESTS} --may-skip ${command}
        "--scan-class-path=${classes}" --include-tag=${tag})
      cm2tt_may_skip(${name}-${tag}-${version})
      set_property(TEST ${name}-${tag}-${version} PROPERTY
        ENVIRONMENT ${ARG_ENVIRONMENT})
    endforeach()
    if(selected)
      add_test(NAME ${name}-${version}
        COMMAND ${CM2TT_RUN_TESTS} ${command} ${selected} ${others})
      set_property(TEST ${name}-${version} PROPERTY
        ENVIRONMENT ${ARG_ENVIRONMENT})
    endif()
  endforeach()
endfunction()
