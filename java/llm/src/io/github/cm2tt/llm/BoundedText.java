// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.regex.Pattern;

/**
 * A text in which an expression of a file is searched: it fails after many reads, as an expression with much
 * backtracking needs.
 */
final class BoundedText implements CharSequence {
    private static final long READS_PER_CHARACTER = 1000;

    private final String text;
    private final Pattern pattern;
    private long reads;

    BoundedText(String text, Pattern pattern) {
        this.text = text;
        this.pattern = pattern;
        reads = READS_PER_CHARACTER * (text.length() + 64L);
    }

    /** The error for an expression that recurses too deep in a text. */
    static ModelFileException tooDeep(Pattern pattern, String text) {
        return new ModelFileException(
            "the regular expression '" + pattern + "' is nested too deep in a text of " + text.length());
    }

    @Override
    public char charAt(int index) {
        if (--reads < 0) {
            throw new ModelFileException("the regular expression '" + pattern
                + "' of the tokenizer takes too long in a text of " + text.length() + " characters");
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.substring(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
