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
 * Products of groups of rows, each with a weight of its own, as in a mixture of experts: rows are sorted by
 * expert, and how many belong to which is known on the device only. Sums have single precision.
 */
public final class GroupedMatmul {
    private static final KernelFunction DENSE = KernelFunction.of(GroupedMatmul.class, "dense");
    private static final KernelFunction QUANTIZED = KernelFunction.of(GroupedMatmul.class, "quantized");

    private GroupedMatmul() {}

    /** The rows of a tile: those of one expert from the first to the last; no expert after the last tile. */
    record Rows(Tensor expert, Tensor first, Tensor last) {}

    /** The rows of tile programId(0) of BM rows each, of E experts, a power of two. */
    private static Rows rows(Ptr offsets, int experts, @Constant int E, @Constant int BM) {
        int tile = Triton.programId(0);
        var each = Triton.arange(0, E);
        var begin = offsets.add(each).load(each.lt(experts), 0);
        var end = offsets.add(each).add(1).load(each.lt(experts), 0);
        var tiles = end.sub(begin).add(BM - 1).div(BM);
        var isBefore = tiles.cumsum(0).le(tile);
        var expert = Triton.conv(int.class, isBefore).sum(0);
        var tilesBefore = isBefore.where(tiles, 0).sum(0);
        var isOwn = each.eq(expert);
        var first = isOwn.where(begin, 0).sum(0).add(Triton.mul(Triton.sub(tile, tilesBefore), BM));
        return new Rows(expert, first, isOwn.where(end, 0).sum(0));
    }

    /** Where the rows of x are that belong to slots: the slots themselves, or what a table has for them. */
    private static Tensor sources(Ptr table, Tensor slots, Tensor mask) {
        return Triton.conv(long.class, table == null ? slots : table.add(slots).load(mask, 0));
    }

    /** A tile of BM x BN results of one expert, whose weight is w[expert], [n, k]. */
    @Kernel
    static void dense(Ptr x, Ptr w, Ptr offsets, Ptr table, Ptr out, int experts, int n, int k, long xStride,
        long wExpert, int wStride, long outStride, @Constant Class<?> TYPE, @Constant boolean ON_CPU,
        @Constant int E, @Constant int BM, @Constant int BN, @Constant int BK) {
        var tile = rows(offsets, experts, E, BM);
        int expert = tile.expert().intValue();
        if (expert >= experts) {
            return;
        }
        var slots = Triton.arange(0, BM).add(tile.first());
        var isSlot = slots.lt(tile.last());
        var ofColumns = Triton.arange(0, BN).add(Triton.programId(1) * BN);
        var columns = ofColumns.expand(0);
        var inner = Triton.arange(0, BK);
        var left = x.add(sources(table, slots, isSlot).mul(xStride).expand(1)).add(inner.expand(0));
        // The rows of w are contiguous: a CPU loads them as rows.
        var rowsOfW = ofColumns.expand(1).minimum(n - 1).mul(wStride).add(inner.expand(0));
        var top = w.add(expert * wExpert).add(columns.mul(wStride)).add(inner.expand(1));
        var sums = Triton.zeros(float.class, BM, BN);
        for (int start = 0; start < k; start += BK) {
            var at = inner.add(start).lt(k);
            var a = left.add(start).load(isSlot.expand(1).and(at.expand(0)), 0.0f);
            Tensor b;
            if (ON_CPU) {
                b = w.add(expert * wExpert).add(rowsOfW).add(start).load(at.expand(0), 0.0f).trans();
            } else {
                b = top.add(start).load(columns.lt(n).and(at.expand(1)), 0.0f);
            }
            sums = Triton.dot(a, Triton.conv(TYPE, b), sums, Triton.InputPrecision.IEEE);
        }
        out.add(Triton.conv(long.class, slots).mul(outStride).expand(1))
            .add(columns)
            .store(sums, isSlot.expand(1).and(columns.lt(n)));
    }

    /** The same, for quantised weights; the rows of each expert, n, are whole panels, and BN is a panel. */
    @Kernel
    static void quantized(Ptr x, Arrays weights, Ptr offsets, Ptr table, Ptr out, int experts, int n,
        int groups, long xStride, long outStride, @Constant Class<?> TYPE, @Constant Format FORMAT,
        @Constant int E, @Constant int BM, @Constant int BN, @Constant int BK) {
        var tile = rows(offsets, experts, E, BM);
        int expert = tile.expert().intValue();
        if (expert >= experts) {
            return;
        }
        var slots = Triton.arange(0, BM).add(tile.first());
        var isSlot = slots.lt(tile.last());
        int firstRow = expert * n + Triton.programId(1) * BN;
        var panel = QuantizedTiles.panel(weights, firstRow / QuantizedTiles.PANEL, groups, FORMAT);
        var inPanel = Triton.arange(0, BN).expand(0);
        var inner = Triton.arange(0, BK);
        var left = x.add(sources(table, slots, isSlot).mul(xStride).expand(1)).add(inner.expand(0));
        var sums = Triton.zeros(float.class, BM, BN);
        int k = groups * 32;
        for (int start = 0; start < k; start += BK) {
            var at = inner.add(start);
            var a = left.add(start).load(isSlot.expand(1).and(at.expand(0).lt(k)), 0.0f);
            var b = QuantizedElements.tile(panel, start / 32, groups, 0, FORMAT, BK, BN);
            sums = Triton.dot(a, b.conv(TYPE), sums, Triton.InputPrecision.IEEE);
        }
        sums = QuantizedVectors.scaled(sums, weights, inPanel.add(firstRow), experts * n, FORMAT);
        var columns = inPanel.add(Triton.programId(1) * BN);
        out.add(Triton.conv(long.class, slots).mul(outStride).expand(1))
            .add(columns)
            .store(sums, isSlot.expand(1));
    }

    /**
     * Computes {@code out[s] = w[e] x[sources[s]]} for each slot s of expert e: from offsets[e] to
     * {@code offsets[e + 1] - 1}.
     *
     * @param stream the queue of the launch
     * @param x [rows, k], of type fp32, fp16 or bf16
     * @param w [experts, n, k], whose rows are contiguous, of any of these types; converted to that of x
     * @param offsets [experts + 1] I32, which increase, from 0 to at most the number of slots
     * @param sources [slots] I32, which row of x belongs to a slot; null: row s belongs to slot s
     * @param out [slots, n], of any floating-point type; slots from the last offset on stay as they are
     * @throws IllegalArgumentException if shapes do not match
     */
    public static void launch(Stream stream, DeviceTensor x, DeviceTensor w, DeviceTensor offsets,
        DeviceTensor sources, DeviceTensor out) {
        Tensors.requireShape("w", w, -1, -1, -1);
        int experts = Math.toIntExact(w.size(0));
        check(x, offsets, sources, out, experts, w.size(1), w.size(2));
        Tensors.requireType("w", w, ElementType.FP32, ElementType.FP16, ElementType.BF16);
        Tensors.requireRows("w", w);
        if (out.count() == 0) {
            return;
        }
        int bm = rowsOfTile(x, out, experts);
        boolean isGpu = x.device().isGpu();
        boolean isFloat = x.type() == ElementType.FP32;
        int bn = isGpu && !isFloat && bm == 128 ? 128 : 64;
        DENSE.constant("TYPE", x.type().javaClass())
            .constant("ON_CPU", !isGpu)
            .constant("E", Tensors.powerOfTwo(experts, 2))
            .constant("BM", bm)
            .constant("BN", bn)
            .constant("BK", isGpu && isFloat ? 32 : 64)
            .on(stream)
            .launch(Grid.of(tiles(out, bm, experts), Grid.cdiv(w.size(1), bn)), x.buffer(), w.buffer(),
                offsets.buffer(), sources == null ? null : sources.buffer(), out.buffer(), experts,
                Math.toIntExact(w.size(1)), Math.toIntExact(w.size(2)), x.stride(0), w.stride(0),
                Math.toIntExact(w.stride(1)), out.stride(0));
    }

    /**
     * The same with quantised weights.
     *
     * @param stream the queue of the launch
     * @param x [rows, k], of type fp32, fp16 or bf16
     * @param w [experts * n, k]: the weights of the experts, one after the other; n is a multiple of 64
     * @param experts the number of experts
     * @param offsets as above
     * @param sources as above
     * @param out as above
     * @throws IllegalArgumentException if shapes do not match
     */
    public static void launch(Stream stream, DeviceTensor x, QuantizedMatrix w, int experts,
        DeviceTensor offsets, DeviceTensor sources, DeviceTensor out) {
        if (experts <= 0 || w.rows() % ((long) experts * QuantizedTiles.PANEL) != 0) {
            throw new IllegalArgumentException("w: expected " + experts + " times a multiple of "
                + QuantizedTiles.PANEL + " rows, found " + w);
        }
        long n = w.rows() / experts;
        check(x, offsets, sources, out, experts, n, w.columns());
        if (out.count() == 0) {
            return;
        }
        int bm = rowsOfTile(x, out, experts);
        QUANTIZED.constant("TYPE", x.type().javaClass())
            .constant("FORMAT", w.format())
            .constant("E", Tensors.powerOfTwo(experts, 2))
            .constant("BM", bm)
            .constant("BN", QuantizedTiles.PANEL)
            .constant("BK", x.device().isGpu() ? 64 : 32)
            .on(stream)
            .launch(Grid.of(tiles(out, bm, experts), Grid.cdiv(n, QuantizedTiles.PANEL)), x.buffer(),
                w.arrays(), offsets.buffer(), sources == null ? null : sources.buffer(), out.buffer(),
                experts, Math.toIntExact(n), w.groups(), x.stride(0), out.stride(0));
    }

    /** Returns the rows of a tile: few, if experts have few on average. */
    private static int rowsOfTile(DeviceTensor x, DeviceTensor out, int experts) {
        int most = !x.device().isGpu() ? 32 : x.type() == ElementType.FP32 ? 64 : 128;
        return Math.min(most, Tensors.powerOfTwo((out.size(0) + experts - 1) / experts, 16));
    }

    /** Returns the most tiles that slots can have: each expert may have one that is not full. */
    private static int tiles(DeviceTensor out, int rows, int experts) {
        return Grid.cdiv(out.size(0), rows) + (int) Math.min(experts, out.size(0));
    }

    private static void check(DeviceTensor x, DeviceTensor offsets, DeviceTensor sources, DeviceTensor out,
        int experts, long n, long k) {
        Tensors.requireShape("x", x, -1, k);
        Tensors.requireType("x", x, ElementType.FP32, ElementType.FP16, ElementType.BF16);
        Tensors.requireRows("x", x);
        Tensors.requireShape("out", out, sources == null ? x.size(0) : sources.size(0), n);
        Tensors.requireRows("out", out);
        Tensors.requireShape("offsets", offsets, experts + 1);
        Tensors.requireType("offsets", offsets, ElementType.I32);
        Tensors.requireContiguous("offsets", offsets);
        if (sources != null) {
            Tensors.requireShape("sources", sources, -1);
            Tensors.requireType("sources", sources, ElementType.I32);
            Tensors.requireContiguous("sources", sources);
        }
    }
}
