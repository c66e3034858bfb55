// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Opens libcuda, and describes its results in text. libcuda is never closed:
/// the driver keeps threads and state.

#include "CudaInternals.h"

#include "cm2tt/Lowering/PlainText.h"

#include <cstdlib>
#include <dlfcn.h>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime::cuda;

static Error libraryError(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

/// The CUDA that a driver supports, as text; empty if it does not say so.
static std::string supportedCuda(Result (*getVersion)(int *)) {
  int version = 0;
  if (!getVersion || getVersion(&version) != Success)
    return "";
  return "; the driver supports CUDA " + std::to_string(version / 1000) + "." +
         std::to_string(version % 1000 / 10);
}

Expected<std::unique_ptr<Api>> Api::open() {
  const char *chosen = std::getenv("CM2TT_LIBCUDA");
  const char *path = chosen && *chosen ? chosen : "libcuda.so.1";
  // The dynamic linker translates its errors.
  plain::CLocale locale;
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    return libraryError(
        "the CUDA driver cannot be opened: " + Twine(reason ? reason : path) +
        (path == chosen ? "; CM2TT_LIBCUDA names it"
                        : "; install NVIDIA's driver, or set CM2TT_LIBCUDA to "
                          "the path of its libcuda.so.1"));
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
                        "'; update it: CUDA 12 or newer is needed" +
                        supportedCuda(api->cuDriverGetVersion));
  return api;
}

/// Advice on a result; empty if the driver's text suffices.
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
    return "compile for a target that the device supports";
  case NoBinaryForGpu:
    return "compile for the device's own target (--target=native)";
  case JitCompilerNotFound:
    return "the driver's libnvidia-ptxjitcompiler is missing; install it or "
           "load a cubin";
  case UnsupportedPtxVersion:
    return "update the driver, or load a cubin, which ptxas compiles";
  case IllegalAddress:
    return "a kernel accessed invalid memory; CM2TT_CHECK=1 in the "
           "environment, or `cm2tt run --check` with the same arguments, "
           "reports the location. The process has to be restarted to use the "
           "GPU";
  case MisalignedAddress:
    return "a kernel accessed invalid memory; `cm2tt run --check` with the "
           "same arguments reports the location, on the CPU. The process has "
           "to be restarted to use the GPU";
  case LaunchTimeout:
    return "a kernel exceeded the time limit of a GPU with a display";
  case DeviceAssertion:
    return "an assertion of a kernel failed; its output names it. The process "
           "has to be restarted to use the GPU";
  case IllegalInstruction:
  case LaunchFailed:
    return "a kernel failed; `cm2tt run --check` with the same arguments may "
           "report the location, on the CPU. The process has to be restarted "
           "to use the GPU";
  case CooperativeLaunchTooLarge:
    return "all blocks of a cooperative launch run at the same time: use fewer "
           "or smaller blocks";
  case InvalidClusterSize:
    return "a cluster has at most 8 blocks, whose extents divide the grid's";
  case LaunchOutOfResources:
    return "fewer warps or smaller tiles use fewer registers, fewer stages "
           "less shared memory";
  case CaptureUnsupported:
    return "during a capture, a stream accepts only launches, asynchronous "
           "copies and events; do other work before it";
  case CaptureInvalidated:
    return "an earlier error ended the capture: end it and begin again";
  case CaptureUnmatched:
  case CaptureUnjoined:
  case CaptureIsolation:
    return "streams that joined a capture have to be waited for by the one "
           "that began it, which ends it";
  case CaptureImplicit:
    return "the default stream waits for a stream that captures: use another "
           "than the default one";
  case CaptureWrongThread:
    return "the thread that began a capture has to end it";
  case SystemNotReady:
  case SystemDriverMismatch:
    return "the driver's kernel module and library disagree or are starting; "
           "look at nvidia-smi, reboot after an update";
  default:
    return "";
  }
}

/// Whether the driver's age may be the reason.
static bool dependsOnVersion(Result result) {
  return result == NoBinaryForGpu || result == InvalidPtx ||
         result == UnsupportedPtxVersion;
}

std::string Api::failureText(Result result, const char *call,
                             const Twine &detail) const {
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
  if (dependsOnVersion(result))
    message += supportedCuda(cuDriverGetVersion);
  return message;
}

Error Api::failure(Result result, const char *call, const Twine &detail) const {
  return libraryError(failureText(result, call, detail));
}
