// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reductions that have a name: sums, products, extrema, bits.
///
/// Not here: extrema with their index (IndexedReduction.cpp), running sums
/// (RunningReduction.cpp), reductions by a function of the kernel
/// (Combine.cpp).

#include "ReductionInternals.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

FailureOr<ReductionOptions> cm2tt::readReductionOptions(ArrayRef<AbsType> args,
                                                        bool allowsType,
                                                        EmitError error) {
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

ReductionOptions cm2tt::readReductionOptions(ArrayRef<TypedOperand> args) {
  auto types = llvm::map_to_vector(
      args, [](const TypedOperand &arg) { return arg.type; });
  return *readReductionOptions(types, /*allowsType=*/true,
                               []() -> InFlightDiagnostic {
                                 llvm_unreachable("the rule has accepted it");
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

Type cm2tt::sumElement(Type element) {
  if (isa<FloatType>(element) || element.getIntOrFloatBitWidth() >= 32)
    return widenFloat(element, 16);
  return IntegerType::get(element.getContext(), 32,
                          element.isUnsignedInteger() ? IntegerType::Unsigned
                                                      : IntegerType::Signless);
}

Type cm2tt::comparedElement(Type element) {
  return element.isF16() ? element : widenFloat(element, 32);
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
LogicalResult cm2tt::checkCombination(Binary kind, Type element,
                                      EmitError error) {
  if (isDefinedOn(kind, element))
    return success();
  return error() << "T-REDUCTION-4: no such operation on this type: "
                 << typeName(element);
}

template <Binary kind>
static FailureOr<AbsType> typeOfReduction(ArrayRef<AbsType> args,
                                          EmitError error) {
  FailureOr<ReductionOptions> options =
      readReductionOptions(args, isSum(kind), error);
  if (failed(options))
    return failure();
  Type element = options->type ? options->type
                               : combinedElement(kind, args[0].elementType());
  if (failed(checkCombination(kind, element, error)))
    return failure();
  return AbsType::tile(
      reducedShape(args[0].shape(), options->axis, options->flag), element);
}

Value cm2tt::convertedTile(TileBuilder &builder, const TypedOperand &tile,
                           Type element) {
  return buildConversion(builder, builder.get(tile), tile.type.elementType(),
                         element, /*saturate=*/false);
}

template <Binary kind>
static Results buildReduction(TileBuilder &builder, ArrayRef<TypedOperand> args,
                              AbsType result) {
  ReductionOptions options = readReductionOptions(args);
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
};

ArrayRef<Method> cm2tt::reductionMethods() { return methods; }
