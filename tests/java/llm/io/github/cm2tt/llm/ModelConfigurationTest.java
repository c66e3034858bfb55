// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.kernels.GatedActivation;
import io.github.cm2tt.kernels.Rope;
import io.github.cm2tt.runtime.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Configurations in GGUF files and in config.json, and weights that do not fit them. */
final class ModelConfigurationTest {
    private static final String HUB = """
        "hidden_size": 64, "num_attention_heads": 4, "num_hidden_layers": 2, "intermediate_size": 96,
        "vocab_size": 10, "max_position_embeddings": 128, "num_key_value_heads": 2""";

    @TempDir Path folder;

    private static GgufWriter gguf(String architecture) {
        String of = architecture + ".";
        return new GgufWriter()
            .put("general.architecture", architecture)
            .put(of + "block_count", 1)
            .put(of + "embedding_length", 8)
            .put(of + "attention.head_count", 2)
            .put(of + "attention.layer_norm_rms_epsilon", 1e-5f)
            .put(of + "feed_forward_length", 8)
            .put(of + "context_length", 64)
            .floats("token_embd.weight", new long[] {3, 8}, new float[24]);
    }

    private ModelConfiguration read(GgufWriter writer) throws IOException {
        try (GgufFile file = GgufFile.open(writer.write(folder.resolve("model.gguf")))) {
            return GgufConfiguration.of(file);
        }
    }

    private ModelConfiguration readHub(String type, String more) throws IOException {
        Files.writeString(
            folder.resolve("config.json"), "{\"model_type\": \"" + type + "\", " + HUB + more + "}");
        return HubConfiguration.of(folder);
    }

    private void assertRefused(String part, GgufWriter writer) {
        String message = assertThrows(ModelFileException.class, () -> read(writer)).getMessage();
        assertTrue(message.contains("model.gguf: ") && message.contains(part), message);
    }

    private void assertHubRefused(String part, String type, String more) {
        String message = assertThrows(ModelFileException.class, () -> readHub(type, more)).getMessage();
        assertTrue(message.contains("config.json: ") && message.contains(part), message);
    }

    @Test
    void readsGguf() throws IOException {
        ModelConfiguration model = read(gguf("gemma3")
                .put("gemma3.block_count", 12)
                .put("gemma3.rope.freq_base", 1e6f)
                .put("gemma3.rope.scaling.factor", 8f)
                .put("gemma3.attention.sliding_window", 16));
        assertEquals(new Angles(4, 1e6, 8), model.angles());
        assertEquals(new Angles(4, 10000, 1), model.windowAngles());
        assertEquals(0.5f, model.scale());
        assertEquals(16, model.window());
        assertTrue(model.isWindowed(4));
        assertFalse(model.isWindowed(5));
        assertEquals(Rope.Style.HALVES, model.ropeStyle());
        assertEquals(Rope.Style.NEIGHBOURS, read(gguf("llama")).ropeStyle());
        assertFalse(read(gguf("qwen2").put("qwen2.attention.sliding_window", 16)).isWindowed(0));
        assertArrayEquals(new float[] {0.5f, 0.0025f},
            read(gguf("llama").floats("rope_freqs.weight", new long[] {2}, 2, 4)).angles().frequencies());
    }

    @Test
    void refusesGguf() {
        assertRefused("models of the architecture 'gpt2' are not supported; known are llama, ", gguf("gpt2"));
        assertRefused("'llama.expert_count' is there: mixtures of experts are not supported",
            gguf("llama").put("llama.expert_count", 8));
        assertRefused("'gemma3.attn_logit_softcapping' is there: logits with a cap are not supported",
            gguf("gemma3").put("gemma3.attn_logit_softcapping", 50f));
        assertRefused("'llama.attention.value_length' is not the width of keys",
            gguf("llama").put("llama.attention.value_length", 8));
        assertRefused("'llama.rope.dimension_count' is 6, of 4",
            gguf("llama").put("llama.rope.dimension_count", 6));
        assertRefused("'llama.rope.scaling.type' is 'yarn', which is not supported",
            gguf("llama").put("llama.rope.scaling.type", "yarn"));
        assertRefused("expected F32 [2], found rope_freqs.weight F32[3]",
            gguf("llama").floats("rope_freqs.weight", new long[] {3}, 1, 1, 1));
        assertRefused("the value of 'qwen3moe.expert_used_count' is 3, of 2",
            gguf("qwen3moe")
                .put("qwen3moe.expert_count", 2)
                .put("qwen3moe.expert_used_count", 3)
                .put("qwen3moe.expert_feed_forward_length", 8));
        assertRefused("the value of 'llama.block_count' is 0", gguf("llama").put("llama.block_count", 0));
    }

    @Test
    void readsHub() throws IOException {
        ModelConfiguration old = readHub("llama", """
            , "rope_theta": 5e5, "rope_scaling": {"type": "linear", "factor": 2.0}""");
        assertEquals(new Angles(16, 5e5, 2), old.angles());
        assertEquals(Rope.Style.HALVES, old.ropeStyle());
        assertEquals(4096, readHub("mistral", "").window());
        assertEquals(0, readHub("mistral", ", \"sliding_window\": null").window());
        assertEquals(0, readHub("qwen2", ", \"sliding_window\": 32").window());
        assertEquals(new Mixture(8, 2, 32, false), readHub("qwen3_moe", """
            , "num_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 32""").mixture());
    }

    @Test
    void readsHubOfGemma() throws IOException {
        ModelConfiguration first = readHub("gemma", ", \"hidden_act\": \"gelu\"");
        assertEquals("gemma", first.architecture());
        assertEquals(256, first.headWidth());
        assertEquals(1 / 16f, first.scale());
        assertEquals(8, first.embeddingScale());
        assertEquals(GatedActivation.Kind.GELU_TANH, first.activation());
        assertFalse(first.isWindowed(0));
        ModelConfiguration plain = readHub("gemma3_text", "");
        assertEquals("gemma3", plain.architecture());
        assertEquals(new Angles(256, 1e6, 1), plain.angles());
        assertEquals(new Angles(256, 10000, 1), plain.windowAngles());
        assertEquals(4096, plain.window());
        assertEquals(6, plain.globalEvery());
        ModelConfiguration old = readHub("gemma3_text", """
            , "head_dim": 16, "rope_theta": 5e5, "rope_local_base_freq": 5e3, "sliding_window": 32,
            "rope_scaling": {"rope_type": "linear", "factor": 8.0}, "sliding_window_pattern": 2,
            "query_pre_attn_scalar": 4""");
        assertEquals(new Angles(16, 5e5, 8), old.angles());
        assertEquals(new Angles(16, 5e3, 1), old.windowAngles());
        assertEquals(32, old.window());
        assertEquals(2, old.globalEvery());
        assertEquals(0.5f, old.scale());
        ModelConfiguration current = readHub("gemma3_text", """
            , "head_dim": 16, "rope_parameters": {
              "full_attention": {"rope_type": "linear", "rope_theta": 2e6, "factor": 4.0},
              "sliding_attention": {"rope_type": "default", "rope_theta": 2e4}},
            "layer_types": ["sliding_attention", "full_attention"]""");
        assertEquals(new Angles(16, 2e6, 4), current.angles());
        assertEquals(new Angles(16, 2e4, 1), current.windowAngles());
        assertTrue(current.isWindowed(0));
        assertFalse(current.isWindowed(1));
        ModelConfiguration local =
            readHub("gemma3_text", ", \"layer_types\": [\"sliding_attention\", \"sliding_attention\"]");
        assertTrue(local.isWindowed(0) && local.isWindowed(1));
    }

    @Test
    void readsHubOfTextsAndImages() throws IOException {
        Files.writeString(folder.resolve("config.json"), """
            {"model_type": "gemma3", "text_config": {"model_type": "gemma3_text", "hidden_size": 2560,
             "intermediate_size": 10240, "num_hidden_layers": 34, "sliding_window": 1024}}""");
        ModelConfiguration model = HubConfiguration.of(folder);
        assertEquals("gemma3", model.architecture());
        assertEquals(8, model.heads());
        assertEquals(4, model.owners());
        assertEquals(262208, model.vocabulary());
        assertEquals(131072, model.contextLength());
        assertEquals(1024, model.window());
    }

    @Test
    void refusesHub() {
        assertHubRefused("'model_type' is 'gpt2', which is not supported; known are gemma, gemma3,"
                + " gemma3_text, llama, mistral, qwen2, qwen3, qwen3_moe",
            "gpt2", "");
        assertHubRefused("the value of 'quantization_config' is of 'awq': of weights, FP8 is supported",
            "llama", ", \"quantization_config\": {\"quant_method\": \"awq\"}");
        assertHubRefused("the value of 'hidden_act' is 'gelu', which is not supported; silu is", "llama",
            ", \"hidden_act\": \"gelu\"");
        assertHubRefused("'use_sliding_window' is true, which is not supported", "qwen2",
            ", \"use_sliding_window\": true");
        assertHubRefused("the value of 'partial_rotary_factor' is 0.5, which is not supported; 1 is", "llama",
            ", \"partial_rotary_factor\": 0.5");
        assertHubRefused("'rope_type' is 'yarn', which is not supported; default, linear and llama3 are",
            "llama", ", \"rope_scaling\": {\"rope_type\": \"yarn\"}");
        assertHubRefused("the value of 'mlp_only_layers' is not empty, or decoder_sparse_step not 1",
            "qwen3_moe", ", \"mlp_only_layers\": [1]");
        assertHubRefused("the value of 'num_experts_per_tok' is 3, of 2", "qwen3_moe",
            ", \"num_experts\": 2, \"num_experts_per_tok\": 3, \"moe_intermediate_size\": 8");
        assertHubRefused("the value of 'layer_types' is not periodic, or not of 2 layers", "gemma3_text",
            ", \"layer_types\": [\"full_attention\", \"sliding_attention\"]");
        assertHubRefused("the value of 'layer_types' is not periodic, or not of 2 layers", "gemma3_text",
            ", \"layer_types\": [\"full_attention\"]");
        assertHubRefused("'hidden_activation' is 'gelu', which is not supported; gelu_pytorch_tanh is",
            "gemma3_text", ", \"hidden_activation\": \"gelu\"");
        assertHubRefused("'use_bidirectional_attention' is true, which is not supported", "gemma3_text",
            ", \"use_bidirectional_attention\": true");
        assertHubRefused("'attn_logit_softcapping' is 50.0, which is not supported", "gemma3_text",
            ", \"attn_logit_softcapping\": 50.0");
        assertHubRefused("the value of 'head_dim' is 0", "llama", ", \"head_dim\": 0");
    }

    private void assertWeightRefused(String part, GgufWriter writer) throws IOException {
        try (GgufFile file = GgufFile.open(writer.write(folder.resolve("model.gguf")))) {
            ModelConfiguration model = GgufConfiguration.of(file);
            String message = assertThrows(ModelFileException.class,
                () -> WeightLoader.load(file, TensorNames.GGUF, Device.cpu(), model))
                                 .getMessage();
            assertTrue(message.contains(part), message);
        }
    }

    @Test
    void refusesWeights() throws IOException {
        assertWeightRefused("there is no tensor 'output_norm.weight'", gguf("llama"));
        assertWeightRefused("the tensor 'output_norm.weight' is F32[7], but [8] is expected",
            gguf("llama").floats("output_norm.weight", new long[] {7}, new float[7]));
        assertWeightRefused("the tensor 'output_norm.weight' is I32[8], but F32, F16 or BF16 is expected",
            gguf("llama").tensor("output_norm.weight", GgufType.I32, new long[] {8}, new byte[32]));
        assertWeightRefused("the tensor 'output.weight' is I32[3, 8], but a supported type is expected",
            gguf("llama").tensor("output.weight", GgufType.I32, new long[] {3, 8}, new byte[96]));
    }

    @Test
    void refusesUnknownTensorsOfLayers() throws IOException {
        GgufWriter writer = gguf("llama").floats("output_norm.weight", new long[] {8}, new float[8]);
        for (String name :
            new String[] {"attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down"}) {
            writer.floats("blk.0." + name + ".weight", new long[] {8, 8}, new float[64]);
        }
        writer.floats("blk.0.attn_norm.weight", new long[] {8}, new float[8])
            .floats("blk.0.ffn_norm.weight", new long[] {8}, new float[8])
            .floats("blk.0.attn_sinks.weight", new long[] {2}, new float[2]);
        assertWeightRefused("the tensor 'blk.0.attn_sinks.weight' is not supported for models of the"
                + " architecture 'llama'",
            writer);
    }
}
