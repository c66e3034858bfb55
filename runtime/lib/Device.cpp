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

/// Memory of the process as bytes.
static llvm::ArrayRef<char> hostBytes(DeviceAddress address, uint64_t bytes) {
  return {reinterpret_cast<const char *>(static_cast<uintptr_t>(address)),
          bytes};
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

char ResourceError::ID = 0;

void ResourceError::log(llvm::raw_ostream &os) const { os << message; }

std::error_code ResourceError::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}
