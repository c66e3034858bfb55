// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.NativeMemory;
import java.nio.Buffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.ShortBuffer;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Copies between memory of devices and the buffers of java.nio of one type: direct ones as they are, others
 * through their arrays or in pieces.
 *
 * @param type the element type that has the bits of such numbers
 * @param order returns the byte order of a buffer
 * @param array creates an array
 * @param arrayOf returns the array of a buffer that has one
 * @param get copies from the position of a buffer to an array
 * @param put copies from an array to the position of a buffer
 * @param write copies a part of an array to a device
 * @param read copies from a device to a part of an array
 * @param <B> the buffers
 * @param <A> the arrays
 */
record NumberBuffers<B extends Buffer, A>(ElementType type, Function<B, ByteOrder> order,
    IntFunction<A> array, Function<B, A> arrayOf, Part<B, A> get, Part<B, A> put, Part<DeviceBuffer, A> write,
    Part<DeviceBuffer, A> read) {
    static final NumberBuffers<ShortBuffer, short[]> SHORTS =
        new NumberBuffers<>(ElementType.I16, ShortBuffer::order, short[]::new, ShortBuffer::array,
            ShortBuffer::get, ShortBuffer::put, DeviceBuffer::copyFrom, DeviceBuffer::copyTo);
    static final NumberBuffers<IntBuffer, int[]> INTS =
        new NumberBuffers<>(ElementType.I32, IntBuffer::order, int[]::new, IntBuffer::array, IntBuffer::get,
            IntBuffer::put, DeviceBuffer::copyFrom, DeviceBuffer::copyTo);
    static final NumberBuffers<LongBuffer, long[]> LONGS =
        new NumberBuffers<>(ElementType.I64, LongBuffer::order, long[]::new, LongBuffer::array,
            LongBuffer::get, LongBuffer::put, DeviceBuffer::copyFrom, DeviceBuffer::copyTo);
    static final NumberBuffers<FloatBuffer, float[]> FLOATS =
        new NumberBuffers<>(ElementType.FP32, FloatBuffer::order, float[]::new, FloatBuffer::array,
            FloatBuffer::get, FloatBuffer::put, DeviceBuffer::copyFrom, DeviceBuffer::copyTo);
    static final NumberBuffers<DoubleBuffer, double[]> DOUBLES =
        new NumberBuffers<>(ElementType.FP64, DoubleBuffer::order, double[]::new, DoubleBuffer::array,
            DoubleBuffer::get, DoubleBuffer::put, DeviceBuffer::copyFrom, DeviceBuffer::copyTo);

    /** The number of elements that are copied at once through an array. */
    private static final int PIECE = 1 << 17;

    /** Copies between something and a part of an array. */
    interface Part<T, A> {
        Object copy(T other, A array, int first, int count);
    }

    /** Copies the numbers between position and limit to a device. */
    void write(DeviceBuffer to, B numbers) {
        int count = numbers.remaining();
        check(to, count);
        if (isNative(to, numbers)) {
            long at = (long) numbers.position() * type.bytes();
            to.write(count, buffer ->
                NativeMemory.write(buffer, to.offset(), numbers, at, (long) count * type.bytes()));
        } else if (numbers.hasArray()) {
            write.copy(to, arrayOf.apply(numbers), numbers.arrayOffset() + numbers.position(), count);
        } else {
            inPieces(to, numbers, (part, left, piece, size) -> {
                get.copy(left, piece, 0, size);
                write.copy(part, piece, 0, size);
            });
        }
    }

    /** Copies from a device to the numbers between position and limit. */
    void read(DeviceBuffer from, B numbers) {
        int count = numbers.remaining();
        check(from, count);
        if (numbers.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        if (isNative(from, numbers)) {
            long at = (long) numbers.position() * type.bytes();
            from.read(count, buffer ->
                NativeMemory.read(buffer, from.offset(), numbers, at, (long) count * type.bytes()));
        } else if (numbers.hasArray()) {
            read.copy(from, arrayOf.apply(numbers), numbers.arrayOffset() + numbers.position(), count);
        } else {
            inPieces(from, numbers, (part, left, piece, size) -> {
                read.copy(part, piece, 0, size);
                put.copy(left, piece, 0, size);
            });
        }
    }

    private void check(DeviceBuffer buffer, int count) {
        Class<?> given = type.javaClass();
        String primitive = given.getName();
        String name = Character.toUpperCase(primitive.charAt(0)) + primitive.substring(1) + "Buffer";
        Elements.check(buffer, given, name, count, (given == int.class ? "an " : "a ") + name);
        buffer.handle.check();
    }

    /** Returns whether native code can copy the numbers as they are. */
    private boolean isNative(DeviceBuffer buffer, B numbers) {
        return type.bytes() == buffer.type().bytes() && order.apply(numbers) == ByteOrder.nativeOrder()
            && DirectMemory.stays(numbers);
    }

    private interface Piece<B, A> {
        void copy(DeviceBuffer part, B left, A piece, int size);
    }

    private void inPieces(DeviceBuffer buffer, B numbers, Piece<B, A> copy) {
        @SuppressWarnings("unchecked") B left = (B) numbers.duplicate();
        A piece = array.apply(Math.min(numbers.remaining(), PIECE));
        for (long done = 0; left.hasRemaining();) {
            int size = Math.min(left.remaining(), PIECE);
            copy.copy(buffer.slice(done, size), left, piece, size);
            done += size;
        }
    }
}
