// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.Objects;

/**
 * Elements of one type in the memory of a device, with a shape. Element (i, j, ..) is at
 * {@code i * stride(0) + j * stride(1) + ..} of the buffer, in elements.
 *
 * <pre>{@code
 * try (DeviceTensor x = DeviceTensor.copyOf(device, ElementType.FP16, numbers, 512, 64)) {
 *     DeviceTensor first = x.slice(0, 0, 16);        // [16, 64]; no copy
 *     DeviceTensor turned = x.transpose(0, 1);       // [64, 512]; no copy
 * }
 * }</pre>
 *
 * <p>Views share the memory of the tensor that they are of; closing any of them closes the memory. A tensor
 * of a buffer that others own need not be closed. It is immutable, but for its elements, and thread-safe.
 */
public final class DeviceTensor implements AutoCloseable {
    private static final int BLOCK = 64 << 20;

    private final DeviceBuffer buffer;
    private final long[] shape;
    private final long[] strides;

    private DeviceTensor(DeviceBuffer buffer, long[] shape, long[] strides) {
        this.buffer = buffer;
        this.shape = shape;
        this.strides = strides;
    }

    /**
     * Returns a tensor of the elements of a buffer, the last axis of which is contiguous.
     *
     * @param buffer the elements; it may be longer
     * @param shape the number of elements along each axis
     * @return the tensor, which shares the buffer's memory
     * @throws IllegalArgumentException if the buffer is too short, or an extent is negative
     */
    public static DeviceTensor of(DeviceBuffer buffer, long... shape) {
        long count = count(shape);
        if (count > buffer.count()) {
            throw new IllegalArgumentException("a tensor of shape " + Arrays.toString(shape) + " has " + count
                + " elements, but the buffer has " + buffer.count());
        }
        DeviceBuffer used = count == buffer.count() ? buffer : buffer.slice(0, count);
        return new DeviceTensor(used, shape.clone(), contiguous(shape));
    }

    /**
     * Allocates a tensor, whose elements are undefined.
     *
     * @param device where the memory is
     * @param type the type of the elements
     * @param shape the number of elements along each axis
     * @return the tensor
     */
    public static DeviceTensor allocate(Device device, ElementType type, long... shape) {
        return of(device.allocate(type, count(shape)), shape);
    }

    /**
     * Allocates a tensor of zeros.
     *
     * @param device where the memory is
     * @param type the type of the elements
     * @param shape the number of elements along each axis
     * @return the tensor
     */
    public static DeviceTensor zeros(Device device, ElementType type, long... shape) {
        return of(device.zeros(type, count(shape)), shape);
    }

    /**
     * Copies numbers to a device, converted to a type with rounding to nearest.
     *
     * @param device where the memory is
     * @param type a type of floating-point numbers
     * @param numbers as many as the shape has elements
     * @param shape the number of elements along each axis
     * @return the tensor
     */
    public static DeviceTensor copyOf(Device device, ElementType type, float[] numbers, long... shape) {
        check(numbers.length, shape);
        return of(device.copyOf(type, numbers), shape);
    }

    /**
     * Copies integers to a device.
     *
     * @param device where the memory is
     * @param numbers as many as the shape has elements
     * @param shape the number of elements along each axis
     * @return the tensor, of type {@code I32}
     */
    public static DeviceTensor copyOf(Device device, int[] numbers, long... shape) {
        check(numbers.length, shape);
        return of(device.copyOf(numbers), shape);
    }

    /**
     * Copies the bytes of elements from a file to a device.
     *
     * @param device where the memory is
     * @param type the type of the elements in the file, little endian
     * @param file an open file
     * @param position the index of the first byte
     * @param shape the number of elements along each axis
     * @return the tensor
     * @throws IOException if the file cannot be read, or ends before the last element
     */
    public static DeviceTensor read(
        Device device, ElementType type, FileChannel file, long position, long... shape) throws IOException {
        DeviceTensor tensor = allocate(device, type, shape);
        try {
            DeviceBuffer bytes = tensor.buffer.as(ElementType.U8);
            ByteBuffer block = ByteBuffer.allocateDirect((int) Math.min(BLOCK, bytes.count()));
            for (long done = 0; done < bytes.count(); done += block.limit()) {
                block.clear().limit((int) Math.min(BLOCK, bytes.count() - done));
                while (block.hasRemaining()) {
                    if (file.read(block, position + done + block.position()) < 0) {
                        throw new EOFException("a tensor of shape " + Arrays.toString(shape) + " and type "
                            + type + " at byte " + position + " has " + bytes.count()
                            + " bytes, but the file ends after " + file.size());
                    }
                }
                bytes.slice(done, block.limit()).copyFrom(block.flip());
            }
            return tensor;
        } catch (IOException | RuntimeException | Error problem) {
            tensor.close();
            throw problem;
        }
    }

    /**
     * Returns the elements as a buffer, which is what a kernel takes. The first is element (0, 0, ..); the
     * strides of a view apply.
     *
     * @return the buffer
     */
    public DeviceBuffer buffer() {
        return buffer;
    }

    /**
     * Returns where the memory is.
     *
     * @return the device
     */
    public Device device() {
        return buffer.device();
    }

    /**
     * Returns the type of the elements.
     *
     * @return the type
     */
    public ElementType type() {
        return buffer.type();
    }

    /**
     * Returns the number of axes.
     *
     * @return the number; 0 for a scalar
     */
    public int rank() {
        return shape.length;
    }

    /**
     * Returns the number of elements along each axis.
     *
     * @return a new array
     */
    public long[] shape() {
        return shape.clone();
    }

    /**
     * Returns the number of elements along an axis.
     *
     * @param axis its index; negative from the end: -1 is the last
     * @return the number
     */
    public long size(int axis) {
        return shape[axis(axis)];
    }

    /**
     * Returns the distance of neighbours along an axis.
     *
     * @param axis its index; negative from the end
     * @return the distance, in elements
     */
    public long stride(int axis) {
        return strides[axis(axis)];
    }

    /**
     * Returns the number of elements.
     *
     * @return the product of the shape
     */
    public long count() {
        return count(shape);
    }

    /**
     * Returns whether the elements follow each other in memory, in the order of their indices.
     *
     * @return true for tensors that are no views, and for views of neighbours
     */
    public boolean isContiguous() {
        long expected = 1;
        for (int axis = shape.length - 1; axis >= 0; axis--) {
            if (shape[axis] != 1 && strides[axis] != expected) {
                return count() == 0;
            }
            expected *= shape[axis];
        }
        return true;
    }

    /**
     * Returns a range of an axis.
     *
     * @param axis its index; negative from the end
     * @param from the first index
     * @param to the index after the last
     * @return a view of {@code to - from} elements along the axis
     * @throws IndexOutOfBoundsException if the range is not one of the axis
     */
    public DeviceTensor slice(int axis, long from, long to) {
        int at = axis(axis);
        Objects.checkFromToIndex(from, to, shape[at]);
        long[] extents = shape.clone();
        extents[at] = to - from;
        return view(from * strides[at], extents, strides);
    }

    /**
     * Returns the elements with one index along an axis.
     *
     * @param axis its index; negative from the end
     * @param index the index along it
     * @return a view without the axis
     * @throws IndexOutOfBoundsException if the axis has no such index
     */
    public DeviceTensor select(int axis, long index) {
        int at = axis(axis);
        Objects.checkIndex(index, shape[at]);
        return view(index * strides[at], without(shape, at), without(strides, at));
    }

    /**
     * Returns a tensor with two axes exchanged.
     *
     * @param first the index of an axis; negative from the end
     * @param second that of another
     * @return a view
     */
    public DeviceTensor transpose(int first, int second) {
        long[] extents = shape.clone();
        long[] distances = strides.clone();
        int a = axis(first);
        int b = axis(second);
        extents[a] = shape[b];
        extents[b] = shape[a];
        distances[a] = strides[b];
        distances[b] = strides[a];
        return new DeviceTensor(buffer, extents, distances);
    }

    /**
     * Returns the same elements, in the same order, with another shape.
     *
     * @param extents the new shape; -1 at most once, for what the others leave
     * @return a view
     * @throws IllegalArgumentException if the tensor is not contiguous, or the number of elements differs
     */
    public DeviceTensor reshape(long... extents) {
        requireContiguous("reshape");
        long[] wanted = extents.clone();
        int free = -1;
        long known = 1;
        for (int axis = 0; axis < wanted.length; axis++) {
            if (wanted[axis] != -1) {
                known *= wanted[axis];
            } else if (free < 0) {
                free = axis;
            } else {
                throw new IllegalArgumentException("more than one -1 in " + Arrays.toString(extents));
            }
        }
        if (free >= 0 && known > 0) {
            wanted[free] = count() / known;
        }
        if (count(wanted) != count()) {
            throw new IllegalArgumentException(
                "a tensor of shape " + Arrays.toString(shape) + " cannot be " + Arrays.toString(extents));
        }
        return new DeviceTensor(buffer, wanted, contiguous(wanted));
    }

    /**
     * Divides the last axis into two.
     *
     * @param width the number of elements along the new last axis
     * @return a view of shape [.., n / width, width]
     * @throws IllegalArgumentException if the last axis is no multiple of the width
     */
    public DeviceTensor splitLast(long width) {
        int last = axis(-1);
        if (width < 1 || shape[last] % width != 0) {
            throw new IllegalArgumentException(this + " cannot be divided into " + width + " columns");
        }
        long[] extents = Arrays.copyOf(shape, shape.length + 1);
        long[] distances = Arrays.copyOf(strides, shape.length + 1);
        extents[last] = shape[last] / width;
        extents[last + 1] = width;
        distances[last] = width * strides[last];
        distances[last + 1] = strides[last];
        return new DeviceTensor(buffer, extents, distances);
    }

    /**
     * Adds a first axis, of one element.
     *
     * @return a view of shape [1, ..]
     */
    public DeviceTensor expandFirst() {
        long[] extents = new long[shape.length + 1];
        long[] distances = new long[shape.length + 1];
        System.arraycopy(shape, 0, extents, 1, shape.length);
        System.arraycopy(strides, 0, distances, 1, shape.length);
        extents[0] = 1;
        // Bulk copies of tiles need strides that are not 0.
        distances[0] = shape.length == 0 ? 1 : shape[0] * strides[0];
        return new DeviceTensor(buffer, extents, distances);
    }

    /**
     * Copies the elements to the host.
     *
     * @return the numbers, converted to single precision, in the order of their indices
     * @throws IllegalArgumentException if the tensor is not contiguous or has more than 2^31 - 1 elements
     */
    public float[] toFloats() {
        requireContiguous("toFloats");
        return buffer.copyTo(new float[Math.toIntExact(count())]);
    }

    /**
     * Copies integers to the host.
     *
     * @return the numbers, in the order of their indices
     * @throws IllegalArgumentException if the tensor is not contiguous, has more than 2^31 - 1 elements, or
     *     does not consist of integers of 32 bits
     */
    public int[] toInts() {
        requireContiguous("toInts");
        return buffer.copyTo(new int[Math.toIntExact(count())]);
    }

    /** Frees the memory, which views share. */
    @Override
    public void close() {
        buffer.close();
    }

    @Override
    public String toString() {
        return "tensor of " + type() + " " + Arrays.toString(shape) + " on " + device();
    }

    private DeviceTensor view(long offset, long[] extents, long[] distances) {
        long elements = count(extents) == 0 ? 0 : 1;
        for (int axis = 0; axis < extents.length && elements > 0; axis++) {
            elements += (extents[axis] - 1) * distances[axis];
        }
        return new DeviceTensor(
            buffer.slice(elements == 0 ? 0 : offset, elements), extents, distances.clone());
    }

    private int axis(int axis) {
        return Objects.checkIndex(axis < 0 ? axis + shape.length : axis, shape.length);
    }

    private void requireContiguous(String method) {
        if (!isContiguous()) {
            throw new IllegalArgumentException(
                method + ": " + this + " with strides " + Arrays.toString(strides) + " is not contiguous");
        }
    }

    private static long count(long[] shape) {
        long count = 1;
        for (long extent : shape) {
            if (extent < 0) {
                throw new IllegalArgumentException("negative extent in " + Arrays.toString(shape));
            }
            count = Math.multiplyExact(count, extent);
        }
        return count;
    }

    private static void check(long numbers, long[] shape) {
        if (numbers != count(shape)) {
            throw new IllegalArgumentException("a tensor of shape " + Arrays.toString(shape) + " has "
                + count(shape) + " elements, found " + numbers + " numbers");
        }
    }

    private static long[] contiguous(long[] shape) {
        long[] strides = new long[shape.length];
        long stride = 1;
        for (int axis = shape.length - 1; axis >= 0; axis--) {
            strides[axis] = stride;
            stride *= Math.max(1, shape[axis]);
        }
        return strides;
    }

    private static long[] without(long[] numbers, int axis) {
        long[] result = new long[numbers.length - 1];
        System.arraycopy(numbers, 0, result, 0, axis);
        System.arraycopy(numbers, axis + 1, result, axis, result.length - axis);
        return result;
    }
}
