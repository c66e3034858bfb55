// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Integers: division that does not trap, shifts by any number of bits, high
/// halves of products, dot products of bytes.
///
/// A quotient by 0 is an unspecified number, without a trap, as on a GPU:
/// kernels have no exceptions. The smallest integer divided by -1 is itself
/// with remainder 0, as in Java. Shifts beyond the width shift all bits out, as
/// in PTX.

#include "ElementwiseInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace cm2tt;

/// Returns the value of a constant, which is a scalar or has equal elements.
static std::optional<APInt> getConstant(Value value) {
  if (auto splat = value.getDefiningOp<tt::SplatOp>())
    value = splat.getSrc();
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

namespace {
/// Emits quotients that round toward zero, and remainders.
struct Division {
  const Lanes &lanes;
  bool isSigned;
  unsigned bits;

  Value integer(int64_t value) const { return lanes.i(bits, value); }
  Value mul(Value a, Value b) const { return lanes.op<arith::MulIOp>(a, b); }
  Value sub(Value a, Value b) const { return lanes.op<arith::SubIOp>(a, b); }
  Value equals(Value a, int64_t b) const {
    return lanes.compare(arith::CmpIPredicate::eq, a, integer(b));
  }
  /// Divides by a divisor that is neither 0 nor -1.
  Value divide(Value a, Value b) const;
  Value throughFloats(Value a, Value b) const;
};
} // namespace

/// CPUs do not divide vectors of integers, so that floats that can represent
/// the integers are divided. The quotient is the same: if it is not whole, it
/// differs from a whole number by at least 1/b, which is more than the rounding
/// error of a float with twice the bits.
Value Division::throughFloats(Value a, Value b) const {
  Type wide = lanes.integer(bits < 32 ? 32 : bits);
  Type number = bits < 32 ? lanes.f32() : lanes.f64();
  auto toFloat = [&](Value value) {
    if (bits < 32)
      value = isSigned ? lanes.cast<arith::ExtSIOp>(wide, value)
                       : lanes.cast<arith::ExtUIOp>(wide, value);
    return isSigned || bits < 32 ? lanes.cast<arith::SIToFPOp>(number, value)
                                 : lanes.cast<arith::UIToFPOp>(number, value);
  };
  Value dividend = toFloat(a);
  Value quotient = lanes.op<arith::DivFOp>(dividend, toFloat(b));
  Value whole = isSigned || bits < 32
                    ? lanes.cast<arith::FPToSIOp>(wide, quotient)
                    : lanes.cast<arith::FPToUIOp>(wide, quotient);
  return bits < 32 ? lanes.cast<arith::TruncIOp>(lanes.integer(bits), whole)
                   : whole;
}

Value Division::divide(Value a, Value b) const {
  if (lanes.count && bits >= 8 && bits <= 32)
    return throughFloats(a, b);
  return isSigned ? lanes.op<arith::DivSIOp>(a, b)
                  : lanes.op<arith::DivUIOp>(a, b);
}

namespace {
/// A quotient and a remainder, each null until it is requested.
struct QuotientAndRest {
  Value quotient, rest;
};
} // namespace

/// Divides by a divisor that may be 0 or -1, for which it divides by 1 instead:
/// the remainder is correct for -1.
static QuotientAndRest divideByAny(const Division &division, Value a, Value b,
                                   bool needsRest) {
  const Lanes &lanes = division.lanes;
  Value isZero = division.equals(b, 0);
  Value isWrong = isZero, isMinusOne;
  if (division.isSigned) {
    isMinusOne = division.equals(b, -1);
    isWrong = lanes.op<arith::OrIOp>(isZero, isMinusOne);
  }
  Value divisor = lanes.select(isWrong, division.integer(1), b);
  Value quotient = division.divide(a, divisor);
  Value rest;
  if (needsRest)
    rest = division.sub(a, division.mul(quotient, divisor));
  if (division.isSigned)
    quotient = lanes.select(isMinusOne, division.sub(division.integer(0), a),
                            quotient);
  return {quotient, rest};
}

/// LLVM replaces a division by a constant by a multiplication.
static QuotientAndRest divideByConstant(const Division &division, Value a,
                                        Value b, bool needsRest) {
  const Lanes &lanes = division.lanes;
  Value quotient = division.isSigned ? lanes.op<arith::DivSIOp>(a, b)
                                     : lanes.op<arith::DivUIOp>(a, b);
  if (!needsRest)
    return {quotient, {}};
  return {quotient, division.isSigned ? lanes.op<arith::RemSIOp>(a, b)
                                      : lanes.op<arith::RemUIOp>(a, b)};
}

/// The quotient that rounds up or down: next to the one toward zero if there is
/// a remainder and the exact quotient is on that side.
static Value roundQuotient(const Division &division, Operation *op, Value a,
                           Value b, QuotientAndRest parts) {
  const Lanes &lanes = division.lanes;
  Value isMore =
      lanes.compare(arith::CmpIPredicate::ne, parts.rest, division.integer(0));
  bool isUp = !isa<arith::FloorDivSIOp>(op);
  if (division.isSigned) {
    Value signs = lanes.op<arith::XOrIOp>(a, b);
    Value isSide = lanes.compare(isUp ? arith::CmpIPredicate::sge
                                      : arith::CmpIPredicate::slt,
                                 signs, division.integer(0));
    isMore = lanes.op<arith::AndIOp>(isMore, isSide);
  }
  Value next =
      lanes.op<arith::AddIOp>(parts.quotient, division.integer(isUp ? 1 : -1));
  return lanes.select(isMore, next, parts.quotient);
}

static Value emitDivision(const Lanes &lanes, Operation *op,
                          ValueRange operands) {
  bool isRest = isa<arith::RemSIOp, arith::RemUIOp>(op);
  bool isRounded =
      isa<arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op);
  bool isSigned = isa<arith::DivSIOp, arith::RemSIOp, arith::CeilDivSIOp,
                      arith::FloorDivSIOp>(op);
  Value a = operands[0], b = operands[1];
  Type element = getElement(a);
  // An index is counted with, in code that is not the user's.
  if (!isa<IntegerType>(element))
    return {};
  // A quotient by 1 is the dividend, and 0 is the only other divisor.
  if (element.isInteger(1))
    return isRest ? lanes.i(1, 0) : a;
  Division division{lanes, isSigned, getBits(element)};
  std::optional<APInt> constant = getConstant(op->getOperand(1));
  bool isSafe =
      constant && !constant->isZero() && !(isSigned && constant->isAllOnes());
  QuotientAndRest parts = (isSafe ? divideByConstant : divideByAny)(
      division, a, b, isRest || isRounded);
  if (isRest)
    return parts.rest;
  return isRounded ? roundQuotient(division, op, a, b, parts) : parts.quotient;
}

//===----------------------------------------------------------------------===//
// Shifts and products
//===----------------------------------------------------------------------===//

static Value emitShift(const Lanes &lanes, Operation *op, ValueRange operands) {
  Value value = operands[0], distance = operands[1];
  if (!isa<IntegerType>(getElement(value)))
    return {};
  unsigned bits = getBits(getElement(value));
  Value made;
  std::optional<APInt> constant = getConstant(op->getOperand(1));
  if (constant && constant->ult(bits))
    return {};
  if (isa<arith::ShRSIOp>(op)) {
    // A shift that is too large fills all bits with the sign, as the largest
    // possible shift does.
    Value most = lanes.i(bits, bits - 1);
    return lanes.op<arith::ShRSIOp>(value,
                                    lanes.op<arith::MinUIOp>(distance, most));
  }
  made = isa<arith::ShLIOp>(op) ? lanes.op<arith::ShLIOp>(value, distance)
                                : lanes.op<arith::ShRUIOp>(value, distance);
  // LLVM removes the selection on x86, whose vector shifts behave in this way.
  Value isInside =
      lanes.compare(arith::CmpIPredicate::ult, distance, lanes.i(bits, bits));
  return lanes.select(isInside, made, lanes.i(bits, 0));
}

static Value emitMulhiui(const Lanes &lanes, ValueRange operands) {
  unsigned bits = getBits(getElement(operands[0]));
  Type wide = lanes.integer(2 * bits);
  Value product =
      lanes.op<arith::MulIOp>(lanes.cast<arith::ExtUIOp>(wide, operands[0]),
                              lanes.cast<arith::ExtUIOp>(wide, operands[1]));
  Value high = lanes.op<arith::ShRUIOp>(product, lanes.i(2 * bits, bits));
  return lanes.cast<arith::TruncIOp>(lanes.integer(bits), high);
}

/// Extends byte `i` of each word, counted from the lowest.
static Value emitByte(const Lanes &lanes, Value word, int i, bool isUnsigned) {
  Value high = lanes.op<arith::ShLIOp>(word, lanes.i(32, 24 - 8 * i));
  return isUnsigned ? lanes.op<arith::ShRUIOp>(high, lanes.i(32, 24))
                    : lanes.op<arith::ShRSIOp>(high, lanes.i(32, 24));
}

static Value emitDp4a(const Lanes &lanes, tt::Dp4aOp op, ValueRange operands) {
  Value sum = operands[2];
  for (int i = 0; i < 4; ++i) {
    Value a = emitByte(lanes, operands[0], i, op.getAUnsigned());
    Value b = emitByte(lanes, operands[1], i, op.getBUnsigned());
    sum = lanes.op<arith::AddIOp>(sum, lanes.op<arith::MulIOp>(a, b));
  }
  return sum;
}

Value cm2tt::emitInteger(const Lanes &lanes, Operation *op,
                         ValueRange operands) {
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
          arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op))
    return emitDivision(lanes, op, operands);
  if (isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op))
    return emitShift(lanes, op, operands);
  if (isa<tt::MulhiuiOp>(op))
    return emitMulhiui(lanes, operands);
  if (auto product = dyn_cast<tt::Dp4aOp>(op))
    return emitDp4a(lanes, product, operands);
  return {};
}
