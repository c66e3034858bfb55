// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Elements picked by their indices, and counts of equal integers.
///
/// Not here: sorting (Sort.cpp).

#include "TileInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

static bool isTileOfNumbers(AbsType type) {
  return type.isTile() && isNumeric(type);
}

/// Whether it is a tile of integers, which truth values are not.
static bool isTileOfIntegers(AbsType type) {
  return type.isTile() && isa<IntegerType>(type.getElementType()) &&
         !type.getElementType().isInteger(1);
}

/// Integers in at least 32 bits, with the values that their type gives them.
static Value buildIndices(TileBuilder &builder, const TypedOperand &operand) {
  Type element = operand.type.getElementType();
  if (element.getIntOrFloatBitWidth() < 32)
    element = builder.builder.getI32Type();
  return builder.get(convertTo(builder, operand, element));
}

//===----------------------------------------------------------------------===//
// gather and flip
//===----------------------------------------------------------------------===//

static FailureOr<AbsType> typeOfGather(ArrayRef<AbsType> args,
                                       EmitError error) {
  /// T-GATHER-1: the operand is a tile of numbers.
  if (!isTileOfNumbers(args[0]))
    return error() << "T-GATHER-1: a tile of numbers is expected: "
                   << args[0].str();
  /// T-GATHER-2: the index is a tile of integers.
  if (!isTileOfIntegers(args[1]))
    return error() << "T-GATHER-2: the index must be a tile of integers: "
                   << args[1].str();
  /// T-GATHER-3: the axis is one of the tile's.
  ArrayRef<int64_t> shape = args[0].getShape(), picked = args[1].getShape();
  std::optional<int64_t> axis = getAxis(args[2], shape.size());
  if (!axis)
    return reportAxis("T-GATHER-3", args[2], shape.size(), error);
  /// T-GATHER-4: the index has as many dimensions as the tile and, but along
  /// the axis, no larger extents.
  bool fits = picked.size() == shape.size();
  for (int64_t i = 0, rank = shape.size(); fits && i < rank; ++i)
    fits = i == *axis || picked[i] <= shape[i];
  if (!fits)
    return error() << "T-GATHER-4: the index must have as many dimensions and, "
                      "but along axis "
                   << *axis << ", no larger extents: " << args[0].str()
                   << " and " << args[1].str();
  return AbsType::tile(picked, args[0].getElementType());
}

static Results buildGather(TileBuilder &builder, ArrayRef<TypedOperand> args,
                           AbsType) {
  int64_t axis = *getAxis(args[2].type, args[0].type.getShape().size());
  return builder.create<tt::GatherOp>(builder.get(args[0]),
                                      buildIndices(builder, args[1]), axis);
}

/// The axis that a call without one means is the last.
static std::optional<int64_t> flippedAxis(ArrayRef<AbsType> args) {
  int64_t rank = args[0].getShape().size();
  return args.size() == 1 ? rank - 1 : getAxis(args[1], rank);
}

/// T-FLIP-1: the operand is a tile of numbers.
static FailureOr<AbsType> typeOfFlip(ArrayRef<AbsType> args, EmitError error) {
  if (!isTileOfNumbers(args[0]))
    return error() << "T-FLIP-1: a tile of numbers is expected: "
                   << args[0].str();
  /// T-FLIP-2: the axis is one of the tile's.
  if (!flippedAxis(args))
    return reportAxis("T-FLIP-2", args[1], args[0].getShape().size(), error);
  return args[0];
}

static Results buildFlip(TileBuilder &builder, ArrayRef<TypedOperand> args,
                         AbsType result) {
  auto types = llvm::map_to_vector(
      args, [](const TypedOperand &arg) { return arg.type; });
  int64_t axis = *flippedAxis(types);
  ArrayRef<int64_t> shape = result.getShape();
  Value forward = indicesAlong(builder, shape, axis);
  Value last = builder.constantInt(forward.getType(), shape[axis] - 1);
  Value backward = builder.create<arith::SubIOp>(last, forward);
  return builder.create<tt::GatherOp>(builder.get(args[0]), backward, axis);
}

//===----------------------------------------------------------------------===//
// histogram
//===----------------------------------------------------------------------===//

static FailureOr<AbsType> typeOfHistogram(ArrayRef<AbsType> args,
                                          EmitError error) {
  /// T-HISTOGRAM-1: the operand is a tile of one dimension, of integers.
  if (!isTileOfIntegers(args[0]) || args[0].getShape().size() != 1)
    return error() << "T-HISTOGRAM-1: a tile of one dimension, of integers, is "
                      "expected: "
                   << args[0].str();
  /// T-HISTOGRAM-2: the number of bins is a positive constant.
  auto i32 = IntegerType::get(args[0].getType().getContext(), 32);
  FailureOr<AbsType> result = checkedTile("T-HISTOGRAM-2", args[1], i32, error);
  if (failed(result))
    return failure();
  /// T-HISTOGRAM-3: the mask has truth values, and broadcasts to the tile.
  if (args.size() < 3 || isAbsent(args[2]))
    return result;
  auto shape = broadcastShapes(args[0].getShape(), args[2].getShape());
  if (args[2].isData() && args[2].getElementType().isInteger(1) && shape &&
      ArrayRef<int64_t>(*shape) == args[0].getShape())
    return result;
  return error() << "T-HISTOGRAM-3: the mask must have truth values, and "
                    "broadcast to "
                 << args[0].str() << ": " << args[2].str();
}

static Results buildHistogram(TileBuilder &builder, ArrayRef<TypedOperand> args,
                              AbsType result) {
  Value mask;
  if (args.size() == 3 && !isAbsent(args[2].type))
    mask = builder.get(args[2], args[0].type.getShape());
  return builder.create<tt::HistogramOp>(signlessType(result.getType()),
                                         buildIndices(builder, args[0]), mask);
}

ArrayRef<Method> cm2tt::getGatherMethods() {
  static constexpr Method methods[] = {
#include "Gather.inc"
  };
  return methods;
}
