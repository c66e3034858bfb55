// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link Tokenizer} of GGUF files. */
final class TokenizerTest {
    private static final String[] PAIRS = {"h e", "l l", "he ll", "hell o", "\u0120 hello", "a a", "aa aa",
        "aa a", "1 2", "b aa", "\u00c3 \u00a9"};

    @TempDir Path folder;

    private Tokenizer byteLevel(String pre) {
        return TinyVocabulary.byteLevel(pre, PAIRS).tokenizer(folder);
    }

    private static List<String> texts(Tokenizer tokenizer, String text) {
        return Arrays.stream(tokenizer.encode(text, true)).mapToObj(tokenizer::text).toList();
    }

    @Test
    void mergesByRank() {
        Tokenizer tokenizer = byteLevel("gpt-2");
        assertEquals(List.of("hello", "\u0120hello", "he", "l"), texts(tokenizer, "hello hellohel"));
        assertEquals(List.of("aaaa", "a"), texts(tokenizer, "aaaaa"));
        assertEquals(List.of("\u00c3\u00a9", "\u00c3", "\u00aa"), texts(tokenizer, "\u00e9\u00ea"));
    }

    @Test
    void dividesAsTheDefinition() {
        Tokenizer tokenizer = byteLevel("gpt-2");
        var random = new Random(1);
        for (int i = 0; i < 500; i++) {
            var text = new StringBuilder();
            for (int j = random.nextInt(20); j >= 0; j--) {
                text.append("helloab".charAt(random.nextInt(7)));
            }
            assertEquals(naive(text.toString()), texts(tokenizer, text.toString()));
        }
    }

    /** Merges the leftmost pair of the lowest rank, again and again. */
    private static List<String> naive(String word) {
        List<String> symbols = new ArrayList<>(Arrays.asList(word.split("")));
        while (true) {
            int best = PAIRS.length;
            int place = -1;
            for (int i = 0; i + 1 < symbols.size(); i++) {
                int rank = Arrays.asList(PAIRS).indexOf(symbols.get(i) + " " + symbols.get(i + 1));
                if (rank >= 0 && rank < best) {
                    best = rank;
                    place = i;
                }
            }
            if (place < 0) {
                return symbols;
            }
            symbols.set(place, symbols.get(place) + symbols.remove(place + 1));
        }
    }

    @Test
    void decodesWhatItEncodes() {
        String[] texts = {"", " ", "hello\n\t\r\n", "\u00e9e\u0301\u4e16\ud83d\ude00\u200d",
            "\u0000\u007f\u0085", "<|im_end|>", "12 345"};
        for (String pre : new String[] {null, "default", "gpt-2", "smollm", "llama-bpe", "deepseek-v3",
                 "deepseek-coder", "falcon", "gpt-4o", "tekken", "seed-coder", "qwen35"}) {
            Tokenizer tokenizer = byteLevel(pre);
            for (String text : texts) {
                for (boolean specials : new boolean[] {false, true}) {
                    String composed = "qwen35".equals(pre) ? text.replace("e\u0301", "\u00e9") : text;
                    assertEquals(composed, tokenizer.decode(tokenizer.encode(text, specials), true), pre);
                }
            }
        }
    }

    @Test
    void findsSpecialTokensOnRequest() {
        Tokenizer tokenizer = byteLevel("smollm");
        int[] ids = tokenizer.encode("<|im_start|>a<|im_end|><|im_end", true);
        assertEquals(1, ids[0]);
        assertEquals(2, ids[2]);
        assertEquals(3 + "<|im_end".length(), ids.length);
        assertEquals("a<|im_end", tokenizer.decode(ids));
        assertEquals("<|im_start|>a<|im_end|><|im_end", tokenizer.decode(ids, true));
        for (int id : tokenizer.encode("<|im_start|>a<|im_end|>", false)) {
            assertFalse(tokenizer.isControl(id));
        }
        Tokenizer other = TinyVocabulary.byteLevel("smollm").add("<end_of_turn>", 1, 0).tokenizer(folder);
        assertTrue(other.isControl(other.id("<end_of_turn>")));
        assertTrue(tokenizer.isEnd(2));
        assertTrue(tokenizer.isEnd(0)); // by its name
        assertFalse(tokenizer.isEnd(1));
        assertEquals(2, tokenizer.eos());
        assertEquals(-1, tokenizer.bos());
        assertEquals(1, tokenizer.id("<|im_start|>"));
        assertEquals(-1, tokenizer.id("absent"));
        assertEquals(3 + 256 + PAIRS.length, tokenizer.vocabularySize());
    }

    @Test
    void addsBosAndEos() {
        var vocabulary = TinyVocabulary.byteLevel("llama-bpe", PAIRS).put("tokenizer.ggml.bos_token_id", 1);
        Tokenizer tokenizer = vocabulary.put("tokenizer.ggml.add_eos_token", true).tokenizer(folder);
        assertTrue(tokenizer.addsBos() && tokenizer.addsEos());
        int hello = vocabulary.id("hello");
        assertArrayEquals(new int[] {1, hello, 2}, tokenizer.encodePrompt("hello", true));
        assertArrayEquals(new int[] {1, hello, 2}, tokenizer.encodePrompt("<|im_start|>hello", true));
        assertArrayEquals(new int[] {hello}, tokenizer.encode("hello", true));
        assertArrayEquals(new int[] {1, 2}, tokenizer.encodePrompt("", true));
    }

    @Test
    void replacesLoneSurrogates() {
        Tokenizer tokenizer = byteLevel("smollm");
        for (String text :
            new String[] {"\ud83d", "\ude00", "a\ud83db", "\ude00\ud83d", "\ud83d\ud83d\ude00"}) {
            String wellFormed = text.replaceAll("[\ud800-\udbff](?![\udc00-\udfff])", "\ufffd")
                                    .replaceAll("(?<![\ud800-\udbff])[\udc00-\udfff]", "\ufffd");
            assertEquals(wellFormed, tokenizer.decode(tokenizer.encode(text, true)));
        }
    }

    @Test
    void streamsCompleteCharacters() {
        Tokenizer tokenizer = byteLevel("smollm");
        var decoder = tokenizer.decoder();
        var parts = new ArrayList<String>();
        for (int id : tokenizer.encode("a\u00e9\ud83d\ude00<|im_end|>b", true)) {
            parts.add(decoder.add(id));
        }
        assertEquals(List.of("a", "\u00e9", "", "", "", "\ud83d\ude00", "", "b"), parts);
        assertEquals("", decoder.finish());
        int[] emoji = tokenizer.encode("\ud83d\ude00", true);
        assertEquals("", decoder.add(emoji[0]));
        assertEquals("\ufffdx", decoder.add(tokenizer.id("x")));
        assertEquals("", decoder.add(emoji[0]));
        assertEquals("\ufffd", decoder.finish());
        assertThrows(IllegalArgumentException.class, () -> decoder.add(-1));
        var error = assertThrows(IllegalArgumentException.class, () -> tokenizer.decode(1 << 20));
        assertEquals(
            "the vocabulary has no token 1048576, it has " + tokenizer.vocabularySize(), error.getMessage());
    }

    /** Time grows with n log n, not its square. */
    @Test
    void dividesLongWords() {
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            Tokenizer tokenizer = byteLevel("smollm");
            int[] ids = tokenizer.encode("a".repeat(1 << 20), true);
            assertEquals(1 << 18, ids.length);
            assertEquals("aaaa", tokenizer.text(ids[0]));
            for (String c : new String[] {" ", "\n", "1", ".", "\u4e16"}) {
                tokenizer.encode(c.repeat(1 << 17), true);
            }
            Tokenizer pieces = pieces().tokenizer(folder);
            assertEquals("aaaa", pieces.text(pieces.encode("a".repeat(1 << 20), true)[100]));
            Tokenizer unigram = unigram().tokenizer(folder);
            assertTrue(unigram.encode("ab".repeat(1 << 17), true).length > 1000);
        });
    }

    private static TinyVocabulary pieces() {
        return TinyVocabulary.pieces("llama")
            .add("a", 1, -10)
            .add("b", 1, -11)
            .add("aa", 1, -2)
            .add("aaaa", 1, -3)
            .add("ab", 1, -1)
            .add("\u2581", 1, -12)
            .add("\u2581a", 1, -4);
    }

    @Test
    void mergesByScore() {
        Tokenizer tokenizer = pieces().tokenizer(folder);
        assertEquals(List.of("\u2581", "ab", "b"), texts(tokenizer, "abb"));
        assertEquals(List.of("\u2581", "aa"), texts(tokenizer, "aa"));
        assertEquals(List.of("\u2581a", "\u2581a", "<0xC3>", "<0xA9>"), texts(tokenizer, "a a\u00e9"));
        assertEquals(List.of("\u2581a", "<|im_end|>", "\u2581", "b"), texts(tokenizer, "a<|im_end|>b"));
        assertEquals("a a\u00e9\n", tokenizer.decode(tokenizer.encode("a a\u00e9\n", true)));
        assertEquals("  a", tokenizer.decode(tokenizer.encode("  a", true)));
        var decoder = tokenizer.decoder();
        assertEquals(" a", decoder.add(tokenizer.id("\u2581a")));
        Tokenizer plain = pieces().put("tokenizer.ggml.add_space_prefix", false).tokenizer(folder);
        assertEquals(List.of("aa"), texts(plain, "aa"));
        assertTrue(plain.addsBos());
        assertEquals(3, plain.unknown());
    }

    private static TinyVocabulary unigram() {
        return TinyVocabulary.pieces("t5")
            .add("a", 1, -3)
            .add("b", 1, -3.5f)
            .add("ab", 1, -5)
            .add("ba", 1, -4)
            .add("aba", 1, -7.5f)
            .add("\u2581", 1, -2)
            .add("\u2581a", 1, -4);
    }

    /** Viterbi's division has the best score of all divisions. */
    @Test
    void findsTheBestDivision() {
        Tokenizer tokenizer = unigram().put("tokenizer.ggml.add_space_prefix", false).tokenizer(folder);
        assertEquals(List.of("a", "ba"), texts(tokenizer, "aba"));
        assertEquals(List.of("b", "<0xC3>", "<0xA9>", "a"), texts(tokenizer, "b\u00e9a"));
        var scores = java.util.Map.of("a", -3f, "b", -3.5f, "ab", -5f, "ba", -4f, "aba", -7.5f);
        var random = new Random(2);
        for (int i = 0; i < 200; i++) {
            var text = new StringBuilder();
            for (int j = random.nextInt(12); j >= 0; j--) {
                text.append(random.nextBoolean() ? 'a' : 'b');
            }
            double sum = texts(tokenizer, text.toString()).stream().mapToDouble(scores::get).sum();
            assertEquals(best(text.toString(), scores), sum, 1e-4);
        }
    }

    private static double best(String text, java.util.Map<String, Float> scores) {
        if (text.isEmpty()) {
            return 0;
        }
        return scores.keySet()
            .stream()
            .filter(text::startsWith)
            .mapToDouble(token -> scores.get(token) + best(text.substring(token.length()), scores))
            .max()
            .orElse(Double.NEGATIVE_INFINITY);
    }

    private void assertRefused(TinyVocabulary vocabulary, String part) {
        var error = assertThrows(ModelFileException.class, () -> vocabulary.tokenizer(folder));
        assertTrue(
            error.getMessage().contains(".gguf") && error.getMessage().contains(part), error.getMessage());
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertRefused(TinyVocabulary.byteLevel("new-model"),
            "the pre-tokenizer 'new-model' (tokenizer.ggml.pre) is not known; known are chatglm-bpe, ");
        assertRefused(
            TinyVocabulary.byteLevel("new-model"), ". The model's tokenizer.json can be used instead");
        assertRefused(TinyVocabulary.pieces("bert"),
            "'tokenizer.ggml.model' is 'bert', which is not supported; gpt2, "
                + "llama and t5 are. The model's tokenizer.json can be used instead");
        assertRefused(TinyVocabulary.byteLevel("gpt-2").put("tokenizer.ggml.eos_token_id", 1 << 20),
            "'tokenizer.ggml.eos_token_id' is 1048576, but there are 259 tokens");
        assertRefused(TinyVocabulary.byteLevel("gpt-2").put("tokenizer.ggml.merges", List.of("ab")),
            "contains 'ab', which is not two tokens");
        assertRefused(
            TinyVocabulary.byteLevel("gpt-2").add("x9", 9, 0), "contains the type 9, which is not known");
        assertRefused(TinyVocabulary.byteLevel("gpt-2").add("x9", 6, 0),
            "contains a token of a byte, 'x9', which is not as <0x0A>");
        assertRefused(pieces().put("tokenizer.ggml.model", 7), "is not text");
        assertRefused(unigram().put("tokenizer.ggml.precompiled_charsmap", new int[] {9, 0, 0, 0}),
            "the precompiled map of characters is malformed");
    }

    private void assertRefused(String model, int types, int scores, String part) throws IOException {
        var writer = new GgufWriter()
                         .put("tokenizer.ggml.model", model)
                         .put("tokenizer.ggml.tokens", List.of("a", "b"))
                         .put("tokenizer.ggml.token_type", new int[types]);
        if (scores >= 0) {
            writer.put("tokenizer.ggml.scores", new float[scores]);
        }
        try (var file = GgufFile.open(writer.write(folder.resolve("sizes.gguf")))) {
            var error = assertThrows(ModelFileException.class, () -> Tokenizer.of(file));
            assertTrue(error.getMessage().contains(part), error.getMessage());
        }
    }

    @Test
    void refusesOtherSizes() throws IOException {
        assertRefused("llama", 3, 2, "'tokenizer.ggml.token_type' has 3 elements, but there are 2 tokens");
        assertRefused("llama", 2, 3, "the vocabulary has 2 texts, 2 types, 3 scores");
        assertRefused("llama", 2, -1, "there is no value of 'tokenizer.ggml.scores'");
        assertRefused("gpt2", 2, -1, "there is no value of 'tokenizer.ggml.merges'");
    }

    @Test
    void isSharedByThreads() {
        Tokenizer tokenizer = byteLevel("smollm");
        String text = "hello aaaa 12 \u00e9 ".repeat(100);
        int[] expected = byteLevel("smollm").encode(text, true);
        assertTrue(java.util.stream.IntStream.range(0, 64).parallel().allMatch(
            i -> Arrays.equals(expected, tokenizer.encode(text, true))));
        assertEquals(text.getBytes(StandardCharsets.UTF_8).length, tokenizer.decode(expected).length() + 100);
    }
}
