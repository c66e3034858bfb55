// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import io.github.cm2tt.runtime.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a model is loaded from: a GGUF file, or a folder in the format of Hugging Face, with
 * {@code config.json}, {@code tokenizer.json} and {@code model.safetensors} or its parts.
 *
 * @param file the tensors
 * @param names their names
 * @param model what computes with them
 * @param tokenizer the tokenizer
 * @param weightBytes the bytes of the tensors
 */
record ModelSource(TensorFile file, TensorNames names, ModelConfiguration model, Tokenizer tokenizer,
    long weightBytes) implements AutoCloseable {
    /** Opens a file or folder; throws a ModelFileException if it is malformed or not supported. */
    static ModelSource open(Path path) throws IOException {
        return Files.isDirectory(path) ? openFolder(path) : openGguf(path);
    }

    private static ModelSource openGguf(Path path) throws IOException {
        GgufFile file = GgufFile.open(path);
        try {
            long bytes = file.tensors().values().stream().mapToLong(GgufTensor::bytes).sum();
            return new ModelSource(
                file, TensorNames.GGUF, GgufConfiguration.of(file), Tokenizer.of(file), bytes);
        } catch (IOException | RuntimeException problem) {
            file.close();
            throw problem;
        }
    }

    private static ModelSource openFolder(Path path) throws IOException {
        ModelConfiguration model = HubConfiguration.of(path);
        Tokenizer tokenizer = Tokenizer.ofJson(path.resolve("tokenizer.json"));
        SafetensorsFile file = SafetensorsFile.open(path);
        TensorNames names = TensorNames.ofHub(file, model.architecture());
        long bytes = 0;
        for (SafetensorsTensor tensor : file.tensors().values()) {
            boolean isFp8 = tensor.type() == SafetensorsType.F8_E4M3;
            long size = tensor.bytes() * (isFp8 ? EightBitWeights.growth(file, tensor.name()) : 1);
            bytes += tensor.name().startsWith(names.prefix()) ? size : 0;
        }
        return new ModelSource(file, names, model, tokenizer, bytes);
    }

    /** Loads the weights to a device. */
    ModelWeights load(Device device) throws IOException {
        return WeightLoader.load(file, names, device, model);
    }

    /** Closes the file. */
    @Override
    public void close() throws IOException {
        file.close();
    }
}
