// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime.internal;

import java.nio.ByteBuffer;

/**
 * Host memory for asynchronous copies on a stream. The rules of {@link NativeRuntime} apply.
 *
 * <p>Not here: the copies ({@link NativeMemory}).
 */
public final class NativeHostMemory {
    private NativeHostMemory() {}

    /**
     * Allocates uninitialised memory.
     *
     * @param device the handle of the device that uses it
     * @param bytes the number of bytes: at most 2^31 - 1, the maximum of a ByteBuffer
     * @return its handle
     */
    public static native long create(long device, long bytes);

    /**
     * Frees the memory. {@link #data} must not be accessed afterwards, so that buffer and all views of it
     * have to be unreachable (a Cleaner on that buffer detects this, since views keep it reachable).
     *
     * @param buffer its handle; 0 is allowed
     */
    public static native void destroy(long buffer);

    /**
     * Returns the memory as a direct buffer, which is big-endian as every new one.
     *
     * @param buffer its handle
     * @param bytes the size with which it was created
     * @return a new buffer on it
     */
    public static native ByteBuffer data(long buffer, long bytes);
}
