// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import io.github.cm2tt.kernels.DeviceTensor;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.ElementType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The weights of a sentence encoder on a device, as their file has them. */
final class EncoderWeights implements AutoCloseable {
    /** A matrix [rows, columns] and a number for each row. */
    record Linear(DeviceTensor matrix, DeviceTensor bias) {}

    /** The weights and biases of a normalization. */
    record Norm(DeviceTensor weight, DeviceTensor bias) {}

    /** A layer. */
    record Layer(Linear query, Linear key, Linear value, Linear output, Norm attentionNorm, Linear up,
        Linear down, Norm norm) {}

    private final TensorFile file;
    private final Device device;
    private final String prefix;
    private final List<DeviceTensor> owned = new ArrayList<>();
    private DeviceTensor words;
    private DeviceTensor places;
    private Norm norm;
    private final List<Layer> layers = new ArrayList<>();

    private EncoderWeights(TensorFile file, Device device) {
        this.file = file;
        this.device = device;
        prefix = file.names().contains("bert.embeddings.word_embeddings.weight") ? "bert." : "";
    }

    /** Loads all weights; none are left if that fails. */
    static EncoderWeights load(TensorFile file, Device device, EncoderConfiguration model)
        throws IOException {
        var weights = new EncoderWeights(file, device);
        try {
            weights.load(model);
            return weights;
        } catch (IOException | RuntimeException | Error problem) {
            weights.close();
            throw problem;
        }
    }

    private void load(EncoderConfiguration model) throws IOException {
        int width = model.width();
        String tables = "embeddings.";
        words = tensor(tables + "word_embeddings.weight", model.vocabulary(), width);
        places = places(model);
        norm = norm(tables + "LayerNorm", width);
        for (int i = 0; i < model.layers(); i++) {
            String of = "encoder.layer." + i + ".";
            String attention = of + "attention.";
            layers.add(new Layer(linear(attention + "self.query", width, width),
                linear(attention + "self.key", width, width), linear(attention + "self.value", width, width),
                linear(attention + "output.dense", width, width), norm(attention + "output.LayerNorm", width),
                linear(of + "intermediate.dense", model.feedForward(), width),
                linear(of + "output.dense", width, model.feedForward()),
                norm(of + "output.LayerNorm", width)));
        }
    }

    /** The rows of positions, each with that of the first type, which are added to words. */
    private DeviceTensor places(EncoderConfiguration model) throws IOException {
        int width = model.width();
        DeviceTensor positions = tensor("embeddings.position_embeddings.weight", model.positions(), width);
        float[] sums = positions.toFloats();
        float[] first = tensor("embeddings.token_type_embeddings.weight", model.types(), width).toFloats();
        for (int i = 0; i < sums.length; i++) {
            sums[i] += first[i % width];
        }
        DeviceTensor result = DeviceTensor.copyOf(device, ElementType.FP32, sums, model.positions(), width);
        owned.add(result);
        return result;
    }

    private Linear linear(String name, int rows, int columns) throws IOException {
        return new Linear(tensor(name + ".weight", rows, columns), tensor(name + ".bias", rows));
    }

    /** Files of BERT's first models have other names. */
    private Norm norm(String name, int width) throws IOException {
        boolean isOld = file.names().contains(prefix + name + ".gamma");
        return new Norm(tensor(name + (isOld ? ".gamma" : ".weight"), width),
            tensor(name + (isOld ? ".beta" : ".bias"), width));
    }

    private DeviceTensor tensor(String name, long... shape) throws IOException {
        String full = prefix + name;
        String type = file.typeName(full);
        ElementType element = WeightLoader.elementType(type);
        if (element == null || !Arrays.equals(file.shape(full), shape)) {
            throw new ModelFileException(file + ": the tensor '" + full + "' is " + type
                + Arrays.toString(file.shape(full)) + ", but " + Arrays.toString(shape)
                + " of F32, F16 or BF16 is expected");
        }
        DeviceTensor tensor = DeviceTensor.allocate(device, element, shape);
        owned.add(tensor);
        tensor.buffer().as(ElementType.U8).copyFrom(file.data(full));
        return tensor;
    }

    /** The rows of words. */
    DeviceTensor words() {
        return words;
    }

    /** The rows that are added to those of words, one for each position. */
    DeviceTensor places() {
        return places;
    }

    Norm norm() {
        return norm;
    }

    List<Layer> layers() {
        return layers;
    }

    @Override
    public void close() {
        owned.forEach(DeviceTensor::close);
        owned.clear();
    }
}
