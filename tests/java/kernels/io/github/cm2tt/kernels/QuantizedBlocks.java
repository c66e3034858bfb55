// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.kernels.QuantizedMatrix.Format;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/** Random blocks of GGML's formats, and their numbers by the formulas of its conversions to float. */
final class QuantizedBlocks {
    private QuantizedBlocks() {}

    /** Returns random blocks whose scales are from 2^-10 to 2^-7. */
    static ByteBuffer random(Format format, int rows, int columns, long seed) {
        int blocks = rows * columns / format.blockColumns();
        byte[] bytes = new byte[blocks * format.blockBytes()];
        new Random(seed).nextBytes(bytes);
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int block = 0; block < blocks; block++) {
            int at = block * format.blockBytes();
            scale(buffer, format == Format.Q6_K ? at + 208 : at);
            switch (format) {
                case Q4_1, Q5_1, Q4_K, Q5_K -> scale(buffer, at + 2);
                default -> {
                }
            }
        }
        return buffer;
    }

    private static void scale(ByteBuffer buffer, int at) {
        buffer.putShort(at, (short) (0x1400 + (buffer.getShort(at) & 0x8BFF)));
    }

    /** A number of fp16 that is not subnormal. */
    static float half(ByteBuffer buffer, int at) {
        int bits = buffer.getShort(at);
        return Float.intBitsToFloat((bits & 0x8000) << 16 | ((bits & 0x7FFF) << 13) + 0x38000000);
    }

    /** Returns the numbers of blocks. */
    static float[] toFloats(Format format, ByteBuffer buffer) {
        int blocks = buffer.capacity() / format.blockBytes();
        float[] numbers = new float[blocks * format.blockColumns()];
        for (int block = 0; block < blocks; block++) {
            for (int i = 0; i < format.blockColumns(); i++) {
                numbers[block * format.blockColumns() + i] =
                    number(format, buffer, block * format.blockBytes(), i);
            }
        }
        return numbers;
    }

    private static float number(Format format, ByteBuffer block, int at, int i) {
        float d = half(block, format == Format.Q6_K ? at + 208 : at);
        return switch (format) {
            case Q4_0 -> (nibble(block, at + 2, i) - 8) * d;
            case Q4_1 -> nibble(block, at + 4, i) * d + half(block, at + 2);
            case Q5_0 -> (nibble(block, at + 6, i) + (block.getInt(at + 2) >>> i & 1) * 16 - 16) * d;
            case Q5_1 ->
                (nibble(block, at + 8, i) + (block.getInt(at + 4) >>> i & 1) * 16) * d + half(block, at + 2);
            case Q8_0 -> block.get(at + 2 + i) * d;
            case Q4_K ->
                d* scaleOf(block, at + 4, i / 32) * large(block, at + 16, i)
                    - half(block, at + 2) * minimumOf(block, at + 4, i / 32);
            case Q5_K ->
                d* scaleOf(block, at + 4, i / 32)
                        * (large(block, at + 48, i) + (block.get(at + 16 + i % 32) >>> i / 32 & 1) * 16)
                    - half(block, at + 2) * minimumOf(block, at + 4, i / 32);
            case Q6_K -> d* block.get(at + 192 + i / 16) * (six(block, at, i) - 32);
            default -> throw new IllegalArgumentException(format.toString());
        };
    }

    private static int nibble(ByteBuffer block, int at, int i) {
        return block.get(at + i % 16) >>> i / 16 * 4 & 15;
    }

    private static int large(ByteBuffer block, int at, int i) {
        return block.get(at + i / 64 * 32 + i % 32) >>> i % 64 / 32 * 4 & 15;
    }

    private static int six(ByteBuffer block, int at, int i) {
        int low = block.get(at + i / 128 * 64 + i % 64) >>> i % 128 / 64 * 4 & 15;
        return low | (block.get(at + 128 + i / 128 * 32 + i % 32) >>> i % 128 / 32 * 2 & 3) << 4;
    }

    private static int scaleOf(ByteBuffer block, int at, int j) {
        if (j < 4)
            return block.get(at + j) & 63;
        return block.get(at + j + 4) & 15 | (block.get(at + j - 4) >>> 6 & 3) << 4;
    }

    private static int minimumOf(ByteBuffer block, int at, int j) {
        if (j < 4)
            return block.get(at + j + 4) & 63;
        return block.get(at + j + 4) >>> 4 & 15 | (block.get(at + j) >>> 6 & 3) << 4;
    }
}
