// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Orders of blocks.

#include "NumberRules.h"
#include "TileInternals.h"

using namespace mlir;
using namespace cm2tt;

/// The type of each operand after promotion.
static FailureOr<AbsType> commonType(ArrayRef<AbsType> args, EmitError error) {
  FailureOr<AbsType> type = typeOfElementwise(args, error, Promotion::Division);
  if (failed(type))
    return failure();
  /// T-SWIZZLE-1: the operands are integers.
  Type element = type->getElementType();
  if (isa<IntegerType>(element) && !element.isInteger(1))
    return type;
  return error() << "T-SWIZZLE-1: integers are expected, not "
                 << typeName(element);
}

static FailureOr<AbsType> typeOfSwizzle(ArrayRef<AbsType> args,
                                        EmitError error) {
  FailureOr<AbsType> type = commonType(args, error);
  if (failed(type))
    return failure();
  return recordType(pairRecord, {*type, *type});
}

/// With p the position of (i, j) row by row, and s the number of blocks of a
/// group: the group is p / s, and the position in it p % s.
static Results buildSwizzle(TileBuilder &builder, ArrayRef<TypedOperand> args,
                            AbsType result) {
  AbsType type = result.getComponents()[0];
  Type element = type.getElementType();
  auto op = [&](Binary kind, Value a, Value b) {
    return build(builder, kind, element, a, b);
  };
  SmallVector<Value> values =
      llvm::map_to_vector(args, [&](const TypedOperand &arg) {
        return operandAs(builder, arg, type);
      });
  Value i = values[0], j = values[1], rows = values[2], columns = values[3],
        group = values[4];
  Value position = op(Binary::Add, op(Binary::Mul, i, columns), j);
  Value size = op(Binary::Mul, group, columns);
  Value first = op(Binary::Mul, op(Binary::Div, position, size), group);
  Value height = op(Binary::Min, op(Binary::Sub, rows, first), group);
  Value inGroup = op(Binary::Mod, position, size);
  Results pair;
  pair.push_back(op(Binary::Add, first, op(Binary::Mod, inGroup, height)));
  pair.push_back(op(Binary::Div, inGroup, height));
  return pair;
}

ArrayRef<Method> cm2tt::getSwizzleMethods() {
  static constexpr Method methods[] = {
#include "Swizzle.inc"
  };
  return methods;
}
