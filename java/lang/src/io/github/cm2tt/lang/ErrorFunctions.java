// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

/**
 * The scaled error function, the normal distribution and their inverses on doubles, within 8 units in the
 * last place. They do not use the approximations of the compiler, which they check.
 *
 * <p>Not here: erf and erfc ({@link SpecialFunctions}).
 */
final class ErrorFunctions {
    private static final double ROOT_PI = 1.7724538509055160273;
    private static final double ROOT_2 = 1.4142135623730950488;
    /** Above it, the continued fraction has a relative error of less than 2^-53. */
    private static final double BY_FRACTION = 0.5;
    /** Above its magnitude, e^(x^2) is infinite. */
    private static final double OVERFLOWS = 27;
    /** Newton's method doubles the digits in each step. */
    private static final int STEPS = 8;

    private ErrorFunctions() {}

    /** Returns e^(factor x^2): the square is the sum of that of a float, which is exact, and a small rest. */
    private static double powerOfSquare(double x, double factor) {
        double rounded = (float) x;
        return Math.exp(factor * rounded * rounded) * Math.exp(factor * (x - rounded) * (x + rounded));
    }

    /** Returns e^(x^2) erfc(x). */
    static double erfcx(double x) {
        if (x < -OVERFLOWS) {
            return Double.POSITIVE_INFINITY;
        }
        return x < 0 ? 2 * powerOfSquare(x, 1) - ofPositive(-x) : ofPositive(x);
    }

    /**
     * Returns it by the power series e^(x^2) - 2 / sqrt(pi) * (x + 2 x^3 / 3 + 4 x^5 / (3 * 5) + ...), or by
     * 1 / sqrt(pi) / (x + 1/2 / (x + 1 / (x + 3/2 / (x + ...)))).
     */
    private static double ofPositive(double x) {
        if (x < BY_FRACTION) {
            double sum = 0;
            for (int k = 30; k > 0; k--) {
                sum = (1 + sum) * 2 * x * x / (2 * k + 1);
            }
            return Math.exp(x * x) - 2 / ROOT_PI * (x + x * sum);
        }
        double denominator = x;
        for (int n = 1000; n > 0; n--) {
            denominator = x + n / 2.0 / denominator;
        }
        return 1 / ROOT_PI / denominator;
    }

    /** Returns the part of the standard normal distribution below x. */
    static double normcdf(double x) {
        double m = Math.min(Math.abs(x), 40);
        double part = powerOfSquare(m, -0.5) * ofPositive(m / ROOT_2) / 2;
        return x < 0 ? part : 1 - part;
    }

    /** Returns the inverse of the error function. */
    static double erfinv(double x) {
        double m = Math.abs(x);
        return m <= 0.5 ? nearZero(x) : Math.copySign(1, x) * ofRest(1 - m);
    }

    /** Returns the inverse of the complementary error function. */
    static double erfcinv(double x) {
        if (x > 0.5 && x < 1.5) {
            return nearZero(1 - x);
        }
        return x <= 1 ? ofRest(x) : -ofRest(2 - x);
    }

    /** Returns the number below which the part x of the standard normal distribution is. */
    static double normcdfinv(double x) {
        return -ROOT_2 * erfcinv(2 * x);
    }

    /** Solves erf(z) = x for |x| up to 1/2 by Newton's method; keeps the sign of 0. */
    private static double nearZero(double x) {
        double z = x * ROOT_PI / 2;
        for (int i = 0; i < STEPS; i++) {
            z -= (SpecialFunctions.erf(z) - x) * ROOT_PI / 2 * Math.exp(z * z);
        }
        return x == 0 ? x : z;
    }

    /** Solves log(erfcx(z)) - z^2 = log(rest) for a rest up to 1/2 by Newton's method. */
    private static double ofRest(double rest) {
        if (!(rest > 0)) {
            return rest == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
        }
        double log = Math.log(rest);
        double z = Math.sqrt(-log);
        for (int i = 0; i < STEPS; i++) {
            double scaled = erfcx(z);
            z += (Math.log(scaled) - z * z - log) * ROOT_PI / 2 * scaled;
        }
        return z;
    }
}
