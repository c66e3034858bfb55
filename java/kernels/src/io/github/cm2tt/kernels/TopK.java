// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;

/**
 * The k greatest or least elements of each row, in order, with their indices; of equal elements, those with
 * the lesser indices, the least first. NaN is above all numbers, and -0 below 0. One program reads a row: it
 * searches the last element that is selected, as {@link Sampling} does, writes those up to it, and sorts
 * them.
 */
public final class TopK {
    /** The greatest k. */
    public static final int LIMIT = 2048;

    private static final KernelFunction SELECT = KernelFunction.of(TopK.class, "select");

    private TopK() {}

    /** A row: its keys are greater for elements that are selected earlier. */
    record Row(Ptr elements, int n) {
        Tensor keys(int start, @Constant boolean INTEGERS, @Constant boolean GREATEST, @Constant int BLOCK) {
            var column = Triton.arange(0, BLOCK).add(start);
            var mask = column.lt(n);
            var keys = SortKeys.of(elements.add(column).load(mask, 0), INTEGERS, !GREATEST);
            return Triton.where(mask, keys, Integer.MIN_VALUE);
        }
    }

    /** One row. K: k, rounded up to a power of two. */
    @Kernel
    static void select(Ptr x, Ptr values, Ptr indices, long stride, long valuesStride, long indicesStride,
        int n, int k, @Constant boolean INTEGERS, @Constant boolean GREATEST, @Constant int K,
        @Constant int BLOCK) {
        long at = Triton.programId(0);
        var row = new Row(x.add(at * stride), n);
        int last = KeySearch.least(start
            -> new KeySearch.Block(row.keys(start, INTEGERS, GREATEST, BLOCK), null),
            n, Integer.MIN_VALUE, Integer.MAX_VALUE, k, false, BLOCK);
        int before = 0; // The number of elements before the last one.
        for (int start = 0; start < n; start += BLOCK) {
            before += row.keys(start, INTEGERS, GREATEST, BLOCK).gt(last).sum(0).intValue();
        }
        int found = 0;
        int equal = 0;
        Ptr result = values.add(at * valuesStride);
        for (int start = 0; start < n; start += BLOCK) {
            var keys = row.keys(start, INTEGERS, GREATEST, BLOCK);
            var column = Triton.arange(0, BLOCK).add(start);
            var same = Triton.conv(int.class, keys.eq(last).and(column.lt(n)));
            var rank = same.cumsum(0).add(equal);
            var taken = keys.gt(last).or(same.ne(0).and(rank.le(k - before)));
            var place = Triton.conv(int.class, taken).cumsum(0).add(found - 1);
            result.add(place).store(SortKeys.elements(keys, INTEGERS, !GREATEST), taken);
            if (indices != null) {
                indices.add(at * indicesStride).add(place).store(column, taken);
            }
            equal += same.sum(0).intValue();
            found += Triton.conv(int.class, taken).sum(0).intValue();
        }
        Sort.row(result, indices == null ? null : indices.add(at * indicesStride), k, INTEGERS, GREATEST, K);
    }

    /**
     * Selects elements of each row.
     *
     * @param stream the queue of the launch
     * @param x [rows, n], of type {@code FP32}, {@code FP16}, {@code BF16} or {@code I32}
     * @param values [rows, k], of x's type; k is at most n and {@link #LIMIT}
     * @param indices [rows, k], of type {@code I32}, or null
     * @param greatest whether the greatest are selected, the greatest first; otherwise the least
     */
    public static void launch(
        Stream stream, DeviceTensor x, DeviceTensor values, DeviceTensor indices, boolean greatest) {
        Tensors.requireShape("x", x, -1, -1);
        Tensors.requireShape("values", values, x.size(0), -1);
        SortKeys.require("x", x);
        Tensors.requireType("values", values, x.type());
        Tensors.requireRows("x", x);
        Tensors.requireRows("values", values);
        if (indices != null) {
            Tensors.requireShape("indices", indices, values.shape());
            Tensors.requireType("indices", indices, ElementType.I32);
            Tensors.requireRows("indices", indices);
        }
        long k = values.size(1);
        if (k > Math.min(x.size(1), LIMIT)) {
            throw new IllegalArgumentException("values: expected at most " + Math.min(x.size(1), LIMIT)
                + " columns, found " + values + " for " + x);
        }
        if (values.count() == 0) {
            return;
        }
        boolean integers = x.type() == ElementType.I32;
        var select = SELECT.constant("INTEGERS", integers).constant("GREATEST", greatest);
        int width = Tensors.powerOfTwo(k, 1);
        Rows.reading(select.constant("K", width), stream, x.size(1), 8)
            .launch(Math.toIntExact(x.size(0)), x.buffer(), values.buffer(),
                indices == null ? null : indices.buffer(), x.stride(0), values.stride(0),
                indices == null ? 0L : indices.stride(0), Math.toIntExact(x.size(1)), (int) k);
    }
}
