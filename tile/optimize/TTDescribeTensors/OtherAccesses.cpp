// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Bulk copies are not ordered with the accesses of threads. A tensor that they
/// load is not written by the kernel, and one that they store is accessed by
/// nothing else in it. Neither may follow a wait for another program.
///
/// An access after a bulk store, such as an atomic that tells others of it,
/// waits for it (TTGLowerDescriptors/GlobalOrder.cpp).

#include "OtherAccesses.h"

#include "tile/analysis/MemoryOrder.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace cm2tt;

void OtherAccesses::add(Operation *op) {
  if (isa<tt::LoadOp, tt::DescriptorLoadOp, tt::DescriptorGatherOp>(op))
    reads.push_back({op, op->getOperand(0)});
  if (Value written = getWritten(op))
    writes.push_back({op, written});
  // Others may tell by the value that an atomic finds, in any order of memory.
  bool isKnown = isa<tt::AtomicRmwOp, tt::AtomicCasOp>(op) && !op->use_empty();
  if (isKnown || mayWaitForOthers(op))
    waits.push_back(op);
}

OtherAccesses::OtherAccesses(tt::FuncOp func) : roots(func) {
  func.walk([&](Operation *op) { add(op); });
}

/// Whether `op` may run before `access` does.
static bool mayPrecede(Operation *op, Operation *access) {
  for (Operation *parent = access->getParentOp(); parent;
       parent = parent->getParentOp())
    if (isa<LoopLikeOpInterface>(parent) && parent->isAncestor(op))
      return true;
  Block *block = access->getBlock();
  for (; block; block = block->getParentOp()->getBlock()) {
    Operation *after = block->findAncestorOpInBlock(*op);
    if (after)
      return !block->findAncestorOpInBlock(*access)->isBeforeInBlock(after);
  }
  return true;
}

bool OtherAccesses::mayFollowWait(Operation *op) const {
  return llvm::any_of(waits,
                      [&](Operation *wait) { return mayPrecede(wait, op); });
}

StringRef OtherAccesses::findObstacle(tt::LoadOp load) const {
  PointerRoots own = roots.getRoots(load.getPtr());
  for (auto [op, pointer] : writes)
    if (PointerRoots::mayAlias(own, roots.getRoots(pointer)))
      return "the kernel writes the tensor";
  if (mayFollowWait(load))
    return "the program may wait for another one before";
  return {};
}

StringRef OtherAccesses::findObstacle(tt::StoreOp store) const {
  PointerRoots own = roots.getRoots(store.getPtr());
  auto isSame = [&](std::pair<Operation *, Value> access) {
    return access.first != store &&
           PointerRoots::mayAlias(own, roots.getRoots(access.second));
  };
  if (llvm::any_of(reads, isSame) || llvm::any_of(writes, isSame))
    return "the kernel accesses the tensor elsewhere, too";
  if (mayFollowWait(store))
    return "the program may wait for another one before";
  return {};
}
