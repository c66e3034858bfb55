// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import java.util.Arrays;

/**
 * The tokens of a source file by index, without comments and white space. Punctuation is one token for each
 * character, so {@code >>} is two tokens. Trees of javac have the position of their first token only, unless
 * it is asked for more.
 *
 * <p>Not here: the tokens of a tree ({@link Positions}).
 */
final class Tokens {
    private final CharSequence text;
    private int[] starts = new int[256];
    private int count;

    Tokens(CharSequence text) {
        this.text = text;
        int at = 0;
        while (at < text.length()) {
            int end = skip(at);
            if (end == at) {
                add(at);
                end = endOfToken(at);
            }
            at = end;
        }
    }

    private void add(int start) {
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
        }
        starts[count++] = start;
    }

    /** Returns the index of the token that starts at an offset of the file; negative if no token does. */
    int at(long offset) {
        return offset < 0 || offset > text.length() ? -1
                                                    : Arrays.binarySearch(starts, 0, count, (int) offset);
    }

    /** Returns the offset of a token in the file. */
    int start(int index) {
        return starts[index];
    }

    /** Returns whether a token starts with a character; false if there is no such token. */
    boolean is(int index, char first) {
        return index >= 0 && index < count && text.charAt(starts[index]) == first;
    }

    /** Returns the next token, from an index on, that starts with a character, or -1. */
    int next(int index, char first) {
        for (int i = index; i < count; i++) {
            if (is(i, first)) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the token that closes the bracket at an index; -1 if none does. */
    int closing(int index, char open, char close) {
        int depth = 0;
        for (int i = index; i < count; i++) {
            depth += is(i, open) ? 1 : is(i, close) ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return -1;
    }

    // Characters

    private char charAt(int at) {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private boolean startsWith(int at, String prefix) {
        return at + prefix.length() <= text.length()
            && prefix.contentEquals(text.subSequence(at, at + prefix.length()));
    }

    /** Returns the end of white space or of a comment; {@code at} if there is neither. */
    private int skip(int at) {
        if (Character.isWhitespace(charAt(at))) {
            return at + 1;
        }
        if (startsWith(at, "//")) {
            int end = at;
            while (end < text.length() && charAt(end) != '\n' && charAt(end) != '\r') {
                ++end;
            }
            return end;
        }
        return startsWith(at, "/*") ? endOfQuote(at + 2, "*/", false) : at;
    }

    private int endOfToken(int at) {
        char first = charAt(at);
        if (Character.isDigit(first) || first == '.' && Character.isDigit(charAt(at + 1))) {
            return endOfNumber(at);
        }
        if (Character.isJavaIdentifierStart(Character.codePointAt(text, at))) {
            int end = at;
            while (end < text.length() && Character.isJavaIdentifierPart(Character.codePointAt(text, end))) {
                end += Character.charCount(Character.codePointAt(text, end));
            }
            return end;
        }
        if (startsWith(at, "\"\"\"")) {
            return endOfQuote(at + 3, "\"\"\"", true);
        }
        return first == '"' || first == '\'' ? endOfQuote(at + 1, String.valueOf(first), true) : at + 1;
    }

    private int endOfQuote(int at, String close, boolean hasEscapes) {
        int end = at;
        while (end < text.length() && !startsWith(end, close)) {
            end += hasEscapes && charAt(end) == '\\' ? 2 : 1;
        }
        return end + close.length();
    }

    /** Returns the end of a number, which has a sign in its exponent only. */
    private int endOfNumber(int at) {
        String exponents = startsWith(at, "0x") || startsWith(at, "0X") ? "pP" : "eE";
        int end = at;
        while (Character.isLetterOrDigit(charAt(end)) || charAt(end) == '.' || charAt(end) == '_') {
            boolean hasSign =
                exponents.indexOf(charAt(end)) >= 0 && (charAt(end + 1) == '+' || charAt(end + 1) == '-');
            end += hasSign ? 2 : 1;
        }
        return end;
    }
}
