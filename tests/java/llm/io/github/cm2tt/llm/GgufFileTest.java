// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** {@link GgufFile}, {@link GgufTensor} and {@link GgufType}. */
final class GgufFileTest {
    @TempDir Path folder;

    private static GgufWriter sample() {
        byte[] blocks = new byte[40];
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = (byte) i;
        }
        return new GgufWriter()
            .put("general.name", "caf\u00e9")
            .put("count", 7)
            .put("big", -1L)
            .put("rate", 0.5f)
            .put("flag", true)
            .put("names", List.of("a", "", "\u2581b"))
            .put("numbers", new float[] {1.5f, -2})
            .put("types", new int[] {-3, 4})
            .floats("x", new long[] {3, 2}, 1, 2, 3, 4, 5, 6)
            .tensor("q", GgufType.Q4_1, new long[] {2, 32}, blocks)
            .floats("scalar", new long[0], 9);
    }

    @Test
    void readsMetadata() throws IOException {
        for (int version : new int[] {2, 3}) {
            try (var file = GgufFile.open(sample().version(version).write(folder.resolve("a.gguf")))) {
                assertEquals("caf\u00e9", file.string("general.name"));
                assertEquals(7, file.integer("count"));
                assertEquals(-1, file.integer("big"));
                assertEquals(0.5, file.number("rate"));
                assertEquals(7.0, file.number("count"));
                assertTrue(file.flag("flag", false));
                assertEquals(List.of("a", "", "\u2581b"), file.strings("names"));
                assertArrayEquals(new double[] {1.5, -2}, file.numbers("numbers"));
                assertArrayEquals(new long[] {-3, 4}, file.integers("types"));
                assertEquals(5, file.integer("absent", 5));
                assertEquals("d", file.string("absent", "d"));
                assertEquals(2.0, file.number("absent", 2));
                assertFalse(file.has("absent"));
                assertEquals(8, file.metadata().size());
            }
        }
    }

    @Test
    void namesTheKeyInErrors() throws IOException {
        try (var file = GgufFile.open(sample().write(folder.resolve("a.gguf")))) {
            for (var error : List.of(assertThrows(ModelFileException.class, () -> file.string("absent")),
                     assertThrows(ModelFileException.class, () -> file.integer("absent")))) {
                assertTrue(
                    error.getMessage().contains("a.gguf: there is no value of 'absent'"), error.toString());
            }
            var error = assertThrows(ModelFileException.class, () -> file.integer("general.name", 1));
            assertTrue(error.getMessage().contains("'general.name' is not an integer"), error.getMessage());
            assertRefused(() -> file.strings("types"), "the value of 'types' is not an array");
            assertRefused(() -> file.integers("names"), "'names' is not an array of integers");
            assertRefused(() -> file.numbers("names"), "'names' is not an array of numbers");
            assertRefused(() -> file.flag("count", true), "'count' is not true or false");
            assertRefused(() -> file.tensor("absent"), "a.gguf: there is no tensor 'absent'");
        }
    }

    @Test
    void checksElementsOfArrays() {
        var fields = new Fields("x", Map.of("mixed", List.of("a", 1L), "numbers", List.of(1L, 2.5)));
        assertRefused(() -> fields.strings("mixed"), "x: the value of 'mixed' is not an array of texts");
        assertRefused(
            () -> fields.integers("numbers"), "x: the value of 'numbers' is not an array of integers");
        assertArrayEquals(new double[] {1, 2.5}, fields.numbers("numbers"));
    }

    private static void assertRefused(Executable call, String part) {
        var error = assertThrows(ModelFileException.class, call);
        assertTrue(error.getMessage().contains(part), error.getMessage());
    }

    @Test
    void mapsTensors() throws IOException {
        ByteBuffer kept;
        try (var file = GgufFile.open(sample().write(folder.resolve("a.gguf")))) {
            assertEquals(List.of("x", "q", "scalar"), List.copyOf(file.names()));
            GgufTensor x = file.tensor("x");
            assertArrayEquals(new long[] {3, 2}, x.shape());
            assertEquals(24, x.bytes());
            assertEquals(3, x.rows());
            assertEquals(8, x.rowBytes());
            kept = file.data(x);
            ByteBuffer row = file.data(x, 1, 1);
            assertEquals(3, row.getFloat());
            assertEquals(4, row.getFloat());
            assertFalse(row.hasRemaining());
            assertEquals(0, file.data(x, 3, 0).remaining());
            assertThrows(IndexOutOfBoundsException.class, () -> file.data(x, 2, 2));
            assertThrows(IndexOutOfBoundsException.class, () -> file.data(x, -1, 1));
            GgufTensor q = file.tensor("q");
            assertEquals(40, q.bytes());
            assertEquals(20, q.rowBytes());
            assertEquals("Q4_1", file.typeName("q"));
            assertEquals(20, file.data("q", 1, 1).get());
            assertEquals(9, file.data("scalar").getFloat());
        }
        assertEquals(ByteOrder.LITTLE_ENDIAN, kept.order());
        assertTrue(kept.isReadOnly());
        assertEquals(6, kept.getFloat(20));
    }

    /** A file with a hole of more than 2 GiB, which takes no room on disk. */
    @Test
    void mapsLargeFiles() throws IOException {
        long rows = 3L << 20;
        byte[] header =
            new GgufWriter().tensor("x", GgufType.F32, new long[] {rows, 256}, new byte[0]).toBytes();
        Path path = Files.write(folder.resolve("large.gguf"), header);
        try (var file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(header.length + rows * 1024);
            file.seek(header.length + rows * 1024 - 1);
            file.write(0x40);
        }
        try (var file = GgufFile.open(path)) {
            assertEquals(2.0f, file.data("x", rows - 1, 1).getFloat(1020));
            assertRefused(
                () -> file.data("x"), "has 3221225472 bytes: more than a buffer; map fewer rows at once");
        }
    }

    private void assertRefused(byte[] bytes, String part) throws IOException {
        Path path = Files.write(folder.resolve("bad.gguf"), bytes);
        var error = assertThrows(ModelFileException.class, () -> GgufFile.open(path).close());
        assertTrue(
            error.getMessage().contains("bad.gguf") && error.getMessage().contains(part), error.getMessage());
    }

    private static byte[] patched(byte[] bytes, int position, long value) {
        byte[] copy = bytes.clone();
        ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN).putLong(position, value);
        return copy;
    }

    @Test
    void refusesMalformedHeaders() throws IOException {
        byte[] good = sample().toBytes();
        assertRefused(new byte[0], "this is no GGUF file: it does not begin with 'GGUF'");
        assertRefused("PK\3\4 and more".getBytes("US-ASCII"), "this is no GGUF file");
        assertRefused(sample().version(1).toBytes(), "version 1 of GGUF; 2 and 3 are known");
        assertRefused(sample().version(3 << 24).toBytes(), "the file is big endian, which is not supported");
        assertRefused(Arrays.copyOf(good, 7), "at byte 4: the file ends where 4 bytes are expected");
        assertRefused(
            patched(good, 8, Long.MAX_VALUE), "9223372036854775807 tensors, but the file ends after");
        assertRefused(patched(good, 16, -1), "18446744073709551615 keys, but the file ends after");
        assertRefused(patched(good, 24, 1L << 40), "a key has 1099511627776 bytes, but the file ends after");
        byte[] repeated = new GgufWriter().put("k1", 1).put("k2", 1).toBytes();
        repeated[24 + 8 + 2 + 8 + 8 + 1] = '1';
        assertRefused(repeated, "the key 'k1' was there before");
        assertRefused(new GgufWriter().put("general.alignment", 33).toBytes(),
            "general.alignment is 33, not a power of two up to 2^20");
    }

    @Test
    void refusesMalformedValues() throws IOException {
        int type = 24 + 8 + 1;
        byte[] value = new GgufWriter().put("k", -1L).toBytes();
        assertRefused(patched(value, type, 0xffff_ffff_0000_000aL),
            "the value of 'k' is 18446744073709551615: an integer above 2^63");
        assertRefused(patched(value, type, 13), "the value of 'k' has the type 13, which is not known");
        assertRefused(patched(value, type, 0xff_0000_0007L), "the value of 'k' is a boolean -1");
        byte[] array = new GgufWriter().put("k", new int[40]).toBytes();
        assertRefused(patched(array, type + 4, 99), "is an array of the type 99, which is not known");
        for (int depth = 0; depth < 4; depth++) {
            array = patched(array, type + 4 + 12 * depth, 9);
            array = patched(array, type + 8 + 12 * depth, 1);
        }
        assertRefused(
            patched(array, type + 4 + 48, 9), "an array of the type 9 in other arrays: nested too deep");
        byte[] text = new GgufWriter().put("k", "").toBytes();
        Path path = Files.write(folder.resolve("bad.gguf"), patched(text, type + 4, 1L << 27));
        try (var file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(1L << 28);
        }
        assertRefused(() -> GgufFile.open(path), "the value of 'k' has 134217728 bytes: too much text");
    }

    @Test
    void refusesMalformedTensors() throws IOException {
        byte[] good = sample().toBytes();
        assertRefused(Arrays.copyOf(good, good.length - 1),
            "the tensor 'scalar' has 4 bytes from byte 96 of the data, "
                + "which begins at byte ");
        assertRefused(new GgufWriter().tensor("q", GgufType.Q4_K, new long[] {64}, new byte[0]).toBytes(),
            "the tensor 'q' has rows of 64 elements, not a multiple of 256 as Q4_K needs");
        for (long[] huge : new long[][] {{1L << 40, 1L << 40}, {-1}, {0, 1L << 40, 1L << 40}}) {
            assertRefused(new GgufWriter().tensor("x", GgufType.F32, huge, new byte[0]).toBytes(),
                "the tensor 'x' has a size of " + Long.toUnsignedString(huge[0] == 0 ? huge[1] : huge[0])
                    + ": too many elements");
        }
        assertRefused(new GgufWriter().tensor("x", GgufType.F32, new long[5], new byte[0]).toBytes(),
            "the tensor 'x' has 5 dimensions, at most 4");
        assertRefused(
            new GgufWriter().floats("x", new long[] {1}, 1).floats("x", new long[] {1}, 1).toBytes(),
            "the tensor 'x' was there before");
        byte[] tensor = new GgufWriter().tensor("x", GgufType.F32, new long[] {1}, new byte[4]).toBytes();
        assertRefused(
            patched(tensor, 24 + 8 + 1 + 4 + 8, 4), "the tensor 'x' has the type 4, which is not known");
        assertRefused(patched(tensor, 24 + 8 + 1 + 4 + 8 + 4, 7),
            "the data of the tensor 'x' begins at byte 7, not a multiple of 32");
    }

    /** A file with any change is read or refused. */
    @Test
    void survivesRandomChanges() throws IOException {
        byte[] good = sample().toBytes();
        var random = new Random(1);
        Path path = folder.resolve("random.gguf");
        for (int i = 0; i < 1000; i++) {
            byte[] bytes =
                Arrays.copyOf(good, random.nextInt(3) == 0 ? random.nextInt(good.length) : good.length);
            for (int j = random.nextInt(4); j >= 0 && bytes.length > 4; j--) {
                bytes[4 + random.nextInt(bytes.length - 4)] =
                    (byte) (random.nextBoolean() ? -1 : random.nextInt());
            }
            Files.write(path, bytes);
            try (var file = GgufFile.open(path)) {
                for (GgufTensor tensor : file.tensors().values()) {
                    assertEquals(tensor.bytes(), file.data(tensor).remaining());
                }
            } catch (ModelFileException e) {
                assertTrue(e.getMessage().contains("random.gguf"), e.getMessage());
            }
        }
    }
}
