// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The memory that a device allocated, and which of it was written, for checked
/// launches.
///
/// On the CPU, copies, fills and checked kernels record what they write.
/// Kernels without checks do not; after one of them, all memory that was
/// allocated before counts as written. All memory of a GPU counts as written.
///
/// Not here: the checks of accesses (CheckedMemory.h).

#ifndef CM2TT_RUNTIME_ALLOCATIONTABLE_H
#define CM2TT_RUNTIME_ALLOCATIONTABLE_H

#include "cm2tt/Runtime/CheckedMemory.h"

#include "llvm/ADT/ArrayRef.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace cm2tt {
struct KernelParameter;
} // namespace cm2tt

namespace cm2tt::runtime {

/// Disjoint ranges of addresses that do not touch.
class RangeSet {
public:
  /// Adds a range.
  void add(MemoryRange range);
  /// The parts of `range` that are in the set, in order.
  std::vector<MemoryRange> within(MemoryRange range) const;

private:
  /// Ends by begins.
  std::map<uint64_t, uint64_t> ends;
};

/// A block of memory of the device.
struct Allocation {
  MemoryRange range;
  /// Whether all of it counts as written; otherwise what `written` contains.
  bool isWritten = false;
  RangeSet written;
};

/// The allocations of a device. Any thread may use it.
class AllocationTable {
public:
  /// Adds memory. `isWritten`: the host writes to it without this device.
  void add(MemoryRange range, bool isWritten);
  /// Removes the memory that begins at `address`.
  void remove(uint64_t address);
  /// Records that a range was written.
  void write(MemoryRange range);
  /// Records that a kernel without checks begins to run. Called by one thread
  /// at a time; costs one store.
  void runUnchecked() {
    uncheckedRuns.store(uncheckedRuns.load(std::memory_order_relaxed) + 1,
                        std::memory_order_relaxed);
  }

  /// A copy of the allocation that contains `address`, or that ends there.
  std::optional<Allocation> find(uint64_t address) const;
  /// Copies of all allocations, in the order of their addresses.
  std::vector<Allocation> all() const;

private:
  struct Entry {
    Allocation allocation;
    /// `uncheckedRuns` when it was allocated.
    uint64_t allocatedAt = 0;
  };

  Allocation copyOf(const Entry &entry) const;

  std::atomic<uint64_t> uncheckedRuns{0};
  mutable std::mutex mutex;
  /// By the first address.
  std::map<uint64_t, Entry> entries;
};

/// The buffers of a launch of a kernel with these parameters and sites: one for
/// each pointer, and if a site's pointer may come from elsewhere, all
/// allocations. `arguments` point to the values, and `extents` is that of
/// LaunchAttributes. Without an extent, a pointer into the middle of an
/// allocation may access all of it.
std::vector<CheckedBuffer>
findBuffers(llvm::ArrayRef<KernelParameter> parameters,
            llvm::ArrayRef<KernelSite> sites, llvm::ArrayRef<void *> arguments,
            llvm::ArrayRef<uint64_t> extents, const AllocationTable &memory);

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_ALLOCATIONTABLE_H
