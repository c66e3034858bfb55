// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A CUDA device: the primary context of one GPU behind the device interface.
///
/// Every call makes the context current first. That costs some ten nanoseconds
/// and spares callers from knowing which thread they are on and who else in
/// the process changes contexts.

#include "cm2tt/Runtime/CudaDevice.h"

#include "CudaInternals.h"

#include "cm2tt/Driver/Compiler.h"

#include <cstring>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

/// Dynamic shared memory that every kernel may use without asking.
static constexpr unsigned sharedBytesWithoutAsking = 48 * 1024;

static uint64_t toInteger(cuda::Handle handle) {
  return reinterpret_cast<uintptr_t>(handle);
}
static cuda::Handle toHandle(uint64_t value) {
  return reinterpret_cast<cuda::Handle>(static_cast<uintptr_t>(value));
}

namespace {
class CudaDevice final : public Device {
public:
  explicit CudaDevice(std::unique_ptr<cuda::Api> api) : api(std::move(api)) {}
  ~CudaDevice() override;
  /// The rest of construction, which can fail.
  Error open(unsigned ordinal);

  StringRef name() const override { return deviceName; }
  StringRef target() const override { return targetName; }

  Expected<DeviceBuffer> allocate(uint64_t bytes) override;
  Error copyIn(DeviceAddress to, ArrayRef<char> from) override;
  Error copyOut(MutableArrayRef<char> to, DeviceAddress from) override;
  Error fill(DeviceAddress to, uint8_t byte, uint64_t bytes) override;

  Expected<Module> load(StringRef image) override;
  Expected<KernelHandle> kernel(const Module &module,
                                const KernelMetadata &metadata) override;
  Error launch(const KernelHandle &kernel, const Dim3 &grid,
               StreamHandle stream, ArrayRef<void *> arguments) override;

  Expected<Stream> createStream() override;
  Error synchronize(StreamHandle stream) override;
  Expected<Event> createEvent() override;
  Error record(const Event &event, StreamHandle stream) override;
  Expected<double> elapsedMilliseconds(const Event &begin,
                                       const Event &end) override;

private:
  void release(ObjectKind kind, uint64_t handle) override;
  Error attribute(int which, int &value);
  Error readFacts();
  Error activate() const {
    return api->check(api->cuCtxSetCurrent(context), "cuCtxSetCurrent");
  }

  std::unique_ptr<cuda::Api> api;
  cuda::DeviceId id = 0;
  cuda::Handle context = nullptr;
  std::string deviceName;
  std::string targetName;
  /// The most shared memory that a block can ask for, in bytes.
  int maxSharedBytes = 0;
};
} // namespace

CudaDevice::~CudaDevice() {
  if (!context)
    return;
  // Leave no thread on a context that is gone.
  api->cuCtxSetCurrent(nullptr);
  api->cuDevicePrimaryCtxRelease(id);
}

Error CudaDevice::attribute(int which, int &value) {
  return api->check(api->cuDeviceGetAttribute(&value, which, id),
                    "cuDeviceGetAttribute");
}

/// Reads name, target and limits of the device `id`.
Error CudaDevice::readFacts() {
  char text[256] = {};
  if (Error error = api->check(api->cuDeviceGetName(text, sizeof(text) - 1, id),
                               "cuDeviceGetName"))
    return error;
  deviceName = text;
  int major = 0, minor = 0;
  if (Error error = attribute(cuda::ComputeCapabilityMajor, major))
    return error;
  if (Error error = attribute(cuda::ComputeCapabilityMinor, minor))
    return error;
  if (Error error =
          attribute(cuda::MaxSharedMemoryPerBlockOptin, maxSharedBytes))
    return error;
  if (major < 8)
    return createStringError(
        inconvertibleErrorCode(),
        "the device '%s' has compute capability %d.%d: 8.0 or newer is needed",
        text, major, minor);
  // From 9.0 on, the features that make kernels fast are those of exactly
  // that architecture, which the suffix asks for.
  targetName = "sm_" + std::to_string(major * 10 + minor);
  if (major >= 9)
    targetName += "a";
  return Error::success();
}

Error CudaDevice::open(unsigned ordinal) {
  if (Error error = api->check(api->cuInit(0), "cuInit"))
    return error;
  int count = 0;
  if (Error error =
          api->check(api->cuDeviceGetCount(&count), "cuDeviceGetCount"))
    return error;
  if (count == 0)
    return api->check(cuda::NoDevice, "cuDeviceGetCount");
  if (ordinal >= static_cast<unsigned>(count))
    return createStringError(inconvertibleErrorCode(),
                             "no CUDA device %u: there %s %d, counted from 0",
                             ordinal, count == 1 ? "is" : "are", count);
  if (Error error = api->check(api->cuDeviceGet(&id, static_cast<int>(ordinal)),
                               "cuDeviceGet"))
    return error;
  if (Error error = readFacts())
    return error;
  cuda::Handle primary = nullptr;
  if (Error error = api->check(api->cuDevicePrimaryCtxRetain(&primary, id),
                               "cuDevicePrimaryCtxRetain"))
    return error;
  context = primary;
  return activate();
}

Expected<DeviceBuffer> CudaDevice::allocate(uint64_t bytes) {
  if (Error error = activate())
    return error;
  cuda::Address address = 0;
  // The driver refuses 0 bytes; a kernel may still be given such a buffer.
  cuda::Result result = api->cuMemAlloc(&address, bytes ? bytes : 1);
  if (Error error = api->check(result, "cuMemAlloc", Twine(bytes) + " bytes"))
    return error;
  return DeviceBuffer(*this, address);
}

Error CudaDevice::copyIn(DeviceAddress to, ArrayRef<char> from) {
  if (from.empty())
    return Error::success();
  if (Error error = activate())
    return error;
  return api->check(api->cuMemcpyHtoD(to, from.data(), from.size()),
                    "cuMemcpyHtoD", Twine(from.size()) + " bytes");
}

Error CudaDevice::copyOut(MutableArrayRef<char> to, DeviceAddress from) {
  if (to.empty())
    return Error::success();
  if (Error error = activate())
    return error;
  return api->check(api->cuMemcpyDtoH(to.data(), from, to.size()),
                    "cuMemcpyDtoH", Twine(to.size()) + " bytes");
}

Error CudaDevice::fill(DeviceAddress to, uint8_t byte, uint64_t bytes) {
  if (bytes == 0)
    return Error::success();
  if (Error error = activate())
    return error;
  return api->check(api->cuMemsetD8(to, byte, bytes), "cuMemsetD8",
                    Twine(bytes) + " bytes");
}

Expected<Module> CudaDevice::load(StringRef image) {
  if (Error error = activate())
    return error;
  // PTX has to end in a zero byte; a cubin knows its size.
  std::string terminated = image.str();
  char log[4096] = {};
  int options[] = {cuda::JitErrorLogBuffer, cuda::JitErrorLogBufferSizeBytes};
  void *values[] = {log, toHandle(sizeof(log) - 1)};
  cuda::Handle module = nullptr;
  cuda::Result result =
      api->cuModuleLoadDataEx(&module, terminated.c_str(), 2, options, values);
  StringRef reason = StringRef(log).trim();
  if (Error error = api->check(result, "cuModuleLoadDataEx", reason))
    return error;
  return Module(*this, toInteger(module));
}

Expected<KernelHandle> CudaDevice::kernel(const Module &module,
                                          const KernelMetadata &metadata) {
  if (Error error = activate())
    return error;
  cuda::Handle function = nullptr;
  cuda::Result result = api->cuModuleGetFunction(
      &function, toHandle(module.handle()), metadata.name.c_str());
  if (Error error = api->check(result, "cuModuleGetFunction",
                               "kernel '" + metadata.name + "'"))
    return error;
  unsigned shared = metadata.sharedBytes;
  if (shared > static_cast<unsigned>(maxSharedBytes))
    return createStringError(
        inconvertibleErrorCode(),
        "kernel '%s' needs %u bytes of shared memory: a block on '%s' has at "
        "most %d; use smaller tiles or fewer stages",
        metadata.name.c_str(), shared, deviceName.c_str(), maxSharedBytes);
  if (shared > sharedBytesWithoutAsking)
    if (Error error = api->check(
            api->cuFuncSetAttribute(function, cuda::MaxDynamicSharedSizeBytes,
                                    static_cast<int>(shared)),
            "cuFuncSetAttribute", Twine(shared) + " bytes of shared memory"))
      return error;
  KernelHandle handle;
  handle.function = toInteger(function);
  handle.threads = 32 * metadata.numWarps;
  handle.sharedBytes = shared;
  handle.parameters = static_cast<uint32_t>(metadata.parameters.size());
  return handle;
}

Error CudaDevice::launch(const KernelHandle &kernel, const Dim3 &grid,
                         StreamHandle stream, ArrayRef<void *> arguments) {
  if (LLVM_UNLIKELY(arguments.size() != kernel.parameters))
    return createStringError(inconvertibleErrorCode(),
                             "the kernel takes %u arguments: %zu were given",
                             kernel.parameters, arguments.size());
  if (Error error = activate())
    return error;
  cuda::Result result = api->cuLaunchKernel(
      toHandle(kernel.function), grid.x, grid.y, grid.z, kernel.threads, 1, 1,
      kernel.sharedBytes, toHandle(stream),
      const_cast<void **>(arguments.data()), nullptr);
  if (LLVM_LIKELY(result == cuda::Success))
    return Error::success();
  return api->check(result, "cuLaunchKernel",
                    "grid " + Twine(grid.x) + "x" + Twine(grid.y) + "x" +
                        Twine(grid.z) + ", " + Twine(kernel.threads) +
                        " threads, " + Twine(kernel.sharedBytes) +
                        " bytes of shared memory");
}

Expected<Stream> CudaDevice::createStream() {
  if (Error error = activate())
    return error;
  cuda::Handle stream = nullptr;
  if (Error error =
          api->check(api->cuStreamCreate(&stream, cuda::StreamNonBlocking),
                     "cuStreamCreate"))
    return error;
  return Stream(*this, toInteger(stream));
}

Error CudaDevice::synchronize(StreamHandle stream) {
  if (Error error = activate())
    return error;
  return api->check(api->cuStreamSynchronize(toHandle(stream)),
                    "cuStreamSynchronize");
}

Expected<Event> CudaDevice::createEvent() {
  if (Error error = activate())
    return error;
  cuda::Handle event = nullptr;
  if (Error error = api->check(api->cuEventCreate(&event, 0), "cuEventCreate"))
    return error;
  return Event(*this, toInteger(event));
}

Error CudaDevice::record(const Event &event, StreamHandle stream) {
  if (Error error = activate())
    return error;
  return api->check(
      api->cuEventRecord(toHandle(event.handle()), toHandle(stream)),
      "cuEventRecord");
}

Expected<double> CudaDevice::elapsedMilliseconds(const Event &begin,
                                                 const Event &end) {
  if (Error error = activate())
    return error;
  if (Error error = api->check(api->cuEventSynchronize(toHandle(end.handle())),
                               "cuEventSynchronize"))
    return error;
  float milliseconds = 0;
  if (Error error = api->check(api->cuEventElapsedTime(&milliseconds,
                                                       toHandle(begin.handle()),
                                                       toHandle(end.handle())),
                               "cuEventElapsedTime"))
    return error;
  return static_cast<double>(milliseconds);
}

void CudaDevice::release(ObjectKind kind, uint64_t handle) {
  api->cuCtxSetCurrent(context);
  switch (kind) {
  case ObjectKind::Buffer:
    api->cuMemFree(handle);
    return;
  case ObjectKind::Module:
    api->cuModuleUnload(toHandle(handle));
    return;
  case ObjectKind::Stream:
    api->cuStreamDestroy(toHandle(handle));
    return;
  case ObjectKind::Event:
    api->cuEventDestroy(toHandle(handle));
    return;
  }
}

Expected<std::unique_ptr<Device>> runtime::openCudaDevice(unsigned ordinal) {
  Expected<std::unique_ptr<cuda::Api>> api = cuda::Api::open();
  if (!api)
    return api.takeError();
  auto device = std::make_unique<CudaDevice>(std::move(*api));
  if (Error error = device->open(ordinal))
    return error;
  return device;
}
