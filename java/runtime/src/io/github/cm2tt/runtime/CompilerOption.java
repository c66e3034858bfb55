// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

/**
 * An optimization of the compiler that makes some kernels faster and others slower. It is off unless a
 * kernel ({@link KernelFunction#option}), a configuration of a tuner ({@link
 * TuneConfiguration#with(CompilerOption, boolean)}) or the environment selects it. It is ignored where it is
 * impossible, as most are on CPUs.
 */
public enum CompilerOption {
    /**
     * In loops with matrix products, an additional warp group copies the tiles ahead of the others. It is
     * for GPUs of compute capability 9.0 and tiles that tensor descriptors load, or loads with {@link
     * #DESCRIBE_TENSORS}. Of the environment: CM2TT_WARP_SPECIALIZE.
     */
    WARP_SPECIALIZE("warpSpecialize"),

    /**
     * Each block of a kernel with matrix products runs several programs, one after the other. It is for GPUs
     * of compute capability 9.0 and kernels whose programs do not wait for each other. The grid stays the
     * same. Of the environment: CM2TT_PERSISTENT.
     */
    PERSISTENT("persistent"),

    /**
     * Loads by pointers of the operands of matrix products are bulk tensor copies where the compiler proves
     * that they read boxes of tensors. Launches encode the tensor maps, and keep them. It is for GPUs from
     * compute capability 9.0 on and launches that are not checked. Of the environment:
     * CM2TT_DESCRIBE_TENSORS.
     */
    DESCRIBE_TENSORS("describeTensors"),

    /**
     * The second of two matrix products in a loop, as in attention, runs while its next operand is computed,
     * and first ones of the next iteration while results are stored, as in gradients of attention. It is for
     * GPUs of compute capability 9.0. Of the environment: CM2TT_ROTATE_LOOPS.
     */
    ROTATE_LOOPS("rotateLoops"),

    /**
     * Loops with matrix products or loads are split into parts with masks and a part without. Of the
     * environment: CM2TT_SPLIT_LOOPS.
     */
    SPLIT_LOOPS("splitLoops"),

    /** Programs with long loops start first. Of the environment: CM2TT_ORDER_PROGRAMS. */
    ORDER_PROGRAMS("orderPrograms");

    /** The name in files of results. */
    final String jsonName;

    CompilerOption(String jsonName) {
        this.jsonName = jsonName;
    }
}
