// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Plans of reductions and scans.

#include "cm2tt/Dialect/TTG/ReductionPlan.h"

#include "cm2tt/Dialect/TTG/BitSpan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <map>

using namespace cm2tt::ttg;

/// The dimensions of a thread's own slots and of threads.
constexpr InDim distributedDims[] = {InDim::Register, InDim::Lane, InDim::Warp};

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

std::optional<AxisBits> cm2tt::ttg::splitBits(const LinearLayout &layout,
                                              unsigned axis) {
  AxisBits bits;
  BitSpan span;
  for (InDim dim : distributedDims)
    for (auto [bit, basis] : llvm::enumerate(layout.getBases(dim))) {
      uint64_t mask = uint64_t(1) << bit;
      if (basis == 0) {
        bits.copies[dim] |= mask;
        continue;
      }
      LinearLayout::Coords coords = layout.unpackOut(basis);
      bool isAlong = coords[axis] != 0;
      coords[axis] = 0;
      bool isAcross = layout.packOut(coords) != 0;
      if ((isAlong && isAcross) || !span.insert(basis))
        return std::nullopt;
      (isAlong ? bits.along : bits.across)[dim] |= mask;
    }
  return bits;
}

llvm::SmallVector<uint32_t>
cm2tt::ttg::canonicalRegisters(const LinearLayout &layout) {
  llvm::SmallVector<uint32_t> sameAs;
  std::map<uint64_t, uint32_t> first;
  llvm::ArrayRef<uint64_t> bases = layout.getBases(InDim::Register);
  for (uint32_t reg = 0; reg < uint32_t(1) << bases.size(); ++reg)
    sameAs.push_back(
        first.try_emplace(xorOfColumns(bases, reg), reg).first->second);
  return sameAs;
}

/// The numbers that have bits of `mask` only, ascending.
static llvm::SmallVector<uint32_t> subsetsOf(uint64_t mask) {
  llvm::SmallVector<uint32_t> subsets{0};
  for (uint64_t rest = mask; rest; rest &= rest - 1)
    for (size_t i = 0, size = subsets.size(); i < size; ++i)
      subsets.push_back(subsets[i] | (rest & -rest));
  return subsets;
}

/// Calls `visit` with each bit's number, ascending.
static void forEachBit(uint64_t mask,
                       llvm::function_ref<void(unsigned)> visit) {
  for (; mask; mask &= mask - 1)
    visit(llvm::countr_zero(mask));
}

//===----------------------------------------------------------------------===//
// Partial results
//===----------------------------------------------------------------------===//

uint64_t PartialsPlan::getOffset(uint64_t reg) const {
  return xorOfColumns(registerOffsets, reg);
}

/// Assigns offsets to partial results of the warps that differ in `warpBits`,
/// for groups that differ in the bits of `groups`. Neighbouring lanes have
/// neighbouring groups.
static PartialsPlan placePartials(const LinearLayout &layout,
                                  llvm::ArrayRef<unsigned> warpBits,
                                  const Slot &groups) {
  unsigned laneBits = layout.getInBits(InDim::Lane);
  unsigned threadBits = laneBits + layout.getInBits(InDim::Warp);
  PartialsPlan plan;
  plan.count = 1u << warpBits.size();
  plan.groupOffsets.resize(threadBits);
  plan.partialNumbers.resize(threadBits);
  plan.registerOffsets.resize(layout.getInBits(InDim::Register));
  for (auto [index, bit] : llvm::enumerate(warpBits))
    plan.partialNumbers[laneBits + bit] = uint64_t(1) << index;
  plan.size = plan.count;
  auto place = [&](uint64_t &offset) {
    offset = plan.size;
    plan.size *= 2;
  };
  forEachBit(groups.lane, [&](unsigned bit) { place(plan.groupOffsets[bit]); });
  forEachBit(groups.warp,
             [&](unsigned bit) { place(plan.groupOffsets[laneBits + bit]); });
  forEachBit(groups.reg,
             [&](unsigned bit) { place(plan.registerOffsets[bit]); });
  return plan;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

std::optional<ReductionPlan>
cm2tt::ttg::planReduction(const LinearLayout &layout, unsigned axis,
                          const ReductionOptions &options) {
  std::optional<AxisBits> bits = splitBits(layout, axis);
  if (!bits)
    return std::nullopt;
  ReductionPlan plan;
  plan.results = subsetsOf(bits->across.reg);
  plan.summands = subsetsOf(bits->along.reg);
  plan.lanes = bits->along.lane;
  plan.copyLanes = bits->copies.lane;
  if (!bits->along.warp)
    return plan;

  llvm::SmallVector<unsigned> warpBits;
  forEachBit(bits->along.warp, [&](unsigned bit) { warpBits.push_back(bit); });
  plan.partials = placePartials(layout, warpBits, bits->across);
  plan.copyWarps = bits->copies.warp << layout.getInBits(InDim::Lane);
  plan.copyThreads = plan.lanes | plan.copyLanes | plan.copyWarps;
  plan.loadOffsets = plan.partials.groupOffsets;
  plan.partialsPerThread = plan.partials.count;
  // Lanes that hold copies by now take a part each.
  for (uint64_t rest = plan.lanes | plan.copyLanes;
       rest && plan.partialsPerThread > options.maxPartialsPerThread;
       rest &= rest - 1) {
    plan.partialsPerThread /= 2;
    plan.spreadLanes |= rest & -rest;
    plan.loadOffsets[llvm::countr_zero(rest)] = plan.partialsPerThread;
  }
  return plan;
}

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

uint64_t ScanLevel::mask() const {
  uint64_t mask = 0;
  for (unsigned bit : bits)
    mask |= uint64_t(1) << bit;
  return mask;
}

/// For each bit of the coordinate along the axis, the slot bit that stands for
/// it; runs of them in one dimension of slots are a level.
static std::optional<llvm::SmallVector<ScanLevel, 0>>
findLevels(const LinearLayout &layout, unsigned axis, const AxisBits &bits) {
  llvm::SmallVector<std::pair<InDim, unsigned>> order(layout.getOutBits(axis));
  for (InDim dim : distributedDims)
    for (uint64_t rest = bits.along[dim]; rest; rest &= rest - 1) {
      unsigned bit = llvm::countr_zero(rest);
      uint64_t coordinate = layout.getBasis(dim, bit)[axis];
      if (!llvm::isPowerOf2_64(coordinate))
        return std::nullopt;
      order[llvm::Log2_64(coordinate)] = {dim, bit};
    }
  llvm::SmallVector<ScanLevel, 0> levels;
  for (auto [dim, bit] : order) {
    bool continues = !levels.empty() && levels.back().dim == dim &&
                     (dim != InDim::Lane || levels.back().bits.back() < bit);
    if (!continues)
      levels.emplace_back().dim = dim;
    levels.back().bits.push_back(bit);
  }
  return levels;
}

std::optional<ScanPlan> cm2tt::ttg::planScan(const LinearLayout &layout,
                                             unsigned axis) {
  std::optional<AxisBits> bits = splitBits(layout, axis);
  if (!bits)
    return std::nullopt;
  auto levels = findLevels(layout, axis, *bits);
  if (!levels)
    return std::nullopt;
  ScanPlan plan;
  plan.sameAs = canonicalRegisters(layout);
  plan.levels = std::move(*levels);
  // The bits that distinguish groups: all but those of this level and below.
  Slot groups, done;
  for (InDim dim : distributedDims)
    groups[dim] = bits->along[dim] | bits->across[dim];
  for (ScanLevel &level : plan.levels) {
    groups[level.dim] &= ~level.mask();
    if (level.dim == InDim::Warp) {
      level.partials = placePartials(layout, level.bits, groups);
      level.partialsBegin = plan.scratchSize;
      level.lastLanes = done.lane;
      level.copyThreads =
          bits->copies.lane | (bits->copies.warp | done.warp)
                                  << layout.getInBits(InDim::Lane);
      plan.scratchSize += level.partials.size;
    }
    done[level.dim] |= level.mask();
  }
  return plan;
}
