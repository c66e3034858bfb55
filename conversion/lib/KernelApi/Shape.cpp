// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shapes: expanding, broadcasting, and tile types as values.

#include "KernelApiInternals.h"

#include "cm2tt/Dialect/CM/CMDialect.h"
#include "cm2tt/Dialect/TT/TTOps.h"

using namespace mlir;
using namespace cm2tt;

/// T-EXPAND-1: the operand is a tile.
static FailureOr<AbsType> typeOfExpand(ArrayRef<AbsType> args,
                                       EmitError error) {
  if (!args[0].isTile())
    return error() << "T-EXPAND-1: only a tile can be expanded: "
                   << args[0].str();
  /// T-EXPAND-2: the axis is a constant from 0 to the tile's rank.
  SmallVector<int64_t> shape(args[0].shape());
  std::optional<int64_t> axis = args[1].getInt();
  if (!axis || *axis < 0 || *axis > static_cast<int64_t>(shape.size()))
    return error() << "T-EXPAND-2: the axis must be a constant from 0 to "
                   << shape.size() << ": " << args[1].str();
  shape.insert(shape.begin() + *axis, 1);
  return AbsType::tile(shape, args[0].elementType());
}

static Results buildExpand(TileBuilder &builder, ArrayRef<TypedOperand> args,
                           AbsType result) {
  return builder.create<tt::ExpandDimsOp>(signlessType(result.getType()),
                                          builder.get(args[0]),
                                          *args[1].type.getInt());
}

/// The tile type in a constant of TensorType; null for anything else.
static RankedTensorType tileTypeValue(AbsType type) {
  return dyn_cast_or_null<RankedTensorType>(type.getTypeValue());
}

static FailureOr<AbsType> typeOfBroadcast(ArrayRef<AbsType> args,
                                          EmitError error) {
  /// T-BROADCAST-1: the target is a tile's type.
  RankedTensorType target = tileTypeValue(args[1]);
  if (!target)
    return error() << "T-BROADCAST-1: the target must be a tile's type: "
                   << args[1].str();
  /// T-BROADCAST-2: the operand is a number, a pointer or a tile.
  if (!args[0].isData())
    return error() << "T-BROADCAST-2: cannot broadcast " << args[0].str();
  /// T-BROADCAST-3: the operand's extents are the target's or 1.
  auto shape = broadcastShapes(args[0].shape(), target.getShape());
  if (!shape || ArrayRef<int64_t>(*shape) != target.getShape())
    return error() << "T-BROADCAST-3: shape does not broadcast: "
                   << args[0].str() << " to " << typeName(target);
  return AbsType::tile(target.getShape(), args[0].elementType());
}

static Results buildBroadcast(TileBuilder &builder, ArrayRef<TypedOperand> args,
                              AbsType result) {
  return builder.get(args[0], result.shape());
}

/// The type of a tile, as a constant of that Java type.
static AbsType tileType(RankedTensorType type) {
  auto java = cm::JavaType::get(type.getContext(), "TensorType");
  return AbsType::constant(java, TypeAttr::get(type));
}

/// T-TYPE-1: only a tile has a type.
static FailureOr<AbsType> typeOfType(ArrayRef<AbsType> args, EmitError error) {
  if (!args[0].isTile())
    return error() << "T-TYPE-1: only a tile has a type: " << args[0].str();
  return tileType(cast<RankedTensorType>(args[0].getType()));
}

static FailureOr<AbsType> typeOfJoinShape(ArrayRef<AbsType> args,
                                          EmitError error) {
  /// T-JOINSHAPE-1: both are tile types.
  RankedTensorType a = tileTypeValue(args[0]), b = tileTypeValue(args[1]);
  if (!a || !b)
    return error() << "T-JOINSHAPE-1: operands must be tile types: "
                   << args[0].str() << " and " << args[1].str();
  /// T-JOINSHAPE-2: their element types are equal.
  if (a.getElementType() != b.getElementType())
    return error() << "T-JOINSHAPE-2: element types differ: " << typeName(a)
                   << " and " << typeName(b);
  /// T-JOINSHAPE-3: extents are equal or 1, counted from the last dimension.
  auto shape = broadcastShapes(a.getShape(), b.getShape());
  if (!shape)
    return error() << "T-JOINSHAPE-3: shapes do not broadcast: " << typeName(a)
                   << " and " << typeName(b);
  return tileType(RankedTensorType::get(*shape, a.getElementType()));
}

/// For methods whose result is always a constant.
static Results buildNothing(TileBuilder &, ArrayRef<TypedOperand>, AbsType) {
  llvm_unreachable("the result is a constant, which needs no operation");
}

static constexpr Method methods[] = {
    {"Triton", "expand", 2, 2, typeOfExpand, buildExpand},
    {"Triton", "broadcast", 2, 2, typeOfBroadcast, buildBroadcast},
    {"Triton", "joinShape", 2, 2, typeOfJoinShape, buildNothing},
    {"Tensor", "type", 1, 1, typeOfType, buildNothing},
};

ArrayRef<Method> cm2tt::shapeMethods() { return methods; }
