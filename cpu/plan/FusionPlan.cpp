// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The properties of operations for a plan, and the accesses that may share a
/// loop.
///
/// Not here: planning (BlockPlanner.cpp).

#include "FusionPlan.h"

#include "BlockPlanner.h"
#include "cpu/emit/ElementwiseInternals.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace cm2tt;

ArrayRef<int64_t> cm2tt::getShape(Value value) {
  auto tile = dyn_cast<RankedTensorType>(value.getType());
  return tile ? tile.getShape() : ArrayRef<int64_t>();
}

Role cm2tt::getRole(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>())
    return Role::Terminator;
  if (isa<scf::ForOp, scf::IfOp, scf::WhileOp>(op))
    return Role::ControlFlow;
  if (!touchesTiles(op))
    return Role::Scalar;
  if (isa<tt::StoreOp, tt::ReduceOp, tt::AtomicRmwOp, tt::AtomicCasOp,
          tt::AssertOp>(op))
    return Role::Root;
  if (isa<tt::DotOp, tt::ScanOp, tt::HistogramOp, tt::MapElementwiseOp,
          tt::PrintOp, tt::UnsplatOp>(op))
    return Role::Materialized;
  return Role::Lazy;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// The pointer into whose memory `pointer` points; itself if it is an argument
/// of the kernel, null if there may be several.
static Value getBase(Value pointer) {
  if (Operation *op = pointer.getDefiningOp()) {
    if (isa<tt::AddPtrOp, tt::SplatOp, tt::BroadcastOp, tt::ExpandDimsOp,
            tt::ReshapeOp, tt::TransOp, tt::BitcastOp, tt::UnsplatOp>(op))
      return op->getOperand(0);
    auto loop = dyn_cast<scf::ForOp>(op);
    return loop ? loop.getRegionIterArg(
                      cast<OpResult>(pointer).getResultNumber())
                : Value();
  }
  auto argument = cast<BlockArgument>(pointer);
  Operation *parent = argument.getOwner()->getParentOp();
  if (isa<tt::FuncOp>(parent) && argument.getOwner()->isEntryBlock())
    return pointer;
  // A pointer that a loop moves points into what it pointed into at first.
  auto loop = dyn_cast<scf::ForOp>(parent);
  if (!loop || argument.getArgNumber() == 0)
    return {};
  Value next = loop.getTiedLoopYieldedValue(argument)->get();
  while (auto step = next.getDefiningOp<tt::AddPtrOp>())
    next = step.getPtr();
  return next == pointer ? loop.getTiedLoopInit(argument)->get() : Value();
}

Value ArgumentFinder::find(Value pointer) {
  SmallVector<Value> passed;
  Value base = pointer;
  while (base && found.try_emplace(base).second) {
    passed.push_back(base);
    Value next = getBase(base);
    if (next == base)
      found[base] = base;
    base = next;
  }
  Value argument = base ? found.lookup(base) : Value();
  for (Value value : passed)
    found[value] = argument;
  return argument;
}

/// The pointers of an access.
static Value pointerOf(Operation *op) { return op->getOperand(0); }

bool FusionPlan::isSafeTogether(tt::LoadOp load, Operation *write) const {
  if (pointerOf(load) == pointerOf(write))
    return isa<tt::StoreOp>(write);
  return isa<tt::StoreOp>(write) && areDistinct(load, write);
}

bool FusionPlan::areDistinct(Operation *one, Operation *other) const {
  Value a = findArgument(pointerOf(one)), b = findArgument(pointerOf(other));
  return !isChecked && a && b && a != b;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

FusionPlan::FusionPlan(tt::FuncOp func, bool isChecked) : isChecked(isChecked) {
  unsigned programPoint = 0;
  planRegion(*this, func.getBody(), programPoint);
  scratch.allocate();
}

std::optional<BufferId> FusionPlan::getBuffer(Value tile) const {
  auto found = buffers.find(tile);
  if (found == buffers.end())
    return std::nullopt;
  return scratch.find(found->second);
}

std::optional<BufferId> FusionPlan::getBuffer(OpOperand &operand) const {
  auto found = operands.find(&operand);
  if (found != operands.end())
    return scratch.find(found->second);
  return getBuffer(operand.get());
}

BufferId FusionPlan::addBuffer(Value tile) {
  BufferId buffer = scratch.add(cast<RankedTensorType>(tile.getType()));
  buffers[tile] = buffer;
  return buffer;
}
