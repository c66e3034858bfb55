// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes small GGUF files of version 3 for tests. */
final class GgufWriter {
    private record Data(String name, GgufType type, long[] shape, byte[] bytes) {}

    private static final int ALIGNMENT = 32;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Map<String, Object> metadata = new LinkedHashMap<>();
    private final List<Data> tensors = new ArrayList<>();
    private int version = 3;

    GgufWriter version(int newVersion) {
        version = newVersion;
        return this;
    }

    /** A value: String, Boolean, Integer, Long, Float, Double, int[], float[] or a list of strings. */
    GgufWriter put(String key, Object value) {
        metadata.put(key, value);
        return this;
    }

    /** A tensor of a shape whose outermost size is first. */
    GgufWriter tensor(String name, GgufType type, long[] shape, byte[] bytes) {
        tensors.add(new Data(name, type, shape, bytes));
        return this;
    }

    GgufWriter floats(String name, long[] shape, float... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * 4).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(numbers);
        return tensor(name, GgufType.F32, shape, bytes.array());
    }

    Path write(Path file) throws IOException {
        return Files.write(file, toBytes());
    }

    byte[] toBytes() {
        out.reset();
        out.writeBytes("GGUF".getBytes(StandardCharsets.US_ASCII));
        writeInt(version);
        writeLong(tensors.size());
        writeLong(metadata.size());
        metadata.forEach((key, value) -> {
            writeString(key);
            writeValue(value);
        });
        long offset = 0;
        for (Data tensor : tensors) {
            writeString(tensor.name);
            writeInt(tensor.shape.length);
            for (int i = tensor.shape.length - 1; i >= 0; i--) {
                writeLong(tensor.shape[i]);
            }
            writeInt(tensor.type.number());
            writeLong(offset);
            offset += (tensor.bytes.length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        }
        for (Data tensor : tensors) {
            pad();
            out.writeBytes(tensor.bytes);
        }
        return out.toByteArray();
    }

    private void pad() {
        while (out.size() % ALIGNMENT != 0) {
            out.write(0);
        }
    }

    private void writeValue(Object value) {
        if (value instanceof String text) {
            writeInt(8);
            writeString(text);
        } else if (value instanceof Boolean flag) {
            writeInt(7);
            out.write(flag ? 1 : 0);
        } else if (value instanceof Integer number) {
            writeInt(4);
            writeInt(number);
        } else if (value instanceof Long number) {
            writeInt(11);
            writeLong(number);
        } else if (value instanceof Float number) {
            writeInt(6);
            writeInt(Float.floatToIntBits(number));
        } else if (value instanceof Double number) {
            writeInt(12);
            writeLong(Double.doubleToLongBits(number));
        } else {
            writeInt(9);
            writeArray(value);
        }
    }

    private void writeArray(Object value) {
        if (value instanceof int[] integers) {
            writeInt(5);
            writeLong(integers.length);
            for (int number : integers) {
                writeInt(number);
            }
        } else if (value instanceof float[] numbers) {
            writeInt(6);
            writeLong(numbers.length);
            for (float number : numbers) {
                writeInt(Float.floatToIntBits(number));
            }
        } else {
            List<?> texts = (List<?>) value;
            writeInt(8);
            writeLong(texts.size());
            texts.forEach(text -> writeString((String) text));
        }
    }

    private void writeString(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        writeLong(bytes.length);
        out.writeBytes(bytes);
    }

    private void writeInt(int value) {
        out.writeBytes(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array());
    }

    private void writeLong(long value) {
        out.writeBytes(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array());
    }
}
