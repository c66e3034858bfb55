// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime.internal;

import java.nio.ByteBuffer;

/** Pinned host memory and its copies on a stream. The rules of {@link NativeRuntime} apply. */
public final class NativeHostMemory {
    private NativeHostMemory() {}

    /**
     * Allocates uninitialised memory.
     *
     * @param device the handle of the device that uses it
     * @param bytes the number of bytes; 0 is allowed
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
     * Returns the address of the memory.
     *
     * @param buffer its handle
     * @return an address of this process
     */
    public static native long address(long buffer);

    /**
     * Returns a part of the memory as a direct buffer, which is big-endian as every new one.
     *
     * @param buffer its handle
     * @param first the index of the first byte
     * @param bytes the number of bytes: at most 2^31 - 1, the maximum of a ByteBuffer
     * @return a new buffer on it
     */
    public static native ByteBuffer data(long buffer, long first, long bytes);

    /**
     * Copies a part of the memory to a device, on a stream. It has to stay unchanged until the copy is
     * complete.
     *
     * @param to the destination: a buffer of the device
     * @param offset the offset in the destination, in bytes
     * @param buffer the handle of the memory
     * @param first the index of the first byte in the memory
     * @param bytes the number of bytes
     * @param stream the handle of the stream; 0 for the default stream
     */
    public static native void writeAsync(
        long to, long offset, long buffer, long first, long bytes, long stream);

    /**
     * Copies from a device to a part of the memory, on a stream.
     *
     * @param source a buffer of the device
     * @param offset the offset in the source, in bytes
     * @param buffer the handle of the memory
     * @param first the index of the first byte in the memory
     * @param bytes the number of bytes
     * @param stream the handle of the stream; 0 for the default stream
     */
    public static native void readAsync(
        long source, long offset, long buffer, long first, long bytes, long stream);
}
