// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.List;

/**
 * How tokens are chosen, and when a generation ends.
 *
 * <pre>{@code
 * GenerationOptions options = GenerationOptions.GREEDY.withMaxTokens(100).withStops(List.of("\n"));
 * }</pre>
 *
 * @param maxTokens the most tokens to generate
 * @param temperature what logits are divided by; 0 takes the most probable token
 * @param topK of how many tokens, the most probable ones, one is drawn; 0: of all
 * @param topP the sum of the probabilities of the tokens to draw from, the most probable ones; 1: all
 * @param minP the least probability of a token to draw, relative to the greatest; 0: all
 * @param seed the seed of random numbers
 * @param stops texts that end the generation, and are left out
 */
public record GenerationOptions(
    int maxTokens, float temperature, int topK, float topP, float minP, long seed, List<String> stops) {
    /** The most probable token each time, up to 512. */
    public static final GenerationOptions GREEDY = new GenerationOptions(512, 0, 0, 1, 0, 0, List.of());

    /**
     * Checks the options.
     *
     * @param maxTokens the most tokens to generate
     * @param temperature what logits are divided by; 0 takes the most probable token
     * @param topK of how many tokens, the most probable ones, one is drawn; 0: of all
     * @param topP the sum of the probabilities of the tokens to draw from, the most probable ones; 1: all
     * @param minP the least probability of a token to draw, relative to the greatest; 0: all
     * @param seed the seed of random numbers
     * @param stops texts that end the generation, and are left out
     * @throws IllegalArgumentException if a number is out of its range
     */
    public GenerationOptions {
        stops = List.copyOf(stops);
        if (maxTokens < 1) {
            throw new IllegalArgumentException("maxTokens: expected at least 1, found " + maxTokens);
        }
        if (!(temperature >= 0) || Float.isInfinite(temperature)) {
            throw new IllegalArgumentException("temperature: expected a number from 0, found " + temperature);
        }
        if (topK < 0) {
            throw new IllegalArgumentException("topK: expected a number from 0, found " + topK);
        }
        if (!(topP > 0 && topP <= 1)) {
            throw new IllegalArgumentException("topP: expected a number after 0, up to 1, found " + topP);
        }
        if (!(minP >= 0 && minP <= 1)) {
            throw new IllegalArgumentException("minP: expected a number from 0 to 1, found " + minP);
        }
        if (stops.stream().anyMatch(String::isEmpty)) {
            throw new IllegalArgumentException("stops: found an empty text");
        }
    }

    /**
     * Returns the same options with another limit.
     *
     * @param number the most tokens to generate
     * @return the options
     */
    public GenerationOptions withMaxTokens(int number) {
        return new GenerationOptions(number, temperature, topK, topP, minP, seed, stops);
    }

    /**
     * Returns the same options with another temperature.
     *
     * @param number what logits are divided by
     * @return the options
     */
    public GenerationOptions withTemperature(float number) {
        return new GenerationOptions(maxTokens, number, topK, topP, minP, seed, stops);
    }

    /**
     * Returns the same options with other tokens to draw from.
     *
     * @param k how many at most; 0: all
     * @param p the sum of their probabilities
     * @param least the least probability, relative to the greatest
     * @return the options
     */
    public GenerationOptions withTop(int k, float p, float least) {
        return new GenerationOptions(maxTokens, temperature, k, p, least, seed, stops);
    }

    /**
     * Returns the same options with other random numbers.
     *
     * @param number the seed
     * @return the options
     */
    public GenerationOptions withSeed(long number) {
        return new GenerationOptions(maxTokens, temperature, topK, topP, minP, number, stops);
    }

    /**
     * Returns the same options with other texts that end the generation.
     *
     * @param texts the texts
     * @return the options
     */
    public GenerationOptions withStops(List<String> texts) {
        return new GenerationOptions(maxTokens, temperature, topK, topP, minP, seed, texts);
    }
}
