// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.kernels.QuantizedMatrix.Format;
import io.github.cm2tt.kernels.QuantizedTiles.Arrays;
import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;

/**
 * The numbers of a quantised matrix in kernels, as floats: exactly those of GGML's conversion, which rounds
 * as often. Those of FP8 lack the scale of the row.
 */
final class QuantizedElements {
    private static final int PANEL = QuantizedTiles.PANEL;

    private QuantizedElements() {}

    /**
     * Columns of a panel, by the indices of groups and words in a row, and of codes in a word. They are tiles
     * that are broadcast: a word, or a scale, may serve several columns. The mask has the shape of the
     * groups, or is null.
     */
    record Columns(Tensor group, Tensor word, Tensor code, Tensor mask) {}

    /** The numbers of a tile of columns of some rows of a panel, which are broadcast. */
    static Tensor of(Arrays panel, Tensor k, Tensor row, int columns, @Constant Format FORMAT) {
        int codes = 32 / QuantizedTiles.words(FORMAT);
        return numbers(panel, new Columns(k.div(32), k.div(codes), k.mod(codes), k.lt(columns)), row, FORMAT);
    }

    /** The numbers of BK columns, from a group on, of BN rows of a panel, from a row on: BK x BN. */
    static Tensor tile(Arrays panel, int firstGroup, int groups, int firstRow, @Constant Format FORMAT,
        @Constant int BK, @Constant int BN) {
        int words = QuantizedTiles.words(FORMAT);
        var group = Triton.arange(0, BK / 32).add(firstGroup).expand(1).expand(2).expand(3);
        var word = Triton.arange(0, words).expand(0).expand(2).expand(3).add(group.mul(words));
        var code = Triton.arange(0, 32 / words).expand(0).expand(0).expand(3);
        var row = Triton.arange(0, BN).add(firstRow).expand(0).expand(0).expand(0);
        // One group exists; of several, the last ones may not.
        var mask = BK == 32 ? null : group.lt(groups);
        var numbers = numbers(panel, new Columns(group, word, code, mask), row, FORMAT);
        return numbers.reshape(BK, BN);
    }

    private static Tensor numbers(Arrays panel, Columns at, Tensor row, @Constant Format FORMAT) {
        var code = Triton.conv(float.class, code(panel, at, row, FORMAT));
        return switch (FORMAT) {
            case Q4_0 -> code.sub(8.0f).mul(load(panel.scales(), at.group(), row, at));
            case Q5_0 -> code.sub(16.0f).mul(load(panel.scales(), at.group(), row, at));
            case Q8_0 -> code.sub(128.0f).mul(load(panel.scales(), at.group(), row, at));
            case Q4_1, Q5_1 ->
                code.mul(load(panel.scales(), at.group(), row, at))
                    .add(load(panel.minima(), at.group(), row, at));
            case Q4_K, Q5_K -> {
                var scale = load(panel.scales(), at.group().div(8), row, at);
                var minimum = load(panel.minima(), at.group().div(8), row, at);
                scale = scale.mul(load(panel.codes(), at.group().mul(2), row, at));
                minimum = minimum.mul(load(panel.codes(), at.group().mul(2).add(1), row, at));
                yield code.mul(scale).sub(minimum);
            }
            case Q6_K -> {
                var scale = load(panel.scales(), at.group().div(8), row, at);
                yield code.sub(32.0f).mul(scale.mul(load(panel.codes(), at.word().div(2), row, at)));
            }
            case INT4 -> {
                var zero = load(panel.minima(), at.group().div(4), row, at);
                yield code.sub(zero).mul(load(panel.scales(), at.group().div(4), row, at));
            }
            case FP8 -> code;
        };
    }

    /** The codes, without a sign; of FP8 the numbers. */
    private static Tensor code(Arrays panel, Columns at, Tensor row, @Constant Format FORMAT) {
        var words = QuantizedTiles.load(panel.words().add(at.word().mul(PANEL).add(row)), at.mask());
        if (FORMAT == Format.FP8) {
            var upper = words.shl(at.code().mul(-8).add(24));
            return QuantizedTiles.float8(upper).mul(QuantizedTiles.power(120));
        }
        if (QuantizedTiles.isWide(FORMAT)) {
            return words.ushr(at.code().mul(8)).and(255);
        }
        var code = words.ushr(at.code().mul(4)).and(15);
        if (QuantizedTiles.highWords(FORMAT) == 1) {
            var bits = QuantizedTiles.load(panel.high().add(at.group().mul(PANEL).add(row)), at.mask());
            code = code.or(bits.ushr(at.code().mul(4).add(at.word().mod(4))).and(1).shl(4));
        }
        if (QuantizedTiles.highWords(FORMAT) == 2) {
            var bits = QuantizedTiles.load(panel.high().add(at.word().div(2).mul(PANEL).add(row)), at.mask());
            code = code.or(bits.ushr(at.code().mul(4).add(at.word().mod(2).mul(2))).and(3).shl(4));
        }
        return code;
    }

    /** The numbers of rows at an index of an array of rows. */
    private static Tensor load(Ptr array, Tensor index, Tensor row, Columns at) {
        return QuantizedTiles.loadFloats(array.add(index.mul(PANEL).add(row)), at.mask());
    }
}
