// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import org.junit.jupiter.api.Test;

/** Buffers and the copies to and from them. */
class MemoryTest {
    private final Device cpu = Device.cpu();

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
            assertThrows(IllegalArgumentException.class, () -> floats.copyTo(new double[1]));
            assertThrows(IllegalArgumentException.class, () -> halves.copyFrom(new byte[1]));
            assertThrows(IllegalArgumentException.class, () -> cpu.copyOf(ElementType.I32, new float[1]));
            assertThrows(NullPointerException.class, () -> floats.copyFrom((float[]) null));
        }
    }

    @Test
    void refusesTooMuch() {
        try (DeviceBuffer buffer = cpu.allocate(ElementType.FP32, 4)) {
            assertThrows(IllegalArgumentException.class, () -> buffer.copyFrom(new float[5]));
            assertThrows(IllegalArgumentException.class, () -> buffer.copyTo(new float[5]));
            assertThrows(IllegalArgumentException.class, () -> buffer.copyFrom(ByteBuffer.allocate(17)));
            assertThrows(IndexOutOfBoundsException.class, () -> buffer.slice(1, 4));
            assertThrows(IndexOutOfBoundsException.class, () -> buffer.slice(-1, 1));
        }
        assertThrows(IllegalArgumentException.class, () -> cpu.allocate(ElementType.I8, -1));
        assertThrows(IllegalArgumentException.class, () -> cpu.allocate(ElementType.FP64, Long.MAX_VALUE));
        assertThrows(DeviceException.class, () -> cpu.allocate(ElementType.FP64, 1L << 58));
        assertThrows(IllegalArgumentException.class, () -> cpu.allocateHost(1L << 31));
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
            assertThrows(IllegalArgumentException.class, () -> part.as(ElementType.FP64));
            assertEquals(2, buffer.as(ElementType.FP64).count());
        }
    }

    @Test
    void fills() {
        try (DeviceBuffer buffer = cpu.copyOf(new int[] {1, 2})) {
            assertArrayEquals(new int[] {-1, -1}, buffer.fill(255).copyTo(new int[2]));
            buffer.slice(1, 1).fillAsync(0, null);
            assertArrayEquals(new int[] {-1, 0}, buffer.copyTo(new int[2]));
        }
    }

    @Test
    void refusesWhatIsClosed() {
        DeviceBuffer buffer = cpu.copyOf(new int[] {1, 2});
        DeviceBuffer part = buffer.slice(0, 1);
        buffer.close();
        assertFalse(buffer.isOpen());
        assertThrows(IllegalStateException.class, () -> buffer.copyTo(new int[2]));
        assertThrows(IllegalStateException.class, () -> part.copyTo(new int[1]));
        assertThrows(IllegalStateException.class, () -> part.fill(0));
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
            assertThrows(IllegalArgumentException.class, () -> b.copyFromAsync(a.slice(0, 1), stream));
            assertThrows(
                IllegalArgumentException.class, () -> a.slice(0, 2).copyFromAsync(a.slice(1, 2), stream));
            assertThrows(IllegalArgumentException.class, () -> a.slice(0, 1).copyFromAsync(host, stream));
        }
    }

    @Test
    void keepsHostMemoryThatCanBeSeen() {
        HostBuffer host = cpu.allocateHost(1 << 20);
        ByteBuffer view = host.asByteBuffer();
        host.close();
        System.gc();
        for (int i = 0; i < view.capacity(); i += 4096)
            view.put(i, (byte) 1);
        assertThrows(IllegalStateException.class, host::asByteBuffer);
        try (DeviceBuffer buffer = cpu.allocate(ElementType.I8, 1 << 20)) {
            assertThrows(IllegalStateException.class, () -> buffer.copyFromAsync(host, null));
        }
    }

    @Test
    void knowsTypes() {
        for (ElementType type : ElementType.values()) {
            assertSame(type, ElementType.of(type.javaClass()));
            assertSame(type, ElementType.of(type.ordinal()));
        }
        assertEquals("fp8e4nv", ElementType.FP8E4NV.signature());
        assertThrows(IllegalArgumentException.class, () -> ElementType.of(String.class));
    }
}
