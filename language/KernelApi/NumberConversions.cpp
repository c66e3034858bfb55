// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Conversions between number types: as constants and as `arith`.

#include "KernelApiInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

/// Types that `arith`'s extensions and truncations leave to `tt.fp_to_fp`.
static bool isFp8(Type type) { return type.getIntOrFloatBitWidth() == 8; }

Type cm2tt::shaped(Value like, Type element) {
  element = signlessType(element);
  if (auto tensor = dyn_cast<RankedTensorType>(like.getType()))
    return tensor.clone(element);
  return element;
}

static Value convertFloat(TileBuilder &builder, Value value, Type from,
                          Type to) {
  Type type = shaped(value, to);
  unsigned have = from.getIntOrFloatBitWidth(),
           want = to.getIntOrFloatBitWidth();
  if (isFp8(from) || isFp8(to)) {
    auto rounding = tt::RoundingModeAttr::get(builder.builder.getContext(),
                                              tt::RoundingMode::RTNE);
    return builder.create<tt::FpToFpOp>(
        type, value, want < have ? rounding : tt::RoundingModeAttr());
  }
  if (have == want) { // fp16 and bf16, by way of fp32, which holds both
    Value wide = builder.create<arith::ExtFOp>(
        shaped(value, builder.builder.getF32Type()), value);
    return builder.create<arith::TruncFOp>(type, wide);
  }
  if (want > have)
    return builder.create<arith::ExtFOp>(type, value);
  return builder.create<arith::TruncFOp>(type, value);
}

static Value convertInteger(TileBuilder &builder, Value value, Type from,
                            Type to) {
  Type type = shaped(value, to);
  unsigned have = from.getIntOrFloatBitWidth(),
           want = to.getIntOrFloatBitWidth();
  if (want == have)
    return value;
  if (want < have)
    return builder.create<arith::TruncIOp>(type, value);
  if (isUnsigned(from))
    return builder.create<arith::ExtUIOp>(type, value);
  return builder.create<arith::ExtSIOp>(type, value);
}

/// Java's cast of a floating-point number to int or long (JLS 5.1.3): NaN
/// becomes 0 and what is out of range the nearest bound, which
/// `arith.fptosi` leaves undefined.
static Value saturatingToInteger(TileBuilder &builder, Value value, Type to) {
  Type type = shaped(value, to), floats = value.getType();
  unsigned width = to.getIntOrFloatBitWidth();
  auto bound = [&](double limit, const APInt &result, arith::CmpFPredicate is,
                   Value otherwise) -> Value {
    Value beyond = builder.create<arith::CmpFOp>(
        is, value, builder.constantFloat(floats, limit));
    Value saturated = builder.constant(
        type, builder.builder.getIntegerAttr(signlessType(to), result));
    return builder.create<arith::SelectOp>(beyond, saturated, otherwise);
  };
  double limit = std::ldexp(1.0, width - 1);
  Value result = builder.create<arith::FPToSIOp>(type, value);
  result = bound(limit, APInt::getSignedMaxValue(width),
                 arith::CmpFPredicate::OGE, result);
  result = bound(-limit, APInt::getSignedMinValue(width),
                 arith::CmpFPredicate::OLT, result);
  return bound(0, APInt::getZero(width), arith::CmpFPredicate::UNO, result);
}

static Value convertToInteger(TileBuilder &builder, Value value, Type to,
                              bool saturate) {
  if (to.isInteger(1))
    return build(builder, Compare::Ne, getElementTypeOrSelf(value), value,
                 builder.constantFloat(value.getType(), 0));
  if (!saturate && isUnsigned(to))
    return builder.create<arith::FPToUIOp>(shaped(value, to), value);
  if (!saturate)
    return builder.create<arith::FPToSIOp>(shaped(value, to), value);
  // JLS 5.1.3: to a type narrower than int by way of int.
  Type wide =
      to.getIntOrFloatBitWidth() < 32 ? builder.builder.getI32Type() : to;
  return convertInteger(builder, saturatingToInteger(builder, value, wide),
                        wide, to);
}

Value cm2tt::buildConversion(TileBuilder &builder, Value value, Type from,
                             Type to, bool saturate) {
  if (signlessType(from) == signlessType(to))
    return value;
  // `arith` converts no 8-bit floats to or from integers; fp32 holds them.
  if (isa<FloatType>(from) != isa<FloatType>(to) &&
      isFp8(isa<FloatType>(from) ? from : to)) {
    Type wide = builder.builder.getF32Type();
    value = buildConversion(builder, value, from, wide, saturate);
    return buildConversion(builder, value, wide, to, saturate);
  }
  // As Triton does it: not all targets convert them to integers directly.
  if (isa<Float16Type, BFloat16Type>(from) && isa<IntegerType>(to) &&
      !to.isInteger(1)) {
    Type wide = builder.builder.getF32Type();
    value = builder.create<arith::ExtFOp>(shaped(value, wide), value);
    from = wide;
  }
  if (isa<FloatType>(from))
    return isa<FloatType>(to) ? convertFloat(builder, value, from, to)
                              : convertToInteger(builder, value, to, saturate);
  if (to.isInteger(1))
    return build(builder, Compare::Ne, from, value,
                 builder.constantInt(value.getType(), 0));
  if (isa<IntegerType>(to))
    return convertInteger(builder, value, from, to);
  if (isUnsigned(from))
    return builder.create<arith::UIToFPOp>(shaped(value, to), value);
  return builder.create<arith::SIToFPOp>(shaped(value, to), value);
}

static Attribute foldToInteger(const APFloat &value, Type to) {
  if (to.isInteger(1))
    return BoolAttr::get(to.getContext(), !value.isZero());
  // JLS 5.1.3: to a type narrower than int, char too, by way of int.
  unsigned width = std::max(to.getIntOrFloatBitWidth(), 32u);
  bool isNarrow = to.getIntOrFloatBitWidth() < width;
  APSInt result(width, /*isUnsigned=*/to.isUnsignedInteger() && !isNarrow);
  bool exact;
  value.convertToInteger(result, APFloat::rmTowardZero, &exact);
  return IntegerAttr::get(signlessType(to),
                          result.trunc(to.getIntOrFloatBitWidth()));
}

/// The number in another floating-point type. To 8 bits, what is too large
/// becomes the largest number, as PTX converts it.
static Attribute foldToFloat(APFloat value, FloatType to,
                             APFloat::roundingMode rounding) {
  bool inexact, isNegative = value.isNegative(), isNaN = value.isNaN();
  value.convert(to.getFloatSemantics(), rounding, &inexact);
  if (isFp8(to) && !isNaN && !value.isFinite())
    value = APFloat::getLargest(to.getFloatSemantics(), isNegative);
  return FloatAttr::get(to, value);
}

Attribute cm2tt::foldTowardZero(Attribute value, FloatType to) {
  return foldToFloat(cast<FloatAttr>(value).getValue(), to,
                     APFloat::rmTowardZero);
}

Attribute cm2tt::foldConversion(Attribute value, Type from, Type to) {
  Type type = signlessType(to);
  auto toFloat = dyn_cast<FloatType>(to);
  if (auto number = dyn_cast<FloatAttr>(value)) {
    APFloat digits = number.getValue();
    if (!toFloat)
      return foldToInteger(digits, to);
    return foldToFloat(digits, toFloat, APFloat::rmNearestTiesToEven);
  }
  const APInt &bits = cast<IntegerAttr>(value).getValue();
  if (toFloat) {
    // 8-bit numbers are converted through fp32, as at run time.
    APFloat digits(isFp8(toFloat) ? APFloat::IEEEsingle()
                                  : toFloat.getFloatSemantics());
    digits.convertFromAPInt(bits, !isUnsigned(from),
                            APFloat::rmNearestTiesToEven);
    return foldToFloat(digits, toFloat, APFloat::rmNearestTiesToEven);
  }
  if (to.isInteger(1))
    return BoolAttr::get(to.getContext(), !bits.isZero());
  unsigned width = to.getIntOrFloatBitWidth();
  return IntegerAttr::get(type, isUnsigned(from) ? bits.zextOrTrunc(width)
                                                 : bits.sextOrTrunc(width));
}
