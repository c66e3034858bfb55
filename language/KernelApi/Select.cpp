// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Choices between values, elementwise: by a condition, the greater or the
/// lesser one, into a range.

#include "NumberRules.h"

#include "cm2tt/Dialect/CM/CMDialect.h"
#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

/// The element type of the values to choose from: the promoted one, or the
/// pointers'.
static FailureOr<Type> typeOfChoices(AbsType x, AbsType y, EmitError error) {
  if (!x.getPointeeType() || !y.getPointeeType()) {
    FailureOr<AbsType> result = typeOfElementwise({x, y}, error);
    if (failed(result))
      return failure();
    return result->getElementType();
  }
  /// T-WHERE-2: pointers to select from have one type.
  if (x.getElementType() != y.getElementType())
    return error() << "T-WHERE-2: pointers differ: " << x.str() << " and "
                   << y.str();
  return x.getElementType();
}

static FailureOr<AbsType> typeOfWhere(ArrayRef<AbsType> args, EmitError error) {
  /// T-WHERE-1: the condition is a number or a tile of numbers.
  if (!args[0].isData() || args[0].getPointeeType())
    return error() << "T-WHERE-1: the condition must be a truth value or a "
                      "tile of truth values: "
                   << args[0].str();
  FailureOr<Type> element = typeOfChoices(args[1], args[2], error);
  if (failed(element))
    return failure();
  FailureOr<SmallVector<int64_t>> shape = broadcastAll(args, error);
  if (failed(shape))
    return failure();
  if (!areConstants(args))
    return AbsType::tile(*shape, *element);
  Type boolean = IntegerType::get(element->getContext(), 1);
  bool holds = *convertedType(args[0], boolean).getInt();
  return convertedType(args[holds ? 1 : 2], *element);
}

static Results buildWhere(TileBuilder &builder, ArrayRef<TypedOperand> args,
                          AbsType result) {
  Type boolean = builder.builder.getI1Type();
  // One truth value for all elements needs no tile of them.
  bool isScalar = args[0].type.getShape().empty();
  TypedOperand condition = convertTo(builder, args[0], boolean);
  Value holds = isScalar ? builder.get(condition)
                         : builder.get(condition, result.getShape());
  auto choice = [&](const TypedOperand &operand) {
    return result.getPointeeType() ? builder.get(operand, result.getShape())
                                   : operandAs(builder, operand, result);
  };
  Value x = choice(args[1]);
  return builder.create<arith::SelectOp>(holds, x, choice(args[2]));
}

/// The propagation of NaN that the optional last argument gives; `none` without
/// one.
static FailureOr<tt::PropagateNan> propagationOf(ArrayRef<AbsType> optional,
                                                 EmitError error) {
  if (optional.empty() || isa_and_nonnull<cm::NullAttr>(optional[0].getValue()))
    return tt::PropagateNan::NONE;
  /// T-NAN-1: how NaN propagates is a constant of PropagateNan.
  StringRef name = optional[0].getEnumName("PropagateNan");
  if (name.empty())
    return error() << "T-NAN-1: how NaN propagates must be a constant of "
                      "PropagateNan: "
                   << optional[0].str();
  return name == "ALL" ? tt::PropagateNan::ALL : tt::PropagateNan::NONE;
}

/// The same of arguments that a rule has accepted.
static tt::PropagateNan propagationOf(ArrayRef<TypedOperand> optional) {
  bool isAll = !optional.empty() &&
               optional[0].type.getEnumName("PropagateNan") == "ALL";
  return isAll ? tt::PropagateNan::ALL : tt::PropagateNan::NONE;
}

/// `Max` or `Min` with the wanted treatment of NaN.
static Binary withNan(Binary kind, tt::PropagateNan propagation) {
  if (propagation == tt::PropagateNan::ALL)
    return kind;
  return kind == Binary::Max ? Binary::MaxNum : Binary::MinNum;
}

/// Triton compares bf16 as fp32, which is the result's type.
static AbsType comparedType(AbsType type) {
  if (!isa<BFloat16Type>(type.getElementType()))
    return type;
  return type.withElementType(Float32Type::get(type.getType().getContext()));
}

/// The type of `maximum`, `minimum` and `clamp` on `values`.
static FailureOr<AbsType> typeOfExtreme(ArrayRef<AbsType> values,
                                        EmitError error) {
  FailureOr<AbsType> result = typeOfElementwise(values, error);
  if (failed(result) ||
      failed(checkDefined(Binary::Max, result->getElementType(), error)))
    return failure();
  return comparedType(*result);
}

template <Binary kind>
static FailureOr<AbsType> typeOfMaximum(ArrayRef<AbsType> args,
                                        EmitError error) {
  ArrayRef<AbsType> values = args.take_front(2);
  FailureOr<AbsType> result = typeOfExtreme(values, error);
  if (failed(result))
    return failure();
  FailureOr<tt::PropagateNan> nan = propagationOf(args.drop_front(2), error);
  if (failed(nan))
    return failure();
  if (!areConstants(values))
    return result;
  return foldBinary(withNan(kind, *nan), result->getType(), values[0],
                    values[1]);
}

template <Binary kind>
static Results buildMaximum(TileBuilder &builder, ArrayRef<TypedOperand> args,
                            AbsType result) {
  return buildBinary(builder, withNan(kind, propagationOf(args.drop_front(2))),
                     args.take_front(2), result);
}

static FailureOr<AbsType> typeOfClamp(ArrayRef<AbsType> args, EmitError error) {
  ArrayRef<AbsType> values = args.take_front(3);
  FailureOr<AbsType> result = typeOfExtreme(values, error);
  if (failed(result))
    return failure();
  FailureOr<tt::PropagateNan> nan = propagationOf(args.drop_front(3), error);
  if (failed(nan))
    return failure();
  if (!areConstants(values))
    return result;
  Type type = result->getType();
  AbsType above =
      foldBinary(withNan(Binary::Max, *nan), type, values[0], values[1]);
  return foldBinary(withNan(Binary::Min, *nan), type, above, values[2]);
}

static Results buildClamp(TileBuilder &builder, ArrayRef<TypedOperand> args,
                          AbsType result) {
  Value x = operandAs(builder, args[0], result);
  Value low = operandAs(builder, args[1], result);
  Value high = operandAs(builder, args[2], result);
  Type element = result.getElementType();
  if (isa<FloatType>(element))
    return builder.create<tt::ClampfOp>(x, low, high,
                                        propagationOf(args.drop_front(3)));
  Value above = build(builder, Binary::Max, element, x, low);
  return build(builder, Binary::Min, element, above, high);
}

ArrayRef<Method> cm2tt::getSelectMethods() {
  static constexpr Method methods[] = {
#include "Select.inc"
  };
  return methods;
}
