// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Conversions with a rounding. Integers are converted to the nearest number,
/// which is replaced by its neighbour if it is on the wrong side: the way back
/// is exact, so that integers tell. Doubles are rounded as integers, since GPUs
/// may replace subnormal floats by 0.

#include "RoundedConversions.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace cm2tt;

using arith::CmpFPredicate;
using arith::CmpIPredicate;

/// Truth values are no integers here.
static bool isWhole(Type type) {
  return isa<IntegerType>(type) && type.getIntOrFloatBitWidth() >= 8;
}

bool cm2tt::hasRoundedConversion(RoundTo rounding, Type from, Type to) {
  unsigned have = from.getIntOrFloatBitWidth(),
           want = to.getIntOrFloatBitWidth();
  bool isDirected =
      rounding == RoundTo::Negative || rounding == RoundTo::Positive;
  if (isa<FloatType>(from) && isa<FloatType>(to))
    return isDirected ? from.isF64() && to.isF32() : have > want;
  if (isa<FloatType>(from))
    return have >= 16 && isWhole(to);
  return isWhole(from) && (to.isF32() || to.isF64());
}

static Value select(TileBuilder &builder, Value condition, Value a, Value b) {
  return builder.create<arith::SelectOp>(condition, a, b);
}

//===----------------------------------------------------------------------===//
// To integers
//===----------------------------------------------------------------------===//

/// The whole number next to it, which a conversion to integers needs no
/// operation for towards zero.
static Value roundToWhole(TileBuilder &builder, RoundTo rounding, Value value) {
  switch (rounding) {
  case RoundTo::Nearest:
    return builder.create<math::RoundEvenOp>(value);
  case RoundTo::Zero:
    return value;
  case RoundTo::Negative:
    return builder.create<math::FloorOp>(value);
  case RoundTo::Positive:
    return builder.create<math::CeilOp>(value);
  }
  llvm_unreachable("all roundings are listed");
}

/// The integer part of f32 or f64; the nearest bound of the range for a number
/// outside of it, and 0 for NaN.
static Value saturate(TileBuilder &builder, Value value, Type to) {
  Type type = shaped(value, to), floats = value.getType();
  unsigned width = to.getIntOrFloatBitWidth();
  bool isUnsigned = to.isUnsignedInteger();
  double limit = std::ldexp(1.0, isUnsigned ? width : width - 1);
  Value result;
  if (isUnsigned)
    result = builder.create<arith::FPToUIOp>(type, value);
  else
    result = builder.create<arith::FPToSIOp>(type, value);
  auto replace = [&](CmpFPredicate is, double bound, const APInt &by) {
    Value beyond = builder.create<arith::CmpFOp>(
        is, value, builder.constantFloat(floats, bound));
    Value saturated = builder.constant(
        type, builder.builder.getIntegerAttr(signlessType(to), by));
    result = select(builder, beyond, saturated, result);
  };
  replace(CmpFPredicate::OGE, limit,
          isUnsigned ? APInt::getMaxValue(width)
                     : APInt::getSignedMaxValue(width));
  replace(CmpFPredicate::OLT, isUnsigned ? 0 : -limit,
          isUnsigned ? APInt::getZero(width) : APInt::getSignedMinValue(width));
  replace(CmpFPredicate::UNO, 0, APInt::getZero(width));
  return result;
}

//===----------------------------------------------------------------------===//
// From integers
//===----------------------------------------------------------------------===//

/// The neighbour of a number by its bits, an integer, in the direction of the
/// rounding.
static Value stepBits(TileBuilder &builder, RoundTo rounding, Value bits) {
  Type type = bits.getType();
  Value less = builder.constantInt(type, -1);
  if (rounding == RoundTo::Zero)
    return builder.create<arith::AddIOp>(bits, less);
  Value more = builder.constantInt(type, 1);
  Value isNegative = builder.create<arith::CmpIOp>(
      CmpIPredicate::slt, bits, builder.constantInt(type, 0));
  bool isUp = rounding == RoundTo::Positive;
  Value step = isUp ? select(builder, isNegative, less, more)
                    : select(builder, isNegative, more, less);
  return builder.create<arith::AddIOp>(bits, step);
}

/// Invariant: the nearest number is whole, so that it is an integer again,
/// unless it is the power of two beyond the greatest one.
static Value fromInteger(TileBuilder &builder, RoundTo rounding, Value value,
                         Type from, Type to) {
  Value nearest = buildConversion(builder, value, from, to, /*saturate=*/false);
  unsigned width = from.getIntOrFloatBitWidth();
  if (rounding == RoundTo::Nearest ||
      width <
          APFloat::semanticsPrecision(cast<FloatType>(to).getFloatSemantics()))
    return nearest;
  bool isUnsigned = from.isUnsignedInteger();
  Value back = saturate(builder, nearest, from);
  Value isAbove = builder.create<arith::CmpIOp>(
      isUnsigned ? CmpIPredicate::ugt : CmpIPredicate::sgt, back, value);
  Value isBelow = builder.create<arith::CmpIOp>(
      isUnsigned ? CmpIPredicate::ult : CmpIPredicate::slt, back, value);
  double limit = std::ldexp(1.0, isUnsigned ? width : width - 1);
  Value isBeyond = builder.create<arith::CmpFOp>(
      CmpFPredicate::OGE, nearest,
      builder.constantFloat(nearest.getType(), limit));
  isAbove = builder.create<arith::OrIOp>(isAbove, isBeyond);
  Value isWrong = rounding == RoundTo::Positive ? isBelow : isAbove;
  if (rounding == RoundTo::Zero && !isUnsigned) {
    Value isNegative = builder.create<arith::CmpIOp>(
        CmpIPredicate::slt, value, builder.constantInt(value.getType(), 0));
    isWrong = select(builder, isNegative, isBelow, isAbove);
  }
  Type integers =
      shaped(value, builder.builder.getIntegerType(to.getIntOrFloatBitWidth()));
  Value bits = builder.create<tt::BitcastOp>(integers, nearest);
  Value chosen =
      select(builder, isWrong, stepBits(builder, rounding, bits), bits);
  return builder.create<tt::BitcastOp>(nearest.getType(), chosen);
}

//===----------------------------------------------------------------------===//
// From double to float
//===----------------------------------------------------------------------===//

/// The bits of the float next to a magnitude, a double that is neither infinite
/// nor NaN, away from zero where `isAway`. A magnitude below the least normal
/// float is a multiple of 2^-149, whose factor is the bits; of others the last
/// 29 bits of the fraction are dropped, or carried into the others.
static Value magnitudeBits(TileBuilder &builder, Value magnitude,
                           Value isAway) {
  Type doubles = magnitude.getType();
  Type i64 = builder.builder.getI64Type(), i32 = builder.builder.getI32Type();
  Type longs = shaped(magnitude, i64), ints = shaped(magnitude, i32);
  Value bits = builder.create<tt::BitcastOp>(longs, magnitude);
  Value rest = builder.constantInt(longs, (int64_t(1) << 29) - 1);
  Value carried = builder.create<arith::AddIOp>(bits, rest);
  Value rounded = select(builder, isAway, carried, bits);
  // The exponent of double has a bias of 1023, that of float one of 127.
  Value shifted =
      builder.create<arith::ShRUIOp>(rounded, builder.constantInt(longs, 29));
  Value code = builder.create<arith::SubIOp>(
      shifted, builder.constantInt(longs, int64_t(1023 - 127) << 23));
  Value normal = builder.create<arith::TruncIOp>(ints, code);
  // Away from zero, what is more than the largest float is infinity; towards
  // zero it is the largest one.
  Value largest = builder.constantInt(ints, 0x7F7FFFFF);
  Value infinity = builder.constantInt(ints, 0x7F800000);
  Value isLarge = builder.create<arith::CmpIOp>(
      CmpIPredicate::sgt, code, builder.constantInt(longs, 0x7F7FFFFF));
  normal = select(builder, isLarge, select(builder, isAway, infinity, largest),
                  normal);
  Value least = builder.constantFloat(doubles, std::ldexp(1.0, -126));
  Value isSmall =
      builder.create<arith::CmpFOp>(CmpFPredicate::OLT, magnitude, least);
  Value small =
      select(builder, isSmall, magnitude, builder.constantFloat(doubles, 0));
  Value scaled = builder.create<arith::MulFOp>(
      small, builder.constantFloat(doubles, std::ldexp(1.0, 149)));
  Value above = builder.create<math::CeilOp>(scaled);
  Value below = builder.create<math::FloorOp>(scaled);
  Value subnormal = builder.create<arith::FPToSIOp>(
      ints, select(builder, isAway, above, below));
  return select(builder, isSmall, subnormal, normal);
}

static Value toFloat(TileBuilder &builder, RoundTo rounding, Value value) {
  Type i64 = builder.builder.getI64Type(), i32 = builder.builder.getI32Type();
  Type longs = shaped(value, i64), ints = shaped(value, i32);
  Type floats = shaped(value, builder.builder.getF32Type());
  Value bits = builder.create<tt::BitcastOp>(longs, value);
  Value isNegative = builder.create<arith::CmpIOp>(
      CmpIPredicate::slt, bits, builder.constantInt(longs, 0));
  Value isAway = isNegative;
  if (rounding == RoundTo::Positive)
    isAway = builder.create<arith::CmpIOp>(CmpIPredicate::sge, bits,
                                           builder.constantInt(longs, 0));
  Value magnitude = builder.create<math::AbsFOp>(value);
  Value code = magnitudeBits(builder, magnitude, isAway);
  Value sign = select(builder, isNegative, builder.constantInt(ints, INT32_MIN),
                      builder.constantInt(ints, 0));
  Value finite = builder.create<tt::BitcastOp>(
      floats, builder.create<arith::OrIOp>(code, sign));
  // Infinity and NaN.
  Value other = builder.create<arith::TruncFOp>(floats, value);
  Value isFinite = builder.create<arith::CmpFOp>(
      CmpFPredicate::OLT, magnitude,
      builder.constantFloat(value.getType(),
                            std::numeric_limits<double>::infinity()));
  return select(builder, isFinite, finite, other);
}

Value cm2tt::buildRoundedConversion(TileBuilder &builder, RoundTo rounding,
                                    Value value, Type from, Type to) {
  assert(hasRoundedConversion(rounding, from, to) && "the rule has checked it");
  if (isa<IntegerType>(from))
    return fromInteger(builder, rounding, value, from, to);
  if (isa<IntegerType>(to)) {
    if (from.getIntOrFloatBitWidth() < 32)
      value = builder.create<arith::ExtFOp>(
          shaped(value, builder.builder.getF32Type()), value);
    return saturate(builder, roundToWhole(builder, rounding, value), to);
  }
  switch (rounding) {
  case RoundTo::Nearest:
    return buildConversion(builder, value, from, to, /*saturate=*/false);
  case RoundTo::Zero:
    return builder.create<tt::FpToFpOp>(
        shaped(value, to), value,
        tt::RoundingModeAttr::get(builder.builder.getContext(),
                                  tt::RoundingMode::RTZ));
  case RoundTo::Negative:
  case RoundTo::Positive:
    return toFloat(builder, rounding, value);
  }
  llvm_unreachable("all roundings are listed");
}
