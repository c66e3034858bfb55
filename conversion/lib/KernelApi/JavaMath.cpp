// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The JDK's functions of numbers, with Java's meaning: java.lang.Math and the
/// static methods of the number classes.
///
/// Not here: functions of tiles (Math.cpp, Choice.cpp); boxes (Boxing.cpp).

#include "NumberRules.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

using namespace mlir;
using namespace cm2tt;

template <Binary kind>
static FailureOr<AbsType> typeOfNumbers(ArrayRef<AbsType> args,
                                        EmitError error) {
  return typeOfJavaBinary(kind, args, error);
}

template <Binary kind>
static Results buildNumbers(TileBuilder &builder, ArrayRef<TypedOperand> args,
                            AbsType result) {
  return buildJavaBinary(builder, kind, result.getType(), args);
}

static LogicalResult checkFloat(Type type, EmitError error) {
  /// T-JMATH-1: the function is of a float or a double.
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
/// How a quotient of integers is rounded, or that the remainder of the one
/// rounded to the lesser side is wanted.
enum class Rounded { Floor, Ceil, FloorRemainder };
} // namespace

/// The result for a quotient towards zero and its remainder: with a remainder
/// whose sign is not the divisor's the true quotient is below, else above.
static APInt adjust(Rounded rounded, const APInt &a, const APInt &b) {
  APInt quotient = a.sdiv(b), remainder = a.srem(b);
  bool isBelow = remainder.isNegative() != b.isNegative();
  if (remainder.isZero() || isBelow == (rounded == Rounded::Ceil))
    return rounded == Rounded::FloorRemainder ? remainder : quotient;
  if (rounded == Rounded::FloorRemainder)
    return remainder + b;
  return rounded == Rounded::Floor ? quotient - 1 : quotient + 1;
}

template <Rounded rounded>
static FailureOr<AbsType> typeOfRounded(ArrayRef<AbsType> args,
                                        EmitError error) {
  FailureOr<AbsType> quotient = typeOfJavaBinary(Binary::Div, args, error);
  if (failed(quotient))
    return failure();
  /// T-JMATH-2: what is divided is int or long.
  Type type = quotient->getType();
  if (!type.isSignlessInteger())
    return error() << "T-JMATH-2: the division is of int or long, not "
                   << typeName(type);
  if (!areConstants(args))
    return AbsType(type);
  auto value = [&](AbsType arg) {
    return cast<IntegerAttr>(arg.getValue()).getValue();
  };
  return AbsType::constant(
      type,
      IntegerAttr::get(type, adjust(rounded, value(args[0]), value(args[1]))));
}

/// As `adjust` computes it.
template <Rounded rounded>
static Results buildRounded(TileBuilder &builder, ArrayRef<TypedOperand> args,
                            AbsType result) {
  Type type = result.getType();
  Value remainder = buildJavaBinary(builder, Binary::Mod, type, args);
  Value divisor = builder.get(args[1]);
  Value zero = builder.constantInt(type, 0);
  Value isInexact = build(builder, Compare::Ne, type, remainder, zero);
  Value signs = build(builder, Binary::Xor, type, remainder, divisor);
  Value isOff =
      build(builder, rounded == Rounded::Ceil ? Compare::Ge : Compare::Lt, type,
            signs, zero);
  Value adjusts = builder.create<arith::AndIOp>(isInexact, isOff);
  if (rounded == Rounded::FloorRemainder) {
    Value above = build(builder, Binary::Add, type, remainder, divisor);
    return builder.create<arith::SelectOp>(adjusts, above, remainder);
  }
  Value quotient = buildJavaBinary(builder, Binary::Div, type, args);
  Value one = builder.constantInt(type, 1);
  Binary direction = rounded == Rounded::Ceil ? Binary::Add : Binary::Sub;
  Value next = build(builder, direction, type, quotient, one);
  return builder.create<arith::SelectOp>(adjusts, next, quotient);
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
  /// T-JMATH-3: what is read as unsigned is an integer.
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

#define OF_TWO(CLASS, NAME, KIND, OVERLOADS, SUMMARY, BECOMES)                 \
  {                                                                            \
    "java.lang." CLASS, NAME, 2, 2, typeOfNumbers<Binary::KIND>,               \
        buildNumbers<Binary::KIND>, {                                          \
      OVERLOADS, SUMMARY, BECOMES                                              \
    }                                                                          \
  }
#define OF_CLASS(CLASS, TYPE)                                                  \
  OF_TWO(CLASS, "max", Max, TYPE " max(" TYPE " a, " TYPE " b)",               \
         "The greater one; NaN if one is NaN.",                                \
         "arith.maxsi, arith.maximumf"),                                       \
      OF_TWO(CLASS, "min", Min, TYPE " min(" TYPE " a, " TYPE " b)",           \
             "The lesser one; NaN if one is NaN.",                             \
             "arith.minsi, arith.minimumf"),                                   \
      OF_TWO(CLASS, "sum", Add, TYPE " sum(" TYPE " a, " TYPE " b)",           \
             "The sum; integers wrap around.", "arith.addi, arith.addf")
#define UNSIGNED(CLASS, TYPE)                                                  \
  {"java.lang." CLASS,                                                         \
   "divideUnsigned",                                                           \
   2,                                                                          \
   2,                                                                          \
   typeOfUnsigned<Binary::Div>,                                                \
   buildUnsigned<Binary::Div>,                                                 \
   {TYPE " divideUnsigned(" TYPE " a, " TYPE " b)",                            \
    "The quotient of integers read as unsigned; b is not 0.", "arith.divui"}}, \
  {                                                                            \
    "java.lang." CLASS, "remainderUnsigned", 2, 2,                             \
        typeOfUnsigned<Binary::Mod>, buildUnsigned<Binary::Mod>,               \
        {TYPE " remainderUnsigned(" TYPE " a, " TYPE " b)",                    \
         "The remainder of integers read as unsigned; b is not 0.",            \
         "arith.remui"}                                                        \
  }
#define FUNCTION(NAME, COMPUTE, OP, SUMMARY)                                   \
  {                                                                            \
    "java.lang.Math", NAME, 1, 1, typeOfFunction<COMPUTE>,                     \
        buildFunction<math::OP>, {                                             \
      "double " NAME "(double x)", SUMMARY, "math." NAME                       \
    }                                                                          \
  }
#define ROUNDED(NAME, ROUNDED, SUMMARY)                                        \
  {"java.lang.Math",                                                           \
   NAME,                                                                       \
   2,                                                                          \
   2,                                                                          \
   typeOfRounded<Rounded::ROUNDED>,                                            \
   buildRounded<Rounded::ROUNDED>,                                             \
   {"int " NAME "(int a, int b); long " NAME "(long a, long b)",               \
    SUMMARY " b is not 0.",                                                    \
    "arith.remsi, arith.divsi, arith.cmpi, arith.select"}}

static constexpr Method methods[] = {
    OF_TWO(
        "Math", "max", Max,
        "int max(int a, int b); long max(long a, long b); float max(float a, "
        "float b); double max(double a, double b)",
        "The greater one; NaN if one is NaN, and 0.0 is above -0.0.",
        "arith.maxsi, arith.maxui, arith.maximumf"),
    OF_TWO(
        "Math", "min", Min,
        "int min(int a, int b); long min(long a, long b); float min(float a, "
        "float b); double min(double a, double b)",
        "The lesser one; NaN if one is NaN, and -0.0 is below 0.0.",
        "arith.minsi, arith.minui, arith.minimumf"),
    {"java.lang.Math",
     "abs",
     1,
     1,
     typeOfAbs,
     buildAbs,
     {"int abs(int x); long abs(long x); float abs(float x); double abs(double "
      "x)",
      "The number without its sign; the least integer remains as it is.",
      "math.absi, math.absf"}},
    {"java.lang.Math",
     "fma",
     3,
     3,
     typeOfFma,
     buildFma,
     {"float fma(float a, float b, float c); double fma(double a, double b, "
      "double c)",
      "a * b + c, rounded once.", "math.fma"}},
    {"java.lang.Math",
     "sqrt",
     1,
     1,
     typeOfFunction<std::sqrt>,
     buildSqrt,
     {"double sqrt(double x)", "The square root, correctly rounded.",
      "math.sqrt, tt.precise_sqrt"}},
    FUNCTION("exp", std::exp, ExpOp, "e to the power of x."),
    FUNCTION("log", std::log, LogOp, "The natural logarithm."),
    FUNCTION("sin", std::sin, SinOp, "The sine of an angle in radians."),
    FUNCTION("cos", std::cos, CosOp, "The cosine of an angle in radians."),
    FUNCTION("floor", std::floor, FloorOp,
             "The greatest whole number that is not above x."),
    FUNCTION("ceil", std::ceil, CeilOp,
             "The least whole number that is not below x."),
    ROUNDED("floorDiv", Floor, "The quotient rounded down."),
    ROUNDED("ceilDiv", Ceil, "The quotient rounded up."),
    ROUNDED("floorMod", FloorRemainder,
            "The remainder, with the sign of b, of Math.floorDiv."),
    OF_CLASS("Integer", "int"),
    OF_CLASS("Long", "long"),
    OF_CLASS("Float", "float"),
    OF_CLASS("Double", "double"),
    UNSIGNED("Integer", "int"),
    UNSIGNED("Long", "long"),
};

ArrayRef<Method> cm2tt::javaMathMethods() { return methods; }
