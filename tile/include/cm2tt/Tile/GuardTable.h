// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The table of a guarded kernel: the memory that it may access, which the
/// launcher writes, and the records of its faults, which the kernel writes.
///
/// The kernel takes the address of the table after its other parameters. The
/// table has words of 64 bits:
///
///   for each parameter i    2 words: the first address and the bytes of the
///                           memory of a pointer; ignored for numbers
///   for each site           4 words: the number of its faults, then the
///                           program, the element and the address of the
///                           first; the address is 0 for an assertion
///   the sink                2 words, 0: refused swaps access these
///   the number n            1 word
///   for each of n ranges    2 words: memory that a pointer of unknown origin
///                           may access, its first address and its bytes
///
/// The launcher sets the records and the sink to 0. Programs are numbered with
/// x as the fastest axis, elements in row-major order. The first fault of a
/// site is the one with the lowest element, in the first program that has one;
/// programs run in any order.
///
/// Not here: the code that accesses the table (TTGuardAccesses).

#ifndef CM2TT_TILE_GUARDTABLE_H
#define CM2TT_TILE_GUARDTABLE_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace cm2tt {

/// The attribute of a module whose kernels are guarded: the sites, in the order
/// of their records.
inline constexpr llvm::StringLiteral kGuardSitesAttr = "guard.sites";

/// The positions of the parts of a table, in words.
class GuardTable {
public:
  /// Words of a range, and of the record of a site.
  static constexpr int64_t rangeWords = 2, recordWords = 4;
  /// The words of a record.
  enum Word { Count, Program, Element, Address };

  /// The table of a kernel with that many parameters and sites.
  constexpr GuardTable(int64_t parameters, int64_t sites)
      : parameters(parameters), sites(sites) {}

  /// The memory of a parameter.
  constexpr int64_t parameterRange(int64_t parameter) const {
    return rangeWords * parameter;
  }
  /// The record of a site.
  constexpr int64_t record(int64_t site) const {
    return rangeWords * parameters + recordWords * site;
  }
  constexpr int64_t sink() const { return record(sites); }
  /// The number of ranges for pointers of unknown origin.
  constexpr int64_t rangeCount() const { return sink() + 2; }
  /// One of these ranges.
  constexpr int64_t range(int64_t index) const {
    return rangeCount() + 1 + rangeWords * index;
  }

private:
  int64_t parameters, sites;
};

} // namespace cm2tt

#endif // CM2TT_TILE_GUARDTABLE_H
