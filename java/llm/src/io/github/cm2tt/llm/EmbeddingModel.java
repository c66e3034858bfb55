// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * A model that computes vectors of texts for the server.
 *
 * @param name its name
 * @param length the number of tokens of a text
 * @param mostTokens the most tokens that a text may have
 * @param remedy what to do about a text of more
 * @param together the most texts that are computed at once; the client may leave between
 * @param vectors computes the vectors of texts
 */
record EmbeddingModel(String name, ToIntFunction<String> length, int mostTokens, String remedy, int together,
    Function<List<String>, List<float[]>> vectors) {
    static EmbeddingModel of(LanguageModel model) {
        Tokenizer tokenizer = model.tokenizer();
        ToIntFunction<String> length = text -> tokenizer.encodePrompt(text, false).length;
        return new EmbeddingModel(model.name(), length, model.options().contextLength(),
            RequestException.GREATER_CONTEXT, 1, texts -> texts.stream().map(model::embed).toList());
    }

    static EmbeddingModel of(SentenceEncoder encoder) {
        ToIntFunction<String> length = text -> encoder.tokens(text).length;
        return new EmbeddingModel(
            encoder.name(), length, encoder.mostTokens(), "divide it", 64, encoder::embed);
    }
}
