// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import io.github.cm2tt.kernels.GatedActivation;
import io.github.cm2tt.kernels.Rope;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Reads the configuration of a model from {@code config.json} in the format of Hugging Face. */
final class HubConfiguration {
    /** Names in GGUF files, by those in config.json. */
    private static final Map<String, String> KNOWN = Map.of(
        "llama", "llama", "mistral", "llama", "qwen2", "qwen2", "qwen3", "qwen3", "qwen3_moe", "qwen3moe");

    private final Path folder;
    private final Fields fields;
    private final String type;

    private HubConfiguration(Path folder) throws IOException {
        this.folder = folder;
        Path file = folder.resolve("config.json");
        fields = Json.fields(Json.parse(file), file.toString());
        type = fields.string("model_type");
    }

    /** Returns the configuration; throws a ModelFileException if the architecture is not supported. */
    static ModelConfiguration of(Path folder) throws IOException {
        return new HubConfiguration(folder).read();
    }

    private ModelConfiguration read() {
        requireSupported();
        int width = fields.positive("hidden_size", -1);
        int heads = fields.positive("num_attention_heads", -1);
        int headWidth = fields.positive("head_dim", width / heads);
        Angles angles = angles(headWidth);
        return new ModelConfiguration(KNOWN.get(type), folder.toAbsolutePath().getFileName().toString(),
            fields.positive("num_hidden_layers", -1), width, heads,
            fields.positive("num_key_value_heads", heads), headWidth,
            fields.positive("intermediate_size", -1), fields.positive("vocab_size", -1),
            fields.positive("max_position_embeddings", -1), angles, angles, Rope.Style.HALVES,
            (float) fields.number("rms_norm_eps", 1e-6), (float) (1 / Math.sqrt(headWidth)), 1,
            GatedActivation.Kind.SILU, window(), 0, mixture());
    }

    private void requireSupported() {
        if (type.equals("bert")) {
            throw fields.error(
                "model_type", "is 'bert', an encoder: SentenceEncoder loads it, --server serves it");
        }
        if (!KNOWN.containsKey(type)) {
            List<String> known = KNOWN.keySet().stream().sorted().toList();
            throw fields.error("model_type",
                "is '" + type + "', which is not supported; known are " + String.join(", ", known)
                    + ". A GGUF file of the model may be");
        }
        if (fields.has("quantization_config")) {
            throw fields.error("quantization_config", "is there: quantized weights are not supported");
        }
        String activation = fields.string("hidden_act", "silu");
        if (!activation.equals("silu")) {
            throw fields.error("hidden_act", "is '" + activation + "', which is not supported; silu is");
        }
        if (fields.flag("use_sliding_window", false)) {
            throw fields.error("use_sliding_window", "is true, which is not supported");
        }
    }

    /** The experts, or null. Their number had another name before transformers 5. */
    private Mixture mixture() {
        if (!type.equals("qwen3_moe")) {
            return null;
        }
        if (!fields.list("mlp_only_layers", List.of()).isEmpty()
            || fields.integer("decoder_sparse_step", 1) != 1) {
            throw fields.error("mlp_only_layers", "is not empty, or decoder_sparse_step not 1");
        }
        int experts = fields.positive(fields.has("num_experts") ? "num_experts" : "num_local_experts", -1);
        int used = fields.positive("num_experts_per_tok", -1);
        if (used > experts) {
            throw fields.error("num_experts_per_tok", "is " + used + ", of " + experts);
        }
        return new Mixture(experts, used, fields.positive("moe_intermediate_size", -1),
            fields.flag("norm_topk_prob", false));
    }

    /** As in transformers, Mistral's window is 4096 unless the file has null or another number. */
    private int window() {
        if (!type.equals("mistral") || !fields.values().containsKey("sliding_window")) {
            return type.equals("mistral") ? 4096 : 0;
        }
        return fields.has("sliding_window") ? fields.positive("sliding_window", -1) : 0;
    }

    /** Before transformers 5, the base and the scaling were apart. */
    private Angles angles(int headWidth) {
        String key = fields.has("rope_parameters") ? "rope_parameters" : "rope_scaling";
        Fields scaling = fields.has(key) ? fields.fields(key) : new Fields(fields.source(), Map.of());
        String kind = scaling.string("rope_type", scaling.string("type", "default"));
        double base = scaling.number("rope_theta", fields.number("rope_theta", 10000));
        double part = scaling.number("partial_rotary_factor", fields.number("partial_rotary_factor", 1));
        if (part != 1) {
            throw fields.error("partial_rotary_factor", "is " + part + ", which is not supported; 1 is");
        }
        switch (kind) {
            case "default":
                return new Angles(headWidth, base, 1);
            case "linear":
                return new Angles(headWidth, base, scaling.number("factor"));
            case "llama3":
                return new Angles(headWidth, base, 1)
                    .slowed(scaling.number("factor"), scaling.number("low_freq_factor"),
                        scaling.number("high_freq_factor"),
                        scaling.number("original_max_position_embeddings"));
            default:
                throw scaling.error(
                    "rope_type", "is '" + kind + "', which is not supported; default, linear and llama3 are");
        }
    }
}
