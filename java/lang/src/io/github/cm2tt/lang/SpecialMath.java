// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import io.github.cm2tt.lang.Promotion.Rules;
import java.util.function.DoubleUnaryOperator;

/**
 * Functions of floats and doubles that NVIDIA's libdevice has and other libraries of C lack, and Bessel
 * functions. Those of floats are computed as double and rounded.
 *
 * <p>Not here: the functions of doubles themselves ({@link ErrorFunctions}, {@link BesselFunctions}).
 */
final class SpecialMath {
    private SpecialMath() {}

    private static Tensor unary(String method, Number x, DoubleUnaryOperator function) {
        LibraryMath.checked(Elementwise.operands(x)[0].type());
        return MathFunctions.apply(method, x, function);
    }

    /** {@link Triton#sinpi}: 0 has the sign of x. */
    static Tensor sinpi(Number x) {
        return unary("sinpi", x, e -> {
            double sine = sineOfPi(Math.IEEEremainder(e, 2));
            return sine == 0 ? Math.copySign(0, e) : sine;
        });
    }

    /** {@link Triton#cospi}: cos(pi x) = sin(pi (1/2 - |x|)). */
    static Tensor cospi(Number x) {
        return unary("cospi", x, e -> {
            double angle = Math.abs(Math.IEEEremainder(e, 2));
            double cosine = angle < 0.25 ? Math.cos(Math.PI * angle) : sineOfPi(0.5 - angle);
            return cosine + 0.0;
        });
    }

    /** Returns sin(pi x) for a magnitude up to 1: multiples of pi / 2 are exact. */
    private static double sineOfPi(double x) {
        double m = Math.abs(x);
        double quarter = m > 0.5 ? 1 - m : m;
        double sine = quarter > 0.25 ? Math.cos(Math.PI * (0.5 - quarter)) : Math.sin(Math.PI * quarter);
        return Math.copySign(sine, x);
    }

    /** {@link Triton#rcbrt}. */
    static Tensor rcbrt(Number x) {
        return unary("rcbrt", x, e -> 1 / Math.cbrt(e));
    }

    /** {@link Triton#erfcx}. */
    static Tensor erfcx(Number x) {
        return unary("erfcx", x, ErrorFunctions::erfcx);
    }

    /** {@link Triton#erfinv}. */
    static Tensor erfinv(Number x) {
        return unary("erfinv", x, ErrorFunctions::erfinv);
    }

    /** {@link Triton#erfcinv}. */
    static Tensor erfcinv(Number x) {
        return unary("erfcinv", x, ErrorFunctions::erfcinv);
    }

    /** {@link Triton#normcdf}. */
    static Tensor normcdf(Number x) {
        return unary("normcdf", x, ErrorFunctions::normcdf);
    }

    /** {@link Triton#normcdfinv}. */
    static Tensor normcdfinv(Number x) {
        return unary("normcdfinv", x, ErrorFunctions::normcdfinv);
    }

    //------------------------------------------------------------------------
    // Bessel functions
    //------------------------------------------------------------------------

    /** A Bessel function of an order and a number. */
    private interface OfOrder {
        double apply(int order, double x);
    }

    /** {@link Triton#cylBesselI0}. */
    static Tensor cylBesselI0(Number x) {
        return unary("cylBesselI0", x, e -> BesselFunctions.i(0, e));
    }

    /** {@link Triton#cylBesselI1}. */
    static Tensor cylBesselI1(Number x) {
        return unary("cylBesselI1", x, e -> BesselFunctions.i(1, e));
    }

    /** {@link Triton#j0}. */
    static Tensor j0(Number x) {
        return unary("j0", x, e -> BesselFunctions.j(0, e));
    }

    /** {@link Triton#j1}. */
    static Tensor j1(Number x) {
        return unary("j1", x, e -> BesselFunctions.j(1, e));
    }

    /** {@link Triton#jn}. */
    static Tensor jn(Number n, Number x) {
        return ofOrders(n, x, BesselFunctions::j);
    }

    /** {@link Triton#y0}. */
    static Tensor y0(Number x) {
        return unary("y0", x, e -> BesselFunctions.y(0, e));
    }

    /** {@link Triton#y1}. */
    static Tensor y1(Number x) {
        return unary("y1", x, e -> BesselFunctions.y(1, e));
    }

    /** {@link Triton#yn}. */
    static Tensor yn(Number n, Number x) {
        return ofOrders(n, x, BesselFunctions::y);
    }

    private static Tensor ofOrders(Number n, Number x, OfOrder function) {
        Operand number = LibraryMath.operand(x);
        Operand order = LibraryMath.integer("order", n);
        ElementType type = number.type();
        int[] shape = Promotion.broadcastAll("T-BINARY-3", order, number);
        long[] orders = Promotion.elementsIn(order, shape);
        long[] bits = Promotion.elementsIn(number, shape).clone();
        for (int i = 0; i < bits.length; i++) {
            bits[i] = type.ofDouble(function.apply((int) orders[i], type.doubleOf(bits[i])));
        }
        return new Tensor(type, shape, bits, Undefined.of(shape, order, number));
    }

    //------------------------------------------------------------------------
    // Lengths
    //------------------------------------------------------------------------

    /** {@link Triton#rhypot}. */
    static Tensor rhypot(Number x, Number y) {
        return lengths(true, x, y);
    }

    /** {@link Triton#norm3d}. */
    static Tensor norm3d(Number x, Number y, Number z) {
        return lengths(false, x, y, z);
    }

    /** {@link Triton#norm4d}. */
    static Tensor norm4d(Number x, Number y, Number z, Number w) {
        return lengths(false, x, y, z, w);
    }

    /** {@link Triton#rnorm3d}. */
    static Tensor rnorm3d(Number x, Number y, Number z) {
        return lengths(true, x, y, z);
    }

    /** {@link Triton#rnorm4d}. */
    static Tensor rnorm4d(Number x, Number y, Number z, Number w) {
        return lengths(true, x, y, z, w);
    }

    /** Computes the root of the sum of the squares of each row of elements, or its reciprocal. */
    private static Tensor lengths(boolean isReciprocal, Number... numbers) {
        Operand[] operands = Elementwise.operands(numbers);
        ElementType type = LibraryMath.checked(Promotion.promote(Rules.COMMON, operands));
        int[] shape = Promotion.broadcastAll("T-BINARY-3", operands);
        long[][] elements = new long[operands.length][];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = Elementwise.elements(operands[i], type, shape);
        }
        long[] bits = new long[elements[0].length];
        double[] row = new double[elements.length];
        for (int i = 0; i < bits.length; i++) {
            for (int k = 0; k < row.length; k++) {
                row[k] = type.doubleOf(elements[k][i]);
            }
            bits[i] = type.ofDouble(isReciprocal ? reciprocalLength(row) : length(row));
        }
        return new Tensor(type, shape, bits, Undefined.of(shape, operands));
    }

    /** Returns the exponent to base 2 by which numbers are divided, so that no square overflows. */
    private static int exponentOf(double[] row) {
        double largest = 0;
        for (double each : row) {
            largest = Math.max(largest, Math.abs(each));
        }
        return Math.max(Math.getExponent(largest), Double.MIN_EXPONENT);
    }

    /** Returns the root of the sum of the squares, divided by 2 to the power of the exponent. */
    private static double scaledLength(double[] row, int exponent) {
        double sum = 0;
        for (double each : row) {
            double scaled = Math.scalb(each, -exponent);
            sum += scaled * scaled;
        }
        return Math.sqrt(sum);
    }

    private static boolean isAnyInfinite(double[] row) {
        for (double each : row) {
            if (Double.isInfinite(each)) {
                return true;
            }
        }
        return false;
    }

    private static double length(double[] row) {
        int exponent = exponentOf(row);
        return isAnyInfinite(row) ? Double.POSITIVE_INFINITY
            : Math.scalb(scaledLength(row, exponent), exponent);
    }

    private static double reciprocalLength(double[] row) {
        int exponent = exponentOf(row);
        return isAnyInfinite(row) ? 0 : Math.scalb(1 / scaledLength(row, exponent), -exponent);
    }
}
