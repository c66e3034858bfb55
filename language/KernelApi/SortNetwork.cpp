// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The keys of elements, and the bitonic networks that sort them.
///
/// Not here: the methods (Sort.cpp, IndexedSort.cpp), and why a step is a
/// reduction (Sort.cpp).

#include "SortInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

Type cm2tt::withElement(Type tile, Type element) {
  return cast<RankedTensorType>(tile).clone(element);
}

/// Integers in the order of floating-point numbers: the bits of those with a
/// sign are inverted but for the sign itself. It is its own inverse.
static Value buildFloatOrder(TileBuilder &builder, Value bits, unsigned width) {
  Type type = bits.getType();
  unsigned keyWidth = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  Value sign = builder.create<arith::ShRSIOp>(
      bits, builder.constantInt(type, keyWidth - 1));
  Value flips = builder.create<arith::AndIOp>(
      sign,
      builder.constantInt(type, llvm::maskTrailingOnes<uint64_t>(width - 1)));
  return builder.create<arith::XOrIOp>(bits, flips);
}

Value cm2tt::buildUnsignedOrder(TileBuilder &builder, Value bits) {
  Type type = bits.getType();
  unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  return builder.create<arith::XOrIOp>(
      bits, builder.constant(type, builder.builder.getIntegerAttr(
                                       getElementTypeOrSelf(type),
                                       APInt::getSignMask(width))));
}

/// Whether unsigned integers of that type need all bits of a key.
static bool fillsKey(Type element) {
  return element.isUnsignedInteger() && element.getIntOrFloatBitWidth() >= 32;
}

Value cm2tt::buildKeys(TileBuilder &builder, const TypedOperand &operand) {
  Type element = operand.type.getElementType();
  unsigned width = element.getIntOrFloatBitWidth();
  Value keys = builder.get(operand);
  Type bits =
      withElement(keys.getType(), builder.builder.getIntegerType(width));
  if (isa<FloatType>(element))
    keys = builder.create<tt::BitcastOp>(bits, keys);
  if (width < 32) {
    Type wide = withElement(bits, builder.builder.getI32Type());
    if (element.isUnsignedInteger() || width == 1)
      keys = builder.create<arith::ExtUIOp>(wide, keys);
    else
      keys = builder.create<arith::ExtSIOp>(wide, keys);
  }
  if (isa<FloatType>(element))
    return buildFloatOrder(builder, keys, width);
  return fillsKey(element) ? buildUnsignedOrder(builder, keys) : keys;
}

Value cm2tt::buildElements(TileBuilder &builder, Value keys, Type element) {
  unsigned width = element.getIntOrFloatBitWidth();
  if (isa<FloatType>(element))
    keys = buildFloatOrder(builder, keys, width);
  else if (fillsKey(element))
    keys = buildUnsignedOrder(builder, keys);
  if (width < 32)
    keys = builder.create<arith::TruncIOp>(
        withElement(keys.getType(), builder.builder.getIntegerType(width)),
        keys);
  if (!isa<FloatType>(element))
    return keys;
  return builder.create<tt::BitcastOp>(withElement(keys.getType(), element),
                                       keys);
}

//===----------------------------------------------------------------------===//
// Networks
//===----------------------------------------------------------------------===//

/// The first `size` elements along the axis, those that the tile lacks
/// undefined.
static Value resize(TileBuilder &builder, Value tile, int64_t axis,
                    int64_t size) {
  auto type = cast<RankedTensorType>(tile.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[axis] = size;
  return builder.create<tt::GatherOp>(tile, indicesAlong(builder, shape, axis),
                                      axis);
}

/// The keys with others that are last in the order, up to a power of two.
static Value extend(TileBuilder &builder, Value keys, int64_t axis,
                    bool descending) {
  auto type = cast<RankedTensorType>(keys.getType());
  int64_t size = type.getDimSize(axis);
  if (llvm::isPowerOf2_64(size))
    return keys;
  Value all = resize(builder, keys, axis, llvm::NextPowerOf2(size));
  auto allType = cast<RankedTensorType>(all.getType());
  unsigned width = type.getElementTypeBitWidth();
  Value last = builder.constant(
      allType,
      builder.builder.getIntegerAttr(
          type.getElementType(), descending ? APInt::getSignedMinValue(width)
                                            : APInt::getSignedMaxValue(width)));
  Value index = indicesAlong(builder, allType.getShape(), axis);
  Value isKnown =
      builder.create<arith::CmpIOp>(arith::CmpIPredicate::slt, index,
                                    builder.constantInt(index.getType(), size));
  return builder.create<arith::SelectOp>(isKnown, all, last);
}

/// Whether keys are greater than others, or equal with a greater index.
static Value buildIsGreater(TileBuilder &builder, ValueRange a, ValueRange b) {
  Value isGreater =
      builder.create<arith::CmpIOp>(arith::CmpIPredicate::sgt, a[0], b[0]);
  if (a.size() == 1)
    return isGreater;
  Value isEqual =
      builder.create<arith::CmpIOp>(arith::CmpIPredicate::eq, a[0], b[0]);
  Value isAfter =
      builder.create<arith::CmpIOp>(arith::CmpIPredicate::sgt, a[1], b[1]);
  Value isSecond = builder.create<arith::AndIOp>(isEqual, isAfter);
  return builder.create<arith::OrIOp>(isGreater, isSecond);
}

BitonicNetwork::BitonicNetwork(TileBuilder &builder, Value keys, int64_t axis,
                               bool descending, bool withIndices)
    : builder(builder), parts{extend(builder, keys, axis, descending)},
      axis(axis), descending(descending) {
  SmallVector<int64_t> shape(getShape());
  if (withIndices) {
    Value indices = indicesAlong(builder, shape, axis);
    if (descending)
      indices = builder.create<arith::XOrIOp>(
          indices, builder.constantInt(indices.getType(), -1));
    parts.push_back(indices);
  }
  bits = llvm::Log2_64(shape[axis]);
  ArrayRef<int64_t> whole = shape;
  SmallVector<int64_t> split(whole.take_front(axis));
  split.append(bits, 2);
  llvm::append_range(split, whole.drop_front(axis + 1));
  if (bits > 0)
    for (Value &part : parts)
      part = buildReshape(builder, part, split);
}

Value BitonicNetwork::indicator(int64_t bit) {
  SmallVector<int64_t> shape(getShape().size(), 1);
  shape[dimOf(bit)] = 2;
  auto i32 = builder.builder.getI32Type();
  Value index = builder.create<tt::MakeRangeOp>(RankedTensorType::get(2, i32),
                                                /*start=*/0, /*end=*/2);
  Value one = builder.constantInt(index.getType(), 1);
  Value isSet =
      builder.create<arith::CmpIOp>(arith::CmpIPredicate::eq, index, one);
  return buildReshape(builder, isSet, shape);
}

Value BitonicNetwork::direction(int64_t bit) {
  if (bit < bits)
    return indicator(bit);
  auto i1 = builder.builder.getI1Type();
  return builder.constantInt(
      RankedTensorType::get(SmallVector<int64_t>(getShape().size(), 1), i1),
      descending);
}

void BitonicNetwork::exchange(int64_t bit, Value descends) {
  int64_t dim = dimOf(bit);
  SmallVector<int64_t> ones(getShape());
  ones[dim] = 1;
  Results both = buildReduce(
      builder, parts, dim,
      [](TileBuilder &builder, ValueRange a, ValueRange b) {
        SmallVector<Value> different;
        for (auto [first, second] : llvm::zip_equal(a, b))
          different.push_back(builder.create<arith::XOrIOp>(first, second));
        return different;
      });
  SmallVector<Value> partners;
  for (auto [part, different] : llvm::zip_equal(parts, both)) {
    Value other = get(restoreDims(builder, different, ones, dim));
    partners.push_back(builder.create<arith::XOrIOp>(part, other));
  }
  // The first of both keeps the lesser one, unless they are to descend.
  Value isSecond = indicator(bit);
  SmallVector<int64_t> shape =
      *broadcastShapes(cast<RankedTensorType>(isSecond.getType()).getShape(),
                       cast<RankedTensorType>(descends.getType()).getShape());
  Value keepsGreater = builder.create<arith::XOrIOp>(
      builder.get({AbsType(isSecond.getType()), isSecond}, shape),
      builder.get({AbsType(descends.getType()), descends}, shape));
  keepsGreater = get(keepsGreater);
  Value isGreater = buildIsGreater(builder, parts, partners);
  Value takes = builder.create<arith::XOrIOp>(isGreater, keepsGreater);
  for (auto [part, partner] : llvm::zip_equal(parts, partners))
    part = builder.create<arith::SelectOp>(takes, partner, part);
}

void BitonicNetwork::mergeEach(int64_t bit) {
  if (bit == 0)
    return;
  Value descends = direction(bit);
  while (bit-- > 0)
    exchange(bit, descends);
}

void BitonicNetwork::merge() { mergeEach(bits); }

void BitonicNetwork::sort() {
  for (int64_t bit = 1; bit <= bits; ++bit)
    mergeEach(bit);
}

SmallVector<Value> BitonicNetwork::reduce(int64_t dim) {
  Results first = buildReduce(
      builder, parts, dim,
      [&](TileBuilder &builder, ValueRange a,
          ValueRange b) -> SmallVector<Value> {
        if (a.size() == 1) {
          if (descending)
            return {builder.create<arith::MaxSIOp>(a[0], b[0])};
          return {builder.create<arith::MinSIOp>(a[0], b[0])};
        }
        Value isGreater = buildIsGreater(builder, a, b);
        if (!descending)
          std::swap(a, b);
        return {builder.create<arith::SelectOp>(isGreater, a[0], b[0]),
                builder.create<arith::SelectOp>(isGreater, a[1], b[1])};
      });
  return SmallVector<Value>(first.begin(), first.end());
}

void BitonicNetwork::halve(int64_t bit) {
  parts.assign(reduce(dimOf(bit)));
  --bits;
}

/// Sorts sequences of `count` elements, of which two in opposite orders are a
/// bitonic sequence: the greater ones of both are a bitonic sequence of the
/// `count` greatest.
void BitonicNetwork::keep(int64_t count) {
  int64_t kept = llvm::Log2_64(count);
  for (int64_t bit = 1; bit <= kept; ++bit)
    mergeEach(bit);
  while (bits > kept) {
    halve(kept);
    mergeEach(kept);
  }
}

Results BitonicNetwork::finish(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> rounded(shape);
  rounded[axis] = int64_t(1) << bits;
  for (Value &part : parts) {
    // Halving leaves a number of one row.
    auto tile = dyn_cast<RankedTensorType>(part.getType());
    if (!tile)
      part = builder.get({AbsType(part.getType()), part}, rounded);
    else if (tile.getShape() != ArrayRef(rounded))
      part = buildReshape(builder, part, rounded);
    if (rounded[axis] != shape[axis])
      part = resize(builder, part, axis, shape[axis]);
  }
  if (parts.size() > 1 && descending)
    parts[1] = builder.create<arith::XOrIOp>(
        parts[1], builder.constantInt(parts[1].getType(), -1));
  return Results(ValueRange(parts));
}
