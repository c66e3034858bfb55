// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The letters that represent bytes in vocabularies of byte-level models, as in GPT-2: printable characters of
 * Latin-1 represent themselves, and the other 68 bytes are U+0100 and following.
 */
final class ByteLetters {
    private static final char[] LETTERS = new char[256];
    private static final short[] BYTES = new short[256 + 68];

    static {
        Arrays.fill(BYTES, (short) -1);
        char next = 256;
        for (int b = 0; b < 256; b++) {
            boolean isPrintable = b > 0x20 && b < 0x7f || b > 0xa0 && b != 0xad;
            LETTERS[b] = isPrintable ? (char) b : next++;
            BYTES[LETTERS[b]] = (short) b;
        }
    }

    private ByteLetters() {}

    /** The letter of a byte, from 0 to 255. */
    static char letter(int b) {
        return LETTERS[b];
    }

    /** The letters of the text's bytes in UTF-8. */
    static String encode(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        char[] letters = new char[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            letters[i] = LETTERS[bytes[i] & 0xff];
        }
        return new String(letters);
    }

    /** The bytes that the letters represent; the text in UTF-8 if it has other characters. */
    static byte[] decode(String letters) {
        byte[] bytes = new byte[letters.length()];
        for (int i = 0; i < bytes.length; i++) {
            char c = letters.charAt(i);
            if (c >= BYTES.length || BYTES[c] < 0) {
                return letters.getBytes(StandardCharsets.UTF_8);
            }
            bytes[i] = (byte) BYTES[c];
        }
        return bytes;
    }
}
