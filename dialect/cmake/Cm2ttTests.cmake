# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How tests are declared. Everything is built by the target check-cm2tt-build
# and run by ctest.

find_package(GTest REQUIRED)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
find_program(CM2TT_LIT NAMES lit
  HINTS "${LLVM_TOOLS_BINARY_DIR}" REQUIRED)
add_custom_target(check-cm2tt
  COMMAND "${CMAKE_CTEST_COMMAND}" --output-on-failure
  WORKING_DIRECTORY "${PROJECT_BINARY_DIR}" USES_TERMINAL)
configure_file("${PROJECT_SOURCE_DIR}/tests/lit.site.cfg.py.in"
  "${PROJECT_BINARY_DIR}/tests/lit.site.cfg.py" @ONLY)

# add_cm2tt_lit_tests(FOLDER DEPENDS target...)
# One ctest test for the lit tests below FOLDER of the current source folder.
function(add_cm2tt_lit_tests folder)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  file(RELATIVE_PATH where "${PROJECT_SOURCE_DIR}/tests"
    "${CMAKE_CURRENT_SOURCE_DIR}/${folder}")
  string(REPLACE "/" "-" name "${where}")
  add_test(NAME lit-${name}
    COMMAND "${CM2TT_LIT}" -v --order=lexical
    "${PROJECT_BINARY_DIR}/tests" --filter=${where}/)
  add_dependencies(check-cm2tt ${ARG_DEPENDS})
endfunction()

# add_cm2tt_unit_test(NAME source... LINK_LIBS lib... COMPONENTS component...)
# A GoogleTest program in build/bin and a ctest test of the same name.
function(add_cm2tt_unit_test name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS;COMPONENTS" ${ARGN})
  list(APPEND ARG_COMPONENTS support)
  add_cm2tt_tool(${name} NO_INSTALL ${ARG_UNPARSED_ARGUMENTS}
    LINK_LIBS ${ARG_LINK_LIBS} GTest::gtest_main
    COMPONENTS ${ARG_COMPONENTS})
  add_test(NAME ${name} COMMAND ${name})
  add_dependencies(check-cm2tt ${name})
endfunction()
