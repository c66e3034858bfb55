// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.kernels.QuantizedMatrix.Format;
import io.github.cm2tt.kernels.QuantizedTiles.Arrays;
import io.github.cm2tt.kernels.QuantizedTiles.Octet;
import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;

/**
 * Products of quantised weights with few rows of x. The scale of a group multiplies the sum of its products,
 * and its minimum the sum of its x: {@code d sum(q x) + m sum(x)}.
 *
 * <p>On a GPU, a thread has four rows of weights, and threads divide the groups; each word serves all rows of
 * x. On a CPU a vector has neighbouring rows of weights, and x is a number.
 */
final class QuantizedVectors {
    private static final int PANEL = QuantizedTiles.PANEL;

    /** The most rows of x that a CPU multiplies one by one. */
    static final int FEW_ON_CPU = 3;

    private static final KernelFunction SPLIT_GROUPS = KernelFunction.of(QuantizedVectors.class, "split");
    private static final KernelFunction WHOLE = KernelFunction.of(QuantizedVectors.class, "whole");

    /** The rows of weights that occupy a large GPU by programs of 32. */
    private static final int TALL = 16384;

    private QuantizedVectors() {}

    /** ROWS weights by M rows of x, a power of two; SPLIT groups at a time. For GPUs. */
    @Kernel
    static void split(Ptr x, Arrays weights, Ptr bias, Ptr residual, Ptr out, int m, int n, int groups,
        long xStride, long outStride, long residualStride, @Constant Format FORMAT,
        @Constant Activation ACTIVATION, @Constant int M, @Constant int ROWS, @Constant int SPLIT) {
        int first = Triton.programId(0) * ROWS;
        var panel = QuantizedTiles.panel(weights, first / PANEL, groups, FORMAT);
        var row = Triton.arange(0, ROWS).add(first % PANEL).expand(0);
        var part = Triton.arange(0, SPLIT);
        var member = Triton.arange(0, M);
        var bit = Triton.arange(0, 2);
        var rowsOfX = Triton.conv(long.class, member).mul(xStride).expand(1).expand(2).expand(3).expand(4);
        var octets = bit.mul(4).expand(1).expand(2).add(bit.mul(2).expand(1)).add(bit);
        var left = x.add(rowsOfX).add(part.mul(32).expand(0).expand(2).expand(3).expand(4)).add(octets);
        var isMember = member.lt(m).expand(1).expand(2).expand(3).expand(4);
        var sums = Triton.zeros(float.class, M, SPLIT, ROWS);
        for (int start = 0; start < groups; start += SPLIT) {
            var group = part.add(start);
            var mask = isMember.and(group.lt(groups).expand(0).expand(2).expand(3).expand(4));
            var at = left.add(start * 32);
            sums = sums.add(products(panel, row, group.expand(1), group.lt(groups).expand(1), octet(at, mask),
                octet(at.add(8), mask), octet(at.add(16), mask), octet(at.add(24), mask), FORMAT, true));
        }
        var columns = Triton.arange(0, ROWS).add(first).expand(0);
        var rows = Triton.conv(long.class, member).expand(1);
        var exists = rows.lt(m).and(columns.lt(n));
        var result = Epilogue.finish(scaled(sums.sum(1), weights, columns, n, FORMAT), bias, ACTIVATION,
            residual, columns, columns.lt(n), rows.mul(residualStride).add(columns), exists);
        out.add(rows.mul(outStride)).add(columns).store(result, exists);
    }

    /** Eight neighbours of a tile M x SPLIT x 2 x 2 x 2, each M x SPLIT x 1. */
    private static Octet octet(Tensor at, Tensor mask) {
        var x = Triton.conv(float.class, at.load(mask, 0.0f)).split();
        var even = x.first().split();
        var odd = x.second().split();
        var a = even.first().split();
        var b = odd.first().split();
        var c = even.second().split();
        var d = odd.second().split();
        return new Octet(a.first().expand(2), b.first().expand(2), c.first().expand(2), d.first().expand(2),
            a.second().expand(2), b.second().expand(2), c.second().expand(2), d.second().expand(2));
    }

    /** A panel of weights by the row programId(0) of x, group by group. For CPUs. */
    @Kernel
    static void whole(Ptr x, Arrays weights, Ptr bias, Ptr residual, Ptr out, int n, int groups, long xStride,
        long outStride, long residualStride, @Constant Format FORMAT, @Constant Activation ACTIVATION) {
        long member = Triton.programId(0);
        int first = Triton.programId(1) * PANEL;
        var panel = QuantizedTiles.panel(weights, Triton.programId(1), groups, FORMAT);
        var row = Triton.arange(0, PANEL);
        var left = x.add(member * xStride);
        var sums = Triton.zeros(float.class, PANEL);
        for (int group = 0; group < groups; group++) {
            var at = left.add(group * 32);
            sums = sums.add(products(panel, row, group, null, numbers(at), numbers(at.add(8)),
                numbers(at.add(16)), numbers(at.add(24)), FORMAT, false));
        }
        var columns = row.add(first);
        var exists = columns.lt(n);
        var result = Epilogue.finish(scaled(sums, weights, columns, n, FORMAT), bias, ACTIVATION, residual,
            columns, exists, columns.add(member * residualStride), exists);
        out.add(member * outStride).add(columns).store(result, exists);
    }

    /** Launches {@link #whole}. */
    static void launchWhole(
        Stream stream, DeviceTensor x, QuantizedMatrix w, DeviceTensor out, Epilogue epilogue) {
        int n = Math.toIntExact(w.rows());
        WHOLE.constant("FORMAT", w.format())
            .constant("ACTIVATION", epilogue.activation())
            .on(stream)
            .launch(Grid.of(Math.toIntExact(x.size(0)), Grid.cdiv(n, PANEL)), x.buffer(), w.arrays(),
                epilogue.biasBuffer(), epilogue.residualBuffer(), out.buffer(), n, w.groups(), x.stride(0),
                out.stride(0), epilogue.residualStride());
    }

    /** Launches {@link #split}. */
    static void launchSplit(
        Stream stream, DeviceTensor x, QuantizedMatrix w, DeviceTensor out, Epilogue epilogue) {
        int m = Math.toIntExact(x.size(0));
        int n = Math.toIntExact(w.rows());
        // Tuned with Q4_K on an H200: many programs of few warps where there are rows for them.
        boolean isTall = n >= TALL;
        int rows = isTall ? 32 : 16;
        SPLIT_GROUPS.constant("FORMAT", w.format())
            .constant("ACTIVATION", epilogue.activation())
            .constant("M", Tensors.powerOfTwo(m, 1))
            .constant("ROWS", rows)
            .constant("SPLIT", Math.min(isTall ? 16 : 64, Tensors.powerOfTwo(w.groups(), 8)))
            .warps(isTall ? 4 : 8)
            .on(stream)
            .launch(Grid.cdiv(n, rows), x.buffer(), w.arrays(), epilogue.biasBuffer(),
                epilogue.residualBuffer(), out.buffer(), m, n, w.groups(), x.stride(0), out.stride(0),
                epilogue.residualStride());
    }

    /** Eight neighbours, each a number. */
    private static Octet numbers(Ptr x) {
        return new Octet(number(x), number(x.add(1)), number(x.add(2)), number(x.add(3)), number(x.add(4)),
            number(x.add(5)), number(x.add(6)), number(x.add(7)));
    }

    private static Tensor number(Ptr x) {
        return Triton.conv(float.class, x.load());
    }

    /** The sums by the scale of the row, which FP8 has. */
    static Tensor scaled(Tensor sums, Arrays weights, Tensor columns, int n, @Constant Format FORMAT) {
        if (FORMAT == Format.FP8) {
            return sums.mul(weights.scales().add(columns).load(columns.lt(n), 0.0f));
        }
        return sums;
    }

    /** The summand of a group: 32 columns of rows by x, which a to d contain. */
    private static Tensor products(Arrays panel, Tensor row, Number group, Tensor mask, Octet a, Octet b,
        Octet c, Octet d, @Constant Format FORMAT, @Constant boolean GPU) {
        var left = half(null, panel, row, group, mask, a, b, 0, FORMAT, GPU);
        if (FORMAT == Format.Q6_K) {
            var right = half(null, panel, row, group, mask, c, d, 1, FORMAT, GPU);
            return six(panel, row, group, mask, left, total(a, b), right, total(c, d), GPU);
        }
        // The words of both halves are one chain, unless there are upper bits.
        boolean isChain = GPU && QuantizedTiles.highWords(FORMAT) == 0;
        var right = half(isChain ? left : null, panel, row, group, mask, c, d, 1, FORMAT, GPU);
        var both = isChain ? right : left.add(right);
        if (FORMAT == Format.FP8) {
            return both.mul(QuantizedTiles.power(FLOAT_UNIT));
        }
        var sum = total(a, b).add(total(c, d));
        var products = GPU ? both.mul(QuantizedTiles.unit(GPU)) : both;
        return switch (FORMAT) {
            case Q4_0 -> products.sub(sum.mul(8.0f)).mul(scale(panel, row, group, mask));
            case Q5_0 -> products.sub(sum.mul(16.0f)).mul(scale(panel, row, group, mask));
            case Q8_0 -> products.sub(sum.mul(128.0f)).mul(scale(panel, row, group, mask));
            case Q4_K, Q5_K -> nested(panel, row, group, mask, products, sum);
            case INT4 -> {
                var zero = minimum(panel, row, Triton.div(group, 4), mask);
                yield products.sub(zero.mul(sum)).mul(scale(panel, row, Triton.div(group, 4), mask));
            }
            default ->
                products.mul(scale(panel, row, group, mask)).add(minimum(panel, row, group, mask).mul(sum));
        };
    }

    /** The summand of a group of Q6_K, of the sums of products and of x of both halves. */
    private static Tensor six(Arrays panel, Tensor row, Number group, Tensor mask, Tensor left,
        Tensor leftSum, Tensor right, Tensor rightSum, @Constant boolean GPU) {
        float unit = QuantizedTiles.unit(GPU);
        float shift = 32.0f / unit;
        var at = panel.codes().add(row.add(Triton.mul(group, 2 * PANEL)));
        var first = left.sub(leftSum.mul(shift)).mul(QuantizedTiles.loadFloats(at, mask));
        var second = right.sub(rightSum.mul(shift)).mul(QuantizedTiles.loadFloats(at.add(PANEL), mask));
        var scale = scale(panel, row, Triton.div(group, 8), mask);
        return first.add(second).mul(GPU ? scale.mul(unit) : scale);
    }

    private static Tensor nested(
        Arrays panel, Tensor row, Number group, Tensor mask, Tensor products, Tensor sum) {
        var at = row.add(Triton.mul(group, 2 * PANEL));
        var scale = QuantizedTiles.loadFloats(panel.codes().add(at), mask);
        var minimum = QuantizedTiles.loadFloats(panel.codes().add(at).add(PANEL), mask);
        return products.mul(scale)
            .mul(scale(panel, row, Triton.div(group, 8), mask))
            .sub(minimum.mul(sum).mul(minimum(panel, row, Triton.div(group, 8), mask)));
    }

    private static Tensor scale(Arrays panel, Tensor row, Number at, Tensor mask) {
        return QuantizedTiles.loadFloats(panel.scales().add(row.add(Triton.mul(at, PANEL))), mask);
    }

    private static Tensor minimum(Arrays panel, Tensor row, Number at, Tensor mask) {
        return QuantizedTiles.loadFloats(panel.minima().add(row.add(Triton.mul(at, PANEL))), mask);
    }

    private static Tensor total(Octet a, Octet b) {
        return QuantizedTiles.sum(a).add(QuantizedTiles.sum(b));
    }

    /** The exponents of what x is multiplied by for FP8, and of what the sums are then. */
    private static final int FLOAT_SHIFT = 90;
    private static final int FLOAT_UNIT = 120 - FLOAT_SHIFT;

    /** Adds the products of 16 codes with x, half HALF of a group, 1 / unit(GPU) times as large, to sums. */
    private static Tensor half(Tensor sums, Arrays panel, Tensor row, Number group, Tensor mask, Octet a,
        Octet b, @Constant int HALF, @Constant Format FORMAT, @Constant boolean GPU) {
        int words = QuantizedTiles.words(FORMAT) / 2;
        var at = panel.words().add(row.add(Triton.mul(group, 2 * words * PANEL)).add(HALF * words * PANEL));
        var first = QuantizedTiles.load(at, mask);
        var second = QuantizedTiles.load(at.add(PANEL), mask);
        if (QuantizedTiles.isWide(FORMAT)) {
            var third = QuantizedTiles.load(at.add(2 * PANEL), mask);
            var fourth = QuantizedTiles.load(at.add(3 * PANEL), mask);
            if (FORMAT == Format.FP8) {
                float factor = QuantizedTiles.power(FLOAT_SHIFT);
                return QuantizedTiles.dotFloats(
                    QuantizedTiles.dotFloats(sums, first, second, QuantizedTiles.times(a, factor), GPU),
                    third, fourth, QuantizedTiles.times(b, factor), GPU);
            }
            return QuantizedTiles.dot8(
                QuantizedTiles.dot8(sums, first, second, QuantizedTiles.factors(a, true, GPU), GPU), third,
                fourth, QuantizedTiles.factors(b, true, GPU), GPU);
        }
        var x = QuantizedTiles.factors(a, false, GPU);
        var y = QuantizedTiles.factors(b, false, GPU);
        var low = QuantizedTiles.dot4(QuantizedTiles.dot4(sums, first, x, 15, GPU), second, y, 15, GPU);
        if (QuantizedTiles.highWords(FORMAT) == 0) {
            return low;
        }
        return high(low, panel, row, group, mask, x, y, HALF, FORMAT, GPU);
    }

    /**
     * Adds the products of the upper bits. Those of two words are next to each other in one word, where the
     * bits of the second are two, or four, times as large.
     */
    private static Tensor high(Tensor sums, Arrays panel, Tensor row, Number group, Tensor mask, Octet x,
        Octet y, @Constant int HALF, @Constant Format FORMAT, @Constant boolean GPU) {
        int parts = QuantizedTiles.highWords(FORMAT);
        int width = parts == 1 ? 1 : 2;
        int shift = parts == 1 ? 2 * HALF : 0;
        int bits = (1 << width) - 1;
        var words = QuantizedTiles.load(
            panel.high().add(row.add(Triton.mul(group, parts * PANEL)).add(parts == 1 ? 0 : HALF * PANEL)),
            mask);
        var first = QuantizedTiles.dot4(null, words, x, bits << shift, GPU);
        var second = QuantizedTiles.dot4(null, words, y, bits << shift + width, GPU);
        return sums.add(first.mul(16.0f / (1 << shift))).add(second.mul(16.0f / (1 << shift + width)));
    }
}
