// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Sorting along an axis, by bitonic networks.
///
/// The axis of 2^n elements is seen as n dimensions of extent 2, of which bit i
/// of an element's index is the (n-1-i)th. An element meets the one whose index
/// differs in bit i by a reduction of that dimension with xor:
///
///   %both = tt.reduce(%x) axis = d, xor          (x ^ partner, extent 1)
///   %partner = arith.xori %x, broadcast(%both)
///
/// So a step becomes operations of registers, shuffles or shared memory, by
/// where the layout has the bit. Other extents are rounded up to 2^n, with keys
/// that come last.
///
/// Elements are compared as integers of 32 or 64 bits in the same order, their
/// keys, so that the order is total: each element is in the result as often as
/// in the operand, NaN too. (Triton compares floating-point numbers; a NaN in
/// its network is lost or comes twice.)
///
/// Not here: extrema (Reduce.cpp, ArgReduce.cpp).

#include "TileInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// The arguments after the tile.
struct SortOptions {
  int64_t axis;
  /// The number of elements that are left along the axis.
  int64_t count;
  bool descending;
};
} // namespace

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Parses `(x)`, `(x, axis)` or `(x, axis, descending)`.
static FailureOr<SortOptions> parseOptions(ArrayRef<AbsType> args,
                                           bool descending, EmitError error) {
  /// T-SORT-1: the operand is a tile of numbers.
  if (!args[0].isTile() || !isNumeric(args[0]))
    return error() << "T-SORT-1: a tile of numbers is expected: "
                   << args[0].str();
  ArrayRef<int64_t> shape = args[0].getShape();
  int64_t rank = shape.size();
  SortOptions options{rank - 1, 0, descending};
  if (args.size() > 1) {
    /// T-SORT-2: the axis is one of the tile's.
    std::optional<int64_t> axis = getAxis(args[1], rank);
    if (!axis)
      return reportAxis("T-SORT-2", args[1], rank, error);
    options.axis = *axis;
  }
  if (args.size() > 2) {
    /// T-SORT-3: whether the order descends is a constant truth value.
    std::optional<bool> flag = constantBool(args[2]);
    if (!flag)
      return error()
             << "T-SORT-3: whether the order descends must be a constant "
                "truth value: "
             << args[2].str();
    options.descending = *flag;
  }
  options.count = shape[options.axis];
  return options;
}

static FailureOr<SortOptions> parseSort(ArrayRef<AbsType> args,
                                        EmitError error) {
  return parseOptions(args, /*descending=*/false, error);
}

/// The same with the number of elements as the second argument.
static FailureOr<SortOptions> parseTopk(ArrayRef<AbsType> args,
                                        EmitError error) {
  SmallVector<AbsType> others(args);
  others.erase(others.begin() + 1);
  FailureOr<SortOptions> options =
      parseOptions(others, /*descending=*/true, error);
  if (failed(options))
    return failure();
  /// T-SORT-4: the number of elements is a constant power of two, up to the
  /// extent of the axis.
  std::optional<int64_t> count = constantInt(args[1]);
  if (!count || *count < 1 || !llvm::isPowerOf2_64(*count) ||
      *count > options->count) {
    InFlightDiagnostic diagnostic =
        error() << "T-SORT-4: a constant power of two up to " << options->count
                << " is expected: " << args[1].str();
    noteRunTimeNumber(diagnostic, args[1]);
    return diagnostic;
  }
  options->count = *count;
  return options;
}

static FailureOr<AbsType> typeOfSort(ArrayRef<AbsType> args,
                                     const SortOptions &options, EmitError) {
  SmallVector<int64_t> shape(args[0].getShape());
  shape[options.axis] = options.count;
  return AbsType::tile(shape, args[0].getElementType());
}

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

/// The type with other elements.
static Type withElement(Type tile, Type element) {
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

/// Unsigned integers of the width of keys, as signed ones in the same order. It
/// is its own inverse.
static Value buildUnsignedOrder(TileBuilder &builder, Value bits) {
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

/// The keys of elements, signed integers of 32 or 64 bits.
static Value buildKeys(TileBuilder &builder, const TypedOperand &operand) {
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

/// The elements with those keys.
static Value buildElements(TileBuilder &builder, Value keys, Type element) {
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

namespace {
/// Sorts keys whose axis is split into dimensions of extent 2.
class BitonicNetwork {
public:
  /// `keys` in their own shape. If the axis is not a power of two, keys are
  /// added: the least ones if the elements are to descend.
  BitonicNetwork(TileBuilder &builder, Value keys, int64_t axis,
                 bool descending);

  /// The number of bits of an index along the axis.
  int64_t getBits() const { return bits; }
  /// Sorts each sequence of 2^`bit` elements, which is bitonic: every other one
  /// in descending order if that is not given.
  void merge(int64_t bit, std::optional<bool> descending);
  /// Sorts all elements.
  void sort(bool descending);
  /// Takes the greater, or the lesser, of two elements that differ in the bit.
  void halve(int64_t bit, bool takesGreater);
  /// The keys in `shape`, without those that were added.
  Value finish(ArrayRef<int64_t> shape);

private:
  Value get(RankedTensorType type, Value value) {
    return builder.get({AbsType(type), value}, getShape());
  }
  ArrayRef<int64_t> getShape() const {
    return cast<RankedTensorType>(keys.getType()).getShape();
  }
  /// The dimension of a bit.
  int64_t dimOf(int64_t bit) const { return axis + bits - 1 - bit; }
  /// Whether the bit of an element's index is set, in the rank of the keys.
  Value indicator(int64_t bit);
  /// Whether the elements descend, in the rank of the keys.
  Value direction(int64_t bit, std::optional<bool> descending);
  void exchange(int64_t bit, Value descends);

  TileBuilder &builder;
  Value keys;
  int64_t axis, bits;
};
} // namespace

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

BitonicNetwork::BitonicNetwork(TileBuilder &builder, Value tile, int64_t axis,
                               bool descending)
    : builder(builder), keys(extend(builder, tile, axis, descending)),
      axis(axis) {
  SmallVector<int64_t> shape(getShape());
  bits = llvm::Log2_64(shape[axis]);
  ArrayRef<int64_t> whole = shape;
  SmallVector<int64_t> split(whole.take_front(axis));
  split.append(bits, 2);
  llvm::append_range(split, whole.drop_front(axis + 1));
  if (bits > 0)
    keys = buildReshape(builder, keys, split);
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

Value BitonicNetwork::direction(int64_t bit, std::optional<bool> descending) {
  if (!descending)
    return indicator(bit);
  auto i1 = builder.builder.getI1Type();
  return builder.constantInt(
      RankedTensorType::get(SmallVector<int64_t>(getShape().size(), 1), i1),
      *descending);
}

void BitonicNetwork::exchange(int64_t bit, Value descends) {
  int64_t dim = dimOf(bit);
  SmallVector<int64_t> ones(getShape());
  ones[dim] = 1;
  Value both =
      buildReduce(builder, keys, dim,
                  [](TileBuilder &builder, ValueRange a, ValueRange b) {
                    return SmallVector<Value>{
                        builder.create<arith::XOrIOp>(a[0], b[0])};
                  })
          .front();
  both = restoreDims(builder, both, ones, dim);
  Value partner = builder.create<arith::XOrIOp>(
      keys, get(cast<RankedTensorType>(both.getType()), both));
  // The first of both keeps the lesser one, unless they are to descend.
  Value isSecond = indicator(bit);
  SmallVector<int64_t> shape =
      *broadcastShapes(cast<RankedTensorType>(isSecond.getType()).getShape(),
                       cast<RankedTensorType>(descends.getType()).getShape());
  Value keepsGreater = builder.create<arith::XOrIOp>(
      builder.get({AbsType(isSecond.getType()), isSecond}, shape),
      builder.get({AbsType(descends.getType()), descends}, shape));
  keepsGreater =
      get(cast<RankedTensorType>(keepsGreater.getType()), keepsGreater);
  Value isGreater =
      builder.create<arith::CmpIOp>(arith::CmpIPredicate::sgt, keys, partner);
  Value takes = builder.create<arith::XOrIOp>(isGreater, keepsGreater);
  keys = builder.create<arith::SelectOp>(takes, partner, keys);
}

void BitonicNetwork::merge(int64_t bit, std::optional<bool> descending) {
  if (bit == 0)
    return;
  Value descends = direction(bit, descending);
  while (bit-- > 0)
    exchange(bit, descends);
}

void BitonicNetwork::sort(bool descending) {
  for (int64_t bit = 1; bit < bits; ++bit)
    merge(bit, std::nullopt);
  merge(bits, descending);
}

void BitonicNetwork::halve(int64_t bit, bool takesGreater) {
  auto combine = [&](TileBuilder &builder, ValueRange a,
                     ValueRange b) -> SmallVector<Value> {
    if (takesGreater)
      return {builder.create<arith::MaxSIOp>(a[0], b[0])};
    return {builder.create<arith::MinSIOp>(a[0], b[0])};
  };
  int64_t dim = dimOf(bit);
  keys = buildReduce(builder, keys, dim, combine).front();
  --bits;
}

Value BitonicNetwork::finish(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> rounded(shape);
  rounded[axis] = int64_t(1) << bits;
  if (getShape() != ArrayRef(rounded))
    keys = buildReshape(builder, keys, rounded);
  if (rounded[axis] == shape[axis])
    return keys;
  return resize(builder, keys, axis, shape[axis]);
}

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

static Results buildSort(TileBuilder &builder, ArrayRef<TypedOperand> args,
                         const SortOptions &options, AbsType result) {
  BitonicNetwork network(builder, buildKeys(builder, args[0]), options.axis,
                         options.descending);
  network.sort(options.descending);
  return buildElements(builder, network.finish(result.getShape()),
                       result.getElementType());
}

static Results buildBitonicMerge(TileBuilder &builder,
                                 ArrayRef<TypedOperand> args,
                                 const SortOptions &options, AbsType result) {
  BitonicNetwork network(builder, buildKeys(builder, args[0]), options.axis,
                         options.descending);
  // With the keys that were added, the sequence is not bitonic.
  if (llvm::isPowerOf2_64(options.count))
    network.merge(network.getBits(), options.descending);
  else
    network.sort(options.descending);
  return buildElements(builder, network.finish(result.getShape()),
                       result.getElementType());
}

/// The greatest or the least key along the axis.
static Value buildExtremum(TileBuilder &builder, Value keys,
                           const SortOptions &options,
                           ArrayRef<int64_t> shape) {
  Value extremum =
      buildReduce(builder, keys, options.axis,
                  [&](TileBuilder &builder, ValueRange a,
                      ValueRange b) -> SmallVector<Value> {
                    if (options.descending)
                      return {builder.create<arith::MaxSIOp>(a[0], b[0])};
                    return {builder.create<arith::MinSIOp>(a[0], b[0])};
                  })
          .front();
  return restoreDims(builder, extremum, shape, options.axis);
}

/// Sorts sequences of k elements, of which two in opposite orders are a bitonic
/// sequence: the greater ones of both are a bitonic sequence of the k greatest.
static Results buildTopk(TileBuilder &builder, ArrayRef<TypedOperand> args,
                         const SortOptions &options, AbsType result) {
  Value keys = buildKeys(builder, args[0]);
  Type element = result.getElementType();
  if (options.count == 1)
    return buildElements(
        builder, buildExtremum(builder, keys, options, result.getShape()),
        element);
  BitonicNetwork network(builder, keys, options.axis, options.descending);
  int64_t kept = llvm::Log2_64(options.count);
  auto order = [&](int64_t bit) -> std::optional<bool> {
    if (bit == network.getBits())
      return options.descending;
    return std::nullopt;
  };
  for (int64_t bit = 1; bit <= kept; ++bit)
    network.merge(bit, order(bit));
  while (network.getBits() > kept) {
    network.halve(kept, options.descending);
    network.merge(kept, order(kept));
  }
  return buildElements(builder, network.finish(result.getShape()), element);
}

static constexpr Method methods[] = {
#include "Sort.inc"
};

ArrayRef<Method> cm2tt::getSortMethods() { return methods; }
