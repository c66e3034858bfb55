// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * Operations on each element of tiles and numbers, which are first converted to one type and broadcast to one
 * shape.
 *
 * <p>Not here: the choice of the type ({@link Promotion}), the operations ({@link Numbers}).
 */
final class Elementwise {
    /** An operation on three elements. */
    @FunctionalInterface
    interface Ternary {
        /** Returns the element of the result. */
        long apply(long a, long b, long c);
    }

    private Elementwise() {}

    /** T-BINARY-1: operands are numbers or tiles of numbers. */
    static Operand[] operands(Number... arguments) {
        Operand[] operands = new Operand[arguments.length];
        for (int i = 0; i < operands.length; i++) {
            operands[i] = Operand.of(arguments[i]);
            if (operands[i] == null || !operands[i].isNumeric()) {
                throw new KernelException(
                    "T-BINARY-1: operands must be numbers or tiles of numbers: " + describe(arguments));
            }
        }
        return operands;
    }

    private static String describe(Number... arguments) {
        StringBuilder text = new StringBuilder();
        for (Number argument : arguments) {
            text.append(text.isEmpty() ? "" : " and ").append(Promotion.describe(argument));
        }
        return text.toString();
    }

    /** T-UNARY-1: the operand is a number or a tile of numbers. */
    static Operand operand(Number argument) {
        Operand operand = Operand.of(argument);
        if (operand == null || !operand.isNumeric()) {
            throw new KernelException("T-UNARY-1: the operand must be a number or a tile of numbers: "
                + Promotion.describe(argument));
        }
        return operand;
    }

    /** Applies a function to each element; its results have the given type. */
    static Tensor map(ElementType result, Operand x, LongUnaryOperator function) {
        long[] bits = new long[x.size()];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = function.applyAsLong(x.bits()[i]);
        }
        return new Tensor(result, x.shape(), bits, x.undefined());
    }

    /**
     * Applies a function to the elements of two operands, converted to {@code type}.
     *
     * @throws KernelException T-BINARY-3: shapes do not broadcast
     */
    static Tensor map(
        ElementType result, ElementType type, Operand a, Operand b, LongBinaryOperator function) {
        int[] shape = Promotion.broadcastAll("T-BINARY-3", a, b);
        long[] x = elements(a, type, shape), y = elements(b, type, shape);
        long[] bits = new long[x.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = function.applyAsLong(x[i], y[i]);
        }
        Undefined undefined = type.isBool() ? Undefined.ofTruths(shape, a, b, x, y, function)
            : Undefined.of(shape, a, b);
        return new Tensor(result, shape, bits, undefined);
    }

    /** Applies a function to the elements of three operands, converted to a type. */
    static Tensor map(ElementType type, Operand[] operands, Ternary function) {
        int[] shape = Promotion.broadcastAll("T-BINARY-3", operands);
        long[] x = elements(operands[0], type, shape);
        long[] y = elements(operands[1], type, shape), z = elements(operands[2], type, shape);
        long[] bits = new long[x.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = function.apply(x[i], y[i], z[i]);
        }
        return new Tensor(type, shape, bits, Undefined.of(shape, operands));
    }

    /** Returns the elements of an operand, converted to a type and broadcast to a shape. */
    static long[] elements(Operand operand, ElementType type, int[] shape) {
        return Promotion.elementsIn(Conversions.convert(operand, type), shape);
    }
}
