// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// How operations that combine elements use scratch memory. Allocation and
/// lowering both ask here, so that they agree.
///
/// Not here: plans for layouts (ReductionPlan.h), other operations' scratch
/// (SharedScratch.h).

#ifndef CM2TT_GPU_SHARED_REDUCTIONSCRATCH_H
#define CM2TT_GPU_SHARED_REDUCTIONSCRATCH_H

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Dialect/TTG/ReductionPlan.h"

namespace cm2tt {

/// How tiles are reduced or scanned; nothing if their layout does not keep the
/// axis apart.
std::optional<ttg::ReductionPlan> planReduction(tt::ReduceOp op);
std::optional<ttg::ScanPlan> planScan(tt::ScanOp op);

/// Bytes of an element in scratch memory.
unsigned getScratchElementBytes(mlir::Type type);

/// Where the arrays of `size` elements for each of the operands begin, in
/// bytes, and where the last one ends.
llvm::SmallVector<uint64_t> placeOperands(mlir::TypeRange operands,
                                          uint64_t size);

/// How a gather along registers and lanes goes by shuffles.
struct WarpGatherPlan {
  /// The contribution of each bit of the index to the lane to read from, and to
  /// the register, an XOR of `firstRegisters`.
  llvm::SmallVector<uint64_t> laneOfIndex;
  llvm::SmallVector<uint64_t> registerOfIndex;
  /// The bits of a lane's own number that stay.
  uint64_t ownLanes = 0;
  /// For each register of the result, the source's register at index 0.
  llvm::SmallVector<uint32_t> firstRegisters;
};

/// Plans a gather by shuffles; nothing if elements come from other warps, or if
/// it would take many.
std::optional<WarpGatherPlan> planWarpGather(tt::GatherOp op);

} // namespace cm2tt

#endif // CM2TT_GPU_SHARED_REDUCTIONSCRATCH_H
