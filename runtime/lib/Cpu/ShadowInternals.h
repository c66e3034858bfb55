// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shadow memory: the record of which cells were written, and by which program
/// last.
///
/// Not here: errors (CheckedMemory.cpp).

#ifndef CM2TT_RUNTIME_CPU_SHADOWINTERNALS_H
#define CM2TT_RUNTIME_CPU_SHADOWINTERNALS_H

#include "cm2tt/Runtime/CheckedMemory.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace cm2tt::runtime {

/// The kind of the last store to a cell in this launch.
enum class Writing : uint32_t { None, Plain, Atomic };

/// The record of one cell of memory.
struct ShadowCell {
  /// The program that wrote it and where; meaningless without a writing.
  uint64_t program = 0;
  uint32_t site = 0;
  Writing writing : 2;
  /// Whether anything has ever been written there.
  uint32_t written : 1;
  /// The number of atomics that the program had performed before, at most
  /// `mostAtomics`.
  uint32_t atomics : 29;

  static constexpr uint32_t mostAtomics = (1u << 29) - 1;
  ShadowCell() : writing(Writing::None), written(false), atomics(0) {}
};
static_assert(sizeof(ShadowCell) == 16, "CheckedMemory.h promises so");

/// The cells of one range of memory, each for `unit()` bytes of it.
class ShadowRegion {
public:
  /// `unit` is a power of two. Nothing is allocated for cells that no one asks
  /// for; until then they are `written` or not.
  ShadowRegion(uint64_t address, uint64_t bytes, unsigned unit, bool written);

  uint64_t address() const { return begin; }
  uint64_t bytes() const { return size; }
  /// Bytes of a cell.
  uint64_t unit() const { return uint64_t(1) << unitLog; }

  /// Makes cells so small that a range of memory consists of whole ones.
  void resolve(uint64_t address, uint64_t bytes);
  /// The cell of an address, to be read; what it is by default if none was
  /// asked for yet.
  const ShadowCell &read(uint64_t address) const;
  /// The cell of an address, to be changed.
  ShadowCell &at(uint64_t address);
  /// Forgets who wrote.
  void forgetWriters();
  /// The parts of a range that were written, in order. They consist of whole
  /// cells of the range.
  std::vector<MemoryRange> written(MemoryRange range) const;

private:
  static constexpr unsigned pageLog = 10;
  using Page = std::unique_ptr<ShadowCell[]>;

  uint64_t cellOf(uint64_t address) const {
    return (address - begin) >> unitLog;
  }
  static uint64_t pagesFor(uint64_t bytes, unsigned unitLog);

  uint64_t begin, size;
  unsigned unitLog;
  ShadowCell untouched;
  std::vector<Page> pages;
};

} // namespace cm2tt::runtime

#endif // CM2TT_RUNTIME_CPU_SHADOWINTERNALS_H
