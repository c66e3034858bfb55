// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads {@code tokenizer.json}, and what is beside it, in the format of Hugging Face. */
final class JsonTokenizer {
    private static final int MAX_TOKENS = 1 << 22;
    private static final Set<String> DECODERS =
        Set.of("ByteLevel", "Sequence", "Replace", "ByteFallback", "Fuse", "Strip", "Metaspace", "WordPiece");

    private final String source;
    private final Fields root;
    private final Fields model;
    private final TokenizerParts parts = new TokenizerParts();
    private final List<Fields> addedFields = new ArrayList<>();
    private List<String> texts;
    private Vocabulary.Kind[] kinds;
    private float[] scores;

    private JsonTokenizer(Path file) throws IOException {
        source = file.toString();
        root = Json.fields(Json.parse(file), source);
        model = root.fields("model");
    }

    static TokenizerParts read(Path file) throws IOException {
        var reader = new JsonTokenizer(file);
        reader.readAll();
        new JsonSpecials(file, reader.parts).read(reader.root);
        return reader.parts;
    }

    private void readAll() {
        for (Object item : root.list("added_tokens", List.of())) {
            addedFields.add(Json.fields(item, source + ": added_tokens"));
        }
        if (root.has("normalizer")) {
            parts.normalizer = new JsonNormalizer(source).read(root.fields("normalizer"));
        }
        var splitters = new JsonSplitters(source);
        if (root.has("pre_tokenizer")) {
            splitters.read(root.fields("pre_tokenizer"));
        }
        parts.splitters = splitters.splitters();
        parts.isByteLevel = splitters.isByteLevel();
        String type = model.string("type", model.has("merges") ? "BPE" : "");
        switch (type) {
            case "BPE":
                readMergeModel();
                break;
            case "Unigram":
                readUnigram();
                break;
            case "WordPiece":
                readWordPiece();
                break;
            default:
                throw new ModelFileException(
                    source + ": the model '" + type + "' is not supported; BPE, Unigram and WordPiece are");
        }
        readAdded();
        if (root.has("decoder")) {
            readDecoder(root.fields("decoder"));
        }
    }

    private void createTexts(int modelSize) {
        long size = modelSize;
        for (Fields token : addedFields) {
            size = Math.max(size, requireId(token.integer("id")) + 1);
        }
        texts = new ArrayList<>(Collections.nCopies((int) size, null));
        kinds = new Vocabulary.Kind[(int) size];
        Arrays.fill(kinds, Vocabulary.Kind.NORMAL);
    }

    private long requireId(long id) {
        if (id < 0 || id >= MAX_TOKENS) {
            throw new ModelFileException(source + ": a token has the id " + id + ", at most " + MAX_TOKENS);
        }
        return id;
    }

    private void createVocabulary() {
        boolean hasBytes = model.flag("byte_fallback", false);
        for (int id = 0; hasBytes && id < kinds.length; id++) {
            if (texts.get(id) != null && Vocabulary.byteOf(texts.get(id)) >= 0) {
                kinds[id] = Vocabulary.Kind.BYTE;
            }
        }
        for (Fields token : addedFields) {
            int id = (int) token.integer("id");
            texts.set(id, token.string("content"));
            kinds[id] = token.flag("special", false) ? Vocabulary.Kind.CONTROL : Vocabulary.Kind.USER_DEFINED;
        }
        parts.vocabulary = new Vocabulary(source, texts, kinds, scores);
    }

    private void readMergeModel() {
        for (String key : List.of("continuing_subword_prefix", "end_of_word_suffix")) {
            if (!model.string(key, "").isEmpty()) {
                throw model.error(key, "is not supported");
            }
        }
        if (model.number("dropout", 0) != 0) {
            throw model.error("dropout", "is not supported");
        }
        readIds();
        MergeTable merges = readMerges();
        String unknown = model.string("unk_token", null);
        parts.unknown = unknown == null ? -1 : parts.vocabulary.id(unknown);
        parts.model = new MergeModel(parts.vocabulary, merges, parts.isByteLevel,
            model.flag("ignore_merges", false), parts.unknown, model.flag("fuse_unk", false));
    }

    /** The vocabulary of an object with an id for each text. */
    private void readIds() {
        Map<String, Object> ids = model.fields("vocab").values();
        long size = 0;
        for (Object id : ids.values()) {
            if (!(id instanceof Long number)) {
                throw model.error("vocab", "contains an id that is no integer");
            }
            size = Math.max(size, requireId(number) + 1);
        }
        createTexts((int) size);
        ids.forEach((text, id) -> texts.set(((Long) id).intValue(), text));
        createVocabulary();
    }

    private void readWordPiece() {
        readIds();
        String unknown = model.string("unk_token", "[UNK]");
        parts.unknown = parts.vocabulary.id(unknown);
        if (parts.unknown < 0) {
            throw model.error("unk_token", "is '" + unknown + "', which is not in the vocabulary");
        }
        parts.subwordPrefix = model.string("continuing_subword_prefix", "##");
        parts.stripsSpace = true;
        parts.model = new WordPieceModel(parts.vocabulary, parts.subwordPrefix,
            (int) model.integer("max_input_chars_per_word", 100), parts.unknown);
    }

    private MergeTable readMerges() {
        List<?> pairs = model.list("merges");
        var merges = new MergeTable(pairs.size());
        for (int rank = 0; rank < pairs.size(); rank++) {
            String[] pair = pair(pairs.get(rank));
            int left = requireToken(pair[0]);
            int right = requireToken(pair[1]);
            int result = requireToken(pair[0] + pair[1]);
            if (left >= 0 && right >= 0 && result >= 0) {
                merges.add(left, right, rank, result);
            }
        }
        return merges;
    }

    /** A pair is an array of two texts, or a text with a space between them. */
    private String[] pair(Object item) {
        if (item instanceof List<?> list && list.size() == 2 && list.get(0) instanceof String left
            && list.get(1) instanceof String right) {
            return new String[] {left, right};
        }
        if (item instanceof String text && text.indexOf(' ') == text.lastIndexOf(' ')
            && text.indexOf(' ') > 0) {
            return text.split(" ", 2);
        }
        throw model.error("merges", "contains what is not two tokens: " + item);
    }

    /** The token of a merge; -1 if the text is of a token that controls. */
    private int requireToken(String text) {
        if (parts.vocabulary.id(text) < 0) {
            throw model.error("merges", "contains '" + text + "', which is not in the vocabulary");
        }
        return parts.vocabulary.plainId(text);
    }

    private void readUnigram() {
        List<?> tokens = model.list("vocab");
        requireId(tokens.size());
        createTexts(tokens.size());
        scores = new float[texts.size()];
        for (int id = 0; id < tokens.size(); id++) {
            if (!(tokens.get(id) instanceof List<?> token && token.size() == 2
                    && token.get(0) instanceof String text && token.get(1) instanceof Number score)) {
                throw model.error("vocab", "contains what is not a text and a score");
            }
            texts.set(id, text);
            scores[id] = score.floatValue();
        }
        long unknown = model.integer("unk_id", -1);
        if (unknown < -1 || unknown >= tokens.size()) {
            throw model.error("unk_id", "is " + unknown + ", but there are " + tokens.size() + " tokens");
        }
        createVocabulary();
        parts.unknown = (int) unknown;
        parts.model = new UnigramModel(parts.vocabulary, parts.unknown);
    }

    private void readAdded() {
        var raw = new ArrayList<AddedToken>();
        var normalized = new ArrayList<AddedToken>();
        Set<Integer> controls = new HashSet<>();
        for (Fields token : addedFields) {
            boolean isSpecial = token.flag("special", false);
            int id = (int) token.integer("id");
            var added = new AddedToken(id, token.string("content"), isSpecial, token.flag("lstrip", false),
                token.flag("rstrip", false), token.flag("single_word", false));
            if (isSpecial) {
                controls.add(id);
            }
            if (token.flag("normalized", !isSpecial)) {
                normalized.add(added.withText(parts.normalizer.apply(added.text())));
            } else {
                raw.add(added);
            }
        }
        raw.removeIf(token -> token.text().isEmpty());
        normalized.removeIf(token -> token.text().isEmpty());
        parts.added = new AddedTokens(raw);
        parts.addedToNormalized = new AddedTokens(normalized);
        parts.controls = controls;
    }

    private void readDecoder(Fields decoder) {
        String type = decoder.string("type");
        if (!DECODERS.contains(type)) {
            throw new ModelFileException(source + ": the decoder '" + type + "' is not supported");
        }
        if (type.equals("Sequence")) {
            for (Object item : decoder.list("decoders")) {
                readDecoder(Json.fields(item, source + ": decoders"));
            }
        } else if (type.equals("Strip")) {
            parts.stripsSpace |= decoder.integer("start", 0) > 0;
        } else if (type.equals("Metaspace")) {
            parts.stripsSpace |= !decoder.string("prepend_scheme", "always").equals("never");
        }
    }
}
