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
 * Products of a few rows with a weight whose rows are contiguous: {@code out = x w^T}. Each weight is read
 * once, by vectors along its row; products and sums have single precision.
 */
final class DenseVectors {
    private static final KernelFunction VECTORS = KernelFunction.of(DenseVectors.class, "vectors");

    private DenseVectors() {}

    /**
     * ROWS weights by M rows of x, a power of two, BK columns at a time. Sums are added up at the end, or,
     * with EAGER, for each block of columns, which a CPU keeps in registers. EVEN: BK divides k. Rows that do
     * not exist are the last ones again.
     */
    @Kernel
    static void vectors(Ptr x, Ptr w, Ptr bias, Ptr residual, Ptr out, int m, int n, int k, long xStride,
        long wStride, long outStride, long residualStride, @Constant Activation ACTIVATION,
        @Constant boolean EAGER, @Constant boolean EVEN, @Constant int M, @Constant int ROWS,
        @Constant int BK) {
        var columns = Triton.arange(0, ROWS).add(Triton.programId(0) * ROWS);
        var inner = Triton.arange(0, BK);
        var members = Triton.arange(0, M);
        var rowsOfW = Triton.conv(long.class, columns.minimum(n - 1)).mul(wStride).expand(1).expand(0);
        var weights = w.add(rowsOfW).add(inner.expand(0).expand(0));
        var rowsOfX = Triton.conv(long.class, members.minimum(m - 1)).mul(xStride).expand(1).expand(2);
        var left = x.add(rowsOfX).add(inner.expand(0).expand(0));
        var sums = EAGER ? Triton.zeros(float.class, M, ROWS) : Triton.zeros(float.class, M, ROWS, BK);
        for (int start = 0; start < k; start += BK) {
            var isInner = EVEN ? null : inner.add(start).lt(k).expand(0).expand(0);
            var y = QuantizedTiles.loadFloats(weights.add(start), isInner);
            var z = QuantizedTiles.loadFloats(left.add(start), isInner);
            sums = sums.add(EAGER ? y.mul(z).sum(2) : y.mul(z));
        }
        var totals = EAGER ? sums : sums.sum(2);
        var rows = Triton.conv(long.class, members).expand(1);
        var at = columns.expand(0);
        var exists = rows.lt(m).and(at.lt(n));
        var result = Epilogue.finish(
            totals, bias, ACTIVATION, residual, at, at.lt(n), rows.mul(residualStride).add(at), exists);
        out.add(rows.mul(outStride)).add(at).store(result, exists);
    }

    /** Launches {@link #vectors} for x [m, k], w [n, k], out [m, n], of which rows are contiguous. */
    static void launch(Stream stream, DeviceTensor x, DeviceTensor w, DeviceTensor out, Epilogue epilogue) {
        int m = Math.toIntExact(x.size(0));
        int n = Math.toIntExact(w.size(0));
        int k = Math.toIntExact(w.size(1));
        boolean isGpu = x.device().isGpu();
        int members = Tensors.powerOfTwo(m, 1);
        int rows = isGpu ? members > 4 ? 2 : 4 : 8;
        // Tuned with BF16 on an H200: 8 warps with 4 rows of 512 columns are as fast as any for one row of x.
        int most = isGpu ? 512 : 1024;
        // A CPU takes columns that need no mask.
        int block = Math.min(most, isGpu ? Tensors.powerOfTwo(k, 64) : Math.max(64, Integer.lowestOneBit(k)));
        VECTORS.constant("ACTIVATION", epilogue.activation())
            .constant("EAGER", !isGpu)
            .constant("EVEN", k % block == 0)
            .constant("M", members)
            .constant("ROWS", rows)
            .constant("BK", block)
            .warps(isGpu && members == 1 ? 8 : 4)
            .on(stream)
            .launch(Grid.cdiv(n, rows), x.buffer(), w.buffer(), epilogue.biasBuffer(),
                epilogue.residualBuffer(), out.buffer(), m, n, k, x.stride(0), w.stride(0), out.stride(0),
                epilogue.residualStride());
    }
}
