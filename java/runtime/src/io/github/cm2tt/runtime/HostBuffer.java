// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.NativeHostMemory;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;

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
 * <p>It is thread-safe. After {@link #close}, or when this is unreachable, the memory is not freed until all
 * ByteBuffers on it are unreachable, so that these are always safe to use.
 */
public final class HostBuffer implements AutoCloseable {
    final Handle handle;
    private final Device device;
    private final long bytes;
    private final Cleaner.Cleanable cleanable;
    /**
     * The buffer of which all views are duplicates, and which they keep reachable. Null before the first one,
     * and after closing.
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
     */
    public synchronized ByteBuffer asByteBuffer() {
        handle.check();
        if (data == null) {
            // One more user, until the memory is unreachable.
            data = NativeHostMemory.data(handle.acquire(), bytes);
            Handle.whenForgotten(data, handle::release);
        }
        return data.duplicate().order(ByteOrder.nativeOrder());
    }

    /** Calls an action with the memory, which stays open during the call; the action must not keep a view. */
    void use(Consumer<ByteBuffer> action) {
        handle.use(this, address -> action.accept(NativeHostMemory.data(address, bytes)));
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
