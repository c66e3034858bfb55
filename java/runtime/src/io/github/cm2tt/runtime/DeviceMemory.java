// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.NativeMemory;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;

/**
 * The methods of a {@link Device} and a {@link BufferArena} that create buffers.
 *
 * <p>Not here: memory segments ({@link DeviceSegments}).
 */
abstract class DeviceMemory extends DeviceSegments {
    DeviceMemory() {}

    /** Returns the device. */
    abstract Device self();

    /** Keeps a buffer until an arena is closed; a device does nothing. */
    DeviceBuffer keep(DeviceBuffer buffer) {
        return buffer;
    }

    /** Returns the result of a function of the native device, while the runtime is kept open. */
    abstract long make(LongUnaryOperator maker);

    /**
     * Allocates uninitialised memory.
     *
     * @param type the type of its elements
     * @param count the number of elements; 0 is allowed
     * @return the buffer, which the caller closes
     * @throws IllegalArgumentException if the count is negative or too large for any memory
     * @throws DeviceException if the memory is exhausted
     */
    public DeviceBuffer allocate(ElementType type, long count) {
        checkCount(type, count);
        return new DeviceBuffer(self(), type, count,
            make(to -> NativeMemory.create(to, count * type.bytes())));
    }

    /** Throws unless there can be as many elements. */
    static void checkCount(ElementType type, long count) {
        Objects.requireNonNull(type, "type");
        if (count < 0 || count > Long.MAX_VALUE / type.bytes()) {
            throw new IllegalArgumentException(
                count + " elements: expected a number from 0 to " + Long.MAX_VALUE / type.bytes());
        }
    }

    /**
     * Allocates memory whose elements are 0.
     *
     * @param type the type of its elements
     * @param count the number of elements; 0 is allowed
     * @return the buffer, which the caller closes
     * @throws IllegalArgumentException if the count is negative or too large for any memory
     * @throws DeviceException if the memory is exhausted
     */
    public DeviceBuffer zeros(ElementType type, long count) {
        return filled(type, count, to -> to.fill(0));
    }

    /**
     * Allocates memory and copies numbers to it.
     *
     * @param array the numbers
     * @return a buffer of type I8, which the caller closes
     * @throws DeviceException if the memory is exhausted
     */
    public DeviceBuffer copyOf(byte[] array) {
        return filled(ElementType.I8, array.length, to -> to.copyFrom(array));
    }

    /**
     * Allocates memory and copies numbers to it.
     *
     * @param array the numbers
     * @return a buffer of type I16, which the caller closes
     * @throws DeviceException if the memory is exhausted
     */
    public DeviceBuffer copyOf(short[] array) {
        return filled(ElementType.I16, array.length, to -> to.copyFrom(array));
    }

    /**
     * Allocates memory and copies numbers to it.
     *
     * @param array the numbers
     * @return a buffer of type I32, which the caller closes
     * @throws DeviceException if the memory is exhausted
     */
    public DeviceBuffer copyOf(int[] array) {
        return filled(ElementType.I32, array.length, to -> to.copyFrom(array));
    }

    /**
     * Allocates memory and copies numbers to it.
     *
     * @param array the numbers
     * @return a buffer of type I64, which the caller closes
     * @throws DeviceException if the memory is exhausted
     */
    public DeviceBuffer copyOf(long[] array) {
        return filled(ElementType.I64, array.length, to -> to.copyFrom(array));
    }

    /**
     * Allocates memory and copies numbers to it.
     *
     * @param array the numbers
     * @return a buffer of type FP32, which the caller closes
     * @throws DeviceException if the memory is exhausted
     */
    public DeviceBuffer copyOf(float[] array) {
        return copyOf(ElementType.FP32, array);
    }

    /**
     * Allocates memory and copies numbers to it, each rounded to the nearest of the type.
     *
     * <pre>{@code
     * DeviceBuffer halves = device.copyOf(ElementType.FP16, new float[] {0.5f, 1.0f});
     * }</pre>
     *
     * @param type FP32, FP16, BF16, FP8E4NV or FP8E5
     * @param array the numbers
     * @return the buffer, which the caller closes
     * @throws IllegalArgumentException if the type is another one
     * @throws DeviceException if the memory is exhausted
     */
    public DeviceBuffer copyOf(ElementType type, float[] array) {
        return filled(type, array.length, to -> to.copyFrom(array));
    }

    /**
     * Allocates memory and copies numbers to it.
     *
     * @param array the numbers
     * @return a buffer of type FP64, which the caller closes
     * @throws DeviceException if the memory is exhausted
     */
    public DeviceBuffer copyOf(double[] array) {
        return filled(ElementType.FP64, array.length, to -> to.copyFrom(array));
    }

    /**
     * Creates a table of pointers: the addresses of buffers, for a kernel that takes a pointer to
     * {@code long} and works on many buffers, such as a grouped matrix product.
     *
     * <pre>{@code
     * @Kernel static void k(Ptr table, ...) {
     *     Tensor x = table.add(Triton.programId(0)).load().toPointer(float.class);
     *     ...
     * }
     * kernel.launch(buffers.length, device.pointerTable(buffers), ...);
     * }</pre>
     *
     * <p>While the table is open, it keeps the memory of the buffers, also after these are closed. It does
     * not keep that of addresses which are copied to it. {@link KernelFunction#debug} needs open buffers.
     *
     * @param buffers the buffers, of this device; null for a null pointer
     * @return a buffer of type I64 with an element for each, which the caller closes
     * @throws IllegalStateException if a buffer is closed or belongs to another device
     * @throws DeviceException if the memory is exhausted
     */
    public DeviceBuffer pointerTable(DeviceBuffer... buffers) {
        for (DeviceBuffer each : buffers) {
            if (each != null) {
                self().check(each);
            }
        }
        return keep(PointerTable.create(self(), buffers.clone()));
    }

    private DeviceBuffer filled(ElementType type, long count, Consumer<DeviceBuffer> fill) {
        DeviceBuffer buffer = allocate(type, count);
        try {
            fill.accept(buffer);
        } catch (RuntimeException | Error e) {
            buffer.close();
            throw e;
        }
        return buffer;
    }

    /**
     * Wraps memory of another library: of this GPU, or any memory of this process if the device is the CPU.
     * Nothing is copied, and closing the result does not free the memory. The memory has to exist until the
     * result is closed, and on a GPU until the work that uses it has finished.
     *
     * <pre>{@code
     * CUdeviceptr pointer = ...;                  // of JCuda
     * DeviceBuffer x = gpu.wrap(address(pointer), ElementType.FP32, n);
     * }</pre>
     *
     * @param address the address, a multiple of the size of an element
     * @param type the type of the elements
     * @param count the number of elements; 0 is allowed
     * @return the buffer
     * @throws IllegalArgumentException if the address is 0 or not a multiple, if the memory is not of this
     *     GPU, or if the count is out of range
     */
    public DeviceBuffer wrap(long address, ElementType type, long count) {
        return wrap(address, type, count, null, false);
    }

    private DeviceBuffer wrap(
        long address, ElementType type, long count, Object memory, boolean isReadOnly) {
        checkCount(type, count);
        DeviceBuffer.checkAligned(address, type);
        long buffer = make(device -> NativeMemory.wrap(device, address, count * type.bytes()));
        return keep(new DeviceBuffer(self(), type, count, buffer, memory, isReadOnly));
    }

    @Override
    DeviceBuffer wrapHost(
        long address, long bytes, ElementType type, Object memory, boolean isReadOnly, String what) {
        Objects.requireNonNull(type, "type");
        if (self().isGpu()) {
            throw new IllegalArgumentException(what + " and " + self()
                + ": expected memory of the device; copy to a buffer, or wrap on the CPU");
        }
        if (bytes % type.bytes() != 0) {
            throw new IllegalArgumentException(bytes + " bytes as " + type.signature()
                + ": expected a multiple of " + type.bytes());
        }
        return wrap(address, type, bytes / type.bytes(), memory, isReadOnly);
    }

    /**
     * Wraps a direct buffer on the CPU: kernels read and write its memory, and nothing is copied. If it is
     * read-only, as a file that is mapped so, {@linkplain DeviceBuffer#isReadOnly kernels may only read it}.
     * Closing the result waits for the work that uses it. The result keeps the buffer reachable. If its
     * memory is that of an arena or a mapped file, the arena has to stay open and the file must not be
     * truncated before the result is closed.
     *
     * <pre>{@code
     * FloatBuffer numbers = ByteBuffer.allocateDirect(4 * n).order(ByteOrder.nativeOrder()).asFloatBuffer();
     * try (DeviceBuffer x = Device.cpu().wrap(numbers)) {
     *     kernel.launch(grid, x, n);
     * }
     * float first = numbers.get(0);
     * }</pre>
     *
     * @param bytes the memory between its position and its limit, which has numbers in the native byte order
     * @param type the type of the elements
     * @return the buffer
     * @throws IllegalArgumentException if the device is a GPU, the buffer is on the heap, or its address or
     *     size is not a multiple of the size of an element
     */
    public DeviceBuffer wrap(ByteBuffer bytes, ElementType type) {
        return wrapDirect(bytes, 1, type);
    }

    /**
     * Wraps a direct buffer on the CPU, as {@link #wrap(ByteBuffer, ElementType)} does.
     *
     * @param numbers the numbers between its position and its limit
     * @return a buffer of type I16
     * @throws IllegalArgumentException if the device is a GPU, or the buffer is on the heap or does not have
     *     the native byte order
     */
    public DeviceBuffer wrap(ShortBuffer numbers) {
        checkOrder(numbers.order());
        return wrapDirect(numbers, 2, ElementType.I16);
    }

    /**
     * Wraps a direct buffer on the CPU, as {@link #wrap(ByteBuffer, ElementType)} does.
     *
     * @param numbers the numbers between its position and its limit
     * @return a buffer of type I32
     * @throws IllegalArgumentException if the device is a GPU, or the buffer is on the heap or does not have
     *     the native byte order
     */
    public DeviceBuffer wrap(IntBuffer numbers) {
        checkOrder(numbers.order());
        return wrapDirect(numbers, 4, ElementType.I32);
    }

    /**
     * Wraps a direct buffer on the CPU, as {@link #wrap(ByteBuffer, ElementType)} does.
     *
     * @param numbers the numbers between its position and its limit
     * @return a buffer of type I64
     * @throws IllegalArgumentException if the device is a GPU, or the buffer is on the heap or does not have
     *     the native byte order
     */
    public DeviceBuffer wrap(LongBuffer numbers) {
        checkOrder(numbers.order());
        return wrapDirect(numbers, 8, ElementType.I64);
    }

    /**
     * Wraps a direct buffer on the CPU, as {@link #wrap(ByteBuffer, ElementType)} does.
     *
     * @param numbers the numbers between its position and its limit
     * @return a buffer of type FP32
     * @throws IllegalArgumentException if the device is a GPU, or the buffer is on the heap or does not have
     *     the native byte order
     */
    public DeviceBuffer wrap(FloatBuffer numbers) {
        checkOrder(numbers.order());
        return wrapDirect(numbers, 4, ElementType.FP32);
    }

    /**
     * Wraps a direct buffer on the CPU, as {@link #wrap(ByteBuffer, ElementType)} does.
     *
     * @param numbers the numbers between its position and its limit
     * @return a buffer of type FP64
     * @throws IllegalArgumentException if the device is a GPU, or the buffer is on the heap or does not have
     *     the native byte order
     */
    public DeviceBuffer wrap(DoubleBuffer numbers) {
        checkOrder(numbers.order());
        return wrapDirect(numbers, 8, ElementType.FP64);
    }

    private static void checkOrder(ByteOrder order) {
        if (order != ByteOrder.nativeOrder()) {
            throw new IllegalArgumentException("a buffer in the order " + order + ": expected "
                + ByteOrder.nativeOrder() + ", the native one");
        }
    }

    private DeviceBuffer wrapDirect(Buffer memory, int unit, ElementType type) {
        if (!memory.isDirect()) {
            throw new IllegalArgumentException("a buffer on the heap, where the garbage collector moves it: "
                + "expected a direct one");
        }
        long address = NativeMemory.addressOf(memory, (long) unit * memory.position());
        return wrapHost(address, (long) unit * memory.remaining(), type, memory, memory.isReadOnly(),
            "a direct buffer");
    }
}
