// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the header of a safetensors file: a length of 8 bytes, then an object of JSON about tensors. */
final class SafetensorsHeader {
    /** The limit of the format. */
    private static final long MAX_BYTES = 100_000_000;

    private final Path file;
    private final long fileBytes;
    private final long start;
    private final Map<String, String> metadata = new LinkedHashMap<>();
    private final List<SafetensorsTensor> tensors = new ArrayList<>();

    SafetensorsHeader(Path file, FileChannel channel) throws IOException {
        this.file = file;
        fileBytes = channel.size();
        if (fileBytes < 8) {
            throw error("this is no safetensors file: it has " + fileBytes + " bytes");
        }
        long length = read(channel, 0, 8).getLong();
        if (length < 0 || length > fileBytes - 8 || length > MAX_BYTES) {
            throw error("a header of " + Long.toUnsignedString(length) + " bytes in a file of " + fileBytes
                + ", at most " + MAX_BYTES + ": this is no safetensors file, or it is truncated");
        }
        start = 8 + length;
        Object header;
        try {
            header = Json.parse(read(channel, 8, (int) length).array());
        } catch (JsonException e) {
            throw new ModelFileException(file + ": the header: " + e.getMessage(), e);
        }
        readHeader(Json.fields(header, file.toString()));
    }

    Map<String, String> metadata() {
        return metadata;
    }

    List<SafetensorsTensor> tensors() {
        return tensors;
    }

    private void readHeader(Fields header) {
        for (String name : header.values().keySet()) {
            if (name.equals("__metadata__")) {
                Fields texts = header.fields(name);
                texts.values().keySet().forEach(key -> metadata.put(key, texts.string(key)));
            } else {
                tensors.add(readTensor(name, header.fields(name)));
            }
        }
    }

    private SafetensorsTensor readTensor(String name, Fields fields) {
        String typeName = fields.string("dtype");
        SafetensorsType type;
        try {
            type = SafetensorsType.valueOf(typeName);
        } catch (IllegalArgumentException e) {
            throw error("the tensor '" + name + "' has the type '" + typeName + "', which is not known");
        }
        long[] shape = fields.integers("shape");
        long[] offsets = fields.integers("data_offsets");
        long bytes = countBytes(name, type, shape);
        if (offsets.length != 2 || offsets[0] < 0 || offsets[1] < offsets[0]
            || offsets[1] > fileBytes - start) {
            throw error(
                "the tensor '" + name + "' is not in the file of " + fileBytes + " bytes: is it truncated?");
        }
        if (offsets[1] - offsets[0] != bytes) {
            throw error("the tensor '" + name + "' has " + (offsets[1] - offsets[0])
                + " bytes, but its type and shape need " + bytes);
        }
        return new SafetensorsTensor(name, type, shape, file, start + offsets[0], bytes);
    }

    private long countBytes(String name, SafetensorsType type, long[] shape) {
        long count = 1; // of the sizes that are not 0, so that no product of sizes overflows
        boolean isEmpty = false;
        for (long size : shape) {
            if (size < 0 || count > Long.MAX_VALUE / type.bits() / Math.max(size, 1)) {
                throw error("the tensor '" + name + "' has a size of " + size);
            }
            count *= Math.max(size, 1);
            isEmpty |= size == 0;
        }
        if (isEmpty) {
            return 0;
        }
        if (count * type.bits() % 8 != 0) {
            throw error("the tensor '" + name + "' has elements that are no whole bytes");
        }
        return count * type.bits() / 8;
    }

    private ByteBuffer read(FileChannel channel, long position, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, position + buffer.position()) < 0) {
                throw new EOFException(file.toString());
            }
        }
        return buffer.flip();
    }

    private ModelFileException error(String message) {
        return new ModelFileException(file + ": " + message);
    }
}
