// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.internal;

import java.nio.ByteBuffer;

/**
 * Kernels, launches and what was compiled. What is said at {@link NativeRuntime} holds here.
 *
 * <p>A launch is described in a block of native memory, in the computer's byte order: a
 * {@code cm2tt_launch}, then from {@link #ARGUMENTS} on a {@code cm2tt_argument} for each parameter that
 * takes one. A block has a handle. Who writes it leaves it as it is, and does not destroy it, until the call
 * returns. Addresses in the arguments are not checked: they are what the kernel accesses.
 */
public final class NativeKernel {
    /** Where the block has its own size without arguments, {@link #ARGUMENTS}, as 8 bytes. */
    public static final int LAUNCH_SIZE = 0;
    /** Where it has the grid: three ints, x, y and z. */
    public static final int LAUNCH_GRID = 8;
    /** Where it has the extents of a cluster: three ints; 0 is 1. */
    public static final int LAUNCH_CLUSTER = 20;
    /** Where it has the stream's handle, as 8 bytes; 0: the default stream. */
    public static final int LAUNCH_STREAM = 32;
    /** Where it has whether the launch is cooperative, an int. The 4 bytes after that are 0. */
    public static final int LAUNCH_COOPERATIVE = 40;
    /** Where the arguments begin. */
    public static final int ARGUMENTS = 48;
    /** The bytes of an argument. */
    public static final int ARGUMENT_BYTES = 16;
    /** Where it has its bits, 8 bytes: an address; a number in the low bytes, whatever is above them. */
    public static final int ARGUMENT_BITS = 0;
    /** Where it has its type, an int: a {@code cm2tt_type}, of a pointer what it points to. */
    public static final int ARGUMENT_TYPE = 8;
    /** Where it has whether it is a pointer, an int. */
    public static final int ARGUMENT_IS_POINTER = 12;

    private NativeKernel() {}

    /**
     * Reads a model: JSON, code-model text or MLIR.
     *
     * @param runtime its handle
     * @param model the model; zero bytes are allowed
     * @param name what errors call it
     * @param kernel the kernel's name; null: as the model says
     * @param warps of a block; 0: the default
     * @param stages buffers of a pipelined loop; 0: the default
     * @param maxRegisters that a thread may use; 0: as many as the assembler sees fit
     * @param fpFusion whether a product and a sum of tiles may be rounded once
     * @param ftz whether functions of f32 take subnormal numbers for 0
     * @param constantNames the parameters that are constants
     * @param constantValues a number or boolean for each
     * @param unspecialized the parameters whose values are not looked at
     * @param unspecializeAll whether that holds for all parameters
     * @return the kernel's handle
     */
    // One call of the C interface, whose options are a struct.
    public static native long load(long runtime, byte[] model, byte[] name, byte[] kernel, int warps,
        int stages, int maxRegisters, boolean fpFusion, boolean ftz, byte[][] constantNames,
        byte[][] constantValues, byte[][] unspecialized, boolean unspecializeAll);

    /**
     * Destroys a kernel.
     *
     * @param kernel its handle; 0 is allowed
     */
    public static native void destroy(long kernel);

    /**
     * All parameters of the Java method.
     *
     * @param kernel its handle
     * @return three texts for each: its name, its Java type ("int"), and what the model says to compile for
     *     ("*fp32:16";
     *     empty if nothing)
     */
    public static native byte[][] parameters(long kernel);

    /**
     * Which parameters take an argument when launched; the others are constants.
     *
     * @param kernel its handle
     * @return their indices, in order
     */
    public static native int[] launchParameters(long kernel);

    /**
     * Makes a block, of zeros.
     *
     * @param arguments how many it has room for
     * @return its handle
     */
    public static native long createBlock(int arguments);

    /**
     * A block's memory.
     *
     * @param block its handle
     * @return a direct buffer, for use until the block is destroyed and no longer
     */
    public static native ByteBuffer blockData(long block);

    /**
     * Destroys a block.
     *
     * @param block its handle; 0 is allowed
     */
    public static native void destroyBlock(long block);

    /**
     * Launches. Neither it nor what it calls allocates or takes a lock, but where it has to compile.
     *
     * @param kernel its handle
     * @param device its handle
     * @param block the handle of the block that describes the launch
     * @param arguments how many arguments the block has
     */
    public static native void launch(long kernel, long device, long block, int arguments);

    /**
     * Compiles for arguments and loads the code, so that such launches find it.
     *
     * @param kernel its handle
     * @param device its handle
     * @param block the handle of a block as for {@link #launch}, of which its grid is not read
     * @param arguments how many arguments the block has
     * @return the handle of what was compiled
     */
    public static native long prepare(long kernel, long device, long block, int arguments);

    /**
     * Compiles for a target that need not be here.
     *
     * @param kernel its handle
     * @param target "sm_90a", "cpu"
     * @param signature an entry for each parameter of the Java method: "*fp32:16,*fp32,i32,1024"
     * @return the handle of what was compiled
     */
    public static native long compile(long kernel, byte[] target, byte[] signature);

    /**
     * Destroys what was compiled.
     *
     * @param compiled its handle; 0 is allowed
     */
    public static native void destroyCompiled(long compiled);

    /**
     * The code.
     *
     * @param compiled its handle
     * @return PTX or a cubin for a GPU, an object file for a CPU
     */
    public static native byte[] image(long compiled);

    /**
     * What a launcher needs to know, and what was compiled for.
     *
     * @param compiled its handle
     * @return two texts: the metadata as JSON, and the signature
     */
    public static native byte[][] compiledTexts(long compiled);
}
