# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Kernels at run time: the whole compiler and the runtime together.

foreach(test CudaKernel Kernel KernelThreads LargeStack StoredKernel)
  add_cm2tt_unit_test(${test}Test ${test}Test.cpp LINK_LIBS Cm2ttKernels
    COMPONENTS core jitlink native nvptxcodegen nvptxdesc nvptxinfo passes)
  target_compile_definitions(${test}Test PRIVATE
    CM2TT_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
endforeach()
target_compile_definitions(CudaKernelTest PRIVATE
  FAKE_CUDA="$<TARGET_FILE:FakeCuda>")
add_dependencies(CudaKernelTest FakeCuda)
target_include_directories(LargeStackTest PRIVATE
  "${PROJECT_SOURCE_DIR}/conversion/driver")
target_include_directories(StoredKernelTest PRIVATE
  "${PROJECT_SOURCE_DIR}/runtime/lib/Kernels")

# Tuning.
foreach(test Autotuner CudaAutotuner TuneResult)
  add_cm2tt_unit_test(${test}Test ${test}Test.cpp LINK_LIBS Cm2ttAutotuner
    COMPONENTS core jitlink native nvptxcodegen nvptxdesc nvptxinfo passes)
  target_compile_definitions(${test}Test PRIVATE
    CM2TT_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
endforeach()
target_compile_definitions(CudaAutotunerTest PRIVATE
  FAKE_CUDA="$<TARGET_FILE:FakeCuda>")
add_dependencies(CudaAutotunerTest FakeCuda)
target_include_directories(TuneResultTest PRIVATE
  "${PROJECT_SOURCE_DIR}/runtime/lib/Autotuner")
