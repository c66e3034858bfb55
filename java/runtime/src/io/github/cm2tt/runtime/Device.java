// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.Triton.PaddingOption;
import io.github.cm2tt.runtime.internal.NativeHostMemory;
import io.github.cm2tt.runtime.internal.NativeRuntime;
import io.github.cm2tt.runtime.internal.NativeStreams;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;

/**
 * A GPU, or the CPU of this computer. There is one object for each device, which is never closed and is
 * thread-safe.
 *
 * <pre>{@code
 * Device device = Device.best();   // a GPU if there is one
 * try (DeviceBuffer x = device.copyOf(new float[] {1, 2, 3})) {
 *     ...
 * }
 * }</pre>
 *
 * <p>On JDK 22 and newer, {@code wrap(MemorySegment, ElementType)} wraps a native segment on the CPU.
 */
public final class Device extends DeviceMemory {
    /** The captures in progress on the device, which keep all objects that are used on it. */
    final List<Capture> captures = new CopyOnWriteArrayList<>();
    /**
     * The read lock is held while work other than a launch is queued on a stream, the write lock while a
     * capture begins.
     */
    final ReadWriteLock submissionLock = new ReentrantReadWriteLock();
    private final Cm2ttRuntime runtime;
    private final int ordinal;
    /** The native device, which exists as long as the runtime or any object of it. */
    private final long address;
    private final boolean isGpu;
    private final String name;
    private final String target;
    private final String uuid;

    /** Creates the device; the caller keeps the runtime open. The number of the CPU is negative. */
    Device(Cm2ttRuntime runtime, int ordinal, long address) {
        this.runtime = runtime;
        this.ordinal = ordinal;
        this.address = address;
        byte[][] texts = NativeRuntime.deviceTexts(address);
        name = new String(texts[0], StandardCharsets.UTF_8);
        target = new String(texts[1], StandardCharsets.UTF_8);
        uuid = new String(texts[2], StandardCharsets.UTF_8);
        isGpu = !target.equals("cpu");
    }

    /**
     * The properties of a device; numbers that do not apply to it are 0.
     *
     * @param name the name of the device
     * @param target the compilation target: "sm_90a", "cpu"
     * @param computeMajor the major number of a GPU's compute capability
     * @param computeMinor the minor number
     * @param processors the number of multiprocessors of a GPU, or of threads that run kernels on a CPU
     * @param sharedBytes the maximum shared memory of a block, in bytes
     * @param memoryBytes the total memory, in bytes
     * @param freeBytes the free memory, in bytes
     * @param driverVersion the newest version of CUDA that the driver supports: 12080 is 12.8
     */
    public record Facts(String name, String target, int computeMajor, int computeMinor, int processors,
        long sharedBytes, long memoryBytes, long freeBytes, int driverVersion) {}

    /**
     * Returns a GPU of {@link Cm2ttRuntime#shared}.
     *
     * @param ordinal its number, from 0
     * @return the GPU
     * @throws IllegalArgumentException if there is no such GPU
     */
    public static Device gpu(int ordinal) {
        return Cm2ttRuntime.shared().gpu(ordinal);
    }

    /**
     * Returns the CPU of this computer, as a device of {@link Cm2ttRuntime#shared}.
     *
     * @return the CPU
     */
    public static Device cpu() {
        return Cm2ttRuntime.shared().cpu();
    }

    /**
     * Returns the first GPU of {@link Cm2ttRuntime#shared}, or the CPU if there is none.
     *
     * @return the device
     */
    public static Device best() {
        return Cm2ttRuntime.shared().best();
    }

    /**
     * Returns the runtime of the device.
     *
     * @return the runtime
     */
    public Cm2ttRuntime runtime() {
        return runtime;
    }

    /**
     * Returns the name of the device.
     *
     * @return for example, "NVIDIA H200"
     */
    public String name() {
        return name;
    }

    /**
     * Returns the compilation target.
     *
     * @return "sm_90a", "cpu"
     */
    public String target() {
        return target;
    }

    /**
     * Returns the UUID of a GPU, which names it among all GPUs and in each process.
     *
     * @return as nvidia-smi prints it, "GPU-5a3c...", after "GPU-" also for a part of a GPU; "" for the CPU
     */
    public String uuid() {
        return uuid;
    }

    /**
     * Returns whether the device is a GPU.
     *
     * @return false for the CPU
     */
    public boolean isGpu() {
        return isGpu;
    }

    /**
     * Returns the current properties of the device.
     *
     * @return the properties
     * @throws IllegalStateException if the runtime is closed
     */
    public Facts facts() {
        long[][] numbers = new long[1][];
        use(device -> numbers[0] = NativeRuntime.deviceNumbers(device));
        long[] n = numbers[0];
        return new Facts(name, target, (int) n[0], (int) n[1], (int) n[2], n[3], n[4], n[5], (int) n[6]);
    }

    /**
     * Creates an arena, which closes all its buffers at once and uses memory of closed buffers again.
     *
     * @return the arena, which the caller closes
     */
    public BufferArena arena() {
        return new BufferArena(this);
    }

    /**
     * Allocates uninitialised host memory for copies on streams.
     *
     * @param bytes the size; 0 is allowed
     * @return the memory, which the caller closes
     * @throws IllegalArgumentException if the number is negative
     * @throws DeviceException if the memory is exhausted
     */
    public HostBuffer allocateHost(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException(bytes + " bytes: expected a number that is not negative");
        }
        return new HostBuffer(this, bytes, make(to -> NativeHostMemory.create(to, bytes)));
    }

    /**
     * Creates a stream that does not wait for the default stream.
     *
     * @return the stream, which the caller closes
     */
    public Stream stream() {
        return new Stream(this, make(NativeStreams::create));
    }

    /**
     * Wraps a stream of another library. Closing the result does not destroy the stream.
     *
     * @param nativeStream the driver's handle, a {@code CUstream}, which has to outlive the result
     * @return the stream
     * @throws IllegalArgumentException if the device is the CPU, which has no streams of other libraries
     */
    public Stream wrapStream(long nativeStream) {
        if (!isGpu) {
            throw new IllegalArgumentException("a stream of another library for " + this
                + ": expected a GPU; create one by stream(), or use null, the default stream");
        }
        return new Stream(this, make(to -> NativeStreams.wrap(to, nativeStream)));
    }

    /**
     * Creates an event that is not recorded.
     *
     * @return the event, which the caller closes
     */
    public Event event() {
        return new Event(this, make(NativeStreams::createEvent));
    }

    /**
     * Describes a tensor in a buffer for kernels that access it by blocks, and read zeros outside of it.
     *
     * @param buffer a buffer of this device, at whose beginning the tensor begins
     * @param shape the extents in elements, 1 to 5
     * @param strides the distances in elements of neighbours along each dimension; the last one is 1
     * @param block the extents of a block: powers of two, with rows of 16 bytes or more
     * @return the descriptor, an argument of launches
     * @throws IllegalArgumentException if the tensor exceeds the buffer, or the numbers are invalid
     * @throws IllegalStateException if the buffer is closed or belongs to another device
     */
    public DeviceTensorDescriptor tensorDescriptor(
        DeviceBuffer buffer, long[] shape, long[] strides, int[] block) {
        return tensorDescriptor(buffer, shape, strides, block, PaddingOption.ZERO);
    }

    /**
     * Describes a tensor in a buffer for kernels that access it by blocks.
     *
     * @param buffer a buffer of this device, at whose beginning the tensor begins
     * @param shape the extents in elements, 1 to 5
     * @param strides the distances in elements of neighbours along each dimension; the last one is 1
     * @param block the extents of a block: powers of two, with rows of 16 bytes or more
     * @param padding what is read outside of the tensor
     * @return the descriptor, an argument of launches
     * @throws IllegalArgumentException if the tensor exceeds the buffer, or the numbers are invalid
     * @throws IllegalStateException if the buffer is closed or belongs to another device
     */
    public DeviceTensorDescriptor tensorDescriptor(
        DeviceBuffer buffer, long[] shape, long[] strides, int[] block, PaddingOption padding) {
        check(buffer);
        return new DeviceTensorDescriptor(buffer, shape, strides, block, padding);
    }

    /**
     * Waits for all work of the default stream.
     *
     * @throws IllegalStateException if the runtime is closed
     * @throws Cm2ttException if any of the work failed
     */
    public void synchronize() {
        use(device -> NativeStreams.synchronize(device, 0));
    }

    /** Returns the native device; the caller keeps an object of the runtime open. */
    long address() {
        return address;
    }

    /** Calls an action with the native device, while the runtime is kept open. */
    void use(LongConsumer action) {
        runtime.use(ignored -> action.accept(address));
    }

    @Override
    Device self() {
        return this;
    }

    @Override
    long make(LongUnaryOperator maker) {
        long[] made = new long[1];
        use(device -> made[0] = maker.applyAsLong(device));
        return made[0];
    }

    /** Queues work that uses a handle; captures in progress keep the handle. */
    void give(Handle used, Runnable work) {
        submissionLock.readLock().lock();
        try {
            capture(used);
            work.run();
        } finally {
            submissionLock.readLock().unlock();
        }
    }

    /** Lets the captures in progress keep the handle of a launch. */
    void capture(Handle handle) {
        for (Capture capture : captures) {
            capture.keep(handle);
        }
    }

    /** Throws if a stream belongs to another device. */
    void check(Stream stream) {
        if (stream != null) {
            check(stream.device(), "stream");
        }
    }

    /** Throws if an event belongs to another device. */
    void check(Event event) {
        check(event.device(), "event");
    }

    /** Throws if a buffer belongs to another device. */
    void check(DeviceBuffer buffer) {
        check(buffer.device(), "buffer");
    }

    /** Throws if a host buffer belongs to another device. */
    void check(HostBuffer buffer) {
        check(buffer.device(), "host buffer");
    }

    /** Throws unless a stream of this device can wait for an event. */
    void checkWait(Event event) {
        if (!isGpu || !event.device().isGpu()) {
            check(event);
        }
    }

    /**
     * Returns the device on whose stream a copy to this device is queued; throws if the stream is of a device
     * that cannot copy so.
     *
     * @param from the device of the source
     * @param stream the stream, or null
     */
    Device queueOf(Device from, Stream stream) {
        Device queue = stream == null ? (isGpu ? this : from) : stream.device() == from ? from : this;
        queue.check(stream);
        if (!queue.isGpu && from != this) {
            Device other = queue == this ? from : this;
            throw new IllegalStateException("the stream is of " + queue + ", and a buffer of " + other
                + (other.isGpu ? ": expected a stream of " + other
                    : " of another runtime: expected copyFrom, without a stream"));
        }
        return queue;
    }

    private void check(Device other, String what) {
        if (other != this) {
            throw new IllegalStateException("the " + what + " is of " + other + ", the rest of " + this
                + ": expected one device" + (other.toString().equals(toString()) ? " of one runtime" : ""));
        }
    }

    /**
     * Returns the name and the target of the device, and the number of each GPU but the first.
     *
     * @return for example, "NVIDIA H200 (sm_90a)", and "NVIDIA H200 (sm_90a, GPU 1)"
     */
    @Override
    public String toString() {
        if (ordinal > 0) {
            return name + " (" + target + ", GPU " + ordinal + ")";
        }
        return name.equals(target) ? name : name + " (" + target + ")";
    }
}
