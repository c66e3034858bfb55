// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The scaled error function, the normal distribution and their inverses.
///
/// (1 + 2x) e^(x^2) erfc(x) is a smooth function of (x - k) / (x + k) on the
/// whole half-axis (M. M. Shepherd, J. G. Laframboise, "Chebyshev Approximation
/// of (1 + 2x) exp(x^2) erfc x in 0 <= x < infinity", Math. Comp. 36, 1981).
/// The quotient erfinv(x) / x is one of w = -log(1 - x^2) (M. Giles,
/// "Approximating the erfinv function", GPU Computing Gems, 2011), and x is
/// exact where it is close to 1, if 1 - x is given. The coefficients are ours.

#include "SpecialCoefficients.h"
#include "SpecialFormulas.h"

#include <limits>

using namespace cm2tt;
using namespace cm2tt::special;

static constexpr double infinity = std::numeric_limits<double>::infinity();
static constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

/// e^(x^2) erfc(x) of a magnitude. It is computed from x itself where v is 1.
static Number scaledErfc(Number x) {
  Number near = atMost(x, 0x1p60);
  Number v = (near - 3.5) / (near + 3.5);
  return polynomial(v, erfcxCoefficients) * 0.5 / (x + 0.5);
}

/// Less than -27, the result overflows.
Number special::erfcx(llvm::ArrayRef<Number> x) {
  Number ofMagnitude = scaledErfc(abs(x[0]));
  Number bounded = atLeast(x[0], -27);
  Number square = bounded * bounded;
  Number power = scaledExp(atMost(square, 1000), fma(bounded, bounded, -square),
                           square.like(2.0));
  return select(x[0] < 0.0, power - ofMagnitude, ofMagnitude);
}

/// e^(-x^2 / 2) erfcx(|x| / sqrt(2)) / 2 is the smaller one of both parts. Less
/// than -39, it is 0.
Number special::normcdf(llvm::ArrayRef<Number> x) {
  Number bounded = atMost(abs(x[0]), 39);
  Number square = bounded * bounded;
  Number low = fma(bounded, bounded, -square);
  Number factor = scaledErfc(bounded * 0x1.6a09e667f3bcdp-1) * 0.5;
  Number part = scaledExp(square * -0.5, low * -0.5, factor);
  return select(x[0] < 0.0, part, 1.0 - part);
}

/// erfinv(x) for x and w = -log(1 - x^2) up to 745.
static Number inverse(Number x, Number w) {
  Number near = polynomial((atMost(w, 5) - 2.5) * 0.4, erfinvCoefficients);
  Number root = sqrt(w);
  Number u = 1.0 / root;
  auto tail = [&](double low, double high,
                  llvm::ArrayRef<double> coefficients) {
    Number bounded = atMost(atLeast(u, low), high);
    return polynomial((bounded - (low + high) / 2) * (2 / (high - low)),
                      coefficients);
  };
  Number far = select(u < 1.0 / 7, tail(1.0 / 28, 1.0 / 7, erfinvTail3),
                      select(u < 0.25, tail(1.0 / 7, 0.25, erfinvTail2),
                             tail(0.25, 0x1.c9f25c5bfedd9p-2, erfinvTail1)));
  return x * select(w > 5.0, root * far, near);
}

Number special::erfinv(llvm::ArrayRef<Number> x) {
  Number magnitude = abs(x[0]);
  Number product = (1.0 - magnitude) * (magnitude + 1.0);
  // Where the product is not positive, the result does not depend on it.
  Number w = -log(select(product > 0.0, product, product.like(0.5)));
  Number result = inverse(x[0], w);
  Number isOne = isEqual(magnitude, 1.0);
  result = select(isOne, copySign(x[0].like(infinity), x[0]), result);
  return select(magnitude > 1.0, x[0].like(notANumber), result);
}

/// erfinv(x) for 1 - x, of which x is the nearest double.
static Number inverseOfRest(Number rest, Number x) {
  Number product = rest * (2.0 - rest);
  Number w = -log(select(product > 0.0, product, product.like(0.5)));
  Number result = inverse(x, w);
  result = select(isEqual(product, 0.0), x * infinity, result);
  return select(product < 0.0, x.like(notANumber), result);
}

Number special::erfcinv(llvm::ArrayRef<Number> x) {
  return inverseOfRest(x[0], 1.0 - x[0]);
}

Number special::normcdfinv(llvm::ArrayRef<Number> x) {
  Number twice = x[0] + x[0];
  return inverseOfRest(twice, twice - 1.0) * 0x1.6a09e667f3bcdp+0;
}
