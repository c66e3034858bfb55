// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import java.nio.ByteBuffer;

/**
 * Reads the blocks of GGML's formats, which its file {@code ggml-common.h} describes, into the layout for
 * kernels. It moves bits only: no number is rounded.
 */
final class GgufBlocks {
    private static final int PANEL = QuantizedTiles.PANEL;
    private static final long ONES = 0x0101010101010101L;

    private GgufBlocks() {}

    /** Reads the blocks of a row, which begin at a byte. */
    static void row(QuantizedPanel panel, ByteBuffer source, int from, int row) {
        int blocks = panel.groups * 32 / panel.format.blockColumns();
        for (int block = 0; block < blocks; block++) {
            int at = from + block * panel.format.blockBytes();
            switch (panel.format) {
                case Q4_0, Q4_1, Q5_0, Q5_1 -> small(panel, source, at, block, row);
                case Q8_0 -> bytes(panel, source, at, block, row);
                case Q4_K, Q5_K -> large(panel, source, at, block, row);
                case Q6_K -> six(panel, source, at, block, row);
                default -> throw new IllegalArgumentException(panel.format.toString());
            }
        }
    }

    /** A block of 32: scale, perhaps a minimum, perhaps 32 upper bits; the halves of 16 bytes. */
    private static void small(QuantizedPanel panel, ByteBuffer source, int from, int group, int row) {
        int at = from;
        panel.scales[group * PANEL + row] = source.getShort(at);
        at += 2;
        if (panel.minima.length > 0) {
            panel.minima[group * PANEL + row] = source.getShort(at);
            at += 2;
        }
        if (panel.high.length > 0) {
            int bits = source.getInt(at);
            for (int w = 0; w < 4; w++) {
                panel.highBits(group, w, row, spread(bits >>> 8 * w & 0xFF), 1);
            }
            at += 4;
        }
        for (int half = 0; half < 2; half++) {
            panel.word(group, half, row, source.getLong(at + 8 * half), false);
            panel.word(group, 2 + half, row, source.getLong(at + 8 * half), true);
        }
    }

    /** Eight bits as eight bytes. */
    private static long spread(int bits) {
        long x = (bits | (long) bits << 28) & 0x0000000F0000000FL;
        x = (x | x << 14) & 0x0003000300030003L;
        return (x | x << 7) & ONES;
    }

    /** A block of 32: scale, 32 signed bytes, which become unsigned ones. */
    private static void bytes(QuantizedPanel panel, ByteBuffer source, int from, int group, int row) {
        panel.scales[group * PANEL + row] = source.getShort(from);
        for (int w = 0; w < 8; w++) {
            panel.words[(group * 8 + w) * PANEL + row] = source.getInt(from + 2 + 4 * w) ^ 0x80808080;
        }
    }

    /**
     * A block of 256: scale and minimum, 8 scales and 8 minima of 6 bits, perhaps 32 bytes of upper bits, of
     * which bit g belongs to group g; the halves of each 32 bytes are two groups.
     */
    private static void large(QuantizedPanel panel, ByteBuffer source, int from, int block, int row) {
        panel.scales[block * PANEL + row] = source.getShort(from);
        panel.minima[block * PANEL + row] = source.getShort(from + 2);
        boolean hasHigh = panel.high.length > 0;
        int quants = from + (hasHigh ? 48 : 16);
        for (int g = 0; g < 8; g++) {
            int group = block * 8 + g;
            int code = (group * 2) * PANEL + row;
            panel.codes[code] = (byte) scaleOf(source, from + 4, g);
            panel.codes[code + PANEL] = (byte) minimumOf(source, from + 4, g);
            for (int w = 0; w < 4; w++) {
                panel.word(group, w, row, source.getLong(quants + g / 2 * 32 + 8 * w), g % 2 == 1);
                if (hasHigh) {
                    panel.highBits(group, w, row, source.getLong(from + 16 + 8 * w) >>> g & ONES, 1);
                }
            }
        }
    }

    /** The scale of a group, of six bits: the last four have their upper bits beside the first four. */
    private static int scaleOf(ByteBuffer source, int at, int group) {
        if (group < 4) {
            return source.get(at + group) & 63;
        }
        return source.get(at + group + 4) & 15 | (source.get(at + group - 4) & 0xC0) >> 2;
    }

    /** The minimum of a group. */
    private static int minimumOf(ByteBuffer source, int at, int group) {
        if (group < 4) {
            return source.get(at + group + 4) & 63;
        }
        return (source.get(at + group + 4) & 0xF0) >> 4 | (source.get(at + group) & 0xC0) >> 2;
    }

    /**
     * A block of 256: in each half 64 bytes, the lower halves of which are 64 columns and the upper ones the
     * next; then of each half 32 bytes, each with two upper bits for a column of each of its four groups; 16
     * signed scales; the scale of all.
     */
    private static void six(QuantizedPanel panel, ByteBuffer source, int from, int block, int row) {
        panel.scales[block * PANEL + row] = source.getShort(from + 208);
        for (int g = 0; g < 8; g++) {
            int group = block * 8 + g;
            int half = g / 4;
            int quarter = g % 4;
            for (int w = 0; w < 4; w++) {
                long low = source.getLong(from + half * 64 + quarter % 2 * 32 + 8 * w);
                panel.word(group, w, row, low, quarter >= 2);
                long upper = source.getLong(from + 128 + half * 32 + 8 * w) >>> 2 * quarter;
                panel.highBits(group, w, row, upper & 3 * ONES, 2);
            }
            for (int i = 0; i < 2; i++) {
                panel.codes[(group * 2 + i) * PANEL + row] = source.get(from + 192 + g * 2 + i);
            }
        }
    }
}
