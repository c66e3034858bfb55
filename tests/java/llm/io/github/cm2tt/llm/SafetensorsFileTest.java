// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link SafetensorsFile}, {@link SafetensorsTensor}, {@link SafetensorsType} as {@link TensorFile}. */
final class SafetensorsFileTest {
    @TempDir Path folder;

    private Path write(String name, String header, int dataBytes) throws IOException {
        byte[] text = header.getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(8 + text.length + dataBytes).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(text.length).put(text);
        for (int i = 0; i < dataBytes; i++) {
            bytes.put((byte) i);
        }
        return Files.write(folder.resolve(name), bytes.array());
    }

    @Test
    void readsTensors() throws IOException {
        Path path = write("a.safetensors", """
            {"__metadata__": {"format": "pt"},
             "w": {"dtype": "BF16", "shape": [2, 3], "data_offsets": [0, 12]},
             "e": {"dtype": "F8_E4M3", "shape": [0, 4], "data_offsets": [12, 12]},
             "s": {"dtype": "I64", "shape": [], "data_offsets": [12, 20]}}""", 20);
        try (TensorFile file = SafetensorsFile.open(path)) {
            assertEquals(Set.of("w", "e", "s"), file.names());
            assertArrayEquals(new long[] {2, 3}, file.shape("w"));
            assertEquals("BF16", file.typeName("w"));
            assertEquals(12, file.data("w").remaining());
            assertEquals(6, file.data("w", 1, 1).get());
            assertEquals(0, file.data("e").remaining());
            assertEquals(0x131211100f0e0d0cL, file.data("s").getLong());
            assertThrows(IndexOutOfBoundsException.class, () -> file.data("w", 1, 2));
            var error = assertThrows(ModelFileException.class, () -> file.data("absent"));
            assertTrue(error.getMessage().endsWith("a.safetensors: there is no tensor 'absent'"));
        }
        try (SafetensorsFile file = SafetensorsFile.open(path)) {
            assertEquals(Map.of("format", "pt"), file.metadata());
            SafetensorsTensor tensor = file.tensor("s");
            assertEquals(SafetensorsType.I64, tensor.type());
            assertEquals(1, tensor.rows());
        }
    }

    @Test
    void readsShards() throws IOException {
        write("x-1.safetensors", "{\"a\":{\"dtype\":\"U8\",\"shape\":[3],\"data_offsets\":[0,3]}}", 3);
        write("x-2.safetensors", "{\"b\":{\"dtype\":\"I8\",\"shape\":[2],\"data_offsets\":[1,3]}}", 3);
        Path index = folder.resolve("model.safetensors.index.json");
        Files.writeString(index, "{\"weight_map\":{\"a\":\"x-1.safetensors\",\"b\":\"x-2.safetensors\"}}");
        try (SafetensorsFile file = SafetensorsFile.open(folder)) {
            assertEquals(Set.of("a", "b"), file.names());
            assertEquals(1, file.data("b").get());
        }
        Files.writeString(index, "{\"weight_map\":{\"a\":\"x-1.safetensors\",\"b\":\"x-1.safetensors\"}}");
        var missing = assertThrows(ModelFileException.class, () -> SafetensorsFile.open(index).close());
        assertTrue(
            missing.getMessage().endsWith("the tensor 'b' is not in 'x-1.safetensors', as the index says"));
        write("x-2.safetensors", "{\"a\":{\"dtype\":\"U8\",\"shape\":[3],\"data_offsets\":[0,3]}}", 3);
        Files.writeString(index, "{\"weight_map\":{\"a\":\"x-1.safetensors\",\"b\":\"x-2.safetensors\"}}");
        var twice = assertThrows(ModelFileException.class, () -> SafetensorsFile.open(index).close());
        assertTrue(twice.getMessage().endsWith("x-2.safetensors: the tensor 'a' is in another file, too"));
        for (String name : new String[] {"../x-1.safetensors", "/etc/passwd", "..", ""}) {
            Files.writeString(index, "{\"weight_map\":{\"a\":\"" + name + "\"}}");
            var error = assertThrows(ModelFileException.class, () -> SafetensorsFile.open(index).close());
            assertTrue(error.getMessage().contains("which is not a file in its folder"), error.getMessage());
        }
    }

    @Test
    void refusesRowsOfBits() throws IOException {
        Path path =
            write("a.safetensors", "{\"a\":{\"dtype\":\"F4\",\"shape\":[2,1],\"data_offsets\":[0,1]}}", 1);
        try (SafetensorsFile file = SafetensorsFile.open(path)) {
            var error = assertThrows(ModelFileException.class, () -> file.data("a", 0, 1));
            assertTrue(error.getMessage().endsWith("a row of the tensor 'a' has 4 bits, which are no bytes"));
        }
    }

    private void assertRefused(Path path, String part) {
        var error = assertThrows(ModelFileException.class, () -> SafetensorsFile.open(path).close());
        assertTrue(error.getMessage().contains("bad.safetensors") && error.getMessage().contains(part),
            error.getMessage());
    }

    private void assertRefused(String tensor, String part) throws IOException {
        assertRefused(write("bad.safetensors", "{\"a\":" + tensor + "}", 8), part);
    }

    @Test
    void refusesMalformedFiles() throws IOException {
        assertRefused("{\"dtype\":\"X\",\"shape\":[2],\"data_offsets\":[0,8]}",
            "the tensor 'a' has the type 'X', which is not known");
        assertRefused("{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,8]}",
            "the tensor 'a' has 8 bytes, but its type and shape need 12");
        assertRefused("{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8,16]}",
            "the tensor 'a' is not in the file of ");
        assertRefused("{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[-8,0]}",
            "the tensor 'a' is not in the file of ");
        assertRefused(
            "{\"dtype\":\"F32\",\"shape\":[-2],\"data_offsets\":[0,8]}", "the tensor 'a' has a size of -2");
        assertRefused("{\"dtype\":\"F32\",\"shape\":[4294967296,4294967296],\"data_offsets\":[0,8]}",
            "the tensor 'a' has a size of 4294967296");
        assertRefused(
            "{\"dtype\":\"F32\",\"shape\":[2.5],\"data_offsets\":[0,8]}", "'shape' is not an array of int");
        assertRefused("{\"dtype\":\"F32\",\"data_offsets\":[0,8]}", "no value of 'shape'");
        assertRefused("{\"dtype\":\"F4\",\"shape\":[1],\"data_offsets\":[0,0]}",
            "the tensor 'a' has elements that are no whole bytes");
        assertRefused("7", "is not an object");
        assertRefused(write("bad.safetensors", "[]", 0), "an object is expected");
        assertRefused(write("bad.safetensors", "{\n x", 0), "the header: line 2, column 2");
        assertRefused(Files.write(folder.resolve("bad.safetensors"), new byte[4]),
            "this is no safetensors file: it has 4 bytes");
        byte[] huge = {-1, -1, -1, -1, -1, -1, -1, 127, 1, 2};
        assertRefused(Files.write(folder.resolve("bad.safetensors"), huge),
            "a header of 9223372036854775807 bytes in a file of 10, at most 100000000: this is no "
                + "safetensors file, or it is truncated");
    }
}
