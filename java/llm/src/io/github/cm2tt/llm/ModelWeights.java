// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import io.github.cm2tt.kernels.DeviceTensor;
import io.github.cm2tt.kernels.QuantizedMatrix;
import java.util.ArrayList;
import java.util.List;

/** The weights of a model on a device. */
final class ModelWeights implements AutoCloseable {
    /**
     * A layer. Products with several weights, one after the other, have one input. What is null the
     * architecture does not have.
     *
     * @param attentionNorm [width]
     * @param queryKeyValue weights of queries, keys and values: one matrix of all, or three
     * @param biases [rows] of each of these
     * @param queryNorm [headWidth]
     * @param keyNorm [headWidth]
     * @param output [width, heads * headWidth]
     * @param postAttentionNorm [width]
     * @param feedForwardNorm [width]
     * @param gateUp weights of the gate and of what it multiplies: one matrix of both, or two; null: experts
     * @param down [width, feedForward]
     * @param experts the experts, or null
     * @param postFeedForwardNorm [width]
     */
    record Layer(DeviceTensor attentionNorm, List<Weight> queryKeyValue, List<DeviceTensor> biases,
        DeviceTensor queryNorm, DeviceTensor keyNorm, Weight output, DeviceTensor postAttentionNorm,
        DeviceTensor feedForwardNorm, List<Weight> gateUp, Weight down, ExpertWeights experts,
        DeviceTensor postFeedForwardNorm) {}

    /**
     * The experts of a layer.
     *
     * @param router [experts, width]
     * @param gate [experts * expertWidth, width]
     * @param up [experts * expertWidth, width]
     * @param down [experts * width, expertWidth]
     */
    record ExpertWeights(Weight router, Weight gate, Weight up, Weight down) {}

    private final List<Runnable> owned = new ArrayList<>();
    private final List<Layer> layers = new ArrayList<>();
    private Weight embedding;
    private DeviceTensor norm;
    private Weight logits;
    private DeviceTensor frequencies;
    private DeviceTensor localFrequencies;

    /** Has a tensor closed with this. */
    DeviceTensor own(DeviceTensor tensor) {
        owned.add(tensor::close);
        return tensor;
    }

    /** Has a matrix closed with this. */
    QuantizedMatrix own(QuantizedMatrix matrix) {
        owned.add(matrix::close);
        return matrix;
    }

    void add(Layer layer) {
        layers.add(layer);
    }

    /** Sets what is no part of a layer: the weight of logits may be that of embeddings. */
    void setEnds(Weight tokens, DeviceTensor lastNorm, Weight last) {
        embedding = tokens;
        norm = lastNorm;
        logits = last;
    }

    /** Sets the angles of positions, of layers without and with a window. */
    void setFrequencies(DeviceTensor all, DeviceTensor local) {
        frequencies = all;
        localFrequencies = local;
    }

    List<Layer> layers() {
        return layers;
    }

    Weight embedding() {
        return embedding;
    }

    DeviceTensor norm() {
        return norm;
    }

    Weight logits() {
        return logits;
    }

    DeviceTensor frequencies(boolean isWindowed) {
        return isWindowed ? localFrequencies : frequencies;
    }

    @Override
    public void close() {
        owned.forEach(Runnable::run);
        owned.clear();
    }
}
