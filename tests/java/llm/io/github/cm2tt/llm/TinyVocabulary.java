// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Small vocabularies as GGUF files, for tests. */
final class TinyVocabulary {
    static final List<String> SPECIALS = List.of("<|endoftext|>", "<|im_start|>", "<|im_end|>");

    private final List<String> texts = new ArrayList<>(SPECIALS);
    private final List<Integer> types = new ArrayList<>(Collections.nCopies(SPECIALS.size(), 3));
    private final List<Float> scores = new ArrayList<>(Collections.nCopies(SPECIALS.size(), 0f));
    private final List<String> merges = new ArrayList<>();
    private final GgufWriter writer = new GgufWriter();

    /** With special tokens, all letters of bytes, and pairs whose results are in the vocabulary, too. */
    static TinyVocabulary byteLevel(String pre, String... pairs) {
        var vocabulary = new TinyVocabulary();
        for (int b = 0; b < 256; b++) {
            vocabulary.add(String.valueOf(ByteLetters.letter(b)), 1, 0);
        }
        for (String pair : pairs) {
            vocabulary.merges.add(pair);
            vocabulary.add(pair.replace(" ", ""), 1, 0);
        }
        vocabulary.put("tokenizer.ggml.model", "gpt2").put("tokenizer.ggml.merges", vocabulary.merges);
        vocabulary.put("tokenizer.ggml.eos_token_id", 2);
        return pre == null ? vocabulary : vocabulary.put("tokenizer.ggml.pre", pre);
    }

    /** With special tokens {@code <unk>} and those of all, and tokens of all bytes. */
    static TinyVocabulary pieces(String model) {
        var vocabulary = new TinyVocabulary();
        vocabulary.add("<unk>", 2, 0);
        for (int b = 0; b < 256; b++) {
            vocabulary.add("<0x%02X>".formatted(b), 6, 0);
        }
        return vocabulary.put("tokenizer.ggml.model", model).put("tokenizer.ggml.unknown_token_id", 3);
    }

    TinyVocabulary add(String text, int type, float score) {
        if (!texts.contains(text)) {
            texts.add(text);
            types.add(type);
            scores.add(score);
        }
        return this;
    }

    TinyVocabulary put(String key, Object value) {
        writer.put(key, value);
        return this;
    }

    int id(String text) {
        return texts.indexOf(text);
    }

    Tokenizer tokenizer(Path folder) {
        float[] numbers = new float[scores.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = scores.get(i);
        }
        writer.put("tokenizer.ggml.tokens", texts)
            .put("tokenizer.ggml.token_type", types.stream().mapToInt(type -> type).toArray())
            .put("tokenizer.ggml.scores", numbers);
        try {
            Path path = Files.createTempFile(folder, "tiny", ".gguf");
            try (var file = GgufFile.open(writer.write(path))) {
                return Tokenizer.of(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
