// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.kernels.QuantizedMatrix.Format;
import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;

/**
 * Numbers of quantised matrices in kernels.
 *
 * <p><b>Layout.</b> PANEL rows are a panel, 32 columns of it a group; element e of a group is in word e / 8
 * or, if codes have 8 bits, e / 4. A panel consists of its groups, a group of its words, a word of one int
 * for each row: so neighbouring rows are neighbours in memory, for vectors of a CPU and for the loads of a
 * warp. Code p of a word is in the bits from 4 p or 8 p on. The fifth bits of a group are in one word: that
 * of code p of word w is bit 4 p + w. The two upper bits of Q6_K are in two words, for word w in bit
 * 4 p + 2 (w % 2) and the next one of word w / 2.
 *
 * <p><b>In place.</b> A code that is masked in its word, without a shift, is its value times a power of two.
 * {@link #field} makes a float of it, by a conversion on a CPU; on a GPU the bits themselves are a float: a
 * subnormal one, which multiplications take at full speed. The other factor has the inverse power of two. So
 * a product takes two or three instructions.
 */
final class QuantizedTiles {
    /** The rows that are next to each other. */
    static final int PANEL = 64;

    private QuantizedTiles() {}

    /** The arrays of a matrix, or of one panel; null if the format has none. */
    record Arrays(Ptr words, Ptr high, Ptr scales, Ptr minima, Ptr codes) {}

    /** Eight tiles, or numbers: of neighbouring columns. */
    record Octet(Tensor a, Tensor b, Tensor c, Tensor d, Tensor e, Tensor f, Tensor g, Tensor h) {}

    /** Whether codes have 8 bits. */
    static boolean isWide(@Constant Format format) {
        return format == Format.Q8_0 || format == Format.FP8;
    }

    /** Whether groups have scales that are products of two numbers. */
    static boolean isNested(@Constant Format format) {
        return format == Format.Q4_K || format == Format.Q5_K || format == Format.Q6_K;
    }

    /** The number of words of a group. */
    static int words(@Constant Format format) {
        return isWide(format) ? 8 : 4;
    }

    /** The number of words of a group that have the upper bits. */
    static int highWords(@Constant Format format) {
        return switch (format) {
            case Q5_0, Q5_1, Q5_K -> 1;
            case Q6_K -> 2;
            default -> 0;
        };
    }

    /** The number of scales of a row of that many groups. */
    static int scales(@Constant Format format, int groups) {
        return switch (format) {
            case Q4_K, Q5_K, Q6_K -> groups / 8;
            case INT4 -> (groups + 3) / 4;
            case FP8 -> 1;
            default -> groups;
        };
    }

    /** The number of scales of a group that are bytes. */
    static int codes(@Constant Format format) {
        return isNested(format) ? 2 : 0;
    }

    /** The arrays of a panel. */
    static Arrays panel(Arrays all, long panel, int groups, @Constant Format FORMAT) {
        long words = panel * groups * (words(FORMAT) * PANEL);
        long high = panel * groups * (highWords(FORMAT) * PANEL);
        long scales = panel * scales(FORMAT, groups) * PANEL;
        long codes = panel * groups * (codes(FORMAT) * PANEL);
        return new Arrays(all.words().add(words), all.high() == null ? null : all.high().add(high),
            all.scales().add(scales), all.minima() == null ? null : all.minima().add(scales),
            all.codes() == null ? null : all.codes().add(codes));
    }

    /** Two to a power, a constant. */
    static float power(@Constant int exponent) {
        return Float.intBitsToFloat((127 + exponent) << 23);
    }

    /**
     * The bit at which a code of WIDTH bits, which begins at BIT of its word, is a float: its own, unless
     * that is among the bits of the exponent, or of the sign of an int.
     */
    static int position(@Constant int BIT, @Constant int WIDTH, @Constant boolean GPU) {
        if (GPU) {
            return BIT + WIDTH <= 23 ? BIT : BIT - 16;
        }
        return BIT + WIDTH <= 31 ? BIT : 0;
    }

    /**
     * The bits MASK of the codes that begin at BIT, as floats: times two to the power of {@link #position}
     * and, on a GPU, of -149.
     */
    static Tensor field(
        Tensor words, @Constant int BIT, @Constant int WIDTH, @Constant int MASK, @Constant boolean GPU) {
        int position = position(BIT, WIDTH, GPU);
        var bits = (BIT == position ? words : words.ushr(BIT - position)).and(MASK << position);
        return GPU ? bits.bitcast(float.class) : Triton.conv(float.class, bits);
    }

    /** The factors of the codes of words: x by the inverse of what field multiplies by. */
    static Octet factors(Octet x, @Constant boolean WIDE, @Constant boolean GPU) {
        return new Octet(factor(x.a(), 0, WIDE, GPU), factor(x.b(), 1, WIDE, GPU),
            factor(x.c(), 2, WIDE, GPU), factor(x.d(), 3, WIDE, GPU), factor(x.e(), 4, WIDE, GPU),
            factor(x.f(), 5, WIDE, GPU), factor(x.g(), 6, WIDE, GPU), factor(x.h(), 7, WIDE, GPU));
    }

    /** A factor; on a GPU times {@link #SHIFT}, so that products with subnormal numbers are normal. */
    private static Tensor factor(Tensor x, @Constant int AT, @Constant boolean WIDE, @Constant boolean GPU) {
        int position = WIDE ? position(AT % 4 * 8, 8, GPU) : position(AT * 4, 4, GPU);
        int exponent = (GPU ? SHIFT : 0) - position;
        return exponent == 0 ? x : x.mul(power(exponent));
    }

    /** The exponent of two of products on a GPU: factors are less than 2^50. */
    static final int SHIFT = 76;

    /** The number by which sums of products are to be multiplied. */
    static float unit(@Constant boolean GPU) {
        return GPU ? power(149 - SHIFT) : 1;
    }

    /**
     * Adds eight products of codes of four bits, masked, to sums, if there are any. A GPU has enough sums at
     * once; on a CPU, there are two chains of additions.
     */
    static Tensor dot4(Tensor sums, Tensor words, Octet x, @Constant int MASK, @Constant boolean GPU) {
        var first = plus(sums, field(words, 0, 4, MASK, GPU).mul(x.a()));
        first = first.add(field(words, 4, 4, MASK, GPU).mul(x.b()));
        first = first.add(field(words, 8, 4, MASK, GPU).mul(x.c()));
        first = first.add(field(words, 12, 4, MASK, GPU).mul(x.d()));
        var last = plus(GPU ? first : null, field(words, 16, 4, MASK, GPU).mul(x.e()));
        last = last.add(field(words, 20, 4, MASK, GPU).mul(x.f()));
        last = last.add(field(words, 24, 4, MASK, GPU).mul(x.g()));
        last = last.add(field(words, 28, 4, MASK, GPU).mul(x.h()));
        return GPU ? last : first.add(last);
    }

    /** Adds eight products of unsigned bytes. */
    static Tensor dot8(Tensor sums, Tensor words, Tensor next, Octet x, @Constant boolean GPU) {
        var first = plus(sums, field(words, 0, 8, 255, GPU).mul(x.a()));
        first = first.add(field(words, 8, 8, 255, GPU).mul(x.b()));
        first = first.add(field(words, 16, 8, 255, GPU).mul(x.c()));
        first = first.add(field(words, 24, 8, 255, GPU).mul(x.d()));
        var last = plus(GPU ? first : null, field(next, 0, 8, 255, GPU).mul(x.e()));
        last = last.add(field(next, 8, 8, 255, GPU).mul(x.f()));
        last = last.add(field(next, 16, 8, 255, GPU).mul(x.g()));
        last = last.add(field(next, 24, 8, 255, GPU).mul(x.h()));
        return GPU ? last : first.add(last);
    }

    /** Adds eight products of bytes of FP8, which are 2^-120 times as large. */
    static Tensor dotFloats(Tensor sums, Tensor words, Tensor next, Octet x, @Constant boolean GPU) {
        var first = plus(sums, float8(words.shl(24)).mul(x.a()));
        first = first.add(float8(words.shl(16)).mul(x.b()));
        first = first.add(float8(words.shl(8)).mul(x.c()));
        first = first.add(float8(words).mul(x.d()));
        var last = plus(GPU ? first : null, float8(next.shl(24)).mul(x.e()));
        last = last.add(float8(next.shl(16)).mul(x.f()));
        last = last.add(float8(next.shl(8)).mul(x.g()));
        last = last.add(float8(next).mul(x.h()));
        return GPU ? last : first.add(last);
    }

    private static Tensor plus(Tensor sums, Tensor products) {
        return sums == null ? products : sums.add(products);
    }

    /** The number of FP8 in the upper byte, 2^-120 times as large: its bits are those of a float. */
    static Tensor float8(Tensor words) {
        return words.shr(4).and(0x87F00000).bitcast(float.class);
    }

    /** Eight numbers, each by one. */
    static Octet times(Octet x, @Constant float FACTOR) {
        return new Octet(x.a().mul(FACTOR), x.b().mul(FACTOR), x.c().mul(FACTOR), x.d().mul(FACTOR),
            x.e().mul(FACTOR), x.f().mul(FACTOR), x.g().mul(FACTOR), x.h().mul(FACTOR));
    }

    /** The sum of eight numbers. */
    static Tensor sum(Octet x) {
        return x.a().add(x.b()).add(x.c().add(x.d())).add(x.e().add(x.f()).add(x.g().add(x.h())));
    }

    /** The numbers that pointers point to; zeros where the mask is false, if there is one. */
    static Tensor load(Tensor pointers, Tensor mask) {
        return mask == null ? pointers.load() : pointers.load(mask, 0);
    }

    /** The same, as floats. */
    static Tensor loadFloats(Tensor pointers, Tensor mask) {
        return Triton.conv(float.class, load(pointers, mask));
    }
}
