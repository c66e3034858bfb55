# Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Special functions with 60 digits, by series of Python's decimal numbers: the
references of cases_special.

Numbers are Python's floats; results are decimals, or floats for what is not finite.
Equations are those of Abramowitz and Stegun, "Handbook of Mathematical Functions".
"""

import decimal
import functools
import math
from decimal import Decimal

decimal.setcontext(decimal.Context(prec=60, Emin=-10**6, Emax=10**6))
TINY = Decimal(10) ** -58


def pi():
    """By Machin's formula."""
    arcus = lambda n: total(  # noqa: E731
        Decimal(1) / n, lambda t, k: -t * (2 * k - 1) / (2 * k + 1) / (n * n)
    )
    return 16 * arcus(5) - 4 * arcus(239)


def total(first, following):
    """The sum of a series: following(term, index) is the next term."""
    result, term, index = first, first, 0
    while True:
        index += 1
        term = following(term, index)
        if abs(term) <= abs(result) * TINY or not term:
            return result
        result += term


@functools.cache
def constants():
    """Pi, its root, and Euler's constant by Bessel functions (Brent, McMillan)."""
    n = 36
    square, term, weight = Decimal(n * n), Decimal(1), Decimal(0)
    top, bottom, harmonic = Decimal(0), Decimal(1), Decimal(0)
    for k in range(1, 10 * n):
        term *= square / (k * k)
        harmonic += Decimal(1) / k
        top += term * harmonic
        bottom += term
        weight = top / bottom
    return pi(), pi().sqrt(), weight - Decimal(n).ln()


def wide(digits):
    """More digits, for sums whose terms cancel."""
    return decimal.localcontext(decimal.Context(prec=60 + int(digits), Emin=-10**6, Emax=10**6))


def sine(x):
    return total(x, lambda t, k: -t * x * x / (2 * k * (2 * k + 1))) if x else x


def sinpi(x):
    if math.isinf(x):
        return math.nan
    rest = Decimal(math.remainder(x, 2))
    if rest % 1 == 0:
        return math.copysign(0.0, x)
    return sine(rest * constants()[0])


def cospi(x):
    if math.isinf(x):
        return math.nan
    rest = Decimal(1) / 2 - abs(Decimal(math.remainder(x, 2)))
    return sine(rest * constants()[0]) if rest else 0.0


def erfc(x):
    """The function of a decimal: 7.1.6, or the continued fraction 7.1.14."""
    square = x * x
    if x > 6:
        fraction = x
        for n in range(800, 0, -1):
            fraction = x + Decimal(n) / 2 / fraction
        return (-square).exp() / constants()[1] / fraction
    with wide(square):
        series = total(x, lambda t, k: t * 2 * square / (2 * k + 1)) if x else x
        return 1 - 2 / constants()[1] * (-square).exp() * series


def erfcx(x):
    if math.isinf(x):
        return 0.0 if x > 0 else math.inf
    if x < -30:
        return math.inf
    x = Decimal(x)
    if x > 10**6:  # the next term is less than 10^-24 of it
        return (1 - 1 / (2 * x * x)) / (x * constants()[1])
    return (x * x).exp() * erfc(x)


def normcdf(x):
    if math.isinf(x) or abs(x) > 60:
        return 0.0 if x < 0 else 1.0
    return erfc(-Decimal(x) / Decimal(2).sqrt()) / 2


def inverse_erfc(rest):
    """The number of which erfc is a decimal up to 1: Newton's method for log(erfc)."""
    if rest == 1:
        return Decimal(0)
    log = -(rest * (2 - rest)).ln()
    part = Decimal("4.33") - log / 2
    z = ((part * part + log / Decimal("0.147")).sqrt() - part).sqrt()
    for _ in range(12):
        value = erfc(z)
        step = (value / rest).ln() * value * constants()[1] / 2 * (z * z).exp()
        z += step
        if abs(step) < abs(z) * Decimal(10) ** -40:
            break
    return z


def of_rest(rest):
    """The inverse for a decimal from 0 to 2."""
    if rest in (0, 2):
        return math.inf if rest == 0 else -math.inf
    if not 0 < rest < 2:
        return math.nan
    return inverse_erfc(rest) if rest <= 1 else -inverse_erfc(2 - rest)


def erfinv(x):
    if abs(x) > 1 or x == 0:
        return x if x == 0 else math.nan
    return of_rest(1 - Decimal(x))


def erfcinv(x):
    return math.nan if math.isinf(x) else of_rest(Decimal(x))


def normcdfinv(x):
    if math.isinf(x):
        return math.nan
    result = of_rest(2 * Decimal(x))
    return -result if isinstance(result, float) else -result * Decimal(2).sqrt()


def rcbrt(x):
    if x == 0 or math.isinf(x):
        return math.copysign(0.0 if x else math.inf, x)
    magnitude = abs(Decimal(x))
    return (1 / (magnitude.ln() / 3).exp()).copy_sign(Decimal(x))


def norm(*x):
    if any(map(math.isinf, x)):
        return math.inf
    return sum(Decimal(v) * Decimal(v) for v in x).sqrt()


def rnorm(*x):
    length = norm(*x)
    if length == math.inf:
        return 0.0
    return 1 / length if length else math.inf


def rsqrt(x):
    if x <= 0 or math.isinf(x):
        return 0.0 if x > 0 else math.copysign(math.inf, x) if x == 0 else math.nan
    return 1 / Decimal(x).sqrt()


def bessel_i(order, x):
    """9.6.10; above 720 the result is larger than any double."""
    if abs(x) > 720:
        return math.copysign(math.inf, x) if order % 2 else math.inf
    half = Decimal(x) / 2
    first = half**order / math.factorial(order) if order else Decimal(1)
    if not first:
        return x
    return total(first, lambda t, k: t * half * half / (k * (k + order)))


def bessel_j(order, x):
    """9.1.10, and 9.1.5 for negative orders."""
    if math.isinf(x):
        return 0.0
    if order < 0:
        return (-1) ** -order * bessel_j(-order, x)
    with wide(abs(x)):
        half = Decimal(x) / 2
        first = half**order / math.factorial(order) if order else Decimal(1)
        if not first:
            return 0.0
        return total_of(first, lambda t, k: -t * half * half / (k * (k + order)), abs(x))


def total_of(first, following, least):
    """The sum of a series whose terms fall from an index on."""
    result, term, index = first, first, 0
    while index < least or abs(term) > abs(result) * TINY:
        index += 1
        term = following(term, index)
        result += term
    return result


def bessel_y(order, x):
    """9.1.11, and 9.1.5 for negative orders."""
    if x <= 0 or math.isinf(x):
        return 0.0 if x > 0 else -math.inf if x == 0 else math.nan
    if order < 0:
        return (-1) ** -order * bessel_y(-order, x)
    with wide(2 * abs(x)):
        circle, _, euler = constants()
        half = Decimal(x) / 2
        square = half * half
        finite, term = Decimal(0), Decimal(1)
        for k in range(order):
            finite += math.factorial(order - k - 1) * term
            term *= square / (k + 1)
        finite *= half**-order if order else 1
        sums = [sum(Decimal(1) / n for n in range(1, m + 1)) for m in (0, order)]
        term = half**order / math.factorial(order)
        series, index = Decimal(0), 0
        while index < 2 * x + 8 or abs(term * 9) > abs(series) * TINY:
            series += term * (sums[0] + sums[1] - 2 * euler)
            index += 1
            term *= -square / (index * (index + order))
            sums = [sums[0] + Decimal(1) / index, sums[1] + Decimal(1) / (index + order)]
        return (2 * bessel_j(order, x) * half.ln() - finite - series) / circle
