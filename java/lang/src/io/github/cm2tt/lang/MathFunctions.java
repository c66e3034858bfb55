// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import io.github.cm2tt.lang.Numbers.Binary;
import io.github.cm2tt.lang.Promotion.Rules;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * Mathematical functions of the kernel language. Numbers of 16 bits are computed as float; functions of float
 * are those of the device of the run, or are computed as double and rounded.
 *
 * <p>Not here: functions that Java lacks ({@link SpecialFunctions}).
 */
final class MathFunctions {
    private MathFunctions() {}

    /** T-MATH-1 and T-MATH-2: the function applies to floating-point numbers of at least 16 bits. */
    private static void checkFloat(ElementType type) {
        if (!type.isFloat()) {
            throw new KernelException("T-MATH-1: the function is of floating-point numbers, not " + type.name
                    + "; convert the operand: Triton.conv(float.class, x)");
        }
        if (type.bits < 16) {
            throw new KernelException("T-MATH-2: the function is not defined on 8-bit numbers: " + type.name
                    + "; convert the operand: Triton.conv(float.class, x)");
        }
    }

    /** Applies a method of Triton to each element, as the device does, or by a function of the JVM. */
    static Tensor apply(String method, Number x, DoubleUnaryOperator function) {
        Operand operand = Elementwise.operand(x);
        ElementType type = operand.type();
        checkFloat(type);
        if (type == ElementType.F64) {
            return apply(x, function);
        }
        float[] values = new float[operand.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = type.floatOf(operand.bits()[i]);
        }
        float[] results = Programs.functions().apply(method, operand.isTile(), values);
        if (results == null) {
            return apply(x, function);
        }
        long[] bits = new long[results.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = type.ofFloat(results[i]);
        }
        return operand.with(type, bits).toTensor();
    }

    /** Applies a function to each element. */
    static Tensor apply(Number x, DoubleUnaryOperator function) {
        Operand operand = Elementwise.operand(x);
        ElementType type = operand.type();
        checkFloat(type);
        if (type == ElementType.F64) {
            return Elementwise.map(type, operand,
                    e -> type.ofDouble(function.applyAsDouble(type.doubleOf(e))));
        }
        return Elementwise.map(type, operand,
                e -> type.ofFloat((float) function.applyAsDouble(type.floatOf(e))));
    }

    /** {@link Triton#abs}. */
    static Tensor abs(Number x) {
        Operand operand = Elementwise.operand(x);
        ElementType type = operand.type();
        if (type.isFloat()) {
            checkFloat(type);
            long sign = 1L << (type.bits - 1);
            return Elementwise.map(type, operand, e -> e & ~sign);
        }
        Numbers.checkDefined(Binary.MAX, type);
        return Elementwise.map(type, operand, type.isUnsigned() ? e -> e : e -> type.canonical(Math.abs(e)));
    }

    /** {@link Triton#rsqrt}: the root is rounded, then the quotient. */
    static Tensor rsqrt(Number x) {
        return isDouble(x) ? apply(x, e -> 1 / Math.sqrt(e))
            : apply("rsqrt", x, e -> 1f / (float) Math.sqrt(e));
    }

    /** {@link Triton#sigmoid}: each step is rounded. */
    static Tensor sigmoid(Number x) {
        if (isDouble(x)) {
            return apply(x, e -> 1 / (Math.exp(-e) + 1));
        }
        return apply("sigmoid", x, e -> 1f / ((float) Math.exp(-e) + 1f));
    }

    /** A function of two operands; numbers of 16 bits are computed as float. */
    private static Tensor binary(Number a, Number b, DoubleBinaryOperator function) {
        Operand[] operands = Elementwise.operands(a, b);
        ElementType type = Promotion.promote(Rules.COMMON, operands);
        checkFloat(type);
        LongBinaryOperator ofElements = type == ElementType.F64
            ? (x, y) -> type.ofDouble(function.applyAsDouble(type.doubleOf(x), type.doubleOf(y)))
            : (x, y) -> type.ofFloat((float) function.applyAsDouble(type.floatOf(x), type.floatOf(y)));
        return Elementwise.map(type, type, operands[0], operands[1], ofElements);
    }

    /** {@link Triton#atan2}. */
    static Tensor atan2(Number y, Number x) {
        return binary(y, x, Math::atan2);
    }

    /** {@link Triton#copysign}. */
    static Tensor copysign(Number x, Number sign) {
        return binary(x, sign, (magnitude, other) -> {
            boolean isNegative = Double.doubleToRawLongBits(other) < 0;
            return isNegative ? -Math.abs(magnitude) : Math.abs(magnitude);
        });
    }

    /** {@link Triton#pow}: as in C, 1 and -1 have powers where Java's function has none. */
    static Tensor pow(Number x, Number y) {
        return binary(x, y, SpecialFunctions::pow);
    }

    private static boolean isDouble(Number x) {
        Operand operand = Operand.of(x);
        return operand != null && operand.type() == ElementType.F64;
    }

    /** {@link Triton#fma}. */
    static Tensor fma(Number a, Number b, Number c) {
        Operand[] operands = Elementwise.operands(a, b, c);
        ElementType type = Promotion.promote(Rules.COMMON, operands);
        checkFloat(type);
        return Elementwise.map(type, operands, fma(type));
    }

    private static Elementwise.Ternary fma(ElementType type) {
        if (type == ElementType.F64) {
            return (a, b, c) -> type.ofDouble(Math.fma(type.doubleOf(a), type.doubleOf(b), type.doubleOf(c)));
        }
        if (type == ElementType.F32) {
            return (a, b, c) -> type.ofFloat(Math.fma(type.floatOf(a), type.floatOf(b), type.floatOf(c)));
        }
        // The product of two numbers of 16 bits is exact.
        return (a, b, c) -> type.ofDouble(
                SpecialFunctions.addToOdd(type.doubleOf(a) * type.doubleOf(b), type.doubleOf(c)));
    }

    /** {@link Triton#fdiv}. */
    static Tensor fdiv(Number a, Number b) {
        Operand[] operands = Elementwise.operands(a, b);
        ElementType type = Promotion.promote(Rules.DIVISION, operands);
        checkFloat(type);
        LongBinaryOperator divide = Numbers.binary(Binary.DIV, type);
        return Elementwise.map(type, type, operands[0], operands[1], divide);
    }

    /** {@link Triton#divRn}. */
    static Tensor divRn(Number a, Number b) {
        return fdiv(a, b);
    }
}
