// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime.internal;

/**
 * Copies between arrays and memory of devices, after all work of the default stream; complete when they
 * return. The garbage collector is never blocked: the data are copied through memory of this library, in
 * pieces. The rules of {@link NativeRuntime} apply; a range outside of the array is an
 * ArrayIndexOutOfBoundsException.
 *
 * <p>Not here: direct buffers ({@link NativeMemory}).
 */
public final class NativeArrays {
    private NativeArrays() {}

    /**
     * Copies from an array.
     *
     * @param buffer the destination
     * @param offset the offset in the buffer, in bytes
     * @param array the source
     * @param first the index of the first element in the array
     * @param count the number of elements
     */
    public static native void writeBytes(long buffer, long offset, byte[] array, int first, int count);

    /**
     * Copies from an array.
     *
     * @param buffer the destination
     * @param offset the offset in the buffer, in bytes
     * @param array the source
     * @param first the index of the first element in the array
     * @param count the number of elements
     */
    public static native void writeShorts(long buffer, long offset, short[] array, int first, int count);

    /**
     * Copies from an array.
     *
     * @param buffer the destination
     * @param offset the offset in the buffer, in bytes
     * @param array the source
     * @param first the index of the first element in the array
     * @param count the number of elements
     */
    public static native void writeInts(long buffer, long offset, int[] array, int first, int count);

    /**
     * Copies from an array.
     *
     * @param buffer the destination
     * @param offset the offset in the buffer, in bytes
     * @param array the source
     * @param first the index of the first element in the array
     * @param count the number of elements
     */
    public static native void writeLongs(long buffer, long offset, long[] array, int first, int count);

    /**
     * Copies from an array.
     *
     * @param buffer the destination
     * @param offset the offset in the buffer, in bytes
     * @param array the source
     * @param first the index of the first element in the array
     * @param count the number of elements
     */
    public static native void writeFloats(long buffer, long offset, float[] array, int first, int count);

    /**
     * Copies from an array.
     *
     * @param buffer the destination
     * @param offset the offset in the buffer, in bytes
     * @param array the source
     * @param first the index of the first element in the array
     * @param count the number of elements
     */
    public static native void writeDoubles(long buffer, long offset, double[] array, int first, int count);

    /**
     * Copies to an array.
     *
     * @param buffer the source
     * @param offset the offset in the buffer, in bytes
     * @param array the destination
     * @param first the index of the first element in the array
     * @param count the number of elements
     */
    public static native void readBytes(long buffer, long offset, byte[] array, int first, int count);

    /**
     * Copies to an array.
     *
     * @param buffer the source
     * @param offset the offset in the buffer, in bytes
     * @param array the destination
     * @param first the index of the first element in the array
     * @param count the number of elements
     */
    public static native void readShorts(long buffer, long offset, short[] array, int first, int count);

    /**
     * Copies to an array.
     *
     * @param buffer the source
     * @param offset the offset in the buffer, in bytes
     * @param array the destination
     * @param first the index of the first element in the array
     * @param count the number of elements
     */
    public static native void readInts(long buffer, long offset, int[] array, int first, int count);

    /**
     * Copies to an array.
     *
     * @param buffer the source
     * @param offset the offset in the buffer, in bytes
     * @param array the destination
     * @param first the index of the first element in the array
     * @param count the number of elements
     */
    public static native void readLongs(long buffer, long offset, long[] array, int first, int count);

    /**
     * Copies to an array.
     *
     * @param buffer the source
     * @param offset the offset in the buffer, in bytes
     * @param array the destination
     * @param first the index of the first element in the array
     * @param count the number of elements
     */
    public static native void readFloats(long buffer, long offset, float[] array, int first, int count);

    /**
     * Copies to an array.
     *
     * @param buffer the source
     * @param offset the offset in the buffer, in bytes
     * @param array the destination
     * @param first the index of the first element in the array
     * @param count the number of elements
     */
    public static native void readDoubles(long buffer, long offset, double[] array, int first, int count);
}
