// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Opens a GPU; its properties and its memory. `copyIn` and `fill` wait for the
/// default stream, since the driver may return before the device has all data,
/// and other streams do not wait for that.
///
/// Not here: code and launches (CudaLaunch.cpp), streams, events and graphs
/// (CudaStreams.cpp), copies between GPUs (CudaPeers.cpp).

#include "cm2tt/Runtime/CudaDevice.h"

#include "CudaDeviceInternals.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::cuda;

CudaDevice::~CudaDevice() {
  completions.stop();
  probe.reset();
  copied.reset();
  guard.reset();
  if (!context)
    return;
  if (pool)
    api->cuMemPoolDestroy(pool);
  // Leave no thread on a context that is gone.
  api->cuCtxSetCurrent(nullptr);
  api->cuDevicePrimaryCtxRelease(id);
}

Error CudaDevice::attribute(int which, int &value) {
  return api->check(api->cuDeviceGetAttribute(&value, which, id),
                    "cuDeviceGetAttribute");
}

/// Reads name, target and limits of the device `id`.
Error CudaDevice::readProperties() {
  char text[256] = {};
  if (Error error = api->check(api->cuDeviceGetName(text, sizeof(text) - 1, id),
                               "cuDeviceGetName"))
    return error;
  deviceName = text;
  int major = 0, minor = 0;
  if (Error error = attribute(ComputeCapabilityMajor, major))
    return error;
  if (Error error = attribute(ComputeCapabilityMinor, minor))
    return error;
  if (Error error = attribute(MaxSharedMemoryPerBlockOptin, maxSharedBytes))
    return error;
  computeMajor = static_cast<unsigned>(major);
  computeMinor = static_cast<unsigned>(minor);
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
  // Graphs have edges of such launches since then.
  constexpr int sinceVersion = 12030;
  int version = 0;
  canStartEarly =
      api->cuDriverGetVersion(&version) == Success && version >= sinceVersion;
  return Error::success();
}

/// The number of devices, after cuInit.
static Expected<unsigned> countDevices(const Api &api) {
  int count = 0;
  if (Error error = api.check(api.cuDeviceGetCount(&count), "cuDeviceGetCount"))
    return error;
  return static_cast<unsigned>(count);
}

Error CudaDevice::open(unsigned number) {
  ordinal = number;
  if (Error error = api->check(api->cuInit(0), "cuInit"))
    return error;
  Expected<unsigned> count = countDevices(*api);
  if (!count)
    return count.takeError();
  if (*count == 0)
    return api->check(NoDevice, "cuDeviceGetCount");
  if (ordinal >= *count)
    return createStringError(inconvertibleErrorCode(),
                             "no CUDA device %u: there %s %u, counted from 0",
                             ordinal, *count == 1 ? "is" : "are", *count);
  if (Error error = api->check(api->cuDeviceGet(&id, static_cast<int>(ordinal)),
                               "cuDeviceGet"))
    return error;
  if (Error error = readProperties())
    return error;
  Handle primary = nullptr;
  if (Error error = api->check(api->cuDevicePrimaryCtxRetain(&primary, id),
                               "cuDevicePrimaryCtxRetain"))
    return error;
  context = primary;
  return activate();
}

/// The text of a CUuuid, as nvidia-smi prints it.
static std::string uuidText(ArrayRef<uint8_t> bytes) {
  std::string text = "GPU-";
  for (auto [i, byte] : enumerate(bytes)) {
    if (i == 4 || i == 6 || i == 8 || i == 10)
      text += '-';
    text += toHex(ArrayRef(byte), /*LowerCase=*/true);
  }
  return text;
}

Expected<DeviceProperties> CudaDevice::getProperties() {
  if (Error error = activate())
    return error;
  uint8_t uuid[16] = {};
  if (Error error =
          api->check(api->cuDeviceGetUuid(uuid, id), "cuDeviceGetUuid"))
    return error;
  DeviceProperties properties;
  properties.name = deviceName;
  properties.target = targetName;
  properties.uuid = uuidText(uuid);
  properties.computeMajor = computeMajor;
  properties.computeMinor = computeMinor;
  properties.sharedBytes = static_cast<unsigned>(maxSharedBytes);
  int processors = 0, version = 0;
  if (Error error = attribute(MultiprocessorCount, processors))
    return error;
  if (Error error =
          api->check(api->cuDriverGetVersion(&version), "cuDriverGetVersion"))
    return error;
  size_t total = 0, free = 0, ofContext = 0;
  if (Error error =
          api->check(api->cuDeviceTotalMem(&total, id), "cuDeviceTotalMem"))
    return error;
  if (Error error =
          api->check(api->cuMemGetInfo(&free, &ofContext), "cuMemGetInfo"))
    return error;
  properties.processors = static_cast<unsigned>(processors);
  properties.driverVersion = static_cast<unsigned>(version);
  properties.memoryBytes = total;
  properties.freeBytes = free;
  return properties;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Expected<DeviceBuffer> CudaDevice::allocate(uint64_t bytes) {
  if (Error error = activate())
    return error;
  Address address = 0;
  // The driver refuses 0 bytes; a kernel may still be given such a buffer.
  Result result = api->cuMemAlloc(&address, bytes ? bytes : 1);
  if (LLVM_LIKELY(result == Success)) {
    allocations.add({address, address + bytes}, /*isWritten=*/true);
    return DeviceBuffer(*this, address);
  }
  size_t free = 0, total = 0;
  bool known = api->cuMemGetInfo(&free, &total) == Success;
  std::string detail = std::to_string(bytes) + " bytes";
  if (known)
    detail += ", " + std::to_string(free) + " of " + std::to_string(total) +
              " are free";
  return api->check(result, "cuMemAlloc", detail);
}

Expected<HostBuffer> CudaDevice::allocateHost(uint64_t bytes) {
  if (Error error = activate())
    return error;
  void *memory = nullptr;
  Result result = api->cuMemHostAlloc(&memory, bytes ? bytes : 1, 0);
  if (Error error =
          api->check(result, "cuMemHostAlloc", Twine(bytes) + " bytes"))
    return error;
  return HostBuffer(*this, toInteger(memory));
}

/// An error for an address that is not memory of a device.
static Error notOfDevice(uint64_t address, const std::string &device,
                         const std::string &found) {
  return createStringError(std::errc::invalid_argument,
                           "the address 0x%llx is not memory of '%s': %s",
                           static_cast<unsigned long long>(address),
                           device.c_str(), found.c_str());
}

Expected<WrappedBuffer> CudaDevice::wrap(DeviceAddress address,
                                         uint64_t bytes) {
  if (!bytes)
    return WrappedBuffer(*this, address);
  if (Error error = activate())
    return error;
  unsigned type = 0;
  int owner = 0;
  Result result = api->cuPointerGetAttribute(&type, PointerMemoryType, address);
  if (result == InvalidValue)
    return notOfDevice(address, deviceName, "the driver did not allocate it");
  if (Error error = api->check(result, "cuPointerGetAttribute"))
    return error;
  if (type == MemoryOfHost)
    return notOfDevice(address, deviceName, "it is memory of the host");
  if (Error error = api->check(
          api->cuPointerGetAttribute(&owner, PointerDeviceOrdinal, address),
          "cuPointerGetAttribute"))
    return error;
  if (owner != static_cast<int>(ordinal))
    return notOfDevice(address, deviceName,
                       "it is memory of GPU " + std::to_string(owner));
  return WrappedBuffer(*this, address);
}

Error CudaDevice::copyIn(DeviceAddress to, ArrayRef<char> from) {
  if (from.empty())
    return Error::success();
  if (Error error = activate())
    return error;
  if (Error error = api->check(api->cuMemcpyHtoD(to, from.data(), from.size()),
                               "cuMemcpyHtoD", Twine(from.size()) + " bytes"))
    return error;
  // The driver may have copied to its own memory only, and other streams do not
  // wait for the rest.
  return settle();
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
  if (Error error = api->check(api->cuMemsetD8(to, byte, bytes), "cuMemsetD8",
                               Twine(bytes) + " bytes"))
    return error;
  return settle();
}

Error CudaDevice::copyInAsync(DeviceAddress to, ArrayRef<char> from,
                              StreamHandle stream) {
  if (from.empty())
    return Error::success();
  if (Error error = activate())
    return error;
  return api->check(
      api->cuMemcpyHtoDAsync(to, from.data(), from.size(), toHandle(stream)),
      "cuMemcpyHtoDAsync", Twine(from.size()) + " bytes");
}

Error CudaDevice::copyOutAsync(MutableArrayRef<char> to, DeviceAddress from,
                               StreamHandle stream) {
  if (to.empty())
    return Error::success();
  if (Error error = activate())
    return error;
  return api->check(
      api->cuMemcpyDtoHAsync(to.data(), from, to.size(), toHandle(stream)),
      "cuMemcpyDtoHAsync", Twine(to.size()) + " bytes");
}

Error CudaDevice::fillAsync(DeviceAddress to, uint8_t byte, uint64_t bytes,
                            StreamHandle stream) {
  if (bytes == 0)
    return Error::success();
  if (Error error = activate())
    return error;
  return api->check(api->cuMemsetD8Async(to, byte, bytes, toHandle(stream)),
                    "cuMemsetD8Async", Twine(bytes) + " bytes");
}

/// Sets numbers of 8 bytes, which the driver has no function for: the first
/// ones as columns of 4 bytes, and the others by copies, each as long as all
/// that is set before it.
Error CudaDevice::fillLongsAsync(DeviceAddress to, uint64_t bits,
                                 uint64_t count, StreamHandle stream) {
  constexpr uint64_t firstCount = 4096, size = sizeof(bits);
  const auto low = static_cast<unsigned>(bits);
  const auto high = static_cast<unsigned>(bits >> 32);
  uint64_t done = std::min(count, firstCount);
  if (Error error = api->check(
          api->cuMemsetD2D32Async(to, size, low, 1, done, toHandle(stream)),
          "cuMemsetD2D32Async"))
    return error;
  if (Error error =
          api->check(api->cuMemsetD2D32Async(to + sizeof(low), size, high, 1,
                                             done, toHandle(stream)),
                     "cuMemsetD2D32Async"))
    return error;
  for (uint64_t more; done < count; done += more) {
    more = std::min(done, count - done);
    if (Error error = copyAsync(to + done * size, to, more * size, stream))
      return error;
  }
  return Error::success();
}

Error CudaDevice::fillNumbersAsync(DeviceAddress to, const FillValue &value,
                                   uint64_t count, StreamHandle stream) {
  if (count == 0)
    return Error::success();
  if (value.bytes == 1)
    return fillAsync(to, static_cast<uint8_t>(value.bits), count, stream);
  if (Error error = activate())
    return error;
  const std::string detail = std::to_string(count) + " numbers";
  if (value.bytes == 2)
    return api->check(
        api->cuMemsetD16Async(to, static_cast<unsigned short>(value.bits),
                              count, toHandle(stream)),
        "cuMemsetD16Async", detail);
  const auto word = static_cast<unsigned>(value.bits);
  if (value.bytes == 8 && value.bits >> 32 != word)
    return fillLongsAsync(to, value.bits, count, stream);
  return api->check(api->cuMemsetD32Async(to, word, count * value.bytes / 4,
                                          toHandle(stream)),
                    "cuMemsetD32Async", detail);
}

Error CudaDevice::copyAsync(DeviceAddress to, DeviceAddress from,
                            uint64_t bytes, StreamHandle stream) {
  if (bytes == 0)
    return Error::success();
  if (Error error = activate())
    return error;
  return api->check(api->cuMemcpyDtoDAsync(to, from, bytes, toHandle(stream)),
                    "cuMemcpyDtoDAsync", Twine(bytes) + " bytes");
}

void CudaDevice::release(ObjectKind kind, uint64_t handle) {
  api->cuCtxSetCurrent(context);
  switch (kind) {
  case ObjectKind::Buffer:
    allocations.remove(handle);
    api->cuMemFree(handle);
    return;
  case ObjectKind::WrappedBuffer:
    return;
  case ObjectKind::HostBuffer:
    api->cuMemFreeHost(toHandle(handle));
    return;
  case ObjectKind::Module:
    removeChecked(handle);
    api->cuModuleUnload(toHandle(handle));
    return;
  case ObjectKind::Stream:
    api->cuStreamDestroy(toHandle(handle));
    return;
  case ObjectKind::Event:
    api->cuEventDestroy(toHandle(handle));
    return;
  case ObjectKind::Graph:
    api->cuGraphExecDestroy(toHandle(handle));
    return;
  }
}

Expected<unsigned> runtime::numCudaDevices() {
  Expected<std::unique_ptr<Api>> api = Api::open();
  if (!api)
    return api.takeError();
  Result result = (*api)->cuInit(0);
  if (result == NoDevice)
    return 0;
  if (Error error = (*api)->check(result, "cuInit"))
    return error;
  return countDevices(**api);
}

Expected<std::unique_ptr<Device>> runtime::openCudaDevice(unsigned ordinal) {
  Expected<std::unique_ptr<Api>> api = Api::open();
  if (!api)
    return api.takeError();
  auto device = std::make_unique<CudaDevice>(std::move(*api));
  if (Error error = device->open(ordinal))
    return error;
  return device;
}
