// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import io.github.cm2tt.runtime.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A language model, on a GPU or the CPU.
 *
 * <pre>{@code
 * try (LanguageModel model = LanguageModel.load(Path.of("model.gguf"))) {
 *     var question = List.of(new ChatMessage("user", "What is a tile?"));
 *     for (String piece : model.chat(question, GenerationOptions.GREEDY))
 *         System.out.print(piece);
 * }
 * }</pre>
 *
 * <p>Requests of several threads are computed together. It is thread-safe.
 */
public final class LanguageModel implements AutoCloseable {
    private final ModelConfiguration model;
    private final ModelOptions options;
    private final Tokenizer tokenizer;
    private final ModelWeights weights;
    private final Engine engine;

    private LanguageModel(ModelConfiguration model, ModelOptions options, Tokenizer tokenizer,
        ModelWeights weights, Engine engine) {
        this.model = model;
        this.options = options;
        this.tokenizer = tokenizer;
        this.weights = weights;
        this.engine = engine;
    }

    /**
     * Loads a model to the best device.
     *
     * @param file a file of GGUF, or a folder with config.json, tokenizer.json and model.safetensors
     * @return the model
     * @throws IOException if the file cannot be read
     * @throws ModelFileException if it is malformed, or of a kind that is not supported
     * @throws IllegalStateException if the device has too little memory
     */
    public static LanguageModel load(Path file) throws IOException {
        return load(file, ModelOptions.of(Device.best()));
    }

    /**
     * Loads a model.
     *
     * @param file a file of GGUF, or a folder with config.json, tokenizer.json and model.safetensors
     * @param options where it runs, and how much memory it takes
     * @return the model
     * @throws IOException if the file cannot be read
     * @throws ModelFileException if it is malformed, or of a kind that is not supported
     * @throws IllegalStateException if the device has too little memory
     */
    public static LanguageModel load(Path file, ModelOptions options) throws IOException {
        try (ModelSource source = ModelSource.open(file)) {
            ModelConfiguration model = source.model();
            MemoryPlan plan = MemoryPlan.of(model, source.weightBytes(), options);
            ModelWeights weights = source.load(options.device());
            try {
                Engine engine = new Engine(model, weights, plan.options(), plan.pages());
                return new LanguageModel(model, plan.options(), source.tokenizer(), weights, engine);
            } catch (RuntimeException | Error problem) {
                weights.close();
                throw problem;
            }
        }
    }

    /**
     * Returns the name of the model, as its file says.
     *
     * @return the name
     */
    public String name() {
        return model.name();
    }

    /**
     * Returns where the model runs, and how much memory it takes.
     *
     * @return the options, with what was chosen
     */
    public ModelOptions options() {
        return options;
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
     * Returns what the engine has done, and does.
     *
     * @return its figures
     */
    public EngineStatistics statistics() {
        return engine.statistics();
    }

    /**
     * Begins to continue a text.
     *
     * @param prompt the text; texts of special tokens in it are text
     * @param how how tokens are chosen
     * @return the generation, which runs
     * @throws IllegalArgumentException if the prompt is empty, or longer than the context
     */
    public Generation generate(String prompt, GenerationOptions how) {
        return generate(tokenizer.encodePrompt(prompt, false), how);
    }

    /**
     * Begins to continue tokens.
     *
     * @param prompt the tokens
     * @param how how tokens are chosen
     * @return the generation, which runs
     * @throws IllegalArgumentException if there are no tokens, unknown ones, or more than the context has
     */
    public Generation generate(int[] prompt, GenerationOptions how) {
        check(prompt, options.contextLength() - 1);
        Sequence sequence = sequence(prompt, how);
        engine.submit(sequence);
        return sequence.generation();
    }

    private Sequence sequence(int[] tokens, GenerationOptions how) {
        return new Sequence(tokens, how, new Generation(tokens.length), tokenizer);
    }

    /**
     * Begins to answer a conversation.
     *
     * @param messages the conversation; the last message is that of the user
     * @param how how tokens are chosen
     * @return the generation of the answer, which runs
     * @throws IllegalArgumentException if the conversation is longer than the context
     * @throws ModelFileException if the template of the model's file is not known
     */
    public Generation chat(List<ChatMessage> messages, GenerationOptions how) {
        return generate(ChatTemplate.of(tokenizer).encode(messages, true), how);
    }

    /**
     * Returns a vector for a text: the mean of what the last layer computes for its tokens, of length 1.
     *
     * @param text the text
     * @return [width]
     * @throws IllegalArgumentException if the text is empty, or longer than the context
     */
    public float[] embed(String text) {
        int[] tokens = tokenizer.encodePrompt(text, false);
        check(tokens, options.contextLength());
        float[] rows = engine.hidden(sequence(tokens, GenerationOptions.GREEDY));
        return SentenceEncoder.mean(rows, model.width(), true);
    }

    /**
     * Returns the logits after each token.
     *
     * @param tokens the tokens
     * @return [length, vocabulary], row by row
     * @throws IllegalArgumentException if there are no tokens, unknown ones, or more than the context has
     */
    public float[] logits(int... tokens) {
        check(tokens, options.contextLength());
        return engine.logits(sequence(tokens, GenerationOptions.GREEDY));
    }

    private void check(int[] tokens, int most) {
        if (tokens.length == 0) {
            throw new IllegalArgumentException("the prompt has no tokens");
        }
        if (tokens.length > most) {
            throw new IllegalArgumentException("the prompt has " + tokens.length
                + " tokens, but the context has room for " + most + " (contextLength)");
        }
        for (int token : tokens) {
            if (token < 0 || token >= model.vocabulary()) {
                throw new IllegalArgumentException("the vocabulary has no token " + token);
            }
        }
    }

    /** Ends all generations, and frees the memory. */
    @Override
    public void close() {
        engine.close();
        weights.close();
    }
}
