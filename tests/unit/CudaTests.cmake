# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Tests of the CUDA device on the fake driver, which tests/Runtime builds.

add_cm2tt_unit_test(CudaDeviceTest CudaDeviceTest.cpp CudaStreamsTest.cpp
  LINK_LIBS Cm2ttRuntime COMPONENTS jitlink targetparser)
add_cm2tt_unit_test(CudaRunCommandTest CudaRunCommandTest.cpp
  LINK_LIBS Cm2ttRunCommand COMPONENTS jitlink option targetparser)
target_compile_definitions(CudaRunCommandTest PRIVATE
  HOST_KERNELS="$<TARGET_OBJECTS:HostKernels>")
add_dependencies(CudaRunCommandTest HostKernels)
foreach(test CudaDeviceTest CudaRunCommandTest)
  target_compile_definitions(${test} PRIVATE
    FAKE_CUDA="$<TARGET_FILE:FakeCuda>")
  add_dependencies(${test} FakeCuda)
endforeach()

# The driver's declarations are compared with NVIDIA's where those are.
find_path(CM2TT_CUDA_INCLUDE_DIR cuda.h
  PATHS /usr/local/cuda/include ENV CUDA_PATH PATH_SUFFIXES include)
if(CM2TT_CUDA_INCLUDE_DIR)
  target_sources(CudaDeviceTest PRIVATE CudaDeclarationsTest.cpp)
  target_include_directories(CudaDeviceTest PRIVATE
    "${PROJECT_SOURCE_DIR}/runtime/lib/Cuda")
  target_include_directories(CudaDeviceTest SYSTEM PRIVATE
    "${CM2TT_CUDA_INCLUDE_DIR}")
endif()
