# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Kernels at run time: the whole compiler and the runtime together.

# add_cm2tt_kernel_tests(LIBRARY name...)
# The programs that test a library with the compiler, without a GPU.
function(add_cm2tt_kernel_tests library)
  foreach(name ${ARGN})
    add_cm2tt_unit_test(${name}Test ${name}Test.cpp LINK_LIBS ${library}
      COMPONENTS core jitlink native nvptxcodegen nvptxdesc nvptxinfo passes
      FILTER "-Gpu*:*/gpu")
    target_compile_definitions(${name}Test PRIVATE
      CM2TT_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  endforeach()
endfunction()

add_cm2tt_kernel_tests(Cm2ttKernels CheckedLaunch CudaChecks
  CudaDescribedTensors CudaDescriptors CudaKernel CudaPersistent Kernel
  KernelCrash KernelLibraries KernelThreads LargeStack StoredKernel)
foreach(test CrashGuard FaultHandlers)
  add_cm2tt_unit_test(${test}Test ${test}Test.cpp LINK_LIBS Cm2ttDriver
    COMPONENTS core native nvptxcodegen nvptxdesc nvptxinfo passes)
  target_include_directories(${test}Test PRIVATE
    "${PROJECT_SOURCE_DIR}/compiler/driver")
endforeach()
target_include_directories(LargeStackTest PRIVATE
  "${PROJECT_SOURCE_DIR}/compiler/driver")
target_include_directories(StoredKernelTest PRIVATE
  "${PROJECT_SOURCE_DIR}/runtime/lib/Kernels")

# Tuning.
add_cm2tt_kernel_tests(Cm2ttAutotuner Autotuner CudaAutotuner TuneResult)
target_include_directories(TuneResultTest PRIVATE
  "${PROJECT_SOURCE_DIR}/runtime/lib/Autotuner")

# All that runs on a real GPU, in one program, which can be carried to a computer
# that has one: with CM2TT_SOURCE_DIR, where the project is there. Tests on both
# drivers have their programs for the fake one above.
add_cm2tt_unit_test(GpuTests CudaAutotunerTest.cpp CudaChecksTest.cpp
  CudaKernelTest.cpp GpuDeviceTest.cpp GpuKernelTest.cpp KernelThreadsTest.cpp
  LINK_LIBS Cm2ttAutotuner
  COMPONENTS core jitlink native nvptxcodegen nvptxdesc nvptxinfo passes
  MAY_SKIP driver "Gpu*:*/gpu" NO_OTHERS)
target_compile_definitions(GpuTests PRIVATE
  CM2TT_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
set_tests_properties(GpuTests-driver PROPERTIES RUN_SERIAL ON)
foreach(test CudaAutotunerTest CudaChecksTest CudaDescribedTensorsTest
    CudaDescriptorsTest CudaKernelTest CudaPersistentTest GpuTests)
  target_compile_definitions(${test} PRIVATE
    FAKE_CUDA="$<TARGET_FILE:FakeCuda>")
  add_dependencies(${test} FakeCuda)
endforeach()
