// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.BFloat16;
import io.github.cm2tt.lang.Float16;
import io.github.cm2tt.lang.Float8E4M3;
import io.github.cm2tt.lang.Float8E5M2;
import io.github.cm2tt.runtime.internal.NativeArrays;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Copies between arrays and buffers: the array type for each element type, and conversion of floats to
 * narrower types.
 */
final class Elements {
    /** The number of bytes that are copied at once through an array. */
    private static final int PIECE_BYTES = 1 << 20;

    private Elements() {}

    /** Throws unless a part of an array can be copied to, or from, the beginning of a buffer. */
    static void check(DeviceBuffer buffer, Object array, int length, int first, int count) {
        Objects.checkFromIndexSize(first, count, length);
        Class<?> given = array.getClass().getComponentType();
        check(buffer, given, given + "[]", count, count == length ? "an array" : "a part of an array");
    }

    /**
     * Throws unless numbers can be copied to, or from, the beginning of a buffer.
     *
     * @param given the primitive type of the numbers
     * @param name the type of what they are in
     * @param count the number of numbers
     * @param what the name of what they are in, with its article
     */
    static void check(DeviceBuffer buffer, Class<?> given, String name, int count, String what) {
        ElementType type = buffer.type();
        boolean isNarrow = given == float.class && isNarrowFloat(type);
        if (!isNarrow && given != arrayOf(type)) {
            throw new IllegalArgumentException(name + " and a buffer of " + type.signature()
                + ": expected " + (isNarrowFloat(type) ? "float[] or " : "") + arrayOf(type)
                + "[], or a ByteBuffer");
        }
        if (count > buffer.count()) {
            throw new IllegalArgumentException(what + " of " + count + " and a buffer of " + buffer.count()
                + ": expected " + what + " that is not longer than the buffer");
        }
    }

    /** Returns the bits of a number as an element; throws if the type does not have it. */
    static long bits(ElementType type, long value) {
        return switch (type) {
            case I1 -> inRange(type, value, 0, 1);
            case I8 -> inRange(type, value, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case I16 -> inRange(type, value, Short.MIN_VALUE, Short.MAX_VALUE);
            case I32 -> inRange(type, value, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case U8 -> inRange(type, value, 0, 0xff);
            case U16 -> inRange(type, value, 0, 0xffff);
            case U32 -> inRange(type, value, 0, 0xffff_ffffL);
            case I64, U64 -> value;
            default -> bits(type, (double) value);
        };
    }

    private static long inRange(ElementType type, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(value + " and a buffer of " + type.signature()
                + ": expected a number from " + least + " to " + most);
        }
        return value;
    }

    /** Returns the bits of a number as an element; throws unless the type is a floating-point type. */
    static long bits(ElementType type, double value) {
        float narrow = (float) value;
        return switch (type) {
            case FP64 -> Double.doubleToRawLongBits(value);
            case FP32 -> Float.floatToRawIntBits(narrow);
            case FP16 -> Float16.toBits(narrow);
            case BF16 -> BFloat16.toBits(narrow);
            case FP8E4NV -> Float8E4M3.toBits(narrow);
            case FP8E5 -> Float8E5M2.toBits(narrow);
            default -> throw new IllegalArgumentException(
                value + " and a buffer of " + type.signature() + ": expected a long");
        };
    }

    private static boolean isNarrowFloat(ElementType type) {
        return switch (type) {
            case FP16, BF16, FP8E4NV, FP8E5 -> true;
            default -> false;
        };
    }

    /** Returns the primitive type whose arrays have the bits of such elements. */
    private static Class<?> arrayOf(ElementType type) {
        return switch (type) {
            case I1, I8, U8, FP8E4NV, FP8E5 -> byte.class;
            case I16, U16, FP16, BF16 -> short.class;
            case I32, U32 -> int.class;
            case I64, U64 -> long.class;
            case FP32 -> float.class;
            case FP64 -> double.class;
        };
    }

    /** Throws unless a buffer has at least that number of bytes. */
    static void checkBytes(DeviceBuffer buffer, long bytes) {
        if (bytes > buffer.bytes()) {
            throw new IllegalArgumentException(bytes + " bytes and a buffer of " + buffer.bytes()
                + " bytes: expected no more than the buffer has");
        }
    }

    /** Throws unless one buffer can be copied to the other. */
    static void checkCopy(DeviceBuffer to, DeviceBuffer from) {
        if (to.bytes() != from.bytes()) {
            throw new IllegalArgumentException("a copy of " + from.bytes() + " bytes to " + to.bytes()
                + " bytes: expected the same length; take a slice of the longer one");
        }
        if (to.handle == from.handle && to.offset() < from.offset() + from.bytes()
            && from.offset() < to.offset() + to.bytes()) {
            throw new IllegalArgumentException("a copy between parts of a buffer that overlap: "
                + "expected parts that do not, or a copy in between");
        }
    }

    private static byte[] piece(ByteBuffer bytes) {
        return new byte[Math.min(bytes.remaining(), PIECE_BYTES)];
    }

    /** Copies the bytes between position and limit to the device's memory. */
    static void write(long to, long offset, ByteBuffer bytes) {
        ByteBuffer left = bytes.duplicate();
        byte[] piece = piece(left);
        for (long at = offset; left.hasRemaining(); at += piece.length) {
            int count = Math.min(left.remaining(), piece.length);
            left.get(piece, 0, count);
            NativeArrays.writeBytes(to, at, piece, 0, count);
        }
    }

    /** Copies from the device's memory to the bytes between position and limit. */
    static void read(long from, long offset, ByteBuffer bytes) {
        ByteBuffer left = bytes.duplicate();
        byte[] piece = piece(left);
        for (long at = offset; left.hasRemaining(); at += piece.length) {
            int count = Math.min(left.remaining(), piece.length);
            NativeArrays.readBytes(from, at, piece, 0, count);
            left.put(piece, 0, count);
        }
    }

    /** Copies floats to a buffer of a narrower type, each rounded to the nearest. */
    static void write(DeviceBuffer buffer, float[] array, int first, int count) {
        if (buffer.type().bytes() == 1) {
            boolean isE4 = buffer.type() == ElementType.FP8E4NV;
            byte[] bits = new byte[count];
            for (int i = 0; i < count; i++) {
                float value = array[first + i];
                bits[i] = isE4 ? Float8E4M3.toBits(value) : Float8E5M2.toBits(value);
            }
            buffer.copyFrom(bits);
            return;
        }
        boolean isHalf = buffer.type() == ElementType.FP16;
        short[] bits = new short[count];
        for (int i = 0; i < count; i++) {
            float value = array[first + i];
            bits[i] = isHalf ? Float16.toBits(value) : BFloat16.toBits(value);
        }
        buffer.copyFrom(bits);
    }

    /** Copies floats from a buffer of a narrower type. */
    static void read(DeviceBuffer buffer, float[] array, int first, int count) {
        if (buffer.type().bytes() == 1) {
            boolean isE4 = buffer.type() == ElementType.FP8E4NV;
            byte[] bits = buffer.copyTo(new byte[count]);
            for (int i = 0; i < count; i++) {
                array[first + i] = isE4 ? Float8E4M3.toFloat(bits[i]) : Float8E5M2.toFloat(bits[i]);
            }
            return;
        }
        boolean isHalf = buffer.type() == ElementType.FP16;
        short[] bits = buffer.copyTo(new short[count]);
        for (int i = 0; i < count; i++) {
            array[first + i] = isHalf ? Float16.toFloat(bits[i]) : BFloat16.toFloat(bits[i]);
        }
    }
}
