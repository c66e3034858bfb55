// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.internal;

/**
 * Finds the fastest of several configurations of a kernel by trying them. What is said at {@link
 * NativeRuntime} holds here.
 *
 * <p>Nothing here calls back into Java. A launch asks for the choice ({@link #choice}). If there is one, it
 * launches the kernel of that configuration ({@link #kernel}) with the grid for it, by {@link
 * NativeKernel#launch}. If there is none yet, it computes the grids of all configurations, and how many bytes
 * there are to restore, and hands them to {@link #launch}, which finds or makes the choice.
 */
public final class NativeTuner {
    private NativeTuner() {}

    /**
     * Makes a tuner. The configurations have the same constants, with other values.
     *
     * @param runtime its handle
     * @param model the model; zero bytes are allowed
     * @param name what errors call it
     * @param kernel the kernel's name; null: as the model says
     * @param folder where results are kept; null: beside the runtime's cache; empty: nowhere
     * @param shared the constants that all configurations share: name, value, name, value, ...
     * @param unspecialized the parameters whose values are not looked at; null: all
     * @param names of the constants that differ
     * @param values of them: those of the first configuration, then those of the second, ...
     * @param shapes of each configuration its warps and its stages; 0: the default
     * @param keys the parameters that the choice depends on
     * @param keyKinds how it does: 0: by their value, 1: by their value, rounded up to a power of two, 2: by
     *     their type
     * @param restored the pointers to memory that has to be as before for each run
     * @param shipped files with results that are used where the folder has none
     * @param timing seven numbers: rounds that do not count, the least and the most rounds, milliseconds in
     *     all, the fraction by which configurations may differ that are equally good, bytes that are written
     *     before each run (negative: the device's default), threads that compile; 0 is the default of the
     *     others; null: all defaults
     * @return its handle
     */
    // One call of the C interface, whose options are a struct.
    public static native long create(long runtime, byte[] model, byte[] name, byte[] kernel, byte[] folder,
        byte[][] shared, byte[][] unspecialized, byte[][] names, byte[][] values, int[] shapes, byte[][] keys,
        int[] keyKinds, byte[][] restored, byte[][] shipped, double[] timing);

    /**
     * Destroys a tuner.
     *
     * @param tuner its handle; 0 is allowed
     */
    public static native void destroy(long tuner);

    /**
     * The kernel of one configuration, to be launched as any kernel.
     *
     * @param tuner its handle
     * @param configuration its index
     * @return the kernel's handle, which the caller destroys
     */
    public static native long kernel(long tuner, int configuration);

    /**
     * Which configuration launches with such arguments use. Allocates nothing and takes no lock.
     *
     * @param tuner its handle
     * @param device its handle
     * @param block the address of a block as for {@link NativeKernel#launch}, of which only the arguments are
     *     read
     * @param arguments how many arguments the block has
     * @return its index; -1 if nothing is known yet
     */
    public static native int choice(long tuner, long device, long block, int arguments);

    /**
     * Launches the choice for these arguments. If there is none yet, in memory, on disk or shipped, tunes
     * before that.
     *
     * @param tuner its handle
     * @param device its handle
     * @param block the address of a block as for {@link NativeKernel#launch}, whose grid is not read
     * @param arguments how many arguments the block has
     * @param grids x, y and z for each configuration
     * @param restoredBytes how many bytes lie at each pointer that is restored
     */
    public static native void launch(
        long tuner, long device, long block, int arguments, int[] grids, long[] restoredBytes);

    /**
     * Tunes, whatever is known, and has later launches use the result.
     *
     * @param tuner its handle
     * @param device its handle
     * @param block the address of a block as for {@link NativeKernel#launch}, whose grid is not read
     * @param arguments how many arguments the block has
     * @param grids x, y and z for each configuration
     * @param restoredBytes how many bytes lie at each pointer that is restored
     */
    public static native void tune(
        long tuner, long device, long block, int arguments, int[] grids, long[] restoredBytes);

    /**
     * Why launches with such arguments use what they use, as JSON: an object as files of results are.
     *
     * @param tuner its handle
     * @param device its handle; 0: all results in use, whatever the arguments
     * @param block the address of a block as for {@link NativeKernel#launch}, of which only the arguments are
     *     read
     * @param arguments how many arguments the block has
     * @return its list is empty if there has been no such launch
     */
    public static native byte[] results(long tuner, long device, long block, int arguments);

    /**
     * Writes all results in use into a file to be shipped, in one step.
     *
     * @param tuner its handle
     * @param fileName the file's name
     */
    public static native void save(long tuner, byte[] fileName);
}
