// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.BitSet;
import java.util.List;

/** Finds added tokens in texts: the leftmost first, of those the longest. */
final class AddedTokens {
    /** Receives the parts of a text, in order. */
    interface Sink {
        /** Text between tokens, not empty, and where it begins. */
        void text(String text, int start);

        void token(int id);
    }

    private final List<AddedToken> tokens;
    private final TextTrie all = new TextTrie();
    private final TextTrie ordinary = new TextTrie();

    AddedTokens(List<AddedToken> tokens) {
        this.tokens = List.copyOf(tokens);
        for (int i = 0; i < this.tokens.size(); i++) {
            AddedToken token = this.tokens.get(i);
            all.put(token.text(), i);
            if (!token.isSpecial()) {
                ordinary.put(token.text(), i);
            }
        }
    }

    /**
     * Divides a text.
     *
     * @param text the text
     * @param specials whether tokens that control are found
     * @param content characters that are in no token that controls, though these are found
     * @param sink receives the parts
     */
    void split(String text, boolean specials, BitSet content, Sink sink) {
        TextTrie trie = specials ? all : ordinary;
        int start = 0;
        int position = 0;
        while (position < text.length()) {
            AddedToken token = find(trie, text, position, content);
            if (token == null) {
                position++;
                continue;
            }
            int left = position;
            int right = position + token.text().length();
            while (token.stripsLeft() && left > start && isSpace(text.charAt(left - 1))) {
                left--;
            }
            while (token.stripsRight() && right < text.length() && isSpace(text.charAt(right))) {
                right++;
            }
            if (left > start) {
                sink.text(text.substring(start, left), start);
            }
            sink.token(token.id());
            start = right;
            position = right;
        }
        if (start < text.length()) {
            sink.text(text.substring(start), start);
        }
    }

    private AddedToken find(TextTrie trie, String text, int position, BitSet content) {
        int node = 0;
        int found = -1;
        for (int i = position; i < text.length(); i++) {
            node = trie.step(node, text.charAt(i));
            if (node < 0) {
                break;
            }
            if (trie.value(node) >= 0 && isAllowed(tokens.get(trie.value(node)), position, i, content)) {
                found = trie.value(node);
            }
        }
        if (found < 0) {
            return null;
        }
        AddedToken token = tokens.get(found);
        boolean isInWord = token.isWord()
            && (position > 0 && isWordCharacter(text.codePointBefore(position))
                || position + token.text().length() < text.length()
                    && isWordCharacter(text.codePointAt(position + token.text().length())));
        return isInWord ? null : token;
    }

    private static boolean isAllowed(AddedToken token, int first, int last, BitSet content) {
        int next = content.nextSetBit(first);
        return !token.isSpecial() || next < 0 || next > last;
    }

    /** Whether a character has Unicode's property White_Space. */
    static boolean isSpace(int c) {
        return Character.isSpaceChar(c) || c >= 9 && c <= 13 || c == 0x85;
    }

    private static boolean isWordCharacter(int c) {
        return Character.isLetterOrDigit(c) || c == '_';
    }
}
