// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import io.github.cm2tt.kernels.Activation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The shape of a sentence encoder of the architecture BERT (Devlin and others, 2018).
 *
 * @param name the name of its folder
 * @param positions the rows of the table of positions
 * @param mostTokens the most tokens of a text; others are left out
 * @param takesFirst whether the first token is the result; otherwise the mean of all
 * @param normalizes whether results have the length 1
 */
record EncoderConfiguration(String name, int layers, int width, int heads, int feedForward, int vocabulary,
    int positions, int types, float epsilon, Activation activation, int mostTokens, boolean takesFirst,
    boolean normalizes) {
    private static final Map<String, Activation> ACTIVATIONS = Map.of("gelu", Activation.GELU, "gelu_new",
        Activation.GELU_TANH, "gelu_pytorch_tanh", Activation.GELU_TANH, "relu", Activation.RELU);

    /** Reads the files of a folder; throws a ModelFileException if the model is not supported. */
    static EncoderConfiguration of(Path folder) throws IOException {
        Fields fields = read(folder.resolve("config.json"));
        String type = fields.string("model_type");
        if (!type.equals("bert")) {
            throw fields.error(
                "model_type", "is '" + type + "', which is not supported for encoders; bert is");
        }
        if (!fields.string("position_embedding_type", "absolute").equals("absolute")) {
            throw fields.error("position_embedding_type", "is not 'absolute', which alone is supported");
        }
        String function = fields.string("hidden_act", "gelu");
        if (!ACTIVATIONS.containsKey(function)) {
            throw fields.error("hidden_act", "is '" + function + "', which is not supported");
        }
        int width = positive(fields, "hidden_size");
        int heads = positive(fields, "num_attention_heads");
        if (width % heads != 0) {
            throw fields.error("num_attention_heads", "is " + heads + ", which does not divide " + width);
        }
        int positions = positive(fields, "max_position_embeddings");
        Path limits = folder.resolve("sentence_bert_config.json");
        long most = Files.exists(limits) ? read(limits).integer("max_seq_length", positions) : positions;
        boolean takesFirst = false;
        boolean normalizes = false;
        for (Fields module : modules(folder)) {
            String kind = module.string("type");
            takesFirst |= kind.endsWith(".Pooling") && takesFirst(folder.resolve(module.string("path")));
            normalizes |= kind.endsWith(".Normalize");
        }
        return new EncoderConfiguration(folder.toAbsolutePath().getFileName().toString(),
            positive(fields, "num_hidden_layers"), width, heads, positive(fields, "intermediate_size"),
            positive(fields, "vocab_size"), positions, positive(fields, "type_vocab_size"),
            (float) fields.number("layer_norm_eps", 1e-12), ACTIVATIONS.get(function),
            (int) Math.max(2, Math.min(most, positions)), takesFirst, normalizes);
    }

    private static List<Fields> modules(Path folder) throws IOException {
        Path file = folder.resolve("modules.json");
        if (!Files.exists(file)) {
            return List.of();
        }
        if (!(Json.parse(file) instanceof List<?> items)) {
            throw new ModelFileException(file + ": an array is expected");
        }
        return items.stream().map(item -> Json.fields(item, file.toString())).toList();
    }

    /** Whether the kind of pooling is the first token; the mean without a file that says it. */
    private static boolean takesFirst(Path folder) throws IOException {
        Path file = folder.resolve("config.json");
        if (!Files.exists(file)) {
            return false;
        }
        Fields fields = read(file);
        boolean first = fields.flag("pooling_mode_cls_token", false);
        if (first == fields.flag("pooling_mode_mean_tokens", false)) {
            throw fields.error("pooling_mode_mean_tokens",
                "and pooling_mode_cls_token are not one true and one false; other kinds of pooling are not "
                    + "supported");
        }
        return first;
    }

    private static Fields read(Path file) throws IOException {
        return Json.fields(Json.parse(file), file.toString());
    }

    private static int positive(Fields fields, String key) {
        long number = fields.integer(key);
        if (number < 1 || number > 1 << 24) {
            throw fields.error(key, "is " + number);
        }
        return (int) number;
    }
}
