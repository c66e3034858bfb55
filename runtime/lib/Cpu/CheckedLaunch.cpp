// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The buffers of a checked launch, and its result.

#include "CheckedLaunch.h"

#include "cm2tt/Runtime/CpuDevice.h"
#include "cm2tt/Runtime/ElementType.h"

#include "llvm/ADT/STLExtras.h"

#include <cstring>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;
using namespace cm2tt::runtime::cpu;

/// The whole memory of an allocation, as far as it is known.
static CheckedBuffer bufferOf(const Allocation &allocation, MemoryRange range) {
  CheckedBuffer buffer;
  buffer.address = range.begin;
  buffer.bytes = range.end - range.begin;
  buffer.initialised = allocation.isWritten;
  if (!allocation.isWritten)
    buffer.written = allocation.written.within(range);
  return buffer;
}

/// The buffer of a pointer. Without an extent, a pointer into the middle of an
/// allocation may also be moved to its beginning.
CheckedBuffer CheckedLaunch::bufferAt(uint64_t address, uint64_t extent) const {
  std::optional<Allocation> allocation = memory.find(address);
  if (allocation && extent <= allocation->range.end - address)
    return bufferOf(*allocation, extent ? MemoryRange{address, address + extent}
                                        : allocation->range);
  CheckedBuffer buffer;
  buffer.address = address;
  buffer.bytes = extent;
  // No access by a null pointer is valid.
  buffer.isBounded = extent != 0 || address == 0;
  return buffer;
}

CheckedLaunch::CheckedLaunch(const CpuKernel &kernel,
                             ArrayRef<void *> arguments,
                             ArrayRef<uint64_t> extents,
                             AllocationTable &memory)
    : memory(memory) {
  for (auto [index, parameter] : enumerate(kernel.parameters)) {
    StringRef type = parameter.type;
    if (!type.consume_front("*"))
      continue;
    uint64_t address;
    std::memcpy(&address, arguments[index], sizeof(address));
    uint64_t extent = index < extents.size() ? extents[index] : 0;
    CheckedBuffer &buffer = buffers.emplace_back(bufferAt(address, extent));
    buffer.parameter = static_cast<int>(index);
    buffer.name = parameter.name;
    if (std::optional<ElementType> element = parseElementType(type))
      buffer.elementBytes = elementBytes(*element);
  }
  // An address that was loaded from memory may be that of any allocation.
  if (any_of(kernel.sites, [](const KernelSite &site) {
        return site.kind != KernelSite::Kind::Assert && site.parameter < 0;
      }))
    for (const Allocation &allocation : memory.all())
      buffers.push_back(bufferOf(allocation, allocation.range));
  checked.begin(kernel.sites, buffers);
}

Error CheckedLaunch::finish(Error outcome) {
  for (size_t i = 0; i < buffers.size(); ++i)
    for (const MemoryRange &part : checked.written(i))
      memory.write(part);
  std::vector<Diagnostic> diagnostics = checked.reports();
  if (diagnostics.empty())
    return outcome;
  outcome = handleErrors(std::move(outcome), [&](const KernelFault &fault) {
    append_range(diagnostics, fault.diagnostics);
  });
  return joinErrors(make_error<KernelFault>(std::move(diagnostics)),
                    std::move(outcome));
}
