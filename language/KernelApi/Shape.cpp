// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shapes: expanding, broadcasting, permuting, and tile types as values.
///
/// Not here: two tiles become one, or one two (Join.cpp).

#include "TileInternals.h"

#include "cm2tt/Dialect/CM/CMDialect.h"
#include "cm2tt/Dialect/TT/TTOps.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// expand and squeeze
//===----------------------------------------------------------------------===//

/// T-EXPAND-1: the operand is a tile.
static FailureOr<AbsType> typeOfExpand(ArrayRef<AbsType> args,
                                       EmitError error) {
  if (!args[0].isTile())
    return error() << "T-EXPAND-1: only a tile can be expanded: "
                   << args[0].str();
  /// T-EXPAND-2: the axis is one of the result's.
  SmallVector<int64_t> shape(args[0].getShape());
  std::optional<int64_t> axis = getAxis(args[1], shape.size() + 1);
  if (!axis)
    return reportAxis("T-EXPAND-2", args[1], shape.size() + 1, error);
  shape.insert(shape.begin() + *axis, 1);
  return AbsType::tile(shape, args[0].getElementType());
}

static Results buildExpand(TileBuilder &builder, ArrayRef<TypedOperand> args,
                           AbsType result) {
  return builder.create<tt::ExpandDimsOp>(
      signlessType(result.getType()), builder.get(args[0]),
      *getAxis(args[1].type, result.getShape().size()));
}

/// T-SQUEEZE-1: the operand is a tile.
static FailureOr<AbsType> typeOfSqueeze(ArrayRef<AbsType> args,
                                        EmitError error) {
  if (!args[0].isTile())
    return error() << "T-SQUEEZE-1: only a tile can be squeezed: "
                   << args[0].str();
  /// T-SQUEEZE-2: the axis is one of the tile's.
  SmallVector<int64_t> shape(args[0].getShape());
  std::optional<int64_t> axis = getAxis(args[1], shape.size());
  if (!axis)
    return reportAxis("T-SQUEEZE-2", args[1], shape.size(), error);
  /// T-SQUEEZE-3: the extent of the axis is 1.
  if (shape[*axis] != 1)
    return error() << "T-SQUEEZE-3: extent 1 expected along axis " << *axis
                   << ": " << args[0].str();
  shape.erase(shape.begin() + *axis);
  return AbsType::tile(shape, args[0].getElementType());
}

/// T-ITEM-1: the operand is a tile of one element.
static FailureOr<AbsType> typeOfItem(ArrayRef<AbsType> args, EmitError error) {
  if (!args[0].isTile() || !llvm::all_equal(args[0].getShape()) ||
      args[0].getShape()[0] != 1)
    return error() << "T-ITEM-1: a tile of one element is expected: "
                   << args[0].str();
  return AbsType(args[0].getElementType());
}

/// The elements in the shape of the result; the only one if that is a scalar.
static Results buildReshaped(TileBuilder &builder, ArrayRef<TypedOperand> args,
                             AbsType result) {
  Value tile = builder.get(args[0]);
  if (!result.isTile())
    return builder.create<tt::UnsplatOp>(tile);
  return buildReshape(builder, tile, result.getShape());
}

//===----------------------------------------------------------------------===//
// reshape and permute
//===----------------------------------------------------------------------===//

/// Whether the second argument says if elements may be reordered.
static bool hasReorder(ArrayRef<AbsType> args) {
  return constantBool(args[1]).has_value();
}

static FailureOr<AbsType> typeOfReshape(ArrayRef<AbsType> args,
                                        EmitError error) {
  /// T-RESHAPE-1: the operand is a tile.
  if (!args[0].isTile())
    return error() << "T-RESHAPE-1: only a tile can be reshaped: "
                   << args[0].str();
  /// T-RESHAPE-2: there are extents, positive constants.
  ArrayRef<AbsType> extents = args.drop_front(hasReorder(args) ? 2 : 1);
  if (extents.empty())
    return error() << "T-RESHAPE-2: there are no extents";
  FailureOr<AbsType> result =
      checkedTile("T-RESHAPE-2", extents, args[0].getElementType(), error);
  if (failed(result))
    return failure();
  /// T-RESHAPE-3: the number of elements does not change.
  auto from = cast<RankedTensorType>(args[0].getType()),
       to = cast<RankedTensorType>(result->getType());
  if (from.getNumElements() != to.getNumElements())
    return error() << "T-RESHAPE-3: numbers of elements differ: "
                   << from.getNumElements() << " of " << args[0].str()
                   << " and " << to.getNumElements() << " of " << result->str();
  return result;
}

static Results buildTritonReshape(TileBuilder &builder,
                                  ArrayRef<TypedOperand> args, AbsType result) {
  bool reorder = constantBool(args[1].type).value_or(false);
  return buildReshape(builder, builder.get(args[0]), result.getShape(),
                      reorder);
}

static Results buildView(TileBuilder &builder, ArrayRef<TypedOperand> args,
                         AbsType result) {
  return buildReshape(builder, builder.get(args[0]), result.getShape(),
                      /*reorder=*/true);
}

/// T-RAVEL-1: the operand is a tile.
static FailureOr<AbsType> typeOfRavel(ArrayRef<AbsType> args, EmitError error) {
  if (!args[0].isTile())
    return error() << "T-RAVEL-1: only a tile can be reshaped: "
                   << args[0].str();
  auto tile = cast<RankedTensorType>(args[0].getType());
  return AbsType::tile(tile.getNumElements(), tile.getElementType());
}

/// The dimensions in their new order; nothing if the arguments name no
/// permutation. None exchange the last two.
static std::optional<SmallVector<int32_t>> permutation(ArrayRef<AbsType> dims,
                                                       int64_t rank) {
  SmallVector<int32_t> order;
  for (AbsType dim : dims)
    if (std::optional<int64_t> axis = constantInt(dim);
        axis && *axis >= 0 && *axis < rank && !llvm::is_contained(order, *axis))
      order.push_back(*axis);
    else
      return std::nullopt;
  if (dims.empty()) {
    llvm::append_range(order, llvm::seq<int32_t>(0, rank));
    std::swap(order[rank - 1], order[rank - 2]);
  }
  if (static_cast<int64_t>(order.size()) != rank)
    return std::nullopt;
  return order;
}

static FailureOr<AbsType> typeOfPermute(ArrayRef<AbsType> args,
                                        EmitError error) {
  /// T-PERMUTE-1: the operand is a tile.
  if (!args[0].isTile())
    return error() << "T-PERMUTE-1: only a tile can be transposed: "
                   << args[0].str();
  /// T-PERMUTE-2: without an order, the tile has at least two dimensions.
  ArrayRef<int64_t> shape = args[0].getShape();
  ArrayRef<AbsType> dims = args.drop_front();
  if (dims.empty() && shape.size() < 2)
    return error() << "T-PERMUTE-2: two dimensions are expected at least: "
                   << args[0].str();
  /// T-PERMUTE-3: the order names each dimension once.
  auto order = permutation(dims, shape.size());
  if (!order) {
    InFlightDiagnostic diagnostic =
        error() << "T-PERMUTE-3: each of the constants 0 to "
                << shape.size() - 1 << " is expected once:";
    for (AbsType dim : dims)
      diagnostic << " " << dim.str();
    return diagnostic;
  }
  auto permuted = llvm::map_to_vector(
      *order, [&](int32_t dim) -> int64_t { return shape[dim]; });
  return AbsType::tile(permuted, args[0].getElementType());
}

static Results buildPermute(TileBuilder &builder, ArrayRef<TypedOperand> args,
                            AbsType) {
  auto dims = llvm::map_to_vector(
      args.drop_front(), [](const TypedOperand &dim) { return dim.type; });
  return builder.create<tt::TransOp>(
      builder.get(args[0]), *permutation(dims, args[0].type.getShape().size()));
}

//===----------------------------------------------------------------------===//
// Broadcasts
//===----------------------------------------------------------------------===//

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
  auto shape = broadcastShapes(args[0].getShape(), target.getShape());
  if (!shape || ArrayRef<int64_t>(*shape) != target.getShape())
    return error() << "T-BROADCAST-3: shape does not broadcast: "
                   << args[0].str() << " to " << typeInWords(target);
  return AbsType::tile(target.getShape(), args[0].getElementType());
}

static FailureOr<AbsType> typeOfBroadcastTo(ArrayRef<AbsType> args,
                                            EmitError error) {
  /// T-BROADCASTTO-1: the operand is a number, a pointer or a tile.
  if (!args[0].isData())
    return error() << "T-BROADCASTTO-1: cannot broadcast " << args[0].str();
  /// T-BROADCASTTO-2: extents are positive constants.
  FailureOr<AbsType> target = checkedTile("T-BROADCASTTO-2", args.drop_front(),
                                          args[0].getElementType(), error);
  if (failed(target))
    return failure();
  /// T-BROADCASTTO-3: the operand's extents are the target's or 1.
  auto shape = broadcastShapes(args[0].getShape(), target->getShape());
  if (!shape || ArrayRef<int64_t>(*shape) != target->getShape())
    return error() << "T-BROADCASTTO-3: shape does not broadcast: "
                   << args[0].str() << " to " << target->str();
  return target;
}

static Results buildBroadcast(TileBuilder &builder, ArrayRef<TypedOperand> args,
                              AbsType result) {
  return builder.get(args[0], result.getShape());
}

//===----------------------------------------------------------------------===//
// Tile types
//===----------------------------------------------------------------------===//

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
    return error() << "T-JOINSHAPE-2: element types differ: " << typeInWords(a)
                   << " and " << typeInWords(b);
  /// T-JOINSHAPE-3: extents are equal or 1, counted from the last dimension.
  auto shape = broadcastShapes(a.getShape(), b.getShape());
  if (!shape)
    return error() << "T-JOINSHAPE-3: shapes do not broadcast: "
                   << typeInWords(a) << " and " << typeInWords(b);
  /// T-JOINSHAPE-4: the result has at most 2^20 elements.
  FailureOr<AbsType> joined =
      checkedTile("T-JOINSHAPE-4", *shape, a.getElementType(), error);
  if (failed(joined))
    return failure();
  return tileType(cast<RankedTensorType>(joined->getType()));
}

ArrayRef<Method> cm2tt::getShapeMethods() {
  static constexpr Method methods[] = {
#include "Shape.inc"
  };
  return methods;
}
