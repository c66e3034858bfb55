// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;

/**
 * Picks elements of each row: {@code out[i, j] = x[i, indices[i, j]]}. {@link Embedding} picks whole rows.
 */
public final class Gather {
    private static final KernelFunction PICK = KernelFunction.of(Gather.class, "pick");

    private Gather() {}

    /** A block of the result; an index outside of the row gives 0. */
    @Kernel
    static void pick(Ptr x, Ptr indices, Ptr out, long stride, long indicesStride, long outStride, int n,
        int rows, int columns, @Constant int ROWS, @Constant int COLUMNS) {
        var block = Rows.block(rows, columns, ROWS, COLUMNS);
        var index = block.in(indices, indicesStride).load(block.mask(), -1);
        var valid = index.ge(0).and(index.lt(n));
        var numbers = x.add(block.row().mul(stride)).add(Triton.where(valid, index, 0)).load(valid, 0);
        block.in(out, outStride).store(numbers, block.mask());
    }

    /**
     * Picks elements of each row. An index that is negative or beyond the row gives 0.
     *
     * @param stream the queue of the launch
     * @param x [rows, n], of any type of numbers
     * @param indices [rows, k], of type {@code I32}
     * @param out [rows, k]; its type may differ from x's
     */
    public static void launch(Stream stream, DeviceTensor x, DeviceTensor indices, DeviceTensor out) {
        Tensors.requireShape("x", x, -1, -1);
        Tensors.requireShape("indices", indices, x.size(0), -1);
        Tensors.requireShape("out", out, indices.shape());
        Tensors.requireType("indices", indices, ElementType.I32);
        Tensors.requireRows("x", x);
        Tensors.requireRows("indices", indices);
        Tensors.requireRows("out", out);
        if (out.count() == 0) {
            return;
        }
        var extents = Rows.elements(out.device(), out.size(0), out.size(1));
        PICK.constant("ROWS", extents.rows())
            .constant("COLUMNS", extents.columns())
            .on(stream)
            .launch(extents.grid(out.size(0), out.size(1)), x.buffer(), indices.buffer(), out.buffer(),
                x.stride(0), indices.stride(0), out.stride(0), Math.toIntExact(x.size(1)),
                Math.toIntExact(out.size(0)), Math.toIntExact(out.size(1)));
    }
}
