// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;

/**
 * Writes rows to, or adds them to, those of a table: {@code table[ids[i]] = x[i]}, or {@code += x[i]}, which
 * is the gradient of {@link Embedding}.
 */
public final class Scatter {
    private static final KernelFunction WRITE = KernelFunction.of(Scatter.class, "write");

    private Scatter() {}

    /** A part of one row; it is left out if its id is outside of the table. */
    @Kernel
    static void write(Ptr x, Ptr ids, Ptr table, long stride, long tableStride, int entries, int columns,
        @Constant boolean ADDS, @Constant int BLOCK) {
        long row = Triton.programId(0);
        long id = ids.add(row).load().longValue();
        if (id < 0 || id >= entries) {
            return;
        }
        var column = Triton.arange(0, BLOCK).add(Triton.programId(1) * BLOCK);
        var mask = column.lt(columns);
        var numbers = x.add(row * stride).add(column).load(mask);
        var places = table.add(id * tableStride).add(column);
        if (ADDS) {
            places.atomicAdd(numbers, mask, Triton.MemSemantic.RELAXED);
        } else {
            places.store(numbers, mask);
        }
    }

    /**
     * Writes rows. If several have one id, any of them remains, element by element.
     *
     * @param stream the queue of the launch
     * @param x [rows, n], of any type of numbers
     * @param ids [rows], of type {@code I32}, contiguous; a row whose id is negative or beyond the table is
     *     left out
     * @param table [entries, n]; other rows keep their values
     */
    public static void launch(Stream stream, DeviceTensor x, DeviceTensor ids, DeviceTensor table) {
        launch(stream, x, ids, table, false);
    }

    /**
     * Adds rows, in no order: sums of floating-point numbers may differ in their last bits from run to run.
     *
     * @param stream the queue of the launch
     * @param x [rows, n]
     * @param ids [rows], as for {@link #launch}
     * @param table [entries, n], of type {@code FP32}, {@code FP64}, {@code FP16}, {@code BF16} or {@code
     * I32}
     */
    public static void launchAdding(Stream stream, DeviceTensor x, DeviceTensor ids, DeviceTensor table) {
        Tensors.requireNumbers("table", table);
        launch(stream, x, ids, table, true);
    }

    private static void launch(
        Stream stream, DeviceTensor x, DeviceTensor ids, DeviceTensor table, boolean adds) {
        Tensors.requireShape("x", x, -1, -1);
        Tensors.requireShape("ids", ids, x.size(0));
        Tensors.requireShape("table", table, -1, x.size(1));
        Tensors.requireType("ids", ids, ElementType.I32);
        Tensors.requireRows("x", x);
        Tensors.requireRows("ids", ids);
        Tensors.requireRows("table", table);
        if (x.count() == 0) {
            return;
        }
        int columns = Math.toIntExact(x.size(1));
        int block = Rows.elements(x.device(), 1, columns).columns();
        WRITE.constant("ADDS", adds)
            .constant("BLOCK", block)
            .on(stream)
            .launch(Grid.of(Math.toIntExact(x.size(0)), Grid.cdiv(columns, block)), x.buffer(), ids.buffer(),
                table.buffer(), x.stride(0), table.stride(0), Math.toIntExact(table.size(0)), columns);
    }
}
