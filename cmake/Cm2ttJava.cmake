# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Whether the Java part is built, and how jars are declared. Not here: tests in
# Java (Cm2ttJavaTests).
#
# CMake's own UseJava is not used: its jars support neither versions of modules
# nor generated resources beside the classes.

find_package(Java 17 QUIET COMPONENTS Development)
set(wanted OFF)
if(Java_FOUND AND PROJECT_IS_TOP_LEVEL)
  set(wanted ON)
endif()
option(CM2TT_BUILD_JAVA "Build the Java part; needs a JDK 17 or newer"
  ${wanted})
if(CM2TT_BUILD_JAVA AND NOT Java_FOUND)
  message(FATAL_ERROR "CM2TT_BUILD_JAVA needs a JDK 17 or newer: install "
    "openjdk-17-jdk-headless, set JAVA_HOME, or set CM2TT_BUILD_JAVA=OFF")
elseif(CM2TT_BUILD_JAVA)
  message(STATUS "JDK ${Java_VERSION_STRING}: ${Java_JAVAC_EXECUTABLE}")
elseif(NOT Java_FOUND)
  message(STATUS "The Java part is left out: no JDK 17 or newer was found")
endif()
# A JVM has no sanitizer's runtime, which a library built with one needs.
if(CM2TT_BUILD_JAVA AND NOT CM2TT_SANITIZE AND NOT CM2TT_FUZZ)
  set(wanted ON)
else()
  set(wanted OFF)
endif()
option(CM2TT_BUILD_JNI "Build the native library of the Java part" ${wanted})

set(CM2TT_JAR_FOLDER "${PROJECT_BINARY_DIR}/jars")
# A release's jars have the date that SOURCE_DATE_EPOCH says, so that others which
# build it get the same bytes. The JDK sorts the entries.
set(CM2TT_CREATE_JAR "${Java_JAR_EXECUTABLE}" --create)
if(DEFINED ENV{SOURCE_DATE_EPOCH})
  string(TIMESTAMP date "%Y-%m-%dT%H:%M:%SZ" UTC)
  list(APPEND CM2TT_CREATE_JAR "--date=${date}")
endif()
# All of the project's Java is compiled so, tests and examples included.
# Compilations end soon: a JVM that compiles its own code once, and has no threads to
# collect garbage, takes half of the processor's time.
set(CM2TT_QUICK_JVM -XX:TieredStopAtLevel=1 -XX:+UseSerialGC)
list(TRANSFORM CM2TT_QUICK_JVM PREPEND "-J" OUTPUT_VARIABLE CM2TT_QUICK_JAVAC)
set(CM2TT_JAVAC_OPTIONS ${CM2TT_QUICK_JAVAC} --release 17 -encoding UTF-8
  -Xlint:all -Werror -g)

# The major version of the JDK in a folder, by its file `release`.
function(cm2tt_jdk_version out folder)
  set(version "")
  if(EXISTS "${folder}/release")
    file(STRINGS "${folder}/release" line REGEX "^JAVA_VERSION=")
    if(line MATCHES "JAVA_VERSION=\"([0-9]+)")
      set(version ${CMAKE_MATCH_1})
    endif()
  endif()
  set(${out} "${version}" PARENT_SCOPE)
endfunction()

# CM2TT_JDK22: the newest JDK from 22, of the one that compiles and those that
# Debian installs, or "": it compiles the classes that only such JDKs load.
function(cm2tt_find_jdk22 out)
  file(GLOB releases /usr/lib/jvm/*/release)
  set(newest 21)
  set(found "")
  get_filename_component(own "${Java_JAVAC_EXECUTABLE}" REALPATH)
  get_filename_component(own "${own}/../../release" ABSOLUTE)
  foreach(release IN LISTS releases own)
    get_filename_component(folder "${release}" DIRECTORY)
    cm2tt_jdk_version(version "${folder}")
    if(version GREATER newest AND EXISTS "${folder}/bin/javac")
      set(newest ${version})
      set(found "${folder}")
    endif()
  endforeach()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

if(CM2TT_BUILD_JAVA)
  cm2tt_find_jdk22(found)
  set(CM2TT_JDK22 "${found}" CACHE PATH
    "A JDK 22 or newer, for methods that take memory segments")
  if(CM2TT_JDK22)
    message(STATUS "Memory segments: compiled with ${CM2TT_JDK22}")
  else()
    message(STATUS "Memory segments: left out of cm2tt-runtime.jar, as no JDK "
      "22 or newer was found; CM2TT_JDK22 names one")
  endif()
endif()

# cm2tt_jar_path(OUT target...)
# The files of jars, as a list.
function(cm2tt_jar_path out)
  set(files)
  foreach(jar IN LISTS ARGN)
    list(APPEND files "${CM2TT_JAR_FOLDER}/${jar}.jar")
  endforeach()
  set(${out} "${files}" PARENT_SCOPE)
endfunction()

# cm2tt_class_path(OUT path...)
# The paths as the one word that -cp takes.
function(cm2tt_class_path out)
  list(JOIN ARGN ":" text)
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

# cm2tt_argument_file(PATH argument...)
# A file of arguments for javac and javadoc, of which there may be many.
function(cm2tt_argument_file path)
  list(TRANSFORM ARGN REPLACE "(.+)" "\"\\1\"")
  list(JOIN ARGN "\n" text)
  file(CONFIGURE OUTPUT "${path}" CONTENT "${text}\n" @ONLY)
endfunction()

# cm2tt_java_sources(OUT folder)
# The Java files below a folder, named from there and sorted. Like Maven and
# Gradle, the build compiles all of them; a new file needs no other entry.
function(cm2tt_java_sources out folder)
  file(GLOB_RECURSE sources RELATIVE "${folder}" CONFIGURE_DEPENDS
    "${folder}/*.java")
  set(${out} "${sources}" PARENT_SCOPE)
endfunction()

# add_cm2tt_jar(NAME DESCRIPTION text [RESOURCES file...]
#               [REQUIRES jar...] [WITH artifact...] [MAIN_CLASS class]
#               [ROOT folder] [NATIVES library... NATIVES_FOLDER folder]
#               [GENERATED folder file...] [TARGET target] [INTERNAL]
#               [MODULE module] [MODELS folder] [DOCUMENTS jar...] [KERNELS]
#               [BESIDE jar...])
# The target (NAME, if it has no other name) makes jars/NAME.jar, a module, of
# the sources below the folder src (module-info.java among them; ROOT: another
# folder) and of RESOURCES, named from the folder resources. Both folders are in
# the current source folder. GENERATED: files that are built, below a folder of
# the build tree. REQUIRES: the jars of the modules that it requires. WITH: what a
# user of it needs besides. NATIVES: targets, packed in the folder without their
# symbols, with a list of their SHA-256. INTERNAL: programs do not call it.
# MODULE: the module's name, if there are sources below src/META-INF/versions/22,
# which replace others on JDK 22 and newer; they are left out without
# CM2TT_JDK22. MODELS: a folder of sources whose code models are resources of the
# jar; its classes contain the plugin that writes them. DOCUMENTS: the jars whose
# modules its documentation describes. KERNELS: the sources contain kernels, whose
# models are resources beside the classes. BESIDE: the jars in its folder that
# `java -jar` loads with it. Also what Maven takes.
function(add_cm2tt_jar name)
  cmake_parse_arguments(ARG "INTERNAL;KERNELS"
    "DESCRIPTION;MAIN_CLASS;ROOT;NATIVES_FOLDER;TARGET;MODULE;MODELS"
    "RESOURCES;GENERATED;REQUIRES;WITH;NATIVES;DOCUMENTS;BESIDE" ${ARGN})
  set(here "${CMAKE_CURRENT_SOURCE_DIR}")
  if(NOT ARG_ROOT)
    set(ARG_ROOT "${here}/src")
  endif()
  if(NOT ARG_TARGET)
    set(ARG_TARGET ${name})
  endif()
  set(classes "${CMAKE_CURRENT_BINARY_DIR}/classes")
  set(arguments "${CMAKE_CURRENT_BINARY_DIR}/sources.txt")
  cm2tt_java_sources(names "${ARG_ROOT}")
  set(names22 ${names})
  list(FILTER names22 INCLUDE REGEX "^META-INF/versions/22/")
  list(FILTER names EXCLUDE REGEX "^META-INF/")
  list(TRANSFORM names PREPEND "${ARG_ROOT}/" OUTPUT_VARIABLE sources)
  if(ARG_GENERATED)
    list(POP_FRONT ARG_GENERATED generated_root)
    list(TRANSFORM ARG_GENERATED PREPEND "${generated_root}/"
      OUTPUT_VARIABLE generated)
    list(APPEND sources ${generated})
  endif()
  list(TRANSFORM ARG_RESOURCES PREPEND "${here}/resources/"
    OUTPUT_VARIABLE resources)
  cm2tt_argument_file("${arguments}" ${sources})
  cm2tt_jar_path(required ${ARG_REQUIRES})
  set(path)
  if(required)
    cm2tt_class_path(path ${required})
    set(path --module-path "${path}")
  endif()
  set(CM2TT_JAR_TITLE "${name}")
  set(CM2TT_JAR_ATTRIBUTES "")
  if(ARG_BESIDE)
    list(TRANSFORM ARG_BESIDE APPEND ".jar" OUTPUT_VARIABLE beside)
    list(JOIN beside " " beside)
    set(CM2TT_JAR_ATTRIBUTES "Class-Path: ${beside}\n")
  endif()
  set(versioned)
  set(compile22)
  if(names22 AND CM2TT_JDK22)
    # The jar command is not asked for a release, since it refuses methods that
    # only newer JDKs have.
    string(APPEND CM2TT_JAR_ATTRIBUTES "Multi-Release: true\n")
    list(TRANSFORM names22 PREPEND "${ARG_ROOT}/"
      OUTPUT_VARIABLE versioned)
    set(options ${CM2TT_JAVAC_OPTIONS} --release 22)
    cm2tt_class_path(path22 "${classes}" ${required})
    set(compile22 COMMAND "${CM2TT_JDK22}/bin/javac" ${options} -proc:none
      --module-path "${path22}"
      --patch-module "${ARG_MODULE}=${ARG_ROOT}/META-INF/versions/22"
      -d "${classes}-22" ${versioned}
      COMMAND "${CMAKE_COMMAND}" -E copy_directory "${classes}-22"
      "${classes}/META-INF/versions/22")
  endif()
  configure_file("${PROJECT_SOURCE_DIR}/java/manifest.in"
    "${CMAKE_CURRENT_BINARY_DIR}/manifest" @ONLY)
  set(main)
  if(ARG_MAIN_CLASS)
    set(main --main-class "${ARG_MAIN_CLASS}")
  endif()
  set(copy)
  foreach(resource IN LISTS ARG_RESOURCES)
    get_filename_component(folder "${resource}" DIRECTORY)
    list(APPEND copy
      COMMAND "${CMAKE_COMMAND}" -E make_directory "${classes}/${folder}"
      COMMAND "${CMAKE_COMMAND}" -E copy "${here}/resources/${resource}"
      "${classes}/${folder}")
  endforeach()
  set(natives)
  foreach(library IN LISTS ARG_NATIVES)
    set(folder "${classes}/${ARG_NATIVES_FOLDER}")
    get_target_property(type ${library} TYPE)
    set(file "$<TARGET_FILE_NAME:${library}>")
    if(type STREQUAL "SHARED_LIBRARY")
      set(file "$<TARGET_SONAME_FILE_NAME:${library}>")
    endif()
    list(APPEND copy
      COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}"
      COMMAND "${CMAKE_STRIP}" --strip-unneeded "$<TARGET_FILE:${library}>"
      -o "${folder}/${file}")
    list(APPEND natives "${file}")
  endforeach()
  if(natives)
    list(APPEND copy
      COMMAND "${CMAKE_COMMAND}" -E chdir "${folder}" "${CMAKE_COMMAND}"
      -E sha256sum ${natives} > "${folder}/SHA256SUMS")
  endif()
  set(modeled)
  set(plugins -proc:none)
  if(ARG_KERNELS)
    cm2tt_jar_path(modeled cm2tt-javac cm2tt-lang)
    cm2tt_class_path(plugins ${modeled})
    set(plugins -processorpath "${plugins}")
  endif()
  if(ARG_MODELS)
    cm2tt_java_sources(modeled_names "${ARG_MODELS}")
    list(TRANSFORM modeled_names PREPEND "${ARG_MODELS}/"
      OUTPUT_VARIABLE modeled)
    cm2tt_jar_path(language cm2tt-lang)
    list(APPEND copy
      COMMAND "${CMAKE_COMMAND}" -E rm -rf "${classes}-modeled"
      COMMAND "${Java_JAVAC_EXECUTABLE}" ${CM2TT_JAVAC_OPTIONS}
      -processorpath "${classes}" -cp "${language}" -d "${classes}-modeled"
      ${modeled})
    foreach(source IN LISTS modeled_names)
      string(REGEX REPLACE "java$" "cm2tt.json" model "${source}")
      get_filename_component(folder "${model}" DIRECTORY)
      list(APPEND copy
        COMMAND "${CMAKE_COMMAND}" -E make_directory "${classes}/${folder}"
        COMMAND "${CMAKE_COMMAND}" -E copy "${classes}-modeled/${model}"
        "${classes}/${folder}")
    endforeach()
    list(APPEND modeled "${language}")
  endif()
  # For tests, which do so on other JDKs.
  set_property(GLOBAL PROPERTY CM2TT_JAVAC_${name} ${CM2TT_JAVAC_OPTIONS}
    -proc:none ${path} -d "${classes}-checked" "@${arguments}")
  add_custom_command(OUTPUT "${CM2TT_JAR_FOLDER}/${name}.jar"
    COMMAND "${CMAKE_COMMAND}" -E rm -rf "${classes}" "${classes}-22"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${classes}/META-INF"
      "${CM2TT_JAR_FOLDER}"
    COMMAND "${Java_JAVAC_EXECUTABLE}" ${CM2TT_JAVAC_OPTIONS} ${plugins}
      --module-version ${PROJECT_VERSION} ${path} -d "${classes}"
      "@${arguments}"
    ${compile22}
    ${copy}
    COMMAND "${CMAKE_COMMAND}" -E copy "${PROJECT_SOURCE_DIR}/LICENSE"
      "${classes}/META-INF"
    COMMAND ${CM2TT_CREATE_JAR} --file "${CM2TT_JAR_FOLDER}/${name}.jar"
      --manifest "${CMAKE_CURRENT_BINARY_DIR}/manifest" ${main}
      --module-version ${PROJECT_VERSION} -C "${classes}" .
    DEPENDS ${sources} ${versioned} ${resources} ${required} ${modeled}
      ${ARG_NATIVES} "${arguments}"
      "${CMAKE_CURRENT_BINARY_DIR}/manifest"
    COMMENT "Building jars/${name}.jar" VERBATIM)
  add_custom_target(${ARG_TARGET} ALL DEPENDS "${CM2TT_JAR_FOLDER}/${name}.jar")
  if(ARG_MODELS)
    add_dependencies(${ARG_TARGET} cm2tt-lang)
  endif()
  if(ARG_KERNELS)
    add_dependencies(${ARG_TARGET} cm2tt-javac)
  endif()
  if(ARG_REQUIRES)
    add_dependencies(${ARG_TARGET} ${ARG_REQUIRES})
  endif()
  cm2tt_write_pom(${name} "${ARG_DESCRIPTION}" ${ARG_REQUIRES} ${ARG_WITH})
  set(internal)
  if(ARG_INTERNAL)
    set(internal INTERNAL)
  endif()
  set(version22)
  if(versioned)
    set(version22 VERSION22 ${names22})
  endif()
  set_property(GLOBAL PROPERTY CM2TT_SOURCE_FOLDERS_${name} "${ARG_ROOT}"
    ${generated_root})
  cm2tt_publish_jar(${name} ${internal} ROOT "${ARG_ROOT}" SOURCES ${names}
    ${version22} DOCUMENTS ${ARG_DOCUMENTS}
    GENERATED "${generated_root}" ${ARG_GENERATED} PATH ${required})
  add_dependencies(${name}-artifact ${ARG_TARGET})
  install(FILES "${CM2TT_JAR_FOLDER}/${name}.jar"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/java/cm2tt" COMPONENT java)
endfunction()
