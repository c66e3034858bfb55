// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the header of a GGUF file. Its counts are not trusted: each is compared with the rest of the file and
 * with a limit, so that a malformed file takes little memory.
 */
final class GgufReader {
    private static final int MAGIC = 0x46554747; // "GGUF"
    private static final int MAX_TENSORS = 1 << 18;
    private static final int MAX_KEYS = 1 << 16;
    private static final int MAX_DIMENSIONS = 4;
    private static final int MAX_STRING_BYTES = 1 << 26;
    /** The most elements of all arrays, and bytes of all texts together. */
    private static final long MAX_ELEMENTS = 1 << 22;
    private static final long MAX_TEXT_BYTES = 1 << 28;
    private static final int MAX_ARRAY_DEPTH = 4;

    private static final int STRING = 8;
    private static final int ARRAY = 9;
    /** The bytes of a value by type; at least, for texts and arrays. */
    private static final int[] VALUE_BYTES = {1, 1, 2, 2, 4, 4, 4, 1, 8, 12, 8, 8, 8};

    private final String source;
    private final FileChannel channel;
    private final long fileBytes;
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN).limit(0);
    /** The position in the file of the buffer's end. */
    private long bufferEnd;

    private long elements;
    private long textBytes;
    private final Map<String, Object> metadata = new LinkedHashMap<>();
    private final Map<String, GgufTensor> tensors = new LinkedHashMap<>();

    GgufReader(String source, FileChannel channel) throws IOException {
        this.source = source;
        this.channel = channel;
        fileBytes = channel.size();
    }

    Map<String, Object> metadata() {
        return metadata;
    }

    Map<String, GgufTensor> tensors() {
        return tensors;
    }

    void read() throws IOException {
        if (fileBytes < 4 || readInt() != MAGIC) {
            throw new ModelFileException(source + ": this is no GGUF file: it does not begin with 'GGUF'");
        }
        int version = readInt();
        if (version != 2 && version != 3) {
            boolean isSwapped = (version & 0xffff) == 0 && version != 0;
            throw error(isSwapped
                    ? "the file is big endian, which is not supported"
                    : "version " + Integer.toUnsignedString(version) + " of GGUF; 2 and 3 are known");
        }
        int tensorCount = readCount("tensors", MAX_TENSORS, 24);
        int keyCount = readCount("keys", MAX_KEYS, 13);
        for (int i = 0; i < keyCount; i++) {
            String key = readString("a key");
            if (metadata.containsKey(key)) {
                throw error("the key '" + key + "' was there before");
            }
            metadata.put(key, readValue(key, readInt(), 0));
        }
        readTensors(tensorCount, alignment());
    }

    private long alignment() {
        long alignment = new Fields(source, metadata).integer("general.alignment", 32);
        if (alignment < 1 || alignment > 1 << 20 || Long.bitCount(alignment) != 1) {
            throw error("general.alignment is " + alignment + ", not a power of two up to 2^20");
        }
        return alignment;
    }

    private void readTensors(int count, long alignment) throws IOException {
        // Positions are known once all are read: data follows the last, aligned.
        for (int i = 0; i < count; i++) {
            GgufTensor tensor = readTensor(alignment);
            if (tensors.put(tensor.name(), tensor) != null) {
                throw error("the tensor '" + tensor.name() + "' was there before");
            }
        }
        long start = (position() + alignment - 1) / alignment * alignment;
        tensors.replaceAll((name, tensor) -> locate(tensor, start));
    }

    private GgufTensor locate(GgufTensor tensor, long start) {
        if (tensor.bytes() > 0
            && (start > fileBytes || tensor.position() > fileBytes - start
                || tensor.bytes() > fileBytes - start - tensor.position())) {
            throw new ModelFileException(source + ": the tensor '" + tensor.name() + "' has " + tensor.bytes()
                + " bytes from byte " + tensor.position() + " of the data, which begins at byte " + start
                + ", but the file has " + fileBytes + " bytes: is it truncated?");
        }
        return new GgufTensor(
            tensor.name(), tensor.type(), tensor.shape(), start + tensor.position(), tensor.bytes());
    }

    /** A tensor whose position is that in the data. */
    private GgufTensor readTensor(long alignment) throws IOException {
        String name = readString("a tensor's name");
        int dimensions = readInt();
        if (dimensions < 0 || dimensions > MAX_DIMENSIONS) {
            throw error("the tensor '" + name + "' has " + Integer.toUnsignedString(dimensions)
                + " dimensions, at most " + MAX_DIMENSIONS);
        }
        long[] shape = new long[dimensions];
        for (int i = dimensions - 1; i >= 0; i--) {
            shape[i] = readLong();
        }
        int number = readInt();
        GgufType type = GgufType.of(number);
        if (type == null) {
            throw error("the tensor '" + name + "' has the type " + Integer.toUnsignedString(number)
                + ", which is not known");
        }
        long bytes = countBytes(name, type, shape);
        long offset = readLong();
        if (offset < 0 || offset % alignment != 0) {
            throw error("the data of the tensor '" + name + "' begins at byte "
                + Long.toUnsignedString(offset) + ", not a multiple of " + alignment);
        }
        return new GgufTensor(name, type, shape, offset, bytes);
    }

    private long countBytes(String name, GgufType type, long[] shape) {
        long count = 1; // of the sizes that are not 0, so that no product of sizes overflows
        boolean isEmpty = false;
        for (long size : shape) {
            if (size < 0 || count > Long.MAX_VALUE / type.blockBytes() / Math.max(size, 1)) {
                throw error("the tensor '" + name + "' has a size of " + Long.toUnsignedString(size)
                    + ": too many elements");
            }
            count *= Math.max(size, 1);
            isEmpty |= size == 0;
        }
        long columns = shape.length == 0 ? 1 : shape[shape.length - 1];
        if (columns % type.blockElements() != 0) {
            throw error("the tensor '" + name + "' has rows of " + columns + " elements, not a multiple of "
                + type.blockElements() + " as " + type + " needs");
        }
        return isEmpty ? 0 : count / type.blockElements() * type.blockBytes();
    }

    private Object readValue(String key, int type, int depth) throws IOException {
        switch (type) {
            case 7:
                return readBoolean(key);
            case STRING:
                return readString("the value of '" + key + "'");
            case ARRAY:
                return readArray(key, depth);
            case 6:
                return (double) Float.intBitsToFloat(readInt());
            case 12:
                return Double.longBitsToDouble(readLong());
            default:
                return readInteger(key, type);
        }
    }

    private boolean readBoolean(String key) throws IOException {
        byte value = fill(1).get();
        if (value != 0 && value != 1) {
            throw error("the value of '" + key + "' is a boolean " + value);
        }
        return value == 1;
    }

    private long readInteger(String key, int type) throws IOException {
        switch (type) {
            case 0:
                return fill(1).get() & 0xff;
            case 1:
                return fill(1).get();
            case 2:
                return fill(2).getShort() & 0xffff;
            case 3:
                return fill(2).getShort();
            case 4:
                return Integer.toUnsignedLong(readInt());
            case 5:
                return readInt();
            case 10:
                long value = readLong();
                if (value < 0) {
                    throw error("the value of '" + key + "' is " + Long.toUnsignedString(value)
                        + ": an integer above 2^63");
                }
                return value;
            case 11:
                return readLong();
            default:
                throw error("the value of '" + key + "' has the type " + Integer.toUnsignedString(type)
                    + ", which is not known");
        }
    }

    private Object readArray(String key, int depth) throws IOException {
        int type = readInt();
        if (type < 0 || type >= VALUE_BYTES.length || depth >= MAX_ARRAY_DEPTH) {
            throw error("the value of '" + key + "' is an array of the type " + Integer.toUnsignedString(type)
                + (depth >= MAX_ARRAY_DEPTH ? " in other arrays: nested too deep" : ", which is not known"));
        }
        int count =
            readCount("elements of '" + key + "'", (int) (MAX_ELEMENTS - elements), VALUE_BYTES[type]);
        elements += count;
        if (type == 6 || type == 12) {
            double[] numbers = new double[count];
            for (int i = 0; i < count; i++) {
                numbers[i] = (Double) readValue(key, type, depth);
            }
            return numbers;
        }
        if (type == 7 || type == STRING || type == ARRAY) {
            List<Object> items = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                items.add(readValue(key, type, depth + 1));
            }
            return items;
        }
        long[] integers = new long[count];
        for (int i = 0; i < count; i++) {
            integers[i] = readInteger(key, type);
        }
        return integers;
    }

    private String readString(String what) throws IOException {
        long length = readLong();
        if (length < 0 || length > remaining()) {
            throw error(what + " has " + Long.toUnsignedString(length) + " bytes, but the file ends after "
                + remaining());
        }
        textBytes += length;
        if (length > MAX_STRING_BYTES || textBytes > MAX_TEXT_BYTES) {
            throw error(what + " has " + length + " bytes: too much text");
        }
        byte[] bytes = new byte[(int) length];
        int done = 0;
        while (done < bytes.length) {
            int part = Math.min(bytes.length - done, buffer.capacity());
            fill(part).get(bytes, done, part);
            done += part;
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private int readCount(String what, int most, int leastBytes) throws IOException {
        long count = readLong();
        if (count < 0 || count > remaining() / leastBytes) {
            throw error(Long.toUnsignedString(count) + " " + what + ", but the file ends after " + remaining()
                + " bytes");
        }
        if (count > most) {
            throw error(count + " " + what + ", at most " + most);
        }
        return (int) count;
    }

    private int readInt() throws IOException {
        return fill(4).getInt();
    }

    private long readLong() throws IOException {
        return fill(8).getLong();
    }

    private long position() {
        return bufferEnd - buffer.remaining();
    }

    private long remaining() {
        return fileBytes - position();
    }

    /** The buffer, with at least that many bytes. */
    private ByteBuffer fill(int bytes) throws IOException {
        if (buffer.remaining() < bytes) {
            buffer.compact();
            while (buffer.position() < bytes) {
                int count = channel.read(buffer, bufferEnd);
                if (count < 0) {
                    buffer.flip();
                    throw error("the file ends where " + bytes + " bytes are expected");
                }
                bufferEnd += count;
            }
            buffer.flip();
        }
        return buffer;
    }

    private ModelFileException error(String message) {
        return new ModelFileException(source + ": at byte " + position() + ": " + message);
    }
}
