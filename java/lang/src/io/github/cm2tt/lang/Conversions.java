// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.Objects;

/**
 * Conversions of numbers to other types: those of tiles, and Java's casts. All conversions round once.
 *
 * <p>Not here: the choice of the type ({@link Promotion}); the formats of floating-point numbers ({@link
 * FloatFormat}).
 */
final class Conversions {
    private Conversions() {}

    /** {@link Triton#conv}. */
    static Tensor conv(Class<?> to, Number x, Triton.Rounding rounding) {
        ElementType type = ElementType.of(Objects.requireNonNullElse(to, Object.class));
        if (type == null) {
            throw new KernelException(
                "T-CONV-1: the target must be a class literal of a number type: " + name(to));
        }
        Operand operand = Operand.of(x);
        if (operand == null || !operand.isNumeric()) {
            throw new KernelException("T-CONV-2: only numbers can be converted: " + Promotion.describe(x));
        }
        if (rounding == null) {
            return convert(operand, type).toTensor();
        }
        if (!RoundedConversions.isDefined(rounding, operand.type(), type)) {
            throw new KernelException("T-CONV-4: no conversion has the rounding " + rounding + " from "
                + operand.type().name + " to " + type.name);
        }
        if (operand.type().isFloat() && type.isFloat() && rounding != Triton.Rounding.RTN
            && rounding != Triton.Rounding.RTP) {
            return convert(operand, type, rounding == Triton.Rounding.RTZ).toTensor();
        }
        return RoundedConversions.convert(operand, type, rounding);
    }

    /** {@link Triton#bitcast}. */
    static Tensor bitcast(Class<?> to, Number x) {
        ElementType type = bitsType(to);
        Operand operand = Operand.of(x);
        if (operand == null) {
            throw new KernelException(
                "T-BITS-2: only numbers and pointers have other types: " + Promotion.describe(x));
        }
        if (!operand.isNumeric()) {
            return new Tensor(type.pointer(), operand.shape(), operand.bits(), operand.undefined());
        }
        if (operand.type().bits != type.bits) {
            throw new KernelException("T-BITS-3: widths differ: " + operand.describe() + " of "
                + operand.type().bits + " bits and " + type.name + " of " + type.bits);
        }
        long[] result = new long[operand.size()];
        for (int i = 0; i < result.length; i++) {
            result[i] = type.canonical(operand.bits()[i]);
        }
        return new Tensor(type, operand.shape(), result, operand.undefined());
    }

    /** {@link Triton#bitcast}, of one pointer. */
    static Ptr bitcast(Class<?> to, Ptr p) {
        ElementType type = bitsType(to);
        if (p == null) {
            throw new KernelException("T-BITS-2: only numbers and pointers have other types: null");
        }
        return p.as(type);
    }

    /** {@link Triton#toPointer}. */
    static Tensor toPointer(Class<?> to, Number address) {
        ElementType type = pointee(to);
        Operand operand = Operand.of(address);
        if (operand == null || operand.type() != ElementType.I64 && operand.type() != ElementType.U64) {
            throw new KernelException("T-POINTER-2: an address must be a long: "
                + (operand == null ? Promotion.describe(address) : operand.describe()));
        }
        return new Tensor(type.pointer(), operand.shape(), operand.bits(), operand.undefined());
    }

    /** {@link Triton#toPointer}, of one address. */
    static Ptr toPointer(Class<?> to, long address) {
        return new Ptr(pointee(to), address);
    }

    private static ElementType pointee(Class<?> to) {
        ElementType type = ElementType.of(Objects.requireNonNullElse(to, Object.class));
        if (type == null) {
            throw new KernelException(
                "T-POINTER-1: the elements must be given by a class literal of a number type: " + name(to));
        }
        return type;
    }

    private static ElementType bitsType(Class<?> to) {
        ElementType type = ElementType.of(Objects.requireNonNullElse(to, Object.class));
        if (type == null) {
            throw new KernelException(
                "T-BITS-1: the target must be a class literal of a number type: " + name(to));
        }
        return type;
    }

    private static String name(Class<?> javaClass) {
        return javaClass == null ? "null" : javaClass.getName();
    }

    /**
     * Returns an operand with the elements converted to another type, rounded to the nearest; the result may
     * be the operand itself.
     */
    static Operand convert(Operand operand, ElementType to) {
        return operand.type() == to ? operand : convert(operand, to, false);
    }

    private static Operand convert(Operand operand, ElementType to, boolean towardZero) {
        long[] result = new long[operand.size()];
        for (int i = 0; i < result.length; i++) {
            result[i] = convert(operand.bits()[i], operand.type(), to, towardZero);
        }
        return operand.with(to, result);
    }

    /** Returns a number converted to another type, rounded to the nearest. */
    static long convert(long element, ElementType from, ElementType to) {
        return convert(element, from, to, false);
    }

    private static long convert(long element, ElementType from, ElementType to, boolean towardZero) {
        if (from == to) {
            return element;
        }
        if (to.isBool()) {
            return isTrue(element, from) ? 1 : 0;
        }
        if (!from.isFloat()) {
            return to.isFloat() ? fromInteger(element, from, to) : to.canonical(element);
        }
        double value = from.doubleOf(element);
        return to.isFloat() ? convertFloat(element, from, to, towardZero) : toInteger(value, to);
    }

    /** Returns whether a number is not 0; NaN is not. */
    static boolean isTrue(long element, ElementType type) {
        return type.isFloat() ? type.doubleOf(element) != 0 : element != 0;
    }

    private static long convertFloat(long element, ElementType from, ElementType to, boolean towardZero) {
        if (to == ElementType.F64) {
            return Double.doubleToRawLongBits(from.doubleOf(element));
        }
        return to.format.encode(from.doubleOf(element), towardZero);
    }

    private static long fromInteger(long element, ElementType from, ElementType to) {
        boolean isNegative = element < 0 && !from.isUnsigned();
        return to.format.encode(isNegative, isNegative ? -element : element, 0, false);
    }

    /**
     * Rounds toward zero. Returns the smallest or the largest integer for values out of range, and 0 for NaN.
     */
    private static long toInteger(double value, ElementType to) {
        if (to == ElementType.U64) {
            return toUnsignedLong(value);
        }
        long least = to.isUnsigned() ? 0 : -1L << (to.bits - 1);
        long largest = to.isUnsigned() ? (1L << to.bits) - 1 : -1L - least;
        return Math.max(least, Math.min(largest, (long) value));
    }

    private static long toUnsignedLong(double value) {
        if (!(value >= 0x1p63)) {
            return Math.max(0, (long) value);
        }
        return value >= 0x1p64 ? -1 : (long) (value - 0x1p63) + Long.MIN_VALUE;
    }

    /**
     * Performs Java's cast to a primitive type: floating-point numbers are converted to int before a narrower
     * integer type, and a conversion between signed and unsigned keeps the bits.
     */
    static long cast(long element, ElementType from, ElementType to) {
        if (from.isFloat() && to.isInteger() && to.bits < 32) {
            return to.canonical(convert(element, from, ElementType.I32));
        }
        return convert(element, from, to);
    }
}
