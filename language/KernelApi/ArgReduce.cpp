// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Extrema with their index, of which the first of equal ones wins unless the
/// call allows any.

#include "ReduceInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// The arguments after the tile.
struct IndexedOptions {
  ReductionOptions reduction;
  /// Whether the first of equal elements wins.
  bool isFirst = true;
};
} // namespace

static FailureOr<IndexedOptions> parseIndexed(ArrayRef<AbsType> args,
                                              EmitError error) {
  FailureOr<ReductionOptions> reduction =
      parseReduction(args.take_front(3), error);
  if (failed(reduction))
    return failure();
  IndexedOptions options{*reduction};
  if (args.size() < 4 || isAbsent(args[3]))
    return options;
  /// T-REDUCTION-6: whether the first of equal elements wins is a constant.
  std::optional<bool> isFirst = constantBool(args[3]);
  if (!isFirst)
    return error() << "T-REDUCTION-6: whether the first of equal elements wins "
                      "must be a constant truth value: "
                   << args[3].str();
  options.isFirst = *isFirst;
  return options;
}

/// A record of both, or the index alone.
template <bool withValue>
static FailureOr<AbsType> typeOfIndexed(ArrayRef<AbsType> args,
                                        const IndexedOptions &options,
                                        EmitError) {
  const ReductionOptions &reduction = options.reduction;
  auto shape = reducedShape(args[0].getShape(), reduction.axis, reduction.flag);
  MLIRContext *context = args[0].getType().getContext();
  AbsType index = AbsType::tile(shape, IntegerType::get(context, 32));
  if (!withValue)
    return index;
  AbsType value =
      AbsType::tile(shape, comparedElement(args[0].getElementType()));
  return recordType(valueIndexRecord, {value, index});
}

/// Takes the accumulated value and index if the value wins, or with `isFirst`
/// is equal and its index smaller.
static SmallVector<Value> combineIndexed(TileBuilder &builder, Compare wins,
                                         bool isFirst, Type element,
                                         ValueRange a, ValueRange b) {
  Value tie;
  if (isFirst) {
    Type index = builder.builder.getI32Type();
    Value isEqual = build(builder, Compare::Eq, element, a[0], b[0]);
    Value isBefore = build(builder, Compare::Lt, index, a[1], b[1]);
    tie = builder.create<arith::AndIOp>(isEqual, isBefore);
  }
  Value take = build(builder, wins, element, a[0], b[0]);
  if (tie)
    take = builder.create<arith::OrIOp>(take, tie);
  return {builder.create<arith::SelectOp>(take, a[0], b[0]),
          builder.create<arith::SelectOp>(take, a[1], b[1])};
}

template <Compare wins, bool withValue>
static Results buildIndexed(TileBuilder &builder, ArrayRef<TypedOperand> args,
                            const IndexedOptions &indexed, AbsType result) {
  const ReductionOptions &options = indexed.reduction;
  Type element = comparedElement(args[0].type.getElementType());
  Value tile = convertedTile(builder, args[0], element);
  if (!options.axis)
    tile = buildRavel(builder, tile, /*reorder=*/false);
  int64_t axis = options.axis.value_or(0);
  auto shape = cast<RankedTensorType>(tile.getType()).getShape();
  Results both = buildReduce(
      builder, {tile, indicesAlong(builder, shape, axis)}, axis,
      [&](TileBuilder &builder, ValueRange a, ValueRange b) {
        return combineIndexed(builder, wins, indexed.isFirst, element, a, b);
      });
  Results wanted(ValueRange(both).drop_front(withValue ? 0 : 1));
  if (options.flag)
    for (Value &value : wanted)
      value =
          restoreDims(builder, value, result.getComponents().front().getShape(),
                      options.axis);
  return wanted;
}

ArrayRef<Method> cm2tt::getArgReduceMethods() {
  static constexpr Method methods[] = {
#include "ArgReduce.inc"
  };
  return methods;
}
