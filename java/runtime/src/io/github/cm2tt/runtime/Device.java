// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.NativeHostMemory;
import io.github.cm2tt.runtime.internal.NativeMemory;
import io.github.cm2tt.runtime.internal.NativeRuntime;
import io.github.cm2tt.runtime.internal.NativeStreams;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;

/**
 * A GPU, or the computer's processor. There is one object for each, which is never closed, and which any
 * thread may use.
 *
 * <pre>{@code
 * Device device = Device.best();   // a GPU if there is one
 * try (DeviceBuffer x = device.copyOf(new float[] {1, 2, 3})) {
 *     ...
 * }
 * }</pre>
 */
public final class Device {
    /** What is captured on it now: all that is used on it meanwhile is kept. */
    final List<Capture> captures = new CopyOnWriteArrayList<>();
    /** For reading while anything but a launch is given to a stream, for writing while a capture begins. */
    final ReadWriteLock giving = new ReentrantReadWriteLock();
    private final Cm2ttRuntime runtime;
    /** The native device, which lives as long as the runtime, or as anything that was made with it. */
    private final long address;
    private final boolean isGpu;
    private final String name;
    private final String target;

    /** The caller keeps the runtime open. */
    Device(Cm2ttRuntime runtime, long address) {
        this.runtime = runtime;
        this.address = address;
        byte[][] texts = NativeRuntime.deviceTexts(address);
        name = new String(texts[0], StandardCharsets.UTF_8);
        target = new String(texts[1], StandardCharsets.UTF_8);
        isGpu = !target.equals("cpu");
    }

    /**
     * What a device is; numbers that it does not have are 0.
     *
     * @param name its own name
     * @param target what to compile for on it: "sm_90a", "cpu"
     * @param computeMajor the major number of a GPU's compute capability
     * @param computeMinor the minor number
     * @param processors multiprocessors of a GPU, threads that run kernels on a CPU
     * @param sharedBytes the most shared memory of a block, in bytes
     * @param memoryBytes all memory, in bytes
     * @param freeBytes what was free of it, in bytes
     * @param driverVersion the newest CUDA that the driver knows: 12080 is 12.8
     */
    public record Facts(String name, String target, int computeMajor, int computeMinor, int processors,
        long sharedBytes, long memoryBytes, long freeBytes, int driverVersion) {}

    /**
     * A GPU of {@link Cm2ttRuntime#shared}.
     *
     * @param ordinal its number, from 0
     * @return the GPU
     * @throws IllegalArgumentException if there is no such GPU
     */
    public static Device gpu(int ordinal) {
        return Cm2ttRuntime.shared().gpu(ordinal);
    }

    /**
     * The computer's own processor, of {@link Cm2ttRuntime#shared}.
     *
     * @return the CPU
     */
    public static Device cpu() {
        return Cm2ttRuntime.shared().cpu();
    }

    /**
     * The first GPU, or the CPU where there is none, of {@link Cm2ttRuntime#shared}.
     *
     * @return the device
     */
    public static Device best() {
        return Cm2ttRuntime.shared().best();
    }

    /**
     * The runtime that it belongs to.
     *
     * @return the runtime
     */
    public Cm2ttRuntime runtime() {
        return runtime;
    }

    /**
     * Its own name.
     *
     * @return such as "NVIDIA H200"
     */
    public String name() {
        return name;
    }

    /**
     * What to compile for on it.
     *
     * @return "sm_90a", "cpu"
     */
    public String target() {
        return target;
    }

    /**
     * Whether it is a GPU.
     *
     * @return false for the CPU
     */
    public boolean isGpu() {
        return isGpu;
    }

    /**
     * What it is, as of now.
     *
     * @return the facts
     * @throws IllegalStateException if the runtime is closed
     */
    public Facts facts() {
        long[][] numbers = new long[1][];
        use(device -> numbers[0] = NativeRuntime.deviceNumbers(device));
        long[] n = numbers[0];
        return new Facts(name, target, (int) n[0], (int) n[1], (int) n[2], n[3], n[4], n[5], (int) n[6]);
    }

    /**
     * Allocates memory, whose content is undefined.
     *
     * @param type the type of its elements
     * @param count how many; 0 is allowed
     * @return the buffer, to be closed
     * @throws IllegalArgumentException if the count is negative or too large for any memory
     * @throws DeviceException if there is not so much memory
     */
    public DeviceBuffer allocate(ElementType type, long count) {
        Objects.requireNonNull(type, "type");
        if (count < 0 || count > Long.MAX_VALUE / type.bytes())
            throw new IllegalArgumentException(
                count + " elements: expected a number from 0 to " + Long.MAX_VALUE / type.bytes());
        return new DeviceBuffer(this, type, count, make(to -> NativeMemory.create(to, count * type.bytes())));
    }

    /**
     * Allocates memory and copies numbers to it.
     *
     * @param array the numbers
     * @return the buffer, of type I8, to be closed
     * @throws DeviceException if there is not so much memory
     */
    public DeviceBuffer copyOf(byte[] array) {
        return filled(ElementType.I8, array.length, to -> to.copyFrom(array));
    }

    /**
     * Allocates memory and copies numbers to it.
     *
     * @param array the numbers
     * @return the buffer, of type I16, to be closed
     * @throws DeviceException if there is not so much memory
     */
    public DeviceBuffer copyOf(short[] array) {
        return filled(ElementType.I16, array.length, to -> to.copyFrom(array));
    }

    /**
     * Allocates memory and copies numbers to it.
     *
     * @param array the numbers
     * @return the buffer, of type I32, to be closed
     * @throws DeviceException if there is not so much memory
     */
    public DeviceBuffer copyOf(int[] array) {
        return filled(ElementType.I32, array.length, to -> to.copyFrom(array));
    }

    /**
     * Allocates memory and copies numbers to it.
     *
     * @param array the numbers
     * @return the buffer, of type I64, to be closed
     * @throws DeviceException if there is not so much memory
     */
    public DeviceBuffer copyOf(long[] array) {
        return filled(ElementType.I64, array.length, to -> to.copyFrom(array));
    }

    /**
     * Allocates memory and copies numbers to it.
     *
     * @param array the numbers
     * @return the buffer, of type FP32, to be closed
     * @throws DeviceException if there is not so much memory
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
     * @return the buffer, to be closed
     * @throws IllegalArgumentException if the type is another one
     * @throws DeviceException if there is not so much memory
     */
    public DeviceBuffer copyOf(ElementType type, float[] array) {
        return filled(type, array.length, to -> to.copyFrom(array));
    }

    /**
     * Allocates memory and copies numbers to it.
     *
     * @param array the numbers
     * @return the buffer, of type FP64, to be closed
     * @throws DeviceException if there is not so much memory
     */
    public DeviceBuffer copyOf(double[] array) {
        return filled(ElementType.FP64, array.length, to -> to.copyFrom(array));
    }

    private DeviceBuffer filled(ElementType type, int count, Consumer<DeviceBuffer> fill) {
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
     * Allocates memory of the host for copies on streams, whose content is undefined.
     *
     * @param bytes how many: at most 2^31 - 1
     * @return the memory, to be closed
     * @throws IllegalArgumentException if the number is out of range
     * @throws DeviceException if there is not so much memory
     */
    public HostBuffer allocateHost(long bytes) {
        if (bytes < 0 || bytes > Integer.MAX_VALUE)
            throw new IllegalArgumentException(
                bytes + " bytes: expected a number from 0 to " + Integer.MAX_VALUE);
        return new HostBuffer(this, bytes, make(to -> NativeHostMemory.create(to, bytes)));
    }

    /**
     * A new stream, which does not wait for the default stream.
     *
     * @return the stream, to be closed
     */
    public Stream stream() {
        return new Stream(this, make(NativeStreams::create));
    }

    /**
     * A stream of another library, which closing the result leaves alone.
     *
     * @param nativeStream the stream as the driver calls it, a {@code CUstream}, which has to outlive the
     *     result
     * @return the stream
     */
    public Stream wrapStream(long nativeStream) {
        return new Stream(this, make(to -> NativeStreams.wrap(to, nativeStream)));
    }

    /**
     * A new event, which was not recorded yet.
     *
     * @return the event, to be closed
     */
    public Event event() {
        return new Event(this, make(NativeStreams::createEvent));
    }

    /**
     * Waits for all work of the default stream.
     *
     * @throws IllegalStateException if the runtime is closed
     * @throws Cm2ttException if some of the work failed
     */
    public void synchronize() {
        use(device -> NativeStreams.synchronize(device, 0));
    }

    /** The native device; the caller keeps something open that was made with the runtime. */
    long address() {
        return address;
    }

    /** Calls something with the native device, while the runtime is open. */
    void use(LongConsumer action) {
        runtime.use(ignored -> action.accept(address));
    }

    private long make(LongUnaryOperator maker) {
        long[] made = new long[1];
        use(device -> made[0] = maker.applyAsLong(device));
        return made[0];
    }

    /** Gives work that uses a handle to a stream: what captures now keeps the handle. */
    void give(Handle used, Runnable work) {
        giving.readLock().lock();
        try {
            capture(used);
            work.run();
        } finally {
            giving.readLock().unlock();
        }
    }

    /** What captures now keeps the handle of a launch. */
    void capture(Handle handle) {
        for (Capture capture : captures)
            capture.keep(handle);
    }

    /** Throws if a stream is of another device. */
    void check(Stream stream) {
        if (stream != null)
            check(stream.device(), "stream");
    }

    /** Throws if an event is of another device. */
    void check(Event event) {
        check(event.device(), "event");
    }

    /** Throws if a buffer is of another device. */
    void check(DeviceBuffer buffer) {
        check(buffer.device(), "buffer");
    }

    /** Throws if a host buffer is of another device. */
    void check(HostBuffer buffer) {
        check(buffer.device(), "host buffer");
    }

    private void check(Device other, String what) {
        if (other != this)
            throw new IllegalStateException("the " + what + " is of " + other + ", the rest of " + this
                + ": expected one device" + (other.name.equals(name) ? " of one runtime" : ""));
    }

    /**
     * Its name and target.
     *
     * @return such as "NVIDIA H200 (sm_90a)"
     */
    @Override
    public String toString() {
        return name.equals(target) ? name : name + " (" + target + ")";
    }
}
