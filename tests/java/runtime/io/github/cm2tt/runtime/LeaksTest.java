// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.runtime.internal.ChildJvm;
import java.nio.file.Path;
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
            assertTrue(keeper.has(" (12345 bytes) was never closed, and freed now that nothing refers to it: "
                    + "close() it, or use try-with-resources; -Dcm2tt.leaks=trace says where it was "
                    + "allocated"),
                keeper.messages.toString());
            assertFalse(keeper.has("54321"), keeper.messages.toString());
        } finally {
            LOGGER.setUseParentHandlers(true);
            LOGGER.removeHandler(keeper);
        }
    }

    /** Forgets memory, in a JVM of its own: where it came from is known only if that is asked for first. */
    static final class Forget {
        private Forget() {}

        public static void main(String[] arguments) throws InterruptedException {
            Keeper keeper = new Keeper();
            LOGGER.addHandler(keeper);
            forgotten();
            await(() -> keeper.has("(12345 bytes) was never closed, and freed now that nothing refers to it: "
                + "close() it, or use try-with-resources"));
            keeper.lastThrown.printStackTrace();
        }
    }

    @Test
    void saysWhereItWasAllocated(@TempDir Path folder) throws Exception {
        ProcessBuilder builder = ChildJvm.of(
            List.of("-Dcm2tt.leaks=trace", "-Dcm2tt.native.path=" + System.getProperty("cm2tt.native.path")),
            Forget.class);
        ChildJvm.Ended ended = ChildJvm.run(builder, folder.resolve("output"));
        String text = ended.output();
        assertEquals(0, ended.status(), text);
        assertTrue(text.contains("java.lang.Throwable: it was allocated here\n"), text);
        assertTrue(text.contains("LeaksTest.forgotten("), text);
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
