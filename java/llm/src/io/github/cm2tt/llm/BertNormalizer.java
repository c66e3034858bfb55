// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.text.Normalizer;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** The {@code BertNormalizer} of {@code tokenizer.json}: its steps, each of which may be left out. */
final class BertNormalizer implements UnaryOperator<String> {
    private final boolean cleans;
    private final boolean separatesIdeographs;
    private final boolean stripsAccents;
    private final boolean lowers;

    BertNormalizer(Fields fields) {
        cleans = fields.flag("clean_text", true);
        separatesIdeographs = fields.flag("handle_chinese_chars", true);
        lowers = fields.flag("lowercase", true);
        stripsAccents = fields.flag("strip_accents", lowers);
    }

    @Override
    public String apply(String text) {
        String result = text;
        if (cleans || separatesIdeographs) {
            StringBuilder out = new StringBuilder();
            result.codePoints().forEach(character -> add(character, out));
            result = out.toString();
        }
        if (stripsAccents) {
            String divided = Normalizer.normalize(result, Normalizer.Form.NFD);
            StringBuilder out = new StringBuilder();
            divided.codePoints()
                .filter(character -> Character.getType(character) != Character.NON_SPACING_MARK)
                .forEach(out::appendCodePoint);
            result = out.toString();
        }
        return lowers ? lowerCase(result) : result;
    }

    private void add(int character, StringBuilder out) {
        if (cleans && isRemoved(character)) {
            return;
        }
        if (cleans && AddedTokens.isSpace(character)) {
            out.append(' ');
        } else if (separatesIdeographs && isIdeograph(character)) {
            out.append(' ').appendCodePoint(character).append(' ');
        } else {
            out.appendCodePoint(character);
        }
    }

    private static boolean isRemoved(int character) {
        if (character == '\t' || character == '\n' || character == '\r') {
            return false;
        }
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.FORMAT, Character.PRIVATE_USE -> true;
            default -> character == 0xfffd;
        };
    }

    /** Whether a character is in a block of CJK ideographs that BERT separates. */
    private static boolean isIdeograph(int character) {
        return character >= 0x4e00 && character <= 0x9fff || character >= 0x3400 && character <= 0x4dbf
            || character >= 0x20000 && character <= 0x2a6df || character >= 0x2a700 && character <= 0x2b73f
            || character >= 0x2b740 && character <= 0x2b81f || character >= 0x2b920 && character <= 0x2ceaf
            || character >= 0xf900 && character <= 0xfaff || character >= 0x2f800 && character <= 0x2fa1f;
    }

    /** Each character for itself: a sigma that ends a word is as any other. */
    static String lowerCase(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().forEach(
            character -> out.append(Character.toString(character).toLowerCase(Locale.ROOT)));
        return out.toString();
    }
}
