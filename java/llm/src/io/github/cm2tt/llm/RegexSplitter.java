// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Divides text where a regular expression matches. Classes are those of Unicode, as in the engines of the
 * original tokenizers (Oniguruma, Rust): {@code \s} includes all white space, {@code (?i:...)} all cases, and
 * {@code $} knows no line but that after {@code \n}.
 */
final class RegexSplitter implements Splitter {
    /** The treatment of matches, by the names of Hugging Face. */
    enum Behavior { REMOVED, ISOLATED, MERGED_WITH_PREVIOUS, MERGED_WITH_NEXT, CONTIGUOUS }

    private static final int FLAGS = Pattern.UNICODE_CHARACTER_CLASS | Pattern.UNIX_LINES;
    private static final Pattern SCRIPT = Pattern.compile("\\\\([pP])\\{(\\^?)([A-Z][a-z]{2,}[A-Za-z_]*)\\}");

    private final Pattern pattern;
    private final Behavior behavior;
    private final boolean isInverted;
    private final boolean isTrusted;

    private RegexSplitter(Pattern pattern, Behavior behavior, boolean isInverted, boolean isTrusted) {
        this.pattern = pattern;
        this.behavior = behavior;
        this.isInverted = isInverted;
        this.isTrusted = isTrusted;
    }

    /** Matches, and what is between them, are pieces; the expression is this program's own. */
    static RegexSplitter isolated(String regex) {
        return new RegexSplitter(Pattern.compile(regex, FLAGS), Behavior.ISOLATED, false, true);
    }

    /**
     * A splitter of a file, whose expression may be of any cost: its matches have a budget.
     *
     * @param source the name of the file in messages
     * @param regex the expression, or a literal text
     * @param isLiteral whether it is a literal text
     * @param behavior what becomes of matches
     * @param isInverted whether matches are what is between the expression's
     */
    static RegexSplitter of(
        String source, String regex, boolean isLiteral, Behavior behavior, boolean isInverted) {
        return new RegexSplitter(compile(source, regex, isLiteral), behavior, isInverted, false);
    }

    /** The expression of a file, for texts that are a {@link BoundedText}. */
    static Pattern compile(String source, String regex, boolean isLiteral) {
        try {
            if (isLiteral) {
                return Pattern.compile(regex, Pattern.LITERAL);
            }
            return Pattern.compile(translate(regex), FLAGS);
        } catch (PatternSyntaxException | StackOverflowError e) {
            throw new ModelFileException(
                source + ": the regular expression '" + regex + "' is not supported", e);
        }
    }

    /** Scripts by name: {@code \p{Han}} is {@code \p{IsHan}} in Java. */
    private static String translate(String regex) {
        return SCRIPT.matcher(regex).replaceAll("\\\\$1{$2Is$3}").replace("\\p{^", "\\P{");
    }

    @Override
    public void split(String piece, boolean isFirst, List<String> out) {
        CharSequence text = isTrusted ? piece : new BoundedText(piece, pattern);
        Matcher matcher = pattern.matcher(text);
        var parts = new Parts(piece, out);
        try {
            while (matcher.find()) {
                if (matcher.end() > matcher.start()) {
                    parts.add(matcher.start(), isInverted);
                    parts.add(matcher.end(), !isInverted);
                }
            }
        } catch (StackOverflowError e) {
            throw BoundedText.tooDeep(pattern, piece);
        }
        parts.add(piece.length(), isInverted);
        parts.flush();
    }

    /** Joins matches and gaps, which alternate, into parts. */
    private final class Parts {
        private final String piece;
        private final List<String> out;
        /** The part that has begun, and what its last element is. */
        private int start;
        private int end;
        private boolean wasMatch;

        Parts(String piece, List<String> out) {
            this.piece = piece;
            this.out = out;
        }

        void add(int newEnd, boolean isMatch) {
            if (newEnd == end) {
                return;
            }
            if (end > start && !joins(isMatch)) {
                flush();
            }
            end = newEnd;
            wasMatch = isMatch;
            if (behavior == Behavior.REMOVED && isMatch) {
                start = end;
            }
        }

        private boolean joins(boolean isMatch) {
            switch (behavior) {
                case MERGED_WITH_PREVIOUS:
                    return isMatch && !wasMatch;
                case MERGED_WITH_NEXT:
                    return wasMatch && !isMatch;
                case CONTIGUOUS:
                    return isMatch == wasMatch;
                default:
                    return false;
            }
        }

        void flush() {
            if (end > start) {
                out.add(piece.substring(start, end));
            }
            start = end;
        }
    }
}
