// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A model of random weights as a GGUF file, for tests: the architecture llama, 2 layers of width 64, 4 heads
 * that share 2 of keys and values, FP32. Its tokens are three that control and the 256 bytes; its
 * conversations are in ChatML. The weights of the tokens that control are zeros in the last product, so that
 * they are never the most probable token.
 */
final class TinyModel {
    static final String NAME = "tiny model";
    static final int LAYERS = 2;
    static final int WIDTH = 64;
    static final int HEADS = 4;
    static final int OWNERS = 2;
    static final int FEED_FORWARD = 96;
    static final int CONTEXT = 512;

    private static final String TEMPLATE = "{% for m in messages %}{{'<|im_start|>' + m['role'] + '\n'"
        + " + m['content'] + '<|im_end|>' + '\n'}}{% endfor %}";

    private final GgufWriter writer = new GgufWriter();
    private final Random random;
    private final List<String> texts = new ArrayList<>(TinyVocabulary.SPECIALS);

    private TinyModel(long seed) {
        random = new Random(seed);
        for (int b = 0; b < 256; b++)
            texts.add(String.valueOf(ByteLetters.letter(b)));
    }

    /** Writes the model of a seed into a folder; the context length is what the file says. */
    static Path write(Path folder, long seed, int contextLength) throws IOException {
        TinyModel model = new TinyModel(seed);
        model.putShape(contextLength);
        model.putTokenizer();
        model.putWeights();
        return model.writer.write(Files.createTempFile(folder, "tiny", ".gguf"));
    }

    /** Writes the model of seed 1 into a folder. */
    static Path write(Path folder) throws IOException {
        return write(folder, 1, CONTEXT);
    }

    private void putShape(int contextLength) {
        writer.put("general.architecture", "llama")
            .put("general.name", NAME)
            .put("llama.block_count", LAYERS)
            .put("llama.embedding_length", WIDTH)
            .put("llama.attention.head_count", HEADS)
            .put("llama.attention.head_count_kv", OWNERS)
            .put("llama.attention.layer_norm_rms_epsilon", 1e-5f)
            .put("llama.feed_forward_length", FEED_FORWARD)
            .put("llama.context_length", contextLength);
    }

    private void putTokenizer() {
        int[] types = new int[texts.size()];
        for (int i = 0; i < types.length; i++)
            types[i] = i < TinyVocabulary.SPECIALS.size() ? 3 : 1;
        writer.put("tokenizer.ggml.model", "gpt2")
            .put("tokenizer.ggml.tokens", texts)
            .put("tokenizer.ggml.token_type", types)
            .put("tokenizer.ggml.merges", List.of())
            .put("tokenizer.ggml.eos_token_id", 2)
            .put("tokenizer.chat_template", TEMPLATE);
    }

    private void putWeights() {
        int keys = WIDTH / HEADS * OWNERS;
        matrix("token_embd.weight", texts.size(), WIDTH);
        ones("output_norm.weight");
        float[] logits = numbers(texts.size() * WIDTH);
        for (int i = 0; i < TinyVocabulary.SPECIALS.size() * WIDTH; i++)
            logits[i] = 0;
        writer.floats("output.weight", new long[] {texts.size(), WIDTH}, logits);
        for (int layer = 0; layer < LAYERS; layer++) {
            String of = "blk." + layer + ".";
            ones(of + "attn_norm.weight");
            matrix(of + "attn_q.weight", WIDTH, WIDTH);
            matrix(of + "attn_k.weight", keys, WIDTH);
            matrix(of + "attn_v.weight", keys, WIDTH);
            matrix(of + "attn_output.weight", WIDTH, WIDTH);
            ones(of + "ffn_norm.weight");
            matrix(of + "ffn_gate.weight", FEED_FORWARD, WIDTH);
            matrix(of + "ffn_up.weight", FEED_FORWARD, WIDTH);
            matrix(of + "ffn_down.weight", WIDTH, FEED_FORWARD);
        }
    }

    private float[] numbers(int count) {
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++)
            numbers[i] = (float) (random.nextGaussian() * 0.2);
        return numbers;
    }

    private void matrix(String name, int rows, int columns) {
        writer.floats(name, new long[] {rows, columns}, numbers(rows * columns));
    }

    private void ones(String name) {
        float[] ones = new float[WIDTH];
        Arrays.fill(ones, 1);
        writer.floats(name, new long[] {WIDTH}, ones);
    }
}
