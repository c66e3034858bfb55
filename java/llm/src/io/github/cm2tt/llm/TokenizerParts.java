// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** The parts of a tokenizer, while it is read from a file. */
final class TokenizerParts {
    /** The names of tokens that end a message or a text in the models that are known. */
    static final List<String> ENDS = List.of("<|eot_id|>", "<|eom_id|>", "<|im_end|>", "<|end|>",
        "<end_of_turn>", "<|endoftext|>", "<|end_of_text|>", "<end_of_utterance>", "<EOT>", "_<EOT>",
        "<\uff5cend\u2581of\u2581sentence\uff5c>", "<|return|>");

    Vocabulary vocabulary;
    TokenModel model;
    UnaryOperator<String> normalizer = UnaryOperator.identity();
    List<Splitter> splitters = List.of();
    /** Tokens that are found before the text is normalized. */
    AddedTokens added = new AddedTokens(List.of());
    /** Tokens that are found in the normalized text. */
    AddedTokens addedToNormalized = new AddedTokens(List.of());
    /** Ids of tokens that are not part of a decoded text. */
    Set<Integer> controls = Set.of();

    /** Whether texts of tokens are {@link ByteLetters}; otherwise U+2581 is a space. */
    boolean isByteLevel;
    /** Whether decoding leaves out a space at the begin, which encoding added. */
    boolean stripsSpace;

    /** The begin of the texts of tokens inside of words; others are words. Null: no such tokens. */
    String subwordPrefix;

    int bos = -1;
    int eos = -1;
    int unknown = -1;
    int padding = -1;
    boolean addsBos;
    boolean addsEos;
    final Set<Integer> ends = new TreeSet<>();
    String chatTemplate;

    /** Adds the tokens that end by their name, and EOS. */
    void completeEnds() {
        for (String name : ENDS) {
            addEnd(vocabulary.id(name));
        }
        addEnd(eos);
        // In this format, <|end|> is between a thought and its answer.
        if (vocabulary.id("<|return|>") >= 0) {
            ends.remove(vocabulary.id("<|end|>"));
        }
    }

    void addEnd(int id) {
        if (id >= 0) {
            ends.add(id);
        }
    }
}
