// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The softmax of a tile that has all elements of an axis.
///
/// Not here: its parts (Reduce.cpp, Math.cpp).

#include "ReduceInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace cm2tt;

namespace {
/// The arguments after the tile.
struct SoftmaxOptions {
  int64_t axis = 0;
  bool isPrecise = false;
};
} // namespace

static FailureOr<SoftmaxOptions> parseSoftmax(ArrayRef<AbsType> args,
                                              EmitError error) {
  /// T-SOFTMAX-1: the operand is a tile of floating-point numbers.
  if (!args[0].isTile() || !isa<FloatType>(args[0].getElementType()))
    return error() << "T-SOFTMAX-1: a tile of floating-point numbers is "
                      "expected: "
                   << args[0].str();
  SoftmaxOptions options;
  if (args.size() > 1) {
    /// T-SOFTMAX-2: the axis is one of the tile's.
    int64_t rank = args[0].getShape().size();
    std::optional<int64_t> axis = getAxis(args[1], rank);
    if (!axis)
      return reportAxis("T-SOFTMAX-2", args[1], rank, error);
    options.axis = *axis;
  }
  if (args.size() > 2) {
    /// T-SOFTMAX-3: whether the quotient is correctly rounded is a constant.
    std::optional<bool> isPrecise = constantBool(args[2]);
    if (!isPrecise)
      return error()
             << "T-SOFTMAX-3: whether the quotient is correctly rounded "
                "must be a constant truth value: "
             << args[2].str();
    options.isPrecise = *isPrecise;
  }
  return options;
}

static FailureOr<AbsType> typeOfSoftmax(ArrayRef<AbsType> args,
                                        const SoftmaxOptions &, EmitError) {
  Type element = args[0].getElementType();
  if (!element.isF64())
    element = Float32Type::get(element.getContext());
  return AbsType::tile(args[0].getShape(), element);
}

static Results buildSoftmax(TileBuilder &builder, ArrayRef<TypedOperand> args,
                            const SoftmaxOptions &options, AbsType result) {
  Type element = result.getElementType();
  ArrayRef<int64_t> shape = result.getShape();
  auto reduce = [&](Value tile, Binary kind) {
    Value reduced =
        buildReduce(builder, tile, options.axis,
                    [&](TileBuilder &builder, ValueRange a, ValueRange b) {
                      return SmallVector<Value>{
                          build(builder, kind, element, a[0], b[0])};
                    })
            .front();
    auto kept = reducedShape(shape, options.axis, /*keepDims=*/true);
    reduced = restoreDims(builder, reduced, kept, options.axis);
    return builder.get({AbsType::tile(kept, element), reduced}, shape);
  };
  Value x = convertedTile(builder, args[0], element);
  Value distance = builder.create<arith::SubFOp>(x, reduce(x, Binary::MaxNum));
  Value power = builder.create<math::ExpOp>(distance);
  Value sum = reduce(power, Binary::Add);
  if (options.isPrecise)
    return builder.create<tt::PreciseDivfOp>(power, sum);
  return builder.create<arith::DivFOp>(power, sum);
}

ArrayRef<Method> cm2tt::getSoftmaxMethods() {
  static constexpr Method methods[] = {
#include "Softmax.inc"
  };
  return methods;
}
