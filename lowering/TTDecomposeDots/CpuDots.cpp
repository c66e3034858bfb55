// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Converts the operands of matrix products for CPUs to the type of the sum:
/// f32, f64 or i32.
///
/// No product is less exact than on GPUs. Narrow numbers are converted exactly;
/// products that may be computed as tf32 or in parts are computed in f32; sums
/// of f16 are computed in f32 and rounded once for each product of tiles.

#include "TTDecomposeDotsInternals.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace cm2tt;

Value cm2tt::widenElements(OpBuilder &builder, Value tile, Type element) {
  Location loc = tile.getLoc();
  auto from = cast<RankedTensorType>(tile.getType());
  Type type = from.clone(element);
  if (type == from)
    return tile;
  if (isa<IntegerType>(element))
    return arith::ExtSIOp::create(builder, loc, type, tile);
  // `arith` has no semantics for all formats of 8 bits.
  if (from.getElementTypeBitWidth() == 8)
    return tt::FpToFpOp::create(builder, loc, type, tile,
                                tt::RoundingModeAttr());
  return arith::ExtFOp::create(builder, loc, type, tile);
}

/// Invariant: the sum has the operands' type; the result's type stays.
///
///   %d = tt.dot %a, %b, %c : tensor<8x16xf16> * tensor<16x8xf16> ->
///   tensor<8x8xf16>
/// =>
///   %0 = arith.extf %a, %1 = arith.extf %b, %2 = arith.extf %c
///   %3 = tt.dot %0, %1, %2 : tensor<8x16xf32> * tensor<16x8xf32> ->
///   tensor<8x8xf32> %d = arith.truncf %3
bool cm2tt::widenDotForCpu(tt::DotOp dot) {
  OpBuilder builder(dot);
  dot.setInputPrecision(tt::InputPrecision::IEEE);
  dot.setMaxNumImpreciseAcc(0);
  Type narrow = dot.getType();
  Type sum = getElementTypeOrSelf(narrow);
  if (sum.isF16())
    sum = builder.getF32Type();
  bool isWide = sum == getElementTypeOrSelf(dot.getA().getType()) &&
                sum == getElementTypeOrSelf(dot.getB().getType());
  if (isWide)
    return false;
  for (OpOperand &operand : dot->getOpOperands())
    operand.set(widenElements(builder, operand.get(), sum));
  Value result = dot.getD();
  result.setType(dot.getC().getType());
  if (result.getType() == narrow)
    return true;
  builder.setInsertionPointAfter(dot);
  auto rounded = arith::TruncFOp::create(builder, dot.getLoc(), narrow, result);
  result.replaceAllUsesExcept(rounded, rounded);
  return true;
}
