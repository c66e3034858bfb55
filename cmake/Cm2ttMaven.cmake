# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A Maven repository of the jars, in the build tree: each with its sources, its
# documentation, its pom.xml and their checksums. Maven is not needed to make it.

set(CM2TT_MAVEN_FOLDER "${PROJECT_BINARY_DIR}/maven")
add_custom_target(cm2tt-maven ALL)
set(CM2TT_PLATFORMS "" CACHE STRING
  "Platforms that other builds of a release are for: linux-aarch64;...")

# cm2tt_write_pom(NAME DESCRIPTION dependency... [PROVIDED group:artifact:version...])
# The pom of an artifact. Dependencies are artifacts of the project; those that
# are PROVIDED are others', which the program that loads the artifact has.
function(cm2tt_write_pom name description)
  cmake_parse_arguments(ARG "" "" "PROVIDED" ${ARGN})
  set(CM2TT_POM_NAME "${name}")
  set(CM2TT_POM_DESCRIPTION "${description}")
  cm2tt_dependencies(CM2TT_POM_DEPENDENCIES ${ARG_UNPARSED_ARGUMENTS})
  foreach(dependency IN LISTS ARG_PROVIDED)
    string(REPLACE ":" ";" parts "${dependency}")
    list(GET parts 0 group)
    list(GET parts 1 artifact)
    list(GET parts 2 version)
    string(APPEND CM2TT_POM_DEPENDENCIES
      "    <dependency>\n      <groupId>${group}</groupId>\n"
      "      <artifactId>${artifact}</artifactId>\n"
      "      <version>${version}</version>\n"
      "      <scope>provided</scope>\n    </dependency>\n")
  endforeach()
  cm2tt_maven_file(pom ${name} .pom)
  configure_file("${PROJECT_SOURCE_DIR}/java/pom.xml.in" "${pom}" @ONLY)
  set_property(GLOBAL APPEND PROPERTY CM2TT_ARTIFACTS ${name})
endfunction()

# cm2tt_dependencies(OUT artifact...): elements of a pom, of this version.
function(cm2tt_dependencies out)
  set(text "")
  foreach(dependency IN LISTS ARGN)
    string(APPEND text
      "    <dependency>\n      <groupId>io.github.cm2tt</groupId>\n"
      "      <artifactId>${dependency}</artifactId>\n"
      "      <version>${PROJECT_VERSION}</version>\n    </dependency>\n")
  endforeach()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

# cm2tt_maven_file(OUT NAME suffix): where a file of an artifact is.
function(cm2tt_maven_file out name suffix)
  set(${out} "${CM2TT_MAVEN_FOLDER}/io/github/cm2tt/${name}/\
${PROJECT_VERSION}/${name}-${PROJECT_VERSION}${suffix}" PARENT_SCOPE)
endfunction()

# cm2tt_publish_jar(NAME ROOT root SOURCES file... [GENERATED root file...]
#                   [VERSION22 file...] PATH jar... [CLASS_PATH jar...]
#                   [DOCUMENTS jar...] [INTERNAL])
# The jar, and jars of its sources, which are named from a folder root, and of
# their documentation, or of that of the modules that it DOCUMENTS, or of the
# README if what it has is INTERNAL. PATH: the
# modules that they require; CLASS_PATH: all that sources of no module require.
function(cm2tt_publish_jar name)
  cmake_parse_arguments(ARG "INTERNAL" "ROOT"
    "SOURCES;GENERATED;VERSION22;PATH;CLASS_PATH;DOCUMENTS" ${ARGN})
  cm2tt_maven_file(jar ${name} .jar)
  cm2tt_maven_file(sources ${name} -sources.jar)
  cm2tt_maven_file(javadoc ${name} -javadoc.jar)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/javadoc")
  list(TRANSFORM ARG_SOURCES PREPEND "${ARG_ROOT}/" OUTPUT_VARIABLE files)
  set(entries)
  foreach(source IN LISTS ARG_SOURCES ARG_VERSION22)
    list(APPEND entries -C "${ARG_ROOT}" "${source}")
  endforeach()
  list(POP_FRONT ARG_GENERATED generated_root)
  foreach(source IN LISTS ARG_GENERATED)
    list(APPEND files "${generated_root}/${source}")
    list(APPEND entries -C "${generated_root}" "${source}")
  endforeach()
  cm2tt_argument_file("${CMAKE_CURRENT_BINARY_DIR}/javadoc.txt" ${files})
  cm2tt_argument_file("${CMAKE_CURRENT_BINARY_DIR}/entries.txt" ${entries})
  set(paths ${ARG_PATH})
  if(ARG_CLASS_PATH)
    set(paths CLASS_PATH ${ARG_CLASS_PATH})
  endif()
  cm2tt_javadoc_command(document ${name} "${folder}" ${paths})
  set(arguments "@${CMAKE_CURRENT_BINARY_DIR}/javadoc.txt")
  list(APPEND document -Xdoclint:none "${arguments}")
  # The command that the tests run, for internal packages as well.
  cm2tt_javadoc_command(checked ${name} "${folder}-checked" ${paths})
  set_property(GLOBAL PROPERTY CM2TT_JAVADOC_${name} ${checked} -Xdoclint:all
    -Werror --show-module-contents all --show-packages all "${arguments}")
  if(ARG_DOCUMENTS)
    cm2tt_modules_command(document ${name} "${folder}" ${ARG_DOCUMENTS})
    cm2tt_jar_path(documented ${ARG_DOCUMENTS})
    list(APPEND files ${documented})
  elseif(ARG_INTERNAL)
    set(files "${PROJECT_SOURCE_DIR}/java/README.md" ${files})
    set(document "${CMAKE_COMMAND}" -E copy
      "${PROJECT_SOURCE_DIR}/java/README.md" "${folder}")
  endif()
  add_custom_command(OUTPUT "${sources}"
    COMMAND ${CM2TT_CREATE_JAR} --file "${sources}"
      "@${CMAKE_CURRENT_BINARY_DIR}/entries.txt"
    DEPENDS ${files} "${CMAKE_CURRENT_BINARY_DIR}/entries.txt"
    COMMENT "Packing the sources of ${name}" VERBATIM)
  add_custom_command(OUTPUT "${javadoc}"
    COMMAND "${CMAKE_COMMAND}" -E rm -rf "${folder}"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}"
    COMMAND ${document}
    COMMAND ${CM2TT_CREATE_JAR} --file "${javadoc}"
      -C "${folder}" .
    DEPENDS ${files} ${ARG_PATH} "${CMAKE_CURRENT_BINARY_DIR}/javadoc.txt"
    COMMENT "Making the documentation of ${name}" VERBATIM)
  set(made "${CM2TT_JAR_FOLDER}/${name}.jar")
  add_custom_command(OUTPUT "${jar}"
    COMMAND "${CMAKE_COMMAND}" -E copy "${made}" "${jar}"
    DEPENDS "${made}" VERBATIM)
  cm2tt_maven_file(pom ${name} .pom)
  cm2tt_add_artifact(${name} "${jar}" "${sources}" "${javadoc}" "${pom}")
endfunction()

# cm2tt_add_artifact(NAME file...)
# The target NAME-artifact: the files, with their checksums beside them.
function(cm2tt_add_artifact name)
  set(writer "${PROJECT_SOURCE_DIR}/cmake/WriteChecksums.cmake")
  set(checksums)
  foreach(kind md5 sha1 sha256 sha512)
    list(TRANSFORM ARGN APPEND ".${kind}" OUTPUT_VARIABLE some)
    list(APPEND checksums ${some})
  endforeach()
  add_custom_command(OUTPUT ${checksums}
    COMMAND "${CMAKE_COMMAND}" -P "${writer}" ${ARGN}
    DEPENDS ${ARGN} "${writer}"
    COMMENT "Writing the checksums of ${name}" VERBATIM)
  add_custom_target(${name}-artifact DEPENDS ${checksums})
  add_dependencies(cm2tt-maven ${name}-artifact)
endfunction()

# cm2tt_publish_bom()
# Called after every artifact was declared. The artifact cm2tt-bom: a pom with the
# versions of the others, those of CM2TT_PLATFORMS among them, for projects that
# import it.
function(cm2tt_publish_bom)
  get_property(artifacts GLOBAL PROPERTY CM2TT_ARTIFACTS)
  foreach(platform IN LISTS CM2TT_PLATFORMS)
    list(APPEND artifacts cm2tt-native-${platform})
  endforeach()
  list(REMOVE_DUPLICATES artifacts)
  cm2tt_dependencies(managed ${artifacts})
  string(REGEX REPLACE "(^|\n) " "\\1   " CM2TT_POM_DEPENDENCIES "${managed}")
  set(CM2TT_POM_NAME cm2tt-bom)
  set(CM2TT_POM_DESCRIPTION "The versions of cm2tt's artifacts that fit together")
  cm2tt_maven_file(pom ${CM2TT_POM_NAME} .pom)
  file(READ "${PROJECT_SOURCE_DIR}/java/pom.xml.in" text)
  string(REPLACE "<packaging>jar" "<packaging>pom" text "${text}")
  string(REGEX REPLACE "  (<dependencies>.*</dependencies>)"
    "  <dependencyManagement>\n    \\1\n  </dependencyManagement>" text "${text}")
  string(REPLACE "  </dependencies>" "    </dependencies>" text "${text}")
  file(CONFIGURE OUTPUT "${pom}" CONTENT "${text}" @ONLY)
  cm2tt_add_artifact(${CM2TT_POM_NAME} "${pom}")
endfunction()

# cm2tt_modules_command(OUT NAME folder jar...)
# The command that documents the modules of jars together.
function(cm2tt_modules_command out name folder)
  cm2tt_javadoc_command(command ${name} "${folder}")
  set(modules)
  foreach(jar IN LISTS ARGN)
    string(REPLACE "cm2tt-" "io.github.cm2tt." module "${jar}")
    get_property(folders GLOBAL PROPERTY CM2TT_SOURCE_FOLDERS_${jar})
    cm2tt_class_path(path ${folders})
    list(APPEND command --module-source-path "${module}=${path}")
    list(APPEND modules "${module}")
  endforeach()
  list(JOIN modules "," modules)
  set(${out} ${command} -Xdoclint:all -Werror --module "${modules}" PARENT_SCOPE)
endfunction()

# cm2tt_javadoc_command(OUT NAME folder [CLASS_PATH] jar...)
# The command that documents an artifact, without checks and files.
function(cm2tt_javadoc_command out name folder)
  set(command "${Java_JAVADOC_EXECUTABLE}" ${CM2TT_QUICK_JAVAC} -quiet
    -notimestamp --release 17
    -encoding UTF-8 -windowtitle "${name} ${PROJECT_VERSION}" -d "${folder}")
  cmake_parse_arguments(ARG "" "" "CLASS_PATH" ${ARGN})
  if(ARG_CLASS_PATH)
    cm2tt_class_path(path ${ARG_CLASS_PATH})
    list(APPEND command -cp "${path}")
  elseif(ARGN)
    cm2tt_class_path(path ${ARGN})
    list(APPEND command --module-path "${path}")
  endif()
  set(${out} "${command}" PARENT_SCOPE)
endfunction()
