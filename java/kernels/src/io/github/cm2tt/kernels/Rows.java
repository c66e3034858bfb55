// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;

/** Blocks of matrices, for kernels of which each program computes one block of rows and columns. */
final class Rows {
    private static final int WHOLE = 8192;

    private Rows() {}

    /** Returns the length of the longest row that is held in a tile; longer ones are read in blocks. */
    static int longest(Device device) {
        return device.isGpu() ? WHOLE : 1024;
    }

    /** The indices of a block's rows, [ROWS, 1], and columns, [1, COLUMNS], and which of them exist. */
    record Block(Tensor row, Tensor column, Tensor mask) {
        /** Returns the addresses of the elements in a matrix whose rows are at a distance. */
        Tensor in(Ptr matrix, long stride) {
            return matrix.add(row.mul(stride)).add(column);
        }
    }

    /** Returns the block of this program, of all blocks of a matrix in row-major order. */
    static Block block(int rows, int columns, @Constant int ROWS, @Constant int COLUMNS) {
        int blocks = Triton.cdiv(columns, COLUMNS);
        int program = Triton.programId(0);
        var row = Triton.arange(0, ROWS).add(program / blocks * ROWS).expand(1);
        var column = Triton.arange(0, COLUMNS).add(program % blocks * COLUMNS).expand(0);
        return new Block(row, column, row.lt(rows).and(column.lt(columns)));
    }

    /** Returns the block of this program, which has whole rows. */
    static Block whole(int rows, int columns, @Constant int ROWS, @Constant int COLUMNS) {
        var row = Triton.arange(0, ROWS).add(Triton.programId(0) * ROWS).expand(1);
        var column = Triton.arange(0, COLUMNS).expand(0);
        return new Block(row, column, row.lt(rows).and(column.lt(columns)));
    }

    /** The extents of the blocks of a matrix. */
    record Extents(int rows, int columns) {
        /** Returns a program for each block. */
        Grid grid(long rows, long columns) {
            long blocks = Math.multiplyExact(blocks(rows, this.rows), blocks(columns, this.columns));
            return Grid.of(Math.toIntExact(blocks));
        }

        private static long blocks(long count, int extent) {
            return (count + extent - 1) / extent;
        }
    }

    /** Returns the extents of blocks for a function of each element. */
    static Extents elements(Device device, long rows, long columns) {
        return extents(rows, columns, device.isGpu() ? 1024 : 4096, device.isGpu() ? 1024 : 4096);
    }

    /** Returns the extents of blocks of whole rows, which have at most {@link #longest} columns. */
    static Extents rows(Device device, long rows, long columns) {
        return extents(rows, columns, WHOLE, device.isGpu() ? 1024 : 4096);
    }

    /**
     * Returns a kernel of which one program reads a row in blocks of BLOCK columns.
     *
     * @param elements of a block that a thread of a GPU holds, if the row is long
     */
    static KernelFunction reading(KernelFunction kernel, Stream stream, long columns, int elements) {
        if (!stream.device().isGpu()) {
            return kernel.constant("BLOCK", Tensors.powerOfTwo(Math.min(columns, 256), 1)).on(stream);
        }
        int block = Tensors.powerOfTwo(Math.min(columns, 512L * elements), 1);
        int warps = Math.max(1, Math.min(16, block / (32 * elements)));
        return kernel.constant("BLOCK", block).warps(warps).on(stream);
    }

    private static Extents extents(long rows, long columns, int longest, int elements) {
        int width = Tensors.powerOfTwo(Math.min(columns, longest), 1);
        int height = 1;
        while (height < rows && height * width < elements) {
            height *= 2;
        }
        return new Extents(height, width);
    }
}
