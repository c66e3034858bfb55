// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.FlightEvents.Direction;
import io.github.cm2tt.runtime.internal.NativeArrays;
import io.github.cm2tt.runtime.internal.NativeMemory;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.ShortBuffer;

/**
 * The copies between a {@link DeviceBuffer} and arrays or buffers of java.nio.
 *
 * <p>Not here: memory segments ({@link SegmentCopies}), copies on streams (DeviceBuffer).
 */
abstract class BufferCopies extends SegmentCopies {
    BufferCopies() {}

    /**
     * Copies numbers from an array to the beginning of the buffer, whose element type has one byte.
     *
     * @param array the numbers, at most as many as there are elements
     * @return this
     * @throws IllegalArgumentException if the array has the wrong type or is too long
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(byte[] array) {
        return copyFrom(array, 0, array.length);
    }

    /**
     * Copies a part of an array to the beginning of the buffer.
     *
     * <pre>{@code
     * buffer.slice(1000, 10).copyFrom(array, 20, 10);
     * }</pre>
     *
     * @param array has the numbers
     * @param first the index of the first one in the array
     * @param count the number of numbers, at most as many as there are elements
     * @return this
     * @throws IllegalArgumentException if the array has the wrong type or there are too many numbers
     * @throws IndexOutOfBoundsException if the range is not within the array
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(byte[] array, int first, int count) {
        DeviceBuffer self = self();
        Elements.check(self, array, array.length, first, count);
        self.write(count, to -> NativeArrays.writeBytes(to, self.offset(), array, first, count));
        return self;
    }

    /**
     * Copies numbers from the beginning of the buffer, whose element type has one byte.
     *
     * @param array receives the numbers, at most as many as there are elements
     * @return the array
     * @throws IllegalArgumentException if the array has the wrong type or is too long
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel that was launched earlier failed
     */
    public byte[] copyTo(byte[] array) {
        return copyTo(array, 0, array.length);
    }

    /**
     * Copies a part of an array from the beginning of the buffer.
     *
     * <pre>{@code
     * buffer.slice(1000, 10).copyTo(array, 20, 10);
     * }</pre>
     *
     * @param array receives the numbers
     * @param first the index of the first one in the array
     * @param count the number of numbers, at most as many as there are elements
     * @return the array
     * @throws IllegalArgumentException if the array has the wrong type or there are too many numbers
     * @throws IndexOutOfBoundsException if the range is not within the array
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel that was launched earlier failed
     */
    public byte[] copyTo(byte[] array, int first, int count) {
        DeviceBuffer self = self();
        Elements.check(self, array, array.length, first, count);
        self.read(count, from -> NativeArrays.readBytes(from, self.offset(), array, first, count));
        return array;
    }

    /**
     * Copies numbers from an array to the beginning of the buffer, whose element type has two bytes.
     *
     * @param array the numbers, at most as many as there are elements
     * @return this
     * @throws IllegalArgumentException if the array has the wrong type or is too long
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(short[] array) {
        return copyFrom(array, 0, array.length);
    }

    /**
     * Copies a part of an array to the beginning of the buffer.
     *
     * <pre>{@code
     * buffer.slice(1000, 10).copyFrom(array, 20, 10);
     * }</pre>
     *
     * @param array has the numbers
     * @param first the index of the first one in the array
     * @param count the number of numbers, at most as many as there are elements
     * @return this
     * @throws IllegalArgumentException if the array has the wrong type or there are too many numbers
     * @throws IndexOutOfBoundsException if the range is not within the array
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(short[] array, int first, int count) {
        DeviceBuffer self = self();
        Elements.check(self, array, array.length, first, count);
        self.write(count, to -> NativeArrays.writeShorts(to, self.offset(), array, first, count));
        return self;
    }

    /**
     * Copies numbers from the beginning of the buffer, whose element type has two bytes.
     *
     * @param array receives the numbers, at most as many as there are elements
     * @return the array
     * @throws IllegalArgumentException if the array has the wrong type or is too long
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel that was launched earlier failed
     */
    public short[] copyTo(short[] array) {
        return copyTo(array, 0, array.length);
    }

    /**
     * Copies a part of an array from the beginning of the buffer.
     *
     * <pre>{@code
     * buffer.slice(1000, 10).copyTo(array, 20, 10);
     * }</pre>
     *
     * @param array receives the numbers
     * @param first the index of the first one in the array
     * @param count the number of numbers, at most as many as there are elements
     * @return the array
     * @throws IllegalArgumentException if the array has the wrong type or there are too many numbers
     * @throws IndexOutOfBoundsException if the range is not within the array
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel that was launched earlier failed
     */
    public short[] copyTo(short[] array, int first, int count) {
        DeviceBuffer self = self();
        Elements.check(self, array, array.length, first, count);
        self.read(count, from -> NativeArrays.readShorts(from, self.offset(), array, first, count));
        return array;
    }

    /**
     * Copies numbers from an array to the beginning of the buffer, whose type is I32 or U32.
     *
     * @param array the numbers, at most as many as there are elements
     * @return this
     * @throws IllegalArgumentException if the array has the wrong type or is too long
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(int[] array) {
        return copyFrom(array, 0, array.length);
    }

    /**
     * Copies a part of an array to the beginning of the buffer.
     *
     * <pre>{@code
     * buffer.slice(1000, 10).copyFrom(array, 20, 10);
     * }</pre>
     *
     * @param array has the numbers
     * @param first the index of the first one in the array
     * @param count the number of numbers, at most as many as there are elements
     * @return this
     * @throws IllegalArgumentException if the array has the wrong type or there are too many numbers
     * @throws IndexOutOfBoundsException if the range is not within the array
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(int[] array, int first, int count) {
        DeviceBuffer self = self();
        Elements.check(self, array, array.length, first, count);
        self.write(count, to -> NativeArrays.writeInts(to, self.offset(), array, first, count));
        return self;
    }

    /**
     * Copies numbers from the beginning of the buffer, whose type is I32 or U32.
     *
     * @param array receives the numbers, at most as many as there are elements
     * @return the array
     * @throws IllegalArgumentException if the array has the wrong type or is too long
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel that was launched earlier failed
     */
    public int[] copyTo(int[] array) {
        return copyTo(array, 0, array.length);
    }

    /**
     * Copies a part of an array from the beginning of the buffer.
     *
     * <pre>{@code
     * buffer.slice(1000, 10).copyTo(array, 20, 10);
     * }</pre>
     *
     * @param array receives the numbers
     * @param first the index of the first one in the array
     * @param count the number of numbers, at most as many as there are elements
     * @return the array
     * @throws IllegalArgumentException if the array has the wrong type or there are too many numbers
     * @throws IndexOutOfBoundsException if the range is not within the array
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel that was launched earlier failed
     */
    public int[] copyTo(int[] array, int first, int count) {
        DeviceBuffer self = self();
        Elements.check(self, array, array.length, first, count);
        self.read(count, from -> NativeArrays.readInts(from, self.offset(), array, first, count));
        return array;
    }

    /**
     * Copies numbers from an array to the beginning of the buffer, whose type is I64 or U64.
     *
     * @param array the numbers, at most as many as there are elements
     * @return this
     * @throws IllegalArgumentException if the array has the wrong type or is too long
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(long[] array) {
        return copyFrom(array, 0, array.length);
    }

    /**
     * Copies a part of an array to the beginning of the buffer.
     *
     * <pre>{@code
     * buffer.slice(1000, 10).copyFrom(array, 20, 10);
     * }</pre>
     *
     * @param array has the numbers
     * @param first the index of the first one in the array
     * @param count the number of numbers, at most as many as there are elements
     * @return this
     * @throws IllegalArgumentException if the array has the wrong type or there are too many numbers
     * @throws IndexOutOfBoundsException if the range is not within the array
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(long[] array, int first, int count) {
        DeviceBuffer self = self();
        Elements.check(self, array, array.length, first, count);
        self.write(count, to -> NativeArrays.writeLongs(to, self.offset(), array, first, count));
        return self;
    }

    /**
     * Copies numbers from the beginning of the buffer, whose type is I64 or U64.
     *
     * @param array receives the numbers, at most as many as there are elements
     * @return the array
     * @throws IllegalArgumentException if the array has the wrong type or is too long
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel that was launched earlier failed
     */
    public long[] copyTo(long[] array) {
        return copyTo(array, 0, array.length);
    }

    /**
     * Copies a part of an array from the beginning of the buffer.
     *
     * <pre>{@code
     * buffer.slice(1000, 10).copyTo(array, 20, 10);
     * }</pre>
     *
     * @param array receives the numbers
     * @param first the index of the first one in the array
     * @param count the number of numbers, at most as many as there are elements
     * @return the array
     * @throws IllegalArgumentException if the array has the wrong type or there are too many numbers
     * @throws IndexOutOfBoundsException if the range is not within the array
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel that was launched earlier failed
     */
    public long[] copyTo(long[] array, int first, int count) {
        DeviceBuffer self = self();
        Elements.check(self, array, array.length, first, count);
        self.read(count, from -> NativeArrays.readLongs(from, self.offset(), array, first, count));
        return array;
    }

    /**
     * Copies numbers from an array to the beginning of the buffer. The type is FP32, FP16, BF16, FP8E4NV or
     * FP8E5; for the last four, each number is rounded to the nearest.
     *
     * @param array the numbers, at most as many as there are elements
     * @return this
     * @throws IllegalArgumentException if the array has the wrong type or is too long
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(float[] array) {
        return copyFrom(array, 0, array.length);
    }

    /**
     * Copies a part of an array to the beginning of the buffer.
     *
     * <pre>{@code
     * buffer.slice(1000, 10).copyFrom(array, 20, 10);
     * }</pre>
     *
     * @param array has the numbers
     * @param first the index of the first one in the array
     * @param count the number of numbers, at most as many as there are elements
     * @return this
     * @throws IllegalArgumentException if the array has the wrong type or there are too many numbers
     * @throws IndexOutOfBoundsException if the range is not within the array
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(float[] array, int first, int count) {
        DeviceBuffer self = self();
        Elements.check(self, array, array.length, first, count);
        if (self.type() == ElementType.FP32) {
            self.write(count, to -> NativeArrays.writeFloats(to, self.offset(), array, first, count));
        } else {
            Elements.write(self, array, first, count);
        }
        return self;
    }

    /**
     * Copies numbers from the beginning of the buffer. The type is FP32, FP16, BF16, FP8E4NV or FP8E5; for
     * the last four, each number is converted.
     *
     * @param array receives the numbers, at most as many as there are elements
     * @return the array
     * @throws IllegalArgumentException if the array has the wrong type or is too long
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel that was launched earlier failed
     */
    public float[] copyTo(float[] array) {
        return copyTo(array, 0, array.length);
    }

    /**
     * Copies a part of an array from the beginning of the buffer.
     *
     * <pre>{@code
     * buffer.slice(1000, 10).copyTo(array, 20, 10);
     * }</pre>
     *
     * @param array receives the numbers
     * @param first the index of the first one in the array
     * @param count the number of numbers, at most as many as there are elements
     * @return the array
     * @throws IllegalArgumentException if the array has the wrong type or there are too many numbers
     * @throws IndexOutOfBoundsException if the range is not within the array
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel that was launched earlier failed
     */
    public float[] copyTo(float[] array, int first, int count) {
        DeviceBuffer self = self();
        Elements.check(self, array, array.length, first, count);
        if (self.type() == ElementType.FP32) {
            self.read(count, from -> NativeArrays.readFloats(from, self.offset(), array, first, count));
        } else {
            Elements.read(self, array, first, count);
        }
        return array;
    }

    /**
     * Copies numbers from an array to the beginning of the buffer, whose type is FP64.
     *
     * @param array the numbers, at most as many as there are elements
     * @return this
     * @throws IllegalArgumentException if the array has the wrong type or is too long
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(double[] array) {
        return copyFrom(array, 0, array.length);
    }

    /**
     * Copies a part of an array to the beginning of the buffer.
     *
     * <pre>{@code
     * buffer.slice(1000, 10).copyFrom(array, 20, 10);
     * }</pre>
     *
     * @param array has the numbers
     * @param first the index of the first one in the array
     * @param count the number of numbers, at most as many as there are elements
     * @return this
     * @throws IllegalArgumentException if the array has the wrong type or there are too many numbers
     * @throws IndexOutOfBoundsException if the range is not within the array
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(double[] array, int first, int count) {
        DeviceBuffer self = self();
        Elements.check(self, array, array.length, first, count);
        self.write(count, to -> NativeArrays.writeDoubles(to, self.offset(), array, first, count));
        return self;
    }

    /**
     * Copies numbers from the beginning of the buffer, whose type is FP64.
     *
     * @param array receives the numbers, at most as many as there are elements
     * @return the array
     * @throws IllegalArgumentException if the array has the wrong type or is too long
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel that was launched earlier failed
     */
    public double[] copyTo(double[] array) {
        return copyTo(array, 0, array.length);
    }

    /**
     * Copies a part of an array from the beginning of the buffer.
     *
     * <pre>{@code
     * buffer.slice(1000, 10).copyTo(array, 20, 10);
     * }</pre>
     *
     * @param array receives the numbers
     * @param first the index of the first one in the array
     * @param count the number of numbers, at most as many as there are elements
     * @return the array
     * @throws IllegalArgumentException if the array has the wrong type or there are too many numbers
     * @throws IndexOutOfBoundsException if the range is not within the array
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel that was launched earlier failed
     */
    public double[] copyTo(double[] array, int first, int count) {
        DeviceBuffer self = self();
        Elements.check(self, array, array.length, first, count);
        self.read(count, from -> NativeArrays.readDoubles(from, self.offset(), array, first, count));
        return array;
    }

    /**
     * Copies bytes to the beginning of the buffer, as they are in memory: numbers in the native byte order.
     *
     * @param bytes the bytes between its position and its limit, at most as many as this has. The position
     *     does not change. Direct buffers are fastest
     * @return this
     * @throws IllegalArgumentException if there are too many bytes
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(ByteBuffer bytes) {
        DeviceBuffer self = self();
        int length = bytes.remaining();
        Elements.checkBytes(self, length);
        self.copy(Direction.TO_DEVICE, length, to -> {
            if (DirectMemory.stays(bytes)) {
                NativeMemory.write(to, self.offset(), bytes, bytes.position(), length);
            } else {
                Elements.write(to, self.offset(), bytes);
            }
        });
        return self;
    }

    /**
     * Copies bytes from the beginning of the buffer, as they are in memory.
     *
     * @param bytes receives the bytes between its position and its limit, at most as many as this has. The
     *     position does not change
     * @return the same
     * @throws IllegalArgumentException if there are too many bytes
     * @throws ReadOnlyBufferException if it is read-only
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel that was launched earlier failed
     */
    public ByteBuffer copyTo(ByteBuffer bytes) {
        DeviceBuffer self = self();
        int length = bytes.remaining();
        Elements.checkBytes(self, length);
        if (bytes.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        self.copy(Direction.TO_HOST, length, from -> {
            if (DirectMemory.stays(bytes)) {
                NativeMemory.read(from, self.offset(), bytes, bytes.position(), length);
            } else {
                Elements.read(from, self.offset(), bytes);
            }
        });
        return bytes;
    }

    /**
     * Copies numbers to the beginning of the buffer, whose element type has two bytes.
     *
     * @param numbers those between its position and its limit, at most as many as there are elements, in any
     *     byte order. The position does not change
     * @return this
     * @throws IllegalArgumentException if the numbers have the wrong type or are too many
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(ShortBuffer numbers) {
        NumberBuffers.SHORTS.write(self(), numbers);
        return self();
    }

    /**
     * Copies numbers from the beginning of the buffer, whose element type has two bytes.
     *
     * @param numbers receives those between its position and its limit, at most as many as there are
     *     elements, in its byte order. The position does not change
     * @return the same
     * @throws IllegalArgumentException if the numbers have the wrong type or are too many
     * @throws ReadOnlyBufferException if it is read-only
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel that was launched earlier failed
     */
    public ShortBuffer copyTo(ShortBuffer numbers) {
        NumberBuffers.SHORTS.read(self(), numbers);
        return numbers;
    }

    /**
     * Copies numbers to the beginning of the buffer, whose type is I32 or U32.
     *
     * @param numbers those between its position and its limit, at most as many as there are elements, in any
     *     byte order. The position does not change
     * @return this
     * @throws IllegalArgumentException if the numbers have the wrong type or are too many
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(IntBuffer numbers) {
        NumberBuffers.INTS.write(self(), numbers);
        return self();
    }

    /**
     * Copies numbers from the beginning of the buffer, whose type is I32 or U32.
     *
     * @param numbers receives those between its position and its limit, at most as many as there are
     *     elements, in its byte order. The position does not change
     * @return the same
     * @throws IllegalArgumentException if the numbers have the wrong type or are too many
     * @throws ReadOnlyBufferException if it is read-only
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel that was launched earlier failed
     */
    public IntBuffer copyTo(IntBuffer numbers) {
        NumberBuffers.INTS.read(self(), numbers);
        return numbers;
    }

    /**
     * Copies numbers to the beginning of the buffer, whose type is I64 or U64.
     *
     * @param numbers those between its position and its limit, at most as many as there are elements, in any
     *     byte order. The position does not change
     * @return this
     * @throws IllegalArgumentException if the numbers have the wrong type or are too many
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(LongBuffer numbers) {
        NumberBuffers.LONGS.write(self(), numbers);
        return self();
    }

    /**
     * Copies numbers from the beginning of the buffer, whose type is I64 or U64.
     *
     * @param numbers receives those between its position and its limit, at most as many as there are
     *     elements, in its byte order. The position does not change
     * @return the same
     * @throws IllegalArgumentException if the numbers have the wrong type or are too many
     * @throws ReadOnlyBufferException if it is read-only
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel that was launched earlier failed
     */
    public LongBuffer copyTo(LongBuffer numbers) {
        NumberBuffers.LONGS.read(self(), numbers);
        return numbers;
    }

    /**
     * Copies numbers to the beginning of the buffer. The type is FP32, FP16, BF16, FP8E4NV or FP8E5; for the
     * last four, each number is rounded to the nearest.
     *
     * @param numbers those between its position and its limit, at most as many as there are elements, in any
     *     byte order. The position does not change
     * @return this
     * @throws IllegalArgumentException if the numbers have the wrong type or are too many
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(FloatBuffer numbers) {
        NumberBuffers.FLOATS.write(self(), numbers);
        return self();
    }

    /**
     * Copies numbers from the beginning of the buffer. The type is FP32, FP16, BF16, FP8E4NV or FP8E5; for
     * the last four, each number is converted.
     *
     * @param numbers receives those between its position and its limit, at most as many as there are
     *     elements, in its byte order. The position does not change
     * @return the same
     * @throws IllegalArgumentException if the numbers have the wrong type or are too many
     * @throws ReadOnlyBufferException if it is read-only
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel that was launched earlier failed
     */
    public FloatBuffer copyTo(FloatBuffer numbers) {
        NumberBuffers.FLOATS.read(self(), numbers);
        return numbers;
    }

    /**
     * Copies numbers to the beginning of the buffer, whose type is FP64.
     *
     * @param numbers those between its position and its limit, at most as many as there are elements, in any
     *     byte order. The position does not change
     * @return this
     * @throws IllegalArgumentException if the numbers have the wrong type or are too many
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(DoubleBuffer numbers) {
        NumberBuffers.DOUBLES.write(self(), numbers);
        return self();
    }

    /**
     * Copies numbers from the beginning of the buffer, whose type is FP64.
     *
     * @param numbers receives those between its position and its limit, at most as many as there are
     *     elements, in its byte order. The position does not change
     * @return the same
     * @throws IllegalArgumentException if the numbers have the wrong type or are too many
     * @throws ReadOnlyBufferException if it is read-only
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel that was launched earlier failed
     */
    public DoubleBuffer copyTo(DoubleBuffer numbers) {
        NumberBuffers.DOUBLES.read(self(), numbers);
        return numbers;
    }
}
