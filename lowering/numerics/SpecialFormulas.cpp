// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The operations of formulas of special functions, powers of e and logarithms.

#include "SpecialFormulas.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/bit.h"

#include <array>

using namespace mlir;
using namespace cm2tt;
using namespace cm2tt::special;

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static Type withElement(Type like, Type element) {
  if (auto vector = dyn_cast<VectorType>(like))
    return vector.clone(element);
  return element;
}

static Number createConstant(Number like, Type element, Attribute value) {
  Type type = withElement(like.value.getType(), element);
  if (auto vector = dyn_cast<VectorType>(type))
    value = DenseElementsAttr::get(vector, value);
  return {like.builder,
          arith::ConstantOp::create(*like.builder, cast<TypedAttr>(value))};
}

Number Number::like(double constant) const {
  return createConstant(*this, builder->getF64Type(),
                        builder->getF64FloatAttr(constant));
}

Number Number::like(int64_t constant) const {
  return createConstant(*this, builder->getI64Type(),
                        builder->getI64IntegerAttr(constant));
}

static Number bitcast(Number number, Type element) {
  Type type = withElement(number.value.getType(), element);
  return {number.builder,
          arith::BitcastOp::create(*number.builder, type, number.value)};
}

Number Number::bits() const { return bitcast(*this, builder->getI64Type()); }
Number Number::fromBits() const {
  return bitcast(*this, builder->getF64Type());
}

template <typename Op> static Number create(Number a, Number b) {
  return {a.builder, Op::create(*a.builder, a.value, b.value)};
}
template <typename Op> static Number create(Number a) {
  return {a.builder, Op::create(*a.builder, a.value)};
}

Number special::operator+(Number a, Number b) {
  return create<arith::AddFOp>(a, b);
}
Number special::operator-(Number a, Number b) {
  return create<arith::SubFOp>(a, b);
}
Number special::operator*(Number a, Number b) {
  return create<arith::MulFOp>(a, b);
}
Number special::operator/(Number a, Number b) {
  return create<arith::DivFOp>(a, b);
}
Number special::operator-(Number a) { return create<arith::NegFOp>(a); }

Number special::operator&(Number a, int64_t mask) {
  return create<arith::AndIOp>(a, a.like(mask));
}
Number special::operator|(Number a, Number b) {
  return create<arith::OrIOp>(a, b);
}
Number special::divideBits(Number a, int64_t divisor) {
  return create<arith::DivUIOp>(a, a.like(divisor));
}
Number special::addBits(Number a, Number b) {
  return create<arith::AddIOp>(a, b);
}
Number special::subtractBits(Number a, Number b) {
  return create<arith::SubIOp>(a, b);
}
Number special::shiftLeft(Number a, unsigned distance) {
  return create<arith::ShLIOp>(a, a.like(int64_t(distance)));
}
Number special::shiftRight(Number a, unsigned distance) {
  return create<arith::ShRUIOp>(a, a.like(int64_t(distance)));
}
Number special::shiftRightSigned(Number a, unsigned distance) {
  return create<arith::ShRSIOp>(a, a.like(int64_t(distance)));
}

static Number compare(arith::CmpFPredicate predicate, Number a, Number b) {
  return {a.builder,
          arith::CmpFOp::create(*a.builder, predicate, a.value, b.value)};
}
Number special::operator<(Number a, Number b) {
  return compare(arith::CmpFPredicate::OLT, a, b);
}
Number special::isEqual(Number a, Number b) {
  return compare(arith::CmpFPredicate::OEQ, a, b);
}
Number special::select(Number condition, Number a, Number b) {
  return {a.builder, arith::SelectOp::create(*a.builder, condition.value,
                                             a.value, b.value)};
}

Number special::fma(Number a, Number b, Number c) {
  return {a.builder,
          math::FmaOp::create(*a.builder, a.value, b.value, c.value)};
}
Number special::sqrt(Number a) { return create<math::SqrtOp>(a); }
Number special::abs(Number a) { return create<math::AbsFOp>(a); }
Number special::roundEven(Number a) { return create<math::RoundEvenOp>(a); }
Number special::copySign(Number magnitude, Number sign) {
  return create<math::CopySignOp>(magnitude, sign);
}
Number special::atMost(Number a, double most) {
  return select(a > most, a.like(most), a);
}
Number special::atLeast(Number a, double least) {
  return select(a < least, a.like(least), a);
}

Number special::polynomial(Number x, ArrayRef<double> coefficients) {
  Number result = x.like(coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    result = result * x + coefficient;
  return result;
}

//===----------------------------------------------------------------------===//
// Exponentials and logarithms
//===----------------------------------------------------------------------===//

/// log(2) in two parts; products of the first one with 11 bits are exact.
static constexpr double ln2High = 0x1.62e42feep-1,
                        ln2Low = 0x1.a39ef35793c76p-33;

/// The power series of e^r to r^13, without 1 + r, divided by r^2: its rest is
/// less than 2^-57 for |r| <= log(2) / 2.
static constexpr std::array<double, 12> makeExpSeries() {
  std::array<double, 12> series{};
  double factorial = 1;
  for (unsigned k = 0; k < series.size(); ++k) {
    factorial *= k + 2;
    series[k] = 1 / factorial;
  }
  return series;
}

/// The power series of log((1 + s) / (1 - s)) / (2s), by s^2, without 1 and
/// divided by s^2: its rest is less than 2^-56 for 1 + s <= sqrt(2) (1 - s).
static constexpr std::array<double, 10> makeLogSeries() {
  std::array<double, 10> series{};
  for (unsigned k = 0; k < series.size(); ++k)
    series[k] = 1.0 / (2 * k + 3);
  return series;
}

/// 2^exponent, which must be normal.
static Number powerOfTwo(Number exponent) {
  return shiftLeft(addBits(exponent, exponent.like(int64_t(1023))), 52)
      .fromBits();
}

Number special::scaledExp(Number high, Number low, Number factor) {
  static constexpr auto series = makeExpSeries();
  // The sum with a double whose last bit is 1 has the whole number in its bits.
  constexpr double shift = 0x1.8p52;
  Number moved = high * 0x1.71547652b82fep+0 + shift;
  Number exponent =
      subtractBits(moved.bits(), high.like(llvm::bit_cast<int64_t>(shift)));
  Number whole = moved - shift;
  Number rest = (high - whole * ln2High) - (whole * ln2Low - low);
  Number power = (rest + rest * rest * polynomial(rest, series)) + 1.0;
  // Two steps, since 2^exponent may overflow; the second one rounds.
  Number half = shiftRightSigned(exponent, 1);
  Number other = subtractBits(exponent, half);
  return power * factor * powerOfTwo(half) * powerOfTwo(other);
}

/// x = 2^n m with m from sqrt(1/2) to sqrt(2) and s = (m - 1) / (m + 1), so
/// that log(x) = n log(2) + log((1 + s) / (1 - s)).
Number special::log(Number x) {
  static constexpr auto series = makeLogSeries();
  constexpr int64_t rootOfHalf = 0x3FE6A09E667F3BCD;
  Number isSmall = x < 0x1p-1022;
  Number normal = select(isSmall, x * 0x1p54, x);
  Number distance = subtractBits(normal.bits(), x.like(rootOfHalf));
  Number exponent = shiftRightSigned(distance, 52);
  Number mantissa =
      addBits(distance & ((int64_t(1) << 52) - 1), x.like(rootOfHalf))
          .fromBits();
  // A whole number below 2^51 is the difference of two doubles.
  constexpr double shift = 0x1.8p52;
  Number n =
      addBits(exponent, x.like(llvm::bit_cast<int64_t>(shift))).fromBits() -
      shift;
  n = select(isSmall, n - 54.0, n);
  Number f = mantissa - 1.0;
  Number s = f / (f + 2.0);
  Number square = s * s;
  Number tail = (s + s) * square * polynomial(square, series);
  // 2s = f - s f, of which f is exact.
  Number small = n * ln2Low + (tail - s * f);
  return n * ln2High + (f + small);
}
