// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.kernels.QuantizedMatrix.Format;
import java.nio.ByteBuffer;

/**
 * One panel of a quantised matrix in the memory of the host, in the layout that {@link QuantizedTiles}
 * describes. Arrays that the format does not have are empty; rows that do not exist are zeros.
 */
final class QuantizedPanel {
    private static final int PANEL = QuantizedTiles.PANEL;
    private static final long LOW_NIBBLES = 0x0F0F0F0F0F0F0F0FL;

    final Format format;
    final int groups;
    /** Codes: [groups, words, PANEL]. */
    final int[] words;
    /** Upper bits: [groups, words, PANEL]. */
    final int[] high;
    /** Scales of fp16: [scales, PANEL]. */
    final short[] scales;
    /** Scales of FP8. */
    final float[] floats;
    /** Minima, or zeros, of fp16: [scales, PANEL]. */
    final short[] minima;
    /** Scales of bytes: [groups, 2, PANEL]: scale and minimum, or the scales of both halves. */
    final byte[] codes;

    QuantizedPanel(Format format, int groups) {
        this.format = format;
        this.groups = groups;
        int numbers = QuantizedTiles.scales(format, groups) * PANEL;
        boolean hasMinima = switch (format) {
            case Q4_1, Q5_1, Q4_K, Q5_K, INT4 -> true;
            default -> false;
        };
        words = new int[groups * QuantizedTiles.words(format) * PANEL];
        high = new int[groups * QuantizedTiles.highWords(format) * PANEL];
        scales = new short[format == Format.FP8 ? 0 : numbers];
        floats = new float[format == Format.FP8 ? numbers : 0];
        minima = new short[hasMinima ? numbers : 0];
        codes = new byte[groups * QuantizedTiles.codes(format) * PANEL];
    }

    /** The lower halves of eight bytes as the codes of a word. */
    static int compress(long nibbles) {
        long x = nibbles | nibbles >>> 4;
        x &= 0x00FF00FF00FF00FFL;
        x |= x >>> 8;
        x &= 0x0000FFFF0000FFFFL;
        return (int) (x | x >>> 16);
    }

    /** Sets word w of a group to codes: the lower, or the upper, halves of eight bytes. */
    void word(int group, int w, int row, long bytes, boolean isUpper) {
        words[(group * 4 + w) * PANEL + row] = compress((isUpper ? bytes >>> 4 : bytes) & LOW_NIBBLES);
    }

    /** Adds bits to the upper bits of a group: BITS of each of eight bytes, for word w. */
    void highBits(int group, int w, int row, long bytes, int bits) {
        int wordsOfGroup = QuantizedTiles.highWords(format);
        int wordsInOne = 4 / wordsOfGroup;
        high[(group * wordsOfGroup + w / wordsInOne) * PANEL + row] |= compress(bytes)
            << w % wordsInOne * bits;
    }

    /** Sets the words of a row to codes of four bits in the order of columns, two a byte. */
    void nibbles(ByteBuffer source, int from, int row) {
        for (int i = 0; i < groups * 4; i++) {
            words[i * PANEL + row] = source.getInt(from + i * 4);
        }
    }

    /** Sets the words of a row to bytes. */
    void bytes(ByteBuffer source, int from, int flipped, int row) {
        for (int i = 0; i < groups * 8; i++) {
            words[i * PANEL + row] = source.getInt(from + i * 4) ^ flipped;
        }
    }

    /** Sets the scales and minima of a row to numbers of an array. */
    void halves(float[] scaleNumbers, float[] minimumNumbers, int from, int count, int row) {
        for (int i = 0; i < count; i++) {
            scales[i * PANEL + row] = half(scaleNumbers[from + i]);
            minima[i * PANEL + row] = half(minimumNumbers[from + i]);
        }
    }

    /** The bits of the nearest number of fp16, ties to even. */
    static short half(float number) {
        int bits = Float.floatToRawIntBits(number);
        int sign = bits >>> 16 & 0x8000;
        int magnitude = bits & 0x7FFFFFFF;
        if (magnitude > 0x7F800000) {
            return (short) (sign | 0x7E00);
        }
        if (magnitude >= 0x477FF000) {
            return (short) (sign | 0x7C00);
        }
        if (magnitude < 0x38800000) {
            // Subnormal: added to 0.5, whose last bit is that of the result.
            return (short) (sign | Float.floatToRawIntBits(Float.intBitsToFloat(magnitude) + 0.5f) & 0x7FF);
        }
        int rounded = magnitude + 0xFFF + (magnitude >>> 13 & 1);
        return (short) (sign | rounded - 0x38000000 >>> 13);
    }
}
