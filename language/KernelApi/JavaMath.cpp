// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The JDK's functions of numbers, with Java's meaning: java.lang.Math and the
/// static methods of the number classes.
///
/// Not here: functions of tiles (Math.cpp, Select.cpp); boxes (Boxing.cpp).

#include "NumberRules.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

using namespace mlir;
using namespace cm2tt;

static LogicalResult checkFloat(Type type, EmitError error) {
  /// T-JMATH-1: the operand of the function is a float or a double.
  if (isa<Float32Type, Float64Type>(type))
    return success();
  return error() << "T-JMATH-1: the function is of a float or a double, not "
                 << typeName(type);
}

template <double (*compute)(double)>
static FailureOr<AbsType> typeOfFunction(ArrayRef<AbsType> args,
                                         EmitError error) {
  if (failed(checkNumbers(args, error)) ||
      failed(checkFloat(args[0].getType(), error)))
    return failure();
  return args[0].isConstant() ? foldFloat(compute, args[0]) : args[0];
}

template <typename Op>
static Results buildFunction(TileBuilder &builder, ArrayRef<TypedOperand> args,
                             AbsType) {
  return builder.create<Op>(builder.get(args[0]));
}

template <double (*compute)(double, double)>
static FailureOr<AbsType> typeOfFunctionOfTwo(ArrayRef<AbsType> args,
                                              EmitError error) {
  FailureOr<Type> type = commonNumber(args, error);
  if (failed(type) || failed(checkFloat(*type, error)))
    return failure();
  if (!areConstants(args))
    return AbsType(*type);
  auto value = [&](AbsType arg) {
    return cast<FloatAttr>(arg.getValue()).getValueAsDouble();
  };
  return AbsType::constant(
      *type, FloatAttr::get(*type, compute(value(args[0]), value(args[1]))));
}

static Results buildAtan2(TileBuilder &builder, ArrayRef<TypedOperand> args,
                          AbsType) {
  Value y = builder.get(args[0]);
  return builder.create<math::Atan2Op>(y, builder.get(args[1]));
}

/// Java's power differs from C's, which is 1, for a base of 1 or -1 and an
/// exponent that is NaN or infinite: it is NaN there.
static double power(double x, double y) {
  double power = std::pow(x, y);
  return std::fabs(x) == 1 ? power + (y - y) : power;
}

/// As `power` computes it; y - y is NaN or 0.
///
///   %power = math.powf %x, %y
///   %nan = arith.addf %power, (%y - %y)
///   %result = arith.select (|%x| = 1), %nan, %power
static Results buildPower(TileBuilder &builder, ArrayRef<TypedOperand> args,
                          AbsType result) {
  Type type = result.getType();
  Value x = builder.get(args[0]), y = builder.get(args[1]);
  Value power = builder.create<math::PowFOp>(x, y);
  Value difference = build(builder, Binary::Sub, type, y, y);
  Value nan = build(builder, Binary::Add, type, power, difference);
  Value one = builder.constantFloat(x.getType(), 1);
  Value magnitude = builder.create<math::AbsFOp>(x);
  Value isOne = build(builder, Compare::Eq, type, magnitude, one);
  return builder.create<arith::SelectOp>(isOne, nan, power);
}

/// Java's root is the nearest; that of `math` is approximate for f32 on GPUs.
static Results buildSqrt(TileBuilder &builder, ArrayRef<TypedOperand> args,
                         AbsType result) {
  Value x = builder.get(args[0]);
  if (result.getType().isF32())
    return builder.create<tt::PreciseSqrtOp>(x);
  return builder.create<math::SqrtOp>(x);
}

static FailureOr<AbsType> typeOfAbs(ArrayRef<AbsType> args, EmitError error) {
  if (failed(checkNumbers(args, error)))
    return failure();
  Type type = args[0].getType();
  if (isa<FloatType>(type))
    return typeOfFunction<std::fabs>(args, error);
  AbsType zero =
      AbsType::constant(type, IntegerAttr::get(signlessType(type), 0));
  FailureOr<AbsType> negated =
      typeOfJavaBinary(Binary::Sub, {zero, args[0]}, error);
  if (failed(negated) || type.isUnsignedInteger() || !negated->isConstant() ||
      *args[0].getInt() >= 0)
    return failed(negated) ? negated : args[0];
  return negated;
}

static Results buildAbs(TileBuilder &builder, ArrayRef<TypedOperand> args,
                        AbsType result) {
  Value x = builder.get(args[0]);
  if (result.getType().isUnsignedInteger())
    return x;
  if (isa<FloatType>(result.getType()))
    return builder.create<math::AbsFOp>(x);
  return builder.create<math::AbsIOp>(x);
}

static FailureOr<AbsType> typeOfFma(ArrayRef<AbsType> args, EmitError error) {
  FailureOr<Type> type = commonNumber(args, error);
  if (failed(type) || failed(checkFloat(*type, error)))
    return failure();
  if (!areConstants(args))
    return AbsType(*type);
  auto value = [&](AbsType arg) {
    return cast<FloatAttr>(arg.getValue()).getValue();
  };
  APFloat sum = value(args[0]);
  sum.fusedMultiplyAdd(value(args[1]), value(args[2]),
                       APFloat::rmNearestTiesToEven);
  return AbsType::constant(*type, FloatAttr::get(*type, sum));
}

static Results buildFma(TileBuilder &builder, ArrayRef<TypedOperand> args,
                        AbsType) {
  Value a = builder.get(args[0]), b = builder.get(args[1]);
  return builder.create<math::FmaOp>(a, b, builder.get(args[2]));
}

namespace {
/// How a quotient of integers is rounded, or the remainder of that quotient.
enum class Rounded { Floor, Ceil, FloorRemainder, CeilRemainder };
} // namespace

static constexpr bool isCeil(Rounded rounded) {
  return rounded == Rounded::Ceil || rounded == Rounded::CeilRemainder;
}

static constexpr bool isRemainder(Rounded rounded) {
  return rounded == Rounded::FloorRemainder ||
         rounded == Rounded::CeilRemainder;
}

/// The result for a quotient towards zero and its remainder: with a remainder
/// whose sign is not the divisor's the true quotient is below, else above.
static APInt adjust(Rounded rounded, const APInt &a, const APInt &b) {
  APInt quotient = a.sdiv(b), remainder = a.srem(b);
  bool isBelow = remainder.isNegative() != b.isNegative();
  if (remainder.isZero() || isBelow == isCeil(rounded))
    return isRemainder(rounded) ? remainder : quotient;
  if (isRemainder(rounded))
    return isCeil(rounded) ? remainder - b : remainder + b;
  return isCeil(rounded) ? quotient + 1 : quotient - 1;
}

/// Whether the operands are those of an overload of a long and an int, whose
/// quotient is a long and whose remainder an int.
static bool isLongByInt(AbsType a, AbsType b) {
  return a.isNumber() && b.isNumber() && a.getType().isSignlessInteger(64) &&
         b.getType().isSignlessInteger(32);
}

template <Rounded rounded>
static FailureOr<AbsType> typeOfRounded(ArrayRef<AbsType> given,
                                        EmitError error) {
  SmallVector<AbsType> args(given);
  bool isMixed = isLongByInt(args[0], args[1]);
  if (isMixed)
    args[1] = convertedType(args[1], args[0].getType());
  FailureOr<AbsType> quotient = typeOfJavaBinary(Binary::Div, args, error);
  if (failed(quotient))
    return failure();
  /// T-JMATH-2: the operands of the division are of type int or long.
  Type type = quotient->getType();
  if (!type.isSignlessInteger())
    return error() << "T-JMATH-2: the division is of int or long, not "
                   << typeName(type);
  Type to = isMixed && isRemainder(rounded) ? given[1].getType() : type;
  if (!areConstants(args))
    return AbsType(to);
  auto value = [&](AbsType arg) {
    return cast<IntegerAttr>(arg.getValue()).getValue();
  };
  APInt result = adjust(rounded, value(args[0]), value(args[1]));
  return AbsType::constant(
      to, IntegerAttr::get(to, result.trunc(to.getIntOrFloatBitWidth())));
}

/// As `adjust` computes it.
template <Rounded rounded>
static Results buildRounded(TileBuilder &builder, ArrayRef<TypedOperand> given,
                            AbsType result) {
  SmallVector<TypedOperand> args(given);
  Type type = args[0].type.getType();
  if (isLongByInt(args[0].type, args[1].type))
    args[1] = convertTo(builder, args[1], type);
  Value remainder = buildJavaBinary(builder, Binary::Mod, type, args);
  Value divisor = builder.get(args[1]);
  Value zero = builder.constantInt(type, 0);
  Value isInexact = build(builder, Compare::Ne, type, remainder, zero);
  Value signs = build(builder, Binary::Xor, type, remainder, divisor);
  Value isOff = build(builder, isCeil(rounded) ? Compare::Ge : Compare::Lt,
                      type, signs, zero);
  Value adjusts = builder.create<arith::AndIOp>(isInexact, isOff);
  if (isRemainder(rounded)) {
    Binary back = isCeil(rounded) ? Binary::Sub : Binary::Add;
    Value other = build(builder, back, type, remainder, divisor);
    Value chosen = builder.create<arith::SelectOp>(adjusts, other, remainder);
    return buildConversion(builder, chosen, type, result.getType(),
                           /*saturate=*/false);
  }
  Value quotient = buildJavaBinary(builder, Binary::Div, type, args);
  Value one = builder.constantInt(type, 1);
  Binary direction = isCeil(rounded) ? Binary::Add : Binary::Sub;
  Value next = build(builder, direction, type, quotient, one);
  return builder.create<arith::SelectOp>(adjusts, next, quotient);
}

/// The operands of a clamp in one type: a long is clamped between ints, too.
static SmallVector<AbsType> clampOperands(ArrayRef<AbsType> given) {
  SmallVector<AbsType> args(given);
  if (isLongByInt(args[0], args[1]) && isLongByInt(args[0], args[2]))
    for (AbsType &bound : MutableArrayRef(args).drop_front())
      bound = convertedType(bound, args[0].getType());
  return args;
}

static FailureOr<AbsType> typeOfClamp(ArrayRef<AbsType> given,
                                      EmitError error) {
  SmallVector<AbsType> args = clampOperands(given);
  FailureOr<AbsType> atLeast =
      typeOfJavaBinary(Binary::Max, {args[0], args[1]}, error);
  if (failed(atLeast))
    return failure();
  FailureOr<AbsType> clamped =
      typeOfJavaBinary(Binary::Min, {*atLeast, args[2]}, error);
  if (failed(clamped))
    return failure();
  return convertedType(*clamped, given[1].getType());
}

static Results buildClamp(TileBuilder &builder, ArrayRef<TypedOperand> given,
                          AbsType result) {
  Type type = given[0].type.getType();
  SmallVector<Value> values;
  for (const TypedOperand &arg : given)
    values.push_back(builder.get(convertTo(builder, arg, type)));
  Value atLeast = build(builder, Binary::Max, type, values[0], values[1]);
  Value clamped = build(builder, Binary::Min, type, atLeast, values[2]);
  return buildConversion(builder, clamped, type, result.getType(),
                         /*saturate=*/false);
}

/// The unsigned type of an integer; null for anything else.
static Type unsignedType(Type type) {
  if (!isa<IntegerType>(type) || type.isInteger(1))
    return {};
  return IntegerType::get(type.getContext(), type.getIntOrFloatBitWidth(),
                          IntegerType::Unsigned);
}

/// Division and remainder of integers that are read as unsigned; the result is
/// one of Java's types again.
template <Binary kind>
static FailureOr<AbsType> typeOfUnsigned(ArrayRef<AbsType> args,
                                         EmitError error) {
  FailureOr<AbsType> result = typeOfJavaBinary(kind, args, error);
  if (failed(result))
    return failure();
  /// T-JMATH-3: a number that is interpreted as unsigned is an integer.
  Type type = unsignedType(result->getType());
  if (!type)
    return error() << "T-JMATH-3: only integers can be read as unsigned, not "
                   << typeName(result->getType());
  if (!areConstants(args))
    return result;
  return AbsType::constant(
      result->getType(),
      fold(kind, type, args[0].getValue(), args[1].getValue()));
}

template <Binary kind>
static Results buildUnsigned(TileBuilder &builder, ArrayRef<TypedOperand> args,
                             AbsType result) {
  Value a = builder.get(args[0]);
  return build(builder, kind, unsignedType(result.getType()), a,
               builder.get(args[1]));
}

namespace {
/// Which bits of an integer are counted.
enum class Bits { Ones, LeadingZeros };
} // namespace

template <Bits bits>
static FailureOr<AbsType> typeOfBitCount(ArrayRef<AbsType> args,
                                         EmitError error) {
  if (failed(checkNumbers(args, error)))
    return failure();
  Type type = args[0].getType();
  /// T-JMATH-4: the bits are those of an int or a long.
  if (!type.isSignlessInteger(32) && !type.isSignlessInteger(64))
    return error() << "T-JMATH-4: bits are counted of an int or a long, not of "
                   << typeName(type);
  auto count = IntegerType::get(type.getContext(), 32);
  if (!args[0].isConstant())
    return AbsType(count);
  APInt value = cast<IntegerAttr>(args[0].getValue()).getValue();
  return AbsType::constant(
      count, IntegerAttr::get(count, bits == Bits::Ones ? value.popcount()
                                                        : value.countl_zero()));
}

template <Bits bits>
static Results buildBitCount(TileBuilder &builder, ArrayRef<TypedOperand> args,
                             AbsType result) {
  Value x = builder.get(args[0]);
  std::string symbol = bits == Bits::Ones ? "__nv_popc" : "__nv_clz";
  if (x.getType().isInteger(64))
    symbol += "ll";
  return builder.create<tt::ExternElementwiseOp>(
      result.getType(), ValueRange(x), /*libname=*/"libdevice",
      /*libpath=*/"", symbol, /*pure=*/true);
}

ArrayRef<Method> cm2tt::getJavaMathMethods() {
  static constexpr Method methods[] = {
#include "JavaMath.inc"
  };
  return methods;
}
