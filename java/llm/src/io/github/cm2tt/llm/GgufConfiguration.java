// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import io.github.cm2tt.kernels.GatedActivation;
import io.github.cm2tt.kernels.Rope;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.stream.IntStream;

/** Reads the configuration of a model from the metadata of a GGUF file. */
final class GgufConfiguration {
    private static final List<String> KNOWN =
        List.of("llama", "qwen2", "qwen3", "qwen3moe", "gemma", "gemma3");
    private static final String DIVISORS = "rope_freqs.weight";
    /** The layers of Gemma 3 27B, whose scale is another one. The metadata does not have the scale. */
    private static final int LARGE_GEMMA_LAYERS = 62;

    private final GgufFile file;
    private final Fields fields;
    private final String architecture;
    private final boolean isGemma3;
    private final boolean isMixture;

    private GgufConfiguration(GgufFile file) {
        this.file = file;
        fields = file.fields();
        architecture = fields.string("general.architecture");
        isGemma3 = architecture.equals("gemma3");
        isMixture = architecture.equals("qwen3moe");
    }

    /** Returns the configuration; throws a ModelFileException if the architecture is not supported. */
    static ModelConfiguration of(GgufFile file) throws IOException {
        return new GgufConfiguration(file).read();
    }

    private ModelConfiguration read() throws IOException {
        requireSupported();
        boolean isGemma = architecture.startsWith("gemma");
        int layers = positive("block_count", -1);
        int width = positive("embedding_length", -1);
        int heads = positive("attention.head_count", -1);
        int headWidth = positive("attention.key_length", width / heads);
        if (positive("attention.value_length", headWidth) != headWidth) {
            throw fields.error(key("attention.value_length"), "is not the width of keys");
        }
        String size = key("expert_feed_forward_length");
        boolean isLarge = isGemma3 && layers == LARGE_GEMMA_LAYERS;
        Angles angles = angles(headWidth);
        Angles windowAngles = isGemma3
            ? new Angles(angles.rotated(), fields.number(key("rope.freq_base_swa"), 10000), 1)
            : angles;
        return new ModelConfiguration(architecture,
            fields.string("general.name", file.path().getFileName().toString()), layers, width, heads,
            positive("attention.head_count_kv", heads), headWidth, positive("feed_forward_length", -1),
            Math.toIntExact(file.tensor("token_embd.weight").rows()), positive("context_length", -1), angles,
            windowAngles, architecture.equals("llama") ? Rope.Style.NEIGHBOURS : Rope.Style.HALVES,
            (float) fields.number(key("attention.layer_norm_rms_epsilon")),
            (float) (1 / Math.sqrt(isLarge ? width / heads : headWidth)),
            isGemma ? (float) Math.sqrt(width) : 1,
            isGemma ? GatedActivation.Kind.GELU_TANH : GatedActivation.Kind.SILU, window(),
            isGemma3 ? positive("attention.sliding_window_pattern", 6) : 0,
            isMixture ? Mixture.of(fields, key("expert_count"), key("expert_used_count"), size, true) : null);
    }

    private void requireSupported() {
        if (!KNOWN.contains(architecture)) {
            throw new ModelFileException(file.path() + ": models of the architecture '" + architecture
                + "' are not supported; known are " + String.join(", ", KNOWN));
        }
        if (!isMixture && fields.integer(key("expert_count"), 0) > 0) {
            throw fields.error(key("expert_count"), "is there: mixtures of experts are not supported");
        }
        for (String cap : List.of("attn_logit_softcapping", "final_logit_softcapping")) {
            if (fields.number(key(cap), 0) > 0) {
                throw fields.error(key(cap), "is there: logits with a cap are not supported");
            }
        }
    }

    private String key(String name) {
        return architecture + "." + name;
    }

    private int positive(String name, long absent) {
        return fields.positive(key(name), absent);
    }

    /** Files of Qwen have the window of models that do not use it. */
    private int window() {
        boolean isUsed = isGemma3 || architecture.equals("llama");
        return isUsed ? Math.toIntExact(fields.integer(key("attention.sliding_window"), 0)) : 0;
    }

    private Angles angles(int headWidth) throws IOException {
        int rotated = positive("rope.dimension_count", headWidth);
        if (rotated > headWidth || rotated % 2 != 0) {
            throw fields.error(key("rope.dimension_count"), "is " + rotated + ", of " + headWidth);
        }
        String kind = fields.string(key("rope.scaling.type"), "linear");
        if (!kind.equals("none") && !kind.equals("linear")) {
            throw fields.error(key("rope.scaling.type"), "is '" + kind + "', which is not supported");
        }
        double scale = kind.equals("none") ? 1 : fields.number(key("rope.scaling.factor"), 1);
        return new Angles(rotated, fields.number(key("rope.freq_base"), 10000), scale == 0 ? 1 : scale,
            divisors(rotated / 2));
    }

    private List<Double> divisors(int pairs) throws IOException {
        if (!file.tensors().containsKey(DIVISORS)) {
            return List.of();
        }
        GgufTensor tensor = file.tensor(DIVISORS);
        if (tensor.type() != GgufType.F32 || tensor.rows() != 1 || tensor.columns() != pairs) {
            throw new ModelFileException(file.path() + ": expected F32 [" + pairs + "], found " + tensor);
        }
        FloatBuffer values = file.data(tensor).asFloatBuffer();
        return IntStream.range(0, pairs).mapToObj(pair -> (double) values.get(pair)).toList();
    }
}
