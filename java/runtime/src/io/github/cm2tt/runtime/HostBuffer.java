// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.NativeHostMemory;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/**
 * Memory of the host for copies on streams, which the device reads and writes by itself while Java goes on
 * (pinned memory).
 *
 * <pre>{@code
 * try (HostBuffer pinned = device.allocateHost(4 * n); Stream stream = device.stream()) {
 *     pinned.asByteBuffer().asFloatBuffer().put(values);
 *     buffer.copyFromAsync(pinned, stream);
 *     stream.synchronize();
 * }
 * }</pre>
 *
 * <p>Any thread may use it. After {@link #close}, or when it was forgotten, the memory stays until nothing
 * refers to a ByteBuffer on it, so that none of these is ever dangerous.
 */
public final class HostBuffer implements AutoCloseable {
    final Handle handle;
    private final Device device;
    private final long bytes;
    private final Cleaner.Cleanable cleanable;
    /** All views are made of it, and keep it reachable. Null before the first one, and after closing. */
    private ByteBuffer data;

    HostBuffer(Device device, long bytes, long address) {
        this.device = device;
        this.bytes = bytes;
        handle =
            Handle.ofMemory("host buffer of " + bytes + " bytes", address, NativeHostMemory::destroy, bytes);
        cleanable = handle.own(this);
    }

    /**
     * The device that it is for.
     *
     * @return the device
     */
    public Device device() {
        return device;
    }

    /**
     * How long it is.
     *
     * @return bytes
     */
    public long bytes() {
        return bytes;
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
     * The memory.
     *
     * @return a new view of all of it, in the computer's byte order
     * @throws IllegalStateException if this is closed
     */
    public synchronized ByteBuffer asByteBuffer() {
        handle.check();
        if (data == null) {
            // One user more, until nobody can see the memory.
            data = NativeHostMemory.data(handle.acquire(), bytes);
            Handle.whenForgotten(data, handle::release);
        }
        return data.duplicate().order(ByteOrder.nativeOrder());
    }

    /** Calls something with the memory, which stays open meanwhile; no view may be kept. */
    void use(Consumer<ByteBuffer> action) {
        long address = handle.acquire();
        try {
            action.accept(NativeHostMemory.data(address, bytes));
        } finally {
            handle.release();
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Gives it back, after the work that uses it, and when no view of it can be reached any more. Does
     * nothing if that was done before. Any thread may.
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
