# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Where Apache Spark is, whose jars tools/spark-jars downloads, and what is
# compiled with them. The build does not download.

set(home "$ENV{XDG_CACHE_HOME}")
if(NOT home)
  set(home "$ENV{HOME}/.cache")
endif()
set(CM2TT_SPARK_HOME "${home}/cm2tt-spark/spark-4.3.0" CACHE PATH
  "A SPARK_HOME, which tools/spark-jars makes; java/spark is built with it")

# CM2TT_SPARK: whether Spark is there.
set(CM2TT_SPARK OFF)
file(GLOB jars "${CM2TT_SPARK_HOME}/jars/spark-sql_*.jar")
if(jars)
  set(CM2TT_SPARK ON)
endif()

# Spark's jars name others that it does not have, and annotations of Scala.
set(CM2TT_SPARK_JAVAC_OPTIONS ${CM2TT_JAVAC_OPTIONS}
  -Xlint:-path,-classfile,-processing)

# cm2tt_spark_artifact(OUT): the name of Spark SQL in Maven's repositories,
# org.apache.spark:spark-sql_2.13:4.3.0, that its jar has.
function(cm2tt_spark_artifact out)
  file(GLOB jar RELATIVE "${CM2TT_SPARK_HOME}/jars"
    "${CM2TT_SPARK_HOME}/jars/spark-sql_*.jar")
  string(REGEX REPLACE "^(spark-sql_[0-9.]+)-(.*)\\.jar$"
    "org.apache.spark:\\1:\\2" name "${jar}")
  set(${out} "${name}" PARENT_SCOPE)
endfunction()

# add_cm2tt_spark_jar(NAME ROOT folder REQUIRES jar... [PROCESSORS jar...]
#                     [TARGET target] [JAR file])
# The target (NAME, if it has no other name) makes a jar (jars/NAME.jar) of the
# Java files below a folder, compiled with Spark's jars on the class path:
# packages are split between them, so that they are no modules. PROCESSORS: as
# for add_cm2tt_java_test.
function(add_cm2tt_spark_jar name)
  cmake_parse_arguments(ARG "" "ROOT;TARGET;JAR" "REQUIRES;PROCESSORS" ${ARGN})
  if(NOT ARG_TARGET)
    set(ARG_TARGET ${name})
  endif()
  if(NOT ARG_JAR)
    set(ARG_JAR "${CM2TT_JAR_FOLDER}/${name}.jar")
  endif()
  set(classes "${CMAKE_CURRENT_BINARY_DIR}/${name}-classes")
  set(arguments "${CMAKE_CURRENT_BINARY_DIR}/${name}.txt")
  cm2tt_java_sources(sources "${ARG_ROOT}")
  list(TRANSFORM sources PREPEND "${ARG_ROOT}/")
  cm2tt_argument_file("${arguments}" ${sources})
  cm2tt_jar_path(required ${ARG_REQUIRES})
  cm2tt_jar_path(processors ${ARG_PROCESSORS})
  cm2tt_class_path(path ${required} ${CM2TT_JUNIT} "${CM2TT_SPARK_HOME}/jars/*")
  set(plugins -proc:none)
  if(processors)
    cm2tt_class_path(plugins ${processors})
    set(plugins -processorpath "${plugins}")
  endif()
  set(CM2TT_JAR_TITLE "${name}")
  string(REPLACE "-" "." module "${name}")
  set(CM2TT_JAR_ATTRIBUTES "Automatic-Module-Name: io.github.${module}\n")
  set(manifest "${CMAKE_CURRENT_BINARY_DIR}/${name}-manifest")
  configure_file("${PROJECT_SOURCE_DIR}/java/manifest.in" "${manifest}" @ONLY)
  add_custom_command(OUTPUT "${ARG_JAR}"
    COMMAND "${CMAKE_COMMAND}" -E rm -rf "${classes}"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${classes}/META-INF"
      "${CM2TT_JAR_FOLDER}"
    COMMAND "${Java_JAVAC_EXECUTABLE}" ${CM2TT_SPARK_JAVAC_OPTIONS} ${plugins}
      -cp "${path}" -d "${classes}" "@${arguments}"
    COMMAND "${CMAKE_COMMAND}" -E copy "${PROJECT_SOURCE_DIR}/LICENSE"
      "${classes}/META-INF"
    COMMAND ${CM2TT_CREATE_JAR} --file "${ARG_JAR}"
      --manifest "${manifest}" -C "${classes}" .
    DEPENDS ${sources} ${required} ${processors} "${arguments}" "${manifest}"
    COMMENT "Building ${name}.jar" VERBATIM)
  add_custom_target(${ARG_TARGET} ALL DEPENDS "${ARG_JAR}")
  add_dependencies(${ARG_TARGET} ${ARG_REQUIRES} ${ARG_PROCESSORS})
endfunction()
