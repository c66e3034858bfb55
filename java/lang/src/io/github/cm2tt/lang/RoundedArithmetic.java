// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import io.github.cm2tt.lang.Promotion.Rules;
import java.math.BigDecimal;

/**
 * Arithmetic with a rounding: the nearest result is compared with the exact one by decimal numbers.
 *
 * <p>Not here: conversions with a rounding ({@link RoundedConversions}).
 */
final class RoundedArithmetic {
    /** A result as double, which may be rounded: float or the next double then brackets the exact one. */
    @FunctionalInterface
    private interface Nearest {
        double apply(double x, double y, double z);
    }

    /** Compares a finite number with the exact result of finite numbers; negative if it is less. */
    @FunctionalInterface
    private interface Order {
        int of(BigDecimal result, double x, double y, double z);
    }

    /** The operations that differ in their special results. */
    private enum Kind { SUM, PRODUCT, QUOTIENT, RECIPROCAL }

    private RoundedArithmetic() {}

    /** {@link Triton#addRounded}. */
    static Tensor addRounded(Number x, Number y, Triton.Rounding rounding) {
        return apply(rounding, Kind.SUM, (a, b, c) -> a + b,
            (r, a, b, c) -> r.compareTo(exact(a).add(exact(b))), x, y);
    }

    /** {@link Triton#subRounded}. */
    static Tensor subRounded(Number x, Number y, Triton.Rounding rounding) {
        return apply(rounding, Kind.SUM, (a, b, c) -> a - b,
            (r, a, b, c) -> r.compareTo(exact(a).subtract(exact(b))), x, y);
    }

    /** {@link Triton#mulRounded}. */
    static Tensor mulRounded(Number x, Number y, Triton.Rounding rounding) {
        return apply(rounding, Kind.PRODUCT, (a, b, c) -> a * b,
            (r, a, b, c) -> r.compareTo(exact(a).multiply(exact(b))), x, y);
    }

    /** {@link Triton#fmaRounded}; to the nearest, a sum as double would be rounded twice. */
    static Tensor fmaRounded(Number x, Number y, Number z, Triton.Rounding rounding) {
        Tensor result = apply(rounding, Kind.SUM, Math::fma,
            (r, a, b, c) -> r.compareTo(exact(a).multiply(exact(b)).add(exact(c))), x, y, z);
        return rounding == Triton.Rounding.RTNE ? Triton.fma(x, y, z) : result;
    }

    /** {@link Triton#divRounded}. */
    static Tensor divRounded(Number x, Number y, Triton.Rounding rounding) {
        return apply(rounding, Kind.QUOTIENT, (a, b, c) -> a / b, RoundedArithmetic::orderOfQuotient, x, y);
    }

    /** {@link Triton#rcpRounded}. */
    static Tensor rcpRounded(Number x, Triton.Rounding rounding) {
        return apply(rounding, Kind.RECIPROCAL, (a, b, c) -> 1 / a,
            (r, a, b, c) -> orderOfQuotient(r, 1, a, 0), x);
    }

    /** {@link Triton#sqrtRounded}. */
    static Tensor sqrtRounded(Number x, Triton.Rounding rounding) {
        return apply(rounding, Kind.PRODUCT, (a, b, c) -> Math.sqrt(a),
            (r, a, b, c) -> r.multiply(r).compareTo(exact(a)), x);
    }

    private static BigDecimal exact(double value) {
        return new BigDecimal(value);
    }

    private static int orderOfQuotient(BigDecimal result, double dividend, double divisor, double unused) {
        return result.multiply(exact(divisor)).compareTo(exact(dividend)) * (divisor < 0 ? -1 : 1);
    }

    private static Tensor apply(
        Triton.Rounding rounding, Kind kind, Nearest nearest, Order order, Number... numbers) {
        Operand[] operands = Elementwise.operands(numbers);
        ElementType type = Promotion.promote(Rules.COMMON, operands);
        if (type != ElementType.F32 && type != ElementType.F64) {
            throw new KernelException(
                "T-ROUNDED-1: the arithmetic is of float or double, not " + type.name);
        }
        if (rounding == null) {
            throw new KernelException("T-ROUNDED-2: the rounding must be a constant of Rounding: null");
        }
        int[] shape = Promotion.broadcastAll("T-BINARY-3", operands);
        double[][] x = new double[3][Tiles.count(shape)];
        for (int i = 0; i < operands.length; i++) {
            long[] elements = Elementwise.elements(operands[i], type, shape);
            for (int j = 0; j < elements.length; j++) {
                x[i][j] = type.doubleOf(elements[j]);
            }
        }
        long[] bits = new long[x[0].length];
        for (int j = 0; j < bits.length; j++) {
            bits[j] = type.ofDouble(one(type, rounding, kind, operands.length, nearest, order, x[0][j],
                x[1][j], x[2][j]));
        }
        return new Tensor(type, shape, bits, Undefined.of(shape, operands));
    }

    private static double one(ElementType type, Triton.Rounding rounding, Kind kind, int arity,
        Nearest function, Order order, double x, double y, double z) {
        double plain = function.apply(x, y, z);
        boolean isFloat = type == ElementType.F32;
        double near = isFloat ? (float) plain : plain;
        boolean isDivisionByZero = kind == Kind.QUOTIENT && y == 0 || kind == Kind.RECIPROCAL && x == 0;
        boolean isFinite = Double.isFinite(x) && Double.isFinite(y) && Double.isFinite(z);
        if (rounding == Triton.Rounding.RTNE || !isFinite || Double.isNaN(near) || isDivisionByZero) {
            return near;
        }
        int excess = Double.isInfinite(near) ? (near > 0 ? 1 : -1) : order.of(exact(near), x, y, z);
        // A sum that is 0 has a minus sign if it is rounded down: it is that of the negated numbers.
        if (excess == 0 && near == 0 && kind == Kind.SUM && rounding == Triton.Rounding.RTN) {
            return -(arity == 3 ? function.apply(-x, y, -z) : function.apply(-x, -y, z));
        }
        boolean isTowardZero = rounding == Triton.Rounding.RTZ;
        boolean isDown = rounding == Triton.Rounding.RTN || isTowardZero && Math.copySign(1, near) > 0;
        if (isDown && excess > 0) {
            return isFloat ? Math.nextDown((float) near) : Math.nextDown(near);
        }
        if (!isDown && excess < 0) {
            return isFloat ? Math.nextUp((float) near) : Math.nextUp(near);
        }
        return near;
    }
}
