// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Compares what the runtime declares of CUDA's driver API with `cuda.h`;
/// built where that header is installed. Handles are pointers in both, and an
/// enumeration is passed as an int, so that sizes and kinds decide.

#include "gtest/gtest.h"

// Before the header, whose macros rename functions to their versions.
#include "CudaInternals.h"

#include <cstddef>
#include <cuda.h>
#include <string>
#include <type_traits>

namespace ours = cm2tt::runtime::cuda;
// The lists of parameters name these.
using ours::Address;
using ours::DeviceId;
using ours::Handle;
using ours::HostFunction;
using ours::LaunchConfig;
using ours::PoolProperties;
using ours::Result;

namespace {
/// Whether two types of parameters are passed alike.
template <typename Ours, typename Theirs>
constexpr bool passedAlike =
    sizeof(Ours) == sizeof(Theirs) &&
    std::is_pointer_v<Ours> == std::is_pointer_v<Theirs> &&
    std::is_floating_point_v<Ours> == std::is_floating_point_v<Theirs>;

/// Whether two functions are called alike.
template <typename Ours, typename Theirs>
struct CalledAlike : std::false_type {};
template <typename... Ours, typename... Theirs>
struct CalledAlike<ours::Result (*)(Ours...), CUresult (*)(Theirs...)> {
  static constexpr bool compare() {
    if constexpr (sizeof...(Ours) == sizeof...(Theirs))
      return (passedAlike<Ours, Theirs> && ...);
    else
      return false;
  }
  static constexpr bool value = compare();
};
} // namespace

/// The name that a program compiled against cuda.h asks the library for.
#define LINKED_NAME(name) LINKED_NAME_OF(name)
#define LINKED_NAME_OF(name) #name

/// The name that ours has to be. From 13 on, cuda.h maps one function to a
/// later version with the same parameters; ours stays what older drivers export
/// too.
static std::string expectedName(const std::string &exported) {
  if (CUDA_VERSION >= 13000 && exported == "cuEventElapsedTime")
    return exported + "_v2";
  // Before 13, cuda.h has this version, which knows parts of a GPU, besides.
  if (CUDA_VERSION < 13000 && exported == "cuDeviceGetUuid_v2")
    return "cuDeviceGetUuid";
  return exported;
}

static_assert(sizeof(PoolProperties) == sizeof(CUmemPoolProps) &&
              offsetof(PoolProperties, location) ==
                  offsetof(CUmemPoolProps, location) + sizeof(int) &&
              offsetof(PoolProperties, maxSize) ==
                  offsetof(CUmemPoolProps, maxSize));

#define COMPARE(name, exported, parameters)                                    \
  TEST(CudaDeclarations, Of_##name) {                                          \
    using Ours = Result(*) parameters;                                         \
    EXPECT_TRUE((CalledAlike<Ours, decltype(&::name)>::value));                \
    EXPECT_EQ(LINKED_NAME(name), expectedName(exported));                      \
  }
CM2TT_CUDA_FUNCTIONS(COMPARE)

TEST(CudaDeclarations, Numbers) {
  EXPECT_EQ(int(ours::OutOfMemory), CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(int(ours::StubLibrary), CUDA_ERROR_STUB_LIBRARY);
  EXPECT_EQ(int(ours::DeviceUnavailable), CUDA_ERROR_DEVICE_UNAVAILABLE);
  EXPECT_EQ(int(ours::NoDevice), CUDA_ERROR_NO_DEVICE);
  EXPECT_EQ(int(ours::InvalidDevice), CUDA_ERROR_INVALID_DEVICE);
  EXPECT_EQ(int(ours::InvalidImage), CUDA_ERROR_INVALID_IMAGE);
  EXPECT_EQ(int(ours::NoBinaryForGpu), CUDA_ERROR_NO_BINARY_FOR_GPU);
  EXPECT_EQ(int(ours::InvalidPtx), CUDA_ERROR_INVALID_PTX);
  EXPECT_EQ(int(ours::JitCompilerNotFound), CUDA_ERROR_JIT_COMPILER_NOT_FOUND);
  EXPECT_EQ(int(ours::UnsupportedPtxVersion),
            CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
  EXPECT_EQ(int(ours::NotFound), CUDA_ERROR_NOT_FOUND);
  EXPECT_EQ(int(ours::IllegalAddress), CUDA_ERROR_ILLEGAL_ADDRESS);
  EXPECT_EQ(int(ours::LaunchOutOfResources),
            CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
  EXPECT_EQ(int(ours::MisalignedAddress), CUDA_ERROR_MISALIGNED_ADDRESS);
  EXPECT_EQ(int(ours::LaunchTimeout), CUDA_ERROR_LAUNCH_TIMEOUT);
  EXPECT_EQ(int(ours::DeviceAssertion), CUDA_ERROR_ASSERT);
  EXPECT_EQ(int(ours::IllegalInstruction), CUDA_ERROR_ILLEGAL_INSTRUCTION);
  EXPECT_EQ(int(ours::LaunchFailed), CUDA_ERROR_LAUNCH_FAILED);
  EXPECT_EQ(int(ours::CooperativeLaunchTooLarge),
            CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
  EXPECT_EQ(int(ours::InvalidClusterSize), CUDA_ERROR_INVALID_CLUSTER_SIZE);
  EXPECT_EQ(int(ours::SystemNotReady), CUDA_ERROR_SYSTEM_NOT_READY);
  EXPECT_EQ(int(ours::SystemDriverMismatch), CUDA_ERROR_SYSTEM_DRIVER_MISMATCH);
  EXPECT_EQ(int(ours::ComputeCapabilityMajor),
            CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  EXPECT_EQ(int(ours::ComputeCapabilityMinor),
            CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  EXPECT_EQ(int(ours::MaxSharedMemoryPerBlockOptin),
            CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
  EXPECT_EQ(int(ours::MaxDynamicSharedSizeBytes),
            CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
  EXPECT_EQ(int(ours::JitErrorLogBuffer), CU_JIT_ERROR_LOG_BUFFER);
  EXPECT_EQ(int(ours::JitErrorLogBufferSizeBytes),
            CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
  EXPECT_EQ(int(ours::StreamNonBlocking), CU_STREAM_NON_BLOCKING);
  EXPECT_EQ(int(ours::MultiprocessorCount),
            CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  EXPECT_EQ(int(ours::RegistersPerThread), CU_FUNC_ATTRIBUTE_NUM_REGS);
  EXPECT_EQ(int(ours::JitInputPtx), CU_JIT_INPUT_PTX);
}

TEST(CudaDeclarations, Captures) {
  EXPECT_EQ(int(ours::CaptureUnsupported),
            CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  EXPECT_EQ(int(ours::CaptureInvalidated),
            CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
  EXPECT_EQ(int(ours::CaptureUnmatched), CUDA_ERROR_STREAM_CAPTURE_UNMATCHED);
  EXPECT_EQ(int(ours::CaptureUnjoined), CUDA_ERROR_STREAM_CAPTURE_UNJOINED);
  EXPECT_EQ(int(ours::CaptureIsolation), CUDA_ERROR_STREAM_CAPTURE_ISOLATION);
  EXPECT_EQ(int(ours::CaptureImplicit), CUDA_ERROR_STREAM_CAPTURE_IMPLICIT);
  EXPECT_EQ(int(ours::CaptureWrongThread),
            CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD);
  EXPECT_EQ(int(ours::CaptureThreadLocal), CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
  EXPECT_EQ(int(ours::CaptureStatusNone), CU_STREAM_CAPTURE_STATUS_NONE);
}

TEST(CudaDeclarations, Launches) {
  EXPECT_EQ(int(ours::AttributeCooperative), CU_LAUNCH_ATTRIBUTE_COOPERATIVE);
  EXPECT_EQ(int(ours::AttributeClusterDimension),
            CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
  EXPECT_EQ(sizeof(ours::LaunchAttribute), sizeof(CUlaunchAttribute));
  EXPECT_EQ(offsetof(ours::LaunchAttribute, cooperative),
            offsetof(CUlaunchAttribute, value));
  EXPECT_EQ(offsetof(ours::LaunchAttribute, clusterDimension),
            offsetof(CUlaunchAttribute, value.clusterDim));
  EXPECT_EQ(sizeof(ours::LaunchConfig), sizeof(CUlaunchConfig));
  EXPECT_EQ(offsetof(ours::LaunchConfig, block),
            offsetof(CUlaunchConfig, blockDimX));
  EXPECT_EQ(offsetof(ours::LaunchConfig, sharedBytes),
            offsetof(CUlaunchConfig, sharedMemBytes));
  EXPECT_EQ(offsetof(ours::LaunchConfig, stream),
            offsetof(CUlaunchConfig, hStream));
  EXPECT_EQ(offsetof(ours::LaunchConfig, attributes),
            offsetof(CUlaunchConfig, attrs));
  EXPECT_EQ(offsetof(ours::LaunchConfig, attributeCount),
            offsetof(CUlaunchConfig, numAttrs));
}
