// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A model in a file of GGUF, version 2 or 3: metadata and tensors. The source of the format is {@code
 * docs/gguf.md} of GGML. The file is mapped, not read: it must not be changed or truncated while it or a
 * buffer of its data is used. Threads may share an instance.
 */
public final class GgufFile implements TensorFile {
    private final Path path;
    private final FileChannel channel;
    private final Fields fields;
    private final Map<String, GgufTensor> tensors;

    private GgufFile(Path path, FileChannel channel, GgufReader reader) {
        this.path = path;
        this.channel = channel;
        fields = new Fields(path.toString(), Collections.unmodifiableMap(reader.metadata()));
        tensors = Collections.unmodifiableMap(reader.tensors());
    }

    /**
     * Opens a file, and reads its metadata and the names of its tensors.
     *
     * @param path the file
     * @return the file, which has to be closed
     * @throws ModelFileException if it is malformed
     * @throws IOException if it cannot be read
     */
    public static GgufFile open(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        try {
            var reader = new GgufReader(path.toString(), channel);
            reader.read();
            return new GgufFile(path, channel, reader);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * The file.
     *
     * @return its path
     */
    public Path path() {
        return path;
    }

    /**
     * All metadata by key: {@link String}, {@link Long} for all types of integers, {@link Double} for those
     * of floating point, {@link Boolean}; arrays are {@code long[]}, {@code double[]}, or a {@link List}.
     *
     * @return the metadata, which cannot be modified
     */
    public Map<String, Object> metadata() {
        return fields.values();
    }

    /** The metadata with getters. */
    Fields fields() {
        return fields;
    }

    /**
     * Whether a value exists.
     *
     * @param key its key
     * @return whether the metadata contains the key
     */
    public boolean has(String key) {
        return fields.has(key);
    }

    /**
     * A text.
     *
     * @param key its key
     * @return the text
     * @throws ModelFileException if the file has none with the key
     */
    public String string(String key) {
        return fields.string(key);
    }

    /**
     * A text.
     *
     * @param key its key
     * @param absent the result if the key is absent
     * @return the text
     * @throws ModelFileException if the value is of another type
     */
    public String string(String key, String absent) {
        return fields.string(key, absent);
    }

    /**
     * An integer.
     *
     * @param key its key
     * @return the integer
     * @throws ModelFileException if the file has none with the key
     */
    public long integer(String key) {
        return fields.integer(key);
    }

    /**
     * An integer.
     *
     * @param key its key
     * @param absent the result if the key is absent
     * @return the integer
     * @throws ModelFileException if the value is of another type
     */
    public long integer(String key, long absent) {
        return fields.integer(key, absent);
    }

    /**
     * A number, of integer or floating-point type.
     *
     * @param key its key
     * @return the number
     * @throws ModelFileException if the file has none with the key
     */
    public double number(String key) {
        return fields.number(key);
    }

    /**
     * A number, of integer or floating-point type.
     *
     * @param key its key
     * @param absent the result if the key is absent
     * @return the number
     * @throws ModelFileException if the value is of another type
     */
    public double number(String key, double absent) {
        return fields.number(key, absent);
    }

    /**
     * A boolean.
     *
     * @param key its key
     * @param absent the result if the key is absent
     * @return the boolean
     * @throws ModelFileException if the value is of another type
     */
    public boolean flag(String key, boolean absent) {
        return fields.flag(key, absent);
    }

    /**
     * An array of texts.
     *
     * @param key its key
     * @return the texts
     * @throws ModelFileException if the file has none with the key
     */
    public List<String> strings(String key) {
        return fields.strings(key);
    }

    /**
     * An array of integers.
     *
     * @param key its key
     * @return the integers
     * @throws ModelFileException if the file has none with the key
     */
    public long[] integers(String key) {
        return fields.integers(key);
    }

    /**
     * An array of numbers.
     *
     * @param key its key
     * @return the numbers
     * @throws ModelFileException if the file has none with the key
     */
    public double[] numbers(String key) {
        return fields.numbers(key);
    }

    /**
     * The tensors by name.
     *
     * @return the tensors in the file's order, which cannot be modified
     */
    public Map<String, GgufTensor> tensors() {
        return tensors;
    }

    /**
     * A tensor.
     *
     * @param name its name
     * @return the tensor
     * @throws ModelFileException if the file has no tensor of the name
     */
    public GgufTensor tensor(String name) {
        GgufTensor tensor = tensors.get(name);
        if (tensor == null) {
            throw new ModelFileException(path + ": there is no tensor '" + name + "'");
        }
        return tensor;
    }

    /**
     * The elements of a tensor, as {@link #data(String)}.
     *
     * @param tensor a tensor of this file
     * @return its bytes
     * @throws IOException if the file cannot be mapped
     */
    public ByteBuffer data(GgufTensor tensor) throws IOException {
        return data(tensor, 0, tensor.rows());
    }

    /**
     * The elements of rows of a tensor, as {@link #data(String, long, long)}.
     *
     * @param tensor a tensor of this file
     * @param firstRow the first row, from 0
     * @param rows the number of rows
     * @return their bytes
     * @throws IOException if the file cannot be mapped
     */
    public ByteBuffer data(GgufTensor tensor, long firstRow, long rows) throws IOException {
        return MappedRows.map(channel, path + ": the tensor '" + tensor.name() + "'", tensor.position(),
            tensor.rowBytes(), tensor.rows(), firstRow, rows);
    }

    @Override
    public Set<String> names() {
        return tensors.keySet();
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
        return data(tensor(name));
    }

    @Override
    public ByteBuffer data(String name, long firstRow, long rows) throws IOException {
        return data(tensor(name), firstRow, rows);
    }

    /** Closes the file. Buffers of its data stay valid. */
    @Override
    public void close() throws IOException {
        channel.close();
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
