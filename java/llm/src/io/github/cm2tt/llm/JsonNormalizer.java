// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.text.Normalizer;
import java.util.Base64;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the {@code normalizer} of {@code tokenizer.json}. */
final class JsonNormalizer {
    private final String source;

    JsonNormalizer(String source) {
        this.source = source;
    }

    UnaryOperator<String> read(Fields fields) {
        String type = fields.string("type");
        switch (type) {
            case "Sequence":
                return readSequence(fields);
            case "NFC":
            case "NFD":
            case "NFKC":
            case "NFKD":
                var form = Normalizer.Form.valueOf(type);
                return text -> Normalizer.normalize(text, form);
            case "Lowercase":
                return BertNormalizer::lowerCase;
            case "BertNormalizer":
                return new BertNormalizer(fields);
            case "Prepend":
                String prefix = fields.string("prepend");
                return text -> text.isEmpty() ? text : prefix + text;
            case "Replace":
                return readReplace(fields);
            case "Strip":
                return readStrip(fields);
            case "Precompiled":
                return readPrecompiled(fields);
            default:
                throw new ModelFileException(source + ": the normalizer '" + type + "' is not supported");
        }
    }

    private UnaryOperator<String> readSequence(Fields fields) {
        UnaryOperator<String> all = UnaryOperator.identity();
        for (Object item : fields.list("normalizers")) {
            UnaryOperator<String> before = all;
            UnaryOperator<String> next = read(Json.fields(item, source + ": normalizers"));
            all = text -> next.apply(before.apply(text));
        }
        return all;
    }

    private UnaryOperator<String> readReplace(Fields fields) {
        Fields pattern = fields.fields("pattern");
        String content = fields.string("content");
        if (pattern.has("String")) {
            String old = pattern.string("String");
            return old.isEmpty() ? UnaryOperator.identity() : text -> text.replace(old, content);
        }
        Pattern regex = RegexSplitter.compile(source, pattern.string("Regex"), false);
        String quoted = Matcher.quoteReplacement(content);
        return text -> {
            try {
                return regex.matcher(new BoundedText(text, regex)).replaceAll(quoted);
            } catch (StackOverflowError e) {
                throw BoundedText.tooDeep(regex, text);
            }
        };
    }

    private static UnaryOperator<String> readStrip(Fields fields) {
        boolean left = fields.flag("strip_left", true);
        boolean right = fields.flag("strip_right", true);
        return text -> {
            String stripped = left ? text.stripLeading() : text;
            return right ? stripped.stripTrailing() : stripped;
        };
    }

    private UnaryOperator<String> readPrecompiled(Fields fields) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(fields.string("precompiled_charsmap"));
        } catch (IllegalArgumentException e) {
            throw fields.error("precompiled_charsmap", "is no Base64");
        }
        long[] values = new long[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            values[i] = bytes[i];
        }
        return new CharacterMap(source, values);
    }
}
