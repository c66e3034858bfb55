// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

/** Functions of doubles that {@link Math} lacks, within 2 units in the last place. */
final class SpecialFunctions {
    private static final double LOG2_E = 1.4426950408889634;
    /** The error of {@link #LOG2_E}. */
    private static final double LOG2_E_REST = 2.0355273740931033e-17;
    /** Above it, the square of a number and 1 are the square. */
    private static final double LARGE = 0x1p28;
    private static final double LOG_2 = 0.6931471805599453;
    /** Above it, 1 - erf(x) is less than any double. */
    private static final double ERFC_IS_ZERO = 28;
    /** Above it, 1 - erf(x) would lose digits. */
    private static final double ERFC_BY_FRACTION = 1;
    private static final double TWO_BY_ROOT_PI = 1.1283791670955126;
    /** Above this argument, 1 is the double nearest to the error function. */
    private static final double ERF_IS_ONE = 6;

    private SpecialFunctions() {}

    /** Returns the logarithm to base 2. */
    static double log2(double x) {
        if (!(x > 0) || x == Double.POSITIVE_INFINITY) {
            return Math.log(x);
        }
        double scaled = x < Double.MIN_NORMAL ? x * 0x1p54 : x;
        int exponent = Math.getExponent(scaled);
        double fraction = Math.scalb(scaled, -exponent);
        // Near 1 on both sides, so that exponent and logarithm do not cancel.
        if (fraction > 1.4142135623730951) {
            fraction /= 2;
            exponent++;
        }
        double log = Math.log(fraction);
        return (x < Double.MIN_NORMAL ? exponent - 54 : exponent) + Math.fma(log, LOG2_E, log * LOG2_E_REST);
    }

    /** Returns the error function. */
    static double erf(double x) {
        double magnitude = Math.abs(x);
        if (Double.isNaN(x)) {
            return x;
        }
        if (magnitude < 1) {
            return erfSeries(x);
        }
        double result = magnitude >= ERF_IS_ONE ? 1 : 1 - erfcFraction(magnitude);
        return Math.copySign(result, x);
    }

    /** Returns its power series around 0: 2 / sqrt(pi) * (x - x^3 / 3 + x^5 / (5 * 2!) - ...). */
    private static double erfSeries(double x) {
        double square = x * x, power = 1, rest = 0;
        // Up to 1, terms from the 24th on are less than half a unit of the sum.
        for (int n = 1; n < 24; n++) {
            power *= -square / n;
            rest += power / (2 * n + 1);
        }
        return TWO_BY_ROOT_PI * Math.fma(x, rest, x);
    }

    /**
     * Returns 1 - erf(x) for x from 1 on: exp(-x^2) / sqrt(pi) / (x + 1/2 / (x + 1 / (x + 3/2 / (x + ...)))).
     */
    private static double erfcFraction(double x) {
        double denominator = x;
        for (int n = 200; n > 0; n--) {
            denominator = x + n / 2.0 / denominator;
        }
        // The square of the rounded argument is exact.
        double rounded = (float) x;
        double power = Math.exp(-rounded * rounded) * Math.exp((rounded - x) * (rounded + x));
        return power * TWO_BY_ROOT_PI / 2 / denominator;
    }

    /**
     * Returns the sum, rounded to odd, so that rounding it again to fewer bits is correct: if it is not
     * exact, that of its two neighbours whose last bit is set.
     */
    static double addToOdd(double x, double y) {
        double sum = x + y;
        // The exact error of the sum (Knuth, "The Art of Computer Programming", 4.2.2).
        double part = sum - x;
        double error = (x - (sum - part)) + (y - part);
        long bits = Double.doubleToRawLongBits(sum);
        boolean isExact = !(error < 0 || error > 0);
        if (isExact || (bits & 1) != 0) {
            return sum;
        }
        boolean isLarger = (bits ^ Double.doubleToRawLongBits(error)) < 0;
        return Double.longBitsToDouble(bits + (isLarger ? -1 : 1));
    }

    //------------------------------------------------------------------------
    // Functions of C
    //------------------------------------------------------------------------

    /** 1 - erf(x). */
    static double erfc(double x) {
        if (x > ERFC_IS_ZERO) {
            return 0;
        }
        return x > ERFC_BY_FRACTION ? erfcFraction(x) : 1 - erf(x);
    }

    /** The inverse of the hyperbolic sine: of the magnitude, log(m + sqrt(m^2 + 1)). */
    static double asinh(double x) {
        double m = Math.abs(x);
        double result = m > LARGE ? Math.log(m) + LOG_2
            : Math.log1p(m + m * m / (1 + Math.sqrt(m * m + 1)));
        return Math.copySign(result, x);
    }

    /** The inverse of the hyperbolic cosine: log(x + sqrt(x^2 - 1)). */
    static double acosh(double x) {
        double rest = x - 1;
        if (x < 1) {
            return Double.NaN;
        }
        return x > LARGE ? Math.log(x) + LOG_2 : Math.log1p(rest + Math.sqrt(rest * rest + 2 * rest));
    }

    /** The inverse of the hyperbolic tangent: log((1 + x) / (1 - x)) / 2. */
    static double atanh(double x) {
        double m = Math.abs(x);
        return Math.copySign(0.5 * Math.log1p(2 * m / (1 - m)), x);
    }

    /** The nearest whole number, the one further from 0 of two. */
    static double round(double x) {
        double whole = trunc(x);
        return Math.abs(x - whole) >= 0.5 ? whole + Math.copySign(1, x) : whole;
    }

    /** The whole number without the fraction. */
    static double trunc(double x) {
        return x < 0 ? Math.ceil(x) : Math.floor(x);
    }

    /** x to the power of y; other than in Java, 1 to any power is 1, and so is -1 to an infinite one. */
    static double pow(double x, double y) {
        boolean isOne = x == 1 || x == -1 && Double.isInfinite(y);
        return isOne ? 1 : Math.pow(x, y);
    }
}
