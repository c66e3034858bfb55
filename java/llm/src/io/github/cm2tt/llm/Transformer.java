// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import io.github.cm2tt.kernels.Attention;
import io.github.cm2tt.kernels.DeviceTensor;
import io.github.cm2tt.kernels.Elementwise;
import io.github.cm2tt.kernels.Embedding;
import io.github.cm2tt.kernels.Epilogue;
import io.github.cm2tt.kernels.GatedActivation;
import io.github.cm2tt.kernels.PagedAttention;
import io.github.cm2tt.kernels.RmsNorm;
import io.github.cm2tt.kernels.RotaryStore;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Stream;
import java.util.ArrayList;
import java.util.List;

/**
 * Computes the logits of tokens: embeddings, layers of attention and feed-forward networks, the last product.
 * The sums that layers add to have single precision; what products and attention read has the type of the
 * activations. Not thread-safe.
 */
final class Transformer implements AutoCloseable {
    /** The tokens of a prompt from which on its keys are read where they were computed, not from pages. */
    private static final int LONG = 128;

    private final ModelConfiguration model;
    private final ModelWeights weights;
    private final KeyValueCache cache;
    private final PagedAttention.Workspace workspace;
    private final List<DeviceTensor> owned = new ArrayList<>();
    private final DeviceTensor sums;
    private final DeviceTensor normed;
    private final DeviceTensor inputs;
    private final DeviceTensor attended;
    private final DeviceTensor added;
    private final ExpertNetwork experts;
    private final DeviceTensor gates;
    private final DeviceTensor gated;
    private final DeviceTensor last;
    private final DeviceTensor lastNormed;
    private final DeviceTensor logits;
    private final float embeddingScale;

    /**
     * Allocates what a step needs.
     *
     * @param rows the most tokens of a step
     * @param requests the most requests of a step
     */
    Transformer(Device device, ModelConfiguration model, ModelWeights weights, KeyValueCache cache,
        ElementType type, int rows, int requests) {
        this.model = model;
        this.weights = weights;
        this.cache = cache;
        int width = model.width();
        int heads = model.heads() * model.headWidth();
        sums = allocate(device, ElementType.FP32, rows, width);
        normed = allocate(device, type, rows, width);
        inputs = allocate(device, type, rows, heads + 2L * model.owners() * model.headWidth());
        attended = allocate(device, type, rows, heads);
        added = allocate(device, type, rows, width);
        boolean isMixture = model.mixture() != null;
        experts = isMixture ? new ExpertNetwork(device, model, type, rows) : null;
        gates = isMixture ? null : allocate(device, type, rows, 2L * model.feedForward());
        gated = isMixture ? null : allocate(device, type, rows, model.feedForward());
        last = allocate(device, ElementType.FP32, requests, width);
        lastNormed = allocate(device, type, requests, width);
        logits = allocate(device, ElementType.FP32, requests, model.vocabulary());
        workspace = new PagedAttention.Workspace(device, requests, model.heads(), model.headWidth());
        // Rounded as in transformers, and as when Gemma was trained.
        try (var scale = DeviceTensor.copyOf(device, type, new float[] {model.embeddingScale()}, 1)) {
            embeddingScale = scale.toFloats()[0];
        }
    }

    /** Returns the bytes that such an object takes on a device. */
    static long bytes(ModelConfiguration model, ElementType type, int rows, int requests) {
        long heads = (long) model.heads() * model.headWidth();
        long network = 3L * type.bytes() * model.feedForward();
        if (model.mixture() != null) {
            network = ExpertNetwork.bytes(model, type);
        }
        long ofRow = 4L * model.width() + network
            + type.bytes() * (2L * model.width() + 2 * heads + 2L * model.owners() * model.headWidth());
        long ofRequest = 4L * (model.width() + model.vocabulary()) + (long) type.bytes() * model.width();
        return rows * ofRow + requests * ofRequest;
    }

    private DeviceTensor allocate(Device device, ElementType type, long... shape) {
        DeviceTensor tensor = DeviceTensor.allocate(device, type, shape);
        owned.add(tensor);
        return tensor;
    }

    /**
     * Queues a step.
     *
     * @return the logits of the last token of each request, [requests, vocabulary], fp32
     */
    DeviceTensor forward(Stream stream, StepInputs step) {
        layers(stream, step);
        int requests = step.requests();
        DeviceTensor rows = last.slice(0, 0, requests);
        DeviceTensor normedRows = lastNormed.slice(0, 0, requests);
        Embedding.launch(stream, sums.slice(0, 0, step.rows()), step.lastRows(), rows);
        RmsNorm.launch(stream, rows, weights.norm(), normedRows, model.epsilon());
        DeviceTensor result = logits.slice(0, 0, requests);
        weights.logits().multiply(stream, normedRows, result, Epilogue.NONE);
        return result;
    }

    /**
     * Queues a step without logits.
     *
     * @return the normalized numbers of all tokens, [rows, width]
     */
    DeviceTensor hidden(Stream stream, StepInputs step) {
        layers(stream, step);
        DeviceTensor result = normed.slice(0, 0, step.rows());
        RmsNorm.launch(stream, sums.slice(0, 0, step.rows()), weights.norm(), result, model.epsilon());
        return result;
    }

    private void layers(Stream stream, StepInputs step) {
        DeviceTensor x = sums.slice(0, 0, step.rows());
        weights.embedding().lookUp(stream, step.tokens(), x);
        if (embeddingScale != 1) {
            Elementwise.launch(stream, Elementwise.Binary.MULTIPLY, x, embeddingScale, x);
        }
        for (int layer = 0; layer < model.layers(); layer++) {
            attend(stream, step, layer, x);
            feedForward(stream, step, layer, x);
        }
    }

    private void attend(Stream stream, StepInputs step, int index, DeviceTensor x) {
        ModelWeights.Layer layer = weights.layers().get(index);
        DeviceTensor h = normed.slice(0, 0, step.rows());
        DeviceTensor qkv = inputs.slice(0, 0, step.rows());
        RmsNorm.launch(stream, x, layer.attentionNorm(), h, model.epsilon());
        multiply(stream, layer.queryKeyValue(), layer.biases(), h, qkv);
        int width = model.headWidth();
        int queries = model.heads() * width;
        int keys = model.owners() * width;
        DeviceTensor q = heads(qkv, 0, queries);
        DeviceTensor k = heads(qkv, queries, keys);
        DeviceTensor v = heads(qkv, queries + keys, keys);
        boolean isWindowed = model.isWindowed(index);
        RotaryStore.launch(stream, q, k, v, layer.queryNorm(), layer.keyNorm(), model.epsilon(),
            step.positions(), weights.frequencies(isWindowed), model.ropeStyle(), step.slots(),
            cache.keys(index), cache.values(index));
        DeviceTensor out = attended.slice(0, 0, step.rows());
        DeviceTensor results = out.splitLast(width);
        int window = isWindowed ? model.window() : 0;
        if (step.isWholePrompt() && step.rows() >= LONG) {
            Attention.launch(stream, q.expandFirst(), k.expandFirst(), v.expandFirst(), results.expandFirst(),
                model.scale(), true, window);
        } else {
            PagedAttention.launch(stream, q, cache.keys(index), cache.values(index), step.pageTable(),
                step.queryStarts(), step.lengths(), step.maxQueries(), step.maxKeys(), model.scale(), window,
                results, workspace);
        }
        add(stream, layer.output(), out, layer.postAttentionNorm(), x);
    }

    private void feedForward(Stream stream, StepInputs step, int index, DeviceTensor x) {
        ModelWeights.Layer layer = weights.layers().get(index);
        DeviceTensor h = normed.slice(0, 0, step.rows());
        RmsNorm.launch(stream, x, layer.feedForwardNorm(), h, model.epsilon());
        if (experts != null) {
            experts.add(stream, layer.experts(), h, x);
            return;
        }
        DeviceTensor both = gates.slice(0, 0, step.rows());
        DeviceTensor product = gated.slice(0, 0, step.rows());
        multiply(stream, layer.gateUp(), null, h, both);
        int half = model.feedForward();
        GatedActivation.launch(
            stream, both.slice(1, 0, half), both.slice(1, half, 2L * half), product, model.activation());
        add(stream, layer.down(), product, layer.postFeedForwardNorm(), x);
    }

    /** The columns of heads in a tensor of rows, as [rows, heads, headWidth]. */
    private DeviceTensor heads(DeviceTensor rows, int first, int count) {
        return rows.slice(1, first, first + count).splitLast(model.headWidth());
    }

    private static void multiply(
        Stream stream, List<Weight> parts, List<DeviceTensor> biases, DeviceTensor x, DeviceTensor out) {
        long column = 0;
        for (int i = 0; i < parts.size(); i++) {
            Weight part = parts.get(i);
            Epilogue epilogue = biases == null ? Epilogue.NONE : Epilogue.NONE.bias(biases.get(i));
            part.multiply(stream, x, out.slice(1, column, column + part.rows()), epilogue);
            column += part.rows();
        }
    }

    /** x += w y, normalized first if there is a weight for that. */
    private void add(Stream stream, Weight weight, DeviceTensor y, DeviceTensor norm, DeviceTensor x) {
        if (norm == null) {
            weight.multiply(stream, y, x, Epilogue.NONE.adding(x));
            return;
        }
        DeviceTensor result = added.slice(0, 0, x.size(0));
        weight.multiply(stream, y, result, Epilogue.NONE);
        RmsNorm.launch(stream, result, norm, result, model.epsilon());
        Elementwise.launch(stream, Elementwise.Binary.ADD, x, result, x);
    }

    @Override
    public void close() {
        workspace.close();
        if (experts != null) {
            experts.close();
        }
        owned.forEach(DeviceTensor::close);
    }
}
