// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The names of a model's tensors in files of a format. */
enum TensorNames {
    /** GGUF. */
    GGUF("blk.") {
        @Override
        String of(String name) {
            return name;
        }

        @Override
        List<String> ofExperts(String name, int count) {
            return List.of(name + "_exps.weight");
        }
    },
    /** Models of Hugging Face. */
    HUB("model.layers.") {
        @Override
        String of(String name) {
            int end = name.lastIndexOf('.');
            String[] parts = name.substring(0, end).split("\\.");
            String suffix = name.substring(end);
            if (parts.length == 1) {
                return HUB_ENDS.get(parts[0]) + suffix;
            }
            String part = HUB_PARTS.get(parts[2]);
            if (part != null && parts.length == 4) {
                part = part.replace("mlp.", "mlp.experts." + parts[3] + ".");
            }
            return part == null ? null : "model.layers." + parts[1] + "." + part + suffix;
        }

        @Override
        List<String> ofExperts(String name, int count) {
            return IntStream.range(0, count).mapToObj(expert -> of(name + "." + expert + ".weight")).toList();
        }
    };

    private static final Map<String, String> HUB_ENDS =
        Map.of("token_embd", "model.embed_tokens", "output", "lm_head", "output_norm", "model.norm");
    private static final Map<String, String> HUB_PARTS =
        Map.ofEntries(Map.entry("attn_norm", "input_layernorm"), Map.entry("attn_q", "self_attn.q_proj"),
            Map.entry("attn_k", "self_attn.k_proj"), Map.entry("attn_v", "self_attn.v_proj"),
            Map.entry("attn_q_norm", "self_attn.q_norm"), Map.entry("attn_k_norm", "self_attn.k_norm"),
            Map.entry("attn_output", "self_attn.o_proj"), Map.entry("ffn_norm", "post_attention_layernorm"),
            Map.entry("ffn_gate", "mlp.gate_proj"), Map.entry("ffn_up", "mlp.up_proj"),
            Map.entry("ffn_down", "mlp.down_proj"), Map.entry("ffn_gate_inp", "mlp.gate"));

    private final String layers;

    TensorNames(String layers) {
        this.layers = layers;
    }

    /** Returns the name of the tensor that has a name in GGUF files; null: the format has no such tensor. */
    abstract String of(String name);

    /** Returns the names of the weights of a layer's experts: one tensor of all, or a matrix of each. */
    abstract List<String> ofExperts(String name, int count);

    /** Returns whether a tensor has numbers of a layer: what computes with it has to know it. */
    boolean isOfLayer(String name) {
        return name.startsWith(layers) && !name.endsWith(".rotary_emb.inv_freq");
    }
}
