// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/**
 * SentencePiece's precompiled normalizer: replaces the longest texts that a double array (Aoe, 1989; the
 * layout is that of Darts-clone) maps to an offset of a text that ends with a byte 0. The bytes are the size
 * of the double array, its units of 4 bytes, then the texts.
 */
final class CharacterMap implements UnaryOperator<String> {
    private final int[] units;
    private final byte[] texts;

    CharacterMap(String source, long[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (long value : values) {
            bytes.put((byte) value);
        }
        bytes.flip();
        int size = bytes.remaining() < 4 ? -1 : bytes.getInt();
        if (size < 4 || size % 4 != 0 || size > bytes.remaining()) {
            throw new ModelFileException(source + ": the precompiled map of characters is malformed");
        }
        units = new int[size / 4];
        bytes.asIntBuffer().get(units);
        bytes.position(bytes.position() + size);
        texts = new byte[bytes.remaining()];
        bytes.get(texts);
    }

    @Override
    public String apply(String text) {
        byte[] in = text.getBytes(StandardCharsets.UTF_8);
        var out = new ByteArrayOutputStream(in.length);
        int position = 0;
        while (position < in.length) {
            long match = longest(in, position);
            if (match < 0) {
                int end = endOfCharacter(in, position);
                out.write(in, position, end - position);
                position = end;
            } else {
                int offset = (int) match;
                int end = offset;
                while (end < texts.length && texts[end] != 0) {
                    end++;
                }
                out.write(texts, offset, end - offset);
                position += (int) (match >>> 32);
            }
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static int endOfCharacter(byte[] in, int position) {
        int end = position + 1;
        while (end < in.length && (in[end] & 0xc0) == 0x80) {
            end++;
        }
        return end;
    }

    /** The length of the longest text at the position that is mapped, and the offset; -1 without one. */
    private long longest(byte[] in, int position) {
        long match = -1;
        int node = base(units[0]);
        for (int i = position; i < in.length; i++) {
            int label = in[i] & 0xff;
            node ^= label;
            // The label of a unit has its sign, so that a leaf equals none.
            if (label == 0 || node >= units.length || (units[node] & 0x8000_00ff) != label) {
                break;
            }
            boolean hasLeaf = (units[node] >>> 8 & 1) == 1;
            node ^= base(units[node]);
            if (node >= units.length) {
                break;
            }
            if (hasLeaf && (units[node] & 0x7fff_ffff) < texts.length) {
                match = (long) (i + 1 - position) << 32 | units[node] & 0x7fff_ffff;
            }
        }
        return match;
    }

    private static int base(int unit) {
        return unit >>> 10 << ((unit & 1 << 9) >>> 6);
    }
}
