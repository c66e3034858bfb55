// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Formulas of special functions on doubles: operators that create operations
/// of `arith` and `math`, and what the formulas share.
///
/// A product and a sum may be computed by one instruction or by two; `fma` is
/// written where the formula needs it.

#ifndef CM2TT_LOWERING_NUMERICS_SPECIALFORMULAS_H
#define CM2TT_LOWERING_NUMERICS_SPECIALFORMULAS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace cm2tt::special {

/// A double, an integer of 64 bits or a truth value, or a vector of them.
struct Number {
  mlir::ImplicitLocOpBuilder *builder;
  mlir::Value value;

  /// A constant of the same type.
  Number like(double constant) const;
  Number like(int64_t constant) const;
  /// The bits of a double, and the double of bits.
  Number bits() const;
  Number fromBits() const;
};

Number operator+(Number a, Number b);
Number operator-(Number a, Number b);
Number operator*(Number a, Number b);
Number operator/(Number a, Number b);
Number operator-(Number a);
inline Number operator+(Number a, double b) { return a + a.like(b); }
inline Number operator-(Number a, double b) { return a - a.like(b); }
inline Number operator-(double a, Number b) { return b.like(a) - b; }
inline Number operator*(Number a, double b) { return a * a.like(b); }
inline Number operator/(double a, Number b) { return b.like(a) / b; }

/// Operations on the bits of numbers.
Number operator&(Number a, int64_t mask);
Number operator|(Number a, Number b);
Number addBits(Number a, Number b);
Number subtractBits(Number a, Number b);
Number divideBits(Number a, int64_t divisor);
Number shiftLeft(Number a, unsigned distance);
Number shiftRight(Number a, unsigned distance);
Number shiftRightSigned(Number a, unsigned distance);

/// Comparisons, which are false for NaN.
Number operator<(Number a, Number b);
Number isEqual(Number a, Number b);
inline Number operator<(Number a, double b) { return a < a.like(b); }
inline Number operator>(Number a, double b) { return a.like(b) < a; }
inline Number isEqual(Number a, double b) { return isEqual(a, a.like(b)); }
Number select(Number condition, Number a, Number b);

Number fma(Number a, Number b, Number c);
Number sqrt(Number a);
Number abs(Number a);
Number roundEven(Number a);
Number copySign(Number magnitude, Number sign);
/// The lesser and the greater number; NaN for NaN in `a`.
Number atMost(Number a, double most);
Number atLeast(Number a, double least);

/// The value of a polynomial whose first coefficient is the constant.
Number polynomial(Number x, llvm::ArrayRef<double> coefficients);

/// factor e^(high + low), where `low` is less than a unit in the last place of
/// `high`, which is from -1400 to 1400. The result may be subnormal, and is
/// infinite if it overflows.
Number scaledExp(Number high, Number low, Number factor);

/// log(x) of a positive number that is not infinite.
Number log(Number x);

/// A function of as many numbers as its operands.
using Formula = Number (*)(llvm::ArrayRef<Number> x);

Number sinPi(llvm::ArrayRef<Number> x);
Number cosPi(llvm::ArrayRef<Number> x);
Number rcbrt(llvm::ArrayRef<Number> x);
Number norm(llvm::ArrayRef<Number> x);
Number reciprocalNorm(llvm::ArrayRef<Number> x);
Number rsqrt(llvm::ArrayRef<Number> x);
Number rcp64h(llvm::ArrayRef<Number> x);
Number erfcx(llvm::ArrayRef<Number> x);
Number erfinv(llvm::ArrayRef<Number> x);
Number erfcinv(llvm::ArrayRef<Number> x);
Number normcdf(llvm::ArrayRef<Number> x);
Number normcdfinv(llvm::ArrayRef<Number> x);
Number besselI0(llvm::ArrayRef<Number> x);
Number besselI1(llvm::ArrayRef<Number> x);

} // namespace cm2tt::special

#endif // CM2TT_LOWERING_NUMERICS_SPECIALFORMULAS_H
