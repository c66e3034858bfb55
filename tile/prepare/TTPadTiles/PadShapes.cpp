// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shapes with padding: coordinates, masks, and the operations that move
/// elements between rows.
///
/// Not here: operations that combine elements (PadCombinations.cpp).

#include "TTPadTilesInternals.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

#include <functional>
#include <numeric>

using namespace mlir;
using namespace cm2tt;
using namespace cm2tt::pad;

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

Shape pad::roundUp(ArrayRef<int64_t> shape) {
  Shape padded;
  for (int64_t size : shape)
    padded.push_back(llvm::PowerOf2Ceil(size));
  return padded;
}

bool pad::needsPadding(ArrayRef<int64_t> shape) {
  return !llvm::all_of(shape, llvm::isPowerOf2_64);
}

Type pad::getPaddedType(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  if (!tile || tile.getEncoding() || !tile.hasStaticShape() ||
      !needsPadding(tile.getShape()))
    return type;
  return tile.clone(roundUp(tile.getShape()));
}

static int64_t countElements(ArrayRef<int64_t> shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t(1),
                         std::multiplies<>());
}

static ArrayRef<int64_t> tileShape(Value tile) {
  return cast<RankedTensorType>(tile.getType()).getShape();
}

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

Value pad::createConstant(ImplicitLocOpBuilder &builder, Type type,
                          TypedAttr element) {
  return arith::ConstantOp::create(
      builder, DenseElementsAttr::get(cast<RankedTensorType>(type), element));
}

static Value createRange(ImplicitLocOpBuilder &builder, int64_t size) {
  return tt::MakeRangeOp::create(
      builder, RankedTensorType::get({size}, builder.getI32Type()), 0, size);
}

/// Which elements of a tile of i32 are less than `limit`.
static Value isLess(ImplicitLocOpBuilder &builder, Value tile, int64_t limit) {
  Value bound =
      createConstant(builder, tile.getType(), builder.getI32IntegerAttr(limit));
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::slt, tile, bound);
}

/// `row`, a tile with one dimension, as dimension `dim` of `rank`.
static Value expandAround(ImplicitLocOpBuilder &builder, Value row,
                          unsigned rank, unsigned dim) {
  for (unsigned other = 0; other < rank; ++other)
    if (other != dim)
      row = tt::ExpandDimsOp::create(builder, row, other);
  return row;
}

Value pad::createCoordinates(ImplicitLocOpBuilder &builder,
                             ArrayRef<int64_t> shape, unsigned dim) {
  return expandAround(builder, createRange(builder, shape[dim]), shape.size(),
                      dim);
}

Value pad::broadcastTo(ImplicitLocOpBuilder &builder, Value tile,
                       ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(tile.getType());
  if (type.getShape() == shape)
    return tile;
  return tt::BroadcastOp::create(builder, type.clone(shape), tile);
}

Value Masks::get(Location loc, ArrayRef<int64_t> shape,
                 ArrayRef<int64_t> dims) {
  Shape padded;
  for (int64_t dim : dims)
    if (!llvm::isPowerOf2_64(shape[dim]))
      padded.push_back(dim);
  if (padded.empty())
    return {};
  Value &mask = known[{Shape(shape), padded}];
  if (mask)
    return mask;
  if (!first)
    first = &func.getBody().front().front();
  ImplicitLocOpBuilder builder(loc, first);
  Shape rounded = roundUp(shape);
  for (int64_t dim : padded) {
    Value isInside =
        isLess(builder, createRange(builder, rounded[dim]), shape[dim]);
    isInside = broadcastTo(
        builder, expandAround(builder, isInside, rounded.size(), dim), rounded);
    mask = mask ? arith::AndIOp::create(builder, mask, isInside) : isInside;
  }
  return mask;
}

Value Masks::get(Location loc, ArrayRef<int64_t> shape) {
  return get(loc, shape, llvm::to_vector(llvm::seq<int64_t>(0, shape.size())));
}

void Context::replace(Operation *op, ValueRange values) {
  op->replaceAllUsesWith(values);
  replaced.push_back(op);
}

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

bool pad::isReshapePlain(ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  size_t i = 0, j = 0;
  while (i < from.size() || j < to.size()) {
    // A group ends where the products of both sides are equal.
    int64_t left = 1, right = 1;
    bool isFirstLeft = true, isFirstRight = true;
    auto take = [](int64_t size, int64_t &product, bool &isFirst) {
      bool isAllowed = isFirst || llvm::isPowerOf2_64(size);
      isFirst &= size == 1;
      product *= size;
      return isAllowed;
    };
    do {
      bool takesLeft = i < from.size() && (left <= right || j == to.size());
      if (!(takesLeft ? take(from[i++], left, isFirstLeft)
                      : take(to[j++], right, isFirstRight)))
        return false;
    } while (left != right);
  }
  return true;
}

/// Splits `index` by the extents of `shape`, the last of which changes fastest.
/// Each coordinate is less than the entry of `limits`.
static Value mapIndex(ImplicitLocOpBuilder &builder, Value index,
                      ArrayRef<int64_t> shape, ArrayRef<int64_t> limits,
                      ArrayRef<int64_t> strides) {
  Value sum;
  int64_t stride = countElements(shape);
  for (auto [size, limit, factor] : llvm::zip_equal(shape, limits, strides)) {
    stride /= size;
    if (size == 1)
      continue;
    Value part = index;
    if (stride > 1)
      part = withConstant<arith::DivUIOp>(builder, part, stride);
    if (stride * size < countElements(shape))
      part = withConstant<arith::RemUIOp>(builder, part, size);
    if (limit < size)
      part = withConstant<arith::MinUIOp>(builder, part, limit - 1);
    if (factor > 1)
      part = withConstant<arith::MulIOp>(builder, part, factor);
    sum = sum ? arith::AddIOp::create(builder, sum, part).getResult() : part;
  }
  return sum;
}

static Shape stridesOf(ArrayRef<int64_t> shape) {
  Shape strides(shape.size(), 1);
  for (size_t dim = shape.size(); dim-- > 1;)
    strides[dim - 1] = strides[dim] * shape[dim];
  return strides;
}

/// `tile` as numbers that `tt.gather` moves: i64 for pointers, i8 for i1.
static Value toNumbers(ImplicitLocOpBuilder &builder, Value tile) {
  auto type = cast<RankedTensorType>(tile.getType());
  if (isa<tt::PtrType>(type.getElementType()))
    return tt::PtrToIntOp::create(builder, type.clone(builder.getI64Type()),
                                  tile);
  if (type.getElementType().isInteger(1))
    return arith::ExtUIOp::create(builder, type.clone(builder.getI8Type()),
                                  tile);
  return tile;
}

/// The opposite of toNumbers(), for elements of `element`.
static Value fromNumbers(ImplicitLocOpBuilder &builder, Value tile,
                         Type element) {
  Type type = cast<RankedTensorType>(tile.getType()).clone(element);
  if (isa<tt::PtrType>(element))
    return tt::IntToPtrOp::create(builder, type, tile);
  if (element.isInteger(1))
    return arith::TruncIOp::create(builder, type, tile);
  return tile;
}

static Value reshapePlainly(ImplicitLocOpBuilder &builder, Value tile,
                            ArrayRef<int64_t> shape) {
  if (tileShape(tile) == shape)
    return tile;
  return tt::ReshapeOp::create(builder, shape, tile);
}

/// Gathers the elements `index`, counted in the tile without its padding, from
/// `src`, which represents a tile of `from`.
static Value pick(ImplicitLocOpBuilder &builder, Value src,
                  ArrayRef<int64_t> from, Value index) {
  Shape padded = roundUp(from);
  Type element = getElementTypeOrSelf(src);
  Value flat =
      reshapePlainly(builder, toNumbers(builder, src), countElements(padded));
  Value source = mapIndex(builder, index, from, from, stridesOf(padded));
  // A tile of one element has no extent to count along.
  if (!source)
    source = withConstant<arith::MulIOp>(builder, index, 0);
  Value picked = tt::GatherOp::create(builder, flat, source, /*axis=*/0);
  return fromNumbers(builder, picked, element);
}

/// For each element of the padded `shape`, in row-major order: its number in
/// the tile without padding. That of some element for the padding.
static Value numberElements(ImplicitLocOpBuilder &builder,
                            ArrayRef<int64_t> shape) {
  Shape padded = roundUp(shape);
  Value index = createRange(builder, countElements(padded));
  Value number = mapIndex(builder, index, padded, shape, stridesOf(shape));
  return number ? number : index;
}

Value pad::reshape(ImplicitLocOpBuilder &builder, Value src,
                   ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  if (isReshapePlain(from, to))
    return reshapePlainly(builder, src, roundUp(to));
  Value picked = pick(builder, src, from, numberElements(builder, to));
  return reshapePlainly(builder, picked, roundUp(to));
}

void pad::padReshape(Context &context, const PaddedOp &padded,
                     tt::ReshapeOp op) {
  if (isReshapePlain(padded.operands[0], padded.results[0]))
    return;
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  context.replace(
      op, reshape(builder, op.getSrc(), padded.operands[0], padded.results[0]));
}

/// The result's element `i` is that of the left tile, or `i - n` of the right
/// one where the left one has `n` elements.
void pad::padCat(Context &context, const PaddedOp &padded, tt::CatOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  int64_t count = countElements(padded.operands[0]);
  Value number = numberElements(builder, padded.results[0]);
  Value isLeft = isLess(builder, number, count);
  Value last = createConstant(builder, number.getType(),
                              builder.getI32IntegerAttr(count - 1));
  Value zero =
      createConstant(builder, number.getType(), builder.getI32IntegerAttr(0));
  Value left = arith::MinSIOp::create(builder, number, last);
  Value right = arith::MaxSIOp::create(
      builder, withConstant<arith::SubIOp>(builder, number, count), zero);
  Value all = arith::SelectOp::create(
      builder, isLeft, pick(builder, op.getLhs(), padded.operands[0], left),
      pick(builder, op.getRhs(), padded.operands[1], right));
  context.replace(op, reshapePlainly(builder, all, roundUp(padded.results[0])));
}

/// Whether element i of `value` along `dim` is i.
static bool isRangeAlong(Value value, int64_t dim) {
  Operation *op = value.getDefiningOp();
  if (auto broadcast = dyn_cast_or_null<tt::BroadcastOp>(op))
    return isRangeAlong(broadcast.getSrc(), dim);
  if (auto expand = dyn_cast_or_null<tt::ExpandDimsOp>(op)) {
    auto axis = static_cast<int64_t>(expand.getAxis());
    return axis != dim && isRangeAlong(expand.getSrc(), dim - (axis < dim));
  }
  auto range = dyn_cast_or_null<tt::MakeRangeOp>(op);
  return range && range.getStart() == 0;
}

// Sorting extends and cuts tiles by such gathers.
void pad::padGather(Context &context, tt::GatherOp op) {
  if (op.getSrc().getType() == op.getType() &&
      isRangeAlong(op.getIndices(), op.getAxis()))
    context.replace(op, op.getSrc());
}

Value pad::repeatLast(ImplicitLocOpBuilder &builder, Value tile,
                      ArrayRef<int64_t> shape) {
  Type element = getElementTypeOrSelf(tile);
  Value numbers = toNumbers(builder, tile);
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (llvm::isPowerOf2_64(size))
      continue;
    Value index = withConstant<arith::MinSIOp>(
        builder, createCoordinates(builder, tileShape(numbers), dim), size - 1);
    numbers = tt::GatherOp::create(
        builder, numbers, broadcastTo(builder, index, tileShape(numbers)), dim);
  }
  return fromNumbers(builder, numbers, element);
}

//===----------------------------------------------------------------------===//
// Reductions of all elements
//===----------------------------------------------------------------------===//

/// The shape of which `value` is a reshape; empty for other values.
static Shape findSource(Value value) {
  auto reshape = value.getDefiningOp<tt::ReshapeOp>();
  return reshape ? Shape(reshape.getSrc().getType().getShape()) : Shape();
}

/// The elements of `value`, a tile with one dimension, in `shape`; null if it
/// is neither a reshape of such a tile, a range, nor a constant.
static Value unfold(ImplicitLocOpBuilder &builder, Value value,
                    ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(value.getType()).clone(shape);
  if (auto reshape = value.getDefiningOp<tt::ReshapeOp>())
    return ArrayRef(findSource(value)) == shape ? reshape.getSrc() : Value();
  if (auto splat = value.getDefiningOp<tt::SplatOp>())
    return tt::SplatOp::create(builder, type, splat.getSrc());
  auto range = value.getDefiningOp<tt::MakeRangeOp>();
  if (!range)
    return {};
  Value sum = createConstant(builder, type,
                             builder.getI32IntegerAttr(range.getStart()));
  for (auto [dim, stride] : llvm::enumerate(stridesOf(shape))) {
    Value part = withConstant<arith::MulIOp>(
        builder, createCoordinates(builder, shape, dim), stride);
    sum =
        arith::AddIOp::create(builder, sum, broadcastTo(builder, part, shape));
  }
  return sum;
}

/// Invariant: the region is associative, and the order of the elements remains.
///
///   %f = tt.reshape %x : tensor<3x5xf32> -> tensor<15xf32>
///   %r = tt.reduce(%f) axis = 0 : f32
/// =>
///   %s = tt.reduce(%x) axis = 1 : tensor<3xf32>
///   %r = tt.reduce(%s) axis = 0 : f32
static void splitReduction(tt::ReduceOp op) {
  if (op.getInputShape().size() != 1)
    return;
  Shape shape;
  for (Value src : op.getSrcs())
    if (shape.empty())
      shape = findSource(src);
  if (shape.empty() || isReshapePlain(shape, op.getInputShape()))
    return;
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  SmallVector<Value> values;
  for (Value src : op.getSrcs()) {
    values.push_back(unfold(builder, src, shape));
    if (!values.back())
      return;
  }
  for (size_t dim = shape.size(); dim-- > 0;) {
    auto part = tt::ReduceOp::create(builder, values, dim);
    IRMapping mapping;
    op.getCombineOp().cloneInto(&part.getCombineOp(), mapping);
    values = llvm::to_vector_of<Value>(part.getResults());
  }
  SmallVector<Value> unused(op.getSrcs());
  op.replaceAllUsesWith(values);
  op.erase();
  for (Value src : unused)
    if (Operation *source = src.getDefiningOp())
      if (isOpTriviallyDead(source))
        source->erase();
}

void pad::splitReductions(tt::FuncOp func) {
  SmallVector<tt::ReduceOp> reductions;
  func.walk([&](tt::ReduceOp op) {
    if (needsPadding(op.getInputShape()))
      reductions.push_back(op);
  });
  llvm::for_each(reductions, splitReduction);
}
