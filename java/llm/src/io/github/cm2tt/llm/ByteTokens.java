// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.nio.charset.StandardCharsets;

/** Text as tokens of its bytes, such as {@code <0x0A>}, where a vocabulary has no other token for it. */
final class ByteTokens {
    private ByteTokens() {}

    /**
     * Adds a token for each byte in UTF-8.
     *
     * @param vocabulary the tokens
     * @param text the text
     * @param out the ids are added to it
     * @return whether the vocabulary has the tokens; if not, none was added
     */
    static boolean add(Vocabulary vocabulary, String text, TokenList out) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (byte b : bytes) {
            if (vocabulary.byteId(b & 0xff) < 0) {
                return false;
            }
        }
        for (byte b : bytes) {
            out.add(vocabulary.byteId(b & 0xff));
        }
        return true;
    }
}
