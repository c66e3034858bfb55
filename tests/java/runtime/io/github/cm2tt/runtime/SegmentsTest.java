// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** The methods for memory segments, which are in the jar for JDK 22 and newer. */
class SegmentsTest {
    private static final int BYTES = 3_000_004;
    private final Device cpu = Device.cpu();

    private static void fails(Class<? extends Throwable> type, String message, Runnable code) {
        assertEquals(message, assertThrows(type, code::run).getMessage());
    }

    @Test
    void copiesSegmentsOfAllKinds() {
        try (Arena confined = Arena.ofConfined(); Arena shared = Arena.ofShared();
            DeviceBuffer buffer = cpu.zeros(ElementType.I32, BYTES / 4 + 1)) {
            MemorySegment[] all = {confined.allocate(BYTES), shared.allocate(BYTES),
                Arena.ofAuto().allocate(BYTES), Arena.global().allocate(BYTES),
                MemorySegment.ofArray(new byte[BYTES]), MemorySegment.ofArray(new float[BYTES / 4]),
                MemorySegment.ofArray(new long[BYTES / 8 + 1]).asSlice(4, BYTES)};
            for (int i = 0; i < all.length; i++) {
                all[i].fill((byte) i);
                all[i].set(ValueLayout.JAVA_BYTE, BYTES - 1, (byte) -i);
                assertSame(buffer, buffer.fill(-1).copyFrom(all[i].asReadOnly()));
                byte[] read = buffer.as(ElementType.I8).copyTo(new byte[BYTES + 1]);
                assertEquals(i, read[0]);
                assertEquals(-i, read[BYTES - 1]);
                assertEquals(-1, read[BYTES]);
                MemorySegment back = all[(i + 1) % all.length];
                assertSame(back, buffer.copyTo(back));
                assertEquals(-1, back.mismatch(all[i]));
            }
        }
    }

    @Test
    void wrapsSegments() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = arena.allocate(4000, 16);
            try (DeviceBuffer buffer = cpu.wrap(segment.asSlice(16), ElementType.FP32);
                Stream stream = cpu.stream()) {
                assertEquals(996, buffer.count());
                buffer.fillAsync(1.5, stream);
                stream.synchronize();
                assertEquals(1.5f, segment.get(ValueLayout.JAVA_FLOAT, 3996));
                assertEquals(0, segment.get(ValueLayout.JAVA_FLOAT, 12));
                segment.set(ValueLayout.JAVA_FLOAT, 16, 7);
                assertArrayEquals(new float[] {7, 1.5f}, buffer.slice(0, 2).copyTo(new float[2]));
            }
        }
    }

    @Test
    void hostMemoryIsASegment() {
        HostBuffer host = cpu.allocateHost(16);
        MemorySegment segment = host.asSegment();
        try (Stream stream = cpu.stream(); DeviceBuffer buffer = cpu.zeros(ElementType.I64, 2)) {
            assertEquals(16, segment.byteSize());
            segment.set(ValueLayout.JAVA_LONG, 8, 7);
            buffer.copyFromAsync(host, stream);
            stream.synchronize();
            assertEquals(7, buffer.copyTo(new long[2])[1]);
        }
        host.close();
        fails(IllegalStateException.class,
            "the host buffer of 16 bytes is closed: use it before close(), and not after", host::asSegment);
        System.gc();
        assertEquals(7, segment.get(ValueLayout.JAVA_LONG, 8));
    }

    /** Only what is accessed takes memory. */
    @Test
    void largeHostMemoryIsASegment() {
        long bytes = 5L << 29;
        MemorySegment segment;
        try (HostBuffer host = cpu.allocateHost(bytes)) {
            segment = host.asSegment();
            segment.set(ValueLayout.JAVA_BYTE, bytes - 1, (byte) 3);
            assertEquals(3, host.asByteBuffer(bytes - 1, 1).get(0));
        }
        assertEquals(bytes, segment.byteSize());
        CompletableFuture.runAsync(() -> segment.set(ValueLayout.JAVA_BYTE, 1L << 31, (byte) 4)).join();
        assertEquals(4, segment.get(ValueLayout.JAVA_BYTE, 1L << 31));
        assertThrows(IndexOutOfBoundsException.class, () -> segment.get(ValueLayout.JAVA_BYTE, bytes));
    }

    @Test
    void refusesOtherSegments() {
        MemorySegment closed;
        try (Arena arena = Arena.ofConfined()) {
            closed = arena.allocate(16);
            MemorySegment segment = closed;
            var e = assertThrows(CompletionException.class,
                () -> CompletableFuture.runAsync(() -> cpu.wrap(segment, ElementType.I8)).join());
            assertEquals(WrongThreadException.class, e.getCause().getClass());
            assertEquals("another thread owns the arena of the segment: expected that thread, or an "
                    + "arena that is "
                    + "shared",
                e.getCause().getMessage());
            try (DeviceBuffer readOnly = cpu.wrap(segment.asReadOnly(), ElementType.I8)) {
                assertTrue(readOnly.isReadOnly());
                fails(IllegalArgumentException.class, "the buffer of 16 x i8 on " + cpu.name()
                        + " is read-only: expected one to write to, such as a copy",
                    () -> readOnly.copyFrom(segment));
                assertEquals(0, readOnly.copyTo(new byte[16])[15]);
            }
            fails(IllegalArgumentException.class, "15 bytes as fp32: expected a multiple of 4",
                () -> cpu.wrap(segment.asSlice(1), ElementType.FP32));
            var misaligned = assertThrows(
                IllegalArgumentException.class, () -> cpu.wrap(segment.asSlice(2, 4), ElementType.FP32));
            assertTrue(misaligned.getMessage().endsWith(" as fp32: expected a multiple of 4"),
                misaligned.getMessage());
            try (DeviceBuffer buffer = cpu.zeros(ElementType.I8, 15)) {
                fails(IllegalArgumentException.class,
                    "16 bytes and a buffer of 15 bytes: expected no more than the buffer has",
                    () -> buffer.copyFrom(segment));
                fails(IllegalArgumentException.class, "a segment that is read-only: expected one to write to",
                    () -> buffer.copyTo(segment.asSlice(1).asReadOnly()));
            }
        }
        fails(IllegalArgumentException.class, "a segment on the heap, where the garbage collector moves it: "
                + "expected a native one",
            () -> cpu.wrap(MemorySegment.ofArray(new int[4]), ElementType.I32));
        String message = "the arena of the segment is closed: use it before close(), and not after";
        fails(IllegalStateException.class, message, () -> cpu.wrap(closed, ElementType.I8));
        DeviceBuffer buffer = cpu.zeros(ElementType.I8, 16);
        fails(IllegalStateException.class, message, () -> buffer.copyFrom(closed));
        fails(IllegalStateException.class, message, () -> buffer.copyTo(closed));
        buffer.close();
        fails(IllegalStateException.class, "the buffer of 16 x i8 is closed: use it before close(), and "
                + "not after",
            () -> buffer.copyFrom(MemorySegment.ofArray(new int[0])));
    }
}
