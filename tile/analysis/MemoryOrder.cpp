// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The accesses that a load must not pass, by the kinds of operations.
///
/// An operation that is not known here and may write global memory may write
/// any of it, and wait for other programs.

#include "MemoryOrder.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace cm2tt;

static bool acquires(tt::MemSemantic semantic) {
  return semantic == tt::MemSemantic::ACQUIRE ||
         semantic == tt::MemSemantic::ACQ_REL;
}

/// Whether an operation itself, not what it contains, has no effects on what a
/// load reads. Barriers order the threads of a block: what these write is
/// known.
static bool isHarmless(Operation *op) {
  return isa<gpu::BarrierOp>(op) || op->hasTrait<tt::WritesNoLoadedMemory>() ||
         op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
         op->hasTrait<OpTrait::IsTerminator>() ||
         op->hasTrait<OpTrait::IsIsolatedFromAbove>() ||
         op->getName().getStringRef() == "llvm.intr.assume";
}

/// The writes of memory other than shared memory.
static SmallVector<MemoryEffects::EffectInstance>
getWrites(MemoryEffectOpInterface op) {
  SmallVector<MemoryEffects::EffectInstance> found;
  op.getEffects(found);
  llvm::erase_if(found, [](const MemoryEffects::EffectInstance &effect) {
    return !isa<MemoryEffects::Write>(effect.getEffect()) ||
           effect.getResource() == tt::SharedMemory::get();
  });
  return found;
}

/// Whether an operation may write global memory in a way that getWritten does
/// not say.
static bool hasForeignEffects(Operation *op) {
  if (isMemoryEffectFree(op) || isHarmless(op) || getWritten(op))
    return false;
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  return !effects || !getWrites(effects).empty();
}

bool cm2tt::mayWaitForOthers(Operation *op) {
  if (auto atomic = dyn_cast<tt::AtomicRmwOp>(op))
    return acquires(atomic.getSem());
  if (auto atomic = dyn_cast<tt::AtomicCasOp>(op))
    return acquires(atomic.getSem());
  if (auto load = dyn_cast<tt::LoadOp>(op))
    return load.getIsVolatile();
  return hasForeignEffects(op);
}

Value cm2tt::getWritten(Operation *op) {
  if (op->hasTrait<tt::WritesFirstOperand>())
    return op->getOperand(0);
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects || isHarmless(op))
    return {};
  SmallVector<MemoryEffects::EffectInstance> writes = getWrites(effects);
  Value written = writes.size() == 1 ? writes.front().getValue() : Value();
  return written && isa<tt::TensorDescType>(written.getType()) ? written
                                                               : Value();
}

bool MemoryOrder::isOrdered(Operation *op, Value where) const {
  if (mayWaitForOthers(op))
    return true;
  Value written = getWritten(op);
  return written &&
         PointerRoots::mayAlias(roots.getRoots(written), roots.getRoots(where));
}

Operation *MemoryOrder::findObstacle(Operation *scope, Value where) const {
  Operation *found = nullptr;
  scope->walk([&](Operation *op) {
    if (!isOrdered(op, where))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

StringRef cm2tt::describeObstacle(Operation *obstacle) {
  return mayWaitForOthers(obstacle) ? "may wait for other programs"
                                    : "may write what it reads";
}
