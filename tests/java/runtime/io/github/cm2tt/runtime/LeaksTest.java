// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.outside.Caller;
import io.github.cm2tt.runtime.internal.ChildJvm;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory that is forgotten is freed and reported. */
class LeaksTest {
    /** Strong, since loggers are forgotten otherwise. */
    private static final Logger LOGGER = Logger.getLogger("io.github.cm2tt");

    /** Keeps what is logged. */
    private static final class Keeper extends Handler {
        final Queue<String> messages = new ConcurrentLinkedQueue<>();
        volatile Throwable lastThrown;

        @Override
        public void publish(LogRecord logged) {
            lastThrown = logged.getThrown();
            messages.add(logged.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}

        boolean has(String part) {
            return messages.stream().anyMatch(message -> message.contains(part));
        }
    }

    /** Collects garbage until the condition holds; ctest ends a test that waits for ever. */
    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            System.gc();
            Thread.sleep(20);
        }
    }

    private static Handle forgotten() {
        return Device.cpu().allocate(ElementType.I8, 12345).handle;
    }

    private static Handle closed() {
        DeviceBuffer buffer = Device.cpu().allocate(ElementType.I8, 54321);
        buffer.close();
        return buffer.handle;
    }

    @Test
    void freesAndReports() throws InterruptedException {
        Keeper keeper = new Keeper();
        LOGGER.addHandler(keeper);
        LOGGER.setUseParentHandlers(false);
        try {
            closed();
            Handle handle = forgotten();
            await(() -> keeper.has("12345 bytes"));
            assertFalse(handle.isOpen());
            String message =
                keeper.messages.stream().filter(text -> text.contains("12345")).findFirst().get();
            assertTrue(message.contains(" was never closed, and freed now that nothing refers to it: "
                    + "close() it, "
                    + "or use try-with-resources"),
                message);
            assertFalse(keeper.has("54321"), keeper.messages.toString());
        } finally {
            LOGGER.setUseParentHandlers(true);
            LOGGER.removeHandler(keeper);
        }
    }

    /** A buffer that is not closed is no leak as long as its arena can be closed; an arena is one. */
    @Test
    void reportsArenas() throws InterruptedException {
        Keeper keeper = new Keeper();
        LOGGER.addHandler(keeper);
        LOGGER.setUseParentHandlers(false);
        try {
            try (BufferArena arena = Device.cpu().arena()) {
                arena.allocate(ElementType.I8, 77777);
                for (int i = 0; i < 5; i++) {
                    System.gc();
                    Thread.sleep(5);
                }
                assertEquals(81920, arena.bytes());
            }
            // A buffer keeps its arena.
            DeviceBuffer kept = Caller.arena(12800).slice(0, 1);
            System.gc();
            Thread.sleep(20);
            assertTrue(kept.isOpen());
            assertFalse(keeper.has("arena"), keeper.messages.toString());
            Reference.reachabilityFence(kept);
            Caller.arena(25600);
            await(() -> keeper.has("a buffer arena (28672 bytes)"));
            String message =
                keeper.messages.stream().filter(text -> text.contains("28672")).findFirst().get();
            assertTrue(message.contains(", allocated at ")
                    && message.contains("cm2tt.outside.Caller.arena(Caller.java:"),
                message);
        } finally {
            LOGGER.setUseParentHandlers(true);
            LOGGER.removeHandler(keeper);
        }
    }

    /** Forgets many buffers, in a JVM of its own, which has not forgotten others: prints the reports. */
    static final class ForgetMany {
        private ForgetMany() {}

        public static void main(String[] arguments) throws InterruptedException {
            Keeper keeper = new Keeper();
            LOGGER.addHandler(keeper);
            LOGGER.setUseParentHandlers(false);
            for (int i = 0; i < 100; i++)
                Caller.allocate();
            await(() -> keeper.has("80 buffers (800 bytes)"));
            keeper.messages.forEach(System.out::println);
        }
    }

    @Test
    void limitsReports(@TempDir Path folder) throws Exception {
        String[] lines = run(folder, ForgetMany.class).split("\n");
        assertEquals(9, lines.length, String.join("\n", lines));
        for (int i = 0; i < 5; i++)
            assertTrue(lines[i].startsWith("a buffer of 10 x i8 (10 bytes), allocated at ")
                    && lines[i].contains("cm2tt.outside.Caller.allocate(Caller.java:")
                    && lines[i].endsWith("), was never closed, and freed now that nothing refers to it: "
                            + "close() it, "
                        + "or use try-with-resources"),
                lines[i]);
        for (int i = 5; i < 9; i++) {
            int count = 10 << i - 5;
            assertEquals(count + " buffers (" + 10 * count + " bytes) were never closed until now; "
                    + "-Dcm2tt.leaks=trace reports each of them",
                lines[i]);
        }
    }

    /** Forgets memory, in a JVM of its own: where it came from is known only if that is asked for first. */
    static final class Forget {
        private Forget() {}

        public static void main(String[] arguments) throws InterruptedException {
            Keeper keeper = new Keeper();
            LOGGER.addHandler(keeper);
            forgotten();
            await(() -> keeper.has("(12345 bytes)"));
            keeper.lastThrown.printStackTrace();
        }
    }

    @Test
    void saysWhereItWasAllocated(@TempDir Path folder) throws Exception {
        String text = run(folder, Forget.class, "-Dcm2tt.leaks=trace");
        assertTrue(text.contains("java.lang.Throwable: it was allocated here\n"), text);
        assertTrue(text.contains("LeaksTest.forgotten("), text);
    }

    /** The output of a program in a JVM of its own. */
    private static String run(Path folder, Class<?> program, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of(options));
        all.add("-Dcm2tt.native.path=" + System.getProperty("cm2tt.native.path"));
        ChildJvm.Ended ended = ChildJvm.run(ChildJvm.of(all, program), folder.resolve("output"));
        assertEquals(0, ended.status(), ended.output());
        return ended.output();
    }

    @Test
    void keepsWhatPartsAndArgumentsReferTo() throws InterruptedException {
        Handle[] handles = new Handle[2];
        DeviceBuffer part = part(handles);
        Arguments arguments = arguments(handles);
        for (int i = 0; i < 5; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertTrue(handles[0].isOpen());
        assertTrue(handles[1].isOpen());
        part.fill(0).whole().close();
        arguments.bufferAt(0).close();
    }

    private static DeviceBuffer part(Handle[] handles) {
        DeviceBuffer whole = Device.cpu().allocate(ElementType.I8, 100);
        handles[0] = whole.handle;
        return whole.slice(10, 10);
    }

    private static Arguments arguments(Handle[] handles) {
        DeviceBuffer buffer = Device.cpu().allocate(ElementType.I8, 100);
        handles[1] = buffer.handle;
        return TestSupport.add().arguments().add(buffer);
    }
}
