// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import io.github.cm2tt.runtime.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Computes vectors of texts, whose products say how similar texts are, by models of the architecture BERT,
 * such as all-MiniLM-L6-v2.
 *
 * <pre>{@code
 * try (SentenceEncoder encoder = SentenceEncoder.load(Path.of("all-MiniLM-L6-v2"))) {
 *     float[] vector = encoder.embed("What is a tile?");
 * }
 * }</pre>
 *
 * <p>Arithmetic has single precision. It is thread-safe, and computes one list of texts after another.
 */
public final class SentenceEncoder implements AutoCloseable {
    private final EncoderConfiguration model;
    private final Tokenizer tokenizer;
    private final EncoderNetwork network;
    private boolean isClosed;

    private SentenceEncoder(EncoderConfiguration model, Tokenizer tokenizer, EncoderNetwork network) {
        this.model = model;
        this.tokenizer = tokenizer;
        this.network = network;
    }

    /**
     * Loads a model to the best device.
     *
     * @param folder the folder with config.json, tokenizer.json and model.safetensors; modules.json and
     *     sentence_bert_config.json say how vectors are computed, if they exist
     * @return the model
     * @throws IOException if a file cannot be read
     * @throws ModelFileException if one is malformed, or of a kind that is not supported
     */
    public static SentenceEncoder load(Path folder) throws IOException {
        return load(folder, Device.best());
    }

    /**
     * Loads a model.
     *
     * @param folder the folder with config.json, tokenizer.json and model.safetensors; modules.json and
     *     sentence_bert_config.json say how vectors are computed, if they exist
     * @param device where it runs
     * @return the model
     * @throws IOException if a file cannot be read
     * @throws ModelFileException if one is malformed, or of a kind that is not supported
     */
    public static SentenceEncoder load(Path folder, Device device) throws IOException {
        Objects.requireNonNull(device, "device");
        EncoderConfiguration model = EncoderConfiguration.of(folder);
        Tokenizer tokenizer = Tokenizer.ofJson(folder.resolve("tokenizer.json"));
        if (tokenizer.vocabularySize() > model.vocabulary()) {
            throw new ModelFileException(folder + ": the tokenizer has " + tokenizer.vocabularySize()
                + " tokens, the model " + model.vocabulary());
        }
        try (SafetensorsFile file = SafetensorsFile.open(folder)) {
            EncoderWeights weights = EncoderWeights.load(file, device, model);
            try {
                return new SentenceEncoder(model, tokenizer, new EncoderNetwork(model, weights, device));
            } catch (RuntimeException | Error problem) {
                weights.close();
                throw problem;
            }
        }
    }

    /**
     * Returns the name of the model, that of its folder.
     *
     * @return the name
     */
    public String name() {
        return model.name();
    }

    /**
     * Returns the tokenizer.
     *
     * @return the tokenizer
     */
    public Tokenizer tokenizer() {
        return tokenizer;
    }

    /**
     * Returns the length of vectors.
     *
     * @return the number of elements
     */
    public int dimensions() {
        return model.width();
    }

    /**
     * Returns the most tokens of a text that are regarded, those that the tokenizer adds included.
     *
     * @return the number of tokens
     */
    public int mostTokens() {
        return model.mostTokens();
    }

    /**
     * Computes the vectors of texts, many together: this is faster than one after another. Vectors differ by
     * rounding from those of each alone.
     *
     * @param texts the texts, as for {@link #embed(String)}
     * @return a vector for each
     * @throws IllegalStateException if the model is closed
     */
    public List<float[]> embed(List<String> texts) {
        return vectors(texts.stream().map(text -> shorten(tokens(text))).toList());
    }

    /**
     * Computes the vector of a text. Tokens beyond {@link #mostTokens} are left out.
     *
     * @param text the text; texts of special tokens in it are text
     * @return its vector
     * @throws IllegalStateException if the model is closed
     */
    public float[] embed(String text) {
        return embed(List.of(text)).get(0);
    }

    /** All tokens of a text, also those that are left out. */
    int[] tokens(String text) {
        return tokenizer.encodePrompt(model.lowers() ? text.toLowerCase(Locale.ROOT) : text, false);
    }

    private int[] shorten(int... tokens) {
        int most = model.mostTokens();
        if (tokens.length <= most) {
            return tokens;
        }
        int[] result = Arrays.copyOf(tokens, most);
        if (tokenizer.addsEos()) {
            result[most - 1] = tokens[tokens.length - 1];
        }
        return result;
    }

    private synchronized List<float[]> vectors(List<int[]> texts) {
        if (isClosed) {
            throw new IllegalStateException("the encoder is closed");
        }
        float[][] vectors = new float[texts.size()][model.width()];
        // Texts of the same length follow each other.
        Integer[] order = new Integer[texts.size()];
        Arrays.setAll(order, text -> text);
        Arrays.sort(order, Comparator.comparingInt(text -> texts.get(text).length));
        int first = 0;
        while (first < order.length && texts.get(order[first]).length == 0) {
            first++; // The vector of a text without tokens is zero.
        }
        while (first < order.length) {
            List<int[]> batch = new ArrayList<>();
            int room = network.mostRows();
            for (int i = first; i < order.length && texts.get(order[i]).length <= room; i++) {
                batch.add(texts.get(order[i]));
                room -= texts.get(order[i]).length;
            }
            float[] states = network.states(batch);
            int at = 0;
            for (int[] tokens : batch) {
                int rows = model.takesFirst() ? 1 : tokens.length;
                float[] of = Arrays.copyOfRange(states, at, at + rows * model.width());
                vectors[order[first++]] = mean(of, model.width(), model.normalizes());
                at += tokens.length * model.width();
            }
        }
        return List.of(vectors);
    }

    /** The mean of rows of a width; of length 1 if asked for. */
    static float[] mean(float[] rows, int width, boolean normalizes) {
        double[] sums = new double[width];
        for (int i = 0; i < rows.length; i++) {
            sums[i % width] += rows[i];
        }
        double count = rows.length / width;
        double squares = 0;
        for (double sum : sums) {
            squares += sum / count * (sum / count);
        }
        // As PyTorch's normalize, which divides by 1e-12 at least.
        double length = normalizes ? Math.max(Math.sqrt(squares), 1e-12) : 1;
        float[] result = new float[width];
        for (int i = 0; i < width; i++) {
            result[i] = (float) (sums[i] / count / length);
        }
        return result;
    }

    /** Frees the memory. The model cannot be used afterwards. */
    @Override
    public synchronized void close() {
        if (!isClosed) {
            isClosed = true;
            network.close();
        }
    }
}
