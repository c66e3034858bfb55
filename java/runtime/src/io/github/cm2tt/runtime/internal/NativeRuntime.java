// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.internal;

/**
 * Runtimes, devices and the cache on disk, as {@code cm2tt.h} has them: a handle names a C object, and
 * each method is the C function of that name.
 *
 * <p>This holds of all natives here: {@link NativeLibrary#load} comes before them. Texts are UTF-8 without
 * zero bytes; null is allowed only where it is said. A handle of 0, of what was destroyed, of another kind of
 * object or of nothing at all is an IllegalArgumentException. The callers see to it that no object is
 * destroyed while another thread uses it. Numbers that make no sense are an IllegalArgumentException, arrays
 * that are null a NullPointerException; what else fails is a
 * {@link io.github.cm2tt.runtime.Cm2ttException}.
 *
 * <p>Not here: who owns a handle, and until when (the classes of {@code io.github.cm2tt.runtime}).
 */
public final class NativeRuntime {
    private NativeRuntime() {}

    /**
     * Makes a runtime.
     *
     * @param cacheFolder the folder of the cache on disk; empty: no cache; null: as the environment says
     * @param cacheBytes the most bytes that it may have; 0: as the environment says
     * @param readOnly whether nothing in the folder is ever changed; else as the environment says
     * @param cpuThreads threads that run a kernel on the CPU; 0: as the environment says
     * @param dumpFolder where code and metadata of each kernel are written; empty: nowhere; null: as the
     *     environment says
     * @param libdevice the file of NVIDIA's libdevice; null: as the environment says
     * @param reproducerFolder the folder to which the reproducer of a failure of the compiler is written;
     *     empty: nowhere; null: as the environment says
     * @param noCrashGuard whether a crash of the compiler ends the JVM; else as the environment says
     * @return its handle
     */
    public static native long create(byte[] cacheFolder, long cacheBytes, boolean readOnly, int cpuThreads,
        byte[] dumpFolder, byte[] libdevice, byte[] reproducerFolder, boolean noCrashGuard);

    /**
     * Destroys a runtime. What was made with it keeps what it needs of it.
     *
     * @param runtime its handle; 0 is allowed
     */
    public static native void destroy(long runtime);

    /**
     * How many GPUs there are.
     *
     * @param runtime its handle
     * @return 0 also without a driver
     */
    public static native int gpus(long runtime);

    /**
     * The GPU of a number; where there is no GPU, 0 is the CPU.
     *
     * @param runtime its handle
     * @param ordinal from 0
     * @return the device's handle, the same each time; it ends with that of the runtime
     */
    public static native long device(long runtime, int ordinal);

    /**
     * The computer's own processor.
     *
     * @param runtime its handle
     * @return the device's handle, as {@link #device} gives it
     */
    public static native long cpu(long runtime);

    /**
     * From now on, a launch that would have to compile is an error.
     *
     * @param runtime its handle
     */
    public static native void freeze(long runtime);

    /**
     * Removes from the cache on disk what was not used for longest.
     *
     * @param runtime its handle
     * @param maxBytes how many bytes may be left; 0 removes all
     * @return entries and bytes removed, entries and bytes kept
     */
    public static native long[] trimCache(long runtime, long maxBytes);

    /**
     * What the cache on disk has, the last used first.
     *
     * @param runtime its handle
     * @param numbers of one element, which becomes an array with two numbers for each entry: its bytes, and
     *     the seconds since 1970 when it was used last
     * @return two texts for each entry: its key, and what it is
     */
    public static native byte[][] listCache(long runtime, long[][] numbers);

    /**
     * What a device is, in numbers; those that it does not have are 0.
     *
     * @param device its handle
     * @return the compute capability's major and minor number, processors, bytes of shared memory of a block,
     *     bytes of memory, free bytes, the newest CUDA that the driver knows (12080 is 12.8)
     */
    public static native long[] deviceNumbers(long device);

    /**
     * What a device is called.
     *
     * @param device its handle
     * @return its name, and what to compile for on it: "sm_90a", "cpu"
     */
    public static native byte[][] deviceTexts(long device);
}
