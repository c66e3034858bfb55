// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

/**
 * Bessel functions of doubles and whole orders. The error is some units in the last place of the largest
 * value nearby, so that it is absolute close to a zero. Equations are those of Abramowitz and Stegun,
 * "Handbook of Mathematical Functions".
 */
final class BesselFunctions {
    private static final double EULER = 0.57721566490153286061;
    /** From it on, expansions for large arguments have terms of less than 2^-53. */
    private static final double LARGE = 30;
    /** Below the exponential of it, numbers are 0. */
    private static final double LOG_OF_ZERO = -760;
    /** The recurrence for falling orders is scaled by it before it overflows. */
    private static final double SCALE = 0x1p-800;

    private BesselFunctions() {}

    //------------------------------------------------------------------------
    // Modified functions
    //------------------------------------------------------------------------

    /** Returns the modified function of the first kind, of order 0 or 1: 9.6.10, or 9.7.1. */
    static double i(int order, double x) {
        double m = Math.abs(x);
        double result = m < LARGE ? series(order, m) : expansion(order, m);
        return order == 1 ? Math.copySign(result, x) : result;
    }

    private static double series(int order, double x) {
        double square = x * x / 4, term = order == 1 ? x / 2 : 1, sum = 0;
        for (int k = 1; term > sum * 0x1p-60; k++) {
            sum += term;
            term *= square / ((double) k * (k + order));
        }
        return sum;
    }

    private static double expansion(int order, double x) {
        double term = 1, sum = 1;
        for (int k = 1; k < 2 * LARGE && Math.abs(term) > 0x1p-60; k++) {
            term *= -(4.0 * order - (2.0 * k - 1) * (2.0 * k - 1)) / (8.0 * k * x);
            sum += term;
        }
        // The power itself may overflow where the result does not.
        double half = Math.exp(x / 2);
        return Double.isInfinite(x) ? x : half * (sum / Math.sqrt(2 * Math.PI * x)) * half;
    }

    //------------------------------------------------------------------------
    // Functions of the first kind
    //------------------------------------------------------------------------

    /** Returns the function of the first kind. */
    static double j(int order, double x) {
        int n = Math.abs(order);
        boolean isOdd = (n & 1) != 0;
        double result = ofMagnitude(n, Math.abs(x));
        return isOdd && order < 0 != x < 0 ? -result : result;
    }

    private static double ofMagnitude(int n, double x) {
        if (Double.isNaN(x) || Double.isInfinite(x)) {
            return Double.isNaN(x) ? x : 0;
        }
        // (x / 2)^n / n! is a bound.
        if (n > x && n * (Math.log(x / 2) - Math.log(n) + 1) < LOG_OF_ZERO) {
            return 0;
        }
        if (x < LARGE || n > x) {
            return falling(n, x)[0];
        }
        return rising(n, x, hankel(0, x, false), hankel(1, x, false));
    }

    /** The recurrence 9.1.27 for rising orders, from the functions of order 0 and 1. */
    private static double rising(int n, double x, double zeroth, double first) {
        double last = zeroth, result = n == 0 ? zeroth : first;
        for (int k = 1; k < n && !Double.isInfinite(result); k++) {
            double next = 2.0 * k / x * result - last;
            last = result;
            result = next;
        }
        return result;
    }

    /**
     * Returns the functions of the first kind of order n, 0 and 1 and the sums of 9.1.88 and 9.1.89 for the
     * second kind, by the recurrence for falling orders, which 9.1.46 scales: J0 + 2 J2 + 2 J4 + ... = 1.
     */
    private static double[] falling(int n, double x) {
        if (x == 0) {
            return new double[] {n == 0 ? 1 : 0, 1, 0, 0, 0};
        }
        double largest = Math.max(n, x);
        double last = 0, now = 0x1p-900, result = 0, total = 0, even = 0, odd = 0;
        for (int k = 2 * ((int) (largest + 30 + 8 * Math.sqrt(largest)) / 2); k > 0; k--) {
            if (k == n) {
                result = now;
            }
            int half = k / 2, sign = (half & 1) == 0 ? 1 : -1;
            if (k % 2 == 0) {
                total += 2 * now;
                even += sign * now / half;
            } else if (half > 0) {
                odd += sign * k * now / ((double) half * (half + 1));
            }
            double next = 2.0 * k / x * now - last;
            last = now;
            now = next;
            if (Math.abs(now) > 1) {
                last *= SCALE;
                now *= SCALE;
                result *= SCALE;
                total *= SCALE;
                even *= SCALE;
                odd *= SCALE;
            }
        }
        total += now;
        return new double[] {
            (n == 0 ? now : result) / total, now / total, last / total, even / total, odd / total};
    }

    /** Returns the function of order 0 or 1 by Hankel's expansions 9.2.5 and 9.2.6. */
    private static double hankel(int order, double x, boolean isSecond) {
        double p = 1, q = 0, term = 1;
        for (int k = 1; k < 2 * LARGE && Math.abs(term) > 0x1p-60; k++) {
            term *= (4.0 * order - (2.0 * k - 1) * (2.0 * k - 1)) / (8.0 * k * x);
            double signed = (k / 2 & 1) == 0 ? term : -term;
            if (k % 2 == 0) {
                p += signed;
            } else {
                q += signed;
            }
        }
        // The sine and cosine of x - pi / 4, and of x - 3 pi / 4.
        double sine = Math.sin(x) - Math.cos(x), cosine = Math.sin(x) + Math.cos(x);
        if (order == 1) {
            double turned = -cosine;
            cosine = sine;
            sine = turned;
        }
        return (isSecond ? p * sine + q * cosine : p * cosine - q * sine) / Math.sqrt(Math.PI * x);
    }

    //------------------------------------------------------------------------
    // Functions of the second kind
    //------------------------------------------------------------------------

    /** Returns the function of the second kind. */
    static double y(int order, double x) {
        int n = Math.abs(order);
        if (!(x > 0) || Double.isInfinite(x)) {
            return x == 0 ? Double.NEGATIVE_INFINITY : x > 0 ? 0 : Double.NaN;
        }
        double zeroth, first;
        if (x < LARGE) {
            double[] parts = falling(0, x);
            double log = Math.log(x / 2) + EULER;
            zeroth = 2 / Math.PI * (log * parts[1] - 2 * parts[3]);
            first = 2 / Math.PI * ((log - 1) * parts[2] - parts[1] / x - parts[4]);
        } else {
            zeroth = hankel(0, x, true);
            first = hankel(1, x, true);
        }
        double result = rising(n, x, zeroth, first);
        return order < 0 && (n & 1) != 0 ? -result : result;
    }
}
