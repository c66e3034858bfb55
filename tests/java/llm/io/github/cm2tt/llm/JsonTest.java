// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading and writing of JSON. */
final class JsonTest {
    @Test
    void readsValues() {
        Object value =
            Json.parse(" {\"a\": [1, -0.5e1, true, null, \"x\\n\\u00e9\\ud83d\\ude00\"], \"b\": {}} ");
        var items = Arrays.asList(1L, -5.0, true, null, "x\n\u00e9\ud83d\ude00");
        assertEquals(Map.of("a", items, "b", Map.of()), value);
        assertEquals(Long.MIN_VALUE, Json.parse("-9223372036854775808"));
        assertEquals(9223372036854775808.0, Json.parse("9223372036854775808"));
        assertEquals(-0.0, Json.parse("-0"));
        assertEquals(List.of(), Json.parse("[ ]"));
        assertEquals("\ud800", Json.parse("\"\\ud800\""));
        assertEquals("\u00e9", Json.parse("\"\u00e9\"".getBytes(StandardCharsets.UTF_8)));
    }

    private static void assertRefused(String part, String... texts) {
        for (String text : texts) {
            var error = assertThrows(JsonException.class, () -> Json.parse(text), text);
            assertTrue(error.getMessage().contains(part), text + ": " + error.getMessage());
        }
    }

    @Test
    void refusesOtherTexts() {
        assertRefused("the text ends where a value is expected", "", "  ", "[", "[1,", "{\"a\":");
        assertRefused("text after the value", "01", "1 1", "[]]");
        assertRefused("a value is expected, not 'T'", "True");
        assertRefused("a value is expected, not U+00E9", "\u00e9");
        assertRefused("a value is expected, not", "[1,]", "{\"a\":}", ".5", "+1", "NaN", "'a'");
        assertRefused("a value is expected", "nul", "truth");
        assertRefused("a key in quotes is expected", "{", "{a:1}", "{\"a\":1,}");
        assertRefused("':' is expected", "{\"a\"}", "{\"a\" 1}");
        assertRefused("',' or ']' is expected", "[1 2]", "[1}");
        assertRefused("the key \"a\" was there before", "{\"a\":1,\"a\":2}");
        assertRefused("a digit is expected", "1.", "-", "1e", "1e+");
        assertRefused("a number beyond the range of a double", "1e999", "9".repeat(400));
        assertRefused("the text ends in a string", "\"", "\"\\n");
        assertRefused("an escape that JSON does not have", "\"\\x\"", "\"\\");
        assertRefused("four hexadecimal digits are expected after \\u", "\"\\u12\"", "\"\\u12g4\"", "\"\\u");
        assertRefused("a string contains U+000A, which has to be escaped", "\"\n\"", "\"\\n\n\"");
        var error = assertThrows(JsonException.class, () -> Json.parse(new byte[] {'"', (byte) 0xff, '"'}));
        assertEquals("the text is not UTF-8", error.getMessage());
    }

    @Test
    void refusesFiles(@TempDir Path folder) throws IOException {
        Path path = Files.write(folder.resolve("a.json"), new byte[] {'"', (byte) 0xff, '"'});
        var error = assertThrows(ModelFileException.class, () -> Json.parse(path));
        assertTrue(error.getMessage().endsWith("a.json: the text is not UTF-8"), error.getMessage());
        Files.writeString(path, "[");
        var syntax = assertThrows(ModelFileException.class, () -> Json.parse(path));
        assertTrue(syntax.getMessage().contains("a.json: line 1, column 2: "), syntax.getMessage());
        try (var file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength((1L << 30) + 1);
        }
        var size = assertThrows(ModelFileException.class, () -> Json.parse(path));
        assertTrue(
            size.getMessage().endsWith("1073741825 bytes of JSON, at most 1073741824"), size.getMessage());
    }

    @Test
    void namesLineAndColumn() {
        var error = assertThrows(JsonException.class, () -> Json.parse("{\n  \"a\": [1,\n 2;]}"));
        assertTrue(
            error.getMessage().startsWith("line 3, column 3: ',' or ']' is expected"), error.getMessage());
    }

    @Test
    void limitsDepth() {
        assertEquals(1, ((List<?>) Json.parse("[".repeat(256) + "]".repeat(256))).size());
        assertRefused(
            "nested deeper than 256", "[".repeat(257) + "]".repeat(257), "{\"a\":".repeat(1_000_000));
        Object value = 1;
        for (int i = 0; i < 257; i++) {
            value = List.of(value);
        }
        Object deep = value;
        var error = assertThrows(IllegalArgumentException.class, () -> Json.write(deep));
        assertEquals("values nested deeper than 256", error.getMessage());
    }

    @Test
    void writesWhatItReads() {
        String text = "{\"a\":[1,-2.5,true,null],\"b\\\"\\\\\":\"\\u0001\\n\\u2028\u00e9\ud83d\ude00\",\"c\":"
            + "{},\"d\":[]}";
        assertEquals(text, Json.write(Json.parse(text)));
        assertEquals("\"\\ud83dx\\ude00\"", Json.write("\ud83dx\ude00"));
        assertEquals("[3,0.5]", Json.write(List.of(3, 0.5f)));
        assertUnwritable("JSON has no number NaN", Double.NaN);
        assertUnwritable("JSON has no number -Infinity", Float.NEGATIVE_INFINITY);
        assertUnwritable("a key of JSON is text, not 1", Map.of(1, 2));
        assertUnwritable("JSON has no values of the type java.lang.Object", new Object());
    }

    private static void assertUnwritable(String message, Object value) {
        var error = assertThrows(IllegalArgumentException.class, () -> Json.write(value));
        assertEquals(message, error.getMessage());
    }
}
