// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The CPU as a device: its properties and its memory.
///
/// Not here: code and launches (CpuLaunch.cpp), streams, events and graphs
/// (CpuDeviceStreams.cpp).

#include "cm2tt/Runtime/CpuDevice.h"

#include "CpuDeviceInternals.h"

#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

#include <cstring>
#include <sched.h>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::cpu;

unsigned runtime::availableCpus() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0)
    return std::max(CPU_COUNT(&set), 1);
  // More CPUs than the set has room for.
  return std::max(std::thread::hardware_concurrency(), 1u);
}

Error CpuDevice::open(unsigned threads, bool guardsKernels) {
  if (Error error = resources.pool.start(threads ? threads : availableCpus()))
    return error;
  resources.scratch = std::vector<Scratch>(resources.pool.size());
  while (guardsKernels && resources.guards.size() < resources.pool.size())
    resources.guards.push_back(&KernelGuard::take());
  unsigned size = resources.pool.size();
  raw_string_ostream(deviceName) << sys::getHostCPUName() << ", " << size
                                 << (size == 1 ? " thread" : " threads");
  return Error::success();
}

Expected<DeviceProperties> CpuDevice::getProperties() {
  DeviceProperties properties;
  properties.name = deviceName;
  properties.target = "cpu";
  properties.processors = resources.pool.size();
  auto pageBytes = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  properties.memoryBytes =
      pageBytes * static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES));
  properties.freeBytes =
      pageBytes * static_cast<uint64_t>(sysconf(_SC_AVPHYS_PAGES));
  return properties;
}

Expected<DeviceBuffer> CpuDevice::allocate(uint64_t bytes) {
  return allocate(bytes, /*isWritten=*/false);
}

Expected<DeviceBuffer> CpuDevice::allocate(uint64_t bytes, bool isWritten) {
  constexpr uint64_t hugePage = uint64_t(2) << 20;
  uint64_t alignment = bytes < 2 * hugePage ? 256 : hugePage;
  // The C library's limit is that of signed numbers.
  void *memory = nullptr;
  if (bytes <= INT64_MAX - alignment)
    memory = std::aligned_alloc(
        alignment, alignTo(std::max<uint64_t>(bytes, 1), alignment));
  if (!memory)
    return createStringError(inconvertibleErrorCode(),
                             "there are no %llu bytes of memory for a buffer",
                             static_cast<unsigned long long>(bytes));
  if (alignment == hugePage)
    madvise(memory, bytes, MADV_HUGEPAGE);
  auto address = reinterpret_cast<uintptr_t>(memory);
  resources.memory.add({address, address + bytes}, isWritten);
  return DeviceBuffer(*this, address);
}

Expected<HostBuffer> CpuDevice::allocateHost(uint64_t bytes) {
  Expected<DeviceBuffer> buffer = allocate(bytes, /*isWritten=*/true);
  if (!buffer)
    return buffer.takeError();
  return HostBuffer(*this, buffer->take());
}

Expected<WrappedBuffer> CpuDevice::wrap(DeviceAddress address, uint64_t bytes) {
  if (bytes && !address)
    return createStringError(std::errc::invalid_argument,
                             "the address of the memory is null");
  return WrappedBuffer(*this, address);
}

Error CpuDevice::copyIn(DeviceAddress to, ArrayRef<char> from) {
  if (!from.empty())
    std::memcpy(toPointer(to), from.data(), from.size());
  resources.memory.write({to, to + from.size()});
  return Error::success();
}

Error CpuDevice::copyOut(MutableArrayRef<char> to, DeviceAddress from) {
  // Failures on streams are seen here at the latest.
  if (LLVM_UNLIKELY(failures != 0)) {
    for (const std::shared_ptr<WorkStream> &stream : allStreams())
      if (Error error = stream->takeFailure())
        return error;
  }
  if (!to.empty())
    std::memcpy(to.data(), toPointer(from), to.size());
  return Error::success();
}

Error CpuDevice::fill(DeviceAddress to, uint8_t byte, uint64_t bytes) {
  if (bytes)
    std::memset(toPointer(to), byte, bytes);
  resources.memory.write({to, to + bytes});
  return Error::success();
}

Error CpuDevice::copyFromPeer(DeviceAddress to, Device &source,
                              DeviceAddress from, uint64_t bytes) {
  if (Error error = source.copyOut({toPointer(to), bytes}, from))
    return error;
  recordPeerWrite(to, bytes);
  return Error::success();
}

void CpuDevice::recordPeerWrite(DeviceAddress to, uint64_t bytes) {
  resources.memory.write({to, to + bytes});
}

void CpuDevice::release(ObjectKind kind, uint64_t handle) {
  switch (kind) {
  case ObjectKind::Buffer:
  case ObjectKind::HostBuffer:
    drainStreams();
    resources.memory.remove(handle);
    std::free(toPointer(handle));
    return;
  case ObjectKind::WrappedBuffer:
    return drainStreams();
  case ObjectKind::Module:
    drainStreams();
    delete reinterpret_cast<CpuModule *>(handle);
    return;
  case ObjectKind::Stream:
    releaseStream(handle);
    return;
  case ObjectKind::Event:
    delete reinterpret_cast<CpuEvent *>(handle);
    return;
  case ObjectKind::Graph:
    delete reinterpret_cast<std::shared_ptr<CapturedWork> *>(handle);
    return;
  }
}

Expected<std::unique_ptr<Device>>
runtime::openCpuDevice(const CpuDeviceOptions &options) {
  auto device = std::make_unique<CpuDevice>(options.checker);
  if (Error error = device->open(options.checker ? 1 : options.threads,
                                 options.guardsKernels))
    return error;
  return device;
}
