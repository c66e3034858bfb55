// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Creates addresses and masks of a block of a tensor in memory.

#include "BlockAccess.h"

#include "cm2tt/Dialect/TT/TTDialect.h"
#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace cm2tt;

LogicalResult cm2tt::checkNoLayout(Operation *op) {
  auto hasLayout = [](Type type) {
    auto tile = dyn_cast<RankedTensorType>(type);
    return tile && tile.getEncoding();
  };
  if (llvm::none_of(op->getOperandTypes(), hasLayout) &&
      llvm::none_of(op->getResultTypes(), hasLayout))
    return success();
  return op->emitError("'")
         << op->getName() << "' of a block is not supported for a tile with a "
         << "layout";
}

BlockAccess::BlockAccess(OpBuilder &builder, Location loc, TensorBlock block,
                         ArrayRef<int64_t> blockShape,
                         ArrayRef<int64_t> tileShape)
    : builder(builder), loc(loc), block(std::move(block)),
      blockShape(blockShape), tileShape(tileShape) {
  unsigned next = 0;
  for (unsigned dim = 0; dim < blockShape.size(); ++dim) {
    bool isRow = tt::isTile(this->block.offsets[dim]);
    if (blockShape[dim] == 1 && !isRow) {
      tileDims.push_back(std::nullopt);
      continue;
    }
    // A dimension of size 1 has no counterpart to look for.
    while (!isRow && tileShape[next] == 1)
      ++next;
    assert((isRow || tileShape[next] == blockShape[dim]) &&
           "the verifiers compare the shapes");
    tileDims.push_back(next++);
  }
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

Value BlockAccess::splat(Value scalar, ArrayRef<int64_t> shape) {
  return tt::SplatOp::create(
      builder, loc, RankedTensorType::get(shape, scalar.getType()), scalar);
}

/// `coordinate`, a scalar or a tile with one dimension, times the stride.
Value BlockAccess::multiply(Value coordinate, unsigned dim) {
  Value stride = block.strides[dim];
  if (matchPattern(stride, m_One()))
    return coordinate;
  if (auto tile = dyn_cast<RankedTensorType>(coordinate.getType()))
    stride = splat(stride, tile.getShape());
  auto product = arith::MulIOp::create(builder, loc, coordinate, stride);
  if (block.strideDivisor > 1)
    product->setAttr(tt::kDivisibilityAttr,
                     builder.getI32IntegerAttr(block.strideDivisor));
  return product;
}

/// The numbers from 0 on along `dim`, as a tile of i64 with one dimension.
Value BlockAccess::createRange(unsigned dim) {
  int64_t size = blockShape[dim];
  auto type = RankedTensorType::get({size}, builder.getI32Type());
  Value range = tt::MakeRangeOp::create(builder, loc, type, 0, size);
  return arith::ExtSIOp::create(builder, loc, type.clone(builder.getI64Type()),
                                range);
}

/// The coordinates along `dim`: a scalar, or a tile with one dimension.
Value BlockAccess::createCoordinates(unsigned dim) {
  Value offset = block.offsets[dim];
  if (tt::isTile(offset) || !tileDims[dim])
    return offset;
  return arith::AddIOp::create(builder, loc, createRange(dim),
                               splat(offset, {blockShape[dim]}));
}

/// A tile with one dimension, repeated along the tile's other dimensions.
Value BlockAccess::spread(Value vector, unsigned dim) {
  for (unsigned other = 0; other < tileShape.size(); ++other)
    if (other != *tileDims[dim])
      vector = tt::ExpandDimsOp::create(builder, loc, vector, other);
  auto type = cast<RankedTensorType>(vector.getType());
  if (type.getShape() == ArrayRef(tileShape))
    return vector;
  return tt::BroadcastOp::create(builder, loc, type.clone(tileShape), vector);
}

/// Whether the coordinates along `dim` are in the tensor. As a negative number
/// is large if it is read as unsigned, one comparison suffices. No element is
/// inside of a tensor whose extent is negative.
Value BlockAccess::createInside(unsigned dim) {
  Value zero = arith::ConstantIntOp::create(builder, loc, 0, 64);
  Value extent = arith::MaxSIOp::create(builder, loc, block.shape[dim], zero);
  Value coordinates = createCoordinates(dim);
  if (auto tile = dyn_cast<RankedTensorType>(coordinates.getType()))
    extent = splat(extent, tile.getShape());
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                               coordinates, extent);
}

//===----------------------------------------------------------------------===//
// Operands of accesses
//===----------------------------------------------------------------------===//

Value BlockAccess::createPointers() {
  Value scalar, tile;
  auto add = [&](Value &sum, Value term) {
    sum = sum ? arith::AddIOp::create(builder, loc, sum, term) : term;
  };
  for (unsigned dim = 0; dim < blockShape.size(); ++dim) {
    bool isRow = tt::isTile(block.offsets[dim]);
    if (!isRow)
      add(scalar, multiply(block.offsets[dim], dim));
    if (tileDims[dim])
      add(tile,
          spread(multiply(isRow ? block.offsets[dim] : createRange(dim), dim),
                 dim));
  }
  Value pointer = block.base;
  if (scalar)
    pointer =
        tt::AddPtrOp::create(builder, loc, pointer.getType(), pointer, scalar);
  Value pointers = splat(pointer, tileShape);
  if (!tile)
    return pointers;
  return tt::AddPtrOp::create(builder, loc, pointers.getType(), pointers, tile);
}

Value BlockAccess::createMask(ArrayRef<int32_t> dims) {
  Value scalar, mask;
  auto combine = [&](Value &all, Value term) {
    all = all ? arith::AndIOp::create(builder, loc, all, term) : term;
  };
  for (int32_t dim : dims) {
    Value inside = createInside(dim);
    if (tt::isTile(inside))
      combine(mask, spread(inside, dim));
    else
      combine(scalar, inside);
  }
  if (scalar)
    combine(mask, splat(scalar, tileShape));
  return mask;
}

/// The value that stands for an element outside of the tensor.
static TypedAttr getPadding(OpBuilder &builder, Type element, bool isNaN) {
  auto type = dyn_cast<FloatType>(element);
  if (!type || !isNaN)
    return builder.getZeroAttr(element);
  return builder.getFloatAttr(type, APFloat::getNaN(type.getFloatSemantics()));
}

Value BlockAccess::createPadding(Type element, bool isNaN) {
  auto type = RankedTensorType::get(tileShape, element);
  if (isa<tt::PtrType>(element)) {
    Value zero = arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(type.clone(builder.getI64Type()), APInt(64, 0)));
    return tt::IntToPtrOp::create(builder, loc, type, zero);
  }
  return arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(type, getPadding(builder, element, isNaN)));
}

Value BlockAccess::createPadding(Type element, Value isNaN) {
  bool isInteger = isa<IntegerType>(element);
  if (isInteger || matchPattern(isNaN, m_Zero()))
    return createPadding(element, false);
  if (matchPattern(isNaN, m_One()))
    return createPadding(element, true);
  Value nan = arith::ConstantOp::create(builder, loc,
                                        getPadding(builder, element, true));
  Value zero = arith::ConstantOp::create(builder, loc,
                                         getPadding(builder, element, false));
  return splat(arith::SelectOp::create(builder, loc, isNaN, nan, zero),
               tileShape);
}
