// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Two tiles put together to one, and taken apart again.
///
/// Not here: other changes of shape (Shape.cpp).

#include "TileInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// join and interleave
//===----------------------------------------------------------------------===//

/// The type of both operands, broadcast to each other.
static FailureOr<AbsType> joinedType(ArrayRef<AbsType> args, EmitError error) {
  /// T-JOIN-1: both operands are numbers, pointers or tiles.
  if (!args[0].isData() || !args[1].isData())
    return error() << "T-JOIN-1: only numbers, pointers and tiles can be "
                      "joined: "
                   << args[0].str() << " and " << args[1].str();
  /// T-JOIN-2: element types are equal.
  Type element =
      commonElementType(args[0].getElementType(), args[1].getElementType());
  if (!element)
    return error() << "T-JOIN-2: element types differ: " << args[0].str()
                   << " and " << args[1].str();
  /// T-JOIN-3: extents are equal or 1, counted from the last dimension.
  auto shape = broadcastShapes(args[0].getShape(), args[1].getShape());
  if (!shape)
    return error() << "T-JOIN-3: shapes do not broadcast: " << args[0].str()
                   << " and " << args[1].str();
  return AbsType::tile(*shape, element);
}

/// T-JOIN-4: the result has at most 2^20 elements.
static FailureOr<AbsType> checkJoined(ArrayRef<int64_t> shape, Type element,
                                      EmitError error) {
  return checkedTile("T-JOIN-4", shape, element, error);
}

static FailureOr<AbsType> typeOfJoin(ArrayRef<AbsType> args, EmitError error) {
  FailureOr<AbsType> part = joinedType(args, error);
  if (failed(part))
    return failure();
  SmallVector<int64_t> shape(part->getShape());
  shape.push_back(2);
  return checkJoined(shape, part->getElementType(), error);
}

static FailureOr<AbsType> typeOfInterleave(ArrayRef<AbsType> args,
                                           EmitError error) {
  FailureOr<AbsType> part = joinedType(args, error);
  if (failed(part))
    return failure();
  SmallVector<int64_t> shape(part->getShape());
  if (shape.empty())
    shape.push_back(1);
  shape.back() *= 2;
  return checkJoined(shape, part->getElementType(), error);
}

/// Joins both along a new dimension; scalars have one before, of extent 1.
static Value buildJoined(TileBuilder &builder, ArrayRef<TypedOperand> args) {
  auto shape =
      *broadcastShapes(args[0].type.getShape(), args[1].type.getShape());
  if (shape.empty())
    shape.push_back(1);
  Value a = builder.get(args[0], shape), b = builder.get(args[1], shape);
  return builder.create<tt::JoinOp>(a, b);
}

/// The joined tile in the shape of the result.
static Results buildJoin(TileBuilder &builder, ArrayRef<TypedOperand> args,
                         AbsType result) {
  Value joined = buildJoined(builder, args);
  if (cast<RankedTensorType>(joined.getType()).getShape() == result.getShape())
    return joined;
  return buildReshape(builder, joined, result.getShape());
}

//===----------------------------------------------------------------------===//
// split
//===----------------------------------------------------------------------===//

static FailureOr<AbsType> typeOfSplit(ArrayRef<AbsType> args, EmitError error) {
  /// T-SPLIT-1: the operand is a tile whose last extent is 2.
  if (!args[0].isTile() || args[0].getShape().back() != 2)
    return error() << "T-SPLIT-1: only a tile whose last extent is 2 can be "
                      "split: "
                   << args[0].str();
  AbsType half =
      AbsType::tile(args[0].getShape().drop_back(), args[0].getElementType());
  return recordType(pairRecord, {half, half});
}

static Results buildSplit(TileBuilder &builder, ArrayRef<TypedOperand> args,
                          AbsType) {
  ArrayRef<int64_t> shape = args[0].type.getShape();
  if (shape.size() > 1) {
    auto split = builder.create<tt::SplitOp>(builder.get(args[0]));
    return Results(split.getResults());
  }
  // The halves of a tile of two elements are scalars, which no tile is.
  auto split = builder.create<tt::SplitOp>(
      builder.get(args[0], ArrayRef<int64_t>{1, 2}));
  Results halves;
  for (Value half : split.getResults())
    halves.push_back(builder.create<tt::UnsplatOp>(half));
  return halves;
}

//===----------------------------------------------------------------------===//
// cat
//===----------------------------------------------------------------------===//

/// Whether the third argument is an axis, not whether to reorder.
static bool hasAxis(ArrayRef<AbsType> args) {
  return args.size() == 3 && args[2].isNumber() &&
         args[2].getType().isSignlessInteger(32);
}

/// The rule of `(a, b, axis)`.
static FailureOr<AbsType> typeOfCatAlong(ArrayRef<AbsType> args,
                                         EmitError error) {
  /// T-CAT-4: both operands are tiles of one type.
  Type element = args[0].isTile() && args[0].getShape() == args[1].getShape()
                     ? commonElementType(args[0].getElementType(),
                                         args[1].getElementType())
                     : Type();
  if (!element)
    return error() << "T-CAT-4: operands must be tiles of one type: "
                   << args[0].str() << " and " << args[1].str();
  /// T-CAT-5: the axis is one of the tiles'.
  SmallVector<int64_t> shape(args[0].getShape());
  std::optional<int64_t> axis = getAxis(args[2], shape.size());
  if (!axis)
    return reportAxis("T-CAT-5", args[2], shape.size(), error);
  shape[*axis] *= 2;
  return checkedTile("T-CAT-3", shape, element, error);
}

static FailureOr<AbsType> typeOfCat(ArrayRef<AbsType> args, EmitError error) {
  if (hasAxis(args))
    return typeOfCatAlong(args, error);
  /// T-CAT-1: both operands are tiles of one dimension and of one type.
  Type element = args[0].isTile() && args[0].getShape().size() == 1 &&
                         args[0].getShape() == args[1].getShape()
                     ? commonElementType(args[0].getElementType(),
                                         args[1].getElementType())
                     : Type();
  if (!element)
    return error() << "T-CAT-1: operands must be tiles of one dimension and "
                      "one type: "
                   << args[0].str() << " and " << args[1].str();
  /// T-CAT-2: whether elements may be reordered is a constant.
  if (args.size() == 3 && !isAbsent(args[2]) && !constantBool(args[2]))
    return error() << "T-CAT-2: whether elements may be reordered must be a "
                      "constant truth value: "
                   << args[2].str();
  /// T-CAT-3: the result has at most 2^20 elements.
  return checkedTile("T-CAT-3", 2 * args[0].getShape()[0], element, error);
}

static Results buildCat(TileBuilder &builder, ArrayRef<TypedOperand> args,
                        AbsType result) {
  int64_t rank = result.getShape().size(), axis = 0;
  if (args.size() == 3 && getAxis(args[2].type, rank))
    axis = *getAxis(args[2].type, rank);
  else if (args.size() == 3 && constantBool(args[2].type).value_or(false))
    return builder.create<tt::CatOp>(signlessType(result.getType()),
                                     builder.get(args[0]),
                                     builder.get(args[1]));
  Value joined = buildJoined(builder, args);
  // Which of both an element is of becomes a dimension before the axis.
  auto order = llvm::to_vector(llvm::seq<int32_t>(0, rank));
  order.insert(order.begin() + axis, rank);
  Value inOrder = builder.create<tt::TransOp>(joined, order);
  return buildReshape(builder, inOrder, result.getShape());
}

ArrayRef<Method> cm2tt::getJoinMethods() {
  static constexpr Method methods[] = {
#include "Join.inc"
  };
  return methods;
}
