// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.BFloat16;
import io.github.cm2tt.lang.Float16;
import io.github.cm2tt.lang.Float8E4M3;
import io.github.cm2tt.lang.Float8E5M2;
import io.github.cm2tt.runtime.internal.NativeArrays;
import java.nio.ByteBuffer;

/**
 * Copies between arrays and buffers: the array type for each element type, and conversion of floats to
 * narrower types.
 */
final class Elements {
    /** The number of bytes that are copied at once through an array. */
    private static final int PIECE_BYTES = 1 << 20;

    private Elements() {}

    /** Throws unless an array can be copied to, or from, the beginning of a buffer. */
    static void check(DeviceBuffer buffer, Object array, int length) {
        Class<?> given = array.getClass().getComponentType();
        ElementType type = buffer.type();
        boolean isNarrow = given == float.class && isNarrowFloat(type);
        if (!isNarrow && given != arrayOf(type)) {
            throw new IllegalArgumentException(given + "[] and a buffer of " + type.signature()
                + ": expected " + (isNarrowFloat(type) ? "float[] or " : "") + arrayOf(type)
                + "[], or a ByteBuffer");
        }
        if (length > buffer.count()) {
            throw new IllegalArgumentException("an array of " + length + " and a buffer of " + buffer.count()
                + ": expected an array that is not longer than the buffer");
        }
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
    static int checkBytes(DeviceBuffer buffer, long bytes) {
        if (bytes > buffer.bytes()) {
            throw new IllegalArgumentException(bytes + " bytes and a buffer of " + buffer.bytes()
                + " bytes: expected no more than the buffer has");
        }
        return (int) bytes;
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
    static void write(DeviceBuffer buffer, float[] array) {
        if (buffer.type().bytes() == 1) {
            boolean isE4 = buffer.type() == ElementType.FP8E4NV;
            byte[] bits = new byte[array.length];
            for (int i = 0; i < bits.length; i++) {
                bits[i] = isE4 ? Float8E4M3.toBits(array[i]) : Float8E5M2.toBits(array[i]);
            }
            buffer.copyFrom(bits);
            return;
        }
        boolean isHalf = buffer.type() == ElementType.FP16;
        short[] bits = new short[array.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = isHalf ? Float16.toBits(array[i]) : BFloat16.toBits(array[i]);
        }
        buffer.copyFrom(bits);
    }

    /** Copies floats from a buffer of a narrower type. */
    static void read(DeviceBuffer buffer, float[] array) {
        if (buffer.type().bytes() == 1) {
            boolean isE4 = buffer.type() == ElementType.FP8E4NV;
            byte[] bits = buffer.copyTo(new byte[array.length]);
            for (int i = 0; i < bits.length; i++) {
                array[i] = isE4 ? Float8E4M3.toFloat(bits[i]) : Float8E5M2.toFloat(bits[i]);
            }
            return;
        }
        boolean isHalf = buffer.type() == ElementType.FP16;
        short[] bits = buffer.copyTo(new short[array.length]);
        for (int i = 0; i < bits.length; i++) {
            array[i] = isHalf ? Float16.toFloat(bits[i]) : BFloat16.toFloat(bits[i]);
        }
    }
}
