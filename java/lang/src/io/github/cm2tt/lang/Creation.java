// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.Arrays;

/**
 * Creation of values: program ids, ranges and filled tiles.
 *
 * <p>Not here: the current program ({@link Programs}).
 */
final class Creation {
    private Creation() {}

    /** {@link Triton#programId}. */
    static int programId(int axis) {
        return Programs.id(checkedAxis(axis));
    }

    /** {@link Triton#numPrograms}. */
    static int numPrograms(int axis) {
        return Programs.count(checkedAxis(axis));
    }

    private static int checkedAxis(int axis) {
        if (axis < 0 || axis > 2) {
            throw new KernelException("T-PROGRAMID-1: the axis must be a constant 0, 1 or 2: " + axis);
        }
        return axis;
    }

    /** {@link Triton#arange}. */
    static Tensor arange(int start, int end) {
        if (start >= end) {
            throw new KernelException("T-ARANGE-2: the range is empty: " + start + " to " + end);
        }
        long size = (long) end - start;
        if (size > Tiles.MAX_ELEMENTS) {
            throw new KernelException(
                "T-ARANGE-3: a tile has at most " + Tiles.MAX_ELEMENTS + " elements: " + size);
        }
        long[] bits = new long[(int) size];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = start + i;
        }
        return new Tensor(ElementType.I32, new int[] {bits.length}, bits);
    }

    /** {@link Triton#zeros}. */
    static Tensor zeros(Class<?> type, int[] shape) {
        ElementType element = typeOf("T-ZEROS-1", type);
        return filled(element, Tiles.checked("T-ZEROS-2", shape.clone()), 0);
    }

    /** {@link Triton#zerosLike}. */
    static Tensor zerosLike(Number x) {
        Operand model = model(x);
        return filled(model.type(), model.shape(), 0);
    }

    /** {@link Triton#full}. */
    static Tensor full(Class<?> type, Number value, int[] shape) {
        ElementType element = typeOf("T-FULL-2", type);
        return filled(element, Tiles.checked("T-FULL-3", shape.clone()), number(value, element));
    }

    /** {@link Triton#fullLike}. */
    static Tensor fullLike(Number x, Number value) {
        Operand model = model(x);
        return filled(model.type(), model.shape(), number(value, model.type()));
    }

    private static ElementType typeOf(String rule, Class<?> type) {
        ElementType element = type == null ? null : ElementType.of(type);
        if (element == null) {
            throw new KernelException(rule + ": the element type must be a class literal of a number type: "
                + (type == null ? "null" : type.getName()));
        }
        return element;
    }

    private static Operand model(Number x) {
        Operand model = Operand.of(x);
        if (model == null || !model.isNumeric()) {
            throw new KernelException(
                "T-LIKE-1: only numbers and tiles of numbers can be filled alike: " + Promotion.describe(x));
        }
        return model;
    }

    /** Returns one number as an element of that type. */
    private static long number(Number value, ElementType type) {
        Operand number = Operand.of(value);
        if (number == null || !number.isNumeric() || number.isTile()) {
            throw new KernelException("T-FULL-1: the value must be a number: " + Promotion.describe(value));
        }
        return Conversions.convert(number, type).bits()[0];
    }

    private static Tensor filled(ElementType type, int[] shape, long element) {
        long[] bits = new long[Tiles.count(shape)];
        Arrays.fill(bits, element);
        return new Tensor(type, shape, bits);
    }
}
