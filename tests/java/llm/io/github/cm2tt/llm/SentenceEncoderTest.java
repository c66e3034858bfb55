// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.runtime.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link SentenceEncoder}: a small one, compared with the formulas in double precision. */
final class SentenceEncoderTest {
    @TempDir Path folder;
    private TinyEncoder tiny;

    @BeforeEach
    void writeModel() throws IOException {
        tiny = new TinyEncoder(folder);
    }

    private static void check(double[] expected, float[] found) {
        for (int k = 0; k < TinyEncoder.WIDTH; k++)
            assertEquals(expected[k], found[k], 2e-5, "element " + k);
    }

    @Test
    void vectorsAreThoseOfTheFormulas() throws IOException {
        try (SentenceEncoder encoder = SentenceEncoder.load(folder, Device.cpu())) {
            assertEquals(TinyEncoder.WIDTH, encoder.dimensions());
            assertEquals(TinyEncoder.POSITIONS, encoder.mostTokens());
            assertEquals(folder.getFileName().toString(), encoder.name());
            check(TinyEncoder.mean(tiny.states(2, 4, 5, 6, 7, 8, 3)), encoder.embed("Tiles are small!"));
            check(TinyEncoder.mean(tiny.states(2, 3)), encoder.embed(""));
            List<float[]> both = encoder.embed(List.of("caf\u00e9 large", "tile"));
            check(TinyEncoder.mean(tiny.states(2, 9, 1, 3)), both.get(0));
            check(TinyEncoder.mean(tiny.states(2, 4, 3)), both.get(1));
            assertEquals(" tiles small".trim(), encoder.tokenizer().decode(4, 5, 7));
        }
    }

    /** Texts of 0 to 19 words: more tokens than a batch has, many of the same number, some too many. */
    private static List<String> makeTexts(Random random) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            StringBuilder text = new StringBuilder();
            for (int words = random.nextInt(20); words > 0; words--)
                text.append(TinyEncoder.WORDS.get(6 + random.nextInt(4))).append(' ');
            texts.add(text.toString());
        }
        return texts;
    }

    @Test
    void textsOfABatchAreApart() throws IOException {
        List<String> texts = makeTexts(new Random(2));
        tiny.write("modules.json", "[{\"type\": \"Pooling\", \"path\": \"1_Pooling\"}]");
        for (String pooling : List.of("mean", "cls")) {
            tiny.write("1_Pooling/config.json", "{\"pooling_mode\": \"" + pooling + "\"}");
            try (SentenceEncoder encoder = SentenceEncoder.load(folder, Device.cpu())) {
                List<float[]> vectors = encoder.embed(texts);
                assertEquals(texts.size(), vectors.size());
                int total = 0;
                for (int i = 0; i < texts.size(); i++) {
                    int[] tokens = encoder.tokens(texts.get(i));
                    int[] kept = Arrays.copyOf(tokens, Math.min(tokens.length, TinyEncoder.POSITIONS));
                    kept[kept.length - 1] = tokens[tokens.length - 1];
                    double[][] states = tiny.states(kept);
                    check(pooling.equals("cls") ? states[0] : TinyEncoder.mean(states), vectors.get(i));
                    total += kept.length;
                }
                assertTrue(total > 2048, "more than one batch: " + total);
                assertEquals(List.of(), encoder.embed(List.of()));
            }
        }
    }

    @Test
    void textsWithoutTokensHaveZeros() throws IOException {
        String text = Files.readString(folder.resolve("tokenizer.json"));
        tiny.write("tokenizer.json", text.replaceAll("\"post_processor\": .*", ""));
        try (SentenceEncoder encoder = SentenceEncoder.load(folder, Device.cpu())) {
            List<float[]> vectors = encoder.embed(List.of("tile", " ", "tile are", ""));
            check(TinyEncoder.mean(tiny.states(4)), vectors.get(0));
            check(new double[TinyEncoder.WIDTH], vectors.get(1));
            check(TinyEncoder.mean(tiny.states(4, 6)), vectors.get(2));
            check(new double[TinyEncoder.WIDTH], vectors.get(3));
            String longest = "tile ".repeat(TinyEncoder.POSITIONS);
            assertArrayEquals(encoder.embed(longest), encoder.embed(longest + "are"));
        }
    }

    @Test
    void longTextsEndWithTheLastToken() throws IOException {
        tiny.write("sentence_bert_config.json", "{\"max_seq_length\": 4}");
        try (SentenceEncoder encoder = SentenceEncoder.load(folder, Device.cpu())) {
            assertEquals(4, encoder.mostTokens());
            check(TinyEncoder.mean(tiny.states(2, 4, 6, 3)), encoder.embed("tile are small small"));
        }
    }

    @Test
    void modulesSayHowVectorsAreComputed() throws IOException {
        tiny.write("modules.json", """
            [{"type": "sentence_transformers.models.Transformer", "path": ""},
             {"type": "sentence_transformers.models.Pooling", "path": "1_Pooling"},
             {"type": "sentence_transformers.models.Normalize", "path": "2_Normalize"}]""");
        double[][] states = tiny.states(2, 4, 3);
        for (boolean isFirst : new boolean[] {true, false}) {
            tiny.write("1_Pooling/config.json",
                "{\"pooling_mode_cls_token\": " + isFirst + ", \"pooling_mode_mean_tokens\": " + !isFirst
                    + "}");
            double[] expected = isFirst ? states[0] : TinyEncoder.mean(states);
            double squares = 0;
            for (double number : expected)
                squares += number * number;
            double[] scaled = new double[TinyEncoder.WIDTH];
            for (int k = 0; k < TinyEncoder.WIDTH; k++)
                scaled[k] = expected[k] / Math.sqrt(squares);
            try (SentenceEncoder encoder = SentenceEncoder.load(folder, Device.cpu())) {
                check(scaled, encoder.embed("tile"));
            }
        }
    }

    @Test
    void poolingHasANameInNewerFiles() throws IOException {
        tiny.write("modules.json", """
            [{"type": "sentence_transformers.base.modules.transformer.Transformer", "path": ""},
             {"type": "sentence_transformers.sentence_transformer.modules.pooling.Pooling",
              "path": "1_Pooling"}]""");
        double[][] states = tiny.states(2, 4, 3);
        for (String kind : List.of("\"pooling_mode\": \"cls\"", "\"pooling_mode\": \"mean\"", "")) {
            tiny.write("1_Pooling/config.json", "{" + kind + "}");
            try (SentenceEncoder encoder = SentenceEncoder.load(folder, Device.cpu())) {
                check(kind.contains("cls") ? states[0] : TinyEncoder.mean(states), encoder.embed("tile"));
            }
        }
        tiny.write("1_Pooling/config.json", "{\"pooling_mode\": \"max\"}");
        refuses("config.json: the pooling is max, which is not supported; mean and cls are, one of them");
        tiny.write("1_Pooling/config.json",
            "{\"pooling_mode_mean_tokens\": true, \"pooling_mode_max_tokens\": true}");
        refuses("the pooling is pooling_mode_max_tokens and pooling_mode_mean_tokens, which is not");
        tiny.write("modules.json", "[{\"type\": \"sentence_transformers.models.Dense\", \"path\": \"2\"}]");
        refuses("is 'sentence_transformers.models.Dense', which is not supported; Transformer, Pooling and "
            + "Normalize are");
        tiny.write("modules.json", "{}");
        refuses("modules.json: an array is expected");
    }

    @Test
    void lowersTextsThatTheTokenizerDoesNot() throws IOException {
        String text = Files.readString(folder.resolve("tokenizer.json"));
        tiny.write(
            "tokenizer.json", text.replace("\"BertNormalizer\"", "\"BertNormalizer\", \"lowercase\": false"));
        for (boolean lowers : new boolean[] {false, true}) {
            tiny.write("sentence_bert_config.json", "{\"do_lower_case\": " + lowers + "}");
            try (SentenceEncoder encoder = SentenceEncoder.load(folder, Device.cpu())) {
                check(TinyEncoder.mean(tiny.states(2, lowers ? 9 : 1, 3)), encoder.embed("CAFE"));
            }
        }
    }

    @Test
    void normsMayHaveTheirFirstNames() throws IOException {
        for (String name : List.copyOf(tiny.tensors.keySet())) {
            if (name.contains("LayerNorm")) {
                String old = name.replace(".weight", ".gamma").replace(".bias", ".beta");
                tiny.tensors.put(old, tiny.tensors.get(name));
                tiny.shapes.put(old, tiny.shapes.get(name));
            }
        }
        double[] expected = TinyEncoder.mean(tiny.states(2, 4, 3));
        tiny.tensors.keySet().removeIf(name -> name.contains("LayerNorm") && name.matches(".*(weight|bias)"));
        tiny.writeWeights();
        try (SentenceEncoder encoder = SentenceEncoder.load(folder, Device.cpu())) {
            check(expected, encoder.embed("tile"));
        }
    }

    private void refuses(String message) {
        String found =
            assertThrows(ModelFileException.class, () -> SentenceEncoder.load(folder, Device.cpu()).close())
                .getMessage();
        assertTrue(found.contains(message), found);
    }

    @Test
    void refusesOtherModels() throws IOException {
        tiny.writeConfiguration("roberta", "gelu", "");
        refuses("is 'roberta', which is not supported for encoders; bert is");
        tiny.writeConfiguration("bert", "tanh", "");
        refuses("is 'tanh', which is not supported");
        tiny.writeConfiguration("bert", "gelu", ", \"position_embedding_type\": \"relative_key\"");
        refuses("is not 'absolute', which alone is supported");
        tiny.writeChanged("num_attention_heads", TinyEncoder.HEADS, 5);
        refuses("is 5, which does not divide 24");
        tiny.writeChanged("num_hidden_layers", TinyEncoder.LAYERS, 0);
        refuses("is 0");
        tiny.writeChanged("vocab_size", TinyEncoder.WORDS.size(), 3);
        refuses("the tokenizer has 10 tokens, the model 3");
        tiny.writeChanged("intermediate_size", TinyEncoder.INNER, 48);
        refuses("the tensor 'encoder.layer.0.intermediate.dense.weight' is F32[40, 24], but [48, 24] of F32, "
            + "F16 or BF16 is expected");
        tiny.writeChanged("num_hidden_layers", TinyEncoder.LAYERS, 3);
        refuses("there is no tensor 'encoder.layer.2.attention.self.query.weight'");
        String found = assertThrows(ModelFileException.class, () -> LanguageModel.load(folder)).getMessage();
        assertTrue(
            found.contains("is 'bert', an encoder: SentenceEncoder loads it, --server serves it"), found);
    }

    @Test
    void wordsWithoutAnUnknownTokenAreRefused() throws IOException {
        String text = Files.readString(folder.resolve("tokenizer.json"));
        tiny.write("tokenizer.json", text.replace("\"unk_token\": \"[UNK]\"", "\"unk_token\": \"?\""));
        refuses("is '?', which is not in the vocabulary");
    }

    @Test
    void normalizesAsBert() throws IOException {
        String text = Files.readString(folder.resolve("tokenizer.json"));
        Tokenizer tokenizer = Tokenizer.ofJson(folder.resolve("tokenizer.json"));
        assertArrayEquals(new int[] {9, 4, 5, 8}, tokenizer.encode("CAF\u00c9\u0000\ttile\u200bs!", false));
        assertArrayEquals(new int[] {4, 1, 4}, tokenizer.encode("tile\u4e16tile", false));
        assertArrayEquals(new int[] {1}, tokenizer.encode("tile".repeat(30), false));
        String kept = "\"BertNormalizer\", \"lowercase\": false";
        tiny.write("tokenizer.json", text.replace("\"BertNormalizer\"", kept));
        assertArrayEquals(new int[] {1, 4},
            Tokenizer.ofJson(folder.resolve("tokenizer.json")).encode("CAF\u00c9 tile", false));
    }

    @Test
    void isClosedOnce() throws IOException {
        SentenceEncoder encoder = SentenceEncoder.load(folder, Device.cpu());
        encoder.close();
        encoder.close();
        assertEquals("the encoder is closed",
            assertThrows(IllegalStateException.class, () -> encoder.embed("tile")).getMessage());
    }
}
