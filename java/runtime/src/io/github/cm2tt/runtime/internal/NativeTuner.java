// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime.internal;

/**
 * Finds the fastest of several configurations of a kernel by measuring them. The rules of {@link
 * NativeRuntime} apply.
 *
 * <p>Nothing here calls back into Java. A launch asks for the choice ({@link #choice}). If there is one, it
 * launches the kernel of that configuration ({@link #kernel}) with the grid for it, by {@link
 * NativeKernel#launch}. If there is none yet, it computes the grids of all configurations and the number of
 * bytes to restore, and passes them to {@link #launch}, which finds or computes the choice.
 */
public final class NativeTuner {
    private NativeTuner() {}

    /**
     * Creates a tuner. The configurations have the same constants, with other values.
     *
     * @param runtime its handle
     * @param model the model; zero bytes are allowed
     * @param name the name of it in errors
     * @param kernel the name of the kernel, or null for the one that the model names
     * @param folder the folder of results; null for one beside the runtime's cache; empty for none
     * @param shared the constants that all configurations share: name, value, name, value, ...
     * @param unspecialized the parameters that are not specialised; null: all
     * @param maxRegisters the registers that a thread may use, 0 for the default
     * @param fpFusion whether a product and a sum of tiles may be rounded once
     * @param ftz whether functions of f32 flush subnormal numbers to 0
     * @param without optimizations that are turned off, as in {@link NativeKernel#load}
     * @param names the names of the constants that differ
     * @param values their values: those of the first configuration, then those of the second, ...
     * @param shapes the warps and the stages of each configuration; 0: the compiler chooses
     * @param keys the parameters on which the choice depends
     * @param keyKinds the kind of dependency: 0 on the value, 1 on the value rounded up to a power of two, 2
     *     on the type
     * @param restored the pointers to memory whose content is restored before each run
     * @param shipped files with results that are used if the folder has none
     * @param timing seven numbers: warm-up rounds, the minimum and the maximum number of rounds, the time
     *     limit in milliseconds, the fraction by which equally good configurations may differ, the bytes that
     *     are written before each run (negative for the device's default), the number of threads that
     *     compile. For all other numbers, 0 is the default; null for all defaults
     * @return its handle
     */
    // One call of the C interface, whose options are a struct.
    public static native long create(long runtime, byte[] model, byte[] name, byte[] kernel, byte[] folder,
        byte[][] shared, byte[][] unspecialized, int maxRegisters, boolean fpFusion, boolean ftz,
        byte[] without, byte[][] names, byte[][] values, int[] shapes, byte[][] keys, int[] keyKinds,
        byte[][] restored, byte[][] shipped, double[] timing);

    /**
     * Destroys a tuner.
     *
     * @param tuner its handle; 0 is allowed
     */
    public static native void destroy(long tuner);

    /**
     * Returns the kernel of one configuration, which can be launched as any kernel.
     *
     * @param tuner its handle
     * @param configuration its index
     * @return the kernel's handle, which the caller destroys
     */
    public static native long kernel(long tuner, int configuration);

    /**
     * Returns the configuration that launches with such arguments use. Allocates nothing and takes no lock.
     *
     * @param tuner its handle
     * @param device its handle
     * @param block the address of a block as for {@link NativeKernel#launch}, of which only the arguments are
     *     read
     * @param arguments the number of arguments of the block
     * @return its index; -1 if there is none yet
     */
    public static native int choice(long tuner, long device, long block, int arguments);

    /**
     * Launches the choice for these arguments. If there is none in memory, on disk or shipped, tunes first.
     *
     * @param tuner its handle
     * @param device its handle
     * @param block the address of a block as for {@link NativeKernel#launch}, whose grid is not read
     * @param arguments the number of arguments of the block
     * @param grids x, y and z for each configuration
     * @param restoredBytes the number of bytes at each pointer that is restored
     */
    public static native void launch(
        long tuner, long device, long block, int arguments, int[] grids, long[] restoredBytes);

    /**
     * Tunes even if there is a choice; later launches use the result.
     *
     * @param tuner its handle
     * @param device its handle
     * @param block the address of a block as for {@link NativeKernel#launch}, whose grid is not read
     * @param arguments the number of arguments of the block
     * @param grids x, y and z for each configuration
     * @param restoredBytes the number of bytes at each pointer that is restored
     */
    public static native void tune(
        long tuner, long device, long block, int arguments, int[] grids, long[] restoredBytes);

    /**
     * Returns the results that determine the choice for such arguments, as a JSON object in the form of files
     * of results.
     *
     * @param tuner its handle
     * @param device its handle; 0 for all results in use
     * @param block the address of a block as for {@link NativeKernel#launch}, of which only the arguments are
     *     read
     * @param arguments the number of arguments of the block
     * @return the object; its list is empty if there was no such launch
     */
    public static native byte[] results(long tuner, long device, long block, int arguments);

    /**
     * Writes all results in use atomically to a file that can be shipped.
     *
     * @param tuner its handle
     * @param fileName the name of the file
     */
    public static native void save(long tuner, byte[] fileName);
}
