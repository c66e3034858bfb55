// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Arithmetic on floats. Numbers of 16 bits are computed as f32 and rounded
/// after each operation. Sums, products, quotients and roots are then rounded
/// correctly, as f32 has more than twice their bits; fma needs more steps.
///
/// Not here: conversions (Conversions.cpp), functions (Math.cpp).

#include "ElementwiseInternals.h"

#include "cm2tt/Dialect/TT/TTOps.h"
#include "lowering/numerics/Float8.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace cm2tt;

/// Returns the type in which arithmetic on numbers of that type is performed.
static Type computedType(Type element) {
  return element.isF64() ? element : Float32Type::get(element.getContext());
}

//===----------------------------------------------------------------------===//
// f32 and f64
//===----------------------------------------------------------------------===//

static Value emitClamp(const Lanes &lanes, tt::ClampfOp op, ValueRange in) {
  if (op.getPropagateNan() == tt::PropagateNan::ALL)
    return lanes.op<arith::MinimumFOp>(
        lanes.op<arith::MaximumFOp>(in[0], in[1]), in[2]);
  return lanes.op<arith::MinNumFOp>(lanes.op<arith::MaxNumFOp>(in[0], in[1]),
                                    in[2]);
}

/// Creates the operation on f32 or f64.
static Value emitWide(const Lanes &lanes, Operation *op, ValueRange operands) {
  if (auto clamp = dyn_cast<tt::ClampfOp>(op))
    return emitClamp(lanes, clamp, operands);
  if (isa<tt::ApproxDivfOp, tt::PreciseDivfOp>(op))
    return lanes.op<arith::DivFOp>(operands[0], operands[1]);
  if (isa<tt::PreciseSqrtOp>(op))
    return math::SqrtOp::create(lanes.builder, operands[0]);
  if (Value result = emitFunction(lanes, op, operands))
    return result;
  Type result = getElementTypeOrSelf(op->getResult(0).getType());
  if (isa<FloatType>(result))
    result = computedType(result);
  return remake(lanes.builder, op, operands, lanes.of(result))->getResult(0);
}

//===----------------------------------------------------------------------===//
// 16 bits
//===----------------------------------------------------------------------===//

/// Creates operations that change the sign only, which need no arithmetic;
/// returns null for others.
static Value emitSign(const Lanes &lanes, Operation *op, ValueRange operands) {
  Type type = operands[0].getType();
  auto constant = [&](int64_t bits) { return lanes.i(16, bits); };
  Value bits = lanes.bits(operands[0]);
  Value result;
  if (isa<arith::NegFOp>(op))
    result = lanes.op<arith::XOrIOp>(bits, constant(0x8000));
  else if (isa<math::AbsFOp>(op))
    result = lanes.op<arith::AndIOp>(bits, constant(0x7FFF));
  else if (isa<math::CopySignOp>(op))
    result = lanes.op<arith::OrIOp>(
        lanes.op<arith::AndIOp>(bits, constant(0x7FFF)),
        lanes.op<arith::AndIOp>(lanes.bits(operands[1]), constant(0x8000)));
  else
    return {};
  return lanes.bitcast(type, result);
}

/// Computes x + y in f64, rounded to odd so that a second rounding is correct:
/// if the sum is not exact, the result is the neighbour whose last bit is set.
static Value addToOdd(const Lanes &lanes, Value x, Value y) {
  auto add = [&](Value a, Value b) { return lanes.op<arith::AddFOp>(a, b); };
  auto sub = [&](Value a, Value b) { return lanes.op<arith::SubFOp>(a, b); };
  // The exact error of the sum (Knuth, "The Art of Computer Programming",
  // 4.2.2).
  Value sum = add(x, y);
  Value part = sub(sum, x);
  Value error = add(sub(x, sub(sum, part)), sub(y, part));
  Value bits = lanes.bits(sum);
  auto i64 = [&](int64_t value) { return lanes.i(64, value); };
  Value isOdd = lanes.cast<arith::TruncIOp>(lanes.integer(1), bits);
  Value isOff = lanes.compare(arith::CmpFPredicate::ONE, error,
                              lanes.number(lanes.f64(), 0.0));
  Value signs = lanes.op<arith::XOrIOp>(bits, lanes.bits(error));
  Value isLarger = lanes.compare(arith::CmpIPredicate::slt, signs, i64(0));
  Value step = lanes.select(isLarger, i64(-1), i64(1));
  step = lanes.select(isOff, step, i64(0));
  step = lanes.select(isOdd, i64(0), step);
  return lanes.bitcast(lanes.f64(), lanes.op<arith::AddIOp>(bits, step));
}

/// Computes an fma with one rounding: in f64 the product is exact. For f16 the
/// sum is exact as well wherever the rounding depends on it, since all its bits
/// are between 2^-48 and 2^32.
static Value emitNarrowFma(const Lanes &lanes, ValueRange operands,
                           Type element) {
  Type f64 = lanes.builder.getF64Type();
  auto wide = llvm::map_to_vector(operands, [&](Value operand) {
    return convertFloat(lanes, operand, element, f64, Rounding::NearestEven);
  });
  Value product = lanes.op<arith::MulFOp>(wide[0], wide[1]);
  Value sum = element.isBF16() ? addToOdd(lanes, product, wide[2])
                               : lanes.add(product, wide[2]);
  return convertFloat(lanes, sum, f64, element, Rounding::NearestEven);
}

static Value emitNarrow(const Lanes &lanes, Operation *op,
                        ValueRange operands) {
  Type element = getElementTypeOrSelf(op->getOperand(0).getType());
  if (Value signedValue = emitSign(lanes, op, operands))
    return signedValue;
  if (isa<math::FmaOp>(op))
    return emitNarrowFma(lanes, operands, element);
  auto wide = llvm::map_to_vector(operands, [&](Value operand) {
    return convertFloat(lanes, operand, element, lanes.builder.getF32Type(),
                        Rounding::NearestEven);
  });
  Value result = emitWide(lanes, op, wide);
  Type type = getElementTypeOrSelf(op->getResult(0).getType());
  if (!isa<FloatType>(type))
    return result;
  return convertFloat(lanes, result, lanes.builder.getF32Type(), type,
                      Rounding::NearestEven);
}

Value cm2tt::emitFloat(const Lanes &lanes, Operation *op, ValueRange operands) {
  if (Value converted = emitConversion(lanes, op, operands))
    return converted;
  Type element = getElementTypeOrSelf(op->getOperand(0).getType());
  if (tt::isFloat8(element) && isa<math::AbsFOp>(op))
    return emitAbsOfFloat8(lanes.builder, lanes.builder.getLoc(), operands[0],
                           element);
  return getBits(element) == 16 ? emitNarrow(lanes, op, operands)
                                : emitWide(lanes, op, operands);
}
