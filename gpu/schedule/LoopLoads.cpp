// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The loads of a loop that become copies to shared memory.

#include "LoopLoads.h"

#include "cm2tt/Dialect/TTG/TensorCopyLayouts.h"

using namespace mlir;
using namespace cm2tt;

Operation *cm2tt::findInBody(scf::ForOp loop, Operation *op) {
  return loop.getBody()->findAncestorOpInBlock(*op);
}

Operation *cm2tt::findFirstUse(scf::ForOp loop, Value tile,
                               ttg::MemDescType memory) {
  Operation *first = nullptr;
  SmallVector<Value> pending{tile};
  while (!pending.empty())
    for (Operation *user : pending.pop_back_val().getUsers()) {
      auto alloc = dyn_cast<ttg::LocalAllocOp>(user);
      if (isa<ttg::MemDescTransOp>(user) ||
          (alloc && alloc.getType() == memory)) {
        pending.push_back(user->getResult(0));
        continue;
      }
      Operation *op = findInBody(loop, user);
      if (!first || op->isBeforeInBlock(first))
        first = op;
    }
  return first;
}

ttg::MemDescType cm2tt::chooseBulkMemory(tt::DescriptorLoadOp load) {
  tt::TensorDescType desc = load.getDesc().getType();
  RankedTensorType block = desc.getSignlessBlockType();
  std::optional<ttg::TensorCopyPlan> plan =
      ttg::planTensorCopy(block.getShape(), tt::getElementBits(block));
  ttg::MemDescType memory =
      ttg::getTensorCopyMemory(desc, load.getType().getShape());
  if (!plan || !memory || memory.getTileBytes() % plan->alignment != 0)
    return {};
  return memory;
}
