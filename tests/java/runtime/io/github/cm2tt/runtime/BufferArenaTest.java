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
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Buffers that are closed at once, and whose memory is used again. */
class BufferArenaTest {
    private static final int N = 1000;
    private final Device cpu = Device.cpu();

    private static final String CLOSED = "the buffer arena is closed: use it before close(), and not after";

    @Test
    void closesAllBuffers() {
        List<DeviceBuffer> all = new ArrayList<>();
        IntBuffer direct =
            ByteBuffer.allocateDirect(16).order(ByteOrder.nativeOrder()).asIntBuffer().put(0, 7);
        try (BufferArena arena = cpu.arena()) {
            assertSame(cpu, arena.device());
            all.add(arena.copyOf(numbers(N, 1)));
            all.add(arena.copyOf(ElementType.FP16, new float[] {1, 2}));
            all.add(arena.copyOf(new byte[] {1}));
            all.add(arena.zeros(ElementType.I64, 3));
            all.add(arena.allocate(ElementType.FP32, N));
            all.add(arena.wrap(direct));
            all.add(arena.wrap(all.get(0).address(), ElementType.FP32, 1));
            all.add(arena.pointerTable(all.get(0), null));
            all.add(arena.allocate(ElementType.I8, 0));
            add().launch(blocks(N), all.get(0), all.get(0), all.get(4), N);
            assertArrayEquals(numbers(N, 2), all.get(4).copyTo(new float[N]));
            assertEquals(7, all.get(5).copyTo(new int[4])[0]);
            assertArrayEquals(new long[] {all.get(0).address(), 0}, all.get(7).copyTo(new long[2]));
            assertArrayEquals(new long[3], all.get(3).copyTo(new long[3]));
            assertTrue(all.stream().allMatch(DeviceBuffer::isOpen));
            assertTrue(arena.isOpen());
            assertEquals("arena of " + arena.bytes() + " bytes on " + cpu.name(), arena.toString());
        }
        assertTrue(all.stream().noneMatch(DeviceBuffer::isOpen));
        fails(IllegalStateException.class,
            "the buffer of 1000 x fp32 is closed: use it before close(), and not after",
            () -> all.get(0).copyTo(new float[1]));
        all.forEach(DeviceBuffer::close);
    }

    @Test
    void closedMemoryIsUsedAgain() {
        try (BufferArena arena = cpu.arena()) {
            DeviceBuffer first = arena.allocate(ElementType.FP32, N);
            long address = first.address();
            long bytes = arena.bytes();
            assertEquals(4096, bytes);
            DeviceBuffer second = arena.allocate(ElementType.FP32, N);
            assertNotEquals(address, second.address());
            first.close();
            first.close();
            // About the same size, of another type.
            DeviceBuffer third = arena.allocate(ElementType.I16, 2 * N - 40);
            assertEquals(address, third.address());
            assertEquals(2 * bytes, arena.bytes());
            third.fill(5);
            assertFalse(first.isOpen());
            third.close();
            // Not a larger one.
            try (DeviceBuffer larger = arena.allocate(ElementType.FP32, 2 * N)) {
                assertNotEquals(address, larger.address());
            }
            arena.trim();
            assertEquals(bytes, arena.bytes());
            assertTrue(second.isOpen());
        }
    }

    @Test
    void sizesOfBlocks() {
        long[][] sizes = {{0, 256}, {1, 256}, {256, 256}, {257, 512}, {513, 768}, {1025, 1280}, {1281, 1536},
            {2048, 2048}, {2049, 2560}, {1 << 20, 1 << 20}, {(1 << 20) + 1, (1 << 20) + (1 << 18)}};
        for (long[] each : sizes) {
            assertEquals(each[1], ArenaMemory.blockBytes(each[0]), "for " + each[0]);
        }
        for (long wanted = 1; wanted > 0; wanted = wanted * 5 / 4 + 1) {
            long bytes = ArenaMemory.blockBytes(wanted);
            assertTrue(bytes >= wanted && (bytes <= 1024 || bytes - wanted <= wanted / 4),
                wanted + ": " + bytes);
            assertEquals(bytes, ArenaMemory.blockBytes(bytes));
        }
        assertEquals(Long.MAX_VALUE, ArenaMemory.blockBytes(Long.MAX_VALUE));
    }

    @Test
    void closesBuffersAndGoesOn() {
        try (BufferArena arena = cpu.arena()) {
            for (int i = 0; i < 100; i++) {
                DeviceBuffer x = arena.copyOf(numbers(N, i));
                DeviceBuffer out = arena.allocate(ElementType.FP32, N);
                add().launch(blocks(N), x, x, out, N);
                assertArrayEquals(numbers(N, 2 * i), out.copyTo(new float[N]));
                assertSame(arena, arena.closeBuffers());
                assertFalse(x.isOpen() || out.isOpen());
                assertEquals(8192, arena.bytes());
            }
        }
    }

    /** Work that a stream has queued for the old buffer does not reach the new one. */
    @Test
    void waitsForStreamsBeforeMemoryIsUsedAgain() {
        int count = 1 << 20;
        try (BufferArena arena = cpu.arena(); Stream stream = cpu.stream()) {
            for (int i = 0; i < 20; i++) {
                DeviceBuffer old = arena.allocate(ElementType.I32, count);
                long address = old.address();
                for (int k = 0; k < 5; k++) {
                    old.fillAsync(-1, stream);
                }
                old.close();
                DeviceBuffer next = arena.allocate(ElementType.I32, count);
                assertEquals(address, next.address());
                next.fill(i);
                stream.synchronize();
                int[] numbers = next.copyTo(new int[count]);
                assertEquals(i, numbers[0]);
                assertEquals(i, numbers[count - 1]);
                next.close();
            }
        }
    }

    @Test
    void closingWaitsForStreams() {
        int count = 1 << 20;
        IntBuffer direct = ByteBuffer.allocateDirect(4 * count).order(ByteOrder.nativeOrder()).asIntBuffer();
        try (Stream stream = cpu.stream()) {
            BufferArena arena = cpu.arena();
            DeviceBuffer wrapped = arena.wrap(direct);
            DeviceBuffer own = arena.allocate(ElementType.I32, count);
            for (int i = 1; i <= 10; i++) {
                own.fillAsync(i, stream);
                wrapped.copyFromAsync(own, stream);
            }
            arena.close();
            assertEquals(10, direct.get(count - 1));
        }
    }

    @Test
    void graphsKeepTheirBuffers() {
        try (BufferArena arena = cpu.arena(); Stream stream = cpu.stream()) {
            DeviceBuffer x = arena.copyOf(numbers(N, 1));
            DeviceBuffer out = arena.allocate(ElementType.FP32, N);
            KernelFunction add = add().on(stream);
            add.launch(blocks(N), x, x, out, N);
            Graph graph = stream.capture(() -> add.launch(blocks(N), x, x, out, N));
            long address = out.address();
            out.close();
            x.close();
            try (DeviceBuffer other = arena.zeros(ElementType.FP32, N)) {
                assertNotEquals(address, other.address());
                graph.launch(stream);
                stream.synchronize();
                assertEquals(0, other.copyTo(new float[N])[0]);
            }
            graph.close();
            arena.trim();
            assertEquals(0, arena.bytes());
        }
    }

    @Test
    void refusesUseAfterClosing() {
        BufferArena arena = cpu.arena();
        arena.close();
        arena.close();
        fails(IllegalStateException.class, CLOSED, () -> arena.allocate(ElementType.I8, 1));
        fails(IllegalStateException.class, CLOSED, () -> arena.copyOf(new int[1]));
        fails(IllegalStateException.class, CLOSED, () -> arena.wrap(4096, ElementType.I8, 1));
        fails(IllegalStateException.class, CLOSED, arena::closeBuffers);
        fails(IllegalArgumentException.class, "-1 elements: expected a number from 0 to 9223372036854775807",
            () -> arena.allocate(ElementType.I8, -1));
        assertEquals("arena of 0 bytes on " + cpu.name() + " (closed)", arena.toString());
        assertSame(arena, arena.trim());
    }

    @Test
    void givesClosedMemoryBackWhenThereIsNoMore() {
        try (BufferArena arena = cpu.arena()) {
            arena.allocate(ElementType.I8, 1 << 20).close();
            assertEquals(1 << 20, arena.bytes());
            try {
                arena.allocate(ElementType.I8, Long.MAX_VALUE);
            } catch (DeviceException e) {
                assertTrue(e.getMessage().contains("bytes of memory"), e::getMessage);
            }
            assertEquals(0, arena.bytes());
        }
    }

    @Test
    void debugAndCheckedLaunches() {
        try (BufferArena arena = cpu.arena()) {
            arena.allocate(ElementType.FP32, 900).close();
            DeviceBuffer x = arena.copyOf(numbers(900, 1));
            DeviceBuffer out = arena.allocate(ElementType.FP32, 900);
            add().debug(blocks(900), x, x, out, 900);
            assertArrayEquals(numbers(900, 2), out.copyTo(new float[900]));
            // The block is larger than the buffer.
            KernelFaultException fault = org.junit.jupiter.api.Assertions.assertThrows(
                KernelFaultException.class, () -> add().checked().launch(blocks(901), x, x, out, 901));
            assertTrue(fault.getMessage().contains("out of bounds: element 900 of 'x', which has 900"),
                fault::getMessage);
        }
    }

    @Test
    void manyThreads() throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        try (BufferArena arena = cpu.arena()) {
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 8; t++) {
                int seed = t;
                threads.add(new Thread(() -> useAtRandom(arena, seed)));
            }
            threads.forEach(each -> each.setUncaughtExceptionHandler((thread, e) -> failure.set(e)));
            threads.forEach(Thread::start);
            for (Thread each : threads) {
                each.join();
            }
            if (failure.get() != null) {
                throw new AssertionError(failure.get());
            }
            arena.closeBuffers().trim();
            assertEquals(0, arena.bytes());
        }
    }

    /** Two buffers never share memory: each has its own number until it is closed. */
    private static void useAtRandom(BufferArena arena, int seed) {
        Random random = new Random(seed);
        List<DeviceBuffer> mine = new ArrayList<>();
        List<Integer> values = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            if (mine.size() < 10 || random.nextBoolean()) {
                int value = random.nextInt();
                mine.add(arena.allocate(ElementType.I32, 1 + random.nextInt(300)).fill(value));
                values.add(value);
            } else {
                int which = random.nextInt(mine.size());
                DeviceBuffer buffer = mine.remove(which);
                int value = values.remove(which);
                for (int each : buffer.copyTo(new int[(int) buffer.count()])) {
                    assertEquals(value, each);
                }
                buffer.close();
            }
            if (i % 500 == 0) {
                arena.trim();
            }
        }
    }

    /** Threads that use an arena while it is closed succeed or get an IllegalStateException. */
    @Test
    void closingWhileThreadsUseIt() throws InterruptedException {
        for (int run = 0; run < 30; run++) {
            BufferArena arena = cpu.arena();
            AtomicInteger done = new AtomicInteger();
            AtomicReference<Throwable> failure = new AtomicReference<>();
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                threads.add(new Thread(() -> {
                    try {
                        for (;;) {
                            DeviceBuffer x = arena.copyOf(numbers(N, 1));
                            DeviceBuffer out = arena.allocate(ElementType.FP32, N);
                            add().launch(blocks(N), x, x, out, N);
                            assertEquals(2 * (N - 1), out.copyTo(new float[N])[N - 1]);
                            done.incrementAndGet();
                            x.close();
                            out.close();
                        }
                    } catch (IllegalStateException e) {
                        // It is closed.
                    } catch (Throwable e) {
                        failure.set(e);
                    }
                }));
            }
            threads.forEach(Thread::start);
            while (done.get() < 20) {
                Thread.onSpinWait();
                if (failure.get() != null) {
                    break;
                }
            }
            arena.close();
            for (Thread each : threads) {
                each.join();
            }
            if (failure.get() != null) {
                throw new AssertionError(failure.get());
            }
            assertEquals(0, arena.bytes());
        }
    }
}
