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
 * Running sums of rows: {@code out[i] = x[0] + .. + x[i]}. One program computes a row, in blocks. Sums have
 * single precision, double if x has, and 32 bits of integers.
 */
public final class CumulativeSum {
    private static final KernelFunction SUM = KernelFunction.of(CumulativeSum.class, "sum");

    private CumulativeSum() {}

    /** One row. */
    @Kernel
    static void sum(
        Ptr x, Ptr out, long stride, long outStride, int n, @Constant Class<?> TYPE, @Constant int BLOCK) {
        long at = Triton.programId(0);
        var before = Triton.zeros(TYPE);
        for (int start = 0; start < n; start += BLOCK) {
            var column = Triton.arange(0, BLOCK).add(start);
            var mask = column.lt(n);
            var numbers = Triton.conv(TYPE, x.add(at * stride).add(column).load(mask, 0));
            out.add(at * outStride).add(column).store(numbers.cumsum(0).add(before), mask);
            before = before.add(numbers.sum(0));
        }
    }

    /**
     * Computes the running sums of each row.
     *
     * @param stream the queue of the launch
     * @param x [rows, n], of floating-point numbers or {@code I32}
     * @param out [rows, n]; may be x
     */
    public static void launch(Stream stream, DeviceTensor x, DeviceTensor out) {
        Tensors.requireShape("x", x, -1, -1);
        Tensors.requireShape("out", out, x.shape());
        Tensors.requireRows("x", x);
        Tensors.requireRows("out", out);
        Tensors.requireNumbers("x", x);
        if (x.count() == 0) {
            return;
        }
        int n = Math.toIntExact(x.size(1));
        Rows.reading(SUM.constant("TYPE", Tensors.sumType(x)), stream, n, 8)
            .launch(Math.toIntExact(x.size(0)), x.buffer(), out.buffer(), x.stride(0), out.stride(0), n);
    }
}
