// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Decodes UTF-8 that comes in parts: a character is returned once its last byte is there. */
final class Utf8Stream {
    private final CharsetDecoder decoder = replacingDecoder();
    private byte[] pending = new byte[0];

    private static CharsetDecoder replacingDecoder() {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        decoder.onMalformedInput(CodingErrorAction.REPLACE);
        return decoder.onUnmappableCharacter(CodingErrorAction.REPLACE);
    }

    /** Adds bytes; returns the text that is complete. */
    String add(byte[] bytes) {
        byte[] all = Arrays.copyOf(pending, pending.length + bytes.length);
        System.arraycopy(bytes, 0, all, pending.length, bytes.length);
        return decode(all, false);
    }

    /** Ends the text; returns U+FFFD if a character is not complete. */
    String finish() {
        String text = decode(pending, true);
        decoder.reset();
        return text;
    }

    private String decode(byte[] bytes, boolean isEnd) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length + 1);
        decoder.decode(in, out, isEnd);
        pending = Arrays.copyOfRange(bytes, in.position(), bytes.length);
        return out.flip().toString();
    }
}
