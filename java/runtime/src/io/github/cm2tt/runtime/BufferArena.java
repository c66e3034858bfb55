// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Buffers of a device that are closed at once, and whose memory is used again. It has the methods of a {@link
 * Device} that create buffers.
 *
 * <pre>{@code
 * try (BufferArena arena = device.arena()) {
 *     DeviceBuffer weights = arena.copyOf(numbers);
 *     for (...) {
 *         try (DeviceBuffer t = arena.allocate(ElementType.FP32, n)) {   // the same memory each time
 *             first.launch(grid, weights, t, n);
 *             second.launch(grid, t, out, n);
 *         }
 *     }
 * }                                                                      // closes all of them
 * }</pre>
 *
 * <p>The memory of a buffer that is closed before the arena is kept, and becomes that of a later buffer of
 * about the same size: sizes are rounded up to four steps for each power of two, 256 bytes at least, so that
 * a fifth is lost at most. {@link #trim} gives such memory back to the device, and closing the arena all.
 *
 * <p>Memory is used again only after all work of all streams that was queued before its buffer was closed:
 * the first such allocation after a buffer is closed waits for that work, and so makes all closed memory
 * available without waiting. On the default stream of a CPU, no work is left to wait for. A program that
 * should not wait for a GPU closes buffers after it has synchronized. Memory that is used again has the old
 * numbers, and counts as written in {@linkplain KernelFunction#checked checked launches}.
 *
 * <p>It is thread-safe: threads may share an arena, and each may close buffers of others. Closing it waits
 * for the work that uses its buffers, as {@link DeviceBuffer#close} does; threads that use a buffer meanwhile
 * either finish or get an IllegalStateException. A buffer keeps its arena. If an arena becomes unreachable
 * with all its buffers and was not closed, its memory is freed, with a warning in the log.
 *
 * <p>Not here: the memory itself ({@link ArenaMemory}).
 */
public final class BufferArena extends DeviceMemory implements AutoCloseable {
    /** Wrapped memory and tables of pointers are looked through when there are twice as many. */
    private static final int FEW = 64;

    private final Device device;
    private final ArenaMemory memory;
    private final Handle handle;
    private final Cleaner.Cleanable cleanable;
    /** Buffers that are not in the memory of the arena: wrapped memory, tables of pointers. */
    private final List<DeviceBuffer> others = new ArrayList<>();
    private int manyOthers = FEW;

    BufferArena(Device device) {
        this.device = device;
        ArenaMemory blocks = new ArenaMemory(device);
        memory = blocks;
        handle = Handle.ofMemory("buffer arena", 0, ignored -> blocks.close(), blocks::bytes);
        cleanable = handle.own(this);
    }

    /**
     * Returns the device of the buffers.
     *
     * @return the device
     */
    public Device device() {
        return device;
    }

    /**
     * Returns the memory that the arena has: of open buffers, and of closed ones for later buffers. Wrapped
     * memory does not count.
     *
     * @return bytes
     */
    public long bytes() {
        return memory.bytes();
    }

    /**
     * Frees the memory of closed buffers, after the work that uses it.
     *
     * @return this
     */
    public BufferArena trim() {
        memory.trim();
        return this;
    }

    /**
     * Closes all buffers, and keeps their memory for later ones.
     *
     * @return this
     * @throws IllegalStateException if the arena is closed
     */
    public BufferArena closeBuffers() {
        handle.check();
        memory.closeBuffers();
        closeOthers();
        return this;
    }

    @Override
    public DeviceBuffer allocate(ElementType type, long count) {
        checkCount(type, count);
        handle.check();
        return memory.allocate(this, type, count);
    }

    @Override
    Device self() {
        return device;
    }

    @Override
    long make(LongUnaryOperator maker) {
        handle.check();
        return device.make(maker);
    }

    @Override
    DeviceBuffer keep(DeviceBuffer buffer) {
        synchronized (others) {
            if (others.size() >= manyOthers) {
                others.removeIf(each -> !each.isOpen());
                manyOthers = Math.max(FEW, 2 * others.size());
            }
            others.add(buffer);
        }
        if (!handle.isOpen()) {
            closeOthers(); // It was closed meanwhile.
        }
        return buffer;
    }

    private void closeOthers() {
        List<DeviceBuffer> all;
        synchronized (others) {
            all = List.copyOf(others);
            others.clear();
        }
        all.forEach(DeviceBuffer::close);
    }

    /**
     * Returns whether the arena is open.
     *
     * @return true until {@link #close} is called
     */
    public boolean isOpen() {
        return handle.isOpen();
    }

    /**
     * Closes all buffers and frees their memory, after the work that uses it. Does nothing if that was done
     * before. Any thread may call this method.
     */
    @Override
    public void close() {
        if (handle.close()) {
            closeOthers();
        }
        cleanable.clean();
    }

    /**
     * Returns a description for messages.
     *
     * @return for example, "arena of 4096 bytes on cpu"
     */
    @Override
    public String toString() {
        return "arena of " + bytes() + " bytes on " + device.name() + (isOpen() ? "" : " (closed)");
    }
}
