// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.NativeArrays;
import io.github.cm2tt.runtime.internal.NativeMemory;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Objects;
import java.util.function.LongConsumer;

/**
 * Memory of a device: elements of one type. Kernels read and write it through their {@code Ptr} parameters;
 * Java copies to and from it.
 *
 * <pre>{@code
 * try (DeviceBuffer x = device.copyOf(new float[] {1, 2, 3});
 *         DeviceBuffer y = device.allocate(ElementType.FP32, 3)) {
 *     kernel.launch(1, x, y, 3);
 *     float[] result = y.copyTo(new float[3]);
 * }
 * }</pre>
 *
 * <p>Copies without a stream are done when they return, after all work of the device's default stream. Work
 * of other streams is not waited for: {@link Stream#synchronize} does.
 *
 * <p>Any thread may use it, also while another closes it: a call either works or throws
 * IllegalStateException. Memory that is not closed is freed when nothing refers to it any more, and a warning
 * is logged. Kernels are not kept from reaching beyond a buffer: {@link KernelFunction#debug} finds that.
 *
 * <p>Not here: which arrays fit to which elements ({@link Elements}).
 */
public final class DeviceBuffer implements AutoCloseable {
    final Handle handle;
    private final Device device;
    private final ElementType type;
    private final long count;
    /** What the device calls the memory, and where in it this begins. */
    private final long base;
    private final long offset;
    /** What this is a part of, which stays reachable; null if it is all. */
    private final DeviceBuffer whole;
    private final Cleaner.Cleanable cleanable;

    /** New memory. */
    DeviceBuffer(Device device, ElementType type, long count, long address) {
        this.device = device;
        this.type = type;
        this.count = count;
        base = NativeMemory.address(address);
        offset = 0;
        whole = null;
        handle = Handle.ofMemory("buffer of " + count + " x " + type.signature(), address,
            NativeMemory::destroy, bytes());
        cleanable = handle.own(this);
    }

    /** A part of another one. */
    private DeviceBuffer(DeviceBuffer of, ElementType type, long offset, long count) {
        this.device = of.device;
        this.type = type;
        this.count = count;
        base = of.base;
        this.offset = offset;
        whole = of.whole();
        handle = of.handle;
        cleanable = null;
    }

    /**
     * The device that it is on.
     *
     * @return the device
     */
    public Device device() {
        return device;
    }

    /**
     * The type of its elements.
     *
     * @return the type
     */
    public ElementType type() {
        return type;
    }

    /**
     * How many elements it has.
     *
     * @return elements
     */
    public long count() {
        return count;
    }

    /**
     * How long it is.
     *
     * @return bytes
     */
    public long bytes() {
        return count * type.bytes();
    }

    /**
     * Where it is, as the device calls it, for other libraries.
     *
     * @return an address of the device; good as long as this is open
     */
    public long address() {
        return base + offset;
    }

    /**
     * Whether it was not closed yet.
     *
     * @return false after {@link #close}
     */
    public boolean isOpen() {
        return handle.isOpen();
    }

    /**
     * A part of it: the same memory, which closing the part does not free.
     *
     * <pre>{@code
     * kernel.launch(grid, matrix.slice(row * columns, columns), columns);
     * }</pre>
     *
     * @param first its first element
     * @param elements how many
     * @return the part
     * @throws IndexOutOfBoundsException if this has no such part
     */
    public DeviceBuffer slice(long first, long elements) {
        Objects.checkFromIndexSize(first, elements, count);
        return new DeviceBuffer(this, type, offset + first * type.bytes(), elements);
    }

    /**
     * The same memory as elements of another type, which closing the result does not free.
     *
     * @param other the type
     * @return as many elements as there are whole ones
     * @throws IllegalArgumentException if this is a part that begins inside of an element of that type
     */
    public DeviceBuffer as(ElementType other) {
        if (offset % other.bytes() != 0)
            throw new IllegalArgumentException("a part from byte " + offset + " on as " + other.signature()
                + ": expected a multiple of " + other.bytes());
        return new DeviceBuffer(this, other, offset, bytes() / other.bytes());
    }

    /** What this is a part of, or this. */
    DeviceBuffer whole() {
        return whole == null ? this : whole;
    }

    /** Where in that it begins, in bytes. */
    long offset() {
        return offset;
    }

    /**
     * Sets all bytes, after the work of the default stream; done when it returns.
     *
     * @param value what each byte becomes: 0 makes all numbers 0
     * @return this
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer fill(int value) {
        use(to -> NativeMemory.fill(to, offset, (byte) value, bytes()));
        return this;
    }

    /**
     * Sets all bytes, as work on a stream.
     *
     * @param value what each byte becomes
     * @param stream the stream; null: the default stream
     * @return this
     * @throws IllegalStateException if this or the stream is closed, or of another device
     */
    public DeviceBuffer fillAsync(int value, Stream stream) {
        useOn(stream, (to, on) -> NativeMemory.fillAsync(to, offset, (byte) value, bytes(), on));
        return this;
    }

    /**
     * Copies numbers from an array to the beginning of this, whose elements have one byte, of any type.
     *
     * @param array at most as many as this has elements
     * @return this
     * @throws IllegalArgumentException if the array does not fit to the type, or is too long
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(byte[] array) {
        Elements.check(this, array, array.length);
        use(to -> NativeArrays.writeBytes(to, offset, array, 0, array.length));
        return this;
    }

    /**
     * Copies numbers from the beginning of this, whose elements have one byte, of any type.
     *
     * @param array gets them: at most as many as this has elements
     * @return the array
     * @throws IllegalArgumentException if the array does not fit to the type, or is too long
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel failed that was launched before
     */
    public byte[] copyTo(byte[] array) {
        Elements.check(this, array, array.length);
        use(from -> NativeArrays.readBytes(from, offset, array, 0, array.length));
        return array;
    }

    /**
     * Copies numbers from an array to the beginning of this, whose elements have two bytes, of any type.
     *
     * @param array at most as many as this has elements
     * @return this
     * @throws IllegalArgumentException if the array does not fit to the type, or is too long
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(short[] array) {
        Elements.check(this, array, array.length);
        use(to -> NativeArrays.writeShorts(to, offset, array, 0, array.length));
        return this;
    }

    /**
     * Copies numbers from the beginning of this, whose elements have two bytes, of any type.
     *
     * @param array gets them: at most as many as this has elements
     * @return the array
     * @throws IllegalArgumentException if the array does not fit to the type, or is too long
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel failed that was launched before
     */
    public short[] copyTo(short[] array) {
        Elements.check(this, array, array.length);
        use(from -> NativeArrays.readShorts(from, offset, array, 0, array.length));
        return array;
    }

    /**
     * Copies numbers from an array to the beginning of this, whose type is I32 or U32.
     *
     * @param array at most as many as this has elements
     * @return this
     * @throws IllegalArgumentException if the array does not fit to the type, or is too long
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(int[] array) {
        Elements.check(this, array, array.length);
        use(to -> NativeArrays.writeInts(to, offset, array, 0, array.length));
        return this;
    }

    /**
     * Copies numbers from the beginning of this, whose type is I32 or U32.
     *
     * @param array gets them: at most as many as this has elements
     * @return the array
     * @throws IllegalArgumentException if the array does not fit to the type, or is too long
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel failed that was launched before
     */
    public int[] copyTo(int[] array) {
        Elements.check(this, array, array.length);
        use(from -> NativeArrays.readInts(from, offset, array, 0, array.length));
        return array;
    }

    /**
     * Copies numbers from an array to the beginning of this, whose type is I64 or U64.
     *
     * @param array at most as many as this has elements
     * @return this
     * @throws IllegalArgumentException if the array does not fit to the type, or is too long
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(long[] array) {
        Elements.check(this, array, array.length);
        use(to -> NativeArrays.writeLongs(to, offset, array, 0, array.length));
        return this;
    }

    /**
     * Copies numbers from the beginning of this, whose type is I64 or U64.
     *
     * @param array gets them: at most as many as this has elements
     * @return the array
     * @throws IllegalArgumentException if the array does not fit to the type, or is too long
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel failed that was launched before
     */
    public long[] copyTo(long[] array) {
        Elements.check(this, array, array.length);
        use(from -> NativeArrays.readLongs(from, offset, array, 0, array.length));
        return array;
    }

    /**
     * Copies numbers from an array to the beginning of this. The type is FP32, FP16, BF16, FP8E4NV or FP8E5;
     * for the last four, each is rounded to the nearest.
     *
     * @param array at most as many as this has elements
     * @return this
     * @throws IllegalArgumentException if the array does not fit to the type, or is too long
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(float[] array) {
        Elements.check(this, array, array.length);
        if (type == ElementType.FP32)
            use(to -> NativeArrays.writeFloats(to, offset, array, 0, array.length));
        else
            Elements.write(this, array);
        return this;
    }

    /**
     * Copies numbers from the beginning of this. The type is FP32, FP16, BF16, FP8E4NV or FP8E5;
     * for the last four, each is converted.
     *
     * @param array gets them: at most as many as this has elements
     * @return the array
     * @throws IllegalArgumentException if the array does not fit to the type, or is too long
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel failed that was launched before
     */
    public float[] copyTo(float[] array) {
        Elements.check(this, array, array.length);
        if (type == ElementType.FP32)
            use(from -> NativeArrays.readFloats(from, offset, array, 0, array.length));
        else
            Elements.read(this, array);
        return array;
    }

    /**
     * Copies numbers from an array to the beginning of this, whose type is FP64.
     *
     * @param array at most as many as this has elements
     * @return this
     * @throws IllegalArgumentException if the array does not fit to the type, or is too long
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(double[] array) {
        Elements.check(this, array, array.length);
        use(to -> NativeArrays.writeDoubles(to, offset, array, 0, array.length));
        return this;
    }

    /**
     * Copies numbers from the beginning of this, whose type is FP64.
     *
     * @param array gets them: at most as many as this has elements
     * @return the array
     * @throws IllegalArgumentException if the array does not fit to the type, or is too long
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel failed that was launched before
     */
    public double[] copyTo(double[] array) {
        Elements.check(this, array, array.length);
        use(from -> NativeArrays.readDoubles(from, offset, array, 0, array.length));
        return array;
    }

    /**
     * Copies bytes to the beginning of this, as they are in memory: numbers in the computer's byte order.
     *
     * @param bytes what is between its position, which is left as it is, and its limit: at most as many bytes
     *     as this has. Direct buffers are fastest
     * @return this
     * @throws IllegalArgumentException if there are too many
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer copyFrom(ByteBuffer bytes) {
        int length = Elements.checkBytes(this, bytes.remaining());
        use(to -> {
            if (DirectMemory.stays(bytes))
                NativeMemory.write(to, offset, bytes, bytes.position(), length);
            else
                Elements.write(to, offset, bytes);
        });
        return this;
    }

    /**
     * Copies bytes from the beginning of this, as they are in memory.
     *
     * @param bytes gets them between its position, which is left as it is, and its limit: at most as many
     *     bytes as this has
     * @return the same
     * @throws IllegalArgumentException if there are too many
     * @throws ReadOnlyBufferException if it cannot be written to
     * @throws IllegalStateException if this is closed
     * @throws Cm2ttException if a kernel failed that was launched before
     */
    public ByteBuffer copyTo(ByteBuffer bytes) {
        int length = Elements.checkBytes(this, bytes.remaining());
        if (bytes.isReadOnly())
            throw new ReadOnlyBufferException();
        use(from -> {
            if (DirectMemory.stays(bytes))
                NativeMemory.read(from, offset, bytes, bytes.position(), length);
            else
                Elements.read(from, offset, bytes);
        });
        return bytes;
    }

    /**
     * Copies from another buffer of the same device and length, as work on a stream.
     *
     * @param from where from; does not overlap with this
     * @param stream the stream; null: the default stream
     * @return this
     * @throws IllegalArgumentException if the lengths differ, or both overlap
     * @throws IllegalStateException if one of them or the stream is closed, or of another device
     */
    public DeviceBuffer copyFromAsync(DeviceBuffer from, Stream stream) {
        device.check(from);
        Elements.checkCopy(this, from);
        from.use(other -> device.give(from.handle, () ->
            useOn(stream, (to, on) -> NativeMemory.copyAsync(to, offset, other, from.offset, bytes(), on))));
        return this;
    }

    /**
     * Copies to the beginning of this, as work on a stream. The memory stays as it is until that is done.
     *
     * @param from where from: at most as many bytes as this has
     * @param stream the stream; null: the default stream
     * @return this
     * @throws IllegalArgumentException if there are too many
     * @throws IllegalStateException if one of them or the stream is closed, or of another device
     */
    public DeviceBuffer copyFromAsync(HostBuffer from, Stream stream) {
        copyHost(from, stream, NativeMemory::writeAsync);
        return this;
    }

    /**
     * Copies from the beginning of this, as work on a stream. Nobody reads the memory before that is done.
     *
     * @param to where to: at most as many bytes as this has
     * @param stream the stream; null: the default stream
     * @return this
     * @throws IllegalArgumentException if there are too many
     * @throws IllegalStateException if one of them or the stream is closed, or of another device
     */
    public DeviceBuffer copyToAsync(HostBuffer to, Stream stream) {
        copyHost(to, stream, NativeMemory::readAsync);
        return this;
    }

    private interface HostCopy {
        void copy(long buffer, long offset, ByteBuffer data, int position, int bytes, long stream);
    }

    private void copyHost(HostBuffer host, Stream stream, HostCopy copy) {
        device.check(host);
        int length = Elements.checkBytes(this, host.bytes());
        host.use(data -> device.give(host.handle, () ->
            useOn(stream, (buffer, on) -> copy.copy(buffer, offset, data, 0, length, on))));
    }

    private interface OnStream {
        void run(long buffer, long stream);
    }

    private void useOn(Stream stream, OnStream action) {
        device.check(stream);
        use(buffer -> device.give(handle, () -> Stream.use(stream, on -> action.run(buffer, on))));
    }

    /** Calls something with the handle, which stays open meanwhile. */
    void use(LongConsumer action) {
        long address = handle.acquire();
        try {
            action.accept(address);
        } finally {
            handle.release();
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Frees the memory, after the work that uses it. Does nothing if that was done before, or if this is a
     * part of another one. Any thread may.
     */
    @Override
    public void close() {
        if (whole != null)
            return;
        handle.close();
        cleanable.clean();
    }

    /**
     * What it is, for messages.
     *
     * @return such as "1024 x fp32 on cpu"
     */
    @Override
    public String toString() {
        return count + " x " + type.signature() + " on " + device.name() + (isOpen() ? "" : " (closed)");
    }
}
