// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Opens libcuda and puts its results into words.

#include "CudaInternals.h"

#include <cstdlib>
#include <dlfcn.h>

using namespace llvm;
using namespace cm2tt::runtime::cuda;

static Error libraryError(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

Expected<std::unique_ptr<Api>> Api::open() {
  const char *chosen = std::getenv("CM2TT_LIBCUDA");
  const char *path = chosen && *chosen ? chosen : "libcuda.so.1";
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    return libraryError(
        "the CUDA driver cannot be opened: " + Twine(reason ? reason : path) +
        (path == chosen ? "; CM2TT_LIBCUDA names it"
                        : "; install NVIDIA's driver, or set CM2TT_LIBCUDA to "
                          "where its libcuda.so.1 is"));
  }
  auto api = std::make_unique<Api>();
  const char *missing = nullptr;
#define CM2TT_CUDA_BIND(name, exported, parameters)                            \
  api->name =                                                                  \
      reinterpret_cast<Result(*) parameters>(dlsym(library, exported));        \
  if (!api->name)                                                              \
    missing = exported;
  CM2TT_CUDA_FUNCTIONS(CM2TT_CUDA_BIND)
#undef CM2TT_CUDA_BIND
  if (missing)
    return libraryError("the CUDA driver '" + Twine(path) +
                        "' has no function '" + missing +
                        "'; a driver for CUDA 11 or newer is needed");
  return api;
}

/// What one can do about a result; empty if the driver's text says it all.
static StringRef adviceFor(Result result) {
  switch (result) {
  case OutOfMemory:
    return "free memory on the device or use smaller buffers";
  case StubLibrary:
    return "this libcuda is the toolkit's stub for linking; use the driver's";
  case DeviceUnavailable:
    return "another process uses the device exclusively";
  case NoDevice:
    return "look at nvidia-smi and CUDA_VISIBLE_DEVICES";
  case InvalidImage:
  case InvalidPtx:
    return "compile for a target that the device knows";
  case NoBinaryForGpu:
    return "compile for the device's own target (--target=native)";
  case JitCompilerNotFound:
    return "the driver's libnvidia-ptxjitcompiler is missing; install it or "
           "load a cubin";
  case UnsupportedPtxVersion:
    return "the driver is older than the PTX; update it or load a cubin";
  case IllegalAddress:
  case MisalignedAddress:
    return "a kernel accessed memory that it may not: look at masks, sizes "
           "and strides";
  case LaunchOutOfResources:
    return "fewer warps or smaller blocks use fewer registers";
  case SystemNotReady:
  case SystemDriverMismatch:
    return "the driver's kernel module and library disagree or are starting; "
           "look at nvidia-smi, reboot after an update";
  default:
    return "";
  }
}

Error Api::failure(Result result, const char *call, const Twine &detail) const {
  const char *name = nullptr, *text = nullptr;
  cuGetErrorName(result, &name);
  cuGetErrorString(result, &text);
  std::string message = std::string(call) + " failed: ";
  message += name ? name : "error " + std::to_string(result);
  if (text)
    message += std::string(" (") + text + ")";
  if (std::string more = detail.str(); !more.empty())
    message += ": " + more;
  if (StringRef advice = adviceFor(result); !advice.empty())
    message += "; " + advice.str();
  return libraryError(message);
}
