// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Loads code on a GPU and launches it.
///
/// A plain launch is `cuLaunchKernel`; only attributes use `cuLaunchKernelEx`.
/// All blocks of a cooperative launch have to fit on the device at the same
/// time; clusters need compute capability 9.0. A kernel that waits for those
/// before it by itself begins when all blocks of the kernel before have begun
/// or ended, if that one allows it ("programmatic stream serialization"); a
/// graph that is captured has such edges.
///
/// `link` returns the cubin that the driver assembles from PTX. It can be
/// stored, and loading it later compiles nothing.
///
/// Not here: launches of guarded kernels (CudaChecks.cpp); tensor maps
/// (CudaTensors.cpp).

#include "CudaDeviceInternals.h"

#include "cm2tt/Compiler/Compiler.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::cuda;

/// Dynamic shared memory that every kernel may use without asking.
static constexpr unsigned sharedBytesWithoutAsking = 48 * 1024;

namespace {
/// The options of the driver's compiler: where it writes what is wrong, and
/// that it keeps the lines of the source if the image has them.
class JitOptions {
public:
  static constexpr unsigned count = 3;
  /// CUjit_option and their values, `count` of each.
  int options[count] = {JitErrorLogBuffer, JitErrorLogBufferSizeBytes,
                        JitGenerateLineInfo};
  void *values[count] = {text, toHandle(sizeof(text) - 1)};

  explicit JitOptions(StringRef image) {
    values[2] = toHandle(image.contains("\n\t.loc\t"));
  }
  JitOptions(const JitOptions &) = delete;
  StringRef message() const { return StringRef(text).trim(); }

private:
  char text[4096] = {};
};
} // namespace

/// The compiler's message on code that the driver refuses, and the driver that
/// PTX needs if its version is too new. PTX 7.x came with CUDA 11.x, 8.x with
/// 12.x and 9.x with 13.x, but 8.6 with 12.7, as 12.6 brought no version (PTX
/// ISA, "Release Notes").
static std::string explain(Result result, const JitOptions &jit,
                           StringRef image) {
  std::string text = jit.message().str();
  unsigned major, minor;
  StringRef version = image.split("\n.version ").second;
  if (result != UnsupportedPtxVersion || version.consumeInteger(10, major) ||
      !version.consume_front(".") || version.consumeInteger(10, minor))
    return text;
  const bool isLater = major == 8 && minor > 5;
  return formatv("{0}{1}PTX {2}.{3} needs a driver for CUDA {4}.{5} or newer",
                 text, text.empty() ? "" : "; ", major, minor, major + 4,
                 minor + isLater);
}

Expected<Module> CudaDevice::load(StringRef image) {
  if (Error error = activate())
    return error;
  // PTX has to end in a zero byte; a cubin knows its size.
  std::string terminated = image.str();
  JitOptions jit(image);
  Handle module = nullptr;
  Result result = api->cuModuleLoadDataEx(
      &module, terminated.c_str(), JitOptions::count, jit.options, jit.values);
  if (Error error =
          api->check(result, "cuModuleLoadDataEx", explain(result, jit, image)))
    return error;
  return Module(*this, toInteger(module));
}

Expected<std::string> CudaDevice::link(StringRef image) {
  if (image.starts_with("\x7f"
                        "ELF"))
    return image.str();
  if (Error error = activate())
    return error;
  std::string terminated = image.str();
  JitOptions jit(image);
  Handle state = nullptr;
  Result result =
      api->cuLinkCreate(JitOptions::count, jit.options, jit.values, &state);
  if (Error error = api->check(result, "cuLinkCreate"))
    return error;
  const char *call = "cuLinkAddData";
  void *cubin = nullptr;
  size_t bytes = 0;
  result = api->cuLinkAddData(state, JitInputPtx, terminated.data(),
                              terminated.size() + 1, "kernel.ptx", 0, nullptr,
                              nullptr);
  if (result == Success) {
    call = "cuLinkComplete";
    result = api->cuLinkComplete(state, &cubin, &bytes);
  }
  // The cubin is the link's, as the log is until its end.
  std::string linked(static_cast<const char *>(cubin), bytes);
  api->cuLinkDestroy(state);
  if (Error error = api->check(result, call, explain(result, jit, image)))
    return error;
  return linked;
}

Expected<KernelHandle> CudaDevice::kernel(const Module &module,
                                          const KernelMetadata &metadata) {
  if (Error error = activate())
    return error;
  Handle function = nullptr;
  Result result = api->cuModuleGetFunction(&function, toHandle(module.handle()),
                                           metadata.getSymbol().c_str());
  if (Error error = api->check(result, "cuModuleGetFunction",
                               "kernel '" + metadata.name + "'"))
    return error;
  unsigned shared = metadata.sharedBytes;
  if (shared > static_cast<unsigned>(maxSharedBytes))
    return make_error<ResourceError>(
        "kernel '" + metadata.name + "' needs " + std::to_string(shared) +
        " bytes of shared memory: a block on '" + deviceName +
        "' has at most " + std::to_string(maxSharedBytes) +
        "; use smaller tiles or fewer stages");
  if (shared > sharedBytesWithoutAsking)
    if (Error error = api->check(
            api->cuFuncSetAttribute(function, MaxDynamicSharedSizeBytes,
                                    static_cast<int>(shared)),
            "cuFuncSetAttribute", Twine(shared) + " bytes of shared memory"))
      return error;
  KernelHandle handle;
  handle.function = toInteger(function);
  handle.threads = 32 * metadata.numWarps;
  handle.sharedBytes = shared;
  handle.parameters = static_cast<uint32_t>(metadata.parameters.size());
  handle.scratchBytes = static_cast<uint32_t>(metadata.scratchBytes);
  handle.startsEarly = metadata.waitsForKernels && canStartEarly;
  if (metadata.persistentAxes)
    if (Error error = preparePersistent(handle, metadata))
      return error;
  if (metadata.isGuarded)
    handle.checks =
        reinterpret_cast<uintptr_t>(addChecked(module.handle(), metadata));
  return handle;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// `2x3x1`.
static std::string extentsText(const Dim3 &extents) {
  return std::to_string(extents.x) + "x" + std::to_string(extents.y) + "x" +
         std::to_string(extents.z);
}

/// Whether a launch has no attributes of the driver.
static bool isPlain(const KernelHandle &kernel,
                    const LaunchAttributes &attributes) {
  return !kernel.startsEarly && attributes.isPlain();
}

/// A launch with attributes.
Result CudaDevice::launchWith(const KernelHandle &kernel, const Dim3 &grid,
                              StreamHandle stream, ArrayRef<void *> arguments,
                              const LaunchAttributes &attributes) {
  LaunchAttribute list[3] = {};
  LaunchConfig config = {{grid.x, grid.y, grid.z},
                         {kernel.threads, 1, 1},
                         kernel.sharedBytes,
                         toHandle(stream),
                         list,
                         0};
  if (attributes.cooperative) {
    LaunchAttribute &attribute = list[config.attributeCount++];
    attribute.id = AttributeCooperative;
    attribute.cooperative = 1;
  } else if (kernel.startsEarly) {
    LaunchAttribute &attribute = list[config.attributeCount++];
    attribute.id = AttributeProgrammaticStreamSerialization;
    attribute.startsEarly = 1;
  }
  const Dim3 &cluster = attributes.cluster;
  if (cluster.x != 1 || cluster.y != 1 || cluster.z != 1) {
    LaunchAttribute &attribute = list[config.attributeCount++];
    attribute.id = AttributeClusterDimension;
    attribute.clusterDimension[0] = cluster.x;
    attribute.clusterDimension[1] = cluster.y;
    attribute.clusterDimension[2] = cluster.z;
  }
  return api->cuLaunchKernelEx(&config, toHandle(kernel.function),
                               const_cast<void **>(arguments.data()), nullptr);
}

/// The error of a failed launch.
Error CudaDevice::launchFailure(Result result, const KernelHandle &kernel,
                                const Dim3 &grid,
                                const LaunchAttributes &attributes) {
  std::string detail = "grid " + extentsText(grid);
  if (attributes.cooperative)
    detail += ", cooperative";
  if (!LaunchAttributes{false, attributes.cluster}.isPlain())
    detail += ", clusters of " + extentsText(attributes.cluster);
  detail += ", " + std::to_string(kernel.threads) + " threads";
  int registers = 0;
  if (api->cuFuncGetAttribute(&registers, RegistersPerThread,
                              toHandle(kernel.function)) == Success)
    detail += " of " + std::to_string(registers) + " registers";
  detail +=
      ", " + std::to_string(kernel.sharedBytes) + " bytes of shared memory";
  const char *call =
      isPlain(kernel, attributes) ? "cuLaunchKernel" : "cuLaunchKernelEx";
  if (result == LaunchOutOfResources || result == CooperativeLaunchTooLarge)
    return make_error<ResourceError>(api->failureText(result, call, detail));
  return api->check(result, call, detail);
}

Error CudaDevice::queueLaunch(const KernelHandle &kernel, const Dim3 &grid,
                              StreamHandle stream, ArrayRef<void *> arguments,
                              const LaunchAttributes &attributes) {
  Result result =
      isPlain(kernel, attributes)
          ? api->cuLaunchKernel(toHandle(kernel.function), grid.x, grid.y,
                                grid.z, kernel.threads, 1, 1,
                                kernel.sharedBytes, toHandle(stream),
                                const_cast<void **>(arguments.data()), nullptr)
          : launchWith(kernel, grid, stream, arguments, attributes);
  if (LLVM_LIKELY(result == Success))
    return Error::success();
  return launchFailure(result, kernel, grid, attributes);
}

Error CudaDevice::launch(const KernelHandle &kernel, const Dim3 &grid,
                         StreamHandle stream, ArrayRef<void *> arguments,
                         const LaunchAttributes &attributes) {
  if (LLVM_UNLIKELY(arguments.size() != kernel.parameters))
    return createStringError(inconvertibleErrorCode(),
                             "the kernel takes %u arguments: %zu were given",
                             kernel.parameters, arguments.size());
  if (Error error = activate())
    return error;
  // The driver refuses a grid of no blocks, which is no work.
  if (LLVM_UNLIKELY(grid.x == 0 || grid.y == 0 || grid.z == 0))
    return Error::success();
  if (LLVM_UNLIKELY(kernel.persistentAxes))
    return launchPersistent(kernel, grid, stream, arguments, attributes);
  if (LLVM_UNLIKELY(kernel.checks))
    return launchChecked(kernel, grid, stream, arguments, attributes);
  if (LLVM_UNLIKELY(kernel.scratchBytes))
    return launchWithScratch(kernel, grid, stream, arguments, attributes);
  return queueLaunch(kernel, grid, stream, arguments, attributes);
}
