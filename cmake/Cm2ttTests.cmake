# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How tests are declared. Everything is built by the target check-cm2tt-build
# and run by ctest.

find_package(GTest REQUIRED)

execute_process(COMMAND "${Python3_EXECUTABLE}" -c "import numpy"
  RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "The tests need a Python with NumPy, which "
    "${Python3_EXECUTABLE} has not: install python3-numpy, set "
    "Python3_EXECUTABLE, or set CM2TT_BUILD_TESTS=OFF")
endif()

# The runner of test programs (GoogleTest, lit, JUnit): a test that is skipped
# without leave fails, and so does a program that runs no test.
set(CM2TT_RUN_TESTS "${Python3_EXECUTABLE}" -B
  "${PROJECT_SOURCE_DIR}/tests/run_tests.py")

# cm2tt_may_skip(test...)
# These are skipped where they cannot run; tests/README.md says when.
function(cm2tt_may_skip)
  set_tests_properties(${ARGN} PROPERTIES SKIP_RETURN_CODE 77)
endfunction()

# cm2tt_sample(OUT some all)
# The cases of a test that has many: with CM2TT_FULL_TESTS all of them. Else it takes fewer
# random programs, the same ones each time, and some whose seeds are random and printed;
# and each Nth of other cases, from the first or from a random one.
function(cm2tt_sample out some all)
  set(chosen "${some}")
  if(CM2TT_FULL_TESTS)
    set(chosen "${all}")
  endif()
  set(${out} "${chosen}" PARENT_SCOPE)
endfunction()

find_program(CM2TT_LIT NAMES lit
  HINTS "${LLVM_TOOLS_BINARY_DIR}" REQUIRED)
add_custom_target(check-cm2tt
  COMMAND "${CMAKE_CTEST_COMMAND}" --output-on-failure
  WORKING_DIRECTORY "${PROJECT_BINARY_DIR}" USES_TERMINAL)
configure_file("${PROJECT_SOURCE_DIR}/tests/lit.site.cfg.py.in"
  "${PROJECT_BINARY_DIR}/tests/lit.site.cfg.py" @ONLY)

# add_cm2tt_lit_tests(FOLDER DEPENDS target... [MAY_SKIP feature...])
# One ctest test for the lit tests below tests/lit/FOLDER; and one for those of them
# that need a feature which may be absent (lit.cfg.py).
function(add_cm2tt_lit_tests name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;MAY_SKIP" ${ARGN})
  set(skippable "")
  foreach(feature IN LISTS ARG_MAY_SKIP)
    cm2tt_files_that_require(files "${name}" ${feature})
    add_test(NAME lit-${name}-${feature}
      COMMAND ${CM2TT_RUN_TESTS} --may-skip "${CM2TT_LIT}" -v --order=lexical
      "${PROJECT_BINARY_DIR}/tests" "--filter=${files}")
    cm2tt_may_skip(lit-${name}-${feature})
    list(APPEND skippable "${files}")
  endforeach()
  if(skippable)
    list(JOIN skippable "|" skippable)
    set(skippable "--filter-out=${skippable}")
  endif()
  add_test(NAME lit-${name}
    COMMAND ${CM2TT_RUN_TESTS} "${CM2TT_LIT}" -v --order=lexical
    "${PROJECT_BINARY_DIR}/tests" "--filter=:: ${name}/" ${skippable})
  add_dependencies(check-cm2tt ${ARG_DEPENDS})
endfunction()

# cm2tt_files_that_require(OUT FOLDER feature)
# A regular expression of the lit tests below a folder of tests that have
# `REQUIRES: feature`.
function(cm2tt_files_that_require out folder feature)
  file(GLOB_RECURSE files RELATIVE "${PROJECT_SOURCE_DIR}/tests/lit"
    CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/lit/${folder}/*.test"
    "${PROJECT_SOURCE_DIR}/tests/lit/${folder}/*.mlir")
  set(found "")
  foreach(file IN LISTS files)
    file(STRINGS "${PROJECT_SOURCE_DIR}/tests/lit/${file}" line LIMIT_COUNT 1
      REGEX "REQUIRES: ${feature}$")
    if(line)
      list(APPEND found "${file}")
    endif()
  endforeach()
  list(JOIN found "|" found)
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

# add_cm2tt_unit_test(NAME source... LINK_LIBS lib... COMPONENTS component...
#                     [FILTER filter] [MAY_SKIP (word filter)... [NO_OTHERS]])
# A GoogleTest program in build/bin and a ctest test of the same name, of all tests
# or of those that FILTER selects. The tests of MAY_SKIP's filters, which may be
# skipped, are ctest tests NAME-word of their own; NO_OTHERS: there are no more.
function(add_cm2tt_unit_test name)
  cmake_parse_arguments(ARG "NO_OTHERS" "FILTER" "LINK_LIBS;COMPONENTS;MAY_SKIP"
    ${ARGN})
  list(APPEND ARG_COMPONENTS support)
  add_cm2tt_tool(${name} NO_INSTALL ${ARG_UNPARSED_ARGUMENTS}
    LINK_LIBS ${ARG_LINK_LIBS} GTest::gtest_main
    COMPONENTS ${ARG_COMPONENTS})
  # Headers that are not installed, by their paths from here.
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}")
  set(others "${ARG_FILTER}")
  while(ARG_MAY_SKIP)
    list(POP_FRONT ARG_MAY_SKIP word filter)
    add_test(NAME ${name}-${word}
      COMMAND ${CM2TT_RUN_TESTS} --may-skip "$<TARGET_FILE:${name}>"
      "--gtest_filter=${filter}")
    cm2tt_may_skip(${name}-${word})
    string(FIND "${others}" "-" found)
    if(found EQUAL -1)
      string(APPEND others "-${filter}")
    else()
      string(APPEND others ":${filter}")
    endif()
  endwhile()
  if(NOT others)
    set(others "*")
  endif()
  if(NOT ARG_NO_OTHERS)
    add_test(NAME ${name} COMMAND ${CM2TT_RUN_TESTS} "$<TARGET_FILE:${name}>"
      "--gtest_filter=${others}")
  endif()
  add_dependencies(check-cm2tt ${name})
endfunction()
