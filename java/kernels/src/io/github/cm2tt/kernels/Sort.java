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
 * Sorts rows, with the index that each element had, or without. The sort is stable, also if the order
 * descends; NaN is above all numbers, and -0 below 0.
 *
 * <p>Tiles of a row are sorted each. Then sorted parts are merged in pairs by a bitonic network (Batcher,
 * 1968) in which the lesser element always gets the lesser index: so elements after the end, which would be
 * the greatest, need not exist. Steps of a merge in which neighbours are compared happen in one tile. The
 * number of launches grows with the square of the logarithm of n / 2048.
 */
public final class Sort {
    private static final KernelFunction TILES = KernelFunction.of(Sort.class, "tiles");
    private static final KernelFunction EXCHANGE = KernelFunction.of(Sort.class, "exchange");
    private static final int TILE = 2048;

    private Sort() {}

    /** The elements and indices of a row in memory; the latter may be absent. */
    record Row(Ptr elements, Ptr indices) {
        /** Returns what is compared: keys, or keys with indices. */
        Tensor load(Tensor column, Tensor mask, @Constant boolean INTEGERS, @Constant boolean DESCENDING) {
            var keys = SortKeys.of(elements.add(column).load(mask, 0), INTEGERS, DESCENDING);
            return pad(keys, indices == null ? null : indices.add(column).load(mask, 0), mask);
        }

        void store(Tensor packed, Tensor column, Tensor mask, @Constant boolean INTEGERS,
            @Constant boolean DESCENDING) {
            var keys = indices == null ? packed : SortKeys.keys(packed);
            elements.add(column).store(SortKeys.elements(keys, INTEGERS, DESCENDING), mask);
            if (indices != null) {
                indices.add(column).store(SortKeys.indices(packed), mask);
            }
        }
    }

    /** Returns keys, or keys with indices; the greatest ones where there are no elements. */
    static Tensor pad(Tensor keys, Tensor indices, Tensor mask) {
        if (indices == null) {
            return Triton.where(mask, keys, Integer.MAX_VALUE);
        }
        return Triton.where(mask, SortKeys.pack(keys, indices), Long.MAX_VALUE);
    }

    /** Returns a row of this program. */
    static Row row(Ptr elements, Ptr indices, long stride, long indicesStride) {
        long at = Triton.programId(1);
        return new Row(elements.add(at * stride), indices == null ? null : indices.add(at * indicesStride));
    }

    /** Sorts a row of at most TILE elements, which has indices, or none. */
    static void row(Ptr elements, Ptr indices, int n, @Constant boolean INTEGERS,
        @Constant boolean DESCENDING, @Constant int TILE) {
        var column = Triton.arange(0, TILE);
        var row = new Row(elements, indices);
        var packed = row.load(column, column.lt(n), INTEGERS, DESCENDING).sort();
        row.store(packed, column, column.lt(n), INTEGERS, DESCENDING);
    }

    /** A tile of a row: sorts it or, if MERGES, finishes a merge. */
    @Kernel
    static void tiles(Ptr x, Ptr out, Ptr indices, long stride, long outStride, long indicesStride, int n,
        @Constant boolean INTEGERS, @Constant boolean DESCENDING, @Constant boolean MERGES,
        @Constant int TILE) {
        var column = Triton.arange(0, TILE).add(Triton.programId(0) * TILE);
        var mask = column.lt(n);
        var row = row(out, indices, outStride, indicesStride);
        if (MERGES) {
            var packed = row.load(column, mask, INTEGERS, DESCENDING);
            row.store(packed.bitonicMerge(), column, mask, INTEGERS, DESCENDING);
        } else {
            long at = Triton.programId(1);
            var keys = SortKeys.of(x.add(at * stride).add(column).load(mask, 0), INTEGERS, DESCENDING);
            var sorted = pad(keys, indices == null ? null : column, mask).sort();
            Triton.debugBarrier(); // x and out may be the same memory
            row.store(sorted, column, mask, INTEGERS, DESCENDING);
        }
    }

    /**
     * Some pairs of a row: the lesser element gets the lesser index. Parts have 2 to the power of {@code
     * shift} pairs, a multiple of BLOCK: of each element of their first half and the one at that distance
     * or, if MIRRORS, the one at the same distance from the end of the part.
     */
    @Kernel
    static void exchange(Ptr out, Ptr indices, long outStride, long indicesStride, int n, int shift,
        @Constant boolean INTEGERS, @Constant boolean DESCENDING, @Constant boolean MIRRORS,
        @Constant int BLOCK) {
        int pair = Triton.programId(0) * BLOCK;
        int half = 1 << shift;
        int part = pair >> shift << shift + 1;
        int within = pair & half - 1;
        var index = Triton.arange(0, BLOCK);
        var low = index.add(Triton.multipleOf(part + within, 16));
        var same = index.add(Triton.multipleOf(part + half + within, 16));
        var high = MIRRORS ? index.mul(-1).add(part + 2 * half - 1 - within) : same;
        var mask = high.ge(0).and(high.lt(n));
        var row = row(out, indices, outStride, indicesStride);
        var a = row.load(low, mask, INTEGERS, DESCENDING);
        var b = row.load(high, mask, INTEGERS, DESCENDING);
        row.store(a.minimum(b), low, mask, INTEGERS, DESCENDING);
        row.store(a.maximum(b), high, mask, INTEGERS, DESCENDING);
    }

    /**
     * Sorts each row.
     *
     * @param stream the queue of the launches
     * @param x [rows, n], of type {@code FP32}, {@code FP16}, {@code BF16} or {@code I32}; up to 65,535 rows
     *     and 2^30 columns
     * @param out [rows, n], of x's type; may be x
     * @param indices [rows, n], of type {@code I32}: the index that each element had; or null
     * @param descending whether the greatest element comes first
     */
    public static void launch(
        Stream stream, DeviceTensor x, DeviceTensor out, DeviceTensor indices, boolean descending) {
        check(x, out, indices);
        if (x.count() == 0) {
            return;
        }
        int rows = Math.toIntExact(x.size(0));
        int n = Math.toIntExact(x.size(1));
        int tile = Tensors.powerOfTwo(Math.min(n, TILE), 1);
        var buffer = indices == null ? null : indices.buffer();
        long indicesStride = indices == null ? 0 : indices.stride(0);
        var tiles = typed(TILES, x, descending).constant("TILE", tile).on(stream);
        Grid whole = Grid.of(Grid.cdiv(n, tile), rows);
        tiles.constant("MERGES", false)
            .launch(whole, x.buffer(), out.buffer(), buffer, x.stride(0), out.stride(0), indicesStride, n);
        var exchange =
            typed(EXCHANGE, x, descending).constant("BLOCK", 1024).unspecialized("shift").on(stream);
        for (int size = Integer.numberOfTrailingZeros(tile); 1 << size < n; size++) {
            for (int shift = size; 1 << shift >= tile; shift--) {
                int pairs = Grid.cdiv(n, 2L << shift) << shift;
                exchange.constant("MIRRORS", shift == size)
                    .launch(Grid.of(Grid.cdiv(pairs, 1024), rows), out.buffer(), buffer, out.stride(0),
                        indicesStride, n, shift);
            }
            tiles.constant("MERGES", true)
                .launch(whole, out.buffer(), out.buffer(), buffer, out.stride(0), out.stride(0),
                    indicesStride, n);
        }
    }

    private static KernelFunction typed(KernelFunction kernel, DeviceTensor x, boolean descending) {
        return kernel.constant("INTEGERS", x.type() == ElementType.I32).constant("DESCENDING", descending);
    }

    private static void check(DeviceTensor x, DeviceTensor out, DeviceTensor indices) {
        Tensors.requireShape("x", x, -1, -1);
        Tensors.requireShape("out", out, x.shape());
        SortKeys.require("x", x);
        Tensors.requireType("out", out, x.type());
        Tensors.requireRows("x", x);
        Tensors.requireRows("out", out);
        if (indices != null) {
            Tensors.requireShape("indices", indices, x.shape());
            Tensors.requireType("indices", indices, ElementType.I32);
            Tensors.requireRows("indices", indices);
        }
        if (x.size(0) > 65535 || x.size(1) > 1 << 30) {
            throw new IllegalArgumentException(
                "x: expected at most 65,535 rows and 2^30 columns, found " + x);
        }
    }
}
