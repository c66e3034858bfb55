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
 * Products of matrices: {@code out = activation(a b + bias) + residual}. Sums have single precision.
 *
 * <p>b may be the transposed view of a weight [n, k]. If a has few rows, each weight is then read once, and
 * the memory limits the speed: {@link DenseVectors}.
 */
public final class Matmul {
    private static final KernelFunction PRODUCT = KernelFunction.of(Matmul.class, "product");
    /** The most rows of a for which the kernel of vectors is used. */
    private static final int FEW = 8;
    /** The number of rows of tiles that follow each other, and share blocks of b in the cache. */
    private static final int NEIGHBOURS = 8;

    private Matmul() {}

    /**
     * A tile of BM x BN results. Offsets have 64 bits if WIDE. EVEN: BK divides k. IN_ROWS: the tiles of b
     * are loaded as rows of its transpose, in which they are contiguous, for a CPU.
     */
    @Kernel
    static void product(Ptr a, Ptr b, Ptr bias, Ptr residual, Ptr out, int m, int n, int k, int aStride,
        int aInner, int bInner, int bStride, int outStride, int residualStride, @Constant Class<?> TYPE,
        @Constant Precision PRECISION, @Constant Activation ACTIVATION, @Constant boolean ON_CPU,
        @Constant boolean IN_ROWS, @Constant boolean EVEN, @Constant boolean WIDE, @Constant int GROUP,
        @Constant int BM, @Constant int BN, @Constant int BK) {
        int columnsOfTiles = (n + BN - 1) / BN;
        int rowsOfTiles = (m + BM - 1) / BM;
        int group = Triton.programId(0) / (GROUP * columnsOfTiles);
        int inGroup = Triton.programId(0) % (GROUP * columnsOfTiles);
        int height = Math.min(rowsOfTiles - group * GROUP, GROUP);
        int firstRow = (group * GROUP + inGroup % height) * BM;
        int firstColumn = inGroup / height * BN;
        var rows = Triton.arange(0, BM).add(firstRow).expand(1);
        var left = new Operand(rows, Triton.arange(0, BK).expand(0), m, aStride, aInner);
        var ofColumns = Triton.arange(0, BN).add(firstColumn);
        var innerOfB = Triton.arange(0, BK).expand(IN_ROWS ? 0 : 1);
        var right = new Operand(ofColumns.expand(IN_ROWS ? 1 : 0), innerOfB, n, bStride, bInner);
        var sums = Triton.zeros(float.class, BM, BN);
        for (int start = 0; start < k; start += BK) {
            var x = Triton.conv(TYPE, load(a, left, start, k, EVEN, WIDE, ON_CPU));
            var y = Triton.conv(TYPE, load(b, right, start, k, EVEN, WIDE, IN_ROWS));
            var z = IN_ROWS ? y.trans() : y;
            sums = PRECISION == Precision.EXACT ? Triton.dot(x, z, sums, Triton.InputPrecision.IEEE)
                                                : Triton.dot(x, z, sums);
        }
        var columns = ofColumns.expand(0);
        var longRows = widen(rows, WIDE);
        var exists = rows.lt(m).and(columns.lt(n));
        var result = Epilogue.finish(sums, bias, ACTIVATION, residual, columns, columns.lt(n),
            longRows.mul(residualStride).add(columns), exists);
        out.add(longRows.mul(outStride)).add(columns).store(result, exists);
    }

    /** The lines of a tile, of which some exist, the indices along k, and the strides of both. */
    record Operand(Tensor lines, Tensor inner, int count, int stride, int innerStride) {}

    /**
     * The tile of an operand from an index along k on. Elements that do not exist are zeros, or, of lines
     * with REPEATED, those of the last line: loads without masks are faster on a CPU.
     */
    static Tensor load(Ptr matrix, Operand operand, int start, int k, @Constant boolean EVEN,
        @Constant boolean WIDE, @Constant boolean REPEATED) {
        var inner = operand.inner().add(start);
        var lines = REPEATED ? operand.lines().minimum(operand.count() - 1) : operand.lines();
        var along = widen(inner, WIDE).mul(operand.innerStride());
        var places = matrix.add(widen(lines, WIDE).mul(operand.stride())).add(along);
        if (REPEATED) {
            return QuantizedTiles.load(places, EVEN ? null : inner.lt(k));
        }
        return places.load(operand.lines().lt(operand.count()).and(inner.lt(k)), 0);
    }

    /** Integers of 64 bits, if WIDE. */
    private static Tensor widen(Tensor x, @Constant boolean WIDE) {
        return WIDE ? Triton.conv(long.class, x) : x;
    }

    /**
     * Computes {@code activation(a b + bias) + residual}, of single precision exactly.
     *
     * @param stream the queue of the launch
     * @param a [m, k], of type fp32, fp16 or bf16
     * @param b [k, n], of any of these types; converted to that of a
     * @param out [m, n], of any floating-point type; rows are contiguous
     * @param epilogue bias, activation, residual
     * @throws IllegalArgumentException if shapes do not match, or a type is another one
     */
    public static void launch(
        Stream stream, DeviceTensor a, DeviceTensor b, DeviceTensor out, Epilogue epilogue) {
        launch(stream, a, b, out, epilogue, Precision.EXACT);
    }

    /**
     * Computes {@code activation(a b + bias) + residual}.
     *
     * @param stream the queue of the launch
     * @param a [m, k], of type fp32, fp16 or bf16
     * @param b [k, n], of any of these types; converted to that of a
     * @param out [m, n], of any floating-point type; rows are contiguous
     * @param epilogue bias, activation, residual
     * @param precision how factors of single precision are multiplied
     * @throws IllegalArgumentException if shapes do not match, or a type is another one
     */
    public static void launch(Stream stream, DeviceTensor a, DeviceTensor b, DeviceTensor out,
        Epilogue epilogue, Precision precision) {
        Tensors.requireShape("a", a, -1, -1);
        Tensors.requireShape("b", b, a.size(1), -1);
        Tensors.requireShape("out", out, a.size(0), b.size(1));
        Tensors.requireType("a", a, ElementType.FP32, ElementType.FP16, ElementType.BF16);
        Tensors.requireType("b", b, ElementType.FP32, ElementType.FP16, ElementType.BF16);
        Tensors.requireRows("out", out);
        epilogue.check(a.size(0), b.size(1));
        if (out.count() == 0) {
            return;
        }
        if (a.size(0) <= FEW && b.stride(0) == 1 && (a.stride(1) == 1 || a.size(1) == 1)) {
            DenseVectors.launch(stream, a, b.transpose(0, 1), out, epilogue);
        } else {
            launchTiles(stream, a, b, out, epilogue, precision);
        }
    }

    private static void launchTiles(Stream stream, DeviceTensor a, DeviceTensor b, DeviceTensor out,
        Epilogue epilogue, Precision precision) {
        int m = Math.toIntExact(a.size(0));
        int n = Math.toIntExact(b.size(1));
        int[] tile = tile(a, m, n, precision);
        PRODUCT.constant("TYPE", a.type().javaClass())
            .constant("PRECISION", precision)
            .constant("ACTIVATION", epilogue.activation())
            .constant("ON_CPU", !a.device().isGpu())
            .constant("IN_ROWS", !a.device().isGpu() && b.stride(0) == 1)
            .constant("EVEN", a.size(1) % tile[2] == 0)
            .constant("WIDE",
                isWide(a) || isWide(b) || isWide(out) || epilogue.residualStride() * m > Integer.MAX_VALUE)
            .constant("GROUP", NEIGHBOURS)
            .constant("BM", tile[0])
            .constant("BN", tile[1])
            .constant("BK", tile[2])
            .on(stream)
            .launch(Math.multiplyExact(Grid.cdiv(m, tile[0]), Grid.cdiv(n, tile[1])), a.buffer(), b.buffer(),
                epilogue.biasBuffer(), epilogue.residualBuffer(), out.buffer(), m, n,
                Math.toIntExact(a.size(1)), Math.toIntExact(a.stride(0)), Math.toIntExact(a.stride(1)),
                Math.toIntExact(b.stride(0)), Math.toIntExact(b.stride(1)), Math.toIntExact(out.stride(0)),
                Math.toIntExact(epilogue.residualStride()));
    }

    /** Whether offsets in a matrix, up to the last tile's end, need 64 bits. */
    static boolean isWide(DeviceTensor x) {
        return (x.size(0) + 256) * x.stride(0) + (x.size(1) + 256) * x.stride(1) > Integer.MAX_VALUE;
    }

    /** Returns the rows, columns and products of a tile. */
    private static int[] tile(DeviceTensor a, int m, int n, Precision precision) {
        if (!a.device().isGpu()) {
            return new int[] {Math.min(32, Tensors.powerOfTwo(m, 1)), 64, 64};
        }
        if (a.type() == ElementType.FP32 && precision == Precision.EXACT) {
            return new int[] {Math.min(64, Tensors.powerOfTwo(m, 16)), 64, 32};
        }
        int inner = a.type() == ElementType.FP32 ? 32 : 64;
        int rows = Math.min(128, Tensors.powerOfTwo(m, 16));
        if (rows < 128) {
            return new int[] {rows, 64, inner * 2};
        }
        // A wide tile moves fewer bytes, but there have to be enough of them.
        boolean isLarge = (long) Grid.cdiv(m, 128) * Grid.cdiv(n, 256) >= a.device().facts().processors();
        return new int[] {128, isLarge ? 256 : 128, inner};
    }
}
