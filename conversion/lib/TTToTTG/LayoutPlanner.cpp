// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Classes of tiles, and the layout that is cheapest for each.

#include "LayoutPlanner.h"

#include "cm2tt/Conversion/TargetInfo.h"

#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

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
  for (auto &[leader, tiles] : byLeader) {
    ttg::LinearAttr layout = choose(tiles);
    for (Value tile : tiles.tiles)
      homes[tile] = layout;
    for (const Access &access : tiles.accesses)
      accessLayouts[access.op] = layout;
  }
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

/// Instructions, and the 32-byte sectors that each touches: a warp's access is
/// served four sectors at a time.
double LayoutPlanner::costOf(const Access &access, unsigned dim,
                             int64_t perThread, int64_t registers) const {
  auto type = cast<tt::PtrType>(getElementTypeOrSelf(access.pointer.getType()));
  constexpr int64_t sectorBytes = 32, lanes = TargetInfo::warpSize;
  int64_t bytes = std::max(tt::getElementBits(type.getPointeeType()) / 8, 1u);
  int64_t width = std::min(
      accessWidth(axisInfo, access.pointer, access.mask, dim), perThread);
  bool isContiguous =
      axisInfo.getAxisInfo(access.pointer).getContiguity(dim) > 1;
  int64_t sectors =
      isContiguous
          ? std::min(
                std::max<int64_t>(lanes * perThread * bytes / sectorBytes, 1),
                lanes * int64_t(llvm::divideCeil(width * bytes, sectorBytes)))
          : lanes;
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

ttg::LinearAttr LayoutPlanner::choose(const TileClass &tiles) const {
  unsigned rank = tiles.shape.size();
  int64_t threads = numWarps * TargetInfo::warpSize;
  int64_t elements = ShapedType::getNumElements(tiles.shape);
  int64_t registers = std::max<int64_t>(elements / threads, 1);

  ttg::LinearLayout best = ttg::makeDefaultLayout(tiles.shape, numWarps);
  double bestCost = std::numeric_limits<double>::infinity();
  for (const Access &candidate : tiles.accesses) {
    SmallVector<unsigned> order =
        orderOf(axisInfo.getAxisInfo(candidate.pointer), rank);
    int64_t widest = std::min(
        {accessWidth(axisInfo, candidate.pointer, candidate.mask, order[0]),
         tiles.shape[order[0]], registers});
    for (int64_t perThread = widest; perThread >= 1; perThread /= 2) {
      double cost = 0;
      for (const Access &access : tiles.accesses)
        cost += costOf(access, order[0], perThread, registers);
      if (cost >= bestCost)
        continue;
      bestCost = cost;
      ttg::BlockedLayoutOptions options;
      options.sizePerThread.assign(rank, 1);
      options.sizePerThread[order[0]] = perThread;
      options.order.assign(order.begin(), order.end());
      options.numWarps = numWarps;
      best = ttg::makeBlockedLayout(tiles.shape, options);
    }
  }
  return ttg::LinearAttr::get(context, best);
}
