// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

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
 * Products of matrices of bytes with scales: {@code out = activation(x w^T + bias) + residual}. x and w are
 * FP8, multiplied with sums of single precision, or I8, with sums of 32 bits. {@link RmsNorm} and {@link
 * LayerNorm} compute such x and its scales.
 *
 * <p>Either each row of x and of w has a scale; or each {@link #BLOCK} columns of a row of x, and each square
 * of w of that many rows and columns, as in DeepSeek's models.
 */
public final class ScaledMatmul {
    /** The columns, and the rows of w, that share a scale of a block. */
    public static final int BLOCK = 128;

    private static final KernelFunction PRODUCT = KernelFunction.of(ScaledMatmul.class, "product");
    private static final int NEIGHBOURS = 8;

    private ScaledMatmul() {}

    /**
     * A tile of BM x BN results. Offsets have 64 bits if WIDE. EVEN: BK divides k. With BLOCKS, BK is BLOCK,
     * which BN divides.
     */
    @Kernel
    static void product(Ptr x, Ptr w, Ptr xScales, Ptr wScales, Ptr bias, Ptr residual, Ptr out, int m, int n,
        int k, int xStride, int wStride, int outStride, int residualStride, @Constant boolean INTEGERS,
        @Constant boolean BLOCKS, @Constant Activation ACTIVATION, @Constant boolean ON_CPU,
        @Constant boolean EVEN, @Constant boolean WIDE, @Constant int GROUP, @Constant int BM,
        @Constant int BN, @Constant int BK) {
        int columnsOfTiles = (n + BN - 1) / BN;
        int rowsOfTiles = (m + BM - 1) / BM;
        int group = Triton.programId(0) / (GROUP * columnsOfTiles);
        int inGroup = Triton.programId(0) % (GROUP * columnsOfTiles);
        int height = Math.min(rowsOfTiles - group * GROUP, GROUP);
        int firstColumn = inGroup / height * BN;
        var rows = Triton.arange(0, BM).add((group * GROUP + inGroup % height) * BM).expand(1);
        var ofColumns = Triton.arange(0, BN).add(firstColumn);
        var inner = Triton.arange(0, BK);
        var left = new Matmul.Operand(rows, inner.expand(0), m, xStride, 1);
        var right =
            new Matmul.Operand(ofColumns.expand(ON_CPU ? 1 : 0), inner.expand(ON_CPU ? 0 : 1), n, wStride, 1);
        int blocks = (k + BLOCK - 1) / BLOCK;
        var scaled = Triton.zeros(float.class, BM, BN);
        var sums = Triton.zeros(INTEGERS ? int.class : float.class, BM, BN);
        for (int start = 0; start < k; start += BK) {
            var a = Matmul.load(x, left, start, k, EVEN, WIDE, ON_CPU);
            var b = Matmul.load(w, right, start, k, EVEN, WIDE, ON_CPU);
            var c = ON_CPU ? b.trans() : b;
            if (BLOCKS) {
                int block = start / BLOCK;
                var scales = xScales.add(rows.mul(blocks).add(block)).load(rows.lt(m), 0.0f);
                float scale = wScales.add(firstColumn / BLOCK * blocks + block).load().floatValue();
                var part = Triton.conv(float.class, dot(a, c, sums, INTEGERS));
                scaled = scaled.add(part.mul(scales.mul(scale)));
            } else {
                sums = dot(a, c, sums, INTEGERS);
            }
        }
        var columns = ofColumns.expand(0);
        var exists = rows.lt(m).and(columns.lt(n));
        if (!BLOCKS) {
            var ofRows = xScales.add(rows).load(rows.lt(m), 0.0f);
            var ofWeights = wScales.add(columns).load(columns.lt(n), 0.0f);
            scaled = Triton.conv(float.class, sums).mul(ofRows).mul(ofWeights);
        }
        var longRows = WIDE ? Triton.conv(long.class, rows) : rows;
        var result = Epilogue.finish(scaled, bias, ACTIVATION, residual, columns, columns.lt(n),
            longRows.mul(residualStride).add(columns), exists);
        out.add(longRows.mul(outStride)).add(columns).store(result, exists);
    }

    /** a b + sums. Tensor cores of Hopper sum products of FP8 in few bits: not more than BLOCK of them. */
    private static Tensor dot(Tensor a, Tensor b, Tensor sums, @Constant boolean INTEGERS) {
        return INTEGERS ? Triton.dot(a, b, sums) : Triton.dot(a, b, sums, BLOCK);
    }

    /**
     * Computes {@code activation(x w^T + bias) + residual}.
     *
     * @param stream the queue of the launch
     * @param x [m, k], of type I8, FP8E4NV or FP8E5; rows are contiguous
     * @param xScales what x is multiplied by, FP32, contiguous: [m], or of blocks [m, ceil(k / 128)]
     * @param w [n, k], of x's type; rows are contiguous
     * @param wScales the same of w: [n], or of blocks [ceil(n / 128), ceil(k / 128)]
     * @param out [m, n], of any floating-point type; rows are contiguous
     * @param epilogue bias, activation, residual
     * @throws IllegalArgumentException if shapes do not match, or a type is another one
     */
    public static void launch(Stream stream, DeviceTensor x, DeviceTensor xScales, DeviceTensor w,
        DeviceTensor wScales, DeviceTensor out, Epilogue epilogue) {
        Tensors.requireShape("x", x, -1, -1);
        Tensors.requireShape("w", w, -1, x.size(1));
        Tensors.requireShape("out", out, x.size(0), w.size(0));
        Tensors.requireType("x", x, ElementType.I8, ElementType.FP8E4NV, ElementType.FP8E5);
        Tensors.requireType("w", w, x.type());
        Tensors.requireRows("x", x);
        Tensors.requireRows("w", w);
        Tensors.requireRows("out", out);
        boolean hasBlocks = xScales.rank() == 2;
        long blocks = (x.size(1) + BLOCK - 1) / BLOCK;
        requireScales("xScales", xScales, x.size(0), hasBlocks ? blocks : -1);
        requireScales("wScales", wScales, hasBlocks ? (w.size(0) + BLOCK - 1) / BLOCK : w.size(0),
            hasBlocks ? blocks : -1);
        epilogue.check(x.size(0), w.size(0));
        if (out.count() == 0) {
            return;
        }
        int m = Math.toIntExact(x.size(0));
        int n = Math.toIntExact(w.size(0));
        boolean isGpu = x.device().isGpu();
        int[] tile = tile(x, m, n, hasBlocks);
        PRODUCT.constant("INTEGERS", x.type() == ElementType.I8)
            .constant("BLOCKS", hasBlocks)
            .constant("ACTIVATION", epilogue.activation())
            .constant("ON_CPU", !isGpu)
            .constant("EVEN", x.size(1) % tile[2] == 0)
            .constant("WIDE", Matmul.isWide(x) || Matmul.isWide(w) || Matmul.isWide(out)
                    || epilogue.residualStride() * m > Integer.MAX_VALUE)
            .constant("GROUP", NEIGHBOURS)
            .constant("BM", tile[0])
            .constant("BN", tile[1])
            .constant("BK", tile[2])
            .on(stream)
            .launch(Math.multiplyExact(Grid.cdiv(m, tile[0]), Grid.cdiv(n, tile[1])), x.buffer(), w.buffer(),
                xScales.buffer(), wScales.buffer(), epilogue.biasBuffer(), epilogue.residualBuffer(),
                out.buffer(), m, n, Math.toIntExact(x.size(1)), Math.toIntExact(x.stride(0)),
                Math.toIntExact(w.stride(0)), Math.toIntExact(out.stride(0)),
                Math.toIntExact(epilogue.residualStride()));
    }

    private static void requireScales(String name, DeviceTensor scales, long rows, long columns) {
        if (columns < 0) {
            Tensors.requireShape(name, scales, rows);
        } else {
            Tensors.requireShape(name, scales, rows, columns);
        }
        Tensors.requireType(name, scales, ElementType.FP32);
        Tensors.requireContiguous(name, scales);
    }

    /** Returns the rows, columns and products of a tile. */
    private static int[] tile(DeviceTensor x, int m, int n, boolean hasBlocks) {
        if (!x.device().isGpu()) {
            return new int[] {Math.min(32, Tensors.powerOfTwo(m, 1)), 64, BLOCK};
        }
        int rows = Math.min(128, Tensors.powerOfTwo(m, 16));
        if (rows < 128) {
            return new int[] {rows, 64, BLOCK};
        }
        boolean isLarge = (long) Grid.cdiv(m, 128) * Grid.cdiv(n, 256) >= x.device().facts().processors();
        return new int[] {128, isLarge && !hasBlocks ? 256 : 128, BLOCK};
    }
}
