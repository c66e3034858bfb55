// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the {@code pre_tokenizer} of {@code tokenizer.json}. */
final class JsonSplitters {
    private static final Map<String, RegexSplitter.Behavior> BEHAVIORS =
        Map.of("Removed", RegexSplitter.Behavior.REMOVED, "Isolated", RegexSplitter.Behavior.ISOLATED,
            "MergedWithPrevious", RegexSplitter.Behavior.MERGED_WITH_PREVIOUS, "MergedWithNext",
            RegexSplitter.Behavior.MERGED_WITH_NEXT, "Contiguous", RegexSplitter.Behavior.CONTIGUOUS);

    private static final String PUNCTUATION = "[\\p{P}!-/:-@\\[-`{-~]";

    private final String source;
    private final List<Splitter> splitters = new ArrayList<>();
    private boolean isByteLevel;

    JsonSplitters(String source) {
        this.source = source;
    }

    List<Splitter> splitters() {
        return splitters;
    }

    /** Whether the last step maps bytes to {@link ByteLetters}. */
    boolean isByteLevel() {
        return isByteLevel;
    }

    void read(Fields fields) {
        String type = fields.string("type");
        if (isByteLevel) {
            throw new ModelFileException(
                source + ": the pre-tokenizer '" + type + "' after ByteLevel is not supported");
        }
        switch (type) {
            case "Sequence":
                for (Object item : fields.list("pretokenizers")) {
                    read(Json.fields(item, source + ": pretokenizers"));
                }
                break;
            case "ByteLevel":
                readByteLevel(fields);
                break;
            case "Split":
                splitters.add(readSplit(fields));
                break;
            case "Digits":
                splitters.add(
                    RegexSplitter.isolated(fields.flag("individual_digits", false) ? "\\p{N}" : "\\p{N}+"));
                break;
            case "Punctuation":
                splitters.add(RegexSplitter.of(source, PUNCTUATION, false,
                    behavior(fields, fields.string("behavior", "Isolated")), false));
                break;
            case "WhitespaceSplit":
                splitters.add(RegexSplitter.of(source, "\\s+", false, RegexSplitter.Behavior.REMOVED, false));
                break;
            case "BertPreTokenizer":
                splitters.add(RegexSplitter.of(source, "\\s+", false, RegexSplitter.Behavior.REMOVED, false));
                splitters.add(RegexSplitter.of(
                    source, PUNCTUATION, false, RegexSplitter.Behavior.ISOLATED, false));
                break;
            case "Metaspace":
                readMetaspace(fields);
                break;
            default:
                throw new ModelFileException(source + ": the pre-tokenizer '" + type + "' is not supported");
        }
    }

    private void readByteLevel(Fields fields) {
        if (fields.flag("add_prefix_space", true)) {
            splitters.add((piece, isFirst, out) -> out.add(piece.startsWith(" ") ? piece : " " + piece));
        }
        if (fields.flag("use_regex", true)) {
            splitters.add(RegexSplitter.isolated(PreRules.GPT2));
        }
        isByteLevel = true;
    }

    private Splitter readSplit(Fields fields) {
        Fields pattern = fields.fields("pattern");
        boolean isLiteral = pattern.has("String");
        String regex = pattern.string(isLiteral ? "String" : "Regex");
        return RegexSplitter.of(source, regex, isLiteral, behavior(fields, fields.string("behavior")),
            fields.flag("invert", false));
    }

    private static RegexSplitter.Behavior behavior(Fields fields, String name) {
        RegexSplitter.Behavior behavior = BEHAVIORS.get(name);
        if (behavior == null) {
            throw fields.error("behavior", "is '" + name + "', which is not known");
        }
        return behavior;
    }

    /** Spaces become a mark, one may be added at the begin, and words begin at marks. */
    private void readMetaspace(Fields fields) {
        String mark = fields.string("replacement", String.valueOf(SpaceMarks.MARK));
        String scheme =
            fields.string("prepend_scheme", fields.flag("add_prefix_space", true) ? "always" : "never");
        splitters.add((piece, isFirst, out) -> {
            String marked = piece.replace(" ", mark);
            boolean prepends = scheme.equals("always") || scheme.equals("first") && isFirst;
            out.add(prepends && !marked.startsWith(mark) ? mark + marked : marked);
        });
        if (fields.flag("split", true)) {
            splitters.add(
                RegexSplitter.of(source, mark, true, RegexSplitter.Behavior.MERGED_WITH_NEXT, false));
        }
    }
}
