// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import io.github.cm2tt.kernels.Attention;
import io.github.cm2tt.kernels.DeviceTensor;
import io.github.cm2tt.kernels.Embedding;
import io.github.cm2tt.kernels.Epilogue;
import io.github.cm2tt.kernels.LayerNorm;
import io.github.cm2tt.kernels.Matmul;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Stream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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
 * <p>Arithmetic has single precision. It is thread-safe, and computes one text after another.
 */
public final class SentenceEncoder implements AutoCloseable {
    private final EncoderConfiguration model;
    private final Tokenizer tokenizer;
    private final EncoderWeights weights;
    private final Stream stream;
    private final List<DeviceTensor> owned = new ArrayList<>();
    private final DeviceTensor states;
    private final DeviceTensor sums;
    private final DeviceTensor inputs;
    private final DeviceTensor attended;
    private final DeviceTensor inner;
    private boolean isClosed;

    private SentenceEncoder(
        EncoderConfiguration model, Tokenizer tokenizer, EncoderWeights weights, Device device) {
        this.model = model;
        this.tokenizer = tokenizer;
        this.weights = weights;
        stream = device.stream();
        int rows = model.mostTokens();
        int width = model.width();
        states = own(DeviceTensor.allocate(device, ElementType.FP32, rows, width));
        sums = own(DeviceTensor.allocate(device, ElementType.FP32, rows, width));
        inputs = own(DeviceTensor.allocate(device, ElementType.FP32, rows, 3L * width));
        attended = own(DeviceTensor.allocate(device, ElementType.FP32, rows, width));
        inner = own(DeviceTensor.allocate(device, ElementType.FP32, rows, model.feedForward()));
    }

    private DeviceTensor own(DeviceTensor tensor) {
        owned.add(tensor);
        return tensor;
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
                return new SentenceEncoder(model, tokenizer, weights, device);
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
     * Computes the vectors of texts.
     *
     * @param texts the texts
     * @return a vector for each
     * @throws IllegalStateException if the model is closed
     */
    public List<float[]> embed(List<String> texts) {
        return texts.stream().map(this::embed).toList();
    }

    /**
     * Computes the vector of a text. Tokens beyond {@link #mostTokens} are left out.
     *
     * @param text the text; texts of special tokens in it are text
     * @return its vector
     * @throws IllegalStateException if the model is closed
     */
    public synchronized float[] embed(String text) {
        if (isClosed) {
            throw new IllegalStateException("the encoder is closed");
        }
        int[] tokens = tokens(text);
        if (tokens.length > model.mostTokens()) {
            int last = tokens[tokens.length - 1];
            tokens = Arrays.copyOf(tokens, model.mostTokens());
            tokens[tokens.length - 1] = tokenizer.addsEos() ? last : tokens[tokens.length - 1];
        }
        if (tokens.length == 0) {
            return new float[model.width()];
        }
        int n = tokens.length;
        try (DeviceTensor given = DeviceTensor.copyOf(stream.device(), tokens, n)) {
            queue(given, n);
            stream.synchronize();
        }
        float[] rows = states.slice(0, 0, model.takesFirst() ? 1 : n).toFloats();
        return mean(rows, model.width(), model.normalizes());
    }

    /** All tokens of a text, also those that are left out. */
    int[] tokens(String text) {
        return tokenizer.encodePrompt(model.lowers() ? text.toLowerCase(Locale.ROOT) : text, false);
    }

    /** Queues the states of n tokens. */
    private void queue(DeviceTensor tokens, int n) {
        DeviceTensor x = states.slice(0, 0, n);
        DeviceTensor y = sums.slice(0, 0, n);
        Embedding.launch(stream, weights.words(), tokens, y);
        LayerNorm.launchAdding(stream, y, weights.places().slice(0, 0, n), weights.norm().weight(),
            weights.norm().bias(), x, model.epsilon());
        for (EncoderWeights.Layer layer : weights.layers()) {
            attend(layer, x, y, n);
            DeviceTensor wide = inner.slice(0, 0, n);
            multiply(x, layer.up(), wide, Epilogue.NONE.activation(model.activation()));
            multiply(wide, layer.down(), y, Epilogue.NONE.adding(x));
            normalize(y, layer.norm(), x);
        }
    }

    private void attend(EncoderWeights.Layer layer, DeviceTensor x, DeviceTensor y, int n) {
        int width = model.width();
        int head = width / model.heads();
        DeviceTensor[] parts = new DeviceTensor[3];
        for (int i = 0; i < parts.length; i++) {
            DeviceTensor part = inputs.slice(0, 0, n).slice(1, (long) i * width, (i + 1L) * width);
            multiply(x, i == 0 ? layer.query() : i == 1 ? layer.key() : layer.value(), part, Epilogue.NONE);
            parts[i] = part.splitLast(head).expandFirst();
        }
        DeviceTensor out = attended.slice(0, 0, n);
        Attention.launch(stream, parts[0], parts[1], parts[2], out.splitLast(head).expandFirst(),
            (float) (1 / Math.sqrt(head)), false, 0);
        multiply(out, layer.output(), y, Epilogue.NONE.adding(x));
        normalize(y, layer.attentionNorm(), x);
    }

    private void multiply(DeviceTensor x, EncoderWeights.Linear by, DeviceTensor out, Epilogue epilogue) {
        Matmul.launch(stream, x, by.matrix().transpose(0, 1), out, epilogue.bias(by.bias()));
    }

    private void normalize(DeviceTensor y, EncoderWeights.Norm norm, DeviceTensor x) {
        LayerNorm.launch(stream, y, norm.weight(), norm.bias(), x, model.epsilon());
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
            weights.close();
            owned.forEach(DeviceTensor::close);
        }
    }
}
