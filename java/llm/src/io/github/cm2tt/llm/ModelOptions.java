// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.ElementType;
import java.util.Objects;

/**
 * Where a model runs, and how much memory it takes. Numbers that are 0 are chosen from the model and the
 * device.
 *
 * @param device the device
 * @param activations the type of what products and attention read: FP32, FP16 or BF16
 * @param contextLength the most tokens of a request, the generated ones included; 0: those of the model, or
 *     as many as there is memory for
 * @param maxRequests the most requests of a step; others wait
 * @param stepTokens the most tokens of a step: prompts are computed in parts of that length
 * @param cacheBytes the memory for keys and values; 0: for all requests, or what the device has
 */
public record ModelOptions(Device device, ElementType activations, int contextLength, int maxRequests,
    int stepTokens, long cacheBytes) {
    /**
     * Checks the options.
     *
     * @param device the device
     * @param activations the type of what products and attention read: FP32, FP16 or BF16
     * @param contextLength the most tokens of a request, the generated ones included; 0: those of the model,
     *     or as many as there is memory for
     * @param maxRequests the most requests of a step; others wait
     * @param stepTokens the most tokens of a step: prompts are computed in parts of that length
     * @param cacheBytes the memory for keys and values; 0: for all requests, or what the device has
     * @throws IllegalArgumentException if a number is out of its range, or the type is another one
     */
    public ModelOptions {
        Objects.requireNonNull(device, "device");
        if (activations != ElementType.FP32 && activations != ElementType.FP16
            && activations != ElementType.BF16) {
            throw new IllegalArgumentException(
                "activations: expected FP32, FP16 or BF16, found " + activations);
        }
        if (contextLength < 0 || contextLength == 1) {
            throw new IllegalArgumentException("contextLength: expected at least 2, found " + contextLength);
        }
        if (maxRequests < 1 || maxRequests > 1024) {
            throw new IllegalArgumentException("maxRequests: expected 1 to 1024, found " + maxRequests);
        }
        if (stepTokens < maxRequests) {
            throw new IllegalArgumentException(
                "stepTokens: expected at least one for each request, found " + stepTokens);
        }
        if (cacheBytes < 0) {
            throw new IllegalArgumentException("cacheBytes: expected a number from 0, found " + cacheBytes);
        }
    }

    /**
     * Returns the options for a device: on a GPU 64 requests and BF16, on the CPU 8 requests and FP32.
     *
     * @param device the device
     * @return the options
     */
    public static ModelOptions of(Device device) {
        if (device.isGpu()) {
            return new ModelOptions(device, ElementType.BF16, 0, 64, 2048, 0);
        }
        return new ModelOptions(device, ElementType.FP32, 0, 8, 256, 0);
    }

    /**
     * Returns the same options with another type.
     *
     * @param type FP32, FP16 or BF16
     * @return the options
     */
    public ModelOptions withActivations(ElementType type) {
        return new ModelOptions(device, type, contextLength, maxRequests, stepTokens, cacheBytes);
    }

    /**
     * Returns the same options with another length of requests.
     *
     * @param tokens the most tokens of a request
     * @return the options
     */
    public ModelOptions withContextLength(int tokens) {
        return new ModelOptions(device, activations, tokens, maxRequests, stepTokens, cacheBytes);
    }

    /**
     * Returns the same options with another number of requests.
     *
     * @param number the most requests of a step
     * @return the options
     */
    public ModelOptions withMaxRequests(int number) {
        return new ModelOptions(
            device, activations, contextLength, number, Math.max(stepTokens, number), cacheBytes);
    }

    /**
     * Returns the same options with other memory for keys and values.
     *
     * @param bytes the memory; 0: chosen
     * @return the options
     */
    public ModelOptions withCacheBytes(long bytes) {
        return new ModelOptions(device, activations, contextLength, maxRequests, stepTokens, bytes);
    }
}
