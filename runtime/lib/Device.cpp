// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Defines the virtual functions of the device interface, which anchor its
/// virtual table, and its error.

#include "cm2tt/Runtime/Device.h"

#include "llvm/Support/raw_ostream.h"

using namespace cm2tt::runtime;

Device::~Device() = default;

llvm::Expected<std::pair<Event, Event>> Device::createEventPair() {
  llvm::Expected<Event> begin = createEvent();
  if (!begin)
    return begin.takeError();
  llvm::Expected<Event> end = createEvent();
  if (!end)
    return end.takeError();
  return std::pair(std::move(*begin), std::move(*end));
}

llvm::Error Device::copyPeerAsync(const DeviceLocation &,
                                  const DeviceLocation &, uint64_t,
                                  StreamHandle) {
  return llvm::createStringError(
      std::errc::invalid_argument,
      "a stream of the CPU cannot copy memory of another device: expected a "
      "stream of a GPU");
}

llvm::Error Device::encodeTensorMap(const TensorDescriptor &,
                                    const TensorMapRecipe &, TensorMap &) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "'" + name() + "' has no tensor maps");
}

void Device::recordPeerWrite(DeviceAddress, uint64_t) {}

/// Memory of the process as bytes.
static llvm::MutableArrayRef<char> hostBytes(DeviceAddress address,
                                             uint64_t bytes) {
  return {reinterpret_cast<char *>(static_cast<uintptr_t>(address)), bytes};
}

llvm::Error cm2tt::runtime::copyBetween(Device &target, DeviceAddress to,
                                        Device &source, DeviceAddress from,
                                        uint64_t bytes) {
  if (bytes == 0)
    return llvm::Error::success();
  if (source.hasHostMemory() && !target.hasHostMemory())
    return target.copyIn(to, hostBytes(from, bytes));
  return target.copyFromPeer(to, source, from, bytes);
}

llvm::Error cm2tt::runtime::copyBetweenAsync(const DeviceLocation &to,
                                             const DeviceLocation &from,
                                             uint64_t bytes, Device &queue,
                                             StreamHandle stream) {
  if (bytes == 0)
    return llvm::Error::success();
  if (to.device == from.device)
    return queue.copyAsync(to.address, from.address, bytes, stream);
  if (queue.hasHostMemory())
    return queue.copyPeerAsync(to, from, bytes, stream);
  if (from.device->hasHostMemory())
    return queue.copyInAsync(to.address, hostBytes(from.address, bytes),
                             stream);
  if (!to.device->hasHostMemory())
    return queue.copyPeerAsync(to, from, bytes, stream);
  to.device->recordPeerWrite(to.address, bytes);
  return queue.copyOutAsync(hostBytes(to.address, bytes), from.address, stream);
}

char ResourceError::ID = 0;
char UnsuitedLaunchError::ID = 0;

void UnsuitedLaunchError::log(llvm::raw_ostream &os) const { os << message; }

std::error_code UnsuitedLaunchError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

void ResourceError::log(llvm::raw_ostream &os) const { os << message; }

std::error_code ResourceError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}
