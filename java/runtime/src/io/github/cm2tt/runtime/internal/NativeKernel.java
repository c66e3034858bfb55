// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime.internal;

import java.nio.ByteBuffer;

/**
 * Kernels, launches and compiled kernels. The rules of {@link NativeRuntime} apply.
 *
 * <p>A launch is described in a block of native memory, in the native byte order: a {@code cm2tt_launch},
 * then from {@link #ARGUMENTS} on a {@code cm2tt_argument} for each parameter that takes one. A block has a
 * handle. The block must not be changed or destroyed until the call returns. Addresses in the arguments are
 * not checked; the kernel accesses them.
 */
public final class NativeKernel {
    /** The offset of the size of the block without arguments, {@link #ARGUMENTS}, 8 bytes. */
    public static final int LAUNCH_SIZE = 0;
    /** The offset of the grid: three ints, x, y and z. */
    public static final int LAUNCH_GRID = 8;
    /** The offset of the extents of a cluster: three ints; 0 means 1. */
    public static final int LAUNCH_CLUSTER = 20;
    /** The offset of the handle of the stream, 8 bytes; 0 for the default stream. */
    public static final int LAUNCH_STREAM = 32;
    /** The offset of an int that is 1 for a cooperative launch. The 12 bytes after it are 0. */
    public static final int LAUNCH_COOPERATIVE = 40;
    /** The offset of the arguments. */
    public static final int ARGUMENTS = 56;
    /** The size of an argument in bytes. */
    public static final int ARGUMENT_BYTES = 16;
    /**
     * The offset of the bits of an argument, 8 bytes: an address, or a number in the low bytes. The bytes
     * above a number are ignored.
     */
    public static final int ARGUMENT_BITS = 0;
    /**
     * The offset of the type of an argument, an int: a {@code cm2tt_type}; for a pointer, the type of its
     * elements.
     */
    public static final int ARGUMENT_TYPE = 8;
    /** The offset of an int that is 1 for a pointer and 2 for a tensor descriptor. */
    public static final int ARGUMENT_IS_POINTER = 12;

    private NativeKernel() {}

    /**
     * Reads a model: JSON, code-model text or MLIR.
     *
     * @param runtime its handle
     * @param model the model; zero bytes are allowed
     * @param name the name of it in errors
     * @param kernel the name of the kernel, or null for the one that the model names
     * @param warps the warps of a block; 0: the compiler chooses
     * @param stages the buffers of a pipelined loop; 0: the compiler chooses
     * @param maxRegisters the maximum number of registers of a thread; 0 if the assembler chooses
     * @param fpFusion whether a product and a sum of tiles may be rounded once
     * @param ftz whether functions of f32 flush subnormal numbers to 0
     * @param constantNames the parameters that are constants
     * @param constantValues a number or boolean for each
     * @param unspecialized the parameters that are not specialised
     * @param unspecializeAll whether no parameter is specialised
     * @param checked whether launches check accesses to memory
     * @param without optimizations that are turned off, as {@code persistent,split-loops}
     * @return the kernel's handle
     */
    // One call of the C interface, whose options are a struct.
    public static native long load(long runtime, byte[] model, byte[] name, byte[] kernel, int warps,
        int stages, int maxRegisters, boolean fpFusion, boolean ftz, byte[][] constantNames,
        byte[][] constantValues, byte[][] unspecialized, boolean unspecializeAll, boolean checked,
        byte[] without);

    /**
     * Destroys a kernel.
     *
     * @param kernel its handle; 0 is allowed
     */
    public static native void destroy(long kernel);

    /**
     * Returns whether launches check accesses to memory.
     *
     * @param kernel its handle
     * @return whether they do, due to the kernel's options or to those of the runtime
     */
    public static native boolean isChecked(long kernel);

    /**
     * Returns all parameters of the Java method.
     *
     * @param kernel its handle
     * @return three texts for each: its name, its Java type ("int"), and its entry in the signature of the
     *     model ("*fp32:16"; empty if there is none)
     */
    public static native byte[][] parameters(long kernel);

    /**
     * Returns the parameters that take an argument in a launch; the others are constants.
     *
     * @param kernel its handle
     * @return their indices, in order
     */
    public static native int[] launchParameters(long kernel);

    /**
     * Creates a block of zeros.
     *
     * @param arguments the number of arguments for which it has space
     * @return its handle
     */
    public static native long createBlock(int arguments);

    /**
     * Returns a block's memory.
     *
     * @param block its handle
     * @return a direct buffer, which must not be used after the block is destroyed
     */
    public static native ByteBuffer blockData(long block);

    /**
     * Destroys a block.
     *
     * @param block its handle; 0 is allowed
     */
    public static native void destroyBlock(long block);

    /**
     * Launches a kernel. Does not allocate or take a lock unless it has to compile.
     *
     * @param kernel its handle
     * @param device its handle
     * @param block the handle of the block that describes the launch
     * @param arguments the number of arguments of the block
     */
    public static native void launch(long kernel, long device, long block, int arguments);

    /**
     * Returns the number of times that code of a kernel was compiled, found on disk or loaded.
     *
     * @param kernel its handle
     * @return the number, which increases in calls that do not find the code in memory
     */
    public static native long builds(long kernel);

    /**
     * Launches a kernel, to whose checks it passes the sizes of buffers.
     *
     * @param kernel its handle
     * @param device its handle
     * @param block the handle of the block that describes the launch
     * @param arguments the number of arguments of the block
     * @param extents for each argument, the bytes from its address that the kernel may access; 0 for numbers,
     *     and for the whole buffer
     */
    public static native void launchChecked(long kernel, long device, long block, int arguments,
        long[] extents);

    /**
     * Compiles for arguments and loads the code, so that later launches find it.
     *
     * @param kernel its handle
     * @param device its handle
     * @param block the handle of a block as for {@link #launch}, whose grid is not read
     * @param arguments the number of arguments of the block
     * @return the handle of the compiled kernel
     */
    public static native long prepare(long kernel, long device, long block, int arguments);

    /**
     * Types a kernel for arguments, as a launch does.
     *
     * @param kernel its handle
     * @param device its handle
     * @param block the handle of a block as for {@link #launch}, whose grid is not read
     * @param arguments the number of arguments of the block
     * @return the handle of a compiled kernel, whose image is the tree of calls as JSON in UTF-8
     */
    public static native long typeCalls(long kernel, long device, long block, int arguments);

    /**
     * Compiles for a target, which need not be present.
     *
     * @param kernel its handle
     * @param target "sm_90a", "cpu"
     * @param signature an entry for each parameter of the Java method: "*fp32:16,*fp32,i32,1024"
     * @return the handle of the compiled kernel
     */
    public static native long compile(long kernel, byte[] target, byte[] signature);

    /**
     * Destroys a compiled kernel.
     *
     * @param compiled its handle; 0 is allowed
     */
    public static native void destroyCompiled(long compiled);

    /**
     * Returns the code.
     *
     * @param compiled its handle
     * @return PTX or a cubin for a GPU, an object file for a CPU
     */
    public static native byte[] image(long compiled);

    /**
     * Returns the properties that a launch needs, and the signature.
     *
     * @param compiled its handle
     * @return two texts: the metadata as JSON, and the signature
     */
    public static native byte[][] compiledTexts(long compiled);
}
