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
 * @param lowers whether texts become lower case before the tokenizer reads them
 */
record EncoderConfiguration(String name, int layers, int width, int heads, int feedForward, int vocabulary,
    int positions, int types, float epsilon, Activation activation, int mostTokens, boolean takesFirst,
    boolean normalizes, boolean lowers) {
    private static final Map<String, Activation> ACTIVATIONS = Map.of("gelu", Activation.GELU, "gelu_new",
        Activation.GELU_TANH, "gelu_pytorch_tanh", Activation.GELU_TANH, "relu", Activation.RELU);
    /** Kinds of pooling, whether they take the first token; the long names are flags of older files. */
    private static final Map<String, Boolean> POOLINGS =
        Map.of("mean", false, "pooling_mode_mean_tokens", false, "cls", true, "pooling_mode_cls_token", true);

    /** Whether a path is the folder of an encoder, which {@link SentenceEncoder} loads. */
    static boolean isEncoder(Path folder) throws IOException {
        Path file = folder.resolve("config.json");
        return Files.exists(file) && read(file).string("model_type", "").equals("bert");
    }

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
        int width = fields.positive("hidden_size", -1);
        int heads = fields.positive("num_attention_heads", -1);
        if (width % heads != 0) {
            throw fields.error("num_attention_heads", "is " + heads + ", which does not divide " + width);
        }
        int positions = fields.positive("max_position_embeddings", -1);
        Path file = folder.resolve("sentence_bert_config.json");
        Fields limits = Files.exists(file) ? read(file) : new Fields(file.toString(), Map.of());
        boolean takesFirst = false;
        boolean normalizes = false;
        for (Fields module : modules(folder)) {
            String kind = module.string("type");
            switch (kind.substring(kind.lastIndexOf('.') + 1)) {
                case "Transformer" -> {
                }
                case "Pooling" -> takesFirst = takesFirst(folder.resolve(module.string("path")));
                case "Normalize" -> normalizes = true;
                default ->
                    throw module.error("type",
                        "is '" + kind + "', which is not supported; Transformer, Pooling and Normalize are");
            }
        }
        return new EncoderConfiguration(folder.toAbsolutePath().getFileName().toString(),
            fields.positive("num_hidden_layers", -1), width, heads, fields.positive("intermediate_size", -1),
            fields.positive("vocab_size", -1), positions, fields.positive("type_vocab_size", -1),
            (float) fields.number("layer_norm_eps", 1e-12), ACTIVATIONS.get(function),
            (int) Math.max(2, Math.min(limits.integer("max_seq_length", positions), positions)), takesFirst,
            normalizes, limits.flag("do_lower_case", false));
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
        List<String> kinds =
            fields.has("pooling_mode") ? List.of(fields.string("pooling_mode")) : poolingFlags(fields);
        if (kinds.isEmpty()) {
            return false;
        }
        if (kinds.size() > 1 || !POOLINGS.containsKey(kinds.get(0))) {
            throw new ModelFileException(file + ": the pooling is " + String.join(" and ", kinds)
                + ", which is not supported; mean and cls are, one of them");
        }
        return POOLINGS.get(kinds.get(0));
    }

    private static List<String> poolingFlags(Fields fields) {
        return fields.values()
            .keySet()
            .stream()
            .filter(key -> key.startsWith("pooling_mode_") && fields.flag(key, false))
            .sorted()
            .toList();
    }

    private static Fields read(Path file) throws IOException {
        return Json.fields(Json.parse(file), file.toString());
    }
}
