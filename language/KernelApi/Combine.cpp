// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reductions and scans with any combine function, of a tile or of a record of
/// tiles.
///
/// Not here: those with a name (Reduce.cpp).

#include "TileInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// The arguments of a reduction or scan, by their meaning.
struct Combination {
  /// The tiles, one or a record's.
  AbsType tiles;
  /// Which axis; nothing for all.
  std::optional<int64_t> axis;
  /// The index of the function among the arguments.
  unsigned function;
  /// The option after the function: keepDims, reverse.
  bool flag = false;
};
} // namespace

/// The record, or the only component, with other components.
static AbsType withComponents(AbsType model, ArrayRef<AbsType> components) {
  if (!model.isRecord())
    return components.front();
  return AbsType::record(model.getType().getContext(), model.getRecordClass(),
                         model.getComponentNames(), components);
}

/// The same tiles, each in that shape.
static AbsType withShape(AbsType tiles, ArrayRef<int64_t> shape) {
  auto components =
      llvm::map_to_vector(tiles.getComponents(), [&](AbsType component) {
        return AbsType::tile(shape, component.getElementType());
      });
  return withComponents(tiles, components);
}

static ArrayRef<int64_t> getShape(AbsType tiles) {
  return tiles.getComponents().front().getShape();
}

/// T-COMBINE-1: the operand is a tile of numbers, or a record of such tiles
/// with one shape.
static LogicalResult checkTiles(AbsType tiles, EmitError error) {
  auto components = tiles.getComponents();
  bool areTiles =
      !components.empty() && llvm::all_of(components, [&](AbsType component) {
        return component.isTile() && isNumeric(component) &&
               component.getShape() == components.front().getShape();
      });
  if (areTiles)
    return success();
  return error() << "T-COMBINE-1: a tile of numbers, or a record of tiles of "
                    "one shape, is expected: "
                 << tiles.str();
}

/// Parses the arguments: `(x, fn)`, which combines all, `(x, axis, fn)` or
/// `(x, axis, fn, flag)`.
static FailureOr<Combination> parseCombination(ArrayRef<AbsType> args,
                                               EmitError error) {
  if (failed(checkTiles(args[0], error)))
    return failure();
  Combination combination{args[0], std::nullopt, 1};
  if (args.size() == 2)
    return combination;
  /// T-COMBINE-2: the axis is one of the tiles'.
  int64_t rank = getShape(args[0]).size();
  combination.function = 2;
  combination.axis = getAxis(args[1], rank);
  if (!combination.axis && !isAbsent(args[1]))
    return reportAxis("T-COMBINE-2", args[1], rank, error);
  /// T-COMBINE-3: keepDims, or reverse, is a constant truth value.
  if (args.size() == 4 && !isAbsent(args[3])) {
    std::optional<bool> flag = constantBool(args[3]);
    if (!flag)
      return error() << "T-COMBINE-3: the last argument must be a constant "
                        "truth value: "
                     << args[3].str();
    combination.flag = *flag;
  }
  return combination;
}

/// T-COMBINE-4: a scan has an axis.
static LogicalResult checkScan(const Combination &scan, EmitError error) {
  if (scan.axis)
    return success();
  return error() << "T-COMBINE-4: a scan needs an axis";
}

template <bool isScan>
static FailureOr<SmallVector<AbsType>>
parametersOfCombination(ArrayRef<AbsType> args, EmitError error) {
  FailureOr<Combination> combination = parseCombination(args, error);
  if (failed(combination) || (isScan && failed(checkScan(*combination, error))))
    return failure();
  /// T-COMBINE-5: the elements are combined by a lambda or method reference.
  AbsType function = args[combination->function];
  if (!function.isFunction())
    return error() << "T-COMBINE-5: a lambda or method reference is expected: "
                   << function.str();
  return SmallVector<AbsType>(2, withShape(args[0], {}));
}

/// Whether a function's number can be an element: it is one, or both are
/// floating-point, as Java's `float` for an fp16.
static bool isElement(AbsType number, AbsType element) {
  return number.widened() == element ||
         (number.isNumber() && isa<FloatType>(number.getType()) &&
          isa<FloatType>(element.getType()));
}

/// T-COMBINE-6: the function returns values of the types of its arguments.
static LogicalResult checkResult(const Combination &combination, AbsType result,
                                 EmitError error) {
  AbsType expected = withShape(combination.tiles, {});
  auto have = result.getComponents(), want = expected.getComponents();
  bool isSame = result.isRecord() == expected.isRecord() &&
                result.getRecordClass() == expected.getRecordClass() &&
                have.size() == want.size();
  if (isSame && std::equal(have.begin(), have.end(), want.begin(), isElement))
    return success();
  return error() << "T-COMBINE-6: the function's result must be of the type of "
                    "the elements, "
                 << expected.str() << ": " << result.str();
}

static FailureOr<AbsType> typeOfReduce(ArrayRef<AbsType> args,
                                       const Combination &reduce,
                                       EmitError error) {
  if (failed(checkResult(reduce, args[reduce.function], error)))
    return failure();
  return withShape(args[0],
                   reducedShape(getShape(args[0]), reduce.axis, reduce.flag));
}

static FailureOr<AbsType> typeOfScan(ArrayRef<AbsType> args,
                                     const Combination &scan, EmitError error) {
  if (failed(checkScan(scan, error)) ||
      failed(checkResult(scan, args[scan.function], error)))
    return failure();
  return args[0];
}

/// Makes the function's body that of the operation, and its result the end.
template <typename ReturnOp, typename Op>
static void takeBody(TileBuilder &builder, Op op, AbsType tiles,
                     const TypedOperand &function) {
  OpBuilder::InsertionGuard guard(builder.builder);
  op.getCombineOp().takeBody(*function.body);
  builder.builder.setInsertionPointToEnd(&op.getCombineOp().front());
  SmallVector<Value> combined;
  for (auto [component, tile] :
       llvm::zip_equal(function.getComponents(), tiles.getComponents()))
    combined.push_back(
        builder.get(convertTo(builder, component, tile.getElementType())));
  builder.create<ReturnOp>(ValueRange(combined));
}

static Results buildReduceCall(TileBuilder &builder,
                               ArrayRef<TypedOperand> args,
                               const Combination &call, AbsType result) {
  Results tiles = args[0].values;
  if (!call.axis)
    for (Value &tile : tiles)
      tile = buildRavel(builder, tile, /*reorder=*/true);
  auto reduce =
      builder.create<tt::ReduceOp>(ValueRange(tiles), call.axis.value_or(0));
  takeBody<tt::ReduceReturnOp>(builder, reduce, call.tiles,
                               args[call.function]);
  Results values(reduce.getResults());
  if (call.flag)
    for (Value &value : values)
      value = restoreDims(builder, value, getShape(result), call.axis);
  return values;
}

static Results buildScanCall(TileBuilder &builder, ArrayRef<TypedOperand> args,
                             const Combination &call, AbsType) {
  auto scan = builder.create<tt::ScanOp>(ValueRange(args[0].values), *call.axis,
                                         call.flag);
  takeBody<tt::ScanReturnOp>(builder, scan, call.tiles, args[call.function]);
  return Results(scan.getResults());
}

ArrayRef<Method> cm2tt::getCombineMethods() {
  static constexpr Method methods[] = {
#include "Combine.inc"
  };
  return methods;
}
