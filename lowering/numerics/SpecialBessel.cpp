// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Modified Bessel functions of the first kind, by their power series up to 8
/// (M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions", 9.6.10),
/// none of whose terms is negative, and by a polynomial in 1 / x above, as in
/// 9.8. The coefficients are ours.

#include "SpecialCoefficients.h"
#include "SpecialFormulas.h"

#include <array>
#include <limits>

using namespace cm2tt;
using namespace cm2tt::special;

/// Coefficients of the series in x^2 / 4: 1 / (k! (k + order)!). Its rest is
/// less than 2^-54 of it up to 8.
template <unsigned order>
static constexpr std::array<double, 24> makeBesselSeries() {
  std::array<double, 24> series{1};
  for (unsigned k = 1; k < series.size(); ++k)
    series[k] = series[k - 1] / (double(k) * (k + order));
  return series;
}

/// e^x / sqrt(x) times the polynomial, of a magnitude above 8.
static Number large(Number x, llvm::ArrayRef<double> tail) {
  Number bounded = atMost(atLeast(x, 8), 1300);
  Number v = 16.0 / bounded - 1.0;
  Number factor = polynomial(v, tail) / sqrt(bounded);
  return scaledExp(bounded, bounded.like(0.0), factor);
}

Number special::besselI0(llvm::ArrayRef<Number> x) {
  static constexpr auto series = makeBesselSeries<0>();
  Number magnitude = abs(x[0]);
  Number half = atMost(magnitude, 8) * 0.5;
  return select(magnitude > 8.0, large(magnitude, besselI0Tail),
                polynomial(half * half, series));
}

Number special::besselI1(llvm::ArrayRef<Number> x) {
  static constexpr auto series = makeBesselSeries<1>();
  Number magnitude = abs(x[0]);
  Number half = atMost(magnitude, 8) * 0.5;
  Number result = select(magnitude > 8.0, large(magnitude, besselI1Tail),
                         half * polynomial(half * half, series));
  return copySign(result, x[0]);
}
