// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reductions and scans that have a name: sums, extrema with and without their
/// index, running sums.
///
/// Not here: those by a function of the kernel (Combine.cpp).

#include "TileInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// What follows the tile, told apart by its type.
struct ReductionOptions {
  /// Which axis; nothing for all.
  std::optional<int64_t> axis;
  /// keepDims of a reduction, reverse of a scan.
  bool flag = false;
  /// The type to combine in; null for the usual one.
  Type type;
};
} // namespace

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static FailureOr<ReductionOptions>
readOptions(ArrayRef<AbsType> args, bool allowsType, EmitError error) {
  /// T-REDUCTION-1: what is reduced is a tile of numbers.
  if (!args[0].isTile() || !isNumeric(args[0]))
    return error() << "T-REDUCTION-1: a tile of numbers is expected: "
                   << args[0].str();
  ReductionOptions options;
  int64_t rank = args[0].shape().size();
  for (auto [place, arg] : llvm::enumerate(args.drop_front())) {
    if (isAbsent(arg))
      continue;
    if (std::optional<bool> flag = constantBool(arg)) {
      options.flag = *flag;
      continue;
    }
    if (allowsType && numberClass(arg)) {
      options.type = numberClass(arg);
      continue;
    }
    /// T-REDUCTION-2: the axis is one of the tile's.
    options.axis = axisOf(arg, rank);
    if (place == 0 && !options.axis)
      return reportAxis("T-REDUCTION-2", arg, rank, error);
    /// T-REDUCTION-3: after it come a constant truth value and, where the
    /// method takes a type, a class literal of a number type.
    if (place != 0)
      return error() << "T-REDUCTION-3: a constant truth value"
                     << (allowsType ? " or a class literal of a number type"
                                    : "")
                     << " is expected: " << arg.str();
  }
  return options;
}

/// The options of a call that has been checked.
static ReductionOptions readChecked(ArrayRef<TypedOperand> args) {
  auto types = llvm::map_to_vector(
      args, [](const TypedOperand &arg) { return arg.type; });
  return *readOptions(types, /*allowsType=*/true, []() -> InFlightDiagnostic {
    llvm_unreachable("the rule has accepted the arguments");
  });
}

//===----------------------------------------------------------------------===//
// Sums, products, extrema, bits
//===----------------------------------------------------------------------===//

/// The elements of those types that Triton widens are combined in float.
static Type widenFloat(Type element, unsigned width) {
  if (isa<FloatType>(element) && element.getIntOrFloatBitWidth() < width)
    return Float32Type::get(element.getContext());
  return element;
}

/// Sums of integers narrower than 32 bits have 32, of their signedness; truth
/// values are counted. No hardware adds 8-bit floats.
static Type sumElement(Type element) {
  if (isa<FloatType>(element) || element.getIntOrFloatBitWidth() >= 32)
    return widenFloat(element, 16);
  return IntegerType::get(element.getContext(), 32,
                          element.isUnsignedInteger() ? IntegerType::Unsigned
                                                      : IntegerType::Signless);
}

/// Extrema of what is narrower than 32 bits are float or int.
static Type extremumElement(Type element) {
  if (element.getIntOrFloatBitWidth() >= 32 || isa<FloatType>(element))
    return widenFloat(element, 32);
  return IntegerType::get(element.getContext(), 32);
}

static bool isSum(Binary kind) {
  return kind == Binary::Add || kind == Binary::Mul;
}

/// In which type elements are combined.
static Type combinedElement(Binary kind, Type element) {
  if (isSum(kind))
    return sumElement(element);
  if (kind == Binary::MaxNum || kind == Binary::MinNum)
    return extremumElement(element);
  return element;
}

/// T-REDUCTION-4: the operation exists for the type.
static LogicalResult checkDefined(Binary kind, Type element, EmitError error) {
  if (isDefinedOn(kind, element))
    return success();
  return error() << "T-REDUCTION-4: no such operation on this type: "
                 << typeName(element);
}

template <Binary kind>
static FailureOr<AbsType> typeOfReduction(ArrayRef<AbsType> args,
                                          EmitError error) {
  FailureOr<ReductionOptions> options = readOptions(args, isSum(kind), error);
  if (failed(options))
    return failure();
  Type element = options->type ? options->type
                               : combinedElement(kind, args[0].elementType());
  if (failed(checkDefined(kind, element, error)))
    return failure();
  return AbsType::tile(
      reducedShape(args[0].shape(), options->axis, options->flag), element);
}

/// The tile with its elements converted to `element`.
static Value convertedTile(TileBuilder &builder, const TypedOperand &tile,
                           Type element) {
  return buildConversion(builder, builder.get(tile), tile.type.elementType(),
                         element, /*saturate=*/false);
}

template <Binary kind>
static Results buildReduction(TileBuilder &builder, ArrayRef<TypedOperand> args,
                              AbsType result) {
  ReductionOptions options = readChecked(args);
  Type element = result.elementType();
  Value tile = convertedTile(builder, args[0], element);
  if (!options.axis)
    tile = buildRavel(builder, tile, /*reorder=*/true);
  Value reduced =
      buildReduce(builder, tile, options.axis.value_or(0),
                  [&](TileBuilder &builder, ValueRange a, ValueRange b) {
                    return SmallVector<Value>{
                        build(builder, kind, element, a[0], b[0])};
                  })
          .front();
  if (options.flag)
    reduced = restoreDims(builder, reduced, result.shape(), options.axis);
  return reduced;
}

//===----------------------------------------------------------------------===//
// Extrema with their index
//===----------------------------------------------------------------------===//

/// The type of the values that are compared: as it is, but for those that only
/// float can compare.
static Type comparedElement(Type element) {
  return element.isF16() ? element : widenFloat(element, 32);
}

/// A record of both, or the index alone.
template <bool withValue>
static FailureOr<AbsType> typeOfIndexed(ArrayRef<AbsType> args,
                                        EmitError error) {
  FailureOr<ReductionOptions> options =
      readOptions(args, /*allowsType=*/false, error);
  if (failed(options))
    return failure();
  auto shape = reducedShape(args[0].shape(), options->axis, options->flag);
  MLIRContext *context = args[0].getType().getContext();
  AbsType index = AbsType::tile(shape, IntegerType::get(context, 32));
  if (!withValue)
    return index;
  AbsType value = AbsType::tile(shape, comparedElement(args[0].elementType()));
  return AbsType::record(context, "ValueIndex", {"value", "index"},
                         {value, index});
}

/// The index along the axis, in the shape of the tile.
static Value indicesAlong(TileBuilder &builder, ArrayRef<int64_t> shape,
                          int64_t axis) {
  Type element = builder.builder.getI32Type();
  int64_t extent = shape[axis];
  Value indices = builder.create<tt::MakeRangeOp>(
      RankedTensorType::get(extent, element), 0, extent);
  SmallVector<int64_t> expanded(1, extent);
  for (int64_t i = 0, rank = shape.size(); i < rank; ++i) {
    if (i == axis)
      continue;
    expanded.insert(expanded.begin() + i, 1);
    indices = builder.create<tt::ExpandDimsOp>(
        RankedTensorType::get(expanded, element), indices, i);
  }
  return builder.get({AbsType::tile(expanded, element), indices}, shape);
}

/// Takes the accumulated value and index if the value wins, or is equal and
/// its index smaller.
static SmallVector<Value> combineIndexed(TileBuilder &builder, Compare wins,
                                         Type element, ValueRange a,
                                         ValueRange b) {
  Type index = builder.builder.getI32Type();
  Value isEqual = build(builder, Compare::Eq, element, a[0], b[0]);
  Value isFirst = build(builder, Compare::Lt, index, a[1], b[1]);
  Value tie = builder.create<arith::AndIOp>(isEqual, isFirst);
  Value better = build(builder, wins, element, a[0], b[0]);
  Value take = builder.create<arith::OrIOp>(better, tie);
  return {builder.create<arith::SelectOp>(take, a[0], b[0]),
          builder.create<arith::SelectOp>(take, a[1], b[1])};
}

template <Compare wins, bool withValue>
static Results buildIndexed(TileBuilder &builder, ArrayRef<TypedOperand> args,
                            AbsType result) {
  ReductionOptions options = readChecked(args);
  Type element = comparedElement(args[0].type.elementType());
  Value tile = convertedTile(builder, args[0], element);
  if (!options.axis)
    tile = buildRavel(builder, tile, /*reorder=*/false);
  int64_t axis = options.axis.value_or(0);
  auto shape = cast<RankedTensorType>(tile.getType()).getShape();
  Results both =
      buildReduce(builder, {tile, indicesAlong(builder, shape, axis)}, axis,
                  [&](TileBuilder &builder, ValueRange a, ValueRange b) {
                    return combineIndexed(builder, wins, element, a, b);
                  });
  Results wanted(ValueRange(both).drop_front(withValue ? 0 : 1));
  if (options.flag)
    for (Value &value : wanted)
      value = restoreDims(builder, value, result.components().front().shape(),
                          options.axis);
  return wanted;
}

//===----------------------------------------------------------------------===//
// Running sums and products
//===----------------------------------------------------------------------===//

/// Triton widens bf16 here, which it does not in a reduction, and integers in
/// sums only.
static Type runningElement(Binary kind, Type element) {
  if (element.isBF16() || kind == Binary::Mul)
    return comparedElement(element);
  return sumElement(element);
}

template <Binary kind>
static FailureOr<AbsType> typeOfRunning(ArrayRef<AbsType> args,
                                        EmitError error) {
  FailureOr<ReductionOptions> options =
      readOptions(args, /*allowsType=*/true, error);
  if (failed(options))
    return failure();
  /// T-REDUCTION-5: a running sum or product has an axis.
  if (!options->axis)
    return error() << "T-REDUCTION-5: an axis is expected first";
  Type element = options->type ? options->type
                               : runningElement(kind, args[0].elementType());
  if (failed(checkDefined(kind, element, error)))
    return failure();
  return args[0].withElementType(element);
}

template <Binary kind>
static Results buildRunning(TileBuilder &builder, ArrayRef<TypedOperand> args,
                            AbsType result) {
  ReductionOptions options = readChecked(args);
  Type element = result.elementType();
  return buildScan(
      builder, convertedTile(builder, args[0], element), *options.axis,
      options.flag, [&](TileBuilder &builder, ValueRange a, ValueRange b) {
        return SmallVector<Value>{build(builder, kind, element, a[0], b[0])};
      });
}

static constexpr Method methods[] = {
    {"Triton",
     "sum",
     1,
     4,
     typeOfReduction<Binary::Add>,
     buildReduction<Binary::Add>,
     {"Tensor sum(Tensor x); Tensor sum(Tensor x, int axis); Tensor sum(Tensor "
      "x, int axis, boolean keepDims); Tensor sum(Tensor x, int axis, Class<?> "
      "type); Tensor sum(Tensor x, int axis, boolean keepDims, Class<?> type)",
      "The sum of the elements along an axis, computed in the class's type if "
      "there is one; else integers narrower than 32 bits and truth values are "
      "summed in int (unsigned ones in UInt32), fp8 in float, others in their "
      "own type, fp16 and bf16 too. The axis is dropped; with keepDims it has "
      "extent 1. Without an axis all elements are combined, to a number. -1 is "
      "the last axis; axis and keepDims are constants. A dropped leading "
      "dimension is added back by broadcasting, a dropped trailing one is not: "
      "there, say keepDims or expand the result.",
      "tt.reduce, tt.reshape, tt.expand_dims, tt.splat"}},
    {"Triton",
     "prod",
     1,
     4,
     typeOfReduction<Binary::Mul>,
     buildReduction<Binary::Mul>,
     {"Tensor prod(Tensor x); Tensor prod(Tensor x, int axis); Tensor "
      "prod(Tensor x, int axis, boolean keepDims); Tensor prod(Tensor x, int "
      "axis, Class<?> type); Tensor prod(Tensor x, int axis, boolean keepDims, "
      "Class<?> type)",
      "The product of the elements along an axis, in the type that sum has. "
      "The axis is dropped; with keepDims it has extent 1. Without an axis all "
      "elements are combined, to a number. -1 is the last axis; axis and "
      "keepDims are constants.",
      "tt.reduce, tt.reshape, tt.expand_dims, tt.splat"}},
    {"Triton",
     "max",
     1,
     3,
     typeOfReduction<Binary::MaxNum>,
     buildReduction<Binary::MaxNum>,
     {"Tensor max(Tensor x); Tensor max(Tensor x, int axis); Tensor max(Tensor "
      "x, int axis, boolean keepDims)",
      "The largest element along an axis, NaN aside. Floating-point numbers "
      "narrower than 32 bits give float, integers int. The axis is dropped; "
      "with keepDims it has extent 1. Without an axis all elements are "
      "combined, to a number. -1 is the last axis; axis and keepDims are "
      "constants. A dropped leading dimension is added back by broadcasting, a "
      "dropped trailing one is not: there, say keepDims or expand the result.",
      "tt.reduce, tt.reshape, tt.expand_dims, tt.splat"}},
    {"Triton",
     "min",
     1,
     3,
     typeOfReduction<Binary::MinNum>,
     buildReduction<Binary::MinNum>,
     {"Tensor min(Tensor x); Tensor min(Tensor x, int axis); Tensor min(Tensor "
      "x, int axis, boolean keepDims)",
      "The smallest element along an axis, NaN aside. Floating-point numbers "
      "narrower than 32 bits give float, integers int. The axis is dropped; "
      "with keepDims it has extent 1. Without an axis all elements are "
      "combined, to a number. -1 is the last axis; axis and keepDims are "
      "constants. A dropped leading dimension is added back by broadcasting, a "
      "dropped trailing one is not: there, say keepDims or expand the result.",
      "tt.reduce, tt.reshape, tt.expand_dims, tt.splat"}},
    {"Triton",
     "argmax",
     1,
     3,
     typeOfIndexed</*withValue=*/false>,
     buildIndexed<Compare::Gt, /*withValue=*/false>,
     {"Tensor argmax(Tensor x); Tensor argmax(Tensor x, int axis); Tensor "
      "argmax(Tensor x, int axis, boolean keepDims)",
      "The index, an int, of the largest element along an axis, or in "
      "row-major order without one; of equal ones the first. The axis is "
      "dropped; with keepDims it has extent 1. Without an axis all elements "
      "are combined, to a number. -1 is the last axis; axis and keepDims are "
      "constants.",
      "tt.reduce, tt.make_range, tt.reshape, tt.expand_dims, tt.splat"}},
    {"Triton",
     "argmin",
     1,
     3,
     typeOfIndexed</*withValue=*/false>,
     buildIndexed<Compare::Lt, /*withValue=*/false>,
     {"Tensor argmin(Tensor x); Tensor argmin(Tensor x, int axis); Tensor "
      "argmin(Tensor x, int axis, boolean keepDims)",
      "The index, an int, of the smallest element along an axis, or in "
      "row-major order without one; of equal ones the first. The axis is "
      "dropped; with keepDims it has extent 1. Without an axis all elements "
      "are combined, to a number. -1 is the last axis; axis and keepDims are "
      "constants.",
      "tt.reduce, tt.make_range, tt.reshape, tt.expand_dims, tt.splat"}},
    {"Triton",
     "maxWithIndices",
     1,
     3,
     typeOfIndexed</*withValue=*/true>,
     buildIndexed<Compare::Gt, /*withValue=*/true>,
     {"ValueIndex maxWithIndices(Tensor x); ValueIndex maxWithIndices(Tensor "
      "x, int axis); ValueIndex maxWithIndices(Tensor x, int axis, boolean "
      "keepDims)",
      "A record of the largest element along an axis, value(), and of its "
      "index, index(), an int; of equal ones the first. bf16 and fp8 give "
      "float. The axis is dropped; with keepDims it has extent 1. Without an "
      "axis all elements are combined, to a number. -1 is the last axis; axis "
      "and keepDims are constants.",
      "tt.reduce, tt.make_range, tt.reshape, tt.expand_dims, tt.splat"}},
    {"Triton",
     "minWithIndices",
     1,
     3,
     typeOfIndexed</*withValue=*/true>,
     buildIndexed<Compare::Lt, /*withValue=*/true>,
     {"ValueIndex minWithIndices(Tensor x); ValueIndex minWithIndices(Tensor "
      "x, int axis); ValueIndex minWithIndices(Tensor x, int axis, boolean "
      "keepDims)",
      "A record of the smallest element along an axis, value(), and of its "
      "index, index(), an int; of equal ones the first. bf16 and fp8 give "
      "float. The axis is dropped; with keepDims it has extent 1. Without an "
      "axis all elements are combined, to a number. -1 is the last axis; axis "
      "and keepDims are constants.",
      "tt.reduce, tt.make_range, tt.reshape, tt.expand_dims, tt.splat"}},
    {"Triton",
     "xorSum",
     1,
     3,
     typeOfReduction<Binary::Xor>,
     buildReduction<Binary::Xor>,
     {"Tensor xorSum(Tensor x); Tensor xorSum(Tensor x, int axis); Tensor "
      "xorSum(Tensor x, int axis, boolean keepDims)",
      "The bitwise exclusive or of the integers, or truth values, along an "
      "axis. The axis is dropped; with keepDims it has extent 1. Without an "
      "axis all elements are combined, to a number. -1 is the last axis; axis "
      "and keepDims are constants.",
      "tt.reduce, tt.reshape, tt.expand_dims, tt.splat"}},
    {"Triton",
     "reduceOr",
     1,
     3,
     typeOfReduction<Binary::Or>,
     buildReduction<Binary::Or>,
     {"Tensor reduceOr(Tensor x); Tensor reduceOr(Tensor x, int axis); Tensor "
      "reduceOr(Tensor x, int axis, boolean keepDims)",
      "The bitwise or of the integers, or truth values, along an axis. The "
      "axis is dropped; with keepDims it has extent 1. Without an axis all "
      "elements are combined, to a number. -1 is the last axis; axis and "
      "keepDims are constants.",
      "tt.reduce, tt.reshape, tt.expand_dims, tt.splat"}},
    {"Triton",
     "reduceAnd",
     1,
     3,
     typeOfReduction<Binary::And>,
     buildReduction<Binary::And>,
     {"Tensor reduceAnd(Tensor x); Tensor reduceAnd(Tensor x, int axis); "
      "Tensor reduceAnd(Tensor x, int axis, boolean keepDims)",
      "The bitwise and of the integers, or truth values, along an axis. The "
      "axis is dropped; with keepDims it has extent 1. Without an axis all "
      "elements are combined, to a number. -1 is the last axis; axis and "
      "keepDims are constants.",
      "tt.reduce, tt.reshape, tt.expand_dims, tt.splat"}},
    {"Triton",
     "cumsum",
     2,
     4,
     typeOfRunning<Binary::Add>,
     buildRunning<Binary::Add>,
     {"Tensor cumsum(Tensor x, int axis); Tensor cumsum(Tensor x, int axis, "
      "boolean reverse); Tensor cumsum(Tensor x, int axis, Class<?> type); "
      "Tensor cumsum(Tensor x, int axis, boolean reverse, Class<?> type)",
      "For each element, the sum of all up to it along the axis (-1 is the "
      "last), or with reverse of all from it on. It is computed in the class's "
      "type; without one as in sum, but bf16 in float. Axis and reverse are "
      "constants.",
      "tt.scan"}},
    {"Triton",
     "cumprod",
     2,
     4,
     typeOfRunning<Binary::Mul>,
     buildRunning<Binary::Mul>,
     {"Tensor cumprod(Tensor x, int axis); Tensor cumprod(Tensor x, int axis, "
      "boolean reverse); Tensor cumprod(Tensor x, int axis, Class<?> type); "
      "Tensor cumprod(Tensor x, int axis, boolean reverse, Class<?> type)",
      "For each element, the product of all up to it along the axis (-1 is the "
      "last), or with reverse of all from it on. It is computed in the class's "
      "type; without one in float for bf16 and fp8 and else in the tile's own. "
      "Axis and reverse are constants.",
      "tt.scan"}},
};

ArrayRef<Method> cm2tt::reductionMethods() { return methods; }
