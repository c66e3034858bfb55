// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.internal;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;

/**
 * Memory of devices and pinned memory of the host. What is said at {@link NativeRuntime} holds here.
 *
 * <p>Not here: copies of arrays ({@link NativeArrays}).
 */
public final class NativeMemory {
    private NativeMemory() {}

    /**
     * Allocates on a device; the content is undefined.
     *
     * @param device its handle
     * @param bytes how many; 0 is allowed
     * @return the buffer's handle
     */
    public static native long create(long device, long bytes);

    /**
     * Frees a buffer, after the work that may use it.
     *
     * @param buffer its handle; 0 is allowed
     */
    public static native void destroy(long buffer);

    /**
     * Where a buffer is.
     *
     * @param buffer its handle
     * @return as the device calls it, a multiple of 256
     */
    public static native long address(long buffer);

    /**
     * Copies from memory of the host, after all work of the default stream; done when it returns.
     *
     * @param buffer where to
     * @param offset from which byte of it on
     * @param data a direct buffer; its position and limit do not count
     * @param position from which byte of it on
     * @param bytes how many
     */
    public static void write(long buffer, long offset, ByteBuffer data, int position, int bytes) {
        writeDirect(buffer, offset, data, position, bytes);
    }

    /**
     * Copies to memory of the host, after all work of the default stream; done when it returns.
     *
     * @param buffer where from
     * @param offset from which byte of it on
     * @param data a direct buffer that can be written to; its position and limit do not count
     * @param position from which byte of it on
     * @param bytes how many
     */
    public static void read(long buffer, long offset, ByteBuffer data, int position, int bytes) {
        needWritable(data);
        readDirect(buffer, offset, data, position, bytes);
    }

    /**
     * As {@link #write}, but as work on a stream. The caller sees to it that the direct buffer stays
     * reachable, and its content as it is, until that is done.
     *
     * @param buffer where to
     * @param offset from which byte of it on
     * @param data a direct buffer; its position and limit do not count
     * @param position from which byte of it on
     * @param bytes how many
     * @param stream its handle; 0: the default stream
     */
    public static void writeAsync(
        long buffer, long offset, ByteBuffer data, int position, int bytes, long stream) {
        writeDirectAsync(buffer, offset, data, position, bytes, stream);
    }

    /**
     * As {@link #read}, but as work on a stream. The caller sees to it that the direct buffer stays reachable
     * until that is done.
     *
     * @param buffer where from
     * @param offset from which byte of it on
     * @param data a direct buffer that can be written to; its position and limit do not count
     * @param position from which byte of it on
     * @param bytes how many
     * @param stream its handle; 0: the default stream
     */
    public static void readAsync(
        long buffer, long offset, ByteBuffer data, int position, int bytes, long stream) {
        needWritable(data);
        readDirectAsync(buffer, offset, data, position, bytes, stream);
    }

    /**
     * Sets bytes, after all work of the default stream; done when it returns.
     *
     * @param buffer its handle
     * @param offset from which byte of it on
     * @param value what each becomes
     * @param bytes how many
     */
    public static native void fill(long buffer, long offset, byte value, long bytes);

    /**
     * Sets bytes, as work on a stream.
     *
     * @param buffer its handle
     * @param offset from which byte of it on
     * @param value what each becomes
     * @param bytes how many
     * @param stream its handle; 0: the default stream
     */
    public static native void fillAsync(long buffer, long offset, byte value, long bytes, long stream);

    /**
     * Copies inside of one device, as work on a stream. The places may not overlap.
     *
     * @param to where to
     * @param toOffset from which byte of it on
     * @param from where from
     * @param fromOffset from which byte of it on
     * @param bytes how many
     * @param stream its handle; 0: the default stream
     */
    public static native void copyAsync(
        long to, long toOffset, long from, long fromOffset, long bytes, long stream);

    private static native void writeDirect(
        long buffer, long offset, ByteBuffer data, int position, int bytes);

    private static native void readDirect(long buffer, long offset, ByteBuffer data, int position, int bytes);

    private static native void writeDirectAsync(
        long buffer, long offset, ByteBuffer data, int position, int bytes, long stream);

    private static native void readDirectAsync(
        long buffer, long offset, ByteBuffer data, int position, int bytes, long stream);

    /** Memory that is mapped for reading only would be a crash. */
    private static void needWritable(ByteBuffer data) {
        if (data.isReadOnly())
            throw new ReadOnlyBufferException();
    }
}
