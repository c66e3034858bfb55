// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.NativeMemory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The memory of a {@link BufferArena}: blocks, each of which is the memory of one buffer at a time. It refers
 * to no arena and no buffer, so that these can be found unreachable.
 *
 * <p>A block comes back when its buffer is closed and no thread uses it, or, for a buffer that a graph uses,
 * when the graph is closed. Work that streams have queued may still use it then. It is used again after a
 * later wait for all streams: freeing memory is one.
 */
final class ArenaMemory {
    /** The least size of a block, and what all sizes are multiples of. */
    private static final long UNIT = 256;

    private final Device device;
    /** The handles of open buffers by their blocks. */
    private final Map<Block, Handle> open = new IdentityHashMap<>();
    /** Blocks without a buffer, by their size, in the order in which they came back. */
    private final Map<Long, Deque<Block>> free = new HashMap<>();
    private long bytes;
    /** The numbers of waits for all streams that were begun, and of the last one that has ended. */
    private long begun;
    private long ended;
    private boolean isClosed;

    /** Memory of the device. */
    private static final class Block {
        /** The native buffer. */
        final long buffer;
        final long address;
        final long bytes;
        /** The number of waits that were begun before it came back, none of which it can rely on. */
        long waitsBefore;

        Block(long buffer, long bytes) {
            this.buffer = buffer;
            this.address = NativeMemory.address(buffer);
            this.bytes = bytes;
        }
    }

    ArenaMemory(Device device) {
        this.device = device;
    }

    /** Returns the size of a block for a number of bytes: four sizes for each power of two. */
    static long blockBytes(long wanted) {
        long least = Math.max(wanted, UNIT);
        long step = Math.max(UNIT, Long.highestOneBit(least - 1) / 4);
        return least > Long.MAX_VALUE - step ? least : (least + step - 1) / step * step;
    }

    /** Returns the size of all blocks. */
    synchronized long bytes() {
        return bytes;
    }

    /** Returns a buffer of an arena; throws IllegalStateException if this is closed. */
    DeviceBuffer allocate(BufferArena arena, ElementType type, long count) {
        Block block = take(blockBytes(count * type.bytes()));
        Handle handle = Handle.of(
            "buffer of " + count + " x " + type.signature(), block.buffer, ignored -> giveBack(block));
        synchronized (this) {
            if (!isClosed) {
                open.put(block, handle);
                return new DeviceBuffer(device, type, count, block.address, handle, arena);
            }
        }
        handle.close();
        throw new IllegalStateException("the buffer arena is closed: use it before close(), and not after");
    }

    private Block take(long size) {
        Block block;
        boolean mayBeUsed;
        synchronized (this) {
            Deque<Block> fitting = free.get(size);
            block = fitting == null ? null : fitting.pollFirst();
            mayBeUsed = block != null && ended <= block.waitsBefore;
        }
        if (block == null) {
            return create(size);
        }
        if (mayBeUsed) {
            try {
                await();
            } catch (RuntimeException | Error e) {
                giveBack(block);
                throw e;
            }
        }
        return block;
    }

    /** Waits for the work of all streams. */
    private void await() {
        long number;
        synchronized (this) {
            number = ++begun;
        }
        NativeMemory.destroy(device.make(to -> NativeMemory.create(to, 0)));
        synchronized (this) {
            ended = Math.max(ended, number);
        }
    }

    private Block create(long size) {
        long buffer;
        try {
            buffer = device.make(to -> NativeMemory.create(to, size));
        } catch (DeviceException e) {
            // Closed memory of other sizes may be enough.
            trim();
            buffer = device.make(to -> NativeMemory.create(to, size));
        }
        synchronized (this) {
            bytes += size;
        }
        return new Block(buffer, size);
    }

    /** Called by the last user of a buffer that was closed. */
    private void giveBack(Block block) {
        synchronized (this) {
            open.remove(block);
            if (!isClosed) {
                block.waitsBefore = begun;
                free.computeIfAbsent(block.bytes, size -> new ArrayDeque<>()).addLast(block);
                return;
            }
        }
        destroy(block);
    }

    private void destroy(Block block) {
        synchronized (this) {
            bytes -= block.bytes;
        }
        NativeMemory.destroy(block.buffer);
    }

    /** Frees all blocks without a buffer. */
    void trim() {
        List<Block> all = new ArrayList<>();
        synchronized (this) {
            free.values().forEach(all::addAll);
            free.clear();
        }
        all.forEach(this::destroy);
    }

    /** Closes all buffers. */
    void closeBuffers() {
        List<Handle> all;
        synchronized (this) {
            all = List.copyOf(open.values());
        }
        all.forEach(Handle::close);
    }

    /** Closes all buffers and frees their blocks, now or when the last user has ended. */
    void close() {
        synchronized (this) {
            isClosed = true;
        }
        closeBuffers();
        trim();
    }
}
