// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Functions of floating-point numbers, elementwise: exponentials, roots,
/// rounding, fused and precise operations.
///
/// Functions of one operand are computed in fp32 for fp16 and bf16, and rounded
/// to the operand's type.
///
/// Not here: the greater one, clamping (Select.cpp); java.lang.Math
/// (JavaMath.cpp).

#include "NumberRules.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

#include <cmath>

using namespace mlir;
using namespace cm2tt;

static LogicalResult checkFloat(Type element, EmitError error) {
  /// T-MATH-1: the operands of the function are floating-point numbers.
  if (!isa<FloatType>(element)) {
    InFlightDiagnostic diagnostic =
        error() << "T-MATH-1: the function is of floating-point numbers, not "
                << typeName(element);
    diagnostic.attachNote()
        << "convert the operand: Triton.conv(float.class, x)";
    return diagnostic;
  }
  /// T-MATH-2: the operands of the function are not 8-bit numbers.
  if (element.getIntOrFloatBitWidth() < 16) {
    InFlightDiagnostic diagnostic =
        error() << "T-MATH-2: the function is not defined on 8-bit numbers: "
                << typeName(element);
    diagnostic.attachNote()
        << "convert the operand: Triton.conv(float.class, x)";
    return diagnostic;
  }
  return success();
}

/// The type in which a function is computed: at least fp32.
static Type computedType(Type element) {
  if (element.getIntOrFloatBitWidth() < 32)
    return Float32Type::get(element.getContext());
  return element;
}

AbsType cm2tt::foldFloat(double (*compute)(double), AbsType x) {
  Type type = x.getType(), computed = computedType(type);
  auto value = cast<FloatAttr>(convertedType(x, computed).getValue());
  // getValueAsDouble is exact: fp32 and fp64 are parts of fp64.
  auto result = FloatAttr::get(computed, compute(value.getValueAsDouble()));
  return convertedType(AbsType::constant(computed, result), type);
}

/// A function of one operand; its result has the operand's type.
template <double (*compute)(double)>
static FailureOr<AbsType> typeOfFunction(ArrayRef<AbsType> args,
                                         EmitError error) {
  if (failed(checkUnary(args[0], error)) ||
      failed(checkFloat(args[0].getElementType(), error)))
    return failure();
  return args[0].isConstant() ? foldFloat(compute, args[0]) : args[0];
}

template <Value (*buildOn)(TileBuilder &, Value)>
static Results buildFunction(TileBuilder &builder, ArrayRef<TypedOperand> args,
                             AbsType result) {
  Type element = result.getElementType(), computed = computedType(element);
  Value x = builder.get(convertTo(builder, args[0], computed));
  return buildConversion(builder, buildOn(builder, x), computed, element,
                         /*saturate=*/false);
}

template <typename Op> static Value buildOp(TileBuilder &builder, Value x) {
  return builder.create<Op>(x);
}

/// 1 / (1 + exp(-x)).
static Value buildSigmoid(TileBuilder &builder, Value x) {
  Value one = builder.constantFloat(x.getType(), 1);
  Value power = builder.create<math::ExpOp>(builder.create<arith::NegFOp>(x));
  return builder.create<arith::DivFOp>(
      one, builder.create<arith::AddFOp>(power, one));
}

static double computeSigmoid(double x) { return 1 / (1 + std::exp(-x)); }
static double computeRsqrt(double x) { return 1 / std::sqrt(x); }

static FailureOr<AbsType> typeOfAbs(ArrayRef<AbsType> args, EmitError error) {
  if (failed(checkUnary(args[0], error)))
    return failure();
  Type type = args[0].getElementType();
  if (isa<FloatType>(type))
    return typeOfFunction<std::fabs>(args, error);
  if (failed(checkDefined(Binary::Max, type, error)))
    return failure();
  if (!args[0].isConstant() || type.isUnsignedInteger())
    return args[0];
  APInt value = cast<IntegerAttr>(args[0].getValue()).getValue();
  return AbsType::constant(type, IntegerAttr::get(type, value.abs()));
}

static Results buildAbs(TileBuilder &builder, ArrayRef<TypedOperand> args,
                        AbsType result) {
  Value x = builder.get(args[0]);
  Type element = result.getElementType();
  if (element.isUnsignedInteger())
    return x;
  if (isa<FloatType>(element))
    return builder.create<math::AbsFOp>(x);
  return builder.create<math::AbsIOp>(x);
}

/// The value of a floating-point constant converted to `type`.
static APFloat valueAs(AbsType constant, Type type) {
  return cast<FloatAttr>(convertedType(constant, type).getValue()).getValue();
}

static FailureOr<AbsType> typeOfFma(ArrayRef<AbsType> args, EmitError error) {
  FailureOr<AbsType> result = typeOfElementwise(args, error);
  if (failed(result) || failed(checkFloat(result->getElementType(), error)))
    return failure();
  if (!areConstants(args))
    return result;
  Type type = result->getType();
  APFloat sum = valueAs(args[0], type);
  sum.fusedMultiplyAdd(valueAs(args[1], type), valueAs(args[2], type),
                       APFloat::rmNearestTiesToEven);
  return AbsType::constant(type, FloatAttr::get(type, sum));
}

static Results buildFma(TileBuilder &builder, ArrayRef<TypedOperand> args,
                        AbsType result) {
  Value a = operandAs(builder, args[0], result);
  Value b = operandAs(builder, args[1], result);
  Value c = operandAs(builder, args[2], result);
  return builder.create<math::FmaOp>(a, b, c);
}

/// A function of two floating-point numbers, which is not folded.
static FailureOr<AbsType> typeOfBinaryFunction(ArrayRef<AbsType> args,
                                               EmitError error) {
  FailureOr<AbsType> result = typeOfElementwise(args, error);
  if (failed(result) || failed(checkFloat(result->getElementType(), error)))
    return failure();
  return result;
}

template <typename Op>
static Results buildBinaryFunction(TileBuilder &builder,
                                   ArrayRef<TypedOperand> args,
                                   AbsType result) {
  Type element = result.getElementType(), computed = computedType(element);
  auto [a, b] = elementwiseOperands(builder, args, computed);
  Value value = builder.create<Op>(a, b);
  return buildConversion(builder, value, computed, element,
                         /*saturate=*/false);
}

/// A division of floating-point numbers only.
static FailureOr<AbsType> typeOfFdiv(ArrayRef<AbsType> args, EmitError error) {
  FailureOr<AbsType> result =
      typeOfElementwise(args, error, Promotion::Division);
  if (failed(result) || failed(checkFloat(result->getElementType(), error)))
    return failure();
  if (!areConstants(args))
    return result;
  return foldBinary(Binary::Div, result->getType(), args[0], args[1]);
}

template <typename Op>
static Results buildFdiv(TileBuilder &builder, ArrayRef<TypedOperand> args,
                         AbsType result) {
  auto [a, b] = elementwiseOperands(builder, args, result.getElementType());
  return builder.create<Op>(a, b);
}

ArrayRef<Method> cm2tt::getMathMethods() {
  static constexpr Method methods[] = {
#include "Math.inc"
  };
  return methods;
}
