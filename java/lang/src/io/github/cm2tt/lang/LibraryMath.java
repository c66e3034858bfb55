// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import io.github.cm2tt.lang.Promotion.Rules;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleToLongFunction;
import java.util.function.LongBinaryOperator;

/**
 * Functions of C's library, of floats and doubles. Those of floats are computed as double and rounded.
 *
 * <p>Not here: those that narrower numbers have as well ({@link MathFunctions}).
 */
final class LibraryMath {
    /** The coefficients of Lanczos' approximation of the gamma function, with g = 7. */
    private static final double[] LANCZOS = {0.99999999999980993, 676.5203681218851, -1259.1392167224028,
        771.32342877765313, -176.61502916214059, 12.507343278686905, -0.13857109526572012,
        9.9843695780195716e-6, 1.5056327351493116e-7};
    private static final double LOG_ROOT_2PI = 0.91893853320467274178;

    private LibraryMath() {}

    /** T-LIBRARY-1: the function is of floats or doubles. */
    static ElementType checked(ElementType type) {
        if (type != ElementType.F32 && type != ElementType.F64) {
            throw new KernelException("T-LIBRARY-1: the function is of float or double, not " + type.name
                + "; convert the operand: Triton.conv(float.class, x)");
        }
        return type;
    }

    /** T-LIBRARY-2: an exponent or an order is an int. */
    static Operand integer(String what, Number n) {
        Operand operand = Operand.of(n);
        if (operand == null || operand.type() != ElementType.I32) {
            throw new KernelException(
                "T-LIBRARY-2: the " + what + " must be an int: " + Promotion.describe(n));
        }
        return operand;
    }

    static Operand operand(Number x) {
        Operand operand = Elementwise.operands(x)[0];
        checked(operand.type());
        return operand;
    }

    private static Tensor binary(Number x, Number y, DoubleBinaryOperator function) {
        Operand[] operands = Elementwise.operands(x, y);
        ElementType type = checked(Promotion.promote(Rules.COMMON, operands));
        LongBinaryOperator ofElements =
            (a, b) -> type.ofDouble(function.applyAsDouble(type.doubleOf(a), type.doubleOf(b)));
        return Elementwise.map(type, type, operands[0], operands[1], ofElements);
    }

    private static Tensor integers(Number x, ElementType result, DoubleToLongFunction function) {
        Operand operand = operand(x);
        ElementType type = operand.type();
        return Elementwise.map(result, operand, e -> function.applyAsLong(type.doubleOf(e)));
    }

    /** {@link Triton#exp10}. */
    static Tensor exp10(Number x) {
        operand(x);
        return MathFunctions.apply("exp10", x, e -> Math.pow(10, e));
    }

    /** {@link Triton#fdim}. */
    static Tensor fdim(Number x, Number y) {
        return binary(x, y, (a, b) -> a <= b ? 0 : a - b);
    }

    /** {@link Triton#hypot}. */
    static Tensor hypot(Number x, Number y) {
        return binary(x, y, Math::hypot);
    }

    /** {@link Triton#ilogb}: for 0 and what is no number, C's values. */
    static Tensor ilogb(Number x) {
        return integers(x, ElementType.I32, e -> {
            if (e == 0 || Double.isNaN(e)) {
                return Integer.MIN_VALUE;
            }
            return Double.isInfinite(e) ? Integer.MAX_VALUE : (long) exponent(e);
        });
    }

    /** {@link Triton#logb}. */
    static Tensor logb(Number x) {
        operand(x);
        return MathFunctions.apply(x, e -> {
            if (e == 0) {
                return Double.NEGATIVE_INFINITY;
            }
            return Double.isNaN(e) || Double.isInfinite(e) ? Math.abs(e) : exponent(e);
        });
    }

    private static double exponent(double x) {
        boolean isSubnormal = Math.abs(x) < Double.MIN_NORMAL;
        return isSubnormal ? Math.getExponent(x * 0x1p54) - 54 : Math.getExponent(x);
    }

    /** {@link Triton#ldexp}. */
    static Tensor ldexp(Number x, Number n) {
        Operand number = operand(x);
        Operand exponent = integer("exponent", n);
        ElementType type = number.type();
        int[] shape = Promotion.broadcastAll("T-BINARY-3", number, exponent);
        long[] numbers = Promotion.elementsIn(number, shape).clone();
        long[] exponents = Promotion.elementsIn(exponent, shape);
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = type == ElementType.F64
                ? type.ofDouble(Math.scalb(type.doubleOf(numbers[i]), (int) exponents[i]))
                : type.ofFloat(Math.scalb(type.floatOf(numbers[i]), (int) exponents[i]));
        }
        return new Tensor(type, shape, numbers, Undefined.of(shape, number, exponent));
    }

    /** {@link Triton#llrint}. */
    static Tensor llrint(Number x) {
        return integers(x, ElementType.I64, e -> (long) Math.rint(e));
    }

    /** {@link Triton#llround}. */
    static Tensor llround(Number x) {
        return integers(x, ElementType.I64, e -> (long) SpecialFunctions.round(e));
    }

    /** {@link Triton#nextafter}. */
    static Tensor nextafter(Number x, Number y) {
        Operand[] operands = Elementwise.operands(x, y);
        ElementType type = checked(Promotion.promote(Rules.COMMON, operands));
        return Elementwise.map(type, type, operands[0], operands[1],
            type == ElementType.F64
                ? (a, b) -> type.ofDouble(Math.nextAfter(type.doubleOf(a), type.doubleOf(b)))
                : (a, b) -> type.ofFloat(Math.nextAfter(type.floatOf(a), type.doubleOf(b))));
    }

    /** {@link Triton#remainder}. */
    static Tensor remainder(Number x, Number y) {
        return binary(x, y, Math::IEEEremainder);
    }

    /** {@link Triton#lgamma}. */
    static Tensor lgamma(Number x) {
        operand(x);
        return MathFunctions.apply("lgamma", x, LibraryMath::logGamma);
    }

    /** {@link Triton#tgamma}. */
    static Tensor tgamma(Number x) {
        operand(x);
        return MathFunctions.apply("tgamma", x, LibraryMath::gamma);
    }

    /** The series of Lanczos' approximation for gamma(x + 1). */
    private static double lanczos(double x) {
        double sum = LANCZOS[0];
        for (int i = 1; i < LANCZOS.length; i++) {
            sum += LANCZOS[i] / (x + i);
        }
        return sum;
    }

    private static boolean isPole(double x) {
        return x <= 0 && x == Math.floor(x);
    }

    /** The sine of pi x, for whose multiples of pi Java's sine is not 0. */
    private static double sineOfPi(double x) {
        return Math.sin(Math.PI * Math.IEEEremainder(x, 2));
    }

    private static double logGamma(double x) {
        if (Double.isInfinite(x) || isPole(x)) {
            return Double.POSITIVE_INFINITY;
        }
        if (x < 0.5) {
            return Math.log(Math.PI / Math.abs(sineOfPi(x))) - logGamma(1 - x);
        }
        double shifted = x - 1;
        double t = shifted + 7.5;
        return LOG_ROOT_2PI + (shifted + 0.5) * Math.log(t) - t + Math.log(lanczos(shifted));
    }

    private static double gamma(double x) {
        if (x == 0) {
            return 1 / x;
        }
        if (x == Double.NEGATIVE_INFINITY || isPole(x)) {
            return Double.NaN;
        }
        if (x < 0.5) {
            return Math.PI / (sineOfPi(x) * gamma(1 - x));
        }
        if (x > 172) {
            return Double.isNaN(x) ? x : Double.POSITIVE_INFINITY;
        }
        double shifted = x - 1;
        double t = shifted + 7.5;
        // The power of 171 would overflow before it is divided.
        double half = Math.pow(t, (shifted + 0.5) / 2);
        return Math.sqrt(2 * Math.PI) * half * Math.exp(-t) * half * lanczos(shifted);
    }
}
