// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import io.github.cm2tt.kernels.DeviceTensor;
import io.github.cm2tt.kernels.Epilogue;
import io.github.cm2tt.kernels.Experts;
import io.github.cm2tt.kernels.GatedActivation;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Stream;
import java.util.ArrayList;
import java.util.List;

/**
 * Computes the feed-forward networks of a mixture of experts. The experts of a token are chosen on the
 * device, and rows of one expert are computed together. Not thread-safe.
 */
final class ExpertNetwork implements AutoCloseable {
    private final Mixture mixture;
    private final GatedActivation.Kind activation;
    private final List<DeviceTensor> owned = new ArrayList<>();
    private final DeviceTensor logits;
    private final DeviceTensor experts;
    private final DeviceTensor weights;
    private final DeviceTensor offsets;
    private final DeviceTensor sources;
    private final DeviceTensor slots;
    private final DeviceTensor gates;
    private final DeviceTensor gated;
    private final DeviceTensor results;

    /** Allocates the buffers of steps of at most {@code rows} rows. */
    ExpertNetwork(Device device, ModelConfiguration model, ElementType type, int rows) {
        mixture = model.mixture();
        activation = model.activation();
        long count = (long) rows * mixture.used();
        logits = allocate(device, ElementType.FP32, rows, mixture.experts());
        experts = allocate(device, ElementType.I32, count);
        weights = allocate(device, ElementType.FP32, count);
        offsets = allocate(device, ElementType.I32, mixture.experts() + 1);
        sources = allocate(device, ElementType.I32, count);
        slots = allocate(device, ElementType.I32, count);
        gates = allocate(device, type, count, 2L * mixture.width());
        gated = allocate(device, type, count, mixture.width());
        results = allocate(device, type, count, model.width());
    }

    /** Returns the bytes that such an object takes on a device for each row. */
    static long bytes(ModelConfiguration model, ElementType type) {
        Mixture mixture = model.mixture();
        return 4L * mixture.experts()
            + mixture.used() * (16L + type.bytes() * (3L * mixture.width() + model.width()));
    }

    private DeviceTensor allocate(Device device, ElementType type, long... shape) {
        DeviceTensor tensor = DeviceTensor.allocate(device, type, shape);
        owned.add(tensor);
        return tensor;
    }

    /** Queues {@code x += experts(h)}; both are [rows, width]. */
    void add(Stream stream, ModelWeights.ExpertWeights layer, DeviceTensor h, DeviceTensor x) {
        long rows = h.size(0);
        long count = rows * mixture.used();
        DeviceTensor scores = logits.slice(0, 0, rows);
        layer.router().multiply(stream, h, scores, Epilogue.NONE);
        var routes = new Experts.Routes(experts.slice(0, 0, count).reshape(rows, mixture.used()),
            weights.slice(0, 0, count).reshape(rows, mixture.used()), offsets, sources.slice(0, 0, count),
            slots.slice(0, 0, count));
        Experts.launch(stream, scores, mixture.renormalizes(), routes);
        DeviceTensor both = gates.slice(0, 0, count);
        DeviceTensor gate = both.slice(1, 0, mixture.width());
        DeviceTensor up = both.slice(1, mixture.width(), 2L * mixture.width());
        DeviceTensor product = gated.slice(0, 0, count);
        DeviceTensor result = results.slice(0, 0, count);
        layer.gate().multiply(stream, h, mixture.experts(), routes, true, gate);
        layer.up().multiply(stream, h, mixture.experts(), routes, true, up);
        GatedActivation.launch(stream, gate, up, product, activation);
        layer.down().multiply(stream, product, mixture.experts(), routes, false, result);
        Experts.launchAdding(stream, result, routes, x);
    }

    @Override
    public void close() {
        owned.forEach(DeviceTensor::close);
    }
}
