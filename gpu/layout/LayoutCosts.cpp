// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The costs of accesses, reductions, scans and packs, by layout.

#include "LayoutCosts.h"

#include "AsmWords.h"
#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Dialect/TTG/ReductionPlan.h"
#include "cm2tt/Lowering/TargetInfo.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;
using ttg::InDim;
using ttg::LinearLayout;

/// A shuffle with what is done to its result, and a round trip through shared
/// memory.
constexpr double shuffleCost = 4, barrierCost = 40;
/// The instructions that compute the address and the mask of an access whose
/// distance from others of the thread is not known.
constexpr double addressCost = 4;
/// A sector of 32 bytes: an SM gets about one in two cycles from the cache of
/// the chip, and issues for four warps in each. With 4, a transpose of 32x32
/// blocks wrote halves of sectors and took 1.9 times as long as through shared
/// memory (H200).
constexpr double sectorCost = 8;
/// A sector that another warp of the block has read: the cache of the SM serves
/// four in a cycle.
constexpr double cachedSectorCost = 1;
/// The instructions that put a byte which is loaded alone into a part of a
/// register, or take it from there to store it. Without this cost, tiles of
/// bytes were loaded byte by byte where 32 lanes have a sector in common.
constexpr double packCost = 8;
/// The instructions of a quotient of 32 bits by a number that is not constant.
constexpr double divisionCost = 20;
/// The maximum number of layouts that a scan suggests.
constexpr size_t kMaxScanLayouts = 3;

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

AccessCost::AccessCost(const ModuleAxisInfo &axisInfo, Value pointer,
                       Value mask, int64_t maxElements) {
  auto tile = cast<RankedTensorType>(pointer.getType());
  auto type = cast<tt::PtrType>(tile.getElementType());
  shape.assign(tile.getShape().begin(), tile.getShape().end());
  bytes = std::max(tt::getElementBits(type.getPointeeType()) / 8, 1u);
  int64_t widest =
      std::min<int64_t>(maxElements, TargetInfo::maxVectorBits / (8 * bytes));
  AxisInfo info = axisInfo.getAccessInfo(pointer);
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    width.push_back(
        std::min({widest, axisInfo.getPointerAlignment(pointer, dim),
                  axisInfo.getMaskAlignment(mask, dim)}));
    contiguity.push_back(info.getContiguity(dim));
    constancy.push_back(info.getConstancy(dim));
  }
  apart.assign(shape.size(), false);
}

SmallVector<unsigned> AccessCost::getOrder() const {
  SmallVector<unsigned> order;
  for (unsigned dim = shape.size(); dim-- > 0;)
    order.push_back(dim);
  llvm::stable_sort(order, [&](unsigned a, unsigned b) {
    return contiguity[a] != contiguity[b] ? contiguity[a] > contiguity[b]
                                          : apart[a] < apart[b];
  });
  return order;
}

unsigned cm2tt::getFastestDim(const ModuleAxisInfo &axisInfo, Value tile) {
  SmallVector<tt::TransOp> transposed;
  while (auto trans = tile.getDefiningOp<tt::TransOp>()) {
    transposed.push_back(trans);
    tile = trans.getSrc();
  }
  unsigned fastest = cast<RankedTensorType>(tile.getType()).getRank() - 1;
  auto load = tile.getDefiningOp<tt::LoadOp>();
  if (load && isa<RankedTensorType>(load.getPtr().getType()))
    fastest = AccessCost(axisInfo, load.getPtr(), load.getMask(),
                         TargetInfo::maxVectorBits)
                  .getOrder()
                  .front();
  // Dimension i of what is transposed is dimension order[i] of the source.
  for (tt::TransOp trans : llvm::reverse(transposed))
    fastest = llvm::find(trans.getOrder(), static_cast<int32_t>(fastest)) -
              trans.getOrder().begin();
  return fastest;
}

/// Whether two threads whose elements differ by these coordinates access
/// addresses of which each dimension is within its bounds.
static bool isWithin(const LinearLayout::Coords &coords,
                     ArrayRef<int64_t> bounds) {
  return llvm::all_of(llvm::zip_equal(coords, bounds), [](auto pair) {
    return std::get<0>(pair) < std::get<1>(pair);
  });
}

/// A warp's access is served four sectors at a time, and the sectors that it
/// does not use are wasted. Of warps that access the same addresses, as where a
/// row of coefficients is broadcast, one reads them from the cache of the chip.
double AccessCost::of(const LinearLayout &layout) const {
  int64_t elements = 1;
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    int64_t inRegisters = int64_t(1) << layout.getConsecutiveBits(dim).size();
    elements = std::max(elements, std::min(width[dim], inRegisters));
  }
  int64_t inSector = kSectorBytes / bytes;
  SmallVector<int64_t> neighbours;
  for (auto [same, next] : llvm::zip_equal(constancy, contiguity))
    neighbours.push_back(std::max(same, std::min(inSector, next)));
  if ((writes || llvm::is_contained(apart, true)) && inSector > 1 &&
      !apart[getOrder().front()] &&
      llvm::all_of(neighbours, [](int64_t count) { return count == 1; }))
    neighbours[getOrder().front()] = 2;
  // Lane bits between lanes of which a sector serves both; warp bits between
  // warps with the same addresses.
  unsigned shared = 0, repeated = 0;
  for (unsigned bit = 0; bit < layout.getInBits(InDim::Lane); ++bit)
    shared += isWithin(layout.getBasis(InDim::Lane, bit), neighbours);
  for (unsigned bit = 0; bit < layout.getInBits(InDim::Warp); ++bit)
    repeated += isWithin(layout.getBasis(InDim::Warp, bit), constancy);
  SmallVector<int64_t> near;
  for (auto [same, next] : llvm::zip_equal(constancy, contiguity))
    near.push_back(std::max(same, next));
  bool isFar = false;
  double registers = layout.getInSize(InDim::Register);
  for (unsigned bit = 0; bit < layout.getInBits(InDim::Register); ++bit) {
    LinearLayout::Coords moved = layout.getBasis(InDim::Register, bit);
    isFar |= !isWithin(moved, near);
    bool isMove = llvm::any_of(moved, [](int64_t by) { return by != 0; });
    if (readsOnce && isMove && isWithin(moved, constancy))
      registers /= 2;
  }
  int64_t each = llvm::divideCeil(elements * bytes, kSectorBytes);
  int64_t sectors = (TargetInfo::warpSize >> shared) * each;
  const double first = 1.0 / (int64_t(1) << repeated);
  const double perSector = first * sectorCost + (1 - first) * cachedSectorCost;
  const double packing = elements * bytes == 1 ? packCost : 0;
  return weight * registers / elements *
         (4 + packing + (isFar ? addressCost : 0) + perSector * sectors);
}

SmallVector<LinearLayout> AccessCost::suggest(unsigned numWarps,
                                              bool isAnyOrder) const {
  ttg::BlockedLayoutOptions options;
  options.numWarps = numWarps;
  options.sizePerThread.assign(shape.size(), 1);
  options.order.assign(getOrder());
  unsigned dim = options.order.front();
  int64_t threads = numWarps * TargetInfo::warpSize;
  int64_t registers =
      std::max<int64_t>(ShapedType::getNumElements(shape) / threads, 1);
  SmallVector<LinearLayout> layouts;
  for (int64_t each = std::min({width[dim], shape[dim], registers}); each >= 1;
       each /= 2) {
    options.sizePerThread[dim] = each;
    layouts.push_back(ttg::makeBlockedLayout(shape, options));
  }
  if (isAnyOrder && shape.size() > 1 &&
      contiguity[dim] == contiguity[options.order[1]]) {
    std::swap(options.order[0], options.order[1]);
    options.sizePerThread.assign(shape.size(), 1);
    layouts.push_back(ttg::makeBlockedLayout(shape, options));
  }
  return layouts;
}

//===----------------------------------------------------------------------===//
// Reductions and scans
//===----------------------------------------------------------------------===//

/// The cost of the levels of a scan, from neighbours to groups that are far
/// from each other. Groups within registers are scanned in one thread; the
/// totals of the groups that are left are exchanged, and added to their
/// elements.
static double getScanCost(const ttg::ScanPlan &plan, double registers,
                          double exchangeCost) {
  double cost = 0, groups = registers;
  for (const ttg::ScanLevel &level : plan.levels) {
    const double steps = level.bits.size();
    cost += registers;
    if (level.dim == InDim::Register)
      groups /= int64_t(1) << level.bits.size();
    else if (level.dim == InDim::Lane)
      cost += groups * steps * exchangeCost;
    else
      cost += barrierCost +
              groups * (2 * exchangeCost + (int64_t(1) << level.bits.size()));
  }
  return cost;
}

double ReductionCost::of(const LinearLayout &layout) const {
  std::optional<ttg::AxisBits> bits = ttg::splitBits(layout, options.axis);
  if (!bits)
    return kInfinity;
  double registers = layout.getInSize(InDim::Register);
  const double exchangeCost = shuffleCost * llvm::divideCeil(options.bits, 32);
  if (options.isScan) {
    std::optional<ttg::ScanPlan> plan = ttg::planScan(layout, options.axis);
    return plan ? options.weight * getScanCost(*plan, registers, exchangeCost)
                : kInfinity;
  }
  double results = registers / (int64_t(1) << llvm::popcount(bits->along.reg));
  double cost =
      registers + exchangeCost * results * llvm::popcount(bits->along.lane);
  if (bits->along.warp)
    cost += barrierCost + 2 * exchangeCost * results;
  return options.weight * cost;
}

SmallVector<LinearLayout> ReductionCost::suggest(ArrayRef<int64_t> shape,
                                                 unsigned numWarps) const {
  ttg::BlockedLayoutOptions blocked;
  blocked.numWarps = numWarps;
  for (unsigned dim = shape.size(); dim-- > 0;)
    blocked.order.push_back(dim);
  SmallVector<LinearLayout> layouts;
  for (unsigned turn = 0; turn < std::min<size_t>(shape.size(), 2); ++turn) {
    // Once the usual order, once the axis last, which keeps warps off it.
    if (turn) {
      llvm::erase(blocked.order, options.axis);
      blocked.order.push_back(options.axis);
    }
    blocked.sizePerThread.assign(shape.size(), 1);
    for (int64_t each = 1; each <= shape[options.axis]; each *= 2) {
      blocked.sizePerThread[options.axis] = each;
      LinearLayout layout = ttg::makeBlockedLayout(shape, blocked);
      if (of(layout) == kInfinity)
        continue;
      layouts.push_back(layout);
    }
  }
  // The cheapest ones.
  llvm::stable_sort(layouts, [&](const LinearLayout &a, const LinearLayout &b) {
    return of(a) < of(b);
  });
  layouts.truncate(std::min(layouts.size(), kMaxScanLayouts));
  return layouts;
}

//===----------------------------------------------------------------------===//
// Divisions
//===----------------------------------------------------------------------===//

double DivisionCost::of(const LinearLayout &layout) const {
  double cost = 0;
  for (const auto &[transforms, weight] : divisions) {
    LinearLayout image = layout;
    for (const LayoutTransform &transform : transforms) {
      std::optional<LinearLayout> next = transform.of(image);
      if (!next)
        return kInfinity;
      image = *next;
    }
    double elements = 1;
    for (uint64_t basis : image.getBases(InDim::Register))
      elements *= basis ? 2 : 1;
    cost += weight * elements * divisionCost;
  }
  return cost;
}

//===----------------------------------------------------------------------===//
// Packs
//===----------------------------------------------------------------------===//

double PackCost::of(const LinearLayout &layout) const {
  ArrayRef<uint64_t> bases = layout.getBases(InDim::Register);
  for (unsigned bit = 0; bit < llvm::Log2_32(pack); ++bit)
    if (bit >= bases.size() || bases[bit] != uint64_t(1) << bit)
      return kInfinity;
  return 0;
}

LinearLayout PackCost::suggest(ArrayRef<int64_t> shape,
                               unsigned numWarps) const {
  ttg::BlockedLayoutOptions options;
  options.numWarps = numWarps;
  options.sizePerThread.assign(shape.size(), 1);
  int64_t rest = pack;
  for (unsigned dim = shape.size(); dim-- > 0;) {
    options.order.push_back(dim);
    options.sizePerThread[dim] = std::min(rest, shape[dim]);
    rest /= options.sizePerThread[dim];
  }
  return ttg::makeBlockedLayout(shape, options);
}

double AsmPackCost::of(const LinearLayout &layout) const {
  size_t neighbours = std::min(layout.getOutBits(axis), llvm::Log2_32(pack));
  return getNeighbourBits(layout, axis, pack).size() < neighbours ? kInfinity
                                                                  : 0;
}

LinearLayout AsmPackCost::suggest(ArrayRef<int64_t> shape,
                                  unsigned numWarps) const {
  ttg::BlockedLayoutOptions options;
  options.numWarps = numWarps;
  options.sizePerThread.assign(shape.size(), 1);
  options.sizePerThread[axis] = std::min<int64_t>(pack, shape[axis]);
  options.order.push_back(axis);
  for (unsigned dim = shape.size(); dim-- > 0;)
    if (dim != axis)
      options.order.push_back(dim);
  return ttg::makeBlockedLayout(shape, options);
}
