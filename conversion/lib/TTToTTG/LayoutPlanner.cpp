// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Classes of tiles, and the layout that is cheapest for each.

#include "LayoutPlanner.h"

#include "cm2tt/Conversion/TargetInfo.h"
#include "cm2tt/Dialect/TTG/LayoutConversion.h"

#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

#include <set>

using namespace mlir;
using namespace cm2tt;

static bool isTile(Value value) {
  return isa<RankedTensorType>(value.getType());
}

static ArrayRef<int64_t> shapeOf(Value tile) {
  return cast<RankedTensorType>(tile.getType()).getShape();
}

LayoutPlanner::LayoutPlanner(tt::FuncOp func, const ModuleAxisInfo &axisInfo,
                             unsigned numWarps)
    : axisInfo(axisInfo), numWarps(numWarps), context(func.getContext()) {
  func.walk<WalkOrder::PreOrder>([&](Operation *op) { classify(op); });

  llvm::MapVector<const void *, TileClass> byLeader;
  for (const Access &access : accesses) {
    TileClass &tiles = byLeader[classes.getLeaderValue(access.op)];
    tiles.accesses.push_back(access);
    tiles.shape = shapeOf(access.pointer);
  }
  for (auto &[tile, home] : homes) {
    TileClass &tiles =
        byLeader[classes.getLeaderValue(tile.getAsOpaquePointer())];
    tiles.tiles.push_back(tile);
    tiles.shape = shapeOf(tile);
  }
  for (auto &[leader, tiles] : byLeader)
    plan(tiles);
}

bool LayoutPlanner::dependsOnHome(Operation *op) const {
  return llvm::any_of(op->getOperands(),
                      [&](Value operand) { return homes.contains(operand); });
}

void LayoutPlanner::classify(Operation *op) {
  if (auto load = dyn_cast<tt::LoadOp>(op))
    return addAccess(op, load.getPtr(), load.getMask(), load.getResult());
  if (auto store = dyn_cast<tt::StoreOp>(op))
    return addAccess(op, store.getPtr(), store.getMask(), store.getValue());
  if (isPure(op) && !dependsOnHome(op))
    return;
  for (Value result : op->getResults()) {
    if (!isTile(result))
      continue;
    homes[result] = {};
    classes.insert(result.getAsOpaquePointer());
    if (!op->hasTrait<OpTrait::Elementwise>())
      continue;
    for (Value operand : op->getOperands())
      if (homes.contains(operand))
        classes.unionSets(result.getAsOpaquePointer(),
                          operand.getAsOpaquePointer());
  }
}

void LayoutPlanner::addAccess(Operation *op, Value pointer, Value mask,
                              Value data) {
  if (!isTile(pointer))
    return;
  accesses.push_back({op, pointer, mask});
  classes.insert(op);
  if (data.getDefiningOp() == op) // what is loaded
    homes[data] = {};
  for (Value value : {pointer, mask, data})
    if (value && homes.contains(value))
      classes.unionSets(op, value.getAsOpaquePointer());
}

/// Elements that one instruction can access along `dim`.
static int64_t accessWidth(const ModuleAxisInfo &axisInfo, Value pointer,
                           Value mask, unsigned dim) {
  auto type = cast<tt::PtrType>(getElementTypeOrSelf(pointer.getType()));
  int64_t widest = TargetInfo::maxVectorBits /
                   std::max(tt::getElementBits(type.getPointeeType()), 8u);
  int64_t width = std::min(widest, axisInfo.getPointerAlignment(pointer, dim));
  return mask ? std::min(width, axisInfo.getMaskAlignment(mask, dim)) : width;
}

int64_t LayoutPlanner::registersFor(ArrayRef<int64_t> shape) const {
  int64_t threads = numWarps * TargetInfo::warpSize;
  return std::max<int64_t>(ShapedType::getNumElements(shape) / threads, 1);
}

/// Instructions, and the 32-byte sectors that each touches: a warp's access is
/// served four sectors at a time, and what it does not use of them is lost.
double LayoutPlanner::costOf(const Access &access, const Candidate &candidate,
                             int64_t registers) const {
  auto type = cast<tt::PtrType>(getElementTypeOrSelf(access.pointer.getType()));
  constexpr int64_t sectorBytes = 32, lanes = TargetInfo::warpSize;
  unsigned dim = candidate.order.front();
  int64_t bytes = std::max(tt::getElementBits(type.getPointeeType()) / 8, 1u);
  int64_t perThread = candidate.perThread;
  int64_t width = std::min(
      accessWidth(axisInfo, access.pointer, access.mask, dim), perThread);
  int64_t sectors = lanes;
  if (axisInfo.getAxisInfo(access.pointer).getContiguity(dim) > 1) {
    int64_t spanned =
        std::max<int64_t>(lanes * perThread * bytes / sectorBytes, 1);
    int64_t each = llvm::divideCeil(width * bytes, sectorBytes);
    sectors = std::min(spanned, lanes * each);
  }
  return static_cast<double>(registers) / width * (4 + sectors);
}

/// The dimensions, those with most neighbours in memory first; the last first
/// among equals.
static SmallVector<unsigned> orderOf(const AxisInfo &info, unsigned rank) {
  SmallVector<unsigned> order;
  for (unsigned dim = rank; dim-- > 0;)
    order.push_back(dim);
  llvm::stable_sort(order, [&](unsigned a, unsigned b) {
    return info.getContiguity(a) > info.getContiguity(b);
  });
  return order;
}

LayoutPlanner::Candidate
LayoutPlanner::choose(ArrayRef<int64_t> shape,
                      ArrayRef<Access> accesses) const {
  Candidate best;
  for (unsigned dim = shape.size(); dim-- > 0;)
    best.order.push_back(dim);
  double bestCost = std::numeric_limits<double>::infinity();
  int64_t registers = registersFor(shape);
  std::set<std::pair<std::vector<unsigned>, int64_t>> tried;
  for (const Access &access : accesses) {
    Candidate candidate;
    candidate.order =
        orderOf(axisInfo.getAxisInfo(access.pointer), shape.size());
    unsigned dim = candidate.order.front();
    candidate.perThread =
        std::min({accessWidth(axisInfo, access.pointer, access.mask, dim),
                  shape[dim], registers});
    std::vector<unsigned> order(candidate.order.begin(), candidate.order.end());
    for (; candidate.perThread >= 1; candidate.perThread /= 2) {
      if (!tried.insert({order, candidate.perThread}).second)
        continue;
      double cost = 0;
      for (const Access &other : accesses)
        cost += costOf(other, candidate, registers);
      if (cost < bestCost) {
        bestCost = cost;
        best = candidate;
      }
    }
  }
  return best;
}

ttg::LinearAttr LayoutPlanner::layoutOf(ArrayRef<int64_t> shape,
                                        const Candidate &candidate) const {
  ttg::BlockedLayoutOptions options;
  options.sizePerThread.assign(shape.size(), 1);
  options.sizePerThread[candidate.order.front()] = candidate.perThread;
  options.order.assign(candidate.order.begin(), candidate.order.end());
  options.numWarps = numWarps;
  return ttg::LinearAttr::get(context, ttg::makeBlockedLayout(shape, options));
}

void LayoutPlanner::plan(const TileClass &tiles) {
  Candidate common = choose(tiles.shape, tiles.accesses);
  ttg::LinearAttr layout = layoutOf(tiles.shape, common);
  for (Value tile : tiles.tiles)
    homes[tile] = layout;
  int64_t registers = registersFor(tiles.shape);
  for (const Access &access : tiles.accesses) {
    accessLayouts[access.op] = layout;
    Candidate own = choose(tiles.shape, access);
    ttg::LinearAttr ownLayout = layoutOf(tiles.shape, own);
    if (ownLayout == layout)
      continue;
    ttg::ConversionOptions options;
    Type pointer = getElementTypeOrSelf(access.pointer.getType());
    options.elementBits = std::max(
        tt::getElementBits(cast<tt::PtrType>(pointer).getPointeeType()), 8u);
    double gain =
        costOf(access, common, registers) - costOf(access, own, registers) -
        ttg::planConversion(ownLayout.getLayout(), layout.getLayout(), options)
            .getCost(options.elementBits);
    if (gain <= 0)
      continue;
    accessLayouts[access.op] = ownLayout;
    for (Value result : access.op->getResults())
      homes[result] = ownLayout;
  }
}
