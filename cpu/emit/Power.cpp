// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Powers on vectors of f32: 2^(y log2 |x|), computed in f64, in which the
/// product is precise enough for the largest exponents. The coefficients were
/// found like those in Polynomials.cpp.

#include "ElementwiseInternals.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/bit.h"

#include <limits>

using namespace mlir;
using namespace cm2tt;

static constexpr double infinity = std::numeric_limits<double>::infinity();

namespace {
/// Formulas on vectors of f64.
struct Power {
  const Lanes &lanes;

  Value f(double value) const { return lanes.number(lanes.f64(), value); }
  Value i(int64_t value) const { return lanes.i(64, value); }
  Value number(Value bits) const { return lanes.bitcast(lanes.f64(), bits); }
  Value magnitude(Value value) const {
    return math::AbsFOp::create(lanes.builder, value);
  }
  Value equals(Value a, Value b) const {
    return lanes.compare(arith::CmpFPredicate::OEQ, a, b);
  }
  Value isLess(Value a, Value b) const {
    return lanes.compare(arith::CmpFPredicate::OLT, a, b);
  }
  Value both(Value a, Value b) const { return lanes.op<arith::AndIOp>(a, b); }

  Value log2(Value magnitude) const;
  Value exp2(Value exponent) const;
};
} // namespace

/// Computes the logarithm of a number that is not negative: x = 2^e m with m
/// between sqrt(1/2) and sqrt(2), where log2(m) is an odd function of (m - 1) /
/// (m + 1). The error is 2^-45.
Value Power::log2(Value x) const {
  constexpr int64_t rootOfHalf = 0x3FE6A09E667F3BCD;
  Value distance = lanes.op<arith::SubIOp>(lanes.bits(x), i(rootOfHalf));
  Value exponent = lanes.cast<arith::SIToFPOp>(
      lanes.f64(),
      lanes.cast<arith::TruncIOp>(lanes.integer(32),
                                  lanes.op<arith::ShRSIOp>(distance, i(52))));
  Value fraction = lanes.op<arith::AndIOp>(distance, i(0xFFFFFFFFFFFFF));
  Value m = number(lanes.op<arith::AddIOp>(fraction, i(rootOfHalf)));
  Value s = lanes.op<arith::DivFOp>(lanes.sub(m, f(1)), lanes.add(m, f(1)));
  Value p = lanes.polynomial(lanes.mul(s, s),
                             {0x1.71547652b8250p+1, 0x1.ec709dc53d0b7p-1,
                              0x1.2776c2926ef62p-1, 0x1.a61a2f87d98dfp-2,
                              0x1.479533c2e799ap-2, 0x1.21b308c40891ap-2});
  Value result = lanes.mulAdd(s, p, exponent);
  Value isOrdinary = both(isLess(f(0), x), isLess(x, f(infinity)));
  Value other = lanes.select(equals(x, f(0)), f(-infinity), x);
  return lanes.select(isOrdinary, result, other);
}

/// Computes 2^exponent. Exponents are clamped to bounds for which the result in
/// f32 is 0 or infinity. NaN is returned unchanged.
Value Power::exp2(Value exponent) const {
  constexpr double least = -160, most = 130, shift = 0x1.8p52;
  Value bounded = lanes.select(isLess(exponent, f(least)), f(least), exponent);
  bounded = lanes.select(isLess(f(most), bounded), f(most), bounded);
  Value moved = lanes.add(bounded, f(shift));
  Value rest = lanes.sub(bounded, lanes.sub(moved, f(shift)));
  Value q =
      lanes.polynomial(rest, {0x1.62e43p-1, 0x1.ebfbdcp-3, 0x1.c6af7cp-5,
                              0x1.3b2dep-7, 0x1.5f0838p-10, 0x1.416b8p-13});
  Value whole = lanes.op<arith::SubIOp>(lanes.bits(moved),
                                        i(llvm::bit_cast<int64_t>(shift)));
  Value scale = number(
      lanes.op<arith::ShLIOp>(lanes.op<arith::AddIOp>(whole, i(1023)), i(52)));
  return lanes.mul(lanes.mulAdd(rest, q, f(1)), scale);
}

/// The special cases are those of C (IEC 60559, "pow").
Value cm2tt::emitPower(const Lanes &lanes, Value x, Value y) {
  Power power{lanes};
  auto f32 = [&](double value) { return lanes.f(value); };
  Value base = lanes.cast<arith::ExtFOp>(lanes.f64(), x);
  Value wideY = lanes.cast<arith::ExtFOp>(lanes.f64(), y);
  Value exponent =
      lanes.op<arith::MulFOp>(wideY, power.log2(power.magnitude(base)));
  // The power is 1 even if the base is NaN.
  exponent = lanes.select(power.equals(y, f32(0)), power.f(0), exponent);
  Value result = lanes.cast<arith::TruncFOp>(lanes.f32(), power.exp2(exponent));

  // A negative base requires a whole exponent; an odd one keeps the sign.
  auto isWhole = [&](Value value) {
    return power.equals(math::RoundEvenOp::create(lanes.builder, value), value);
  };
  Value isWholeY = isWhole(y);
  Value isWholeHalf = isWhole(lanes.op<arith::MulFOp>(y, f32(0.5)));
  Value sign =
      lanes.op<arith::AndIOp>(lanes.bits(x), lanes.i(32, int64_t(0x80000000)));
  Value zero = lanes.i(32, 0);
  sign = lanes.select(isWholeHalf, zero, lanes.select(isWholeY, sign, zero));
  result = lanes.bitcast(lanes.f32(),
                         lanes.op<arith::OrIOp>(lanes.bits(result), sign));
  Value isNegative =
      power.both(power.isLess(x, f32(0)), power.isLess(f32(-infinity), x));
  result =
      lanes.select(isNegative,
                   lanes.select(isWholeY, result,
                                f32(std::numeric_limits<double>::quiet_NaN())),
                   result);
  // The powers of 1, and the infinite powers of -1, are 1.
  Value isUnit = power.both(power.equals(power.magnitude(x), f32(1)),
                            power.equals(power.magnitude(y), f32(infinity)));
  Value isOne = lanes.op<arith::OrIOp>(power.equals(x, f32(1)), isUnit);
  return lanes.select(isOne, f32(1), result);
}
