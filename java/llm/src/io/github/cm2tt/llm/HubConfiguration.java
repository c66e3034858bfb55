// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import io.github.cm2tt.kernels.GatedActivation;
import io.github.cm2tt.kernels.Rope;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Reads the configuration of a model from {@code config.json} in the format of Hugging Face. */
final class HubConfiguration {
    /** Names in GGUF files, by those in config.json. */
    private static final Map<String, String> KNOWN =
        Map.of("llama", "llama", "mistral", "llama", "qwen2", "qwen2", "qwen3", "qwen3", "qwen3_moe",
            "qwen3moe", "gemma", "gemma", "gemma3", "gemma3", "gemma3_text", "gemma3");

    private static final String WINDOWED = "sliding_attention";
    private static final String GLOBAL = "full_attention";

    private final Path folder;
    private final Fields fields;
    private final String type;
    private final boolean isGemma;
    private final boolean isGemma3;

    private HubConfiguration(Path folder) throws IOException {
        this.folder = folder;
        Path file = folder.resolve("config.json");
        Fields root = Json.fields(Json.parse(file), file.toString());
        Map<String, Object> values = new HashMap<>(root.values());
        if (root.string("model_type").equals("gemma3") && root.has("text_config")) {
            // A model of texts and images: the part for texts is used.
            values.putAll(root.fields("text_config").values());
        }
        fields = new Fields(root.source(), values);
        type = fields.string("model_type");
        isGemma3 = "gemma3".equals(KNOWN.get(type));
        isGemma = isGemma3 || type.equals("gemma");
    }

    /** Returns the configuration; throws a ModelFileException if the architecture is not supported. */
    static ModelConfiguration of(Path folder) throws IOException {
        return new HubConfiguration(folder).read();
    }

    /** Defaults are those of transformers, which leaves them out of files of Gemma 3. */
    private ModelConfiguration read() {
        requireSupported();
        int layers = fields.positive("num_hidden_layers", -1);
        int width = fields.positive("hidden_size", -1);
        int heads = fields.positive("num_attention_heads", isGemma3 ? 8 : -1);
        int headWidth = fields.positive("head_dim", isGemma ? 256 : width / heads);
        Angles angles = angles(headWidth, false);
        int scale = isGemma3 ? fields.positive("query_pre_attn_scalar", 256) : headWidth;
        return new ModelConfiguration(KNOWN.get(type), folder.toAbsolutePath().getFileName().toString(),
            layers, width, heads, fields.positive("num_key_value_heads", isGemma3 ? 4 : heads), headWidth,
            fields.positive("intermediate_size", -1), fields.positive("vocab_size", isGemma3 ? 262208 : -1),
            fields.positive("max_position_embeddings", isGemma3 ? 131072 : -1), angles,
            isGemma3 ? angles(headWidth, true) : angles, Rope.Style.HALVES,
            (float) fields.number("rms_norm_eps", 1e-6), (float) (1 / Math.sqrt(scale)),
            isGemma ? (float) Math.sqrt(width) : 1,
            isGemma ? GatedActivation.Kind.GELU_TANH : GatedActivation.Kind.SILU, window(),
            isGemma3 ? globalEvery(layers) : 0, mixture());
    }

    private void requireFp8(Fields how) {
        String method = how.string("quant_method");
        boolean isFp8 = List.of("fp8", "fbgemm_fp8").contains(method)
            || method.equals("compressed-tensors") && how.string("format", "").equals("float-quantized");
        if (!isFp8) {
            throw fields.error("quantization_config", "is of '" + method + "': of weights, FP8 is supported");
        }
    }

    private void requireSupported() {
        if (type.equals("bert")) {
            throw fields.error(
                "model_type", "is 'bert', an encoder: SentenceEncoder loads it, --server serves it");
        }
        if (!KNOWN.containsKey(type)) {
            List<String> known = KNOWN.keySet().stream().sorted().toList();
            throw fields.error("model_type",
                "is '" + type + "', which is not supported; known are " + String.join(", ", known));
        }
        if (fields.has("quantization_config")) {
            requireFp8(fields.fields("quantization_config"));
        }
        String function = isGemma3 ? "hidden_activation" : "hidden_act";
        String known = isGemma ? "gelu_pytorch_tanh" : "silu";
        String found = fields.string(function, known);
        // The first files of Gemma have this name for the approximation.
        if (!found.equals(known) && !(type.equals("gemma") && found.equals("gelu"))) {
            throw fields.error(function, "is '" + found + "', which is not supported; " + known + " is");
        }
        List<String> refused = List.of("use_sliding_window", "use_bidirectional_attention",
            "attn_logit_softcapping", "final_logit_softcapping");
        for (String key : refused) {
            if (fields.has(key) && !fields.values().get(key).equals(false)) {
                throw fields.error(key, "is " + fields.values().get(key) + ", which is not supported");
            }
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
        return Mixture.of(fields, fields.has("num_experts") ? "num_experts" : "num_local_experts",
            "num_experts_per_tok", "moe_intermediate_size", fields.flag("norm_topk_prob", false));
    }

    /** The period of layers whose last has no window; layer_types has to have one. */
    private int globalEvery(int layers) {
        if (!fields.has("layer_types")) {
            return fields.positive("sliding_window_pattern", 6);
        }
        List<String> types = fields.strings("layer_types");
        int period = types.indexOf(GLOBAL) + 1;
        IntFunction<String> expected = i -> period > 0 && (i + 1) % period == 0 ? GLOBAL : WINDOWED;
        if (!IntStream.range(0, layers).mapToObj(expected).toList().equals(types)) {
            throw fields.error("layer_types", "is not periodic, or not of " + layers + " layers");
        }
        return period;
    }

    /** As in transformers, the window is 4096 unless the file has another number, or null for Mistral. */
    private int window() {
        boolean isNull = fields.values().containsKey("sliding_window") && !fields.has("sliding_window");
        boolean isUsed = isGemma3 || type.equals("mistral") && !isNull;
        return isUsed ? fields.positive("sliding_window", 4096) : 0;
    }

    /** Before transformers 5, base and scaling were apart, and layers with a window not scaled. */
    private Angles angles(int headWidth, boolean isWindowed) {
        String key = fields.has("rope_parameters") ? "rope_parameters" : "rope_scaling";
        Fields none = new Fields(fields.source(), Map.of());
        Fields all = fields.has(key) ? fields.fields(key) : none;
        String layers = isWindowed ? WINDOWED : GLOBAL;
        Fields others = isWindowed ? none : all;
        Fields scaling = all.has(layers) ? all.fields(layers) : others;
        String kind = scaling.string("rope_type", scaling.string("type", "default"));
        String old = isWindowed ? "rope_local_base_freq" : "rope_theta";
        double base = scaling.number("rope_theta", fields.number(old, isGemma3 && !isWindowed ? 1e6 : 10000));
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
