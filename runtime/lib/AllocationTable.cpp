// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Ranges of memory, the allocations of a device, and the buffers of checked
/// launches.

#include "cm2tt/Runtime/AllocationTable.h"

#include "cm2tt/Compiler/Compiler.h"
#include "cm2tt/Runtime/ElementType.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cstring>

using namespace llvm;
using namespace cm2tt;
using namespace cm2tt::runtime;

//===----------------------------------------------------------------------===//
// RangeSet
//===----------------------------------------------------------------------===//

void RangeSet::add(MemoryRange range) {
  if (range.begin == range.end)
    return;
  auto next = ends.upper_bound(range.begin);
  if (next != ends.begin()) {
    auto before = std::prev(next);
    if (before->second >= range.end)
      return;
    if (before->second >= range.begin)
      next = before;
  }
  while (next != ends.end() && next->first <= range.end) {
    range.begin = std::min(range.begin, next->first);
    range.end = std::max(range.end, next->second);
    next = ends.erase(next);
  }
  ends.emplace_hint(next, range.begin, range.end);
}

std::vector<MemoryRange> RangeSet::within(MemoryRange range) const {
  std::vector<MemoryRange> parts;
  auto next = ends.upper_bound(range.begin);
  if (next != ends.begin() && std::prev(next)->second > range.begin)
    --next;
  for (; next != ends.end() && next->first < range.end; ++next)
    parts.push_back({std::max(range.begin, next->first),
                     std::min(range.end, next->second)});
  return parts;
}

//===----------------------------------------------------------------------===//
// AllocationTable
//===----------------------------------------------------------------------===//

void AllocationTable::add(MemoryRange range, bool isWritten) {
  std::lock_guard<std::mutex> lock(mutex);
  Entry &entry = entries[range.begin];
  entry.allocation.range = range;
  entry.allocation.isWritten = isWritten;
  entry.allocatedAt = uncheckedRuns.load(std::memory_order_relaxed);
}

void AllocationTable::remove(uint64_t address) {
  std::lock_guard<std::mutex> lock(mutex);
  entries.erase(address);
}

void AllocationTable::write(MemoryRange range) {
  std::lock_guard<std::mutex> lock(mutex);
  auto next = entries.upper_bound(range.begin);
  if (next == entries.begin())
    return;
  Allocation &allocation = std::prev(next)->second.allocation;
  const MemoryRange &all = allocation.range;
  if (allocation.isWritten || range.begin >= all.end)
    return;
  if (range.begin == all.begin && range.end >= all.end) {
    allocation.isWritten = true;
    allocation.written = RangeSet();
    return;
  }
  allocation.written.add({range.begin, std::min(range.end, all.end)});
}

Allocation AllocationTable::copyOf(const Entry &entry) const {
  Allocation copy = entry.allocation;
  if (entry.allocatedAt != uncheckedRuns.load(std::memory_order_relaxed))
    copy.isWritten = true;
  return copy;
}

std::optional<Allocation> AllocationTable::find(uint64_t address) const {
  std::lock_guard<std::mutex> lock(mutex);
  auto next = entries.upper_bound(address);
  if (next == entries.begin())
    return std::nullopt;
  const Entry &entry = std::prev(next)->second;
  if (address > entry.allocation.range.end)
    return std::nullopt;
  return copyOf(entry);
}

std::vector<Allocation> AllocationTable::all() const {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<Allocation> result;
  for (const auto &[address, entry] : entries)
    result.push_back(copyOf(entry));
  return result;
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

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

/// The buffer of a pointer.
static CheckedBuffer bufferAt(uint64_t address, uint64_t extent,
                              const AllocationTable &memory) {
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

std::vector<CheckedBuffer>
runtime::findBuffers(ArrayRef<KernelParameter> parameters,
                     ArrayRef<KernelSite> sites, ArrayRef<void *> arguments,
                     ArrayRef<uint64_t> extents,
                     const AllocationTable &memory) {
  std::vector<CheckedBuffer> buffers;
  for (auto [index, parameter] : enumerate(parameters)) {
    StringRef type = parameter.type;
    if (!type.consume_front("*"))
      continue;
    uint64_t address;
    std::memcpy(&address, arguments[index], sizeof(address));
    uint64_t extent = index < extents.size() ? extents[index] : 0;
    CheckedBuffer &buffer =
        buffers.emplace_back(bufferAt(address, extent, memory));
    buffer.parameter = static_cast<int>(index);
    buffer.name = parameter.name;
    if (std::optional<ElementType> element = parseElementType(type))
      buffer.elementBytes = elementBytes(*element);
  }
  // An address that was loaded from memory may be that of any allocation.
  if (any_of(sites, [](const KernelSite &site) {
        return site.kind != KernelSite::Kind::Assert && site.parameter < 0;
      }))
    for (const Allocation &allocation : memory.all())
      buffers.push_back(bufferOf(allocation, allocation.range));
  return buffers;
}
