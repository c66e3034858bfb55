// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.NativeHostMemory;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * Host memory for copies on streams, which the device reads and writes while Java continues (pinned memory).
 *
 * <pre>{@code
 * try (HostBuffer pinned = device.allocateHost(4 * n); Stream stream = device.stream()) {
 *     pinned.asByteBuffer().asFloatBuffer().put(values);
 *     buffer.copyFromAsync(pinned, stream);
 *     stream.synchronize();
 * }
 * }</pre>
 *
 * <p>A ByteBuffer has at most 2<sup>31</sup> - 1 bytes; of larger memory, {@link #asByteBuffer(long, int)}
 * returns parts. On JDK 22 and newer, {@code asSegment()} returns all of it as a memory segment.
 *
 * <p>It is thread-safe. After {@link #close}, or when this is unreachable, the memory is not freed until all
 * ByteBuffers and segments on it are unreachable, so that these are always safe to use.
 */
public final class HostBuffer extends HostSegments implements AutoCloseable {
    final Handle handle;
    private final Device device;
    private final long bytes;
    private final Cleaner.Cleanable cleanable;
    /**
     * The buffer of which all views of the whole memory are duplicates, and which they keep reachable. Null
     * before the first one, and after closing.
     */
    private ByteBuffer data;

    HostBuffer(Device device, long bytes, long address) {
        this.device = device;
        this.bytes = bytes;
        handle =
            Handle.ofMemory("host buffer of " + bytes + " bytes", address, NativeHostMemory::destroy, bytes);
        cleanable = handle.own(this);
    }

    /**
     * Returns the device that uses the memory.
     *
     * @return the device
     */
    public Device device() {
        return device;
    }

    /**
     * Returns the size.
     *
     * @return bytes
     */
    public long bytes() {
        return bytes;
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
     * Returns a view of the memory.
     *
     * @return a new view of all of it, in the native byte order
     * @throws IllegalStateException if this is closed
     * @throws UnsupportedOperationException if this has more than 2<sup>31</sup> - 1 bytes
     */
    public synchronized ByteBuffer asByteBuffer() {
        handle.check();
        if (bytes > Integer.MAX_VALUE) {
            throw new UnsupportedOperationException("a ByteBuffer of " + bytes + " bytes: expected at most "
                + Integer.MAX_VALUE + "; take parts by asByteBuffer(first, bytes)");
        }
        if (data == null) {
            data = view(0, bytes);
        }
        return data.duplicate().order(ByteOrder.nativeOrder());
    }

    /**
     * Returns a view of a part of the memory.
     *
     * <pre>{@code
     * for (long first = 0; first < host.bytes(); first += PART)
     *     read(channel, host.asByteBuffer(first, (int) Math.min(PART, host.bytes() - first)));
     * }</pre>
     *
     * @param first the index of the first byte
     * @param count the number of bytes
     * @return a new view, in the native byte order
     * @throws IndexOutOfBoundsException if the range is not within the memory
     * @throws IllegalStateException if this is closed
     */
    public ByteBuffer asByteBuffer(long first, int count) {
        handle.check();
        Objects.checkFromIndexSize(first, count, bytes);
        return view(first, count).order(ByteOrder.nativeOrder());
    }

    /** Returns a buffer that counts as a user of the memory until it is unreachable. */
    private ByteBuffer view(long first, long count) {
        ByteBuffer view;
        long address = handle.acquire();
        try {
            view = NativeHostMemory.data(address, first, count);
        } catch (RuntimeException | Error e) {
            handle.release();
            throw e;
        }
        Handle.whenForgotten(view, handle::release);
        return view;
    }

    @Override
    HostBuffer self() {
        return this;
    }

    /**
     * Frees the memory after the work that uses it, and when no view of it is reachable. Does nothing if it
     * was done before. Any thread may call this method.
     */
    @Override
    public void close() {
        handle.close();
        synchronized (this) {
            data = null;
        }
        cleanable.clean();
    }
}
