// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Conversions from, to and between floating-point types. Each rounds once.
/// They use f32 as an intermediate type, from which bf16 and the 8-bit types
/// are computed by arithmetic on bits, and f16 by the CPU.
///
/// LLVM converts f64 to f16 or bf16 by a call of a function that no C library
/// has, and bf16 by instructions that flush subnormal numbers to 0.
///
/// Not here: the types of 8 bits (Float8.h).

#include "ElementwiseInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "lowering/numerics/Float8.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"

#include <cmath>

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Between floats
//===----------------------------------------------------------------------===//

/// Whether f16 is converted by arithmetic on bits.
static bool isSoftwareF16(const Lanes &lanes) {
  Operation *op = lanes.builder.getInsertionBlock()->getParentOp();
  auto module =
      isa<ModuleOp>(op) ? cast<ModuleOp>(op) : op->getParentOfType<ModuleOp>();
  return module && module->hasAttr(kSoftwareF16Attr);
}

/// Converts f16 to f32: moves exponent and fraction to their positions, and
/// corrects the exponent, also of subnormal numbers, by a multiplication.
static Value extendF16(const Lanes &lanes, Value value) {
  auto i32 = [&](int64_t number) { return lanes.i(32, number); };
  Value wide = lanes.cast<arith::ExtUIOp>(lanes.integer(32), lanes.bits(value));
  Value magnitude = lanes.op<arith::AndIOp>(wide, i32(0x7FFF));
  Value shifted = lanes.op<arith::ShLIOp>(magnitude, i32(13));
  Value scaled = lanes.bits(lanes.op<arith::MulFOp>(
      lanes.bitcast(lanes.f32(), shifted), lanes.f(0x1p112)));
  Value other = lanes.op<arith::OrIOp>(shifted, i32(0x7F800000));
  Value isOther =
      lanes.compare(arith::CmpIPredicate::uge, magnitude, i32(0x7C00));
  Value sign = lanes.op<arith::ShLIOp>(
      lanes.op<arith::AndIOp>(wide, i32(0x8000)), i32(16));
  return lanes.bitcast(
      lanes.f32(),
      lanes.op<arith::OrIOp>(lanes.select(isOther, other, scaled), sign));
}

/// Rounds f32 to f16: like roundToBF16 if the result is normal; a subnormal
/// result is rounded by adding a number whose last bit has the same value.
static Value roundToF16(const Lanes &lanes, Value value) {
  auto i32 = [&](int64_t number) { return lanes.i(32, number); };
  Value all = lanes.bits(value);
  Value magnitude = lanes.op<arith::AndIOp>(all, i32(0x7FFFFFFF));
  Value last = lanes.op<arith::AndIOp>(
      lanes.op<arith::ShRUIOp>(magnitude, i32(13)), i32(1));
  Value moved = lanes.op<arith::AddIOp>(
      lanes.op<arith::AddIOp>(magnitude, last), i32(0xFFF - (112 << 23)));
  Value normal = lanes.op<arith::ShRUIOp>(moved, i32(13));
  Value sum = lanes.op<arith::AddFOp>(lanes.bitcast(lanes.f32(), magnitude),
                                      lanes.f(0.5));
  Value small = lanes.op<arith::SubIOp>(lanes.bits(sum), i32(0x3F000000));
  auto isBelow = [&](int64_t bits) {
    return lanes.compare(arith::CmpIPredicate::ult, magnitude, i32(bits));
  };
  Value result = lanes.select(isBelow(0x38800000), small, normal);
  result = lanes.select(isBelow(0x477FF000), result, i32(0x7C00));
  result = lanes.select(isBelow(0x7F800001), result, i32(0x7E00));
  Value sign = lanes.op<arith::AndIOp>(lanes.op<arith::ShRUIOp>(all, i32(16)),
                                       i32(0x8000));
  return lanes.bitcast(
      lanes.of(lanes.builder.getF16Type()),
      lanes.cast<arith::TruncIOp>(lanes.integer(16),
                                  lanes.op<arith::OrIOp>(result, sign)));
}

/// Extends a number to a wider type that LLVM has; `to` is a result of `of`.
static Value extend(const Lanes &lanes, Value value, Type to) {
  if (getElement(value).isF16() && isSoftwareF16(lanes))
    value = extendF16(lanes, value);
  return value.getType() == to ? value : lanes.cast<arith::ExtFOp>(to, value);
}

/// Rounds to the nearest number of a type that LLVM has; to f16, from f32 only.
static Value roundToNearest(const Lanes &lanes, Value value, Type to) {
  if (getElementTypeOrSelf(to).isF16() && isSoftwareF16(lanes))
    return roundToF16(lanes, value);
  return lanes.cast<arith::TruncFOp>(to, value);
}

/// Converts a narrower number to f32, exactly.
static Value widenToF32(const Lanes &lanes, Value value, Type from) {
  OpBuilder &builder = lanes.builder;
  Location loc = lanes.builder.getLoc();
  if (from.isBF16()) {
    Value wide = lanes.cast<arith::ExtUIOp>(lanes.integer(32), value);
    return lanes.bitcast(lanes.f32(),
                         lanes.op<arith::ShLIOp>(wide, lanes.i(32, 16)));
  }
  if (tt::isFloat8(from) && !isa<Float8E5M2Type>(from))
    return emitF32OfFloat8(builder, loc, value, from);
  if (tt::isFloat8(from))
    value = emitF16OfE5M2(builder, loc, value);
  return extend(lanes, value, lanes.f32());
}

/// Where `isMoved` is true, replaces a number that was rounded from `exact` by
/// a neighbour in the narrower type: the next larger magnitude, or the next
/// smaller one if the number is larger than `exact`. Infinity becomes the
/// largest number.
static Value moveTowards(const Lanes &lanes, Value rounded, Value exact,
                         Value isMoved) {
  Type type = rounded.getType();
  unsigned bits = getBits(getElement(rounded));
  auto magnitude = [&](Value value) -> Value {
    unsigned width = getBits(getElement(value));
    return lanes.op<arith::AndIOp>(
        lanes.bits(value),
        lanes.number(lanes.integer(width), APInt::getSignedMaxValue(width)));
  };
  Value back = extend(lanes, rounded, exact.getType());
  Value isLarger = lanes.compare(arith::CmpIPredicate::ugt, magnitude(back),
                                 magnitude(exact));
  Value step = lanes.select(isLarger, lanes.i(bits, -1), lanes.i(bits, 1));
  step = lanes.select(isMoved, step, lanes.i(bits, 0));
  return lanes.bitcast(type,
                       lanes.op<arith::AddIOp>(lanes.bits(rounded), step));
}

/// Rounds toward zero: the nearest number, or its predecessor in magnitude if
/// the nearest is larger than `value`.
static Value roundTowardZero(const Lanes &lanes, Value value, Type to) {
  Value rounded = roundToNearest(lanes, value, to);
  Value back = extend(lanes, rounded, value.getType());
  auto magnitude = [&](Value number) -> Value {
    return math::AbsFOp::create(lanes.builder, number);
  };
  Value isLarger = lanes.compare(arith::CmpFPredicate::OGT, magnitude(back),
                                 magnitude(value));
  unsigned bits = getBits(getElement(rounded));
  Value step = lanes.select(isLarger, lanes.i(bits, -1), lanes.i(bits, 0));
  return lanes.bitcast(to, lanes.op<arith::AddIOp>(lanes.bits(rounded), step));
}

/// Rounds f64 to f32 to odd, so that a second rounding is correct: an inexact
/// result is the neighbour whose last bit is set. This requires an intermediate
/// type with at least two bits more than the result, which f32 has.
static Value roundToOdd(const Lanes &lanes, Value value) {
  Value rounded = roundToNearest(lanes, value, lanes.f32());
  Value back = extend(lanes, rounded, value.getType());
  // An ordered comparison, which is false for NaN.
  Value isRounded = lanes.compare(arith::CmpFPredicate::ONE, back, value);
  Value last = lanes.op<arith::AndIOp>(lanes.bits(rounded), lanes.i(32, 1));
  Value isEven = lanes.compare(arith::CmpIPredicate::eq, last, lanes.i(32, 0));
  return moveTowards(lanes, rounded, value,
                     lanes.op<arith::AndIOp>(isRounded, isEven));
}

/// Converts f32 to bf16, its upper half: truncates, or rounds to nearest even
/// by adding half of the last bit that is kept, less 1 if that bit is 0. NaN
/// remains NaN.
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

/// Converts f32 to a narrower type.
static Value narrowF32(const Lanes &lanes, Value value, Type to,
                       Rounding rounding) {
  bool isTowardZero = rounding == Rounding::TowardZero;
  if (to.isBF16())
    return roundToBF16(lanes, value, rounding);
  if (tt::isFloat8(to))
    return emitFloat8OfF32(lanes.builder, lanes.builder.getLoc(), value, to,
                           isTowardZero);
  return isTowardZero ? roundTowardZero(lanes, value, lanes.of(to))
                      : roundToNearest(lanes, value, lanes.of(to));
}

Value cm2tt::convertFloat(const Lanes &lanes, Value value, Type from, Type to,
                          Rounding rounding) {
  if (from == to)
    return value;
  if (getBits(from) < 32)
    value = widenToF32(lanes, value, from);
  else if (from.isF64()) {
    bool isTowardZero = rounding == Rounding::TowardZero;
    // f32 is the result, or is rounded again.
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

/// Returns integers that f64 represents exactly and that are rounded to 8 bits
/// like `value`: those of more than 53 bits lose the last 24, except for one
/// bit that records whether any of these was set.
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

/// Converts an integer to a float. For f16, f32 may be the intermediate type:
/// integers that f32 rounds are out of the range of f16.
static Value emitFromInteger(const Lanes &lanes, Value value, Type to,
                             bool isSigned) {
  auto convert = [&](Type type) {
    return isSigned ? lanes.cast<arith::SIToFPOp>(type, value)
                    : lanes.cast<arith::UIToFPOp>(type, value);
  };
  unsigned bits = getBits(getElement(value));
  if (getBits(to) >= 32)
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

/// Converts a float of 32 or 64 bits to an integer, toward zero, as PTX and
/// Java do: numbers that are out of range become the smallest or largest
/// integer, and NaN becomes 0. LLVM's own operation for that is scalarised.
static Value emitToInteger(const Lanes &lanes, Value value, Type to,
                           bool isSigned) {
  unsigned bits = getBits(to), width = std::max(bits, 32u);
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
  if (getBits(from) < 32)
    value = widenToF32(lanes, value, from);
  return emitToInteger(lanes, value, to, isa<arith::FPToSIOp>(op));
}
