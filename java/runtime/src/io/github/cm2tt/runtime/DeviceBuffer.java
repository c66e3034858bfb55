// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.runtime.FlightEvents.Direction;
import io.github.cm2tt.runtime.internal.NativeHostMemory;
import io.github.cm2tt.runtime.internal.NativeMemory;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.List;
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
 * <p>Copies without a stream run after all work of the device's default stream, and are complete when they
 * return. They do not wait for work of other streams; {@link Stream#synchronize} does.
 *
 * <p>On JDK 22 and newer, {@code copyFrom(MemorySegment)} and {@code copyTo(MemorySegment)} copy the bytes of
 * a segment; programs that call them are compiled with {@code --release 22} or newer.
 *
 * <p>It is thread-safe, even while another thread closes it: a call either succeeds or throws
 * IllegalStateException. Memory that is not closed is freed when it becomes unreachable, with a warning in
 * the log. Kernels may access memory out of bounds; {@link KernelFunction#debug} detects that.
 */
// Not here: the array type for an element type (Elements), copies of arrays (BufferCopies).
public final class DeviceBuffer extends BufferCopies implements AutoCloseable {
    final Handle handle;
    private final Device device;
    private final ElementType type;
    private final long count;
    /** The native buffer, and the offset in it at which this buffer begins. */
    private final long base;
    private final long offset;
    /** The buffer of which this is a slice, which stays reachable; null if this is not a slice. */
    private final DeviceBuffer whole;
    private final boolean isReadOnly;
    /** The buffers of a table of pointers; none for other buffers and for slices. */
    private final List<DeviceBuffer> targets;
    /** The arena that the memory belongs to, which stays reachable; null for other buffers. */
    private final BufferArena arena;
    /** Null for slices and buffers of an arena. */
    private final Cleaner.Cleanable cleanable;

    /** Creates the owner of new memory. */
    DeviceBuffer(Device device, ElementType type, long count, long address) {
        this.device = device;
        this.type = type;
        this.count = count;
        base = NativeMemory.address(address);
        offset = 0;
        whole = null;
        isReadOnly = false;
        targets = List.of();
        handle = Handle.ofMemory("buffer of " + count + " x " + type.signature(), address,
            NativeMemory::destroy, bytes());
        arena = null;
        cleanable = handle.own(this);
    }

    /** Creates a wrapper of memory, which stays reachable as long as the native object {@code address}. */
    DeviceBuffer(
        Device device, ElementType type, long count, long address, Object memory, boolean isReadOnly) {
        this.device = device;
        this.type = type;
        this.count = count;
        base = NativeMemory.address(address);
        offset = 0;
        whole = null;
        this.isReadOnly = isReadOnly;
        targets = List.of();
        // A closed buffer that is still referred to keeps nothing.
        Object[] kept = {memory};
        handle = Handle.of("wrapped buffer of " + count + " x " + type.signature(), address, buffer -> {
            NativeMemory.destroy(buffer);
            kept[0] = null;
        });
        arena = null;
        cleanable = handle.own(this);
    }

    /** Creates the owner of a table of pointers to buffers. */
    DeviceBuffer(Device device, long count, Handle handle, List<DeviceBuffer> targets) {
        this.device = device;
        this.type = ElementType.I64;
        this.count = count;
        base = NativeMemory.address(handle.address());
        offset = 0;
        whole = null;
        isReadOnly = false;
        this.targets = targets;
        this.handle = handle;
        arena = null;
        cleanable = handle.own(this);
    }

    /** Creates a buffer in the memory of an arena, which destroys the handle. */
    DeviceBuffer(
        Device device, ElementType type, long count, long address, Handle handle, BufferArena arena) {
        this.device = device;
        this.type = type;
        this.count = count;
        base = address;
        offset = 0;
        whole = null;
        isReadOnly = false;
        targets = List.of();
        this.handle = handle;
        this.arena = arena;
        cleanable = null;
    }

    /** Throws unless an address is a multiple of the size of an element. */
    static void checkAligned(long address, ElementType type) {
        if (address % type.bytes() != 0) {
            throw new IllegalArgumentException("memory at 0x" + Long.toHexString(address) + " as "
                + type.signature() + ": expected a multiple of " + type.bytes());
        }
    }

    /** Creates a slice of another buffer. */
    private DeviceBuffer(DeviceBuffer of, ElementType type, long offset, long count, boolean isReadOnly) {
        this.device = of.device;
        this.type = type;
        this.count = count;
        base = of.base;
        this.offset = offset;
        whole = of.whole();
        this.isReadOnly = isReadOnly;
        targets = List.of();
        handle = of.handle;
        arena = null;
        cleanable = null;
    }

    /**
     * Returns the device of the memory.
     *
     * @return the device
     */
    public Device device() {
        return device;
    }

    /**
     * Returns the type of the elements.
     *
     * @return the type
     */
    public ElementType type() {
        return type;
    }

    /**
     * Returns the number of elements.
     *
     * @return the number of elements
     */
    public long count() {
        return count;
    }

    /**
     * Returns the size.
     *
     * @return bytes
     */
    public long bytes() {
        return count * type.bytes();
    }

    /**
     * Returns the address of the memory, for other libraries.
     *
     * @return an address of the device, which is valid while this is open
     */
    public long address() {
        return base + offset;
    }

    /**
     * Returns a pointer to the first element, for components of records that are arguments:
     *
     * <pre>{@code
     * record Params(int n, float scale, Ptr out) {}
     * kernel.launch(grid, x, new Params(n, 0.5f, out.ptr()));
     * }</pre>
     *
     * @return the pointer, which keeps this reachable but not open
     */
    public Ptr ptr() {
        return Ptr.ofDevice(type.javaClass(), this, address());
    }

    /**
     * Returns whether the object is open.
     *
     * @return true until {@link #close} is called
     */
    public boolean isOpen() {
        return handle.isOpen();
    }

    /**
     * Returns a slice. Closing the slice does not free the memory.
     *
     * <pre>{@code
     * kernel.launch(grid, matrix.slice(row * columns, columns), columns);
     * }</pre>
     *
     * @param first the index of the first element
     * @param elements the number of elements
     * @return the slice
     * @throws IndexOutOfBoundsException if the range is not within the buffer
     */
    public DeviceBuffer slice(long first, long elements) {
        Objects.checkFromIndexSize(first, elements, count);
        return new DeviceBuffer(this, type, offset + first * type.bytes(), elements, isReadOnly);
    }

    /**
     * Returns the same memory with another element type. Closing the result does not free the memory.
     *
     * @param other the type
     * @return the buffer, with all complete elements
     * @throws IllegalArgumentException if the address is not a multiple of the element size
     */
    public DeviceBuffer as(ElementType other) {
        if (offset % other.bytes() != 0) {
            throw new IllegalArgumentException("a part from byte " + offset + " on as " + other.signature()
                + ": expected a multiple of " + other.bytes());
        }
        checkAligned(base, other);
        return new DeviceBuffer(this, other, offset, bytes() / other.bytes(), isReadOnly);
    }

    /**
     * Returns the same memory, to be read only: a launch of a kernel that may write it fails, and so do
     * copies to it. Closing the result does not free the memory.
     *
     * <pre>{@code
     * DeviceBuffer weights = device.copyOf(numbers);
     * kernel.launch(grid, weights.asReadOnly(), x, y, n);   // fails if the kernel stores to the weights
     * }</pre>
     *
     * @return the buffer
     */
    public DeviceBuffer asReadOnly() {
        return new DeviceBuffer(this, type, offset, count, true);
    }

    /**
     * Returns whether the memory must not be written by this: it is that of a buffer of java.nio or a segment
     * that is read-only, or of {@link #asReadOnly}. The launch of a kernel that may write it is an
     * IllegalArgumentException. A kernel that stores by an address that it has loaded, as from {@link
     * Device#pointerTable}, is not checked: if the system does not permit the access, it is a {@link
     * KernelFaultException} on the CPU.
     *
     * @return false unless it is read-only
     */
    public boolean isReadOnly() {
        return isReadOnly;
    }

    /** Throws if the memory must not be written by this. */
    void checkWritable() {
        if (isReadOnly) {
            throw new IllegalArgumentException(
                "the buffer of " + this + " is read-only: expected one to write to, such as a copy");
        }
    }

    @Override
    DeviceBuffer self() {
        return this;
    }

    /** Returns the buffer of which this is a slice, or this. */
    DeviceBuffer whole() {
        return whole == null ? this : whole;
    }

    /** Returns the buffers to which this has pointers, if it is a table or a slice of one. */
    List<DeviceBuffer> targets() {
        return whole().targets;
    }

    /** Returns the offset in the whole buffer, in bytes. */
    long offset() {
        return offset;
    }

    /**
     * Sets all elements to a number, after the work of the default stream; complete when it returns.
     *
     * <pre>{@code
     * DeviceBuffer ones = device.allocate(ElementType.FP16, 1000).fill(1);
     * }</pre>
     *
     * @param value the number. U64 takes its bits; floating-point types take the nearest number
     * @return this
     * @throws IllegalArgumentException if the element type does not have the number
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer fill(long value) {
        fillWith(Elements.bits(type, value));
        return this;
    }

    /**
     * Sets all elements to a number, after the work of the default stream; complete when it returns.
     *
     * @param value the number, which is rounded to the nearest of the type: for FP16, BF16, FP8E4NV and FP8E5
     *     as a float
     * @return this
     * @throws IllegalArgumentException if the element type is not a floating-point type
     * @throws IllegalStateException if this is closed
     */
    public DeviceBuffer fill(double value) {
        fillWith(Elements.bits(type, value));
        return this;
    }

    /**
     * Queues setting all elements to a number on a stream.
     *
     * @param value the number. U64 takes its bits; floating-point types take the nearest number
     * @param stream the stream, or null for the default stream
     * @return this
     * @throws IllegalArgumentException if the element type does not have the number
     * @throws IllegalStateException if this or the stream is closed or belongs to another device
     */
    public DeviceBuffer fillAsync(long value, Stream stream) {
        fillWith(Elements.bits(type, value), stream);
        return this;
    }

    /**
     * Queues setting all elements to a number on a stream.
     *
     * @param value the number, which is rounded as by {@link #fill(double)}
     * @param stream the stream, or null for the default stream
     * @return this
     * @throws IllegalArgumentException if the element type is not a floating-point type
     * @throws IllegalStateException if this or the stream is closed or belongs to another device
     */
    public DeviceBuffer fillAsync(double value, Stream stream) {
        fillWith(Elements.bits(type, value), stream);
        return this;
    }

    private void fillWith(long bits) {
        checkWritable();
        use(to -> NativeMemory.fill(to, offset, bits, type.ordinal(), count));
    }

    private void fillWith(long bits, Stream stream) {
        checkWritable();
        useOn(stream, (to, on) -> NativeMemory.fillAsync(to, offset, bits, type.ordinal(), count, on));
    }

    /**
     * Copies from another buffer of the same length, of any device, after the work of the default streams of
     * both devices; complete when it returns. Two GPUs copy directly if they can, otherwise through memory of
     * the host.
     *
     * @param from the source, which must not overlap with this
     * @return this
     * @throws IllegalArgumentException if the lengths differ or the buffers overlap
     * @throws IllegalStateException if a buffer is closed
     * @throws Cm2ttException if a kernel that was launched earlier failed
     */
    public DeviceBuffer copyFrom(DeviceBuffer from) {
        checkWritable();
        Elements.checkCopy(this, from);
        copy(Direction.BETWEEN_BUFFERS, bytes(), to ->
            from.use(other -> NativeMemory.copy(to, offset, other, from.offset, bytes())));
        return this;
    }

    /**
     * Queues a copy from another buffer of the same length on a stream. The buffers may be on two devices:
     * the copy waits for the earlier work of its stream only, and {@link Stream#waitFor} makes it wait for
     * work of another GPU. Two GPUs copy directly if they can, otherwise through memory of the host. Between
     * the CPU and a GPU, the call may wait for the copy.
     *
     * <pre>{@code
     * kernel.on(first).launch(grid, x, y, n);              // a stream and buffers of one GPU
     * try (Event done = first.record()) {
     *     second.waitFor(done);                            // a stream of another one
     *     there.copyFromAsync(y, second);
     * }
     * }</pre>
     *
     * @param from the source, which must not overlap with this
     * @param stream a stream of either device, or of the GPU if the other one is the CPU; null for the
     *     default stream of the device of this, or of the GPU
     * @return this
     * @throws IllegalArgumentException if the lengths differ or the buffers overlap
     * @throws IllegalStateException if a buffer or the stream is closed, or the stream is of another device
     */
    public DeviceBuffer copyFromAsync(DeviceBuffer from, Stream stream) {
        checkWritable();
        Elements.checkCopy(this, from);
        Device queue = device.queueOf(from.device, stream);
        FlightEvents.copy(Direction.BETWEEN_BUFFERS, queue, bytes(), true, () ->
            use(to -> from.use(other -> queue.give(handle, () -> queue.give(from.handle, () -> Stream.use(
                stream, on -> NativeMemory.copyAsync(to, offset, other, from.offset, bytes(), on)))))));
        return this;
    }

    /**
     * Queues a copy of host memory to the beginning of the buffer on a stream. The source must not change
     * until the copy is complete.
     *
     * @param from the source, at most as many bytes as this has
     * @param stream the stream, or null for the default stream
     * @return this
     * @throws IllegalArgumentException if there are too many bytes
     * @throws IllegalStateException if a buffer or the stream is closed or belongs to another device
     */
    public DeviceBuffer copyFromAsync(HostBuffer from, Stream stream) {
        return copyFromAsync(from, 0, from.bytes(), stream);
    }

    /**
     * Queues a copy of a part of host memory to the beginning of the buffer on a stream. The source must not
     * change until the copy is complete.
     *
     * @param from contains the source
     * @param first the index of its first byte
     * @param count the number of bytes, at most as many as this has
     * @param stream the stream, or null for the default stream
     * @return this
     * @throws IllegalArgumentException if there are too many bytes
     * @throws IndexOutOfBoundsException if the range is not within the source
     * @throws IllegalStateException if a buffer or the stream is closed or belongs to another device
     */
    public DeviceBuffer copyFromAsync(HostBuffer from, long first, long count, Stream stream) {
        checkWritable();
        copyHost(Direction.TO_DEVICE, from, first, count, host -> useOn(stream,
            (to, on) -> NativeHostMemory.writeAsync(to, offset, host, first, count, on)));
        return this;
    }

    /**
     * Queues a copy from the beginning of the buffer to host memory on a stream. The destination must not be
     * read until the copy is complete.
     *
     * @param to the destination, at most as many bytes as this has
     * @param stream the stream, or null for the default stream
     * @return this
     * @throws IllegalArgumentException if there are too many bytes
     * @throws IllegalStateException if a buffer or the stream is closed or belongs to another device
     */
    public DeviceBuffer copyToAsync(HostBuffer to, Stream stream) {
        return copyToAsync(to, 0, to.bytes(), stream);
    }

    /**
     * Queues a copy from the beginning of the buffer to a part of host memory on a stream. The destination
     * must not be read until the copy is complete.
     *
     * @param to contains the destination
     * @param first the index of its first byte
     * @param count the number of bytes, at most as many as this has
     * @param stream the stream, or null for the default stream
     * @return this
     * @throws IllegalArgumentException if there are too many bytes
     * @throws IndexOutOfBoundsException if the range is not within the destination
     * @throws IllegalStateException if a buffer or the stream is closed or belongs to another device
     */
    public DeviceBuffer copyToAsync(HostBuffer to, long first, long count, Stream stream) {
        copyHost(Direction.TO_HOST, to, first, count, host -> useOn(stream,
            (from, on) -> NativeHostMemory.readAsync(from, offset, host, first, count, on)));
        return this;
    }

    /** Queues a copy between this and a part of host memory by an action, which gets its native handle. */
    private void copyHost(Direction direction, HostBuffer host, long first, long count, LongConsumer copy) {
        device.check(host);
        Objects.checkFromIndexSize(first, count, host.bytes());
        Elements.checkBytes(this, count);
        FlightEvents.copy(direction, device, count, true, () ->
            host.handle.use(host, memory -> device.give(host.handle, () -> copy.accept(memory))));
    }

    private interface OnStream {
        void run(long buffer, long stream);
    }

    private void useOn(Stream stream, OnStream action) {
        device.check(stream);
        use(buffer -> device.give(handle, () -> Stream.use(stream, on -> action.run(buffer, on))));
    }

    /** Copies a number of elements to this. */
    void write(long elements, LongConsumer action) {
        copy(Direction.TO_DEVICE, elements * type.bytes(), action);
    }

    /** Copies a number of elements from this. */
    void read(long elements, LongConsumer action) {
        copy(Direction.TO_HOST, elements * type.bytes(), action);
    }

    /** Copies bytes from or to this. */
    void copy(Direction direction, long bytes, LongConsumer action) {
        if (direction == Direction.TO_DEVICE) {
            checkWritable();
        }
        FlightEvents.copy(direction, device, bytes, false, () -> use(action));
    }

    /** Calls an action with the handle, which stays open during the call. */
    void use(LongConsumer action) {
        handle.use(this, action);
    }

    /**
     * Frees the memory, after the work that uses it. Does nothing if that was done before, or if this is a
     * part of another one. Any thread may call this method.
     */
    @Override
    public void close() {
        if (whole != null) {
            return;
        }
        handle.close();
        if (cleanable != null) {
            cleanable.clean();
        }
        Reference.reachabilityFence(arena);
    }

    /**
     * Returns a description for messages.
     *
     * @return for example, "1024 x fp32 on cpu"
     */
    @Override
    public String toString() {
        return count + " x " + type.signature() + " on " + device.name() + (isOpen() ? "" : " (closed)");
    }
}
