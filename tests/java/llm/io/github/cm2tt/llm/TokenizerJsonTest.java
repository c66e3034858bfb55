// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link Tokenizer} of {@code tokenizer.json}, and the rules that divide text before models see it. */
final class TokenizerJsonTest {
    @TempDir Path folder;

    private static final String BYTE_LEVEL =
        "{\"type\":\"ByteLevel\",\"add_prefix_space\":false,\"use_regex\":true}";
    /** The normalizer of Llama 2: spaces become U+2581, also one before the text. */
    private static final String MARKS = """
        {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "\u2581"},
          {"type": "Replace", "pattern": {"String": " "}, "content": "\u2581"}]}""";

    /** A model of byte-pair encoding with the fields of JSON, and the tokens in their order. */
    private Path write(List<String> tokens, String merges, String fields) throws IOException {
        Map<String, Object> vocabulary = new LinkedHashMap<>();
        tokens.forEach(token -> vocabulary.put(token, vocabulary.size()));
        String model =
            "{\"type\":\"BPE\",\"byte_fallback\":true,\"unk_token\":\"<unk>\",\"fuse_unk\":true,\"vocab\":"
            + Json.write(vocabulary) + ",\"merges\":" + merges + "}";
        return Files.writeString(folder.resolve("tokenizer.json"), "{\"model\":" + model + fields + "}");
    }

    private static List<String> letters(String... more) {
        List<String> tokens = new ArrayList<>();
        for (int b = 0; b < 256; b++) {
            tokens.add(String.valueOf(ByteLetters.letter(b)));
        }
        tokens.addAll(List.of(more));
        return tokens;
    }

    private static List<String> texts(Tokenizer tokenizer, String text, boolean specials) {
        return Arrays.stream(tokenizer.encode(text, specials)).mapToObj(tokenizer::text).toList();
    }

    @Test
    void readsByteLevelModels() throws IOException {
        for (String merges :
            new String[] {"[\"h i\", \"\u0120 hi\"]", "[[\"h\",\"i\"],[\"\u0120\",\"hi\"]]"}) {
            Path path = write(letters("hi", "\u0120hi"), merges,
                ",\"pre_tokenizer\":" + BYTE_LEVEL
                    + ",\"decoder\":{\"type\":\"ByteLevel\"},\"normalizer\":{\"type\":\"NFC\"}");
            Tokenizer tokenizer = Tokenizer.ofJson(path);
            assertEquals(List.of("hi", "\u0120hi", "!"), texts(tokenizer, "hi hi!", true));
            assertEquals("\u00e9 hi", tokenizer.decode(tokenizer.encode("e\u0301 hi", true)));
        }
    }

    @Test
    void readsModelsWithMarks() throws IOException {
        List<String> tokens =
            List.of("<unk>", "<s>", "a", "b", "\u2581", "\u2581a", "ab", "<0xC3>", "<0xA9>");
        Path path = write(tokens, "[\"\u2581 a\", \"a b\"]", ",\"normalizer\":" + MARKS + """
            ,"added_tokens": [{"id": 0, "content": "<unk>", "special": true, "normalized": false},
              {"id": 1, "content": "<s>", "special": true, "normalized": false}],
            "post_processor": {"type": "TemplateProcessing",
              "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}},
                {"Sequence": {"id": "A", "type_id": 0}}]},
            "decoder": {"type": "Sequence", "decoders": [
              {"type": "Replace", "pattern": {"String": "\u2581"}, "content": " "}, {"type": "ByteFallback"},
              {"type": "Fuse"}, {"type": "Strip", "content": " ", "start": 1, "stop": 0}]}""");
        Tokenizer tokenizer = Tokenizer.ofJson(path);
        assertEquals(List.of("\u2581a", "b", "\u2581a", "ab"), texts(tokenizer, "ab aab", true));
        assertEquals(List.of("\u2581", "<0xC3>", "<0xA9>", "<unk>"), texts(tokenizer, "\u00e9xyz", true));
        assertEquals(List.of("\u2581a", "<s>", "\u2581", "b"), texts(tokenizer, "a<s>b", true));
        assertEquals("ab \u00e9", tokenizer.decode(tokenizer.encode("ab \u00e9", true)));
        assertEquals(1, tokenizer.bos());
        assertArrayEquals(new int[] {1, 5}, tokenizer.encodePrompt("a", false));
        assertTrue(tokenizer.isControl(0));
    }

    @Test
    void readsModelsWithMarksAsTokens() throws IOException {
        List<String> tokens = List.of("<bos>", "a", "\u2581", "\u2581\u2581", "\u2581a", "<0x0A>", "\n\n");
        Path path = write(tokens, "[\"\u2581 \u2581\", \"\u2581 a\"]", ",\"normalizer\":" + """
            {"type": "Replace", "pattern": {"String": " "}, "content": "\u2581"},
            "pre_tokenizer": {"type": "Split", "pattern": {"String": " "},
              "behavior": "MergedWithPrevious", "invert": false},
            "added_tokens": [{"id": 0, "content": "<bos>", "special": true, "normalized": false},
              {"id": 3, "content": "\u2581\u2581", "special": false, "normalized": false},
              {"id": 6, "content": "\\n\\n", "special": false, "normalized": false}],
            "decoder": {"type": "Sequence", "decoders": [
              {"type": "Replace", "pattern": {"String": "\u2581"}, "content": " "}, {"type": "ByteFallback"},
              {"type": "Fuse"}]}""");
        Tokenizer tokenizer = Tokenizer.ofJson(path);
        assertEquals(
            List.of("\n\n", "\u2581\u2581", "\u2581a", "<0x0A>", "a"), texts(tokenizer, "\n\n   a\na", true));
        assertEquals("\n\n   a\na", tokenizer.decode(tokenizer.encode("\n\n   a\na", true)));
        assertEquals(" a", tokenizer.decode(tokenizer.encode(" a", true)));
    }

    @Test
    void findsAddedTokens() throws IOException {
        Path path = write(letters(), "[]", ",\"pre_tokenizer\":" + BYTE_LEVEL + """
            ,"normalizer": {"type": "Lowercase"}, "added_tokens": [
              {"id": 256, "content": "<A>", "special": true, "normalized": false},
              {"id": 257, "content": "<A>b", "special": false, "normalized": false,
               "lstrip": true, "rstrip": true},
              {"id": 258, "content": "Qq", "special": false, "normalized": true, "single_word": true}]""");
        Tokenizer tokenizer = Tokenizer.ofJson(path);
        assertEquals(List.of("x", "<A>b", "y", "<A>", "c"), texts(tokenizer, "x \n<A>b\t y<A>C", true));
        assertEquals(List.of("<", "a", ">", "c"), texts(tokenizer, "<A>c", false));
        assertEquals(List.of("Qq", ".", "q", "q", "x"), texts(tokenizer, "QQ.qqx", true));
        assertEquals(259, tokenizer.vocabularySize());
    }

    @Test
    void readsUnigramModelsWithMetaspace() throws IOException {
        Path path = Files.writeString(folder.resolve("tokenizer.json"), """
            {"model": {"type": "Unigram", "unk_id": 0,
               "vocab": [["<unk>", 0], ["\u2581", -2], ["a", -3], ["b", -3],
               ["\u2581a", -4], ["ab", -4.5]]},
             "pre_tokenizer": {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "always"},
             "decoder": {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "always"}}""");
        Tokenizer tokenizer = Tokenizer.ofJson(path);
        assertEquals(List.of("\u2581", "ab", "\u2581a", "<unk>", "b"), texts(tokenizer, "ab axyb", true));
        assertEquals("a b", tokenizer.decode(tokenizer.encode("a b", true)));
    }

    @Test
    void readsTheFilesBeside() throws IOException {
        Path path = write(letters("</s>"), "[]",
            ",\"pre_tokenizer\":" + BYTE_LEVEL
                + ",\"added_tokens\":[{\"id\":256,\"content\":\"</s>\",\"special\":true}]");
        Files.writeString(folder.resolve("tokenizer_config.json"),
            "{\"eos_token\":{\"content\":\"</"
                + "s>\"},\"bos_token\":\"a\",\"pad_token\":null,\"add_bos_token\":true,"
                + "\"chat_template\":[{\"name\":\"tool\",\"template\":\"x\"},{\"name\":\"default\","
                + "\"template\":\"y\"}]}");
        Files.writeString(folder.resolve("generation_config.json"), "{\"eos_token_id\":[256,98]}");
        Tokenizer tokenizer = Tokenizer.ofJson(path);
        assertEquals(256, tokenizer.eos());
        assertEquals(tokenizer.id("a"), tokenizer.bos());
        assertEquals(-1, tokenizer.padding());
        assertTrue(tokenizer.addsBos());
        assertTrue(tokenizer.isEnd(98));
        assertFalse(tokenizer.isEnd(97));
        assertEquals("y", tokenizer.chatTemplate().orElseThrow());
        Files.writeString(folder.resolve("chat_template.jinja"), "z");
        assertEquals("z", Tokenizer.ofJson(path).chatTemplate().orElseThrow());
    }

    private void assertRefused(String json, String part) throws IOException {
        Path path = Files.writeString(folder.resolve("tokenizer.json"), json);
        var error = assertThrows(ModelFileException.class, () -> Tokenizer.ofJson(path).encode("aaaa", true));
        assertTrue(error.getMessage().contains(part), error.getMessage());
    }

    @Test
    void refusesWhatItDoesNotKnow() throws IOException {
        assertRefused("{", "line 1, column 2");
        assertRefused("[]", "an object is expected");
        assertRefused("{}", "there is no value of 'model'");
        assertRefused("{\"model\":{\"type\":\"WordLevel\"}}",
            "the model 'WordLevel' is not supported; BPE, Unigram and WordPiece are");
        String model = "{\"model\":{\"type\":\"BPE\",\"vocab\":{\"a\":0},\"merges\":[]},";
        assertRefused(
            model + "\"pre_tokenizer\":{\"type\":\"New\"}}", "the pre-tokenizer 'New' is not supported");
        assertRefused(model + "\"normalizer\":{\"type\":\"New\"}}", "the normalizer 'New' is not supported");
        assertRefused(model + "\"decoder\":{\"type\":\"New\"}}", "the decoder 'New' is not supported");
        assertRefused(
            model + "\"post_processor\":{\"type\":\"New\"}}", "'type' is a processor that is not supported");
        assertRefused(model + "\"post_processor\":{\"type\":\"BertProcessing\",\"cls\":[]}}",
            "'cls' is not a text and an id");
        assertRefused(model + "\"normalizer\":{\"type\":\"Precompiled\",\"precompiled_charsmap\":\"!\"}}",
            "'precompiled_charsmap' is no Base64");
        assertRefused(model + split("[a") + "}", "the regular expression '[a' is not supported");
        assertRefused(
            model + split("a").replace("Isolated", "New") + "}", "'behavior' is 'New', which is not known");
        assertRefused(model + "\"pre_tokenizer\":{\"type\":\"Sequence\",\"pretokenizers\":[" + BYTE_LEVEL
                + "," + BYTE_LEVEL + "]}}",
            "the pre-tokenizer 'ByteLevel' after ByteLevel is not supported");
        Files.writeString(folder.resolve("chat_template.jinja"), "x".repeat((1 << 20) + 1));
        assertRefused(model + "\"version\":1}", "a template of more than 1048576 bytes");
    }

    @Test
    void refusesMalformedModels() throws IOException {
        assertRefused(merges("\"a\":0", "\"a a\""), "'merges' contains 'aa', which is not in the vocabulary");
        assertRefused(merges("\"a\":0", "7"), "'merges' contains what is not two tokens: 7");
        assertRefused(merges("\"a\":99999999", ""), "a token has the id 99999999, at most 4194304");
        assertRefused(merges("\"a\":\"x\"", ""), "'vocab' contains an id that is no integer");
        assertRefused(merges("", ""), "the vocabulary has 0 texts, 0 types, no scores");
        assertRefused(merges("\"a\":0", "").replace("\"merges\"", "\"dropout\":0.1,\"merges\""),
            "'dropout' is not supported");
        assertRefused("{\"model\":{\"type\":\"Unigram\",\"unk_id\":5,\"vocab\":[[\"a\",0]]}}",
            "'unk_id' is 5, but there are 1 tokens");
        assertRefused("{\"model\":{\"type\":\"Unigram\",\"vocab\":[[\"a\",\"b\"]]}}",
            "'vocab' contains what is not a text and a score");
    }

    private static String merges(String vocabulary, String pairs) {
        return "{\"model\":{\"type\":\"BPE\",\"vocab\":{" + vocabulary + "},\"merges\":[" + pairs + "]}}";
    }

    private static String split(String regex) {
        return "\"pre_tokenizer\":{\"type\":\"Split\",\"pattern\":{\"Regex\":" + Json.write(regex)
            + "},\"behavior\":\"Isolated\",\"invert\":false}";
    }

    /** An expression of a file that takes too much time fails. */
    @Test
    void limitsExpressions() throws IOException {
        String model = "{\"model\":{\"type\":\"BPE\",\"vocab\":{\"a\":0},\"merges\":[]},";
        Path path = Files.writeString(folder.resolve("tokenizer.json"), model + split("a*a*a*a*a*a*c") + "}");
        Tokenizer tokenizer = Tokenizer.ofJson(path);
        var error =
            assertThrows(ModelFileException.class, () -> tokenizer.encode("a".repeat(60) + "b", true));
        assertTrue(error.getMessage().contains("of the tokenizer takes too long in a text of 61 characters"),
            error.getMessage());
        Files.writeString(path, model + split("(a|b)*") + "}");
        Tokenizer deep = Tokenizer.ofJson(path);
        var stack = assertThrows(ModelFileException.class, () -> deep.encode("ab".repeat(1 << 20), true));
        assertTrue(stack.getMessage().endsWith(
                       "the regular expression '(a|b)*' is nested too deep in a text of 2097152"),
            stack.getMessage());
    }

    @Test
    void replacesByExpressions() throws IOException {
        String model = "{\"model\":{\"type\":\"BPE\",\"vocab\":{\"a\":0,\"b\":1,\"$\":2},\"merges\":[]},";
        String replace =
            "\"normalizer\":{\"type\":\"Replace\",\"pattern\":{\"Regex\":\"REGEX\"},\"content\":\"$\"}}";
        Path path =
            Files.writeString(folder.resolve("tokenizer.json"), model + replace.replace("REGEX", "a{2,}"));
        assertEquals(List.of("a", "b", "$", "b"), texts(Tokenizer.ofJson(path), "abaaab", true));
        Files.writeString(path, model + replace.replace("REGEX", "(a|b)*"));
        Tokenizer deep = Tokenizer.ofJson(path);
        assertThrows(ModelFileException.class, () -> deep.encode("ab".repeat(1 << 20), true));
    }

    private static List<String> split(Splitter splitter, String text) {
        List<String> out = new ArrayList<>();
        splitter.split(text, true, out);
        return out;
    }

    private static List<String> split(String pre, String text) {
        List<String> pieces = List.of(text);
        for (Splitter splitter : PreRules.of("test", pre).splitters()) {
            pieces = pieces.stream().flatMap(piece -> split(splitter, piece).stream()).toList();
        }
        return pieces;
    }

    @Test
    void dividesByTheRulesOfModels() {
        String text = "I'LL don't  12345\n\n x\u00a0\u3000y";
        assertEquals(List.of("I", "'", "LL", " don", "'t", "  ", "1", "2", "3", "4", "5", "\n\n", " x",
                         "\u00a0", "\u3000", "y"),
            split("smollm", text));
        assertEquals(
            List.of("I", "'", "LL", " don", "'t", " ", " 12345", "\n\n", " x", "\u00a0", "\u3000", "y"),
            split("gpt-2", text));
        assertEquals(
            List.of("I", "'LL", " don", "'t", " ", " ", "123", "45", "\n\n", " x", "\u00a0", "\u3000y"),
            split("llama-bpe", text));
        assertEquals(List.of("I", "'LL", " don", "'t", " ", " ", "1", "2", "3", "4", "5", "\n\n", " x",
                         "\u00a0", "\u3000y"),
            split("qwen2", text));
        assertEquals(List.of("Camel", "Case", " HTTPServer's"), split("gpt-4o", "CamelCase HTTPServer's"));
        assertEquals(
            List.of("Camel", "Case", " HTTPServer", "'s"), split("tekken", "CamelCase HTTPServer's"));
    }

    @Test
    void keepsMatchesAsTheFileSays() {
        String[] expected = {"[a, b]", "[a, -, -, b]", "[a-, -, b]", "[a, -, -b]", "[a, --, b]"};
        for (var behavior : RegexSplitter.Behavior.values()) {
            var splitter = RegexSplitter.of("test", "-", true, behavior, false);
            assertEquals(expected[behavior.ordinal()], split(splitter, "a--b").toString());
            var inverted = RegexSplitter.of("test", "[^-]+", false, behavior, true);
            assertTrue(split(inverted, "a-b").toString().contains("a"), behavior.toString());
        }
        var han = RegexSplitter.of("test", "\\p{Han}+", false, RegexSplitter.Behavior.ISOLATED, false);
        assertEquals(List.of("a", "\u4e16\u754c", "b"), split(han, "a\u4e16\u754cb"));
        assertEquals(List.of("a"), split(han, "a"));
    }
}
