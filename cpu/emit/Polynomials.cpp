// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Functions on vectors of f32. The argument is reduced to a short interval, on
/// which a polynomial approximates the function. Its coefficients minimise the
/// largest error there: they were found by weighted least squares, with weights
/// that were adapted to the error, and rounded to f32 one after the other, from
/// the lowest on.
///
/// docs/accuracy.md has the errors. They do not depend on whether the CPU has
/// fma. The result for NaN is NaN, and subnormal arguments are as exact as
/// others.

#include "ElementwiseInternals.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace cm2tt;

/// log 2 in two parts; the first has so few bits that products with exponents
/// are exact.
static constexpr float ln2High = 0x1.63p-1f, ln2Low = -0x1.bd0106p-13f;
static constexpr float log2e = 0x1.715476p+0f;
static constexpr uint32_t signBit = 0x80000000;

namespace {
/// Formulas on vectors of f32.
struct Formula {
  const Lanes &lanes;

  Value f(double value) const { return lanes.f(value); }
  Value i(int64_t value) const { return lanes.i(32, value); }
  Value bits(Value value) const { return lanes.bits(value); }
  Value number(Value bits) const { return lanes.bitcast(lanes.f32(), bits); }
  Value isLess(Value a, Value b) const {
    return lanes.compare(arith::CmpFPredicate::OLT, a, b);
  }
  /// Clamps from below or above; NaN is returned unchanged.
  Value atLeast(Value value, double least) const {
    return lanes.select(isLess(value, f(least)), f(least), value);
  }
  Value atMost(Value value, double most) const {
    return lanes.select(isLess(f(most), value), f(most), value);
  }
  Value magnitude(Value value) const {
    return math::AbsFOp::create(lanes.builder, value);
  }
  /// A magnitude with the sign of another number.
  Value withSign(Value magnitude, Value other) const {
    Value sign = lanes.op<arith::AndIOp>(bits(other), i(int32_t(signBit)));
    return number(lanes.op<arith::OrIOp>(bits(magnitude), sign));
  }

  /// A whole number near another, as float and as integer.
  struct Whole {
    Value number, integer;
  };
  Whole nearest(Value product) const;
  Value powerOfTwo(Value exponent) const;
  Value scale(Value value, Value exponent) const;

  Value expm1Polynomial(Value rest) const;
  Value expPolynomial(Value rest) const;
  Whole splitExp(Value x, Value &rest) const;
  Value expOfModest(Value x) const;

  struct Logarithm;
  Logarithm splitLog(Value x) const;
  Value withLogLimits(Value x, Value result) const;

  Value exp(Value x) const;
  Value exp2(Value x) const;
  Value expm1(Value x) const;
  Value log(Value x) const;
  Value log10(Value x) const;
  Value log1p(Value x) const;
  Value log2(Value x) const;
  Value tanh(Value x) const;
  Value erf(Value x) const;
};
} // namespace

//===----------------------------------------------------------------------===//
// Exponentials
//===----------------------------------------------------------------------===//

/// Rounds by adding a float whose last bit has the value 1: the sum is a whole
/// number, which is then in the lowest bits.
Formula::Whole Formula::nearest(Value product) const {
  constexpr float shift = 0x1.8p23f;
  Value moved = lanes.add(product, f(shift));
  return {
      lanes.sub(moved, f(shift)),
      lanes.op<arith::SubIOp>(bits(moved), i(llvm::bit_cast<int32_t>(shift)))};
}

/// Returns 2^exponent. The result must be a normal number.
Value Formula::powerOfTwo(Value exponent) const {
  return number(lanes.op<arith::ShLIOp>(
      lanes.op<arith::AddIOp>(exponent, i(127)), i(23)));
}

/// Multiplies by a power of two, in two steps, since the power itself may
/// overflow. A subnormal result is rounded only once, in the second step, in
/// which results may overflow too.
Value Formula::scale(Value value, Value exponent) const {
  Value half = lanes.op<arith::ShRSIOp>(exponent, i(1));
  Value other = lanes.op<arith::SubIOp>(exponent, half);
  return lanes.mul(lanes.mul(value, powerOfTwo(half)), powerOfTwo(other));
}

/// Returns e^r - 1 for |r| <= log(2) / 2, with an error of 2^-28.
Value Formula::expm1Polynomial(Value rest) const {
  Value q =
      lanes.polynomial(rest, {0x1.fffffcp-2f, 0x1.555492p-3f, 0x1.5558aap-5f,
                              0x1.12396ep-7f, 0x1.6a524ep-10f});
  return lanes.mulAdd(lanes.mul(rest, rest), q, rest);
}

Value Formula::expPolynomial(Value rest) const {
  return lanes.add(expm1Polynomial(rest), f(1));
}

/// Splits x = n log(2) + rest, and returns n.
Formula::Whole Formula::splitExp(Value x, Value &rest) const {
  Whole n = nearest(lanes.mul(x, f(log2e)));
  rest = lanes.sub(x, lanes.mul(n.number, f(ln2High)));
  rest = lanes.sub(rest, lanes.mul(n.number, f(ln2Low)));
  return n;
}

/// Returns e^x. The result must be a normal number.
Value Formula::expOfModest(Value x) const {
  Value rest;
  Whole n = splitExp(x, rest);
  return lanes.mul(expPolynomial(rest), powerOfTwo(n.integer));
}

/// Arguments are clamped to bounds for which the result is 0 or infinity.
Value Formula::exp(Value x) const {
  Value rest;
  Whole n = splitExp(atMost(atLeast(x, -104), 89), rest);
  return scale(expPolynomial(rest), n.integer);
}

/// Approximates 2^r for |r| <= 1/2 with an error of 2^-28.
Value Formula::exp2(Value x) const {
  Value bounded = atMost(atLeast(x, -151), 129);
  Whole n = nearest(bounded);
  Value rest = lanes.sub(bounded, n.number);
  Value q =
      lanes.polynomial(rest, {0x1.62e43p-1f, 0x1.ebfbdcp-3f, 0x1.c6af7cp-5f,
                              0x1.3b2dep-7f, 0x1.5f0838p-10f, 0x1.416b8p-13f});
  return scale(lanes.mulAdd(rest, q, f(1)), n.integer);
}

/// Doubles 2^(n-1) (e^r - 1) + 2^(n-1) - 1/2, which does not overflow. An
/// argument that is so small that it is its own result is returned unchanged,
/// which keeps the sign of 0.
Value Formula::expm1(Value x) const {
  Value rest;
  Whole n = splitExp(atMost(atLeast(x, -20), 89), rest);
  Value power = powerOfTwo(lanes.op<arith::SubIOp>(n.integer, i(1)));
  Value half =
      lanes.mulAdd(power, expm1Polynomial(rest), lanes.sub(power, f(0.5)));
  Value result = lanes.op<arith::AddFOp>(half, half);
  return lanes.select(isLess(magnitude(x), f(0x1p-30)), x, result);
}

//===----------------------------------------------------------------------===//
// Logarithms
//===----------------------------------------------------------------------===//

/// The parts of a logarithm: x = 2^exponent (1 + f) with 1 + f between
/// sqrt(1/2) and sqrt(2), and log(1 + f) = f + tail with an error of 2^-30.
struct Formula::Logarithm {
  Value exponent, f, tail;
};

Formula::Logarithm Formula::splitLog(Value x) const {
  constexpr int32_t rootOfHalf = 0x3F3504F3;
  Value isSmall = isLess(x, f(0x1p-126));
  Value normal = lanes.select(isSmall, lanes.mul(x, f(0x1p23)), x);
  Value distance = lanes.op<arith::SubIOp>(bits(normal), i(rootOfHalf));
  Value exponent = lanes.cast<arith::SIToFPOp>(
      lanes.f32(), lanes.op<arith::ShRSIOp>(distance, i(23)));
  Value moved = lanes.sub(exponent, f(23));
  Value fraction = lanes.op<arith::AndIOp>(distance, i(0x7FFFFF));
  Value r =
      lanes.sub(number(lanes.op<arith::AddIOp>(fraction, i(rootOfHalf))), f(1));
  Value p =
      lanes.polynomial(r, {0x1.555548p-2f, -0x1.000006p-2f, 0x1.99a478p-3f,
                           -0x1.555c48p-3f, 0x1.233b62p-3f, -0x1.fc278ap-4f,
                           0x1.e6c372p-4f, -0x1.de0d26p-4f, 0x1.147962p-4f});
  Value square = lanes.mul(r, r);
  Value cube = lanes.mul(lanes.mul(r, square), p);
  return {lanes.select(isSmall, moved, exponent), r,
          lanes.sub(cube, lanes.mul(square, f(0.5)))};
}

/// Replaces the results for 0, infinity, negative numbers and NaN.
Value Formula::withLogLimits(Value x, Value result) const {
  double infinity = std::numeric_limits<float>::infinity();
  Value isPositive = isLess(f(0), x);
  Value isZero = lanes.compare(arith::CmpFPredicate::OEQ, x, f(0));
  Value other = lanes.select(isZero, f(-infinity),
                             f(std::numeric_limits<float>::quiet_NaN()));
  Value isFinite = isLess(x, f(infinity));
  return lanes.select(isPositive, lanes.select(isFinite, result, x), other);
}

Value Formula::log(Value x) const {
  Logarithm parts = splitLog(x);
  Value low = lanes.mulAdd(parts.exponent, f(ln2Low), parts.tail);
  Value sum = lanes.add(parts.f, low);
  return withLogLimits(x, lanes.mulAdd(parts.exponent, f(ln2High), sum));
}

/// Computes the logarithm of the rounded sum 1 + x, and adds the rounding error
/// divided by the sum.
Value Formula::log1p(Value x) const {
  auto sub = [&](Value a, Value b) { return lanes.op<arith::SubFOp>(a, b); };
  Value sum = lanes.op<arith::AddFOp>(x, f(1));
  Value isLarge = isLess(f(1), x);
  Value lost =
      lanes.select(isLarge, sub(f(1), sub(sum, x)), sub(x, sub(sum, f(1))));
  Logarithm parts = splitLog(sum);
  Value low = lanes.mulAdd(parts.exponent, f(ln2Low), parts.tail);
  low = lanes.add(low, lanes.op<arith::DivFOp>(lost, sum));
  Value result =
      lanes.mulAdd(parts.exponent, f(ln2High), lanes.add(parts.f, low));
  result = withLogLimits(sum, result);
  return lanes.select(isLess(magnitude(x), f(0x1p-30)), x, result);
}

/// Multiplies by log10(e) and log10(2). Each has two parts, for precision.
Value Formula::log10(Value x) const {
  constexpr double high = 0x1.bcp-2, low = 4.3429448190325182765e-1 - high;
  constexpr double high2 = 0x1.34p-2, low2 = 3.0102999566398119521e-1 - high2;
  Logarithm parts = splitLog(x);
  Value sum = lanes.mul(parts.f, f(low));
  sum = lanes.mulAdd(parts.exponent, f(low2), sum);
  sum = lanes.mulAdd(parts.tail, f(high + low), sum);
  sum = lanes.mulAdd(parts.f, f(high), sum);
  return withLogLimits(x, lanes.mulAdd(parts.exponent, f(high2), sum));
}

/// Divides by log(2): multiplies by its reciprocal, which is 1 + more.
Value Formula::log2(Value x) const {
  constexpr double more = 0.44269504088896340736;
  Logarithm parts = splitLog(x);
  Value sum = lanes.mul(parts.tail, f(more));
  sum = lanes.mulAdd(parts.f, f(more), sum);
  sum = lanes.add(sum, parts.tail);
  sum = lanes.add(sum, parts.f);
  return withLogLimits(x, lanes.add(sum, parts.exponent));
}

//===----------------------------------------------------------------------===//
// Odd functions
//===----------------------------------------------------------------------===//

/// A polynomial near 0, with an error of 2^-27; otherwise 1 - 2 / (e^2|x| + 1).
Value Formula::tanh(Value x) const {
  Value a = magnitude(x), square = lanes.mul(a, a);
  Value p =
      lanes.polynomial(square, {-0x1.55552ap-2f, 0x1.110536p-3f, -0x1.b7f9ep-5f,
                                0x1.506c6ep-6f, -0x1.6e0d54p-8f});
  Value small = lanes.mulAdd(lanes.mul(a, square), p, a);
  Value bounded = atMost(a, 10);
  Value power = expOfModest(lanes.op<arith::AddFOp>(bounded, bounded));
  Value part = lanes.op<arith::DivFOp>(f(2), lanes.add(power, f(1)));
  Value large = lanes.sub(f(1), part);
  return withSign(lanes.select(isLess(a, f(0.625)), small, large), x);
}

/// A polynomial near 0, with an error of 2^-29; otherwise 1 - e^g(|x|), where
/// the polynomial g is the logarithm of erfc. From 4 on, the result is 1 in
/// f32.
Value Formula::erf(Value x) const {
  Value a = magnitude(x), square = lanes.mul(a, a);
  Value p = lanes.polynomial(
      square, {0x1.06eba8p-3f, -0x1.81273ep-2f, 0x1.ce2ce6p-4f, -0x1.b7f71ap-6f,
               0x1.53f224p-8f, -0x1.a3515ep-11f, 0x1.4771fcp-14f});
  Value small = lanes.mulAdd(a, p, a);
  Value g = lanes.polynomial(atMost(a, 4),
                             {-0x1.661cd6p-12f, -0x1.2088eap+0f,
                              -0x1.46baf0p-1f, -0x1.a6531ep-4f, 0x1.65cb36p-6f,
                              -0x1.825ab4p-9f, 0x1.86ddecp-13f});
  Value large = lanes.sub(f(1), expOfModest(g));
  return withSign(lanes.select(isLess(a, f(1)), small, large), x);
}

//===----------------------------------------------------------------------===//
// Sine and cosine
//===----------------------------------------------------------------------===//

/// For this angle and larger ones, the number of quarter periods is not exact.
static constexpr double largestAngle = 0x1p20;

/// Computes the sine of a number that is smaller than largestAngle: subtracts
/// quarter periods in f64, and approximates the sine or cosine of the rest by a
/// polynomial with an error of 2^-27. The cosine is the sine, a quarter period
/// later.
static Value emitModerateSine(const Formula &formula, Value x, bool isCosine) {
  const Lanes &lanes = formula.lanes;
  Type f64 = lanes.f64();
  auto wide = [&](double value) { return lanes.number(f64, value); };
  // A quarter period in two parts; products with the first are exact.
  constexpr double high = 0x1.921fb544p+0, low = 0x1.0b4611a626331p-34;
  constexpr double shift = 0x1.8p52, perTurn = 0.63661977236758134308;
  Value angle = lanes.cast<arith::ExtFOp>(f64, x);
  Value moved = lanes.mulAdd(angle, wide(perTurn), wide(shift));
  Value turns = lanes.sub(moved, wide(shift));
  Value exact = lanes.sub(angle, lanes.mul(turns, wide(high)));
  exact = lanes.sub(exact, lanes.mul(turns, wide(low)));
  Value r = lanes.cast<arith::TruncFOp>(lanes.f32(), exact);
  Value quarter =
      lanes.cast<arith::TruncIOp>(lanes.integer(32), lanes.bits(moved));
  if (isCosine)
    quarter = lanes.op<arith::AddIOp>(quarter, formula.i(1));

  Value square = lanes.mul(r, r);
  Value s = lanes.polynomial(
      square, {-0x1.555546p-3f, 0x1.110774p-7f, -0x1.9951f2p-13f});
  Value sine = lanes.mulAdd(lanes.mul(r, square), s, r);
  Value c = lanes.polynomial(
      square, {0x1.55554ap-5f, -0x1.6c0c28p-10f, 0x1.99e80cp-16f});
  Value fourth = lanes.mul(square, square);
  Value cosine =
      lanes.add(lanes.mulAdd(fourth, c, lanes.mul(square, formula.f(-0.5))),
                formula.f(1));
  Value odd = lanes.op<arith::AndIOp>(quarter, formula.i(1));
  Value isOdd = lanes.compare(arith::CmpIPredicate::ne, odd, formula.i(0));
  Value result = lanes.select(isOdd, cosine, sine);
  Value sign = lanes.op<arith::ShLIOp>(
      lanes.op<arith::AndIOp>(quarter, formula.i(2)), formula.i(30));
  result = formula.number(lanes.op<arith::XOrIOp>(formula.bits(result), sign));
  if (isCosine)
    return result;
  Value isZero = lanes.compare(arith::CmpFPredicate::OEQ, x, formula.f(0));
  return lanes.select(isZero, x, result); // keeps -0
}

/// If an angle of the vector is too large, infinite or NaN, C's function
/// computes the whole vector.
static Value emitSineOrCosine(const Lanes &lanes, Value x, bool isCosine) {
  Formula formula{lanes};
  ImplicitLocOpBuilder &builder = lanes.builder;
  Value isModerate =
      formula.isLess(formula.magnitude(x), formula.f(largestAngle));
  Value areModerate =
      LLVM::vector_reduce_and::create(builder, builder.getI1Type(), isModerate);
  auto choice =
      scf::IfOp::create(builder, x.getType(), areModerate, /*addElse=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(choice.thenBlock());
  scf::YieldOp::create(builder, emitModerateSine(formula, x, isCosine));
  builder.setInsertionPointToStart(choice.elseBlock());
  scf::YieldOp::create(
      builder, emitCall(lanes, isCosine ? "cosf" : "sinf", x.getType(), x));
  return choice.getResult(0);
}

//===----------------------------------------------------------------------===//
// Table of functions
//===----------------------------------------------------------------------===//

static Value emitSine(const Lanes &lanes, ValueRange operands) {
  return emitSineOrCosine(lanes, operands[0], /*isCosine=*/false);
}

static Value emitCosine(const Lanes &lanes, ValueRange operands) {
  return emitSineOrCosine(lanes, operands[0], /*isCosine=*/true);
}

static Value emitPow(const Lanes &lanes, ValueRange operands) {
  return emitPower(lanes, operands[0], operands[1]);
}

template <Value (Formula::*formula)(Value) const>
static Value emit(const Lanes &lanes, ValueRange operands) {
  return (Formula{lanes}.*formula)(operands[0]);
}

Value cm2tt::emitVectorFunction(const Lanes &lanes, StringRef name,
                                ValueRange operands) {
  using Function = Value (*)(const Lanes &, ValueRange);
  static constexpr std::pair<StringLiteral, Function> functions[] = {
#define MATH_FUNCTION(OP, NAME, SIGNATURE, GPU, CPU, VECTOR) {NAME, VECTOR},
#include "cm2tt/Lowering/MathFunctions.def"
  };
  for (auto [known, function] : functions)
    if (known == name)
      return function ? function(lanes, operands) : Value();
  return Value();
}
