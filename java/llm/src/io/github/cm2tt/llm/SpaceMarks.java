// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.function.UnaryOperator;

/** The normalizer of SentencePiece for spaces: each becomes U+2581. */
final class SpaceMarks {
    static final char MARK = '\u2581';

    private SpaceMarks() {}

    /**
     * A normalizer.
     *
     * @param addsPrefix whether a space is added at the begin
     * @param removesExtra whether spaces at the begin and end are removed, and adjacent ones become one
     */
    static UnaryOperator<String> of(boolean addsPrefix, boolean removesExtra) {
        return text -> {
            String kept = removesExtra ? removeExtra(text) : text;
            if (kept.isEmpty()) {
                return kept;
            }
            return ((addsPrefix ? " " : "") + kept).replace(' ', MARK);
        };
    }

    private static String removeExtra(String text) {
        var out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isExtra = c == ' ' && (out.length() == 0 || out.charAt(out.length() - 1) == ' ');
            if (!isExtra) {
                out.append(c);
            }
        }
        if (out.length() > 0 && out.charAt(out.length() - 1) == ' ') {
            out.setLength(out.length() - 1);
        }
        return out.toString();
    }
}
