// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.add;
import static io.github.cm2tt.runtime.TestSupport.blocks;
import static io.github.cm2tt.runtime.TestSupport.fails;
import static io.github.cm2tt.runtime.TestSupport.numbers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory that others own. */
class WrappedMemoryTest {
    private static final int N = 1000;
    private final Device cpu = Device.cpu();
    @TempDir Path folder;

    private static ByteBuffer direct(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    @Test
    void launchesOnDirectBuffers() {
        FloatBuffer x = direct(4 * N).asFloatBuffer().put(numbers(N, 1)).clear();
        FloatBuffer sum = direct(4 * N + 64).asFloatBuffer().position(16);
        try (DeviceBuffer in = cpu.wrap(x); DeviceBuffer out = cpu.wrap(sum)) {
            assertEquals(ElementType.FP32, out.type());
            assertEquals(N, out.count());
            add().launch(blocks(N), in, in.slice(0, N), out, N);
            x.put(0, 100);
            assertArrayEquals(new float[] {100, 1}, in.copyTo(new float[2], 0, 2));
        }
        float[] result = new float[N];
        sum.get(result);
        assertArrayEquals(numbers(N, 2), result);
    }

    @Test
    void wrapsBuffersOfAllTypes() {
        ByteBuffer memory = direct(16);
        memory.putLong(0, 1).putLong(8, 2);
        try (DeviceBuffer b = cpu.wrap(memory, ElementType.U8);
            DeviceBuffer s = cpu.wrap(memory.asShortBuffer());
            DeviceBuffer i = cpu.wrap(memory.asIntBuffer()); DeviceBuffer l = cpu.wrap(memory.asLongBuffer());
            DeviceBuffer d = cpu.wrap(memory.asDoubleBuffer())) {
            DeviceBuffer[] all = {b, s, i, l, d};
            ElementType[] types = {ElementType.U8, ElementType.I16, ElementType.I32, ElementType.I64,
                ElementType.FP64};
            for (int k = 0; k < all.length; k++) {
                assertEquals(types[k], all[k].type());
                assertEquals(16, all[k].bytes());
                assertArrayEquals(new long[] {1, 2}, all[k].as(ElementType.I64).copyTo(new long[2]));
            }
            try (DeviceBuffer a = cpu.wrap(b.address() + 8, ElementType.I64, 1)) {
                a.fill(7);
                assertEquals(7, memory.getLong(8));
                assertEquals(b.address() + 8, a.address());
            }
            assertEquals(0, cpu.wrap(memory.limit(0), ElementType.FP64).count());
        }
    }

    @Test
    void wrapsMappedFiles() throws IOException {
        Path file = folder.resolve("numbers");
        Files.write(file, new byte[4 * N]);
        try (FileChannel channel =
                 FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, 4 * N);
            try (DeviceBuffer buffer = cpu.wrap(mapped, ElementType.I32)) {
                buffer.fill(0x01020304);
            }
            mapped.force();
        }
        byte[] read = Files.readAllBytes(file);
        assertEquals(0x01020304, ByteBuffer.wrap(read).order(ByteOrder.nativeOrder()).getInt(4 * (N - 1)));
    }

    @Test
    void keepsTheMemory() throws InterruptedException {
        WeakReference<?>[] memory = new WeakReference<?>[1];
        DeviceBuffer buffer = wrapForgotten(memory);
        System.gc();
        Thread.sleep(20);
        assertArrayEquals(new int[] {5}, buffer.copyTo(new int[1]));
        assertTrue(memory[0].get() != null);
        buffer.close();
        while (memory[0].get() != null) {
            System.gc();
            Thread.sleep(10);
        }
    }

    private DeviceBuffer wrapForgotten(WeakReference<?>[] memory) {
        IntBuffer numbers = direct(4).asIntBuffer().put(0, 5);
        memory[0] = new WeakReference<>(numbers);
        return cpu.wrap(numbers);
    }

    @Test
    void closingWaitsForStreams() {
        IntBuffer numbers = direct(1 << 22).asIntBuffer();
        try (Stream stream = cpu.stream()) {
            DeviceBuffer buffer = cpu.wrap(numbers);
            for (int i = 1; i <= 20; i++)
                buffer.fillAsync(i, stream);
            buffer.close();
            assertEquals(20, numbers.get((1 << 20) - 1));
            fails(IllegalStateException.class, "the wrapped buffer of 1048576 x i32 is closed: use it before "
                    + "close(), and not after",
                () -> buffer.fill(0));
            assertFalse(buffer.isOpen());
        }
    }

    @Test
    void refusesOtherMemory() {
        ByteBuffer memory = direct(17);
        long address = cpu.wrap(memory, ElementType.I8).address();
        assertEquals(0, address % 8);
        fails(IllegalArgumentException.class, "a buffer on the heap, where the garbage collector moves it: "
                + "expected a direct one",
            () -> cpu.wrap(ByteBuffer.allocate(8), ElementType.I8));
        fails(IllegalArgumentException.class, "17 bytes as fp32: expected a multiple of 4",
            () -> cpu.wrap(memory, ElementType.FP32));
        fails(IllegalArgumentException.class, "memory at 0x" + Long.toHexString(address + 1)
                + " as fp32: expected a multiple of 4",
            () -> cpu.wrap(memory.duplicate().position(1), ElementType.FP32));
        fails(IllegalArgumentException.class, "memory at 0x" + Long.toHexString(address + 2)
                + " as i32: expected a multiple of 4",
            () -> cpu.wrap(address + 2, ElementType.I16, 2).as(ElementType.I32));
        fails(IllegalArgumentException.class, "a buffer in the order BIG_ENDIAN: expected LITTLE_ENDIAN, the "
                + "native one",
            () -> cpu.wrap(ByteBuffer.allocateDirect(8).asFloatBuffer()));
        fails(IllegalArgumentException.class, "-1 elements: expected a number from 0 to 9223372036854775807",
            () -> cpu.wrap(address, ElementType.I8, -1));
        fails(IllegalArgumentException.class, "the address of the memory is null",
            () -> cpu.wrap(0, ElementType.I8, 1));
        assertThrows(NullPointerException.class, () -> cpu.wrap(address, null, 1));
        assertThrows(NullPointerException.class, () -> cpu.wrap(memory, null));
    }

    @Test
    void refusesStreamsOfOthers() {
        fails(IllegalArgumentException.class, "a stream of another library for " + cpu
                + ": expected a GPU; create one by stream(), or use null, the default stream",
            () -> cpu.wrapStream(1234));
    }
}
