// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;

/**
 * Fills tensors with random numbers. Element i is {@code Triton.rand(seed, first + i)}, or {@code randn}, in
 * the range of the call: the same numbers on each device, up to the rounding of {@code randn}'s functions
 * (Philox-4x32; Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011).
 */
public final class RandomFill {
    private static final KernelFunction FILL = KernelFunction.of(RandomFill.class, "fill");

    private RandomFill() {}

    /** A block of the elements. */
    @Kernel
    static void fill(Ptr out, long seed, long first, float shift, float scale, long n,
        @Constant boolean NORMAL, @Constant int BLOCK) {
        var place = Triton.arange(0, BLOCK).add((long) Triton.programId(0) * BLOCK);
        var offset = place.add(first);
        var numbers = NORMAL ? Triton.randn(seed, offset) : Triton.rand(seed, offset);
        out.add(place).store(numbers.mul(scale).add(shift), place.lt(n));
    }

    /**
     * Fills a tensor with uniformly distributed numbers.
     *
     * @param stream the queue of the launch
     * @param out floating-point numbers, contiguous
     * @param seed chooses the sequence
     * @param first the index in the sequence of the first number
     * @param low the least number
     * @param high excluded, but for its rounding to out's type
     */
    public static void uniform(
        Stream stream, DeviceTensor out, long seed, long first, float low, float high) {
        launch(stream, out, seed, first, low, high - low, false);
    }

    /**
     * Fills a tensor with normally distributed numbers.
     *
     * @param stream the queue of the launch
     * @param out floating-point numbers, contiguous
     * @param seed chooses the sequence
     * @param first the index in the sequence of the first number
     * @param mean the mean
     * @param deviation the standard deviation
     */
    public static void normal(
        Stream stream, DeviceTensor out, long seed, long first, float mean, float deviation) {
        launch(stream, out, seed, first, mean, deviation, true);
    }

    private static void launch(
        Stream stream, DeviceTensor out, long seed, long first, float shift, float scale, boolean normal) {
        Tensors.requireFloats("out", out);
        Tensors.requireContiguous("out", out);
        if (out.count() == 0) {
            return;
        }
        int block = 1024;
        FILL.constant("NORMAL", normal)
            .constant("BLOCK", block)
            .unspecialized("seed", "first", "shift", "scale")
            .on(stream)
            .launch(Math.toIntExact((out.count() + block - 1) / block), out.buffer(), seed, first, shift,
                scale, out.count());
    }
}
