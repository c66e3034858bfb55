// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The names of a model's tensors in files of a format.
 *
 * @param prefix what names of Hugging Face begin with; null: names of GGUF
 * @param architecture the model's architecture
 */
record TensorNames(String prefix, String architecture) {
    static final TensorNames GGUF = new TensorNames(null, "");

    private static final Map<String, String> ENDS =
        Map.of("token_embd", "model.embed_tokens", "output", "lm_head", "output_norm", "model.norm");
    private static final Map<String, String> PARTS =
        Map.ofEntries(Map.entry("attn_norm", "input_layernorm"), Map.entry("attn_q", "self_attn.q_proj"),
            Map.entry("attn_k", "self_attn.k_proj"), Map.entry("attn_v", "self_attn.v_proj"),
            Map.entry("attn_q_norm", "self_attn.q_norm"), Map.entry("attn_k_norm", "self_attn.k_norm"),
            Map.entry("attn_output", "self_attn.o_proj"), Map.entry("ffn_norm", "post_attention_layernorm"),
            Map.entry("ffn_gate", "mlp.gate_proj"), Map.entry("ffn_up", "mlp.up_proj"),
            Map.entry("ffn_down", "mlp.down_proj"), Map.entry("ffn_gate_inp", "mlp.gate"));
    /** The norms before and after the networks of Gemma 3. */
    private static final Map<String, String> GEMMA3 =
        Map.of("post_attention_norm", "post_attention_layernorm", "ffn_norm", "pre_feedforward_layernorm",
            "post_ffw_norm", "post_feedforward_layernorm");

    /** Returns the names in a file of Hugging Face: models of texts and images have a prefix. */
    static TensorNames ofHub(TensorFile file, String architecture) {
        boolean hasImages = file.names().contains("language_model.model.embed_tokens.weight");
        return new TensorNames(hasImages ? "language_model." : "", architecture);
    }

    /** Returns the name of the tensor that has a name in GGUF files; null: the format has no such tensor. */
    String of(String name) {
        if (prefix == null) {
            return name;
        }
        int end = name.lastIndexOf('.');
        String[] parts = name.substring(0, end).split("\\.");
        String suffix = name.substring(end);
        if (parts.length == 1) {
            return prefix + ENDS.get(parts[0]) + suffix;
        }
        Map<String, String> others = architecture.equals("gemma3") ? GEMMA3 : Map.of();
        String part = others.getOrDefault(parts[2], PARTS.get(parts[2]));
        if (part != null && parts.length == 4) {
            part = part.replace("mlp.", "mlp.experts." + parts[3] + ".");
        }
        return part == null ? null : prefix + "model.layers." + parts[1] + "." + part + suffix;
    }

    /** Returns the names of the weights of a layer's experts: one tensor of all, or a matrix of each. */
    List<String> ofExperts(String name, int count) {
        return prefix == null
            ? List.of(name + "_exps.weight")
            : IntStream.range(0, count).mapToObj(expert -> of(name + "." + expert + ".weight")).toList();
    }

    /** Returns what is added to weights of norms: Gemma's files of Hugging Face have them less 1. */
    float normOffset() {
        return prefix != null && architecture.startsWith("gemma") ? 1 : 0;
    }

    /** Returns whether a tensor has numbers of a layer: what computes with it has to know it. */
    boolean isOfLayer(String name) {
        return name.startsWith(prefix == null ? "blk." : prefix + "model.layers.")
            && !name.endsWith(".rotary_emb.inv_freq");
    }
}
