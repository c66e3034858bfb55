// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

/**
 * Divides words as BERT does: from the left, the longest token that the vocabulary has, where tokens inside
 * of a word have a prefix (Wu and others, "Google's Neural Machine Translation System", 2016). A word that
 * cannot be divided, or is too long, is one unknown token.
 */
final class WordPieceModel implements TokenModel {
    private final Vocabulary vocabulary;
    private final String prefix;
    private final int longest;
    private final int unknown;

    /**
     * A model.
     *
     * @param vocabulary the tokens
     * @param prefix what tokens inside of a word begin with, such as {@code ##}
     * @param longest the most characters of a word that is divided
     * @param unknown the token of other words
     */
    WordPieceModel(Vocabulary vocabulary, String prefix, int longest, int unknown) {
        this.vocabulary = vocabulary;
        this.prefix = prefix;
        this.longest = longest;
        this.unknown = unknown;
    }

    @Override
    public void encode(String piece, TokenList out) {
        if (piece.codePointCount(0, piece.length()) > longest) {
            out.add(unknown);
            return;
        }
        TokenList tokens = new TokenList();
        int start = 0;
        while (start < piece.length()) {
            int end = piece.length();
            int token = -1;
            while (end > start && token < 0) {
                String part = piece.substring(start, end);
                token = vocabulary.id(start == 0 ? part : prefix + part);
                end = token < 0 ? piece.offsetByCodePoints(end, -1) : end;
            }
            if (token < 0) {
                out.add(unknown);
                return;
            }
            tokens.add(token);
            start = end;
        }
        out.addAll(tokens.toArray(0));
    }
}
