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
/// Not here: the network (SortNetwork.cpp), indices (IndexedSort.cpp), extrema
/// (Reduce.cpp, ArgReduce.cpp).

#include "SortInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace cm2tt;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static FailureOr<SortOptions>
parseSortOptions(ArrayRef<AbsType> args, bool descending, EmitError error) {
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

FailureOr<SortOptions> cm2tt::parseSort(ArrayRef<AbsType> args,
                                        EmitError error) {
  return parseSortOptions(args, /*descending=*/false, error);
}

FailureOr<SortOptions> cm2tt::parseTopk(ArrayRef<AbsType> args,
                                        EmitError error) {
  SmallVector<AbsType> others(args);
  others.erase(others.begin() + 1);
  FailureOr<SortOptions> options =
      parseSortOptions(others, /*descending=*/true, error);
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
// Builders
//===----------------------------------------------------------------------===//

static Results buildSort(TileBuilder &builder, ArrayRef<TypedOperand> args,
                         const SortOptions &options, AbsType result) {
  BitonicNetwork network(builder, buildKeys(builder, args[0]), options.axis,
                         options.descending);
  network.sort();
  return buildElements(builder, network.finish(result.getShape()).front(),
                       result.getElementType());
}

static Results buildBitonicMerge(TileBuilder &builder,
                                 ArrayRef<TypedOperand> args,
                                 const SortOptions &options, AbsType result) {
  BitonicNetwork network(builder, buildKeys(builder, args[0]), options.axis,
                         options.descending);
  // With the keys that were added, the sequence is not bitonic.
  if (llvm::isPowerOf2_64(options.count))
    network.merge();
  else
    network.sort();
  return buildElements(builder, network.finish(result.getShape()).front(),
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

static Results buildTopk(TileBuilder &builder, ArrayRef<TypedOperand> args,
                         const SortOptions &options, AbsType result) {
  Value keys = buildKeys(builder, args[0]);
  Type element = result.getElementType();
  if (options.count == 1)
    return buildElements(
        builder, buildExtremum(builder, keys, options, result.getShape()),
        element);
  BitonicNetwork network(builder, keys, options.axis, options.descending);
  network.keep(options.count);
  return buildElements(builder, network.finish(result.getShape()).front(),
                       element);
}

ArrayRef<Method> cm2tt::getSortMethods() {
  static constexpr Method methods[] = {
#include "Sort.inc"
  };
  return methods;
}
