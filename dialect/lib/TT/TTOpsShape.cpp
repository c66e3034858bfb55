// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Verifiers, builders and type inference of shape operations.
///
/// Not here: their folders and patterns (TTShapeFolds.cpp).

#include "cm2tt/Dialect/TT/TTOps.h"

#include "TTDialectInternals.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace cm2tt::tt;

bool cm2tt::tt::isPermutation(ArrayRef<int32_t> order, int64_t rank) {
  if (static_cast<int64_t>(order.size()) != rank)
    return false;
  llvm::SmallBitVector seen(rank);
  for (int32_t dim : order) {
    if (dim < 0 || dim >= rank || seen[dim])
      return false;
    seen.set(dim);
  }
  return true;
}

/// The type of an operand, which must be a tile; null after an error if it is
/// not. Other arguments of inference are only valid if it is.
static RankedTensorType getTileType(Value operand,
                                    std::optional<Location> loc) {
  auto tile = dyn_cast<RankedTensorType>(operand.getType());
  if (!tile)
    (void)emitOptionalError(loc, "operand is not a tile: ", operand.getType());
  return tile;
}

/// Appends the tile of `shape` with the element type of `src` and the
/// encoding, if it was inferred.
static LogicalResult appendTile(RankedTensorType src, ArrayRef<int64_t> shape,
                                FailureOr<Attribute> encoding,
                                SmallVectorImpl<Type> &types) {
  if (failed(encoding))
    return failure();
  types.push_back(
      RankedTensorType::get(shape, src.getElementType(), *encoding));
  return success();
}

//===----------------------------------------------------------------------===//
// SplatOp
//===----------------------------------------------------------------------===//

LogicalResult SplatOp::verify() {
  Type element = getElementTypeOrSelf(getType());
  if (getSrc().getType() != element)
    return emitOpError() << "TT-SPLAT-1: tile of " << element << " from "
                         << getSrc().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// UnsplatOp
//===----------------------------------------------------------------------===//

LogicalResult UnsplatOp::verify() {
  int64_t elements = getSrc().getType().getNumElements();
  if (elements != 1)
    return emitOpError() << "TT-UNSPLAT-1: tile of " << elements
                         << " elements, 1 expected";
  return success();
}

//===----------------------------------------------------------------------===//
// ExpandDimsOp
//===----------------------------------------------------------------------===//

LogicalResult ExpandDimsOp::inferReturnTypes(MLIRContext *,
                                             std::optional<Location> loc,
                                             Adaptor adaptor,
                                             SmallVectorImpl<Type> &types) {
  RankedTensorType src = getTileType(adaptor.getSrc(), loc);
  if (!src)
    return failure();
  auto axis = static_cast<int32_t>(adaptor.getAxis());
  if (axis < 0 || axis > src.getRank())
    return emitOptionalError(loc, "TT-EXPAND-DIMS-1: axis is ", axis, ", 0 to ",
                             src.getRank(), " expected");
  SmallVector<int64_t> shape(src.getShape());
  shape.insert(shape.begin() + axis, 1);
  auto encoding = inferEncoding(src, loc, [&](LayoutEncodingInterface layout) {
    return layout.inferExpandDims(src.getShape(), axis, loc);
  });
  return appendTile(src, shape, encoding, types);
}

//===----------------------------------------------------------------------===//
// ReshapeOp
//===----------------------------------------------------------------------===//

void ReshapeOp::build(OpBuilder &builder, OperationState &state,
                      ArrayRef<int64_t> shape, Value src, bool allowReorder) {
  auto type = cast<RankedTensorType>(src.getType());
  FailureOr<Attribute> encoding =
      inferEncoding(type, std::nullopt, [&](LayoutEncodingInterface layout) {
        return layout.inferReshape(type.getShape(), shape, std::nullopt);
      });
  assert(succeeded(encoding) && "caller asks for a shape that has a layout");
  auto result = RankedTensorType::get(shape, type.getElementType(), *encoding);
  build(builder, state, result, src, allowReorder, /*efficient_layout=*/false);
}

/// Checks that source and result have one element type.
static LogicalResult verifySameElements(Operation *op, StringRef label,
                                        RankedTensorType src,
                                        RankedTensorType result) {
  if (src.getElementType() == result.getElementType())
    return success();
  return op->emitOpError() << label
                           << ": element types differ: " << src.getElementType()
                           << " and " << result.getElementType();
}

/// Checks that a tile with an encoding stays one, and one without as well.
static LogicalResult verifyBothEncoded(Operation *op, StringRef label,
                                       RankedTensorType src,
                                       RankedTensorType result) {
  if (bool(src.getEncoding()) == bool(result.getEncoding()))
    return success();
  return op->emitOpError() << label
                           << ": only one type has an encoding: " << src
                           << " and " << result;
}

LogicalResult ReshapeOp::verify() {
  RankedTensorType src = getSrc().getType(), result = getType();
  if (failed(verifySameElements(*this, "TT-RESHAPE-1", src, result)))
    return failure();
  if (src.getNumElements() != result.getNumElements())
    return emitOpError() << "TT-RESHAPE-1: numbers of elements differ: "
                         << src.getNumElements() << " and "
                         << result.getNumElements();
  if (failed(verifyBothEncoded(*this, "TT-RESHAPE-2", src, result)))
    return failure();
  if (getAllowReorder() || getEfficientLayout())
    return success();
  auto encoding =
      inferEncoding(src, getLoc(), [&](LayoutEncodingInterface layout) {
        return layout.inferReshape(src.getShape(), result.getShape(), getLoc());
      });
  if (failed(encoding))
    return failure();
  if (*encoding != result.getEncoding())
    return emitOpError() << "TT-RESHAPE-2: encoding is " << result.getEncoding()
                         << ", " << *encoding << " expected";
  return success();
}

//===----------------------------------------------------------------------===//
// BroadcastOp
//===----------------------------------------------------------------------===//

LogicalResult BroadcastOp::verify() {
  RankedTensorType src = getSrc().getType(), result = getType();
  if (failed(verifySameElements(*this, "TT-BROADCAST-1", src, result)))
    return failure();
  if (src.getRank() != result.getRank())
    return emitOpError() << "TT-BROADCAST-1: ranks differ: " << src.getRank()
                         << " and " << result.getRank();
  for (auto [dim, from, to] :
       llvm::enumerate(src.getShape(), result.getShape()))
    if (from != to && from != 1)
      return emitOpError() << "TT-BROADCAST-2: dimension " << dim
                           << " grows from " << from << " to " << to
                           << ", only 1 may grow";
  if (failed(verifyBothEncoded(*this, "TT-BROADCAST-3", src, result)))
    return failure();
  auto checked = inferEncoding(
      src, getLoc(),
      [&](LayoutEncodingInterface layout) -> FailureOr<Attribute> {
        if (failed(layout.verifyBroadcast(src.getShape(), result.getShape(),
                                          result.getEncoding(), getLoc())))
          return failure();
        return result.getEncoding();
      });
  return checked;
}

//===----------------------------------------------------------------------===//
// CatOp
//===----------------------------------------------------------------------===//

LogicalResult CatOp::verify() {
  RankedTensorType src = getLhs().getType(), result = getType();
  if (failed(verifySameElements(*this, "TT-CAT-1", src, result)))
    return failure();
  if (src.getNumElements() * 2 != result.getNumElements())
    return emitOpError() << "TT-CAT-2: result has " << result.getNumElements()
                         << " elements, " << src.getNumElements() * 2
                         << " expected";
  return success();
}

//===----------------------------------------------------------------------===//
// JoinOp
//===----------------------------------------------------------------------===//

LogicalResult JoinOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> loc,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  RankedTensorType src = getTileType(adaptor.getLhs(), loc);
  if (!src)
    return failure();
  SmallVector<int64_t> shape(src.getShape());
  shape.push_back(2);
  auto encoding = inferEncoding(src, loc, [&](LayoutEncodingInterface layout) {
    return layout.inferJoin(src.getShape(), loc);
  });
  return appendTile(src, shape, encoding, types);
}

//===----------------------------------------------------------------------===//
// SplitOp
//===----------------------------------------------------------------------===//

LogicalResult SplitOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> loc,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &types) {
  RankedTensorType src = getTileType(adaptor.getSrc(), loc);
  if (!src)
    return failure();
  if (src.getRank() < 2 || src.getShape().back() != 2)
    return emitOptionalError(loc, "TT-SPLIT-1: operand is ", src,
                             ", 2 dimensions or more, the last of size 2, "
                             "expected");
  auto encoding = inferEncoding(src, loc, [&](LayoutEncodingInterface layout) {
    return layout.inferSplit(src.getShape(), loc);
  });
  if (failed(appendTile(src, src.getShape().drop_back(), encoding, types)))
    return failure();
  types.push_back(types.back());
  return success();
}

//===----------------------------------------------------------------------===//
// TransOp
//===----------------------------------------------------------------------===//

LogicalResult TransOp::inferReturnTypes(MLIRContext *,
                                        std::optional<Location> loc,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &types) {
  RankedTensorType src = getTileType(adaptor.getSrc(), loc);
  if (!src)
    return failure();
  ArrayRef<int32_t> order = adaptor.getOrder();
  if (!isPermutation(order, src.getRank()))
    return emitOptionalError(loc, "TT-TRANS-1: order is not a permutation of ",
                             src.getRank(), " dimensions");
  SmallVector<int64_t> shape = llvm::map_to_vector(
      order, [&](int32_t dim) { return src.getDimSize(dim); });
  auto encoding = inferEncoding(src, loc, [&](LayoutEncodingInterface layout) {
    return layout.inferTrans(src.getShape(), order, loc);
  });
  return appendTile(src, shape, encoding, types);
}

//===----------------------------------------------------------------------===//
// GatherOp
//===----------------------------------------------------------------------===//

/// The type of what is gathered: the indices' with the source's elements.
static Type gatheredType(Type src, Type indices) {
  return withElementType(indices, getElementTypeOrSelf(src));
}

void GatherOp::build(OpBuilder &builder, OperationState &state, Value src,
                     Value indices, unsigned axis) {
  build(builder, state, gatheredType(src.getType(), indices.getType()), src,
        indices, axis, /*efficient_layout=*/false);
}

LogicalResult GatherOp::verify() {
  RankedTensorType src = getSrc().getType(), indices = getIndices().getType();
  auto axis = static_cast<int32_t>(getAxis());
  if (axis < 0 || axis >= src.getRank())
    return emitOpError() << "TT-GATHER-1: axis is " << axis
                         << ", less than the rank " << src.getRank()
                         << " expected";
  if (src.getRank() != indices.getRank())
    return emitOpError() << "TT-GATHER-2: ranks differ: " << src.getRank()
                         << " and " << indices.getRank();
  for (auto [dim, from, to] :
       llvm::enumerate(src.getShape(), indices.getShape()))
    if (static_cast<int32_t>(dim) != axis && to > from)
      return emitOpError() << "TT-GATHER-2: dimension " << dim << " has " << to
                           << " indices for " << from << " elements";
  if (getType() != gatheredType(src, indices))
    return emitOpError() << "TT-GATHER-3: result is " << getType() << ", "
                         << gatheredType(src, indices) << " expected";
  return success();
}
