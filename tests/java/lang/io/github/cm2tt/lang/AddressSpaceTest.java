// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.TestTiles.fails;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Arrays and buffers as memory, and addresses. */
class AddressSpaceTest {
    private static final List<Object> STORAGES =
        List.of(new byte[64], new short[32], new char[32], new int[16], new float[16], new long[8],
            new double[8], ByteBuffer.allocate(64), ByteBuffer.allocateDirect(64));

    private static Memory memory(Object storage) {
        if (storage instanceof ByteBuffer buffer)
            return new Memory(buffer);
        int length = Array.getLength(storage);
        return new Memory(storage, length, 64 / length);
    }

    /** Elements of all sizes at all offsets, against a plain array of bytes. */
    @Test
    void anyStorageIsBytes() {
        for (Object storage : STORAGES) {
            Memory memory = memory(storage);
            assertEquals(64, memory.bytes, memory.toString());
            ByteBuffer expected = ByteBuffer.allocate(72).order(ByteOrder.LITTLE_ENDIAN);
            long bits = 0x0123456789ABCDEFL;
            for (int count : new int[] {8, 4, 2, 1})
                for (int offset = 0; offset + count <= 64; offset += count + 1) {
                    bits = Long.rotateLeft(bits * 3, 7);
                    memory.write(offset, count, bits);
                    for (int i = 0; i < count; i++)
                        expected.put(offset + i, (byte) (bits >> 8 * i));
                    long mask = count == 8 ? -1 : (1L << 8 * count) - 1;
                    String what = memory + " " + offset + " " + count;
                    assertEquals(bits & mask, memory.read(offset, count), what);
                }
            for (int offset = 0; offset + 8 <= 64; offset++)
                assertEquals(expected.getLong(offset), memory.read(offset, 8), memory + " " + offset);
        }
    }

    @Test
    void buffersFromTheirPosition() {
        ByteBuffer buffer = ByteBuffer.allocate(16).position(4).limit(12);
        Memory memory = new Memory(buffer);
        assertEquals(8, memory.bytes);
        memory.write(0, 4, 0x01020304);
        assertEquals(4, buffer.get(4));
        assertEquals(1, buffer.get(7));
        assertEquals(4, buffer.position());
    }

    @Test
    void oneAddressForAnArray() {
        AddressSpace space = new AddressSpace();
        int[] array = new int[4];
        long base = space.baseOf(new Memory(array, 4, 4));
        assertEquals(base, space.baseOf(new Memory(array, 4, 4)));
        assertNotEquals(base, space.baseOf(new Memory(new int[4], 4, 4)));
        assertEquals(0, base % 256);
        ByteBuffer buffer = ByteBuffer.allocate(16);
        base = space.baseOf(new Memory(buffer));
        space.write("Triton.store", space.baseOf(new Memory(buffer.position(8))), ElementType.I8, 7);
        assertEquals(7, space.read("Triton.load", base + 8, ElementType.I8));
        assertEquals(7, buffer.get(8));
    }

    @Test
    void elementsInTheirForm() {
        AddressSpace space = new AddressSpace();
        long base = space.baseOf(new Memory(new byte[] {-1, -1, 2, 0}, 4, 1));
        assertEquals(-1, space.read("Triton.load", base, ElementType.I8));
        assertEquals(255, space.read("Triton.load", base, ElementType.U8));
        assertEquals(0xFFFF, space.read("Triton.load", base, ElementType.F16));
        assertEquals(1, space.read("Triton.load", base + 2, ElementType.I1));
        space.write("Triton.store", base + 2, ElementType.I16, -2);
        assertEquals(0xFFFE, space.read("Triton.load", base + 2, ElementType.U16));
    }

    private static String message(Class<? extends Exception> type, Executable code) {
        return assertThrows(type, code).getMessage();
    }

    private static String message(AddressSpace space, long address, ElementType type) {
        return assertThrows(KernelException.class, () -> space.read("Triton.load", address, type))
            .getMessage();
    }

    @Test
    void boundsAreChecked() {
        AddressSpace space = new AddressSpace();
        long base = space.baseOf(new Memory(new float[8], 8, 4));
        long other = space.baseOf(new Memory(new short[4], 4, 2));
        assertEquals("Triton.load: out of bounds: index 8, but float[8] has 8 of float; mask the accesses "
            + "outside",
            message(space, base + 32, ElementType.F32));
        assertEquals("Triton.load: out of bounds: index -1, but short[4] has 2 of int; mask the accesses "
            + "outside",
            message(space, other - 4, ElementType.I32));
        assertTrue(message(space, base + 30, ElementType.F32).contains("byte 30, but"));
        String far = message(space, base + 4L * Integer.MAX_VALUE, ElementType.F32);
        assertTrue(far.contains("index 2147483647, but float[8]"), far);
        String farther = message(space, other + (1L << 36), ElementType.F32);
        assertTrue(farther.contains("the pointer points nowhere: address 0x"), farther);
        assertEquals("Triton.load: the address 0xc is not in memory of this run: expected a buffer that is "
                + "an argument, or in a table of pointers",
            message(space, 12, ElementType.F32));
        assertEquals(0, space.read("Triton.load", base + 28, ElementType.F32));
    }

    @Test
    void pointersToNumbersThatJavaHasNot() {
        short[] halves = {Float16.toBits(1.5f), Float16.toBits(-2)};
        byte[] bytes = {Float8E4M3.toBits(448)};
        ByteBuffer buffer = ByteBuffer.allocateDirect(16).order(ByteOrder.LITTLE_ENDIAN).putDouble(0, 0.25);
        Programs.run(1, () -> {
            Tensor loaded = Triton.load(Triton.add(Ptr.of(Float16.class, halves), Triton.arange(0, 2)));
            assertEquals("a tile of 2 fp16", Promotion.describe(loaded));
            assertArrayEquals(new long[] {0x3E00, 0xC000}, loaded.bits);
            assertEquals(448, Triton.load(Ptr.of(Float8E4M3.class, bytes)).intValue());
            assertEquals(0.25, Triton.load(Ptr.of(double.class, buffer)).doubleValue());
            assertEquals(0.25, Triton.load(Ptr.of(double.class, (Object) buffer)).doubleValue());
        });
        assertEquals("the class of no number type: java.lang.String; use one such as float.class or "
                + "Float16.class",
            message(IllegalArgumentException.class, () -> Ptr.of(String.class, buffer)));
        assertEquals("a pointer is to an array of primitive numbers or a ByteBuffer, not java.lang.String[]",
            message(IllegalArgumentException.class, () -> Ptr.of(int.class, new String[1])));
        assertEquals("a pointer is to an array of primitive numbers or a ByteBuffer, not null",
            message(IllegalArgumentException.class, () -> Ptr.of(int.class, (Object) null)));
        Ptr pointer = Ptr.of(halves);
        for (Executable use : List.<Executable>of(pointer::intValue, pointer::longValue, pointer::floatValue,
                 pointer::doubleValue))
            assertEquals("a pointer is not a number; read its element: Triton.load",
                message(UnsupportedOperationException.class, use));
        fails("Triton.load: out of bounds: index 2, but the buffer of 16 bytes has 2 of double; mask the "
            + "accesses outside",
            () -> Triton.load(Triton.add(Ptr.of(double.class, buffer), 2)));
        assertEquals("ptr<short> into short[2] at byte 0", Ptr.of(halves).toString());
    }
}
