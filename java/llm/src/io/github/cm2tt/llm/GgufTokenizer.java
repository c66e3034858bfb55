// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Reads the tokenizer from the metadata of a GGUF file: the keys {@code tokenizer.ggml.*}. */
final class GgufTokenizer {
    private static final String PREFIX = "tokenizer.ggml.";
    private static final String TOKENS = PREFIX + "tokens";
    private static final String MERGES = PREFIX + "merges";

    private final Fields fields;
    private final TokenizerParts parts = new TokenizerParts();

    GgufTokenizer(Fields fields) {
        this.fields = fields;
    }

    TokenizerParts read() {
        String model = fields.string(PREFIX + "model");
        parts.vocabulary = readVocabulary();
        parts.chatTemplate = fields.string("tokenizer.chat_template", null);
        switch (model) {
            case "gpt2":
                readIds(-1, -1, -1);
                readByteLevel();
                break;
            case "llama":
                readIds(1, 2, 0);
                readSentencePiece();
                break;
            case "t5":
                readIds(-1, 1, 2);
                readUnigram();
                break;
            default:
                throw fields.error(PREFIX + "model",
                    "is '" + model + "', which is not supported; gpt2, llama and t5 are. The model's"
                        + " tokenizer.json can be used instead");
        }
        readAdded();
        parts.addsBos = fields.flag(PREFIX + "add_bos_token", parts.addsBos);
        parts.addsEos = fields.flag(PREFIX + "add_eos_token", parts.addsEos);
        parts.addEnd(readId("eot_token_id", -1));
        parts.addEnd(readId("eom_token_id", -1));
        parts.completeEnds();
        return parts;
    }

    private Vocabulary readVocabulary() {
        List<String> texts = fields.strings(TOKENS);
        var kinds = new Vocabulary.Kind[texts.size()];
        Arrays.fill(kinds, Vocabulary.Kind.NORMAL);
        if (fields.has(PREFIX + "token_type")) {
            long[] numbers = fields.integers(PREFIX + "token_type");
            if (numbers.length != kinds.length) {
                throw fields.error(PREFIX + "token_type",
                    "has " + numbers.length + " elements, but there are " + kinds.length + " tokens");
            }
            for (int id = 0; id < kinds.length; id++) {
                kinds[id] = kind(numbers[id], texts.get(id));
            }
        }
        float[] scores = null;
        if (fields.has(PREFIX + "scores")) {
            double[] numbers = fields.numbers(PREFIX + "scores");
            scores = new float[numbers.length];
            for (int id = 0; id < numbers.length; id++) {
                scores[id] = (float) numbers[id];
            }
        }
        return new Vocabulary(fields.source(), texts, kinds, scores);
    }

    private Vocabulary.Kind kind(long number, String text) {
        var kinds = Vocabulary.Kind.values();
        if (number < 0 || number > kinds.length) {
            throw fields.error(PREFIX + "token_type", "contains the type " + number + ", which is not known");
        }
        var kind = number == 0 ? Vocabulary.Kind.NORMAL : kinds[(int) number - 1];
        boolean isText = kind == Vocabulary.Kind.NORMAL || kind == Vocabulary.Kind.USER_DEFINED;
        if (isText && TokenizerParts.ENDS.contains(text)) {
            // As in llama.cpp: some files have another type for the tokens that end messages.
            return Vocabulary.Kind.CONTROL;
        }
        if (kind == Vocabulary.Kind.BYTE && Vocabulary.byteOf(text) < 0) {
            throw fields.error(TOKENS, "contains a token of a byte, '" + text + "', which is not as <0x0A>");
        }
        return kind;
    }

    private void readIds(int bos, int eos, int unknown) {
        parts.bos = readId("bos_token_id", bos);
        parts.eos = readId("eos_token_id", eos);
        parts.unknown = readId("unknown_token_id", unknown);
        parts.padding = readId("padding_token_id", -1);
    }

    private int readId(String name, int absent) {
        if (!fields.has(PREFIX + name)) {
            return absent < parts.vocabulary.size() ? absent : -1;
        }
        long id = fields.integer(PREFIX + name);
        // Files have 2^32 - 1 for no token.
        if (id == 0xffff_ffffL) {
            return -1;
        }
        if (id < -1 || id >= parts.vocabulary.size()) {
            throw fields.error(
                PREFIX + name, "is " + id + ", but there are " + parts.vocabulary.size() + " tokens");
        }
        return (int) id;
    }

    private void readByteLevel() {
        PreRules rules = PreRules.of(fields.source(), fields.string(PREFIX + "pre", "default"));
        parts.isByteLevel = true;
        parts.splitters = rules.splitters();
        if (rules.isComposed()) {
            parts.normalizer = text -> Normalizer.normalize(text, Normalizer.Form.NFC);
        }
        parts.model = new MergeModel(parts.vocabulary, readMerges(), true, rules.wholeFirst(), -1, false);
        parts.addsBos = rules.addsBos();
    }

    /** Pairs whose tokens do not exist cannot merge, and are left out. */
    private MergeTable readMerges() {
        List<String> pairs = fields.strings(MERGES);
        var merges = new MergeTable(pairs.size());
        for (int rank = 0; rank < pairs.size(); rank++) {
            String pair = pairs.get(rank);
            int space = pair.indexOf(' ', 1);
            if (space < 0) {
                throw fields.error(MERGES, "contains '" + pair + "', which is not two tokens");
            }
            int left = parts.vocabulary.plainId(pair.substring(0, space));
            int right = parts.vocabulary.plainId(pair.substring(space + 1));
            int result = parts.vocabulary.plainId(pair.substring(0, space) + pair.substring(space + 1));
            if (left >= 0 && right >= 0 && result >= 0) {
                merges.add(left, right, rank, result);
            }
        }
        return merges;
    }

    private void readSentencePiece() {
        requireScores();
        parts.model = new ScoreModel(parts.vocabulary, parts.unknown);
        parts.stripsSpace = fields.flag(PREFIX + "add_space_prefix", true);
        parts.normalizer = SpaceMarks.of(parts.stripsSpace, false);
        parts.addsBos = true;
    }

    private void readUnigram() {
        requireScores();
        parts.model = new UnigramModel(parts.vocabulary, parts.unknown);
        parts.stripsSpace = fields.flag(PREFIX + "add_space_prefix", true);
        UnaryOperator<String> marks =
            SpaceMarks.of(parts.stripsSpace, fields.flag(PREFIX + "remove_extra_whitespaces", false));
        parts.normalizer = marks;
        if (fields.has(PREFIX + "precompiled_charsmap")) {
            var map = new CharacterMap(fields.source(), fields.integers(PREFIX + "precompiled_charsmap"));
            parts.normalizer = text -> marks.apply(map.apply(text));
        }
        parts.addsEos = true;
    }

    private void requireScores() {
        if (!fields.has(PREFIX + "scores")) {
            throw new ModelFileException(fields.source() + ": there is no value of '" + PREFIX + "scores'");
        }
    }

    /** Tokens that control and those of users. In Phi-3, they take the white space after them. */
    private void readAdded() {
        String name = fields.string("general.name", "").toLowerCase(Locale.ROOT);
        boolean isPhi3 = name.contains("phi-3") || name.contains("phi3");
        Set<String> withoutStrip = Set.of("<unk>", "<s>", "<|endoftext|>");
        var tokens = new ArrayList<AddedToken>();
        Set<Integer> controls = new HashSet<>();
        Vocabulary vocabulary = parts.vocabulary;
        for (int id = 0; id < vocabulary.size(); id++) {
            String text = vocabulary.text(id);
            boolean isControl = vocabulary.kind(id) == Vocabulary.Kind.CONTROL;
            boolean isUnknown = vocabulary.kind(id) == Vocabulary.Kind.UNKNOWN;
            if (isControl) {
                controls.add(id);
            }
            if ((isControl || isUnknown || vocabulary.kind(id) == Vocabulary.Kind.USER_DEFINED)
                && !text.isEmpty()) {
                boolean strips = isPhi3 && !withoutStrip.contains(text);
                tokens.add(new AddedToken(id, text, isControl || isUnknown, false, strips, false));
            }
        }
        parts.added = new AddedTokens(tokens);
        parts.controls = controls;
    }
}
