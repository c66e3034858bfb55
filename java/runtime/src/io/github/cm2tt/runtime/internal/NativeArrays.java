// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.internal;

/**
 * Copies between arrays and memory of devices, after all work of the default stream; done when they return.
 * The garbage collector is never held up: what is copied goes through memory of this library, in pieces. What
 * is said at {@link NativeRuntime} holds here; a range outside of the array is an
 * ArrayIndexOutOfBoundsException.
 *
 * <p>Not here: direct buffers ({@link NativeMemory}).
 */
public final class NativeArrays {
    private NativeArrays() {}

    /**
     * Copies from an array.
     *
     * @param buffer where to
     * @param offset from which byte of it on
     * @param array where from
     * @param first from which element of it on
     * @param count how many elements
     */
    public static native void writeBytes(long buffer, long offset, byte[] array, int first, int count);

    /**
     * Copies from an array.
     *
     * @param buffer where to
     * @param offset from which byte of it on
     * @param array where from
     * @param first from which element of it on
     * @param count how many elements
     */
    public static native void writeShorts(long buffer, long offset, short[] array, int first, int count);

    /**
     * Copies from an array.
     *
     * @param buffer where to
     * @param offset from which byte of it on
     * @param array where from
     * @param first from which element of it on
     * @param count how many elements
     */
    public static native void writeInts(long buffer, long offset, int[] array, int first, int count);

    /**
     * Copies from an array.
     *
     * @param buffer where to
     * @param offset from which byte of it on
     * @param array where from
     * @param first from which element of it on
     * @param count how many elements
     */
    public static native void writeLongs(long buffer, long offset, long[] array, int first, int count);

    /**
     * Copies from an array.
     *
     * @param buffer where to
     * @param offset from which byte of it on
     * @param array where from
     * @param first from which element of it on
     * @param count how many elements
     */
    public static native void writeFloats(long buffer, long offset, float[] array, int first, int count);

    /**
     * Copies from an array.
     *
     * @param buffer where to
     * @param offset from which byte of it on
     * @param array where from
     * @param first from which element of it on
     * @param count how many elements
     */
    public static native void writeDoubles(long buffer, long offset, double[] array, int first, int count);

    /**
     * Copies to an array.
     *
     * @param buffer where from
     * @param offset from which byte of it on
     * @param array where to
     * @param first from which element of it on
     * @param count how many elements
     */
    public static native void readBytes(long buffer, long offset, byte[] array, int first, int count);

    /**
     * Copies to an array.
     *
     * @param buffer where from
     * @param offset from which byte of it on
     * @param array where to
     * @param first from which element of it on
     * @param count how many elements
     */
    public static native void readShorts(long buffer, long offset, short[] array, int first, int count);

    /**
     * Copies to an array.
     *
     * @param buffer where from
     * @param offset from which byte of it on
     * @param array where to
     * @param first from which element of it on
     * @param count how many elements
     */
    public static native void readInts(long buffer, long offset, int[] array, int first, int count);

    /**
     * Copies to an array.
     *
     * @param buffer where from
     * @param offset from which byte of it on
     * @param array where to
     * @param first from which element of it on
     * @param count how many elements
     */
    public static native void readLongs(long buffer, long offset, long[] array, int first, int count);

    /**
     * Copies to an array.
     *
     * @param buffer where from
     * @param offset from which byte of it on
     * @param array where to
     * @param first from which element of it on
     * @param count how many elements
     */
    public static native void readFloats(long buffer, long offset, float[] array, int first, int count);

    /**
     * Copies to an array.
     *
     * @param buffer where from
     * @param offset from which byte of it on
     * @param array where to
     * @param first from which element of it on
     * @param count how many elements
     */
    public static native void readDoubles(long buffer, long offset, double[] array, int first, int count);
}
