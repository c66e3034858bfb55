// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import io.github.cm2tt.kernels.DeviceTensor;
import io.github.cm2tt.kernels.QuantizedMatrix;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Loads the weights of a model to a device. Tensors are named as in GGUF files. */
final class WeightLoader {
    private static final int COPY_BYTES = 256 << 20;

    private final TensorFile file;
    private final TensorNames names;
    private final Device device;
    private final ModelConfiguration model;
    private final ModelWeights weights = new ModelWeights();
    private final Set<String> loaded = new HashSet<>();

    private WeightLoader(TensorFile file, TensorNames names, Device device, ModelConfiguration model) {
        this.file = file;
        this.names = names;
        this.device = device;
        this.model = model;
    }

    /**
     * Loads all weights; none are left if that fails. Throws a ModelFileException if one is missing, has
     * another shape or a type that is not supported, or if layers have others.
     */
    static ModelWeights load(TensorFile file, TensorNames names, Device device, ModelConfiguration model)
        throws IOException {
        WeightLoader loader = new WeightLoader(file, names, device, model);
        try {
            loader.load();
            return loader.weights;
        } catch (IOException | RuntimeException | Error problem) {
            loader.weights.close();
            throw problem;
        }
    }

    private void load() throws IOException {
        Weight embedding = weight(model.vocabulary(), model.width(), "token_embd.weight");
        Weight logits =
            has("output.weight") ? weight(model.vocabulary(), model.width(), "output.weight") : embedding;
        weights.setEnds(embedding, norm("output_norm.weight", model.width()), logits);
        weights.setFrequencies(
            vector(model.angles().frequencies()), vector(model.windowAngles().frequencies()));
        for (int layer = 0; layer < model.layers(); layer++) {
            weights.add(layer("blk." + layer + "."));
        }
        for (String name : file.names()) {
            // The scales of activations, which stay as they are.
            boolean isUnused = name.endsWith(".input_scale");
            if (names.isOfLayer(name) && !isUnused && !loaded.contains(name)) {
                throw new ModelFileException(file + ": the tensor '" + name
                    + "' is not supported for models of the architecture '" + model.architecture() + "'");
            }
        }
    }

    private ModelWeights.Layer layer(String of) throws IOException {
        int width = model.width();
        int queries = model.heads() * model.headWidth();
        int keys = model.owners() * model.headWidth();
        int inner = model.feedForward();
        boolean isMixture = model.mixture() != null;
        int[] rows = {queries, keys, keys};
        String[] products = {of + "attn_q", of + "attn_k", of + "attn_v"};
        List<Weight> inputs = joined(width, rows, products);
        return new ModelWeights.Layer(norm(of + "attn_norm.weight", width), inputs,
            has(products[0] + ".bias") ? biases(inputs.size() == 1, rows, products) : null,
            optional(of + "attn_q_norm.weight", model.headWidth()),
            optional(of + "attn_k_norm.weight", model.headWidth()),
            weight(width, queries, of + "attn_output.weight"),
            optional(of + "post_attention_norm.weight", width), norm(of + "ffn_norm.weight", width),
            isMixture ? null : joined(width, new int[] {inner, inner}, of + "ffn_gate", of + "ffn_up"),
            isMixture ? null : weight(width, inner, of + "ffn_down.weight"), isMixture ? experts(of) : null,
            optional(of + "post_ffw_norm.weight", width));
    }

    private ModelWeights.ExpertWeights experts(String of) throws IOException {
        int inner = model.mixture().width();
        return new ModelWeights.ExpertWeights(
            weight(model.mixture().experts(), model.width(), of + "ffn_gate_inp.weight"),
            experts(of + "ffn_gate", inner, model.width()), experts(of + "ffn_up", inner, model.width()),
            experts(of + "ffn_down", model.width(), inner));
    }

    /** The rows of all experts, one expert after the other. */
    private Weight experts(String name, int rows, int columns) throws IOException {
        int count = model.mixture().experts();
        List<String> sources = names.ofExperts(name, count);
        for (String source : sources) {
            long[] shape =
                sources.size() == 1 ? new long[] {count, rows, columns} : new long[] {rows, columns};
            requireShape(source, shape);
            loaded.add(source);
        }
        return matrix((long) count * rows, columns, sources);
    }

    /** Returns the name of a tensor in the file. */
    private String find(String name) {
        String found = names.of(name);
        loaded.add(found);
        return found;
    }

    private boolean has(String name) {
        return file.names().contains(names.of(name));
    }

    private DeviceTensor optional(String name, int count) throws IOException {
        return has(name) ? norm(name, count) : null;
    }

    private List<DeviceTensor> biases(boolean isJoined, int[] rows, String... products) throws IOException {
        List<DeviceTensor> biases = new ArrayList<>();
        float[] all = new float[Arrays.stream(rows).sum()];
        int at = 0;
        for (int i = 0; i < rows.length; i++) {
            float[] numbers = numbers(products[i] + ".bias", rows[i]);
            System.arraycopy(numbers, 0, all, at, rows[i]);
            at += rows[i];
            if (!isJoined) {
                biases.add(vector(numbers));
            }
        }
        return isJoined ? List.of(vector(all)) : biases;
    }

    private DeviceTensor vector(float[] values) {
        return weights.own(DeviceTensor.copyOf(device, ElementType.FP32, values, values.length));
    }

    private DeviceTensor norm(String name, int count) throws IOException {
        float[] numbers = numbers(name, count);
        for (int i = 0; i < count; i++) {
            numbers[i] += names.normOffset();
        }
        return vector(numbers);
    }

    private float[] numbers(String name, int count) throws IOException {
        String found = find(name);
        long[] shape = file.shape(found);
        require(found, shape.length == 1 && shape[0] == count, "[" + count + "]");
        ElementType type = elementType(file.typeName(found));
        require(found, type != null, "F32, F16 or BF16");
        try (DeviceTensor tensor = DeviceTensor.allocate(device, type, count)) {
            tensor.buffer().as(ElementType.U8).copyFrom(file.data(found));
            return tensor.toFloats();
        }
    }

    private void require(String name, boolean holds, String expected) {
        if (!holds) {
            throw new ModelFileException(file + ": the tensor '" + name + "' is " + file.typeName(name)
                + Arrays.toString(file.shape(name)) + ", but " + expected + " is expected");
        }
    }

    /** The rows of several weights as one, if their types are the same; otherwise one after the other. */
    private List<Weight> joined(int columns, int[] rows, String... products) throws IOException {
        String[] parts = new String[products.length];
        boolean isSame = true;
        for (int i = 0; i < products.length; i++) {
            parts[i] = products[i] + ".weight";
            isSame &= file.typeName(names.of(parts[i])).equals(file.typeName(names.of(parts[0])));
            requireShape(find(parts[i]), rows[i], columns);
        }
        if (isSame) {
            return List.of(weight(Arrays.stream(rows).sum(), columns, parts));
        }
        List<Weight> separate = new ArrayList<>();
        for (int i = 0; i < products.length; i++) {
            separate.add(weight(rows[i], columns, parts[i]));
        }
        return separate;
    }

    private void requireShape(String name, long... shape) {
        require(name, Arrays.equals(file.shape(name), shape), Arrays.toString(shape));
    }

    /** The rows of tensors of one type, one after the other. */
    private Weight weight(long rows, int columns, String... parts) throws IOException {
        List<String> sources = new ArrayList<>();
        for (String part : parts) {
            sources.add(find(part));
        }
        if (parts.length == 1) {
            requireShape(sources.get(0), rows, columns);
        }
        return matrix(rows, columns, sources);
    }

    private Weight matrix(long rows, int columns, List<String> sources) throws IOException {
        String kind = file.typeName(sources.get(0));
        for (String source : sources) {
            require(source, file.typeName(source).equals(kind), kind + ", as " + sources.get(0) + ",");
        }
        if (kind.equals(EightBitWeights.TYPE)) {
            sources.forEach(source -> loaded.add(EightBitWeights.scalesOf(file, source)));
            return new EightBitWeights(file, device, weights).load(rows, columns, sources);
        }
        ElementType type = elementType(kind);
        return type != null ? Weight.of(dense(type, rows, columns, sources))
                            : Weight.of(quantized(rows, columns, sources));
    }

    /** The type of dense numbers; null: others. */
    static ElementType elementType(String type) {
        return switch (type) {
            case "F32" -> ElementType.FP32;
            case "F16" -> ElementType.FP16;
            case "BF16" -> ElementType.BF16;
            default -> null;
        };
    }

    private DeviceTensor dense(ElementType type, long rows, int columns, List<String> sources)
        throws IOException {
        DeviceTensor tensor = weights.own(DeviceTensor.allocate(device, type, rows, columns));
        DeviceBuffer bytes = tensor.buffer().as(ElementType.U8);
        long step = Math.max(1, COPY_BYTES / ((long) columns * type.bytes()));
        long at = 0;
        for (String source : sources) {
            long count = Arrays.stream(file.shape(source)).reduce(1, Math::multiplyExact) / columns;
            for (long row = 0; row < count; row += step) {
                ByteBuffer block = file.data(source, row, Math.min(step, count - row));
                int length = block.remaining();
                bytes.slice(at, length).copyFrom(block);
                at += length;
            }
        }
        return tensor;
    }

    private QuantizedMatrix quantized(long rows, int columns, List<String> sources) throws IOException {
        String type = file.typeName(sources.get(0));
        QuantizedMatrix.Format format = Arrays.stream(QuantizedMatrix.Format.values())
                                            .filter(each -> each.name().equals(type))
                                            .findFirst()
                                            .orElse(null);
        require(sources.get(0), format != null, "a supported type");
        List<ByteBuffer> parts = new ArrayList<>();
        long bytes = 0;
        for (String source : sources) {
            parts.add(file.data(source));
            bytes += parts.get(parts.size() - 1).remaining();
        }
        ByteBuffer blocks = parts.get(0);
        if (parts.size() > 1) {
            blocks = ByteBuffer.allocateDirect(Math.toIntExact(bytes));
            for (ByteBuffer part : parts) {
                blocks.put(part);
            }
            blocks.flip();
        }
        return weights.own(QuantizedMatrix.fromGguf(device, format, blocks, rows, columns));
    }
}
