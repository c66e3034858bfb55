// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Atomic updates that only read, or only write, and the length of updates.

#include "AtomicAccess.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace cm2tt;

/// The number that all elements of a tile are.
static Value splatSource(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<tt::SplatOp>(op) && !op->hasTrait<tt::KeepsElements>())
      return value;
    value = op->getOperand(0);
  }
  return value;
}

bool cm2tt::isAtomicRead(tt::AtomicRmwOp op) {
  bool isOrdered = op.getSem() == tt::MemSemantic::RELAXED ||
                   op.getSem() == tt::MemSemantic::ACQUIRE;
  return isOrdered && op.getAtomicRmwOp() == tt::RMWOp::OR &&
         matchPattern(splatSource(op.getVal()), m_Zero());
}

bool cm2tt::isAtomicWrite(tt::AtomicRmwOp op) {
  bool isOrdered = op.getSem() == tt::MemSemantic::RELAXED ||
                   op.getSem() == tt::MemSemantic::RELEASE;
  return isOrdered && op.getAtomicRmwOp() == tt::RMWOp::XCHG &&
         op.getResult().use_empty();
}

unsigned cm2tt::getMaxAtomicElements(tt::AtomicRmwOp op,
                                     unsigned computeCapability) {
  Type element = getElementTypeOrSelf(op.getType());
  if (op.getAtomicRmwOp() != tt::RMWOp::FADD || element.isF64())
    return 1;
  if (computeCapability >= 90)
    return element.isF32() ? 4 : 8;
  return element.isF16() ? 2 : 1;
}
