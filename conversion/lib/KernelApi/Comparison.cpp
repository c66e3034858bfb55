// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Comparisons of the kernel language: a tile or scalar of truth values.

#include "KernelApiInternals.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace cm2tt;

/// The comparison that a `CompareKind` constant names; a string is none.
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

static FailureOr<AbsType> typeOfCompare(ArrayRef<AbsType> args,
                                        EmitError error) {
  FailureOr<AbsType> operands = typeOfElementwise(args.take_front(2), error);
  if (failed(operands))
    return failure();
  /// T-COMPARE-1: the kind is a constant of CompareKind.
  std::optional<Compare> kind = compareKind(args[2]);
  if (!kind)
    return error() << "T-COMPARE-1: the kind must be a constant of "
                      "CompareKind: "
                   << args[2].str();
  MLIRContext *context = args[0].getType().getContext();
  if (args[0].isConstant() && args[1].isConstant())
    return AbsType::constantBool(
        context, fold(*kind, operands->getType(),
                      convertedType(args[0], operands->getType()).getValue(),
                      convertedType(args[1], operands->getType()).getValue()));
  return operands->withElementType(IntegerType::get(context, 1));
}

static Results buildCompare(TileBuilder &builder, ArrayRef<TypedOperand> args,
                            AbsType) {
  Type element = promotedType(Promotion::Common, args[0].type, args[1].type);
  auto [a, b] = elementwiseOperands(builder, args, element);
  return build(builder, *compareKind(args[2].type), element, a, b);
}

static constexpr Method methods[] = {
    {"Triton", "compare", 3, 3, typeOfCompare, buildCompare},
};

ArrayRef<Method> cm2tt::comparisonMethods() { return methods; }
