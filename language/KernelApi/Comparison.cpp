// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Comparisons of the kernel language, and what combines their results: a tile
/// or scalar of truth values.

#include "NumberRules.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace cm2tt;

/// The comparison that a `CompareKind` constant names; std::nullopt for other
/// types, such as strings.
static std::optional<Compare> compareKind(AbsType type) {
  return llvm::StringSwitch<std::optional<Compare>>(
             type.getEnumName("CompareKind"))
      .Case("Equal", Compare::Eq)
      .Case("NotEqual", Compare::Ne)
      .Case("LessThan", Compare::Lt)
      .Case("LessThanOrEqual", Compare::Le)
      .Case("GreaterThan", Compare::Gt)
      .Case("GreaterThanOrEqual", Compare::Ge)
      .Default(std::nullopt);
}

static FailureOr<AbsType> typeOfComparison(Compare kind, ArrayRef<AbsType> args,
                                           EmitError error) {
  FailureOr<AbsType> operands = typeOfElementwise(args, error);
  if (failed(operands))
    return failure();
  Type type = operands->getElementType();
  // Truth values are compared, though not computed with.
  if (isa<FloatType>(type) && failed(checkDefined(Binary::Sub, type, error)))
    return failure();
  MLIRContext *context = type.getContext();
  if (!areConstants(args))
    return operands->withElementType(IntegerType::get(context, 1));
  return AbsType::constantBool(
      context, fold(kind, type, convertedType(args[0], type).getValue(),
                    convertedType(args[1], type).getValue()));
}

static Value buildComparison(TileBuilder &builder, Compare kind,
                             ArrayRef<TypedOperand> args) {
  Type element = promotedType(Promotion::Common, args[0].type, args[1].type);
  auto [a, b] = elementwiseOperands(builder, args, element);
  return build(builder, kind, element, a, b);
}

static FailureOr<AbsType> typeOfCompare(ArrayRef<AbsType> args,
                                        EmitError error) {
  /// T-COMPARE-1: the kind is a constant of CompareKind.
  std::optional<Compare> kind = compareKind(args[2]);
  if (!kind)
    return error() << "T-COMPARE-1: the kind must be a constant of "
                      "CompareKind: "
                   << args[2].str();
  return typeOfComparison(*kind, args.take_front(2), error);
}

static Results buildCompare(TileBuilder &builder, ArrayRef<TypedOperand> args,
                            AbsType) {
  return buildComparison(builder, *compareKind(args[2].type),
                         args.take_front(2));
}

template <Compare kind>
static FailureOr<AbsType> typeOfNamed(ArrayRef<AbsType> args, EmitError error) {
  return typeOfComparison(kind, args, error);
}

template <Compare kind>
static Results buildNamed(TileBuilder &builder, ArrayRef<TypedOperand> args,
                          AbsType) {
  return buildComparison(builder, kind, args);
}

/// Each operand as truth values: whether it is not 0.
static FailureOr<SmallVector<AbsType, 2>> truthValues(ArrayRef<AbsType> args,
                                                      EmitError error) {
  SmallVector<AbsType, 2> truths;
  for (AbsType arg : args) {
    if (failed(checkUnary(arg, error)))
      return failure();
    truths.push_back(
        convertedType(arg, IntegerType::get(arg.getType().getContext(), 1)));
  }
  return truths;
}

template <Binary kind>
static FailureOr<AbsType> typeOfLogical(ArrayRef<AbsType> args,
                                        EmitError error) {
  FailureOr<SmallVector<AbsType, 2>> truths = truthValues(args, error);
  if (failed(truths))
    return failure();
  return typeOfBinary(kind, *truths, error);
}

template <Binary kind>
static Results buildLogical(TileBuilder &builder, ArrayRef<TypedOperand> args,
                            AbsType result) {
  return buildBinary(builder, kind, args, result);
}

static FailureOr<AbsType> typeOfLogicalNot(ArrayRef<AbsType> args,
                                           EmitError error) {
  FailureOr<SmallVector<AbsType, 2>> truths = truthValues(args, error);
  if (failed(truths))
    return failure();
  AbsType truth = truths->front();
  if (!truth.isConstant())
    return truth;
  return AbsType::constantBool(truth.getType().getContext(), !*truth.getInt());
}

static Results buildLogicalNot(TileBuilder &builder,
                               ArrayRef<TypedOperand> args, AbsType result) {
  Type boolean = result.getElementType();
  Value value = builder.get(convertTo(builder, args[0], boolean));
  Value holds =
      builder.constant(value.getType(), builder.builder.getBoolAttr(true));
  return build(builder, Binary::Xor, boolean, value, holds);
}

ArrayRef<Method> cm2tt::getComparisonMethods() {
  static constexpr Method methods[] = {
#include "Comparison.inc"
  };
  return methods;
}
