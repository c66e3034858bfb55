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

/** Looks up rows of a table: {@code out[i] = table[ids[i]]}. */
public final class Embedding {
    private static final KernelFunction LOOK_UP = KernelFunction.of(Embedding.class, "lookUp");

    private Embedding() {}

    /** A part of one row of the result; an id outside of the table gives zeros. */
    @Kernel
    static void lookUp(Ptr table, Ptr ids, Ptr out, long tableStride, long outStride, int entries,
        int columns, @Constant int BLOCK) {
        long row = Triton.programId(0);
        var column = Triton.arange(0, BLOCK).add(Triton.programId(1) * BLOCK);
        var mask = column.lt(columns);
        long id = ids.add(row).load().longValue();
        boolean valid = id >= 0 && id < entries;
        Ptr entry = table.add(valid ? id * tableStride : 0); // Addresses beyond the table are slow on CPUs.
        int end = valid ? columns : 0;
        out.add(row * outStride).add(column).store(entry.add(column).load(column.lt(end), 0), mask);
    }

    /**
     * Looks up a row for each id. An id that is negative or beyond the table gives zeros.
     *
     * @param stream the queue of the launch
     * @param table [entries, n], of any type of numbers
     * @param ids [rows], of type {@code I32}, contiguous
     * @param out [rows, n]; its type may differ from the table's
     */
    public static void launch(Stream stream, DeviceTensor table, DeviceTensor ids, DeviceTensor out) {
        Tensors.requireShape("table", table, -1, -1);
        Tensors.requireShape("ids", ids, -1);
        Tensors.requireShape("out", out, ids.size(0), table.size(1));
        Tensors.requireType("ids", ids, ElementType.I32);
        Tensors.requireRows("table", table);
        Tensors.requireRows("ids", ids);
        Tensors.requireRows("out", out);
        if (out.count() == 0) {
            return;
        }
        int columns = Math.toIntExact(out.size(1));
        int block = Rows.elements(out.device(), 1, columns).columns();
        LOOK_UP.constant("BLOCK", block)
            .on(stream)
            .launch(Grid.of(Math.toIntExact(out.size(0)), Grid.cdiv(columns, block)), table.buffer(),
                ids.buffer(), out.buffer(), table.stride(0), out.stride(0), Math.toIntExact(table.size(0)),
                columns);
    }
}
