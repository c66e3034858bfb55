// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.Arrays;

/**
 * An argument of a method of the kernel language: a tile, or one number or pointer, given by its element
 * type, its shape and its elements in row-major order. A box of Java is treated as a constant.
 *
 * @param type the type of the elements
 * @param shape the extents; empty for one number or pointer
 * @param bits the elements in the form of {@link ElementType}; must not be changed
 * @param isConstant whether it takes the type of the other operand if possible
 * @param undefined the undefined elements, or null
 */
record Operand(ElementType type, int[] shape, long[] bits, boolean isConstant, Undefined undefined) {
    private static final int[] SCALAR = {};

    /** Creates an operand whose elements are defined. */
    Operand(ElementType type, int[] shape, long[] bits, boolean isConstant) {
        this(type, shape, bits, isConstant, null);
    }

    /** Returns an operand for one number or pointer that is not a constant. */
    static Operand scalar(ElementType type, long element) {
        return new Operand(type, SCALAR, new long[] {element}, false);
    }

    /** Returns the operand for an argument, or null if it is not a value of the kernel language. */
    static Operand of(Object argument) {
        if (argument instanceof Tensor tensor) {
            return new Operand(tensor.type, tensor.shape, tensor.bits, false, tensor.undefined);
        }
        if (argument instanceof Ptr pointer) {
            return scalar(pointer.pointee().pointer(), pointer.address());
        }
        if (argument instanceof TypedNumber number) {
            return number.operand();
        }
        if (argument instanceof KernelNumber number) {
            return scalar(number.elementType(), number.element());
        }
        ElementType type = argument == null ? null : ElementType.of(argument.getClass());
        return type == null ? null : new Operand(type, SCALAR, new long[] {unbox(argument)}, true);
    }

    private static long unbox(Object box) {
        if (box instanceof Float number) {
            return Float.floatToRawIntBits(number) & 0xFFFFFFFFL;
        }
        if (box instanceof Double number) {
            return Double.doubleToRawLongBits(number);
        }
        if (box instanceof Boolean truth) {
            return truth ? 1 : 0;
        }
        return box instanceof Character character ? character : ((Number) box).longValue();
    }

    boolean isTile() {
        return shape.length > 0;
    }

    /** Returns whether it is a number or a tile of numbers. */
    boolean isNumeric() {
        return !type.isPointer();
    }

    /** Returns the number of elements. */
    int size() {
        return bits.length;
    }

    /** Returns it as the result of a method. */
    Tensor toTensor() {
        return new Tensor(type, shape, bits, undefined);
    }

    /** Returns the same shape with other elements. */
    Operand with(ElementType other, long[] elements) {
        return new Operand(other, shape, elements, isConstant, undefined);
    }

    /** Returns its type in the words of the compiler's messages: {@code a tile of 64 float}. */
    String describe() {
        if (isConstant) {
            return Promotion.describeConstant(type, bits[0]);
        }
        return Promotion.describe(type, shape);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Operand operand && type == operand.type && isConstant == operand.isConstant
            && Arrays.equals(shape, operand.shape) && Arrays.equals(bits, operand.bits);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(shape) + Arrays.hashCode(bits);
    }

    @Override
    public String toString() {
        return describe();
    }
}
