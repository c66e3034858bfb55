// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime.internal;

/**
 * Runtimes, devices and the disk cache, as in {@code cm2tt.h}: a handle is a C object, and each method is the
 * C function of that name.
 *
 * <p>These rules apply to all native methods: {@link NativeLibrary#load} precedes them. Texts are UTF-8
 * without zero bytes; null is allowed only where it is stated. A handle that is 0, of a destroyed object, of
 * another kind of object or invalid is an IllegalArgumentException. Callers ensure that no object is
 * destroyed while another thread uses it. Invalid numbers are an IllegalArgumentException, arrays that are
 * null a NullPointerException; other failures are a {@link io.github.cm2tt.runtime.Cm2ttException}.
 *
 * <p>Not here: the ownership of handles (the classes of {@code io.github.cm2tt.runtime}).
 */
public final class NativeRuntime {
    private NativeRuntime() {}

    /**
     * Creates a runtime.
     *
     * @param cacheFolder the folder of the disk cache; empty for no cache; null for the environment's
     * @param cacheBytes the maximum size of the cache in bytes; 0 for the environment's
     * @param readOnly whether the folder is never changed; otherwise the environment decides
     * @param cpuThreads the number of threads that run a kernel on the CPU; 0 for the environment's
     * @param dumpFolder the folder to which code and metadata of each kernel are written; empty for none;
     *     null for the environment's
     * @param libdevice the file of NVIDIA's libdevice; null for the environment's
     * @param reproducerFolder the folder to which the reproducer of a failure of the compiler is written;
     *     empty for none; null for the environment's
     * @param noCrashGuard whether a crash of the compiler ends the JVM; otherwise the environment decides
     * @param noLineInfo whether kernels on a GPU are without the lines of their source; otherwise the
     *     environment decides
     * @return its handle
     */
    public static native long create(byte[] cacheFolder, long cacheBytes, boolean readOnly, int cpuThreads,
        byte[] dumpFolder, byte[] libdevice, byte[] reproducerFolder, boolean noCrashGuard,
        boolean noLineInfo);

    /**
     * Destroys a runtime. Its objects keep the parts that they need.
     *
     * @param runtime its handle; 0 is allowed
     */
    public static native void destroy(long runtime);

    /**
     * Returns the number of GPUs.
     *
     * @param runtime its handle
     * @return the number; 0 without a driver
     */
    public static native int gpus(long runtime);

    /**
     * Returns the GPU with a number; without GPUs, 0 is the CPU.
     *
     * @param runtime its handle
     * @param ordinal from 0
     * @return the device's handle, the same each time, which is valid until the runtime is destroyed
     */
    public static native long device(long runtime, int ordinal);

    /**
     * Returns the CPU of this computer.
     *
     * @param runtime its handle
     * @return the device's handle, as for {@link #device}
     */
    public static native long cpu(long runtime);

    /**
     * Makes a later launch that would have to compile an error.
     *
     * @param runtime its handle
     */
    public static native void freeze(long runtime);

    /**
     * Removes the least recently used entries from the disk cache.
     *
     * @param runtime its handle
     * @param maxBytes the maximum size of the remaining entries in bytes; 0 removes all
     * @return entries and bytes removed, entries and bytes kept
     */
    public static native long[] trimCache(long runtime, long maxBytes);

    /**
     * Returns the entries of the disk cache, the most recently used first.
     *
     * @param runtime its handle
     * @param numbers of one element, which becomes an array with two numbers for each entry: its bytes, and
     *     the time of its last use in seconds since 1970
     * @return two texts for each entry: its key and its description
     */
    public static native byte[][] listCache(long runtime, long[][] numbers);

    /**
     * Returns the numeric properties of a device; those that do not apply are 0.
     *
     * @param device its handle
     * @return the compute capability's major and minor number, processors, bytes of shared memory of a block,
     *     bytes of memory, free bytes, the newest CUDA that the driver supports (12080 is 12.8)
     */
    public static native long[] deviceNumbers(long device);

    /**
     * Returns the name and the target of a device.
     *
     * @param device its handle
     * @return its name, and its compilation target: "sm_90a", "cpu"
     */
    public static native byte[][] deviceTexts(long device);
}
