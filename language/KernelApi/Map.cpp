// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Functions of elements, written in Java, applied to each element of tiles.
///
/// Not here: what becomes of them (lib/TTInlineMaps).

#include "TileInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

using namespace mlir;
using namespace cm2tt;

/// The shape of all operands together; an error if there is none.
static FailureOr<SmallVector<int64_t>> mappedShape(ArrayRef<AbsType> operands,
                                                   EmitError error) {
  SmallVector<int64_t> shape;
  for (AbsType operand : operands) {
    /// T-MAP-5: a function is applied to tiles of numbers, and numbers.
    if (!isNumeric(operand))
      return error() << "T-MAP-5: tiles of numbers, then a function are "
                        "expected: "
                     << operand.str();
    /// T-MAP-6: extents are equal or 1, counted from the last dimension.
    auto both = broadcastShapes(shape, operand.getShape());
    if (!both)
      return error() << "T-MAP-6: shapes do not broadcast: "
                     << operands[0].str() << " and " << operand.str();
    shape = *both;
  }
  /// T-MAP-7: one operand is a tile.
  if (shape.empty())
    return error() << "T-MAP-7: one operand must be a tile: "
                   << operands[0].str();
  return shape;
}

static FailureOr<SmallVector<AbsType>> parametersOfMap(ArrayRef<AbsType> args,
                                                       EmitError error) {
  /// T-MAP-8: the last argument is a lambda or method reference.
  if (!args.back().isFunction())
    return error() << "T-MAP-8: a lambda or method reference is expected at "
                      "the end: "
                   << args.back().str();
  if (failed(mappedShape(args.drop_back(), error)))
    return failure();
  return llvm::map_to_vector(args.drop_back(), [](AbsType operand) {
    return AbsType(operand.getElementType());
  });
}

static FailureOr<AbsType> typeOfMap(ArrayRef<AbsType> args, EmitError error) {
  auto shape = mappedShape(args.drop_back(), error);
  if (failed(shape))
    return failure();
  SmallVector<AbsType> tiles;
  for (AbsType result : args.back().getComponents()) {
    /// T-MAP-9: the function returns a number, or a record of numbers.
    if (!result.isNumber())
      return error() << "T-MAP-9: the function must return a number or a "
                        "record of numbers: "
                     << args.back().str();
    tiles.push_back(AbsType::tile(*shape, result.getElementType()));
  }
  if (tiles.empty())
    return error() << "T-MAP-9: the function must return a number or a record "
                      "of numbers: "
                   << args.back().str();
  return args.back().isRecord() ? args.back().withComponents(tiles)
                                : tiles.front();
}

static Results buildMap(TileBuilder &builder, ArrayRef<TypedOperand> args,
                        AbsType result) {
  SmallVector<Value> operands, values;
  ArrayRef<int64_t> shape = result.getComponents().front().getShape();
  for (const TypedOperand &arg : args.drop_back())
    operands.push_back(builder.get(arg, shape));
  SmallVector<Type> types;
  result.valueTypes(types);
  auto map = builder.create<tt::MapElementwiseOp>(types, operands, /*pack=*/1);
  OpBuilder::InsertionGuard guard(builder.builder);
  map.getScalarOp().takeBody(*args.back().body);
  builder.builder.setInsertionPointToEnd(&map.getScalarOp().front());
  for (const TypedOperand &component : args.back().getComponents())
    values.push_back(builder.get(component));
  builder.create<tt::MapElementwiseReturnOp>(ValueRange(values));
  return Results(map.getResults());
}

ArrayRef<Method> cm2tt::getMapMethods() {
  static constexpr Method methods[] = {
#include "Map.inc"
  };
  return methods;
}
