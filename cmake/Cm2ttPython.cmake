# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The Python that generates sources and runs the tests.

# The tests need one with NumPy, which computes references. The first `python3`
# of PATH may be another one than Debian's, which python3-numpy is for.
# -DPython3_EXECUTABLE=... chooses one.
if(CM2TT_BUILD_TESTS AND NOT Python3_EXECUTABLE)
  find_program(path_python python3 NO_CACHE)
  foreach(python IN ITEMS "${path_python}" /usr/bin/python3)
    execute_process(COMMAND "${python}" -c "import numpy"
      RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
    if(status EQUAL 0)
      set(Python3_EXECUTABLE "${python}")
      break()
    endif()
  endforeach()
endif()
find_package(Python3 3.11 REQUIRED COMPONENTS Interpreter)
