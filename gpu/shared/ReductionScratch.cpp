// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Scratch memory of reductions, scans, gathers and histograms.
///
/// Not here: the plans of reductions and scans themselves (ReductionPlan.h).

#include "ReductionScratch.h"

#include "SharedScratchInternals.h"
#include "gpu/layout/TileLayout.h"

#include "llvm/Support/MathExtras.h"

#include <map>

using namespace mlir;
using namespace cm2tt;

/// Partial results of warps that one thread combines, for regions of one
/// operation and for others; lanes share what is more.
constexpr unsigned maxPartialsOfCheapRegion = 8;
constexpr unsigned maxPartials = 4;

/// Shuffles for one element beyond which a gather is cheaper through memory.
constexpr unsigned maxShufflesPerElement = 4;

unsigned cm2tt::getScratchElementBytes(Type type) {
  return llvm::divideCeil(getElementBits(type), 8);
}

SmallVector<uint64_t> cm2tt::placeOperands(TypeRange operands, uint64_t size) {
  SmallVector<uint64_t> places;
  uint64_t end = 0;
  for (Type type : operands) {
    places.push_back(end);
    end = llvm::alignTo(end + size * getScratchElementBytes(type),
                        kScratchAlignment);
  }
  places.push_back(end);
  return places;
}

//===----------------------------------------------------------------------===//
// Reductions and scans
//===----------------------------------------------------------------------===//

std::optional<ttg::ReductionPlan> cm2tt::planReduction(tt::ReduceOp op) {
  Region &region = op.getCombineOp();
  bool isCheap = region.hasOneBlock() &&
                 llvm::hasNItemsOrLess(region.front(), 2); // and the terminator
  ttg::ReductionOptions options;
  options.maxPartialsPerThread =
      isCheap ? maxPartialsOfCheapRegion : maxPartials;
  return ttg::planReduction(getLayout(op.getSrcs().front()), op.getAxis(),
                            options);
}

std::optional<ttg::ScanPlan> cm2tt::planScan(tt::ScanOp op) {
  return ttg::planScan(getLayout(op.getSrcs().front()), op.getAxis());
}

uint64_t cm2tt::getScratch(tt::ReduceOp op) {
  auto plan = planReduction(op);
  return plan ? placeOperands(op.getSrcs().getTypes(), plan->partials.size)
                    .back()
              : 0;
}

uint64_t cm2tt::getScratch(tt::ScanOp op) {
  auto plan = planScan(op);
  return plan ? placeOperands(op.getSrcs().getTypes(), plan->scratchSize).back()
              : 0;
}

//===----------------------------------------------------------------------===//
// Gathers
//===----------------------------------------------------------------------===//

/// Whether a thread's own row of the source, along `axis`, is that of its
/// result: lanes and warps have equal coordinates across the axis.
static bool haveSameRows(const ttg::LinearLayout &source,
                         const ttg::LinearLayout &result, unsigned axis) {
  for (ttg::InDim dim : {ttg::InDim::Lane, ttg::InDim::Warp})
    for (unsigned bit = 0; bit < source.getInBits(dim); ++bit) {
      auto from = source.getBasis(dim, bit), to = result.getBasis(dim, bit);
      from[axis] = to[axis] = 0;
      if (from != to)
        return false;
    }
  return true;
}

/// For each register of `result`, the register of `source` that has the same
/// coordinates across the axis, and zero along it.
static std::optional<SmallVector<uint32_t>>
findFirstRegisters(const ttg::LinearLayout &source,
                   const ttg::LinearLayout &result, unsigned axis) {
  std::map<SmallVector<int64_t, 4>, uint32_t> byRow;
  ttg::Slot slot;
  auto count = static_cast<uint64_t>(source.getInSize(ttg::InDim::Register));
  for (slot.reg = 0; slot.reg < count; ++slot.reg)
    if (auto coords = source.apply(slot); coords[axis] == 0)
      byRow.try_emplace(coords, slot.reg);
  SmallVector<uint32_t> registers;
  count = result.getInSize(ttg::InDim::Register);
  for (slot.reg = 0; slot.reg < count; ++slot.reg) {
    auto coords = result.apply(slot);
    coords[axis] = 0;
    auto found = byRow.find(coords);
    if (found == byRow.end())
      return std::nullopt;
    registers.push_back(found->second);
  }
  return registers;
}

std::optional<WarpGatherPlan> cm2tt::planWarpGather(tt::GatherOp op) {
  const ttg::LinearLayout &source = getLayout(op.getSrc());
  const ttg::LinearLayout &result = getLayout(op.getIndices());
  unsigned axis = op.getAxis();
  std::optional<ttg::AxisBits> bits = ttg::splitBits(source, axis);
  if (!bits || bits->along.warp ||
      (1u << llvm::popcount(bits->along.reg)) > maxShufflesPerElement ||
      !haveSameRows(source, result, axis))
    return std::nullopt;
  auto registers = findFirstRegisters(source, result, axis);
  if (!registers)
    return std::nullopt;
  WarpGatherPlan plan;
  plan.firstRegisters = std::move(*registers);
  plan.ownLanes = bits->across.lane;
  plan.laneOfIndex.resize(source.getOutBits(axis));
  plan.registerOfIndex.resize(source.getOutBits(axis));
  for (ttg::InDim dim : {ttg::InDim::Register, ttg::InDim::Lane})
    for (uint64_t rest = bits->along[dim]; rest; rest &= rest - 1) {
      uint64_t coordinate = source.getBasis(dim, llvm::countr_zero(rest))[axis];
      if (!llvm::isPowerOf2_64(coordinate))
        return std::nullopt;
      auto &map =
          dim == ttg::InDim::Lane ? plan.laneOfIndex : plan.registerOfIndex;
      map[llvm::Log2_64(coordinate)] = rest & -rest;
    }
  return plan;
}

uint64_t cm2tt::getScratch(tt::GatherOp op) {
  if (planWarpGather(op))
    return 0;
  return op.getSrc().getType().getNumElements() *
         getScratchElementBytes(op.getSrc().getType());
}

//===----------------------------------------------------------------------===//
// Histograms
//===----------------------------------------------------------------------===//

uint64_t cm2tt::getScratch(tt::HistogramOp op) {
  return op.getType().getNumElements() * getScratchElementBytes(op.getType());
}
