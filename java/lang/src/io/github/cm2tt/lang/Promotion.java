// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The types that operands of an elementwise operation are converted to, as in Triton, and the shapes that
 * they are broadcast to. The rules for two types are
 *
 * <pre>
 * double, then float, wins over all
 * fp16 wins over the rest                    (division: float)
 * bf16 with bf16 is bf16, with others float  (division: float)
 * two fp8 types give fp16
 * integers: the wider; unsigned if that is as wide as the signed one
 * </pre>
 *
 * <p>A box of Java may be a constant or a number that is known at run time only, which cannot be
 * distinguished here. It is treated as a constant where a constant is allowed: if its kind (truth values are
 * below integers, which are below floating-point numbers) is not above that of the other operand, and its
 * value fits, it takes the type of the other operand.
 *
 * <p>Not here: the operations on the type ({@link Numbers}).
 */
final class Promotion {
    /** The rules by which an operation chooses the type to which its operands are converted. */
    enum Rules {
        /** The common rules. */
        COMMON,
        /**
         * The rules of divisions: fp16 and bf16 become float, and integers are both signed or both unsigned.
         */
        DIVISION
    }

    private Promotion() {}

    /**
     * Returns the element type to which all operands, which are numbers or tiles of numbers, are converted.
     *
     * @throws KernelException T-BINARY-2, T-BINARY-8: there is no such type
     */
    static ElementType promote(Rules rules, Operand... operands) {
        List<Operand> order = new ArrayList<>();
        for (boolean constants : new boolean[] {false, true}) {
            for (Operand operand : operands) {
                if (operand.isConstant() == constants) {
                    order.add(operand);
                }
            }
        }
        Operand all = order.get(0);
        for (Operand operand : order.subList(1, order.size())) {
            ElementType type = promotedType(rules, all, operand);
            if (type == null) {
                throw differentTypes(all, operand);
            }
            boolean isConstant = all.isConstant() && operand.isConstant();
            Operand one = isConstant ? Conversions.convert(all, type) : Operand.scalar(type, 0);
            all = new Operand(type, one.shape(), one.bits(), isConstant);
        }
        return all.type();
    }

    /** Returns the type of two operands; null if there is none. */
    static ElementType promotedType(Rules rules, Operand a, Operand b) {
        ElementType typeA = a.type(), typeB = b.type();
        if (a.isConstant() && !b.isConstant()) {
            if (takesType(a, typeB)) {
                return widened(rules, typeB);
            }
            typeA = typeOfConstant(a, typeB);
        } else if (b.isConstant() && !a.isConstant()) {
            if (takesType(b, typeA)) {
                return widened(rules, typeA);
            }
            typeB = typeOfConstant(b, typeA);
        }
        if (!typeA.isFloat() && !typeB.isFloat()) {
            return promoteIntegers(rules, typeA, typeB);
        }
        return promoteFloats(rules, typeA, typeB);
    }

    /** Returns whether a constant is converted to the other operand's type. */
    private static boolean takesType(Operand constant, ElementType other) {
        if (constant.type().kind.compareTo(other.kind) > 0) {
            return false;
        }
        return !other.isInteger() || fits(constant, other);
    }

    /** Returns whether the constant, an integer or truth value, is in the range of an integer type. */
    static boolean fits(Operand constant, ElementType type) {
        long value = constant.bits()[0];
        if (constant.type() == ElementType.U64 && value < 0) {
            return type == ElementType.U64;
        }
        if (type.isUnsigned()) {
            return value >= 0 && type.canonical(value) == value;
        }
        return type.canonical(value) == value;
    }

    /**
     * Returns the type of a constant that does not take the other operand's type: as for a Python number, the
     * first type that can represent it.
     */
    private static ElementType typeOfConstant(Operand constant, ElementType other) {
        ElementType type = constant.type();
        if (type.isBool() || type.kind == other.kind) {
            return type;
        }
        if (type.isFloat()) {
            double magnitude = Math.abs(type.doubleOf(constant.bits()[0]));
            boolean isFloat = magnitude == 0 || Double.isNaN(magnitude) || Double.isInfinite(magnitude)
                || magnitude >= Float.MIN_NORMAL && magnitude <= Float.MAX_VALUE;
            return isFloat ? ElementType.F32 : ElementType.F64;
        }
        for (ElementType integer : List.of(ElementType.I32, ElementType.U32, ElementType.I64)) {
            if (fits(constant, integer)) {
                return integer;
            }
        }
        return ElementType.U64;
    }

    private static ElementType widened(Rules rules, ElementType type) {
        boolean isNarrow = type == ElementType.F16 || type == ElementType.BF16;
        return rules == Rules.DIVISION && isNarrow ? ElementType.F32 : type;
    }

    /** Returns the type of two integers or truth values; null for a division of different signedness. */
    private static ElementType promoteIntegers(Rules rules, ElementType a, ElementType b) {
        if (a.isUnsigned() == b.isUnsigned()) {
            return a.bits > b.bits ? a : b;
        }
        if (rules == Rules.DIVISION) {
            return null;
        }
        if (a.isUnsigned()) {
            return a.bits >= b.bits ? a : b;
        }
        return b.bits >= a.bits ? b : a;
    }

    /** Returns the common type of two types that are not both integers. */
    private static ElementType promoteFloats(Rules rules, ElementType a, ElementType b) {
        for (ElementType wins : List.of(ElementType.F64, ElementType.F32, ElementType.F16)) {
            if (a == wins || b == wins) {
                return widened(rules, wins);
            }
        }
        if (a == ElementType.BF16 || b == ElementType.BF16) {
            return a == b ? widened(rules, a) : ElementType.F32;
        }
        if (!a.isFloat() || !b.isFloat()) {
            return null;
        }
        return a == b ? a : ElementType.F16;
    }

    private static KernelException differentTypes(Operand a, Operand b) {
        String types = a.describe() + " and " + b.describe() + "; convert one of them: Triton.conv";
        if (!a.type().isFloat() && !b.type().isFloat()) {
            return new KernelException(
                "T-BINARY-8: a signed and an unsigned integer cannot be divided: " + types);
        }
        return new KernelException("T-BINARY-2: no common type: " + types);
    }

    /**
     * Returns the shape to which two shapes are broadcast, or null if there is none: extents are equal or 1,
     * starting from the last.
     */
    static int[] broadcastShapes(int[] a, int[] b) {
        if (a.length < b.length) {
            return broadcastShapes(b, a);
        }
        int[] shape = a.clone();
        int lead = a.length - b.length;
        for (int i = 0; i < b.length; i++) {
            if (shape[lead + i] != b[i] && shape[lead + i] != 1 && b[i] != 1) {
                return null;
            }
            shape[lead + i] = Math.max(shape[lead + i], b[i]);
        }
        return shape;
    }

    /**
     * Returns the shape to which all operands are broadcast.
     *
     * @param rule the label of the error if there is none, such as {@code T-BINARY-3}
     */
    static int[] broadcastAll(String rule, Operand... operands) {
        int[] shape = {};
        for (Operand operand : operands) {
            shape = broadcastShapes(shape, operand.shape());
            if (shape == null) {
                throw new KernelException(rule + ": shapes do not broadcast: " + describeAll(operands));
            }
        }
        return shape;
    }

    /** Returns the elements of an operand broadcast to a shape; the result may be the operand's own array. */
    static long[] elementsIn(Operand operand, int[] shape) {
        if (Arrays.equals(operand.shape(), shape)) {
            return operand.bits();
        }
        int size = 1;
        for (int extent : shape) {
            size *= extent;
        }
        long[] elements = new long[size];
        if (!operand.isTile()) {
            Arrays.fill(elements, operand.bits()[0]);
            return elements;
        }
        int[] strides = stridesIn(operand.shape(), shape);
        for (int i = 0; i < size; i++) {
            elements[i] = operand.bits()[sourceOf(i, shape, strides)];
        }
        return elements;
    }

    /** Returns the strides along each dimension of {@code shape} in a tile that is broadcast to it. */
    private static int[] stridesIn(int[] own, int[] shape) {
        int[] strides = new int[shape.length];
        int stride = 1, lead = shape.length - own.length;
        for (int i = own.length - 1; i >= 0; i--) {
            strides[lead + i] = own[i] == 1 ? 0 : stride;
            stride *= own[i];
        }
        return strides;
    }

    private static int sourceOf(int index, int[] shape, int[] strides) {
        int source = 0;
        for (int i = shape.length - 1; i >= 0; i--) {
            source += index % shape[i] * strides[i];
            index /= shape[i];
        }
        return source;
    }

    /**
     * Returns the type of a tile or number in the words of the compiler's messages: {@code a tile of 4x8
     * float}.
     */
    static String describe(ElementType type, int... shape) {
        if (shape.length == 0) {
            return type.isPointer() ? "a pointer to " + type.pointee.name : type.name;
        }
        StringBuilder text = new StringBuilder("a tile of ");
        for (int i = 0; i < shape.length; i++) {
            text.append(i == 0 ? "" : "x").append(shape[i]);
        }
        String element = type.isPointer() ? "pointers to " + type.pointee.name : type.name;
        return text.append(' ').append(element).toString();
    }

    /** Returns a constant number as Java writes it, if Java has its type: {@code the constant 3L}. */
    static String describeConstant(ElementType type, long element) {
        String number = ElementType.format(type, element);
        if (type == ElementType.I64) {
            return "the constant " + number + "L";
        }
        if (type == ElementType.F32) {
            return "the constant " + number + (Float.isFinite(type.floatOf(element)) ? "f" : "");
        }
        boolean isPlain = type == ElementType.I32 || type == ElementType.F64 || type.isBool();
        return (isPlain ? "the constant " : "the " + type.name + " constant ") + number;
    }

    /** Returns a description of any argument of a method, for messages. */
    static String describe(Object argument) {
        if (argument == null) {
            return "null";
        }
        Operand operand = Operand.of(argument);
        return operand == null ? argument.getClass().getName() : operand.describe();
    }

    /** Returns a description of the operands, for messages. */
    static String describeAll(Operand... operands) {
        StringBuilder text = new StringBuilder();
        for (Operand operand : operands) {
            text.append(text.isEmpty() ? "" : " and ").append(operand.describe());
        }
        return text.toString();
    }
}
