// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Plans for combining the elements of a tensor along one dimension: which
/// registers, lanes and warps hold the elements to combine, and where partial
/// results of warps are stored in scratch memory.
///
/// **Idea.** Where each basis vector of a layout is along the axis, or across
/// it, or zero, a bit of the slot's number stands for a bit of the coordinate
/// along the axis, or for a bit of the others, or for copies. The elements to
/// combine differ in bits of the first kind only.
///
///     register bit 0 -> (0,1)   along axis 1: the thread combines 0 and 1
///     lane     bit 0 -> (0,2)   along: lanes 0 and 1 combine what they have
///     lane     bit 1 -> (1,0)   across: another result
///     warp     bit 0 -> (0,4)   along: warps 0 and 1 meet in scratch memory
///
/// A reduction takes the bits in any order: registers, lanes, warps. A scan
/// takes them in that of the coordinate (ScanPlan): the elements below a bit
/// are one group, whose total is combined into the following groups.
///
/// Not here: emitting (the lowering to LLVM), linear algebra (LinearLayout.h).

#ifndef CM2TT_DIALECT_TTG_REDUCTIONPLAN_H
#define CM2TT_DIALECT_TTG_REDUCTIONPLAN_H

#include "cm2tt/Dialect/TTG/LinearLayout.h"

namespace cm2tt::ttg {

/// Masks of the bits of registers, lanes and warps, by what they stand for.
struct AxisBits {
  /// Bits of the coordinate along the axis.
  Slot along;
  /// Bits of the other coordinates.
  Slot across;
  /// None: slots that differ here hold the same element.
  Slot copies;
};

/// Sorts the bits of a distributed layout. Nothing if a basis vector is along
/// the axis as well as across it, or if one is the sum of others.
std::optional<AxisBits> splitBits(const LinearLayout &layout, unsigned axis);

/// The register that holds the same element and has no redundant bit, for each
/// register of a layout.
llvm::SmallVector<uint32_t> canonicalRegisters(const LinearLayout &layout);

/// Where warps leave what others read: for each group of results an array with
/// a partial result of each warp along the axis. All in elements. The bits of a
/// thread's number are those of the lane, then those of the warp.
struct PartialsPlan {
  /// Partial results of one group; 1 if there is nothing to exchange.
  unsigned count = 1;
  /// The contribution (XOR) of each bit of the thread's number to the offset at
  /// which the partial results of its groups begin.
  llvm::SmallVector<uint64_t> groupOffsets;
  /// Its contribution to the number of the partial result that the thread
  /// computes.
  llvm::SmallVector<uint64_t> partialNumbers;
  /// The contribution of each register bit to the offset of its group.
  llvm::SmallVector<uint64_t> registerOffsets;
  /// Elements in all.
  uint64_t size = 0;

  /// The offset of the group of `reg`, without the thread's part.
  uint64_t getOffset(uint64_t reg) const;
};

/// The options of planReduction.
struct ReductionOptions {
  /// Partial results that one thread loads and combines for a result. If there
  /// are more, lanes that hold copies share the work.
  unsigned maxPartialsPerThread = 8;
};

/// How a tensor is reduced: in each thread, in each warp, across warps.
struct ReductionPlan {
  /// For each register of the result, in which register the operand has the
  /// first element of what is combined.
  llvm::SmallVector<uint32_t> results;
  /// The registers to combine are that one XOR each of these, the first being
  /// zero.
  llvm::SmallVector<uint32_t> summands;
  /// The lane bits over which lanes combine.
  uint64_t lanes = 0;
  /// The lane bits whose lanes hold copies from the beginning.
  uint64_t copyLanes = 0;
  /// Where warps leave their results.
  PartialsPlan partials;
  /// Threads in which one of these bits is set need not store: others hold the
  /// same; and those of them in another warp.
  uint64_t copyThreads = 0;
  uint64_t copyWarps = 0;
  /// Partial results that each thread loads, neighbours.
  unsigned partialsPerThread = 1;
  /// Lane bits that choose which: over them, lanes combine a second time.
  uint64_t spreadLanes = 0;
  /// As PartialsPlan::groupOffsets, for loads.
  llvm::SmallVector<uint64_t> loadOffsets;
};

/// Plans a reduction along `axis` to the layout `slice(axis)`; nothing if bits
/// cannot be sorted.
std::optional<ReductionPlan> planReduction(const LinearLayout &layout,
                                           unsigned axis,
                                           const ReductionOptions &options);

/// Neighbouring bits of the coordinate along the axis that one dimension of
/// slots stands for.
struct ScanLevel {
  /// Registers, lanes or warps.
  InDim dim;
  /// The bits of its number, the coordinate's lowest first; of lanes they
  /// ascend.
  llvm::SmallVector<unsigned> bits;
  /// For warps: the locations of their totals, and where these begin.
  PartialsPlan partials;
  uint64_t partialsBegin = 0;
  /// For warps: the lanes with the group's total have all of `lastLanes` set
  /// (none of them if the scan runs backwards), and one thread of those that
  /// hold copies has none of `copyThreads` set.
  uint64_t lastLanes = 0;
  uint64_t copyThreads = 0;

  /// The bits as a mask.
  uint64_t mask() const;
};

/// How a tensor is scanned, the levels from the lowest bits to the highest. On
/// each, the totals of the groups below are scanned.
struct ScanPlan {
  /// As canonicalRegisters.
  llvm::SmallVector<uint32_t> sameAs;
  llvm::SmallVector<ScanLevel, 0> levels;
  /// Elements of scratch memory.
  uint64_t scratchSize = 0;
};

/// Plans a scan along `axis`; nothing if bits cannot be sorted, or if one does
/// not stand for a single bit of the coordinate.
std::optional<ScanPlan> planScan(const LinearLayout &layout, unsigned axis);

} // namespace cm2tt::ttg

#endif // CM2TT_DIALECT_TTG_REDUCTIONPLAN_H
