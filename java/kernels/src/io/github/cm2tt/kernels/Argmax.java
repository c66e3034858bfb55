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

/** The index of the greatest element of each row; of the first one, if several are equal. */
public final class Argmax {
    private static final KernelFunction FIND = KernelFunction.of(Argmax.class, "find");

    private Argmax() {}

    /** An element and its index. */
    record Best(Tensor value, Tensor index) {}

    /** Returns the greatest element of a row and its first index; NaN counts as negative infinity. */
    static Best best(Ptr row, int n, @Constant int BLOCK) {
        var columns = Triton.arange(0, BLOCK);
        var value = Triton.full(float.class, Float.NEGATIVE_INFINITY, BLOCK);
        var index = columns;
        for (int start = 0; start < n; start += BLOCK) {
            var place = columns.add(start);
            var mask = place.lt(n);
            var next = Triton.conv(float.class, row.add(place).load(mask, Float.NEGATIVE_INFINITY));
            var greater = next.gt(value);
            value = Triton.where(greater, next, value);
            index = Triton.where(greater, place, index);
        }
        return Triton.reduce(new Best(value, index), 0, (a, b) -> {
            float x = a.value().floatValue();
            float y = b.value().floatValue();
            return x > y || x == y && a.index().intValue() < b.index().intValue() ? a : b;
        });
    }

    /** One row. */
    @Kernel
    static void find(Ptr x, Ptr out, long stride, int n, @Constant int BLOCK) {
        long row = Triton.programId(0);
        out.add(row).store(best(x.add(row * stride), n, BLOCK).index());
    }

    /**
     * Finds the greatest element of each row. NaN counts as negative infinity.
     *
     * @param stream the queue of the launch
     * @param x [rows, n], of type {@code FP32}, {@code FP16} or {@code BF16}; n is not 0
     * @param out [rows], of type {@code I32}, contiguous: indices from 0 to n - 1
     */
    public static void launch(Stream stream, DeviceTensor x, DeviceTensor out) {
        Tensors.requireShape("x", x, -1, -1);
        Tensors.requireShape("out", out, x.size(0));
        Tensors.requireType("x", x, ElementType.FP32, ElementType.FP16, ElementType.BF16);
        Tensors.requireType("out", out, ElementType.I32);
        Tensors.requireRows("x", x);
        Tensors.requireRows("out", out);
        if (x.size(1) == 0) {
            throw new IllegalArgumentException("x: expected rows that are not empty, found " + x);
        }
        if (x.size(0) == 0) {
            return;
        }
        Rows.reading(FIND, stream, x.size(1), 16)
            .launch(Math.toIntExact(x.size(0)), x.buffer(), out.buffer(), x.stride(0),
                Math.toIntExact(x.size(1)));
    }
}
