// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;

/**
 * Exchanges the last two axes, by a copy: {@code out[i, k, j] = x[i, j, k]}. Blocks are read and written
 * along the rows of each tensor, unlike those of {@link DeviceTensor#transpose} that a kernel reads.
 */
public final class Transpose {
    private static final KernelFunction COPY = KernelFunction.of(Transpose.class, "copy");

    private Transpose() {}

    /** The distances of matrices and rows. */
    record Strides(long matrix, long row) {}

    /** A block of a matrix. */
    @Kernel
    static void copy(
        Ptr x, Ptr out, Strides strides, Strides outStrides, int rows, int columns, @Constant int BLOCK) {
        int blocks = Triton.cdiv(columns, BLOCK);
        long matrix = Triton.programId(1);
        var row = Triton.arange(0, BLOCK).add(Triton.programId(0) / blocks * BLOCK);
        var column = Triton.arange(0, BLOCK).add(Triton.programId(0) % blocks * BLOCK);
        var from =
            x.add(matrix * strides.matrix()).add(row.expand(1).mul(strides.row())).add(column.expand(0));
        var numbers = from.load(row.lt(rows).expand(1).and(column.lt(columns).expand(0)));
        var to = out.add(matrix * outStrides.matrix()).add(column.expand(1).mul(outStrides.row()));
        to.add(row.expand(0))
            .store(numbers.trans(), column.lt(columns).expand(1).and(row.lt(rows).expand(0)));
    }

    /**
     * Transposes matrices.
     *
     * @param stream the queue of the launch
     * @param x [rows, columns] or [matrices, rows, columns], up to 65,535 matrices; views with contiguous
     * rows
     * @param out [columns, rows] or [matrices, columns, rows], likewise; shares no memory with x, and may
     * have
     *     another type
     */
    public static void launch(Stream stream, DeviceTensor x, DeviceTensor out) {
        if (x.rank() != 2 && x.rank() != 3) {
            throw new IllegalArgumentException(
                "x: expected [rows, columns] or [matrices, rows, columns], found " + x);
        }
        Tensors.requireShape("out", out, x.transpose(-1, -2).shape());
        Tensors.requireRows("x", x);
        Tensors.requireRows("out", out);
        if (x.count() == 0) {
            return;
        }
        int rows = Math.toIntExact(x.size(-2));
        int columns = Math.toIntExact(x.size(-1));
        int matrices = x.rank() == 2 ? 1 : Math.toIntExact(x.size(0));
        int wide = Math.max(x.type().bytes(), out.type().bytes()) > 2 ? 32 : 64;
        int block = x.device().isGpu() ? wide : 16;
        COPY.constant("BLOCK", block)
            .on(stream)
            .launch(Grid.of(Math.multiplyExact(Grid.cdiv(rows, block), Grid.cdiv(columns, block)), matrices),
                x.buffer(), out.buffer(), strides(x), strides(out), rows, columns);
    }

    private static Strides strides(DeviceTensor tensor) {
        return new Strides(tensor.rank() == 2 ? 0 : tensor.stride(0), tensor.stride(-2));
    }
}
