// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** A request in the engine: its tokens, and the pages with the keys and values of those that are computed. */
final class Sequence {
    private final GenerationOptions options;
    private final Generation generation;
    private final Tokenizer tokenizer;
    private final Tokenizer.Decoder decoder;
    private final StopFilter stops;
    private final SplittableRandom random;
    private final int promptLength;
    private int[] tokens;
    private int length;
    private int computed;
    private final List<Integer> pages = new ArrayList<>();

    Sequence(int[] prompt, GenerationOptions options, Generation generation, Tokenizer tokenizer) {
        this.options = options;
        this.generation = generation;
        this.tokenizer = tokenizer;
        decoder = tokenizer.decoder();
        stops = new StopFilter(options.stops());
        random = new SplittableRandom(options.seed());
        promptLength = prompt.length;
        tokens = Arrays.copyOf(prompt, prompt.length + 64);
        length = prompt.length;
    }

    GenerationOptions options() {
        return options;
    }

    Generation generation() {
        return generation;
    }

    List<Integer> pages() {
        return pages;
    }

    int[] tokens() {
        return tokens;
    }

    int length() {
        return length;
    }

    int computed() {
        return computed;
    }

    /** The tokens that are not computed yet. */
    int pending() {
        return length - computed;
    }

    float nextRandom() {
        return (random.nextInt() >>> 8) * 0x1p-24f;
    }

    /** Takes what the cache has of the first tokens. */
    void reuse(KeyValueCache cache) {
        pages.addAll(cache.takePrefix(tokens, length));
        computed = pages.size() * KeyValueCache.PAGE;
    }

    /** Counts tokens as computed, and lets others find the pages that are full. */
    void advance(int count, KeyValueCache cache) {
        int before = computed / KeyValueCache.PAGE;
        computed += count;
        for (int page = before; page < computed / KeyValueCache.PAGE; page++) {
            cache.publish(pages, page, tokens);
        }
    }

    /** Gives back all pages: what was computed is computed again. */
    void release(KeyValueCache cache) {
        pages.forEach(cache::giveBack);
        pages.clear();
        computed = 0;
    }

    /** Adds a token that the model chose, and returns why the text ends with it, or null. */
    FinishReason add(int token, int contextLength) {
        if (length == tokens.length) {
            tokens = Arrays.copyOf(tokens, 2 * length);
        }
        tokens[length++] = token;
        generation.countToken();
        if (tokenizer.isEnd(token)) {
            return FinishReason.STOP;
        }
        generation.add(stops.add(decoder.add(token)));
        if (stops.isStopped()) {
            return FinishReason.STOP;
        }
        boolean isFull = length - promptLength >= options.maxTokens() || length >= contextLength;
        return isFull ? FinishReason.LENGTH : null;
    }

    /** Ends the text. */
    void finish(FinishReason reason, Throwable problem) {
        generation.add(stops.add(decoder.finish()));
        generation.add(stops.finish());
        generation.finish(reason, problem);
    }
}
