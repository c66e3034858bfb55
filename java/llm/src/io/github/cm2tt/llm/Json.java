// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Reads and writes JSON (RFC 8259). Values are {@code Map<String, Object>} in the order of the text, {@code
 * List<Object>}, {@link String}, {@link Boolean}, {@code null}, {@link Long} for numbers without fraction and
 * exponent that fit, and {@link Double} for other numbers.
 */
final class Json {
    /** The deepest nesting of arrays and objects that is read. */
    static final int MAX_DEPTH = 256;

    private static final long MAX_FILE_BYTES = 1L << 30;

    private Json() {}

    /**
     * Reads a value.
     *
     * @param text a value, with white space around it
     * @return the value
     * @throws JsonException if the text is anything else, is nested deeper than {@link #MAX_DEPTH}, names a
     *     key of an object twice, or has a number that no double represents
     */
    static Object parse(String text) {
        return new JsonReader(text).readWhole();
    }

    /**
     * Reads a file in UTF-8.
     *
     * @param file the file; at most 1 GiB
     * @return its value
     * @throws ModelFileException if the file is no JSON
     * @throws IOException if it cannot be read
     */
    static Object parse(Path file) throws IOException {
        long size = Files.size(file);
        if (size > MAX_FILE_BYTES) {
            throw new ModelFileException(file + ": " + size + " bytes of JSON, at most " + MAX_FILE_BYTES);
        }
        try {
            return parse(Files.readString(file));
        } catch (CharacterCodingException e) {
            throw new ModelFileException(file + ": the text is not UTF-8", e);
        } catch (JsonException e) {
            throw new ModelFileException(file + ": " + e.getMessage(), e);
        }
    }

    /**
     * Reads a value in UTF-8.
     *
     * @param bytes the text
     * @return the value
     * @throws JsonException as {@link #parse(String)}, and if the bytes are not UTF-8
     */
    static Object parse(byte[] bytes) {
        try {
            return parse(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException e) {
            throw new JsonException("the text is not UTF-8");
        }
    }

    /**
     * Writes a value without white space. Lone surrogates are escaped, so that the text can be encoded.
     *
     * @param value a map with keys that are strings, an iterable, a string, a number, a boolean or null
     * @return the text
     * @throws IllegalArgumentException for other values, and for numbers that are infinite or NaN
     */
    static String write(Object value) {
        var out = new StringBuilder();
        write(out, value, 0);
        return out.toString();
    }

    private static void write(StringBuilder out, Object value, int depth) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException("values nested deeper than " + MAX_DEPTH);
        }
        if (value == null || value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof CharSequence text) {
            writeString(out, text);
        } else if (value instanceof Number number) {
            writeNumber(out, number);
        } else if (value instanceof Map<?, ?> map) {
            writeMap(out, map, depth);
        } else if (value instanceof Iterable<?> items) {
            String separator = "[";
            for (Object item : items) {
                out.append(separator);
                write(out, item, depth + 1);
                separator = ",";
            }
            out.append(separator.equals("[") ? "[]" : "]");
        } else {
            throw new IllegalArgumentException(
                "JSON has no values of the type " + value.getClass().getName());
        }
    }

    private static void writeMap(StringBuilder out, Map<?, ?> map, int depth) {
        String separator = "{";
        for (var entry : map.entrySet()) {
            out.append(separator);
            if (!(entry.getKey() instanceof CharSequence key)) {
                throw new IllegalArgumentException("a key of JSON is text, not " + entry.getKey());
            }
            writeString(out, key);
            out.append(':');
            write(out, entry.getValue(), depth + 1);
            separator = ",";
        }
        out.append(separator.equals("{") ? "{}" : "}");
    }

    private static void writeNumber(StringBuilder out, Number number) {
        double wide = number.doubleValue();
        if (Double.isNaN(wide) || Double.isInfinite(wide)) {
            throw new IllegalArgumentException("JSON has no number " + number);
        }
        out.append(number);
    }

    private static void writeString(StringBuilder out, CharSequence text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isPair = Character.isHighSurrogate(c) && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
            if (isPair) {
                out.append(c).append(text.charAt(++i));
            } else if (c < 0x20 || c == 0x7f || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029') {
                writeEscape(out, c);
            } else {
                if (c == '"' || c == '\\') {
                    out.append('\\');
                }
                out.append(c);
            }
        }
        out.append('"');
    }

    private static void writeEscape(StringBuilder out, char c) {
        int index = "\b\t\n\f\r".indexOf(c);
        if (index >= 0) {
            out.append('\\').append("btnfr".charAt(index));
        } else {
            out.append(String.format("\\u%04x", (int) c));
        }
    }

    /**
     * An object of JSON, to be read by key.
     *
     * @param value what was read
     * @param source the name of the value in messages
     * @return its fields
     * @throws ModelFileException if the value is no object
     */
    static Fields fields(Object value, String source) {
        if (!(value instanceof Map<?, ?> map)) {
            throw new ModelFileException(source + ": an object is expected");
        }
        @SuppressWarnings("unchecked") // objects of JSON have keys that are strings
        var fields = (Map<String, Object>) map;
        return new Fields(source, fields);
    }
}
