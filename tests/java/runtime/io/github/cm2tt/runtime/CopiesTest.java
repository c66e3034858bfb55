// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.fails;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.ShortBuffer;
import org.junit.jupiter.api.Test;

/** Copies of parts of arrays, and of buffers of java.nio. */
class CopiesTest {
    private final Device cpu = Device.cpu();

    @Test
    void copiesPartsOfArrays() {
        try (DeviceBuffer b = cpu.zeros(ElementType.U8, 3); DeviceBuffer s = cpu.zeros(ElementType.I16, 3);
            DeviceBuffer i = cpu.zeros(ElementType.I32, 3); DeviceBuffer l = cpu.zeros(ElementType.I64, 3);
            DeviceBuffer f = cpu.zeros(ElementType.FP32, 3); DeviceBuffer h = cpu.zeros(ElementType.BF16, 3);
            DeviceBuffer q = cpu.zeros(ElementType.FP8E5, 3);
            DeviceBuffer d = cpu.zeros(ElementType.FP64, 3)) {
            assertSame(b, b.copyFrom(new byte[] {1, 2, 3, 4}, 1, 2));
            assertArrayEquals(new byte[] {0, 2, 3, 0}, b.copyTo(new byte[4], 1, 2));
            s.copyFrom(new short[] {1, 2, 3, 4}, 1, 2);
            assertArrayEquals(new short[] {0, 2, 3, 0}, s.copyTo(new short[4], 1, 2));
            i.copyFrom(new int[] {1, 2, 3, 4}, 1, 2);
            assertArrayEquals(new int[] {0, 2, 3, 0}, i.copyTo(new int[4], 1, 2));
            l.copyFrom(new long[] {1, 2, 3, 4}, 1, 2);
            assertArrayEquals(new long[] {0, 2, 3, 0}, l.copyTo(new long[4], 1, 2));
            for (DeviceBuffer floats : new DeviceBuffer[] {f, h, q}) {
                floats.copyFrom(new float[] {1, 2, 3, 4}, 1, 2);
                assertArrayEquals(new float[] {0, 2, 3, 0}, floats.copyTo(new float[4], 1, 2));
            }
            d.copyFrom(new double[] {1, 2, 3, 4}, 1, 2);
            assertArrayEquals(new double[] {0, 2, 3, 0}, d.copyTo(new double[4], 1, 2));
            assertThrows(IndexOutOfBoundsException.class, () -> d.copyFrom(new double[4], 3, 2));
            assertThrows(IndexOutOfBoundsException.class, () -> f.copyTo(new float[4], -1, 2));
            assertThrows(IndexOutOfBoundsException.class, () -> b.copyTo(new byte[4], 0, -1));
        }
    }

    private static ByteBuffer direct(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    /** A buffer whose memory cannot be used as it is. */
    private static ByteBuffer swapped(int bytes) {
        ByteOrder other = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN
                                                                           : ByteOrder.BIG_ENDIAN;
        return ByteBuffer.allocateDirect(bytes).order(other);
    }

    @Test
    void copiesFloatBuffers() {
        for (FloatBuffer four : new FloatBuffer[] {FloatBuffer.allocate(4), direct(16).asFloatBuffer(),
                 swapped(16).asFloatBuffer(), ByteBuffer.allocate(16).asFloatBuffer()})
            for (ElementType type : new ElementType[] {ElementType.FP32, ElementType.FP16,
                ElementType.FP8E4NV})
                try (DeviceBuffer buffer = cpu.zeros(type, 3)) {
                    four.clear().put(new float[] {1, 2, 3, 4}).position(1).limit(3);
                    assertSame(buffer, buffer.copyFrom(four.asReadOnlyBuffer()));
                    assertEquals(1, four.position());
                    assertArrayEquals(new float[] {2, 3, 0}, buffer.copyTo(new float[3]));
                    four.position(2).limit(4);
                    assertSame(four, buffer.copyTo(four));
                    assertEquals(FloatBuffer.wrap(new float[] {1, 2, 2, 3}), four.clear());
                    assertThrows(ReadOnlyBufferException.class,
                        () -> buffer.copyTo(four.asReadOnlyBuffer().limit(1)));
                }
    }

    @Test
    void copiesBuffersOfOtherTypes() {
        for (boolean isDirect : new boolean[] {false, true}) {
            ByteBuffer memory = isDirect ? direct(32) : ByteBuffer.allocate(32);
            ShortBuffer s = memory.asShortBuffer().limit(4).put(new short[] {1, 2, 3, 4}).position(1);
            try (DeviceBuffer buffer = cpu.zeros(ElementType.U16, 3)) {
                assertArrayEquals(new short[] {2, 3, 4}, buffer.copyFrom(s).copyTo(new short[3]));
                assertEquals(ShortBuffer.wrap(new short[] {1, 2, 3, 2}),
                    buffer.slice(0, 1).copyTo(s.position(3)).clear().limit(4));
            }
            IntBuffer i = memory.asIntBuffer().limit(4).put(new int[] {1, 2, 3, 4}).position(1);
            try (DeviceBuffer buffer = cpu.zeros(ElementType.I32, 3)) {
                assertArrayEquals(new int[] {2, 3, 4}, buffer.copyFrom(i).copyTo(new int[3]));
                assertEquals(IntBuffer.wrap(new int[] {1, 2, 3, 2}),
                    buffer.slice(0, 1).copyTo(i.position(3)).clear().limit(4));
            }
            LongBuffer l = memory.asLongBuffer().put(new long[] {1, 2, 3, 4}).position(1);
            try (DeviceBuffer buffer = cpu.zeros(ElementType.I64, 3)) {
                assertArrayEquals(new long[] {2, 3, 4}, buffer.copyFrom(l).copyTo(new long[3]));
                assertEquals(LongBuffer.wrap(new long[] {1, 2, 3, 2}),
                    buffer.slice(0, 1).copyTo(l.position(3)).clear());
            }
            DoubleBuffer d = memory.asDoubleBuffer().put(new double[] {1, 2, 3, 4}).position(1);
            try (DeviceBuffer buffer = cpu.zeros(ElementType.FP64, 3)) {
                assertArrayEquals(new double[] {2, 3, 4}, buffer.copyFrom(d).copyTo(new double[3]));
                assertEquals(DoubleBuffer.wrap(new double[] {1, 2, 3, 2}),
                    buffer.slice(0, 1).copyTo(d.position(3)).clear());
            }
        }
    }

    @Test
    void copiesBuffersInPieces() {
        int count = 300_001;
        FloatBuffer numbers = swapped(4 * count).asFloatBuffer();
        for (int i = 0; i < count; i++)
            numbers.put(i, i);
        try (DeviceBuffer buffer = cpu.zeros(ElementType.FP32, count)) {
            assertArrayEquals(TestSupport.numbers(count, 1),
                buffer.copyFrom(numbers).copyTo(new float[count]));
            FloatBuffer back = swapped(4 * count).asFloatBuffer();
            assertEquals(numbers, buffer.copyTo(back));
        }
    }

    @Test
    void refusesBuffersThatDoNotFit() {
        try (DeviceBuffer buffer = cpu.zeros(ElementType.I32, 2)) {
            fails(IllegalArgumentException.class, "FloatBuffer and a buffer of i32: expected int[], or a "
                    + "ByteBuffer",
                () -> buffer.copyFrom(FloatBuffer.allocate(1)));
            fails(IllegalArgumentException.class, "an IntBuffer of 3 and a buffer of 2: expected an "
                    + "IntBuffer that "
                    + "is not longer than the buffer",
                () -> buffer.copyTo(IntBuffer.allocate(3)));
        }
        DeviceBuffer closed = cpu.zeros(ElementType.I32, 2);
        closed.close();
        fails(IllegalStateException.class, "the buffer of 2 x i32 is closed: use it before close(), and "
                + "not after",
            () -> closed.copyFrom(IntBuffer.allocate(0)));
    }
}
