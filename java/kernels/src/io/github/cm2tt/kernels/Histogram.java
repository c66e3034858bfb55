// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;

/**
 * Counts elements in bins of equal width: {@code counts[floor((x - low) * bins / (high - low))]}, computed in
 * single precision. Each program counts in a tile, and adds its counts atomically.
 */
public final class Histogram {
    /** The greatest number of bins. */
    public static final int LIMIT = 4096;

    private static final KernelFunction COUNT = KernelFunction.of(Histogram.class, "count");

    private Histogram() {}

    /** Returns the bin of each element; a negative number, or BINS, outside of all. */
    static Tensor bins(Tensor x, float low, float high, float scale, @Constant int BINS) {
        var numbers = Triton.conv(float.class, x);
        var place = numbers.sub(low).mul(scale);
        var bin = Triton.conv(int.class, place.clamp(0.0f, BINS - 1));
        return Triton.where(numbers.ge(low).and(numbers.le(high)), bin, -1);
    }

    /** The blocks of one program, at a distance of the number of programs. */
    @Kernel
    static void count(Ptr x, Ptr counts, float low, float high, float scale, long n,
        @Constant boolean INTEGERS, @Constant int BINS, @Constant int BLOCK) {
        long step = (long) Triton.numPrograms(0) * BLOCK;
        var sums = Triton.zeros(int.class, BINS);
        for (long start = (long) Triton.programId(0) * BLOCK; start < n; start += step) {
            var place = Triton.arange(0, BLOCK).add(start);
            var numbers = x.add(place).load(place.lt(n), 0);
            var bin = INTEGERS ? numbers : bins(numbers, low, high, scale, BINS);
            var counted = place.lt(n).and(bin.ge(0)).and(bin.lt(BINS));
            sums = sums.add(bin.histogram(BINS, counted));
        }
        counts.add(Triton.arange(0, BINS)).atomicAdd(sums, Triton.MemSemantic.RELAXED);
    }

    /**
     * Counts numbers in bins from low to high, which belongs to the last bin. Numbers outside, and NaN, are
     * not counted.
     *
     * @param stream the queue of the launches
     * @param x floating-point numbers, contiguous
     * @param low the lower bound of the first bin
     * @param high the upper bound of the last bin; greater than low
     * @param counts [bins], of type {@code I32}, contiguous; at most {@link #LIMIT}
     */
    public static void launch(Stream stream, DeviceTensor x, float low, float high, DeviceTensor counts) {
        Tensors.requireType("x", x, ElementType.FP32, ElementType.FP16, ElementType.BF16);
        if (!(low < high) || Float.isInfinite(high - low)) {
            throw new IllegalArgumentException("high: expected a number above " + low + ", found " + high);
        }
        launch(stream, x, low, high, counts.count() / (high - low), counts);
    }

    /**
     * Counts integers: element i of the counts is how often i occurs. Integers outside are not counted.
     *
     * @param stream the queue of the launches
     * @param x integers, of type {@code I32}, contiguous
     * @param counts [bins], of type {@code I32}, contiguous; at most {@link #LIMIT}
     */
    public static void launch(Stream stream, DeviceTensor x, DeviceTensor counts) {
        Tensors.requireType("x", x, ElementType.I32);
        launch(stream, x, 0, 0, 0, counts);
    }

    private static void launch(
        Stream stream, DeviceTensor x, float low, float high, float scale, DeviceTensor counts) {
        Tensors.requireContiguous("x", x);
        Tensors.requireShape("counts", counts, -1);
        Tensors.requireType("counts", counts, ElementType.I32);
        Tensors.requireRows("counts", counts);
        if (counts.count() < 1 || counts.count() > LIMIT) {
            throw new IllegalArgumentException(
                "counts: expected from 1 to " + LIMIT + " bins, found " + counts);
        }
        counts.buffer().fillAsync(0, stream);
        if (x.count() == 0) {
            return;
        }
        int block = 1024;
        long blocks = (x.count() + block - 1) / block;
        COUNT.constant("INTEGERS", x.type() == ElementType.I32)
            .constant("BINS", (int) counts.count())
            .constant("BLOCK", block)
            .on(stream)
            .launch((int) Math.min(blocks, Reductions.partials(x.device())), x.buffer(), counts.buffer(), low,
                high, scale, x.count());
    }
}
