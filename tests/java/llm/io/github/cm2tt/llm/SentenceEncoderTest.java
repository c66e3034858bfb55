// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.runtime.Device;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small encoder of random weights, compared with the formulas in double precision. */
final class SentenceEncoderTest {
    private static final int WIDTH = 24;
    private static final int HEADS = 3;
    private static final int INNER = 40;
    private static final int LAYERS = 2;
    private static final int POSITIONS = 16;
    private static final List<String> WORDS =
        List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "tile", "##s", "are", "small", "!", "cafe");

    @TempDir Path folder;
    private final Map<String, float[]> tensors = new LinkedHashMap<>();
    private final Map<String, String> shapes = new LinkedHashMap<>();

    private void add(String name, Random random, int... shape) {
        int count = 1;
        StringBuilder text = new StringBuilder();
        for (int extent : shape) {
            count *= extent;
            text.append(text.length() == 0 ? "" : ",").append(extent);
        }
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++)
            numbers[i] = (float) random.nextGaussian() * 0.4f;
        tensors.put(name, numbers);
        shapes.put(name, "[" + text + "]");
    }

    @BeforeEach
    void writeModel() throws IOException {
        Random random = new Random(1);
        add("embeddings.word_embeddings.weight", random, WORDS.size(), WIDTH);
        add("embeddings.position_embeddings.weight", random, POSITIONS, WIDTH);
        add("embeddings.token_type_embeddings.weight", random, 2, WIDTH);
        addNorm("embeddings.LayerNorm", random);
        for (int i = 0; i < LAYERS; i++) {
            String of = "encoder.layer." + i + ".";
            for (String part : List.of("self.query", "self.key", "self.value", "output.dense"))
                addLinear(of + "attention." + part, random, WIDTH, WIDTH);
            addNorm(of + "attention.output.LayerNorm", random);
            addLinear(of + "intermediate.dense", random, INNER, WIDTH);
            addLinear(of + "output.dense", random, WIDTH, INNER);
            addNorm(of + "output.LayerNorm", random);
        }
        writeWeights();
        writeConfiguration("bert", "gelu", "");
        StringBuilder ids = new StringBuilder();
        for (String word : WORDS)
            ids.append(ids.length() == 0 ? "" : ",").append("\"" + word + "\":" + WORDS.indexOf(word));
        write("tokenizer.json", """
            {"added_tokens": [], "normalizer": {"type": "BertNormalizer"},
             "pre_tokenizer": {"type": "BertPreTokenizer"},
             "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]},
             "decoder": {"type": "WordPiece"},
             "model": {"type": "WordPiece", "unk_token": "[UNK]", "vocab": {%s}}}""".formatted(ids));
    }

    private void addLinear(String name, Random random, int rows, int columns) {
        add(name + ".weight", random, rows, columns);
        add(name + ".bias", random, rows);
    }

    private void addNorm(String name, Random random) {
        add(name + ".weight", random, WIDTH);
        add(name + ".bias", random, WIDTH);
    }

    private void write(String name, String text) throws IOException {
        Files.createDirectories(folder.resolve(name).getParent());
        Files.writeString(folder.resolve(name), text);
    }

    private void writeConfiguration(String type, String function, String more) throws IOException {
        write("config.json", """
            {"model_type": "%s", "hidden_act": "%s", "hidden_size": %d, "num_attention_heads": %d,
             "num_hidden_layers": %d, "intermediate_size": %d, "vocab_size": %d, "type_vocab_size": 2,
             "max_position_embeddings": %d%s}""".formatted(
            type, function, WIDTH, HEADS, LAYERS, INNER, WORDS.size(), POSITIONS, more));
    }

    private void writeChanged(String key, int from, int to) throws IOException {
        writeConfiguration("bert", "gelu", "");
        String text = Files.readString(folder.resolve("config.json"));
        write("config.json", text.replace("\"" + key + "\": " + from, "\"" + key + "\": " + to));
    }

    private void writeWeights() throws IOException {
        StringBuilder header = new StringBuilder("{");
        int at = 0;
        for (String name : tensors.keySet()) {
            int end = at + 4 * tensors.get(name).length;
            header.append(at == 0 ? "" : ",")
                .append("\"" + name + "\":{\"dtype\":\"F32\",\"shape\":" + shapes.get(name)
                    + ",\"data_offsets\":[" + at + "," + end + "]}");
            at = end;
        }
        byte[] text = header.append("}").toString().getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(8 + text.length + at).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(text.length).put(text);
        tensors.values().forEach(numbers -> {
            for (float number : numbers)
                bytes.putFloat(number);
        });
        Files.write(folder.resolve("model.safetensors"), bytes.array());
    }

    //------------------------------------------------------------------------
    // The formulas
    //------------------------------------------------------------------------

    private double[][] linear(double[][] x, String name, int rows) {
        float[] w = tensors.get(name + ".weight");
        float[] bias = tensors.get(name + ".bias");
        double[][] result = new double[x.length][rows];
        for (int i = 0; i < x.length; i++)
            for (int row = 0; row < rows; row++) {
                double sum = bias[row];
                for (int k = 0; k < x[i].length; k++)
                    sum += x[i][k] * w[row * x[i].length + k];
                result[i][row] = sum;
            }
        return result;
    }

    private double[][] normalizedSum(double[][] x, double[][] y, String name) {
        double[][] result = new double[x.length][WIDTH];
        for (int i = 0; i < x.length; i++) {
            double mean = 0;
            double squares = 0;
            for (int k = 0; k < WIDTH; k++)
                mean += (x[i][k] + y[i][k]) / WIDTH;
            for (int k = 0; k < WIDTH; k++)
                squares += Math.pow(x[i][k] + y[i][k] - mean, 2) / WIDTH;
            for (int k = 0; k < WIDTH; k++)
                result[i][k] = (x[i][k] + y[i][k] - mean) / Math.sqrt(squares + 1e-12)
                        * tensors.get(name + ".weight")[k]
                    + tensors.get(name + ".bias")[k];
        }
        return result;
    }

    private static double[][] attention(double[][] q, double[][] k, double[][] v) {
        int n = q.length;
        int head = WIDTH / HEADS;
        double[][] result = new double[n][WIDTH];
        for (int at = 0; at < WIDTH; at += head)
            for (int i = 0; i < n; i++) {
                double[] weights = new double[n];
                double total = 0;
                for (int j = 0; j < n; j++) {
                    double score = 0;
                    for (int c = at; c < at + head; c++)
                        score += q[i][c] * k[j][c];
                    weights[j] = Math.exp(score / Math.sqrt(head));
                    total += weights[j];
                }
                for (int j = 0; j < n; j++)
                    for (int c = at; c < at + head; c++)
                        result[i][c] += weights[j] / total * v[j][c];
            }
        return result;
    }

    /** The states of tokens; with ReLU, of which doubles have an exact formula. */
    private double[][] states(int... tokens) {
        double[][] words = new double[tokens.length][WIDTH];
        double[][] places = new double[tokens.length][WIDTH];
        for (int i = 0; i < tokens.length; i++)
            for (int k = 0; k < WIDTH; k++) {
                words[i][k] = tensors.get("embeddings.word_embeddings.weight")[tokens[i] * WIDTH + k];
                places[i][k] = tensors.get("embeddings.position_embeddings.weight")[i * WIDTH + k]
                    + (double) tensors.get("embeddings.token_type_embeddings.weight")[k];
            }
        double[][] x = normalizedSum(words, places, "embeddings.LayerNorm");
        for (int i = 0; i < LAYERS; i++) {
            String of = "encoder.layer." + i + ".";
            String self = of + "attention.self.";
            double[][] mixed = attention(linear(x, self + "query", WIDTH), linear(x, self + "key", WIDTH),
                linear(x, self + "value", WIDTH));
            x = normalizedSum(linear(mixed, of + "attention.output.dense", WIDTH), x,
                of + "attention.output.LayerNorm");
            double[][] inner = linear(x, of + "intermediate.dense", INNER);
            for (double[] row : inner)
                for (int k = 0; k < INNER; k++)
                    row[k] = Math.max(row[k], 0);
            x = normalizedSum(linear(inner, of + "output.dense", WIDTH), x, of + "output.LayerNorm");
        }
        return x;
    }

    private static double[] mean(double[][] rows) {
        double[] result = new double[WIDTH];
        for (double[] row : rows)
            for (int k = 0; k < WIDTH; k++)
                result[k] += row[k] / rows.length;
        return result;
    }

    private static void check(double[] expected, float[] found) {
        for (int k = 0; k < WIDTH; k++)
            assertEquals(expected[k], found[k], 2e-5, "element " + k);
    }

    //------------------------------------------------------------------------
    // Tests
    //------------------------------------------------------------------------

    @Test
    void vectorsAreThoseOfTheFormulas() throws IOException {
        writeConfiguration("bert", "relu", "");
        try (SentenceEncoder encoder = SentenceEncoder.load(folder, Device.cpu())) {
            assertEquals(WIDTH, encoder.dimensions());
            assertEquals(POSITIONS, encoder.mostTokens());
            assertEquals(folder.getFileName().toString(), encoder.name());
            check(mean(states(2, 4, 5, 6, 7, 8, 3)), encoder.embed("Tiles are small!"));
            check(mean(states(2, 3)), encoder.embed(""));
            List<float[]> both = encoder.embed(List.of("caf\u00e9 large", "tile"));
            check(mean(states(2, 9, 1, 3)), both.get(0));
            check(mean(states(2, 4, 3)), both.get(1));
            assertEquals(" tiles small".trim(), encoder.tokenizer().decode(4, 5, 7));
        }
    }

    @Test
    void longTextsEndWithTheLastToken() throws IOException {
        writeConfiguration("bert", "relu", "");
        write("sentence_bert_config.json", "{\"max_seq_length\": 4}");
        try (SentenceEncoder encoder = SentenceEncoder.load(folder, Device.cpu())) {
            assertEquals(4, encoder.mostTokens());
            check(mean(states(2, 4, 6, 3)), encoder.embed("tile are small small"));
        }
    }

    @Test
    void modulesSayHowVectorsAreComputed() throws IOException {
        writeConfiguration("bert", "relu", "");
        write("modules.json", """
            [{"type": "sentence_transformers.models.Transformer", "path": ""},
             {"type": "sentence_transformers.models.Pooling", "path": "1_Pooling"},
             {"type": "sentence_transformers.models.Normalize", "path": "2_Normalize"}]""");
        double[][] states = states(2, 4, 3);
        for (boolean isFirst : new boolean[] {true, false}) {
            write("1_Pooling/config.json", "{\"pooling_mode_cls_token\": " + isFirst
                    + ", \"pooling_mode_mean_tokens\": " + !isFirst + "}");
            double[] expected = isFirst ? states[0] : mean(states);
            double squares = 0;
            for (double number : expected)
                squares += number * number;
            double[] scaled = new double[WIDTH];
            for (int k = 0; k < WIDTH; k++)
                scaled[k] = expected[k] / Math.sqrt(squares);
            try (SentenceEncoder encoder = SentenceEncoder.load(folder, Device.cpu())) {
                check(scaled, encoder.embed("tile"));
            }
        }
        write("1_Pooling/config.json", "{\"pooling_mode_max_tokens\": true}");
        refuses("and pooling_mode_cls_token are not one true and one false; other kinds of pooling are not "
            + "supported");
        write("modules.json", "{}");
        refuses("modules.json: an array is expected");
    }

    private void refuses(String message) {
        String found =
            assertThrows(ModelFileException.class, () -> SentenceEncoder.load(folder, Device.cpu()).close())
                .getMessage();
        assertTrue(found.contains(message), found);
    }

    @Test
    void refusesOtherModels() throws IOException {
        writeConfiguration("roberta", "gelu", "");
        refuses("is 'roberta', which is not supported for encoders; bert is");
        writeConfiguration("bert", "tanh", "");
        refuses("is 'tanh', which is not supported");
        writeConfiguration("bert", "gelu", ", \"position_embedding_type\": \"relative_key\"");
        refuses("is not 'absolute', which alone is supported");
        writeChanged("num_attention_heads", HEADS, 5);
        refuses("is 5, which does not divide 24");
        writeChanged("num_hidden_layers", LAYERS, 0);
        refuses("is 0");
        writeChanged("vocab_size", WORDS.size(), 3);
        refuses("the tokenizer has 10 tokens, the model 3");
        writeChanged("intermediate_size", INNER, 48);
        refuses("the tensor 'encoder.layer.0.intermediate.dense.weight' is F32[40, 24], but [48, 24] of F32, "
            + "F16 or BF16 is expected");
        writeChanged("num_hidden_layers", LAYERS, 3);
        refuses("there is no tensor 'encoder.layer.2.attention.self.query.weight'");
        String found = assertThrows(ModelFileException.class, () -> LanguageModel.load(folder)).getMessage();
        assertTrue(found.contains("is 'bert', an encoder: SentenceEncoder loads it"), found);
    }

    @Test
    void wordsWithoutAnUnknownTokenAreRefused() throws IOException {
        String text = Files.readString(folder.resolve("tokenizer.json"));
        write("tokenizer.json", text.replace("\"unk_token\": \"[UNK]\"", "\"unk_token\": \"?\""));
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
        write("tokenizer.json", text.replace("\"BertNormalizer\"", kept));
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
