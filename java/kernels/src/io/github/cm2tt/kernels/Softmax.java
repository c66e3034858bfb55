// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;

/**
 * The softmax of rows: {@code out = exp(x - max(x)) / sum(exp(x - max(x)))}. Rows that do not fit into a tile
 * are read twice: the maximum and the sum are computed in one pass (Milakov and Gimelshein, "Online
 * normalizer calculation for softmax", 2018). Sums have single precision, or double if x has.
 */
public final class Softmax {
    private static final KernelFunction WHOLE = KernelFunction.of(Softmax.class, "whole");
    private static final KernelFunction BLOCKS = KernelFunction.of(Softmax.class, "blocks");

    private Softmax() {}

    /** The maximum of a row, and the sum of the exponentials of what is below it. */
    record Sums(Tensor maximum, Tensor sum) {}

    /** Reads a row once. */
    static Sums sums(Ptr row, int n, @Constant Class<?> TYPE, @Constant int BLOCK) {
        var maximum = Triton.full(TYPE, TYPE == double.class ? -Double.MAX_VALUE : -Float.MAX_VALUE, BLOCK);
        var sum = Triton.zeros(TYPE, BLOCK);
        for (int start = 0; start < n; start += BLOCK) {
            var column = Triton.arange(0, BLOCK).add(start);
            var x = Triton.conv(TYPE, row.add(column).load(column.lt(n), Float.NEGATIVE_INFINITY));
            var above = x.sub(maximum);
            var factor = above.abs().neg().exp();
            sum = Triton.where(above.gt(0), sum.mul(factor).add(1), sum.add(factor));
            maximum = Triton.where(above.gt(0), x, maximum);
        }
        var greatest = maximum.max(0);
        return new Sums(greatest, sum.mul(maximum.sub(greatest).exp()).sum(0));
    }

    /** Some rows, of at most COLUMNS columns. */
    @Kernel
    static void whole(Ptr x, Ptr out, long xStride, long outStride, int rows, int n, @Constant boolean LOG,
        @Constant Class<?> TYPE, @Constant int ROWS, @Constant int COLUMNS) {
        var block = Rows.whole(rows, n, ROWS, COLUMNS);
        var numbers = Triton.conv(TYPE, block.in(x, xStride).load(block.mask(), Float.NEGATIVE_INFINITY));
        var below = numbers.sub(numbers.max(1, true));
        var powers = below.exp();
        var sum = powers.sum(1, true);
        block.in(out, outStride).store(LOG ? below.sub(sum.log()) : powers.div(sum), block.mask());
    }

    /** One row, in blocks. */
    @Kernel
    static void blocks(Ptr x, Ptr out, long xStride, long outStride, int n, @Constant boolean LOG,
        @Constant Class<?> TYPE, @Constant int BLOCK) {
        long at = Triton.programId(0);
        Ptr row = x.add(at * xStride);
        var sums = sums(row, n, TYPE, BLOCK);
        var logarithm = sums.sum().log();
        for (int start = 0; start < n; start += BLOCK) {
            var column = Triton.arange(0, BLOCK).add(start);
            var below = Triton.conv(TYPE, row.add(column).load(column.lt(n))).sub(sums.maximum());
            var result = LOG ? below.sub(logarithm) : below.exp().div(sums.sum());
            out.add(at * outStride).add(column).store(result, column.lt(n));
        }
    }

    /**
     * Computes the softmax of each row.
     *
     * @param stream the queue of the launch
     * @param x [rows, n]; negative infinity has the result 0, a row with no other number, or with a positive
     *     infinity, NaN
     * @param out [rows, n]; may be x
     */
    public static void launch(Stream stream, DeviceTensor x, DeviceTensor out) {
        launch(stream, x, out, false);
    }

    /** Launches a softmax, or its logarithm. */
    static void launch(Stream stream, DeviceTensor x, DeviceTensor out, boolean log) {
        Tensors.requireShape("x", x, -1, -1);
        Tensors.requireShape("out", out, x.shape());
        Tensors.requireRows("x", x);
        Tensors.requireRows("out", out);
        Tensors.requireFloats("x", x);
        if (x.count() == 0) {
            return;
        }
        int rows = Math.toIntExact(x.size(0));
        int n = Math.toIntExact(x.size(1));
        Class<?> type = Tensors.sumType(x);
        int longest = Rows.longest(x.device());
        if (n > longest || n > longest / 2 && type == double.class) {
            Rows.reading(BLOCKS.constant("LOG", log).constant("TYPE", type), stream, n,
                    type == double.class ? 4 : 8)
                .launch(rows, x.buffer(), out.buffer(), x.stride(0), out.stride(0), n);
            return;
        }
        var extents = Rows.rows(x.device(), rows, n);
        WHOLE.constant("LOG", log)
            .constant("TYPE", type)
            .constant("ROWS", extents.rows())
            .constant("COLUMNS", extents.columns())
            .on(stream)
            .launch(extents.grid(rows, n), x.buffer(), out.buffer(), x.stride(0), out.stride(0), rows, n);
    }
}
