// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.kernels.QuantizedMatrix.Format;
import io.github.cm2tt.kernels.QuantizedTiles.Arrays;
import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;

/**
 * Products with quantised weights: {@code out = x w^T}, and rows of a quantised table. Weights become numbers
 * in registers. Sums have single precision; so have factors, if x has.
 *
 * <p>If x has few rows, each weight is read once, and the memory limits the speed: {@link QuantizedVectors}.
 * Otherwise, tiles of weights become numbers of x's type for {@code dot}.
 */
public final class QuantizedMatmul {
    /** The most rows of x for which the kernels of vectors are used. */
    private static final int FEW = 8;

    private static final KernelFunction PRODUCT = KernelFunction.of(QuantizedMatmul.class, "product");
    private static final KernelFunction GATHER = KernelFunction.of(QuantizedMatmul.class, "gather");

    private QuantizedMatmul() {}

    /** A tile of BM x BN results; BN divides a panel. */
    @Kernel
    static void product(Ptr x, Arrays weights, Ptr bias, Ptr residual, Ptr out, int m, int n, int groups,
        long xStride, long outStride, long residualStride, @Constant Format FORMAT,
        @Constant Activation ACTIVATION, @Constant Class<?> TYPE, @Constant int BM, @Constant int BN,
        @Constant int BK) {
        int firstColumn = Triton.programId(1) * BN;
        var rows = Triton.arange(0, BM).add(Triton.programId(0) * BM).expand(1);
        var isRow = rows.lt(m);
        var longRows = Triton.conv(long.class, rows);
        var panel = QuantizedTiles.panel(weights, firstColumn / QuantizedTiles.PANEL, groups, FORMAT);
        var inner = Triton.arange(0, BK);
        var left = x.add(longRows.mul(xStride)).add(inner.expand(0));
        var sums = Triton.zeros(float.class, BM, BN);
        int k = groups * 32;
        for (int start = 0; start < k; start += BK) {
            var at = inner.add(start);
            var a = left.add(start).load(isRow.and(at.expand(0).lt(k)), 0.0f);
            var b = QuantizedElements.tile(
                panel, start / 32, groups, firstColumn % QuantizedTiles.PANEL, FORMAT, BK, BN);
            sums = Triton.dot(a, b.conv(TYPE), sums, Triton.InputPrecision.IEEE);
        }
        var columns = Triton.arange(0, BN).add(firstColumn).expand(0);
        var exists = isRow.and(columns.lt(n));
        var result = Epilogue.finish(QuantizedVectors.scaled(sums, weights, columns, n, FORMAT), bias,
            ACTIVATION, residual, columns, columns.lt(n), longRows.mul(residualStride).add(columns), exists);
        out.add(longRows.mul(outStride)).add(columns).store(result, exists);
    }

    /** BLOCK numbers of the row ids[programId(0)] of a table. */
    @Kernel
    static void gather(Arrays table, Ptr ids, Ptr out, int columns, long idStride, long outStride,
        @Constant Format FORMAT, @Constant int BLOCK) {
        long at = Triton.programId(0);
        int id = ids.add(at * idStride).load().intValue();
        var panel = QuantizedTiles.panel(table, id / QuantizedTiles.PANEL, columns / 32, FORMAT);
        var k = Triton.arange(0, BLOCK).add(Triton.programId(1) * BLOCK);
        var mask = k.lt(columns);
        var row = Triton.full(int.class, id % QuantizedTiles.PANEL, BLOCK);
        var numbers = QuantizedElements.of(panel, k, row, columns, FORMAT);
        if (FORMAT == Format.FP8) {
            numbers = numbers.mul(table.scales().add(id).load());
        }
        out.add(at * outStride).add(k).store(numbers, mask);
    }

    /**
     * Computes {@code out = activation(x w^T + bias) + residual}.
     *
     * @param stream the queue of the launch
     * @param x [m, k], of type fp32, fp16 or bf16
     * @param w [n, k]
     * @param out [m, n], of any floating-point type
     * @param epilogue bias, activation, residual
     * @throws IllegalArgumentException if shapes do not match, rows are not contiguous, or x has another type
     */
    public static void launch(
        Stream stream, DeviceTensor x, QuantizedMatrix w, DeviceTensor out, Epilogue epilogue) {
        Tensors.requireShape("x", x, -1, w.columns());
        Tensors.requireShape("out", out, x.size(0), w.rows());
        Tensors.requireRows("x", x);
        Tensors.requireRows("out", out);
        Tensors.requireType("x", x, ElementType.FP32, ElementType.FP16, ElementType.BF16);
        epilogue.check(x.size(0), w.rows());
        if (out.count() == 0) {
            return;
        }
        if (x.device().isGpu() && x.size(0) <= FEW) {
            QuantizedVectors.launchSplit(stream, x, w, out, epilogue);
        } else if (!x.device().isGpu() && x.size(0) <= QuantizedVectors.FEW_ON_CPU) {
            QuantizedVectors.launchWhole(stream, x, w, out, epilogue);
        } else {
            launchProduct(stream, x, w, out, epilogue);
        }
    }

    private static void launchProduct(
        Stream stream, DeviceTensor x, QuantizedMatrix w, DeviceTensor out, Epilogue epilogue) {
        int m = Math.toIntExact(x.size(0));
        int n = Math.toIntExact(w.rows());
        boolean isGpu = x.device().isGpu();
        int bm = isGpu ? Math.min(128, Tensors.powerOfTwo(m, 16)) : Math.min(32, Tensors.powerOfTwo(m, 4));
        PRODUCT.constant("FORMAT", w.format())
            .constant("ACTIVATION", epilogue.activation())
            .constant("TYPE", x.type().javaClass())
            .constant("BM", bm)
            .constant("BN", QuantizedTiles.PANEL)
            .constant("BK", isGpu ? 64 : 32)
            .on(stream)
            .launch(Grid.of(Grid.cdiv(m, bm), Grid.cdiv(n, QuantizedTiles.PANEL)), x.buffer(), w.arrays(),
                epilogue.biasBuffer(), epilogue.residualBuffer(), out.buffer(), m, n, w.groups(), x.stride(0),
                out.stride(0), epilogue.residualStride());
    }

    /**
     * Copies rows of a quantised table, as numbers: the embeddings of tokens.
     *
     * @param stream the queue of the launch
     * @param table [v, d]
     * @param ids [n] I32, each from 0 to v - 1
     * @param out [n, d], of any floating-point type
     * @throws IllegalArgumentException if shapes do not match, or rows are not contiguous
     */
    public static void gather(Stream stream, QuantizedMatrix table, DeviceTensor ids, DeviceTensor out) {
        Tensors.requireShape("ids", ids, -1);
        Tensors.requireType("ids", ids, ElementType.I32);
        Tensors.requireShape("out", out, ids.size(0), table.columns());
        Tensors.requireRows("out", out);
        if (out.count() == 0) {
            return;
        }
        int columns = Math.toIntExact(table.columns());
        int block = Math.min(1024, Tensors.powerOfTwo(columns, 32));
        GATHER.constant("FORMAT", table.format())
            .constant("BLOCK", block)
            .on(stream)
            .launch(Grid.of(Math.toIntExact(ids.size(0)), Grid.cdiv(columns, block)), table.arrays(),
                ids.buffer(), out.buffer(), columns, ids.stride(0), out.stride(0));
    }
}
