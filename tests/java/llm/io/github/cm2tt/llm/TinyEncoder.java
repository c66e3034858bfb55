// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

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

/** A folder of a small encoder of random weights, and its formulas in double precision. */
final class TinyEncoder {
    static final int WIDTH = 24;
    static final int HEADS = 3;
    static final int INNER = 40;
    static final int LAYERS = 2;
    static final int POSITIONS = 16;
    static final List<String> WORDS =
        List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "tile", "##s", "are", "small", "!", "cafe");

    final Path folder;
    /** The weights, and their shapes in JSON, by name. */
    final Map<String, float[]> tensors = new LinkedHashMap<>();
    final Map<String, String> shapes = new LinkedHashMap<>();

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

    /** Writes the files of a model. */
    TinyEncoder(Path folder) throws IOException {
        this.folder = folder;
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

    void write(String name, String text) throws IOException {
        Files.createDirectories(folder.resolve(name).getParent());
        Files.writeString(folder.resolve(name), text);
    }

    void writeConfiguration(String type, String function, String more) throws IOException {
        write("config.json", """
            {"model_type": "%s", "hidden_act": "%s", "hidden_size": %d, "num_attention_heads": %d,
             "num_hidden_layers": %d, "intermediate_size": %d, "vocab_size": %d, "type_vocab_size": 2,
             "max_position_embeddings": %d%s}""".formatted(
            type, function, WIDTH, HEADS, LAYERS, INNER, WORDS.size(), POSITIONS, more));
    }

    void writeChanged(String key, int from, int to) throws IOException {
        writeConfiguration("bert", "gelu", "");
        String text = Files.readString(folder.resolve("config.json"));
        write("config.json", text.replace("\"" + key + "\": " + from, "\"" + key + "\": " + to));
    }

    void writeWeights() throws IOException {
        writeTensors(folder, tensors, shapes);
    }

    /** Writes numbers of single precision, with shapes in JSON, as model.safetensors. */
    static void writeTensors(Path folder, Map<String, float[]> tensors, Map<String, String> shapes)
        throws IOException {
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
                result[i][k] =
                    (x[i][k] + y[i][k] - mean) / Math.sqrt(squares + 1e-12) * tensors.get(name + ".weight")[k]
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

    /** The error function, by its series of Maclaurin; for the arguments of a tiny model. */
    private static double erf(double x) {
        double sum = 0;
        double power = x;
        for (int n = 0; n < 200; n++) {
            sum += power / (2 * n + 1);
            power *= -x * x / (n + 1);
        }
        return 2 / Math.sqrt(Math.PI) * sum;
    }

    /** The states of tokens. */
    double[][] states(int... tokens) {
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
            x = normalizedSum(
                linear(mixed, of + "attention.output.dense", WIDTH), x, of + "attention.output.LayerNorm");
            double[][] inner = linear(x, of + "intermediate.dense", INNER);
            for (double[] row : inner)
                for (int k = 0; k < INNER; k++)
                    row[k] *= (1 + erf(row[k] / Math.sqrt(2))) / 2;
            x = normalizedSum(linear(inner, of + "output.dense", WIDTH), x, of + "output.LayerNorm");
        }
        return x;
    }

    static double[] mean(double[][] rows) {
        double[] result = new double[WIDTH];
        for (double[] row : rows)
            for (int k = 0; k < WIDTH; k++)
                result[k] += row[k] / rows.length;
        return result;
    }
}
