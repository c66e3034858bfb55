// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The producer of a warp-specialised kernel: its verifier.

#include "cm2tt/Dialect/TT/TTOps.h"
#include "cm2tt/Dialect/TTG/TTGOps.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace cm2tt;
using namespace cm2tt::ttg;

/// Whether the region of a producer may use a value from outside of it.
static bool isVisibleToProducer(Value value) {
  if (value.getDefiningOp<LocalAllocOp>())
    return true;
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner()->isEntryBlock() &&
         isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

/// TTG-PRODUCER-2, TTG-PRODUCER-3.
static LogicalResult verifyProducedBy(Operation *op, ProducerOp producer) {
  auto isTile = llvm::IsaPred<RankedTensorType>;
  for (Value operand : op->getOperands()) {
    bool isInside = producer.getBody().isAncestor(operand.getParentRegion());
    if (!isInside && !isVisibleToProducer(operand))
      return op->emitError("TTG-PRODUCER-2: a producer uses a value of the "
                           "consumers, expected a parameter of the kernel or "
                           "memory of 'ttg.local_alloc'");
  }
  if (llvm::any_of(op->getOperandTypes(), isTile) ||
      llvm::any_of(op->getResultTypes(), isTile))
    return op->emitError("TTG-PRODUCER-3: a producer has a tile in registers, "
                         "expected scalars");
  return success();
}

/// TTG-PRODUCER-5.
static LogicalResult verifyInits(ProducerOp producer) {
  llvm::SmallPtrSet<Operation *, 8> first;
  for (Operation &op : producer.getBody().front()) {
    if (isa<MBarrierInitOp>(op))
      first.insert(&op);
    else if (!isPure(&op))
      break;
  }
  WalkResult walked = producer.getBody().walk([&](MBarrierInitOp init) {
    if (first.contains(init))
      return WalkResult::advance();
    init.emitError("TTG-PRODUCER-5: is not at the beginning of the producer, "
                   "where the consumers wait for it");
    return WalkResult::interrupt();
  });
  return failure(walked.wasInterrupted());
}

LogicalResult ProducerOp::verify() {
  auto func = dyn_cast<FunctionOpInterface>((*this)->getParentOp());
  if (!func || !(*this)->getBlock()->isEntryBlock())
    return emitOpError("TTG-PRODUCER-1: is not in the first block of a "
                       "function");
  auto module = (*this)->getParentOfType<ModuleOp>();
  if (!module)
    return success();
  unsigned count = 0;
  module.walk([&](ProducerOp) { ++count; });
  if (count != 1)
    return emitOpError("TTG-PRODUCER-1: is one of ")
           << count << " of the module, expected one";
  unsigned expected = getNumWarps(module) + kProducerWarps;
  if (module->hasAttr(kNumWarpsAttr) && getTotalNumWarps(module) != expected)
    return emitOpError("TTG-PRODUCER-4: '")
           << kTotalNumWarpsAttr << "' of the module is "
           << getTotalNumWarps(module) << ", expected " << expected;
  WalkResult walked = getBody().walk([&](Operation *op) {
    return failed(verifyProducedBy(op, *this)) ? WalkResult::interrupt()
                                               : WalkResult::advance();
  });
  if (walked.wasInterrupted())
    return failure();
  return verifyInits(*this);
}
