// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.fails;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Buffers and the copies to and from them. */
class MemoryTest {
    private final Device cpu = Device.cpu();

    /** The names of NumPy are those of the types with as many bytes, and of the same kind. */
    @Test
    void secondNamesOfTypes() throws Exception {
        String[][] names = {{"INT", "I"}, {"UINT", "U"}, {"FLOAT", "FP"}, {"BFLOAT", "BF"}};
        int count = 0;
        for (String[] name : names) {
            for (int bits = 8; bits <= 64; bits *= 2) {
                String first = name[1] + bits;
                if (Arrays.stream(ElementType.values()).anyMatch(type -> type.name().equals(first))) {
                    Object second = ElementType.class.getField(name[0] + bits).get(null);
                    assertSame(ElementType.valueOf(first), second);
                    assertEquals(bits / 8, ((ElementType) second).bytes());
                    count++;
                }
            }
        }
        assertEquals(12, count);
    }

    @Test
    void copiesArraysOfAllTypes() {
        try (DeviceBuffer b = cpu.copyOf(new byte[] {1, -2});
            DeviceBuffer s = cpu.copyOf(new short[] {1, -2}); DeviceBuffer i = cpu.copyOf(new int[] {1, -2});
            DeviceBuffer l = cpu.copyOf(new long[] {1, -2}); DeviceBuffer f = cpu.copyOf(new float[] {1, -2});
            DeviceBuffer d = cpu.copyOf(new double[] {1, -2})) {
            assertArrayEquals(new byte[] {1, -2}, b.copyTo(new byte[2]));
            assertArrayEquals(new short[] {1, -2}, s.copyTo(new short[2]));
            assertArrayEquals(new int[] {1, -2}, i.copyTo(new int[2]));
            assertArrayEquals(new long[] {1, -2}, l.copyTo(new long[2]));
            assertArrayEquals(new float[] {1, -2}, f.copyTo(new float[2]));
            assertArrayEquals(new double[] {1, -2}, d.copyTo(new double[2]));
            assertEquals(16, d.bytes());
            assertEquals(0, d.address() % 256);
        }
    }

    @Test
    void convertsFloats() {
        float[] numbers = {0.5f, -2, 1.1f};
        for (ElementType type :
            new ElementType[] {ElementType.FP16, ElementType.BF16, ElementType.FP8E4NV, ElementType.FP8E5})
            try (DeviceBuffer buffer = cpu.copyOf(type, numbers)) {
                float[] read = buffer.copyTo(new float[3]);
                assertEquals(0.5f, read[0]);
                assertEquals(-2f, read[1]);
                assertEquals(1.1f, read[2], 0.2f);
            }
    }

    @Test
    void refusesArraysOfOtherTypes() {
        try (DeviceBuffer floats = cpu.allocate(ElementType.FP32, 4);
            DeviceBuffer halves = cpu.allocate(ElementType.FP16, 4)) {
            var e = assertThrows(IllegalArgumentException.class, () -> floats.copyFrom(new int[4]));
            assertTrue(e.getMessage().contains("float[]"), e.getMessage());
            fails(IllegalArgumentException.class, "double[] and a buffer of fp32: expected float[], or a "
                    + "ByteBuffer",
                () -> floats.copyTo(new double[1]));
            fails(IllegalArgumentException.class, "byte[] and a buffer of fp16: expected float[] or "
                    + "short[], or a ByteBuffer",
                () -> halves.copyFrom(new byte[1]));
            fails(IllegalArgumentException.class, "float[] and a buffer of i32: expected int[], or a "
                    + "ByteBuffer",
                () -> cpu.copyOf(ElementType.I32, new float[1]));
            assertThrows(NullPointerException.class, () -> floats.copyFrom((float[]) null));
        }
    }

    @Test
    void refusesTooMuch() {
        try (DeviceBuffer buffer = cpu.allocate(ElementType.FP32, 4)) {
            fails(IllegalArgumentException.class, "an array of 5 and a buffer of 4: expected an array "
                    + "that is not longer than the buffer",
                () -> buffer.copyFrom(new float[5]));
            fails(IllegalArgumentException.class, "an array of 5 and a buffer of 4: expected an array "
                    + "that is not longer than the buffer",
                () -> buffer.copyTo(new float[5]));
            fails(IllegalArgumentException.class, "17 bytes and a buffer of 16 bytes: expected no more "
                    + "than the buffer has",
                () -> buffer.copyFrom(ByteBuffer.allocate(17)));
            fails(IllegalArgumentException.class, "a part of an array of 5 and a buffer of 4: expected "
                    + "a part of "
                    + "an array that is not longer than the buffer",
                () -> buffer.copyFrom(new float[9], 1, 5));
            assertThrows(IndexOutOfBoundsException.class, () -> buffer.slice(1, 4));
            assertThrows(IndexOutOfBoundsException.class, () -> buffer.slice(-1, 1));
        }
        fails(IllegalArgumentException.class, "-1 elements: expected a number from 0 to "
                + "9223372036854775807",
            () -> cpu.allocate(ElementType.I8, -1));
        fails(IllegalArgumentException.class, "9223372036854775807 elements: expected a number from 0 to "
                + "1152921504606846975",
            () -> cpu.allocate(ElementType.FP64, Long.MAX_VALUE));
        fails(DeviceException.class, "there are no 2305843009213693952 bytes of memory for a buffer",
            () -> cpu.allocate(ElementType.FP64, 1L << 58));
        fails(IllegalArgumentException.class, "-1 bytes: expected a number that is not negative",
            () -> cpu.allocateHost(-1));
    }

    @Test
    void copiesByteBuffers() {
        for (ByteBuffer bytes : new ByteBuffer[] {ByteBuffer.allocate(20), ByteBuffer.allocateDirect(20)})
            try (DeviceBuffer buffer = cpu.copyOf(new int[] {1, 2, 3, 4})) {
                bytes.order(ByteOrder.nativeOrder()).position(4);
                assertSame(bytes, buffer.copyTo(bytes));
                assertEquals(4, bytes.position());
                assertEquals(4, bytes.getInt(16));
                bytes.putInt(4, 9).limit(8);
                buffer.copyFrom(bytes.asReadOnlyBuffer());
                assertArrayEquals(new int[] {9, 2, 3, 4}, buffer.copyTo(new int[4]));
                assertThrows(ReadOnlyBufferException.class, () -> buffer.copyTo(bytes.asReadOnlyBuffer()));
            }
    }

    @Test
    void hasParts() {
        try (DeviceBuffer buffer = cpu.copyOf(new int[] {1, 2, 3, 4})) {
            DeviceBuffer part = buffer.slice(1, 2);
            part.copyFrom(new int[] {8, 9});
            part.close();
            assertTrue(part.isOpen());
            assertArrayEquals(new int[] {1, 8, 9, 4}, buffer.copyTo(new int[4]));
            assertArrayEquals(new byte[] {8, 0}, part.as(ElementType.I8).copyTo(new byte[2]));
            assertEquals(buffer.address() + 8, part.slice(1, 1).address());
            fails(IllegalArgumentException.class, "a part from byte 4 on as fp64: expected a multiple of 8",
                () -> part.as(ElementType.FP64));
            assertEquals(2, buffer.as(ElementType.FP64).count());
        }
    }

    @Test
    void fills() {
        try (DeviceBuffer buffer = cpu.copyOf(new int[] {1, 2})) {
            assertArrayEquals(new int[] {255, 255}, buffer.fill(255).copyTo(new int[2]));
            buffer.slice(1, 1).fillAsync(-3, null);
            assertArrayEquals(new int[] {255, -3}, buffer.copyTo(new int[2]));
        }
    }

    @Test
    void fillsAllTypes() {
        for (ElementType type : ElementType.values())
            try (DeviceBuffer buffer = cpu.zeros(type, 3); Stream stream = cpu.stream()) {
                byte[] bytes = new byte[3 * type.bytes()];
                assertArrayEquals(bytes, buffer.as(ElementType.I8).copyTo(bytes));
                buffer.slice(1, 1).fillAsync(1, stream);
                stream.synchronize();
                long one = switch (type) {
                    case FP16 -> 0x3c00;
                    case BF16 -> 0x3f80;
                    case FP32 -> 0x3f800000;
                    case FP64 -> 0x3ff0000000000000L;
                    case FP8E4NV -> 0x38;
                    case FP8E5 -> 0x3c;
                    default -> 1;
                };
                for (int i = 0; i < type.bytes(); i++)
                    bytes[type.bytes() + i] = (byte) (one >> 8 * i);
                assertArrayEquals(bytes, buffer.as(ElementType.I8).copyTo(new byte[bytes.length]));
            }
    }

    @Test
    void fillsWithRoundedNumbers() {
        try (DeviceBuffer floats = cpu.zeros(ElementType.FP32, 2);
            DeviceBuffer halves = cpu.zeros(ElementType.FP16, 2);
            DeviceBuffer doubles = cpu.zeros(ElementType.FP64, 2);
            DeviceBuffer longs = cpu.zeros(ElementType.U64, 2); Stream stream = cpu.stream()) {
            assertArrayEquals(new float[] {0.1f, 0.1f}, floats.fill(0.1).copyTo(new float[2]));
            assertArrayEquals(new float[] {1 << 24, 1 << 24},
                floats.fill((1 << 24) + 1).copyTo(new float[2]));
            assertArrayEquals(new float[] {2.5f, 2.5f}, halves.fill(2.5f).copyTo(new float[2]));
            doubles.fillAsync(0.1, stream);
            stream.synchronize();
            assertArrayEquals(new double[] {0.1, 0.1}, doubles.copyTo(new double[2]));
            assertArrayEquals(new long[] {-1, -1}, longs.fill(-1).copyTo(new long[2]));
        }
    }

    @Test
    void refusesNumbersThatTypesDoNotHave() {
        Object[][] cases = {{ElementType.I1, 2L, 0L, 1L}, {ElementType.I8, 128L, -128L, 127L},
            {ElementType.U8, -1L, 0L, 255L}, {ElementType.I16, 32768L, -32768L, 32767L},
            {ElementType.U16, 65536L, 0L, 65535L}, {ElementType.I32, 1L << 31, -1L << 31, (1L << 31) - 1},
            {ElementType.U32, 1L << 32, 0L, (1L << 32) - 1}};
        for (Object[] one : cases)
            try (DeviceBuffer buffer = cpu.zeros((ElementType) one[0], 1)) {
                fails(IllegalArgumentException.class, one[1] + " and a buffer of " + buffer.type().signature()
                        + ": expected a number from " + one[2] + " to " + one[3],
                    () -> buffer.fill((long) one[1]));
                buffer.fill((long) one[2]).fill((long) one[3]);
                fails(IllegalArgumentException.class,
                    "2.5 and a buffer of " + buffer.type().signature() + ": expected a long",
                    () -> buffer.fillAsync(2.5, null));
            }
        fails(IllegalArgumentException.class, "-1 elements: expected a number from 0 to 9223372036854775807",
            () -> cpu.zeros(ElementType.I8, -1));
    }

    @Test
    void copiesBetweenBuffers() {
        try (Cm2ttRuntime runtime = Cm2ttRuntime.builder().noCache().build();
            DeviceBuffer a = cpu.copyOf(new int[] {1, 2, 3, 4});
            DeviceBuffer b = cpu.zeros(ElementType.FP32, 4);
            DeviceBuffer there = runtime.cpu().zeros(ElementType.I32, 2)) {
            assertSame(b, b.copyFrom(a));
            assertArrayEquals(new int[] {1, 2, 3, 4}, b.as(ElementType.I32).copyTo(new int[4]));
            a.slice(0, 2).copyFrom(a.slice(2, 2));
            there.copyFrom(a.slice(1, 2));
            assertArrayEquals(new int[] {4, 3}, there.copyTo(new int[2]));
            fails(IllegalArgumentException.class, "a copy of 16 bytes to 8 bytes: expected the same length; "
                    + "take a slice of the longer one",
                () -> there.copyFrom(a));
            fails(IllegalArgumentException.class, "a copy between parts of a buffer that overlap: expected "
                    + "parts that do not, or a copy in between",
                () -> a.slice(0, 2).copyFrom(a.slice(1, 2)));
            DeviceBuffer closed = cpu.zeros(ElementType.I32, 4);
            closed.close();
            fails(IllegalStateException.class, "the buffer of 4 x i32 is closed: use it before close(), "
                    + "and not "
                    + "after",
                () -> a.copyFrom(closed));
        }
    }

    @Test
    void refusesWhatIsClosed() {
        DeviceBuffer buffer = cpu.copyOf(new int[] {1, 2});
        DeviceBuffer part = buffer.slice(0, 1);
        buffer.close();
        assertFalse(buffer.isOpen());
        fails(IllegalStateException.class, "the buffer of 2 x i32 is closed: use it before close(), and "
                + "not after",
            () -> buffer.copyTo(new int[2]));
        fails(IllegalStateException.class, "the buffer of 2 x i32 is closed: use it before close(), and "
                + "not after",
            () -> part.copyTo(new int[1]));
        fails(IllegalStateException.class, "the buffer of 2 x i32 is closed: use it before close(), and "
                + "not after",
            () -> part.fill(0));
        assertTrue(buffer.toString().contains("closed"), buffer.toString());
    }

    @Test
    void copiesOnStreams() {
        try (Stream stream = cpu.stream(); HostBuffer host = cpu.allocateHost(16);
            DeviceBuffer a = cpu.allocate(ElementType.I32, 4);
            DeviceBuffer b = cpu.allocate(ElementType.I32, 4)) {
            host.asByteBuffer().asIntBuffer().put(new int[] {1, 2, 3, 4});
            a.copyFromAsync(host, stream);
            b.copyFromAsync(a, stream);
            b.slice(0, 1).fillAsync(0, stream);
            b.copyToAsync(host, stream);
            stream.synchronize();
            int[] read = new int[4];
            host.asByteBuffer().asIntBuffer().get(read);
            assertArrayEquals(new int[] {0, 2, 3, 4}, read);
            fails(IllegalArgumentException.class, "a copy of 4 bytes to 16 bytes: expected the same "
                    + "length; take a slice of the longer one",
                () -> b.copyFromAsync(a.slice(0, 1), stream));
            fails(IllegalArgumentException.class, "a copy between parts of a buffer that overlap: expected "
                    + "parts that do not, or a copy in between",
                () -> a.slice(0, 2).copyFromAsync(a.slice(1, 2), stream));
            fails(IllegalArgumentException.class, "16 bytes and a buffer of 4 bytes: expected no more "
                    + "than the buffer has",
                () -> a.slice(0, 1).copyFromAsync(host, stream));
        }
    }

    @Test
    void copiesPartsOfHostMemoryOnStreams() {
        try (Stream stream = cpu.stream(); HostBuffer host = cpu.allocateHost(16);
            DeviceBuffer a = cpu.zeros(ElementType.I32, 2)) {
            host.asByteBuffer().asIntBuffer().put(new int[] {1, 2, 3, 4});
            assertSame(a, a.copyFromAsync(host, 4, 8, stream));
            assertSame(a, a.slice(1, 1).copyToAsync(host, 0, 4, stream).whole());
            stream.synchronize();
            assertArrayEquals(new int[] {2, 3}, a.copyTo(new int[2]));
            assertEquals(3, host.asByteBuffer().getInt(0));
            assertEquals(4, host.asByteBuffer(12, 4).getInt(0));
            assertEquals(0, host.asByteBuffer(16, 0).capacity());
            host.asByteBuffer(8, 8).putInt(4, 5);
            assertEquals(5, host.asByteBuffer().getInt(12));
            assertThrows(IndexOutOfBoundsException.class, () -> host.asByteBuffer(9, 8));
            assertThrows(IndexOutOfBoundsException.class, () -> host.asByteBuffer(-1, 1));
            assertThrows(IndexOutOfBoundsException.class, () -> a.copyFromAsync(host, 12, 5, stream));
            assertThrows(IndexOutOfBoundsException.class, () -> a.copyToAsync(host, 0, -1, stream));
            fails(IllegalArgumentException.class, "9 bytes and a buffer of 8 bytes: expected no more "
                    + "than the buffer has",
                () -> a.copyFromAsync(host, 0, 9, stream));
        }
    }

    /** Returns the bytes of memory that processes can still get. */
    private static long availableBytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/meminfo")))
            if (line.startsWith("MemAvailable:"))
                return Long.parseLong(line.replaceAll("\\D", "")) << 10;
        return 0;
    }

    /** The memory is sparse: only the destination of the copy takes it. */
    @Test
    @Tag("memory")
    void hostMemoryMayBeLarge() throws IOException {
        long bytes = (1L << 31) + (1 << 20);
        long far = (1L << 31) - 4;
        assumeTrue(availableBytes() > 3 * bytes, "needs 6 GiB of free memory");
        ByteBuffer across;
        try (Stream stream = cpu.stream(); HostBuffer host = cpu.allocateHost(bytes);
            DeviceBuffer buffer = cpu.allocate(ElementType.I8, bytes)) {
            assertEquals(bytes, host.bytes());
            across = host.asByteBuffer(far, 8);
            across.putLong(0, 0x1122334455667788L);
            host.asByteBuffer(bytes - 1, 1).put(0, (byte) 99);
            buffer.copyFromAsync(host, stream);
            buffer.slice(0, 8).copyToAsync(host, far + 8, 8, stream);
            buffer.slice(far, 8).copyToAsync(host, bytes - 9, 8, stream);
            stream.synchronize();
            assertEquals(99, buffer.slice(bytes - 1, 1).copyTo(new byte[1])[0]);
            assertEquals(0, host.asByteBuffer(far + 8, 8).getLong(0));
            assertEquals(0x1122334455667788L, host.asByteBuffer(bytes - 9, 8).getLong(0));
            fails(UnsupportedOperationException.class, "a ByteBuffer of 2148532224 bytes: expected at most "
                    + "2147483647; take parts by asByteBuffer(first, bytes)",
                host::asByteBuffer);
            fails(IllegalArgumentException.class, "2148532224 bytes and a buffer of 2147483652 bytes: "
                    + "expected no more than the buffer has",
                () -> buffer.slice(0, far + 8).copyFromAsync(host, stream));
        }
        assertEquals(0x1122334455667788L, across.getLong(0));
    }

    @Test
    void keepsHostMemoryThatCanBeSeen() {
        HostBuffer host = cpu.allocateHost(1 << 20);
        ByteBuffer view = host.asByteBuffer();
        host.close();
        System.gc();
        for (int i = 0; i < view.capacity(); i += 4096)
            view.put(i, (byte) 1);
        fails(IllegalStateException.class, "the host buffer of 1048576 bytes is closed: use it before "
                + "close(), and not after",
            host::asByteBuffer);
        try (DeviceBuffer buffer = cpu.allocate(ElementType.I8, 1 << 20)) {
            fails(IllegalStateException.class, "the host buffer of 1048576 bytes is closed: use it before "
                    + "close(), and not after",
                () -> buffer.copyFromAsync(host, null));
        }
    }

    @Test
    void knowsTypes() {
        for (ElementType type : ElementType.values()) {
            assertSame(type, ElementType.of(type.javaClass()));
            assertSame(type, ElementType.of(type.ordinal()));
        }
        assertEquals("fp8e4nv", ElementType.FP8E4NV.signature());
        fails(IllegalArgumentException.class, "java.lang.String is not a type of elements: expected one of "
                + "[boolean, byte, short, int, long, UInt8, UInt16, UInt32, UInt64, Float16, BFloat16, "
                + "float, double, Float8E4M3, Float8E5M2]",
            () -> ElementType.of(String.class));
    }
}
