// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime.internal;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ReadOnlyBufferException;

/**
 * Memory of devices. The rules of {@link NativeRuntime} apply.
 *
 * <p>Not here: copies of arrays ({@link NativeArrays}), pinned memory ({@link NativeHostMemory}).
 */
public final class NativeMemory {
    private NativeMemory() {}

    /**
     * Allocates uninitialised memory of a device.
     *
     * @param device its handle
     * @param bytes the number of bytes; 0 is allowed
     * @return the buffer's handle
     */
    public static native long create(long device, long bytes);

    /**
     * Wraps memory that the caller owns.
     *
     * @param device its handle
     * @param address the address of the memory
     * @param bytes the number of bytes; 0 is allowed
     * @return the buffer's handle
     */
    public static native long wrap(long device, long address, long bytes);

    /**
     * Returns the address of the memory of a direct buffer.
     *
     * @param data a direct buffer of any type; its position and limit are ignored
     * @param position the offset in the direct buffer, in bytes
     * @return an address of this process
     */
    public static long addressOf(Buffer data, long position) {
        return addressOfDirect(data, unit(data), position);
    }

    /**
     * Frees a buffer, after the work that may use it.
     *
     * @param buffer its handle; 0 is allowed
     */
    public static native void destroy(long buffer);

    /**
     * Returns the address of a buffer.
     *
     * @param buffer its handle
     * @return an address of the device, a multiple of 256 unless the memory was wrapped
     */
    public static native long address(long buffer);

    /**
     * Copies from host memory, after all work of the default stream; complete when it returns.
     *
     * @param buffer the destination
     * @param offset the offset in the buffer, in bytes
     * @param data a direct buffer of any type; its position and limit are ignored
     * @param position the offset in the direct buffer, in bytes
     * @param bytes the number of bytes
     */
    public static void write(long buffer, long offset, Buffer data, long position, long bytes) {
        writeDirect(buffer, offset, data, unit(data), position, bytes);
    }

    /**
     * Copies to host memory, after all work of the default stream; complete when it returns.
     *
     * @param buffer the source
     * @param offset the offset in the buffer, in bytes
     * @param data a writable direct buffer of any type; its position and limit are ignored
     * @param position the offset in the direct buffer, in bytes
     * @param bytes the number of bytes
     */
    public static void read(long buffer, long offset, Buffer data, long position, long bytes) {
        needWritable(data);
        readDirect(buffer, offset, data, unit(data), position, bytes);
    }

    /**
     * Fills with a number, after all work of the default stream; complete when it returns.
     *
     * @param buffer its handle
     * @param offset the offset in the buffer, in bytes
     * @param bits the bits of the number, in the low bytes
     * @param type the ordinal of its type
     * @param elements the number of elements
     */
    public static native void fill(long buffer, long offset, long bits, int type, long elements);

    /**
     * Fills with a number, on a stream.
     *
     * @param buffer its handle
     * @param offset the offset in the buffer, in bytes
     * @param bits the bits of the number, in the low bytes
     * @param type the ordinal of its type
     * @param elements the number of elements
     * @param stream the handle of the stream; 0 for the default stream
     */
    public static native void fillAsync(
        long buffer, long offset, long bits, int type, long elements, long stream);

    /**
     * Copies between buffers of any devices, after all work of their default streams; complete when it
     * returns. The ranges must not overlap.
     *
     * @param to the destination
     * @param toOffset the offset in the destination, in bytes
     * @param from the source
     * @param fromOffset the offset in the source, in bytes
     * @param bytes the number of bytes
     */
    public static native void copy(long to, long toOffset, long from, long fromOffset, long bytes);

    /**
     * Copies between buffers of any devices, on a stream of one of them. The ranges must not overlap.
     *
     * @param to the destination
     * @param toOffset the offset in the destination, in bytes
     * @param from the source
     * @param fromOffset the offset in the source, in bytes
     * @param bytes the number of bytes
     * @param stream the handle of the stream; 0 for the default stream of the destination, or of the GPU
     */
    public static native void copyAsync(
        long to, long toOffset, long from, long fromOffset, long bytes, long stream);

    private static native void writeDirect(
        long buffer, long offset, Buffer data, int unit, long position, long bytes);

    private static native void readDirect(
        long buffer, long offset, Buffer data, int unit, long position, long bytes);

    private static native long addressOfDirect(Buffer data, int unit, long position);

    /** Returns the size of the elements of a buffer, in bytes. */
    private static int unit(Buffer data) {
        if (data instanceof FloatBuffer || data instanceof IntBuffer) {
            return 4;
        }
        if (data instanceof DoubleBuffer || data instanceof LongBuffer) {
            return 8;
        }
        return data == null || data instanceof ByteBuffer ? 1 : 2;
    }

    /** Throws if a buffer is read-only: writing to memory that is mapped as read-only would crash. */
    private static void needWritable(Buffer data) {
        if (data.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
    }
}
