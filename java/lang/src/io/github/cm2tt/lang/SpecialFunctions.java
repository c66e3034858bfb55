// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

/** Functions of doubles that {@link Math} lacks, within 2 units in the last place. */
final class SpecialFunctions {
    private static final double LOG2_E = 1.4426950408889634;
    /** The error of {@link #LOG2_E}. */
    private static final double LOG2_E_REST = 2.0355273740931033e-17;
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
        return Math.exp(-x * x) * TWO_BY_ROOT_PI / 2 / denominator;
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
}
