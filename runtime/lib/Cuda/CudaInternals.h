// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The part of CUDA's driver API that the runtime uses, declared by hand so
/// that building needs no CUDA toolkit, and bound to libcuda at run time.
///
/// Source: "CUDA Driver API", NVIDIA's reference manual; the names with `_v2`
/// are those that the library exports for the documented functions. A unit
/// test compares every declaration with `cuda.h` where that is installed.
///
/// libcuda ($CM2TT_LIBCUDA, else libcuda.so.1) is opened at run time, so that
/// one binary builds and starts everywhere. The CUDA runtime library would have
/// to be linked or shipped, and adds nothing to these functions.

#ifndef CM2TT_RUNTIME_LIB_CUDA_CUDAINTERNALS_H
#define CM2TT_RUNTIME_LIB_CUDA_CUDAINTERNALS_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace cm2tt::runtime::cuda {

/// CUresult; 0 is success.
using Result = int;
/// CUdevice.
using DeviceId = int;
/// CUdeviceptr in its 64-bit form (`_v2`).
using Address = unsigned long long;
/// CUcontext, CUmodule, CUfunction, CUstream, CUevent, CUlinkState, CUgraph and
/// CUgraphExec.
using Handle = void *;

/// CUhostFn.
using HostFunction = void (*)(void *);

/// The results that the runtime says more about than the driver does.
enum : Result {
  Success = 0,
  InvalidValue = 1,
  OutOfMemory = 2,
  StubLibrary = 34,
  DeviceUnavailable = 46,
  NoDevice = 100,
  InvalidDevice = 101,
  InvalidImage = 200,
  NoBinaryForGpu = 209,
  InvalidPtx = 218,
  JitCompilerNotFound = 221,
  UnsupportedPtxVersion = 222,
  NotFound = 500,
  NotReady = 600,
  IllegalAddress = 700,
  LaunchOutOfResources = 701,
  LaunchTimeout = 702,
  DeviceAssertion = 710,
  IllegalInstruction = 715,
  MisalignedAddress = 716,
  LaunchFailed = 719,
  CooperativeLaunchTooLarge = 720,
  SystemNotReady = 802,
  SystemDriverMismatch = 803,
  CaptureUnsupported = 900,
  CaptureInvalidated = 901,
  CaptureUnmatched = 903,
  CaptureUnjoined = 904,
  CaptureIsolation = 905,
  CaptureImplicit = 906,
  CaptureWrongThread = 908,
  InvalidClusterSize = 912,
};

/// CUdevice_attribute.
enum : int {
  MultiprocessorCount = 16,
  ComputeCapabilityMajor = 75,
  ComputeCapabilityMinor = 76,
  MaxSharedMemoryPerBlockOptin = 97,
};

/// CUfunction_attribute.
enum : int {
  RegistersPerThread = 4,
  MaxDynamicSharedSizeBytes = 8,
};

/// CUpointer_attribute.
enum : int { PointerMemoryType = 2, PointerDeviceOrdinal = 9 };

/// CUmemorytype: memory of the host, not of a device and not managed.
enum : unsigned { MemoryOfHost = 1 };

/// CUjit_option.
enum : int {
  JitErrorLogBuffer = 5,
  JitErrorLogBufferSizeBytes = 6,
  JitGenerateLineInfo = 13
};

/// CUstream_flags.
enum : unsigned { StreamNonBlocking = 1 };

/// CUstreamCaptureMode: other threads may do what they like meanwhile.
enum : int { CaptureThreadLocal = 1, CaptureRelaxed = 2 };

/// CUstreamCaptureStatus.
enum : int { CaptureStatusNone = 0 };

/// CUjitInputType.
enum : int { JitInputPtx = 1 };

/// CUlaunchAttributeID.
enum : int {
  AttributeCooperative = 2,
  AttributeClusterDimension = 4,
  AttributeProgrammaticStreamSerialization = 6
};

/// CUlaunchAttribute; its value is a union of which we use three members.
struct LaunchAttribute {
  int id;
  char padding[4];
  union {
    char bytes[64];
    int cooperative;
    int startsEarly;
    unsigned clusterDimension[3];
  };
};

/// CUlaunchConfig.
struct LaunchConfig {
  unsigned grid[3];
  unsigned block[3];
  unsigned sharedBytes;
  Handle stream;
  LaunchAttribute *attributes;
  unsigned attributeCount;
};

/// CUmemPoolProps, of memory of a device that is not shared.
struct PoolProperties {
  int allocationType = 1; // CU_MEM_ALLOCATION_TYPE_PINNED
  int handleTypes = 0;
  int locationType = 1; // CU_MEM_LOCATION_TYPE_DEVICE
  int location = 0;
  void *securityAttributes = nullptr;
  size_t maxSize = 0; // the driver's choice
  unsigned char reserved[56] = {};
};

/// CUmemPool_attribute: the bytes that a pool keeps for later allocations.
enum : int { PoolReleaseThreshold = 4 };

// Every function: its name in the manual, the name that libcuda exports, its
// parameters.
#define CM2TT_CUDA_FUNCTIONS(FN)                                               \
  FN(cuGetErrorName, "cuGetErrorName", (Result, const char **))                \
  FN(cuGetErrorString, "cuGetErrorString", (Result, const char **))            \
  FN(cuInit, "cuInit", (unsigned))                                             \
  FN(cuDriverGetVersion, "cuDriverGetVersion", (int *))                        \
  FN(cuDeviceGetCount, "cuDeviceGetCount", (int *))                            \
  FN(cuDeviceGet, "cuDeviceGet", (DeviceId *, int))                            \
  FN(cuDeviceGetName, "cuDeviceGetName", (char *, int, DeviceId))              \
  FN(cuDeviceGetAttribute, "cuDeviceGetAttribute", (int *, int, DeviceId))     \
  FN(cuDeviceGetUuid, "cuDeviceGetUuid_v2", (unsigned char *, DeviceId))       \
  FN(cuDeviceTotalMem, "cuDeviceTotalMem_v2", (size_t *, DeviceId))            \
  FN(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain",                     \
     (Handle *, DeviceId))                                                     \
  FN(cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", (DeviceId))    \
  FN(cuCtxSetCurrent, "cuCtxSetCurrent", (Handle))                             \
  FN(cuMemAlloc, "cuMemAlloc_v2", (Address *, size_t))                         \
  FN(cuMemFree, "cuMemFree_v2", (Address))                                     \
  FN(cuPointerGetAttribute, "cuPointerGetAttribute", (void *, int, Address))   \
  FN(cuMemGetInfo, "cuMemGetInfo_v2", (size_t *, size_t *))                    \
  FN(cuMemHostAlloc, "cuMemHostAlloc", (void **, size_t, unsigned))            \
  FN(cuMemFreeHost, "cuMemFreeHost", (void *))                                 \
  FN(cuMemcpyHtoD, "cuMemcpyHtoD_v2", (Address, const void *, size_t))         \
  FN(cuMemcpyDtoH, "cuMemcpyDtoH_v2", (void *, Address, size_t))               \
  FN(cuMemsetD8, "cuMemsetD8_v2", (Address, unsigned char, size_t))            \
  FN(cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2",                                \
     (Address, const void *, size_t, Handle))                                  \
  FN(cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2",                                \
     (void *, Address, size_t, Handle))                                        \
  FN(cuMemcpyDtoDAsync, "cuMemcpyDtoDAsync_v2",                                \
     (Address, Address, size_t, Handle))                                       \
  FN(cuMemcpyPeerAsync, "cuMemcpyPeerAsync",                                   \
     (Address, Handle, Address, Handle, size_t, Handle))                       \
  FN(cuDeviceCanAccessPeer, "cuDeviceCanAccessPeer",                           \
     (int *, DeviceId, DeviceId))                                              \
  FN(cuCtxEnablePeerAccess, "cuCtxEnablePeerAccess", (Handle, unsigned))       \
  FN(cuMemsetD8Async, "cuMemsetD8Async",                                       \
     (Address, unsigned char, size_t, Handle))                                 \
  FN(cuMemsetD16Async, "cuMemsetD16Async",                                     \
     (Address, unsigned short, size_t, Handle))                                \
  FN(cuMemsetD32Async, "cuMemsetD32Async",                                     \
     (Address, unsigned, size_t, Handle))                                      \
  FN(cuMemsetD2D32Async, "cuMemsetD2D32Async",                                 \
     (Address, size_t, unsigned, size_t, size_t, Handle))                      \
  FN(cuLinkCreate, "cuLinkCreate_v2", (unsigned, int *, void **, Handle *))    \
  FN(cuLinkAddData, "cuLinkAddData_v2",                                        \
     (Handle, int, void *, size_t, const char *, unsigned, int *, void **))    \
  FN(cuLinkComplete, "cuLinkComplete", (Handle, void **, size_t *))            \
  FN(cuLinkDestroy, "cuLinkDestroy", (Handle))                                 \
  FN(cuModuleLoadDataEx, "cuModuleLoadDataEx",                                 \
     (Handle *, const void *, unsigned, int *, void **))                       \
  FN(cuModuleUnload, "cuModuleUnload", (Handle))                               \
  FN(cuModuleGetFunction, "cuModuleGetFunction",                               \
     (Handle *, Handle, const char *))                                         \
  FN(cuFuncSetAttribute, "cuFuncSetAttribute", (Handle, int, int))             \
  FN(cuFuncGetAttribute, "cuFuncGetAttribute", (int *, int, Handle))           \
  FN(cuOccupancyMaxActiveBlocksPerMultiprocessor,                              \
     "cuOccupancyMaxActiveBlocksPerMultiprocessor",                            \
     (int *, Handle, int, size_t))                                             \
  FN(cuLaunchKernel, "cuLaunchKernel",                                         \
     (Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,      \
      unsigned, Handle, void **, void **))                                     \
  FN(cuMemPoolCreate, "cuMemPoolCreate", (Handle *, const PoolProperties *))   \
  FN(cuMemPoolDestroy, "cuMemPoolDestroy", (Handle))                           \
  FN(cuMemPoolSetAttribute, "cuMemPoolSetAttribute", (Handle, int, void *))    \
  FN(cuMemAllocFromPoolAsync, "cuMemAllocFromPoolAsync",                       \
     (Address *, size_t, Handle, Handle))                                      \
  FN(cuMemFreeAsync, "cuMemFreeAsync", (Address, Handle))                      \
  FN(cuLaunchKernelEx, "cuLaunchKernelEx",                                     \
     (const LaunchConfig *, Handle, void **, void **))                         \
  FN(cuTensorMapEncodeTiled, "cuTensorMapEncodeTiled",                         \
     (void *, int, unsigned, void *, const uint64_t *, const uint64_t *,       \
      const uint32_t *, const uint32_t *, int, int, int, int))                 \
  FN(cuStreamCreate, "cuStreamCreate", (Handle *, unsigned))                   \
  FN(cuStreamDestroy, "cuStreamDestroy_v2", (Handle))                          \
  FN(cuStreamSynchronize, "cuStreamSynchronize", (Handle))                     \
  FN(cuStreamWaitEvent, "cuStreamWaitEvent", (Handle, Handle, unsigned))       \
  FN(cuStreamQuery, "cuStreamQuery", (Handle))                                 \
  FN(cuLaunchHostFunc, "cuLaunchHostFunc", (Handle, HostFunction, void *))     \
  FN(cuThreadExchangeStreamCaptureMode, "cuThreadExchangeStreamCaptureMode",   \
     (int *))                                                                  \
  FN(cuStreamIsCapturing, "cuStreamIsCapturing", (Handle, int *))              \
  FN(cuStreamBeginCapture, "cuStreamBeginCapture_v2", (Handle, int))           \
  FN(cuStreamEndCapture, "cuStreamEndCapture", (Handle, Handle *))             \
  FN(cuGraphInstantiate, "cuGraphInstantiateWithFlags",                        \
     (Handle *, Handle, unsigned long long))                                   \
  FN(cuGraphLaunch, "cuGraphLaunch", (Handle, Handle))                         \
  FN(cuGraphExecDestroy, "cuGraphExecDestroy", (Handle))                       \
  FN(cuGraphDestroy, "cuGraphDestroy", (Handle))                               \
  FN(cuEventCreate, "cuEventCreate", (Handle *, unsigned))                     \
  FN(cuEventDestroy, "cuEventDestroy_v2", (Handle))                            \
  FN(cuEventRecord, "cuEventRecord", (Handle, Handle))                         \
  FN(cuEventQuery, "cuEventQuery", (Handle))                                   \
  FN(cuEventSynchronize, "cuEventSynchronize", (Handle))                       \
  FN(cuEventElapsedTime, "cuEventElapsedTime", (float *, Handle, Handle))

/// The driver's functions, bound.
struct Api {
#define CM2TT_CUDA_MEMBER(name, exported, parameters)                          \
  Result(*name) parameters = nullptr;
  CM2TT_CUDA_FUNCTIONS(CM2TT_CUDA_MEMBER)
#undef CM2TT_CUDA_MEMBER

  /// Opens the library (CudaDevice.h says which) and binds every function. It
  /// is never closed: the driver keeps threads and state of its own.
  static llvm::Expected<std::unique_ptr<Api>> open();

  /// Nothing if `result` is success; else an error that names the call, the
  /// driver's name and text of the result, `detail` if any, and what to do.
  llvm::Error check(Result result, const char *call,
                    const llvm::Twine &detail = {}) const {
    if (LLVM_LIKELY(result == Success))
      return llvm::Error::success();
    return failure(result, call, detail);
  }
  /// The message of that error.
  std::string failureText(Result result, const char *call,
                          const llvm::Twine &detail) const;

private:
  llvm::Error failure(Result result, const char *call,
                      const llvm::Twine &detail) const;
};

} // namespace cm2tt::runtime::cuda

#endif // CM2TT_RUNTIME_LIB_CUDA_CUDAINTERNALS_H
