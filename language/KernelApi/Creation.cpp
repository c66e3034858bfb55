// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Where values come from: the grid, ranges and filled tiles.

#include "TileInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// The grid
//===----------------------------------------------------------------------===//

/// T-PROGRAMID-1: the axis is a constant 0, 1 or 2.
static FailureOr<AbsType> typeOfProgramId(ArrayRef<AbsType> args,
                                          EmitError error) {
  std::optional<int64_t> axis = constantInt(args[0]);
  if (!axis || *axis < 0 || *axis > 2)
    return error() << "T-PROGRAMID-1: the axis must be a constant 0, 1 or 2: "
                   << args[0].str();
  return args[0].widened();
}

template <typename Op>
static Results buildProgramId(TileBuilder &builder, ArrayRef<TypedOperand> args,
                              AbsType result) {
  auto axis = static_cast<tt::ProgramIDDim>(*args[0].type.getInt());
  return builder.create<Op>(result.getType(), axis);
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

static FailureOr<AbsType> typeOfArange(ArrayRef<AbsType> args,
                                       EmitError error) {
  std::optional<int64_t> start = constantInt(args[0]),
                         end = constantInt(args[1]);
  /// T-ARANGE-1: both bounds are constant ints.
  if (!start || !end) {
    InFlightDiagnostic diagnostic =
        error() << "T-ARANGE-1: bounds must be constant ints: " << args[0].str()
                << " and " << args[1].str();
    noteRunTimeNumber(diagnostic, args);
    return diagnostic;
  }
  /// T-ARANGE-2: the range is not empty.
  if (*start >= *end)
    return error() << "T-ARANGE-2: the range is empty: " << *start << " to "
                   << *end;
  /// T-ARANGE-3: there are at most 2^20 elements.
  int64_t size = *end - *start;
  if (size > maxTileElements)
    return error() << "T-ARANGE-3: a tile has at most " << maxTileElements
                   << " elements: " << size;
  return AbsType::tile({size}, args[0].getType());
}

static Results buildArange(TileBuilder &builder, ArrayRef<TypedOperand> args,
                           AbsType result) {
  return builder.create<tt::MakeRangeOp>(
      result.getType(), *args[0].type.getInt(), *args[1].type.getInt());
}

//===----------------------------------------------------------------------===//
// Filled tiles
//===----------------------------------------------------------------------===//

static AbsType zeroConstant(Type element) {
  Builder builder(element.getContext());
  return AbsType::constant(element, builder.getZeroAttr(signlessType(element)));
}

static FailureOr<AbsType> typeOfZeros(ArrayRef<AbsType> args, EmitError error) {
  /// T-ZEROS-1: the first argument is a class literal of a number type.
  Type element = numberClass(args[0]);
  if (!element)
    return error() << "T-ZEROS-1: the element type must be a class literal of "
                      "a number type: "
                   << args[0].str();
  if (args.size() == 1)
    return zeroConstant(element);
  /// T-ZEROS-2: extents are positive constants; 2^20 elements at most.
  return checkedTile("T-ZEROS-2", args.drop_front(), element, error);
}

static Results buildZeros(TileBuilder &builder, ArrayRef<TypedOperand>,
                          AbsType result) {
  Type type = signlessType(result.getType());
  return builder.constant(
      type, builder.builder.getZeroAttr(getElementTypeOrSelf(type)));
}

/// The type of a tile filled with `value`, whose elements have that type; a
/// constant if it is a scalar and the value is one.
static FailureOr<AbsType> typeOfFilled(AbsType tile, AbsType value,
                                       EmitError error) {
  /// T-FULL-1: the value is a number.
  if (!value.isNumber())
    return error() << "T-FULL-1: the value must be a number: " << value.str();
  if (tile.isTile() || !value.isConstant())
    return tile;
  return AbsType::constant(
      tile.getType(),
      foldConversion(value.getValue(), value.getType(), tile.getType()));
}

static Results buildFilled(TileBuilder &builder, const TypedOperand &value,
                           AbsType result) {
  Type from = value.type.getType(), to = result.getElementType();
  if (value.type.isConstant())
    return builder.constant(signlessType(result.getType()),
                            foldConversion(value.type.getValue(), from, to));
  Value number = buildConversion(builder, builder.get(value), from, to,
                                 /*saturate=*/false);
  return builder.get({AbsType(to), number}, result.getShape());
}

static FailureOr<AbsType> typeOfFull(ArrayRef<AbsType> args, EmitError error) {
  /// T-FULL-2: the first argument is a class literal of a number type.
  Type element = numberClass(args[0]);
  if (!element)
    return error() << "T-FULL-2: the element type must be a class literal of "
                      "a number type: "
                   << args[0].str();
  /// T-FULL-3: extents are positive constants; 2^20 elements at most.
  FailureOr<AbsType> tile =
      checkedTile("T-FULL-3", args.drop_front(2), element, error);
  if (failed(tile))
    return failure();
  return typeOfFilled(*tile, args[1], error);
}

static Results buildFull(TileBuilder &builder, ArrayRef<TypedOperand> args,
                         AbsType result) {
  return buildFilled(builder, args[1], result);
}

/// T-LIKE-1: the operand is a number or a tile of numbers.
static LogicalResult checkModel(AbsType model, EmitError error) {
  if (isNumeric(model))
    return success();
  return error() << "T-LIKE-1: only numbers and tiles of numbers can be filled "
                    "alike: "
                 << model.str();
}

static FailureOr<AbsType> typeOfZerosLike(ArrayRef<AbsType> args,
                                          EmitError error) {
  if (failed(checkModel(args[0], error)))
    return failure();
  return args[0].isTile() ? args[0] : zeroConstant(args[0].getType());
}

static FailureOr<AbsType> typeOfFullLike(ArrayRef<AbsType> args,
                                         EmitError error) {
  if (failed(checkModel(args[0], error)))
    return failure();
  return typeOfFilled(args[0].widened(), args[1], error);
}

ArrayRef<Method> cm2tt::getCreationMethods() {
  static constexpr Method methods[] = {
#include "Creation.inc"
  };
  return methods;
}
