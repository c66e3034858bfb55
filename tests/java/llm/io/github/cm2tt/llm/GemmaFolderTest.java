// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.ElementType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models of Gemma as folders of Hugging Face, compared with GGUF files of the same weights. */
final class GemmaFolderTest {
    private static final int WIDTH = 76;
    private static final int HEADS = 2;
    private static final int HEAD = 16;
    private static final int INNER = 48;
    private static final int LAYERS = 4;
    private static final int WINDOW = 8;
    private static final List<String> TOKENS = List.of("<unk>", "a", "b", "c", "d", "e");
    private static final Map<String, String> NAMES =
        Map.ofEntries(Map.entry("attn_norm", "input_layernorm"), Map.entry("attn_q", "self_attn.q_proj"),
            Map.entry("attn_k", "self_attn.k_proj"), Map.entry("attn_v", "self_attn.v_proj"),
            Map.entry("attn_output", "self_attn.o_proj"), Map.entry("ffn_gate", "mlp.gate_proj"),
            Map.entry("ffn_up", "mlp.up_proj"), Map.entry("ffn_down", "mlp.down_proj"));
    private static final Map<String, String> NAMES1 = Map.of("ffn_norm", "post_attention_layernorm");
    private static final Map<String, String> NAMES3 = Map.of("attn_q_norm", "self_attn.q_norm", "attn_k_norm",
        "self_attn.k_norm", "post_attention_norm", "post_attention_layernorm", "ffn_norm",
        "pre_feedforward_layernorm", "post_ffw_norm", "post_feedforward_layernorm");

    @TempDir Path folder;
    private final Random random = new Random(1);
    private GgufWriter writer;
    private Map<String, float[]> tensors;
    private Map<String, String> shapes;

    /** Adds a tensor to both files. Numbers of norms are multiples of 1/64, so that 1 - 1 + x is x. */
    private void add(String name, String hub, float scale, int... shape) {
        float[] numbers = new float[Arrays.stream(shape).reduce(1, (x, y) -> x * y)];
        float[] stored = new float[numbers.length];
        boolean isNorm = shape.length == 1;
        for (int i = 0; i < numbers.length; i++) {
            double number = random.nextGaussian() * scale;
            numbers[i] = (float) (isNorm ? 1 + Math.rint(number * 64) / 64 : number);
            stored[i] = isNorm ? numbers[i] - 1 : numbers[i];
        }
        writer.floats(name + ".weight", Arrays.stream(shape).asLongStream().toArray(), numbers);
        tensors.put(hub + ".weight", stored);
        shapes.put(hub + ".weight", Arrays.toString(shape));
    }

    private static int[] shape(String part) {
        return switch (part) {
            case "attn_q" -> new int[] {HEADS * HEAD, WIDTH};
            case "attn_k", "attn_v" -> new int[] {HEAD, WIDTH};
            case "attn_output" -> new int[] {WIDTH, HEADS * HEAD};
            case "ffn_gate", "ffn_up" -> new int[] {INNER, WIDTH};
            case "ffn_down" -> new int[] {WIDTH, INNER};
            case "attn_q_norm", "attn_k_norm" -> new int[] {HEAD};
            default -> new int[] {WIDTH};
        };
    }

    /** Creates the weights, and the metadata of the GGUF file. */
    private void create(String architecture, String prefix) {
        boolean isThird = architecture.equals("gemma3");
        tensors = new LinkedHashMap<>();
        shapes = new LinkedHashMap<>();
        String of = architecture + ".";
        writer = new GgufWriter()
                     .put("general.architecture", architecture)
                     .put(of + "block_count", LAYERS)
                     .put(of + "embedding_length", WIDTH)
                     .put(of + "attention.head_count", HEADS)
                     .put(of + "attention.head_count_kv", 1)
                     .put(of + "attention.key_length", HEAD)
                     .put(of + "attention.layer_norm_rms_epsilon", 1e-6f)
                     .put(of + "feed_forward_length", INNER)
                     .put(of + "context_length", 64)
                     .put("tokenizer.ggml.model", "llama")
                     .put("tokenizer.ggml.tokens", TOKENS)
                     .put("tokenizer.ggml.scores", new float[TOKENS.size()])
                     .put("tokenizer.ggml.token_type", new int[] {2, 1, 1, 1, 1, 1});
        if (isThird) {
            writer.put(of + "rope.freq_base", 1e6f)
                .put(of + "rope.scaling.factor", 8f)
                .put(of + "attention.sliding_window_pattern", 2)
                .put(of + "attention.sliding_window", WINDOW);
        }
        add("token_embd", prefix + "model.embed_tokens", 0.1f, TOKENS.size(), WIDTH);
        add("output_norm", prefix + "model.norm", 0.5f, WIDTH);
        Map<String, String> names = new LinkedHashMap<>(NAMES);
        names.putAll(isThird ? NAMES3 : NAMES1);
        for (int i = 0; i < LAYERS; i++)
            for (Map.Entry<String, String> name : names.entrySet())
                add("blk." + i + "." + name.getKey(), prefix + "model.layers." + i + "." + name.getValue(),
                    0.3f, shape(name.getKey()));
    }

    private void writeFolder(String type, String more) throws IOException {
        TinyEncoder.writeTensors(folder, tensors, shapes);
        Files.writeString(folder.resolve("tokenizer.json"), """
            {"model": {"type": "BPE", "unk_token": "<unk>", "merges": [],
             "vocab": {"<unk>": 0, "a": 1, "b": 2, "c": 3, "d": 4, "e": 5}}}""");
        String text = """
            "hidden_size": %d, "num_attention_heads": %d, "num_key_value_heads": 1, "head_dim": %d,
            "num_hidden_layers": %d, "intermediate_size": %d, "vocab_size": %d, "rms_norm_eps": 1e-6,
            "max_position_embeddings": 64%s}""".formatted(
            WIDTH, HEADS, HEAD, LAYERS, INNER, TOKENS.size(), more);
        Files.writeString(folder.resolve("config.json"), "{\"model_type\": \"" + type + "\", " + text);
    }

    private static float[] logits(Path path, ElementType type) throws IOException {
        var options = new ModelOptions(Device.cpu(), type, 64, 2, 32, 0);
        try (LanguageModel model = LanguageModel.load(path, options)) {
            return model.logits(new Random(2).ints(40, 0, TOKENS.size()).toArray());
        }
    }

    private void assertSame() throws IOException {
        Path file = writer.write(folder.resolve("model.gguf"));
        float[] expected = logits(file, ElementType.FP32);
        assertEquals(40 * TOKENS.size(), expected.length);
        assertArrayEquals(expected, logits(folder, ElementType.FP32), 1e-5f);
    }

    @Test
    void computesGemma() throws IOException {
        create("gemma", "");
        writeFolder("gemma", "");
        assertSame();
        shapes.put("model.layers.0.sinks", "[2]");
        tensors.put("model.layers.0.sinks", new float[2]);
        writeFolder("gemma", "");
        String message =
            assertThrows(ModelFileException.class, () -> logits(folder, ElementType.FP32)).getMessage();
        assertTrue(message.endsWith("the tensor 'model.layers.0.sinks' is not supported for models of the"
                       + " architecture 'gemma'"),
            message);
    }

    /** With a great epsilon, logits are proportional to the scale, whose square is 76. */
    @Test
    void roundsTheScaleOfEmbeddings() throws IOException {
        create("gemma", "");
        writeFolder("gemma", "");
        Path file = folder.resolve("config.json");
        Files.writeString(file, Files.readString(file).replace("1e-6", "1000"));
        float[] exact = logits(folder, ElementType.FP32);
        float[] rounded = logits(folder, ElementType.BF16);
        double product = 0;
        double square = 0;
        for (int i = 0; i < exact.length; i++) {
            product += (double) exact[i] * rounded[i];
            square += (double) exact[i] * exact[i];
        }
        assertEquals(8.6875 / Math.sqrt(76), product / square, 5e-4);
    }

    @Test
    void computesGemma3() throws IOException {
        create("gemma3", "");
        writeFolder("gemma3_text", """
            , "query_pre_attn_scalar": 16, "sliding_window": 8, "rope_parameters": {
              "full_attention": {"rope_type": "linear", "rope_theta": 1e6, "factor": 8.0},
              "sliding_attention": {"rope_type": "default", "rope_theta": 1e4}},
            "layer_types": ["sliding_attention", "full_attention", "sliding_attention",
              "full_attention"]""");
        assertSame();
    }

    @Test
    void computesTextsOfGemma3WithImages() throws IOException {
        create("gemma3", "language_model.");
        tensors.put("vision_tower.encoder.layers.0.layer_norm1.weight", new float[3]);
        shapes.put("vision_tower.encoder.layers.0.layer_norm1.weight", "[3]");
        writeFolder("gemma3", """
            , "query_pre_attn_scalar": 16, "sliding_window": 8, "sliding_window_pattern": 2,
            "rope_scaling": {"rope_type": "linear", "factor": 8.0}""");
        String flat = Files.readString(folder.resolve("config.json"));
        assertSame();
        String nested = flat.replace("\"gemma3\", ", "\"gemma3\", \"text_config\": {") + "}";
        Files.writeString(folder.resolve("config.json"), nested);
        assertSame();
    }
}
