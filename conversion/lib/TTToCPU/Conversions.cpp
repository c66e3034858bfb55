// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Conversions from, to and between floating-point types. Every one rounds
/// once. f32 is in the middle: bf16 and the types of 8 bits are made of it by
/// arithmetic on bits, f16 by the CPU.
///
/// What LLVM has for f64 to f16 or bf16 is a call of a function that is in no
/// C library, and for bf16 instructions that take subnormal numbers for 0.
///
/// Not here: the types of 8 bits (Float8.h).

#include "ElementwiseInternals.h"

#include "cm2tt/Conversion/Float8.h"
#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Between floats
//===----------------------------------------------------------------------===//

/// The f32 of a narrower number; exact.
static Value widenToF32(const Lanes &lanes, Value value, Type from) {
  OpBuilder &builder = lanes.builder;
  Location loc = lanes.builder.getLoc();
  if (from.isBF16()) {
    Value wide = lanes.cast<arith::ExtUIOp>(lanes.integer(32), value);
    return lanes.bitcast(lanes.f32(),
                         lanes.op<arith::ShLIOp>(wide, lanes.i(32, 16)));
  }
  if (isFloat8OnCPU(from) && !isa<Float8E5M2Type>(from))
    return emitF32OfFloat8(builder, loc, value, from);
  if (isFloat8OnCPU(from))
    value = emitF16OfE5M2(builder, loc, value);
  return lanes.cast<arith::ExtFOp>(lanes.f32(), value);
}

/// Moves a number that was rounded from `exact` to one of its neighbours in the
/// narrower type, where `isMoved`: the next larger magnitude, or the next
/// smaller where it is larger than the exact one. Infinity becomes the largest
/// number.
static Value moveTowards(const Lanes &lanes, Value rounded, Value exact,
                         Value isMoved) {
  Type type = rounded.getType();
  unsigned bits = bitsOf(elementOf(rounded));
  auto magnitude = [&](Value value) -> Value {
    unsigned width = bitsOf(elementOf(value));
    return lanes.op<arith::AndIOp>(
        lanes.bits(value),
        lanes.number(lanes.integer(width), APInt::getSignedMaxValue(width)));
  };
  Value back = lanes.cast<arith::ExtFOp>(exact.getType(), rounded);
  Value isLarger = lanes.compare(arith::CmpIPredicate::ugt, magnitude(back),
                                 magnitude(exact));
  Value step = lanes.select(isLarger, lanes.i(bits, -1), lanes.i(bits, 1));
  step = lanes.select(isMoved, step, lanes.i(bits, 0));
  return lanes.bitcast(type,
                       lanes.op<arith::AddIOp>(lanes.bits(rounded), step));
}

/// To the nearest of a type that the CPU converts to.
static Value roundToNearest(const Lanes &lanes, Value value, Type to) {
  return lanes.cast<arith::TruncFOp>(to, value);
}

/// The nearest, or the one before it where that is larger than the number.
static Value roundTowardZero(const Lanes &lanes, Value value, Type to) {
  Value rounded = roundToNearest(lanes, value, to);
  Value back = lanes.cast<arith::ExtFOp>(value.getType(), rounded);
  auto magnitude = [&](Value number) -> Value {
    return math::AbsFOp::create(lanes.builder, number);
  };
  Value isLarger = lanes.compare(arith::CmpFPredicate::OGT, magnitude(back),
                                 magnitude(value));
  unsigned bits = bitsOf(elementOf(rounded));
  Value step = lanes.select(isLarger, lanes.i(bits, -1), lanes.i(bits, 0));
  return lanes.bitcast(to, lanes.op<arith::AddIOp>(lanes.bits(rounded), step));
}

/// f64 as f32 such that rounding again does not go wrong: of the two neighbours
/// the one whose last bit is set. 24 bits are two more than enough for that.
static Value roundToOdd(const Lanes &lanes, Value value) {
  Value rounded = roundToNearest(lanes, value, lanes.f32());
  Value back = lanes.cast<arith::ExtFOp>(value.getType(), rounded);
  // False where a number is none.
  Value isRounded = lanes.compare(arith::CmpFPredicate::ONE, back, value);
  Value last = lanes.op<arith::AndIOp>(lanes.bits(rounded), lanes.i(32, 1));
  Value isEven = lanes.compare(arith::CmpIPredicate::eq, last, lanes.i(32, 0));
  return moveTowards(lanes, rounded, value,
                     lanes.op<arith::AndIOp>(isRounded, isEven));
}

/// The upper half, rounded by adding half of what is cut off, a little less if
/// the last bit that stays is even. What is no number stays none.
static Value roundToBF16(const Lanes &lanes, Value value, Rounding rounding) {
  Value all = lanes.bits(value), sixteen = lanes.i(32, 16);
  Value upper = lanes.op<arith::ShRUIOp>(all, sixteen);
  Value rounded = upper;
  if (rounding == Rounding::NearestEven) {
    Value last = lanes.op<arith::AndIOp>(upper, lanes.i(32, 1));
    Value half = lanes.op<arith::AddIOp>(last, lanes.i(32, 0x7FFF));
    rounded =
        lanes.op<arith::ShRUIOp>(lanes.op<arith::AddIOp>(all, half), sixteen);
  }
  Value isNan = lanes.compare(arith::CmpFPredicate::UNO, value, value);
  Value quiet = lanes.op<arith::OrIOp>(upper, lanes.i(32, 0x40));
  return lanes.cast<arith::TruncIOp>(lanes.integer(16),
                                     lanes.select(isNan, quiet, rounded));
}

/// f32 as a narrower type.
static Value narrowF32(const Lanes &lanes, Value value, Type to,
                       Rounding rounding) {
  bool isTowardZero = rounding == Rounding::TowardZero;
  if (to.isBF16())
    return roundToBF16(lanes, value, rounding);
  if (isFloat8OnCPU(to))
    return emitFloat8OfF32(lanes.builder, lanes.builder.getLoc(), value, to,
                           isTowardZero);
  return isTowardZero ? roundTowardZero(lanes, value, lanes.of(to))
                      : roundToNearest(lanes, value, lanes.of(to));
}

Value cm2tt::convertFloat(const Lanes &lanes, Value value, Type from, Type to,
                          Rounding rounding) {
  if (from == to)
    return value;
  if (bitsOf(from) < 32)
    value = widenToF32(lanes, value, from);
  else if (from.isF64()) {
    bool isTowardZero = rounding == Rounding::TowardZero;
    // f32 is the result, or it is rounded again.
    if (isTowardZero)
      value = roundTowardZero(lanes, value, lanes.f32());
    else if (to.isF32())
      value = roundToNearest(lanes, value, lanes.f32());
    else
      value = roundToOdd(lanes, value);
  }
  if (to.isF64())
    return lanes.cast<arith::ExtFOp>(lanes.f64(), value);
  return to.isF32() ? value : narrowF32(lanes, value, to, rounding);
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Integers that f64 holds, and that are rounded to 8 bits as `value` is: what
/// is more than 53 bits long loses the last 24, but for whether one was set.
static Value shorten(const Lanes &lanes, Value value, bool isSigned) {
  auto i64 = [&](int64_t number) { return lanes.i(64, number); };
  Value lost = lanes.op<arith::AndIOp>(value, i64(0xFFFFFF));
  Value isLost = lanes.compare(arith::CmpIPredicate::ne, lost, i64(0));
  Value kept = lanes.op<arith::AndIOp>(value, i64(~int64_t(0xFFFFFF)));
  Value odd = lanes.op<arith::OrIOp>(
      kept, lanes.select(isLost, i64(0x1000000), i64(0)));
  Value distance =
      isSigned ? lanes.op<arith::AddIOp>(value, i64(int64_t(1) << 52)) : value;
  Value isLong =
      lanes.compare(arith::CmpIPredicate::uge, distance, i64(int64_t(1) << 53));
  return lanes.select(isLong, odd, value);
}

/// An integer as a float. f16 may go by f32: what f32 rounds, f16 has not.
static Value emitFromInteger(const Lanes &lanes, Value value, Type to,
                             bool isSigned) {
  auto convert = [&](Type type) {
    return isSigned ? lanes.cast<arith::SIToFPOp>(type, value)
                    : lanes.cast<arith::UIToFPOp>(type, value);
  };
  unsigned bits = bitsOf(elementOf(value));
  if (bitsOf(to) >= 32)
    return convert(lanes.of(to));
  OpBuilder &builder = lanes.builder;
  if (!to.isBF16() || bits <= 16)
    return convertFloat(lanes, convert(lanes.f32()), builder.getF32Type(), to,
                        Rounding::NearestEven);
  if (bits > 53)
    value = shorten(lanes, value, isSigned);
  return convertFloat(lanes, convert(lanes.f64()), builder.getF64Type(), to,
                      Rounding::NearestEven);
}

/// A float of 32 or 64 bits as an integer, toward zero: the least or the
/// largest for what is beyond, 0 for what is no number, as PTX and Java have
/// it. LLVM's own operation for that takes vectors apart.
static Value emitToInteger(const Lanes &lanes, Value value, Type to,
                           bool isSigned) {
  unsigned bits = bitsOf(to), width = std::max(bits, 32u);
  Type type = value.getType();
  auto limit = [&](double number) { return lanes.number(type, number); };
  double beyond = std::ldexp(1.0, isSigned ? bits - 1 : bits);
  double least = isSigned ? -beyond : 0;
  Value isBelow =
      lanes.compare(arith::CmpFPredicate::OLT, value, limit(beyond));
  Value isBeyond =
      lanes.compare(arith::CmpFPredicate::OGE, value, limit(beyond));
  Value isLeast = lanes.compare(arith::CmpFPredicate::OLT, value, limit(least));
  Value safe = lanes.select(isBelow, lanes.select(isLeast, limit(least), value),
                            limit(0));
  Value whole = isSigned || bits < 32
                    ? lanes.cast<arith::FPToSIOp>(lanes.integer(width), safe)
                    : lanes.cast<arith::FPToUIOp>(lanes.integer(width), safe);
  APInt most = isSigned ? APInt::getSignedMaxValue(bits).sext(width)
                        : APInt::getMaxValue(bits).zext(width);
  Value result =
      lanes.select(isBeyond, lanes.number(lanes.integer(width), most), whole);
  return bits < width ? lanes.cast<arith::TruncIOp>(lanes.of(to), result)
                      : result;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static Rounding roundingOf(Operation *op) {
  bool isTowardZero = false;
  if (auto convert = dyn_cast<tt::FpToFpOp>(op))
    isTowardZero = convert.getRounding() == tt::RoundingMode::RTZ;
  if (auto truncate = dyn_cast<arith::TruncFOp>(op))
    isTowardZero =
        truncate.getRoundingmode() == arith::RoundingMode::toward_zero;
  return isTowardZero ? Rounding::TowardZero : Rounding::NearestEven;
}

Value cm2tt::emitConversion(const Lanes &lanes, Operation *op,
                            ValueRange operands) {
  Type from = getElementTypeOrSelf(op->getOperand(0).getType());
  Type to = getElementTypeOrSelf(op->getResult(0).getType());
  Value value = operands[0];
  if (isa<tt::FpToFpOp, arith::ExtFOp, arith::TruncFOp>(op))
    return convertFloat(lanes, value, from, to, roundingOf(op));
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op))
    return emitFromInteger(lanes, value, to, isa<arith::SIToFPOp>(op));
  if (!isa<arith::FPToSIOp, arith::FPToUIOp>(op))
    return {};
  if (bitsOf(from) < 32)
    value = widenToF32(lanes, value, from);
  return emitToInteger(lanes, value, to, isa<arith::FPToSIOp>(op));
}
