// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Direct ByteBuffers whose memory goes before they do: copies of it are errors, and no crashes. */
class ArenasTest {
    private static final int BYTES = 40 << 20;
    private final Device cpu = Device.cpu();
    @TempDir Path folder;

    /** An arena of the JDK, which the oldest one does not have: it is called by names. */
    private record Arena(Object arena, Class<?> type) {
        static Arena shared() throws ReflectiveOperationException {
            assumeTrue(Runtime.version().feature() >= 22, "this JDK has no arenas");
            Class<?> type = Class.forName("java.lang.foreign.Arena");
            return new Arena(type.getMethod("ofShared").invoke(null), type);
        }

        ByteBuffer allocate() throws ReflectiveOperationException {
            Object segment = Class.forName("java.lang.foreign.SegmentAllocator")
                                 .getMethod("allocate", long.class)
                                 .invoke(arena, (long) BYTES);
            return (ByteBuffer) Class.forName("java.lang.foreign.MemorySegment")
                .getMethod("asByteBuffer")
                .invoke(segment);
        }

        void close() throws ReflectiveOperationException {
            type.getMethod("close").invoke(arena);
        }
    }

    @Test
    @Tag("jdk22")
    void copiesFromAndToArenas() throws ReflectiveOperationException {
        Arena arena = Arena.shared();
        ByteBuffer bytes = arena.allocate();
        assertFalse(DirectMemory.stays(bytes));
        assertFalse(DirectMemory.stays(bytes.slice(3, 5)));
        try (DeviceBuffer x = cpu.allocate(ElementType.I8, BYTES)) {
            bytes.put(0, (byte) 1).put(BYTES - 1, (byte) 2).position(1);
            x.copyFrom(bytes);
            assertArrayEquals(new byte[] {2}, x.slice(BYTES - 2, 1).copyTo(new byte[1]));
            bytes.put(BYTES - 1, (byte) 3);
            x.copyTo(bytes);
            assertEquals(2, bytes.get(BYTES - 1));
            assertEquals(1, bytes.position());
            arena.close();
            assertThrows(IllegalStateException.class, () -> x.copyFrom(bytes));
            assertThrows(IllegalStateException.class, () -> x.copyTo(bytes));
        }
    }

    @Test
    @Tag("jdk22")
    void copiesWhileAnArenaIsClosed() throws ReflectiveOperationException {
        for (int i = 0; i < 5; i++) {
            Arena arena = Arena.shared();
            ByteBuffer bytes = arena.allocate();
            Thread copier = new Thread(() -> {
                try (DeviceBuffer x = cpu.allocate(ElementType.I8, BYTES)) {
                    for (int copy = 0; copy < 1000; copy++)
                        x.copyFrom(bytes);
                } catch (IllegalStateException e) {
                    // The arena is closed.
                }
            });
            copier.start();
            arena.close();
            TestSupport.join(copier);
        }
    }

    @Test
    @Tag("jdk22")
    void copiesFromAFileThatGetsShorter() throws IOException {
        assumeTrue(Runtime.version().feature() >= 22, "this JDK does not say which buffers are mapped");
        try (FileChannel channel = FileChannel.open(folder.resolve("file"), StandardOpenOption.CREATE,
                 StandardOpenOption.READ, StandardOpenOption.WRITE);
            DeviceBuffer x = cpu.allocate(ElementType.I8, BYTES)) {
            ByteBuffer bytes = channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES);
            x.copyFrom(bytes);
            channel.truncate(0);
            assertThrows(InternalError.class, () -> x.copyFrom(bytes));
        }
    }

    @Test
    void takesOtherDirectBuffersAsTheyAre() {
        ByteBuffer bytes = ByteBuffer.allocateDirect(100);
        assertTrue(DirectMemory.stays(bytes));
        assertTrue(DirectMemory.stays(bytes.slice(1, 5).asReadOnlyBuffer()));
        assertFalse(DirectMemory.stays(ByteBuffer.allocate(1)));
        try (HostBuffer host = cpu.allocateHost(10)) {
            assertTrue(DirectMemory.stays(host.asByteBuffer()));
        }
    }
}
