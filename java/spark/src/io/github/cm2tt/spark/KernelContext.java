// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.HostBuffer;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskKilledException;
import org.apache.spark.util.TaskFailureListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The device of a task, and memory and a stream that the task has until it ends, also if it fails or is
 * killed. Only the thread of the task may use it.
 *
 * <pre>{@code
 * SparkKernels.mapPartitions(points, Columns.of("x"), (context, batches) -> {
 *     DeviceBuffer sum = context.allocate(ElementType.FP64, 1).fill(0);
 *     while (batches.hasNext()) {
 *         Batch batch = batches.next();
 *         context.on(SUM).launch(64, batch.column("x"), sum, batch.rows());
 *     }
 *     context.stream().synchronize();
 *     return List.of(sum.copyTo(new double[1])[0]).iterator();
 * });
 * }</pre>
 */
public final class KernelContext {
    private static final Logger LOG = LoggerFactory.getLogger(KernelContext.class);

    private final ExecutorDevices devices;
    private final TaskContext task;
    private final Device device;
    private final Stream stream;
    private final Map<Integer, HostBuffer> pinned = new HashMap<>();
    /** The objects that are closed when the task ends, the last first. */
    private final Deque<AutoCloseable> owned = new ArrayDeque<>();

    private KernelContext(ExecutorDevices devices, TaskContext task) {
        this.devices = devices;
        this.task = task;
        device = devices.deviceOf(task);
        stream = device.stream();
    }

    /** Creates the context of the current task, which waits for a permit of its GPU. */
    static KernelContext open(TaskContext task) {
        ExecutorDevices devices = ExecutorDevices.get();
        task.addTaskFailureListener((TaskFailureListener) devices::abandonIfHopeless);
        Device device = devices.deviceOf(task);
        Semaphore permits = device.isGpu() ? devices.permitsOf(device) : null;
        if (permits != null) {
            try {
                permits.acquire();
            } catch (InterruptedException e) {
                throw new TaskKilledException(String.valueOf(e.getMessage()));
            }
        }
        Deque<AutoCloseable> closers = new ArrayDeque<>();
        task.addTaskCompletionListener(ended -> {
            try {
                closeAll(closers);
            } finally {
                if (permits != null) {
                    permits.release();
                }
            }
        });
        KernelContext context = new KernelContext(devices, task);
        closers.push(context::close);
        return context;
    }

    /**
     * Returns the device of the task: a GPU that Spark assigned to it, or the CPU.
     *
     * @return the device
     */
    public Device device() {
        return device;
    }

    /**
     * Returns the stream of the task, on which batches are complete.
     *
     * @return the stream, which the context closes
     */
    public Stream stream() {
        return stream;
    }

    /**
     * Returns a kernel that is launched on the stream of the task. Tasks that give the same object, such as a
     * static field, share compiled code.
     *
     * @param kernel the kernel
     * @return the kernel on {@link #stream}
     */
    public KernelFunction on(KernelFunction kernel) {
        return devices.adopt(kernel).on(stream);
    }

    /**
     * Returns pinned host memory, which is reused: the same number returns the same memory unless it is too
     * small.
     *
     * @param number distinguishes the buffers of a task
     * @param bytes the least size
     * @return the buffer, which the context closes
     */
    public HostBuffer pinned(int number, long bytes) {
        HostBuffer buffer = pinned.get(number);
        if (buffer == null || buffer.bytes() < bytes) {
            if (buffer != null) {
                stream.synchronize();
                buffer.close();
            }
            buffer = device.allocateHost(bytes);
            pinned.put(number, buffer);
        }
        return buffer;
    }

    /**
     * Allocates uninitialised memory of the device until the end of the task.
     *
     * @param type the type of the elements
     * @param count their number
     * @return the buffer, which the context closes
     * @throws DeviceMemoryException if {@code spark.cm2tt.memoryBytes} would be exceeded
     */
    public DeviceBuffer allocate(ElementType type, long count) {
        DeviceBuffer buffer = allocateShort(type, count);
        owned.push(() -> free(buffer));
        return buffer;
    }

    /** Allocates memory of the device, which the caller frees by {@link #free}. */
    DeviceBuffer allocateShort(ElementType type, long count) {
        devices.memory().reserve(count * type.bytes());
        try {
            return device.allocate(type, count);
        } catch (RuntimeException | Error e) {
            devices.memory().release(count * type.bytes());
            throw e;
        }
    }

    /** Frees a buffer of {@link #allocateShort}. */
    void free(DeviceBuffer buffer) {
        if (buffer.isOpen()) {
            buffer.close();
            devices.memory().release(buffer.bytes());
        }
    }

    /** Closes an object when the task ends, before what was created earlier. */
    <T extends AutoCloseable> T own(T object) {
        owned.push(object);
        return object;
    }

    ExecutorDevices devices() {
        return devices;
    }

    TaskContext task() {
        return task;
    }

    private void close() {
        try {
            stream.synchronize();
        } catch (RuntimeException e) {
            LOG.warn("work of the task failed: {}", e.getMessage());
        }
        closeAll(owned);
        pinned.values().forEach(HostBuffer::close);
        stream.close();
    }

    private static void closeAll(Deque<AutoCloseable> objects) {
        while (!objects.isEmpty()) {
            try {
                objects.pop().close();
            } catch (Exception e) {
                LOG.warn("an object of a task cannot be closed", e);
            }
        }
    }
}
