// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The number of iterations of loops, by MLIR's constantTripCount.

#include "TripCount.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

/// The constant that is added to `lower`, if `upper` is such a sum.
static std::optional<APSInt> getDifference(Value lower, Value upper,
                                           bool isSigned) {
  auto sum = upper.getDefiningOp<arith::AddIOp>();
  if (!sum || (sum.getLhs() != lower && sum.getRhs() != lower))
    return std::nullopt;
  APInt constant;
  Value other = sum.getLhs() == lower ? sum.getRhs() : sum.getLhs();
  if (!matchPattern(other, m_ConstantInt(&constant)))
    return std::nullopt;
  return APSInt(constant, /*isUnsigned=*/!isSigned);
}

std::optional<APInt> cm2tt::getTripCountWithoutWrap(scf::ForOp loop) {
  return constantTripCount(loop.getLowerBound(), loop.getUpperBound(),
                           loop.getStep(), !loop.getUnsignedCmp(),
                           getDifference);
}

bool cm2tt::surelyRuns(scf::ForOp loop) {
  APInt lower, upper;
  if (!matchPattern(loop.getLowerBound(), m_ConstantInt(&lower)) ||
      !matchPattern(loop.getUpperBound(), m_ConstantInt(&upper)))
    return false;
  return loop.getUnsignedCmp() ? lower.ult(upper) : lower.slt(upper);
}

Value cm2tt::createRuns(OpBuilder &builder, scf::ForOp loop) {
  auto less = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                    : arith::CmpIPredicate::slt;
  return arith::CmpIOp::create(builder, loop.getLoc(), less,
                               loop.getLowerBound(), loop.getUpperBound());
}
