// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import io.github.cm2tt.kernels.GatedActivation;
import io.github.cm2tt.kernels.Rope;

/**
 * The shape of a model, and what its architecture computes.
 *
 * @param architecture its name in GGUF files: llama, qwen2, qwen3, qwen3moe, gemma, gemma3
 * @param name the name of the model
 * @param layers the number of layers
 * @param width the numbers of a token between layers
 * @param heads the heads of queries
 * @param owners the heads of keys and values, which the heads of queries share
 * @param headWidth the numbers of a head
 * @param feedForward the numbers between the two products of a feed-forward network
 * @param vocabulary the number of tokens
 * @param contextLength the tokens that the model was trained for
 * @param angles the angles of positions in layers without a window
 * @param windowAngles the angles of positions in layers with a window
 * @param ropeStyle which elements form pairs
 * @param epsilon what normalizations add to the mean of squares
 * @param scale what scores are multiplied by
 * @param embeddingScale what embeddings are multiplied by
 * @param activation the function of the gate
 * @param window the keys that a query sees in layers with a window; 0: no layer has one
 * @param globalEvery the period of layers whose last has no window; 0: all have one
 * @param mixture the experts of feed-forward networks; null: the model has one network in each layer
 */
record ModelConfiguration(String architecture, String name, int layers, int width, int heads, int owners,
    int headWidth, int feedForward, int vocabulary, int contextLength, Angles angles, Angles windowAngles,
    Rope.Style ropeStyle, float epsilon, float scale, float embeddingScale, GatedActivation.Kind activation,
    int window, int globalEvery, Mixture mixture) {
    /** Returns whether a layer has a window. */
    boolean isWindowed(int layer) {
        return window > 0 && (globalEvery == 0 || (layer + 1) % globalEvery != 0);
    }

    /** Returns the bytes of the keys and values of a token in all layers. */
    long cacheBytes(int elementBytes) {
        return 2L * layers * owners * headWidth * elementBytes;
    }
}
