// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Scratch memory of atomics: by it, the thread that updates an element tells
/// those that hold copies what was there before.

#include "SharedScratchInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

using namespace mlir;
using namespace cm2tt;

bool cm2tt::sharesResult(Operation *atomic) {
  if (atomic->use_empty())
    return false;
  auto tile = dyn_cast<RankedTensorType>(atomic->getResult(0).getType());
  if (!tile)
    return true;
  ttg::Slot copies =
      ttg::getLayoutAttr(tile).getLayout().getFreeVariableMasks();
  return copies.lane || copies.warp;
}

/// The bytes that an atomic operation of either kind needs.
static uint64_t getAtomicScratch(Operation *atomic) {
  if (!sharesResult(atomic))
    return 0;
  Type type = atomic->getResult(0).getType();
  uint64_t bytes = getElementBits(type) / 8;
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile ? bytes * tile.getNumElements() : bytes;
}

uint64_t cm2tt::getScratch(tt::AtomicRmwOp op) { return getAtomicScratch(op); }

uint64_t cm2tt::getScratch(tt::AtomicCasOp op) { return getAtomicScratch(op); }
