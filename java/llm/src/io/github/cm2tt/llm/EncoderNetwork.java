// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import io.github.cm2tt.kernels.Attention;
import io.github.cm2tt.kernels.DeviceTensor;
import io.github.cm2tt.kernels.Embedding;
import io.github.cm2tt.kernels.Epilogue;
import io.github.cm2tt.kernels.LayerNorm;
import io.github.cm2tt.kernels.Matmul;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Stream;
import java.util.ArrayList;
import java.util.List;

/**
 * Computes the states of tokens by the architecture BERT, of several texts at once. The rows of a text follow
 * those of the one before, without padding. Attention alone distinguishes texts: one launch for those of the
 * same length that follow each other. It is for one thread at a time.
 */
final class EncoderNetwork implements AutoCloseable {
    /** The rows of a batch, unless one text has more: then weights no longer limit the speed. */
    private static final int ROWS = 2048;
    // The parts of the scratch memory; each has rows of the model's width, the last one of feedForward.
    private static final int STATES = 0;
    private static final int SUMS = 1;
    private static final int ATTENDED = 2;
    private static final int QUERIES = 3;
    private static final int KEYS = 4;
    private static final int VALUES = 5;
    private static final int INNER = 6;

    /** Texts of one length that follow each other: the first row, their number, the rows of each. */
    private record Run(int row, int count, int length) {}

    private final EncoderConfiguration model;
    private final EncoderWeights weights;
    private final int mostRows;
    private final DeviceTensor scratch;
    private final Stream stream;

    /** Takes the weights, which are closed with this. */
    EncoderNetwork(EncoderConfiguration model, EncoderWeights weights, Device device) {
        this.model = model;
        this.weights = weights;
        mostRows = Math.max(ROWS, model.mostTokens());
        stream = device.stream();
        try {
            long columns = (long) INNER * model.width() + model.feedForward();
            scratch = DeviceTensor.allocate(device, ElementType.FP32, mostRows * columns);
        } catch (RuntimeException | Error problem) {
            stream.close();
            throw problem;
        }
    }

    /** The most rows of a batch. */
    int mostRows() {
        return mostRows;
    }

    /** Computes the states [rows, width] of a batch of tokens of texts, of which none is empty. */
    float[] states(List<int[]> texts) {
        int rows = texts.stream().mapToInt(text -> text.length).sum();
        int[] given = new int[2 * rows];
        List<Run> runs = new ArrayList<>();
        int row = 0;
        for (int[] text : texts) {
            for (int i = 0; i < text.length; i++) {
                given[row + i] = text[i];
                given[rows + row + i] = i;
            }
            Run last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
            if (last != null && last.length() == text.length) {
                runs.set(runs.size() - 1, new Run(last.row(), last.count() + 1, last.length()));
            } else {
                runs.add(new Run(row, 1, text.length));
            }
            row += text.length;
        }
        try (DeviceTensor ids = DeviceTensor.copyOf(stream.device(), given, 2, rows)) {
            queue(ids, rows, runs);
            stream.synchronize();
        }
        return part(STATES, 0, rows).toFloats();
    }

    /** Queues the states of tokens, whose ids are the first row, and their positions the second. */
    private void queue(DeviceTensor ids, int rows, List<Run> runs) {
        DeviceTensor x = part(STATES, 0, rows);
        DeviceTensor y = part(SUMS, 0, rows);
        DeviceTensor places = part(ATTENDED, 0, rows);
        Embedding.launch(stream, weights.words(), ids.select(0, 0), y);
        Embedding.launch(stream, weights.places(), ids.select(0, 1), places);
        LayerNorm.launchAdding(
            stream, y, places, weights.norm().weight(), weights.norm().bias(), x, model.epsilon());
        DeviceTensor inner = part(INNER, 0, rows, model.feedForward());
        for (EncoderWeights.Layer layer : weights.layers()) {
            attend(layer, x, y, runs);
            multiply(x, layer.up(), inner, Epilogue.NONE.activation(model.activation()));
            multiply(inner, layer.down(), y, Epilogue.NONE.adding(x));
            normalize(y, layer.norm(), x);
        }
    }

    private void attend(EncoderWeights.Layer layer, DeviceTensor x, DeviceTensor y, List<Run> runs) {
        int rows = Math.toIntExact(x.size(0));
        multiply(x, layer.query(), part(QUERIES, 0, rows), Epilogue.NONE);
        multiply(x, layer.key(), part(KEYS, 0, rows), Epilogue.NONE);
        multiply(x, layer.value(), part(VALUES, 0, rows), Epilogue.NONE);
        for (Run run : runs) {
            float scale = (float) Math.sqrt((double) model.heads() / model.width());
            Attention.launch(stream, heads(QUERIES, run), heads(KEYS, run), heads(VALUES, run),
                heads(ATTENDED, run), scale, false, 0);
        }
        multiply(part(ATTENDED, 0, rows), layer.output(), y, Epilogue.NONE.adding(x));
        normalize(y, layer.attentionNorm(), x);
    }

    private void multiply(DeviceTensor x, EncoderWeights.Linear by, DeviceTensor out, Epilogue epilogue) {
        Matmul.launch(stream, x, by.matrix().transpose(0, 1), out, epilogue.bias(by.bias()));
    }

    private void normalize(DeviceTensor y, EncoderWeights.Norm norm, DeviceTensor x) {
        LayerNorm.launch(stream, y, norm.weight(), norm.bias(), x, model.epsilon());
    }

    /** A view [texts, rows, heads, width of a head] of a run. */
    private DeviceTensor heads(int part, Run run) {
        return part(part, run.row(), run.count() * run.length())
            .reshape(run.count(), run.length(), model.heads(), model.width() / model.heads());
    }

    private DeviceTensor part(int part, int row, int rows) {
        return part(part, row, rows, model.width());
    }

    /** A view [rows, columns] of a part of the scratch memory. */
    private DeviceTensor part(int part, int row, int rows, int columns) {
        long from = (long) part * mostRows * model.width() + (long) row * columns;
        return scratch.slice(0, from, from + (long) rows * columns).reshape(rows, columns);
    }

    /** Frees all memory, that of the weights included. */
    @Override
    public void close() {
        stream.close();
        scratch.close();
        weights.close();
    }
}
