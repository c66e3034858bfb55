// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Tensors in a safetensors file, or in several that an index names. The files are mapped, not read: they must
 * not be changed or truncated while they or a buffer of their data is used. Threads may share an instance.
 */
public final class SafetensorsFile implements TensorFile {
    private static final String INDEX = "model.safetensors.index.json";
    private static final String SINGLE = "model.safetensors";

    private final Path path;
    private final Map<Path, FileChannel> channels = new LinkedHashMap<>();
    private final Map<String, SafetensorsTensor> tensors = new LinkedHashMap<>();
    private final Map<String, String> metadata = new LinkedHashMap<>();

    private SafetensorsFile(Path path) {
        this.path = path;
    }

    /**
     * Opens a model.
     *
     * @param path a file {@code NAME.safetensors}; an index {@code NAME.safetensors.index.json}, whose files
     *     are in its folder; or a folder with {@code model.safetensors.index.json} or {@code
     *     model.safetensors}
     * @return the model, which has to be closed
     * @throws ModelFileException if a file is malformed
     * @throws IOException if a file cannot be read
     */
    public static SafetensorsFile open(Path path) throws IOException {
        Path file = path;
        if (Files.isDirectory(path)) {
            file = path.resolve(Files.exists(path.resolve(INDEX)) ? INDEX : SINGLE);
        }
        var model = new SafetensorsFile(file);
        try {
            if (file.getFileName().toString().endsWith(".json")) {
                model.readIndex();
            } else {
                model.readFile(file);
            }
            return model;
        } catch (IOException | RuntimeException e) {
            model.close();
            throw e;
        }
    }

    private void readIndex() throws IOException {
        Fields index = Json.fields(Json.parse(path), path.toString());
        Fields names = index.fields("weight_map");
        for (String name : names.values().keySet().stream().map(names::string).distinct().sorted().toList()) {
            Path file = path.resolveSibling(name);
            boolean isPlain = !name.isEmpty() && !name.equals("..") && !name.contains("\0")
                && Path.of(name).equals(Path.of(name).getFileName());
            if (!isPlain) {
                throw new ModelFileException(
                    path + ": the index names '" + name + "', which is not a file in its folder");
            }
            readFile(file);
        }
        for (String tensor : names.values().keySet()) {
            SafetensorsTensor found = tensors.get(tensor);
            String name = names.string(tensor);
            if (found == null || !found.file().equals(path.resolveSibling(name))) {
                throw new ModelFileException(
                    path + ": the tensor '" + tensor + "' is not in '" + name + "', as the index says");
            }
        }
    }

    private void readFile(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        channels.put(file, channel);
        var header = new SafetensorsHeader(file, channel);
        metadata.putAll(header.metadata());
        for (SafetensorsTensor tensor : header.tensors()) {
            if (tensors.put(tensor.name(), tensor) != null) {
                throw new ModelFileException(
                    file + ": the tensor '" + tensor.name() + "' is in another file, too");
            }
        }
    }

    /**
     * The tensors by name.
     *
     * @return the tensors in the files' order, which cannot be modified
     */
    public Map<String, SafetensorsTensor> tensors() {
        return Collections.unmodifiableMap(tensors);
    }

    /**
     * The texts of {@code __metadata__}.
     *
     * @return the texts by key, which cannot be modified
     */
    public Map<String, String> metadata() {
        return Collections.unmodifiableMap(metadata);
    }

    /**
     * A tensor.
     *
     * @param name its name
     * @return the tensor
     * @throws ModelFileException if the model has no tensor of the name
     */
    public SafetensorsTensor tensor(String name) {
        SafetensorsTensor tensor = tensors.get(name);
        if (tensor == null) {
            throw new ModelFileException(path + ": there is no tensor '" + name + "'");
        }
        return tensor;
    }

    @Override
    public Set<String> names() {
        return tensors().keySet();
    }

    @Override
    public long[] shape(String name) {
        return tensor(name).shape().clone();
    }

    @Override
    public String typeName(String name) {
        return tensor(name).type().name();
    }

    @Override
    public ByteBuffer data(String name) throws IOException {
        return data(name, 0, tensor(name).rows());
    }

    @Override
    public ByteBuffer data(String name, long firstRow, long rows) throws IOException {
        SafetensorsTensor tensor = tensor(name);
        long rowBits = tensor.columns() * tensor.type().bits();
        if (rowBits % 8 != 0) {
            throw new ModelFileException(
                path + ": a row of the tensor '" + name + "' has " + rowBits + " bits, which are no bytes");
        }
        return MappedRows.map(channels.get(tensor.file()), tensor.file() + ": the tensor '" + name + "'",
            tensor.position(), rowBits / 8, tensor.rows(), firstRow, rows);
    }

    /** Closes the files. Buffers of their data stay valid. */
    @Override
    public void close() throws IOException {
        for (FileChannel channel : channels.values()) {
            channel.close();
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
