// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.add;
import static io.github.cm2tt.runtime.TestSupport.blocks;
import static io.github.cm2tt.runtime.TestSupport.fails;
import static io.github.cm2tt.runtime.TestSupport.inParallel;
import static io.github.cm2tt.runtime.TestSupport.numbers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Streams, events and graphs. */
class StreamTest {
    private static final int N = 1000;
    private final Device cpu = Device.cpu();

    @Test
    void launchesInOrder() {
        try (Stream stream = cpu.stream(); DeviceBuffer x = cpu.copyOf(numbers(N, 1));
                DeviceBuffer out = cpu.allocate(ElementType.FP32, N)) {
            KernelFunction add = add().on(stream);
            out.fillAsync(0, stream);
            for (int i = 0; i < 50; i++)
                add.launch(blocks(N), x, out, out, N);
            stream.synchronize();
            assertArrayEquals(numbers(N, 50), out.copyTo(new float[N]));
        }
    }

    @Test
    void closesBuffersAfterTheirWork() {
        try (Stream stream = cpu.stream(); DeviceBuffer out = cpu.allocate(ElementType.FP32, N)) {
            KernelFunction add = add().on(stream);
            for (int i = 0; i < 200; i++)
                try (DeviceBuffer x = cpu.copyOf(numbers(N, i))) {
                    add.launch(blocks(N), x, x, out, N);
                }
            stream.synchronize();
            assertArrayEquals(numbers(N, 398), out.copyTo(new float[N]));
        }
    }

    @Test
    void ordersStreamsByEvents() {
        try (Stream first = cpu.stream(); Stream second = cpu.stream();
            DeviceBuffer x = cpu.copyOf(numbers(N, 1));
                DeviceBuffer out = cpu.allocate(ElementType.FP32, N)) {
            add().on(first).launch(blocks(N), x, x, out, N);
            try (Event done = first.record()) {
                second.waitFor(done);
                add().on(second).launch(blocks(N), out, out, out, N);
                try (Event end = second.record()) {
                    assertTrue(done.millisecondsUntil(end) >= 0);
                }
            }
            assertArrayEquals(numbers(N, 4), out.copyTo(new float[N]));
        }
    }

    @Test
    void refusesWhatIsClosedOrOfOtherDevices() {
        Stream stream = cpu.stream();
        Event event = stream.record();
        try (Cm2ttRuntime other = Cm2ttRuntime.builder().noCache().cpuThreads(1).build();
                Stream there = other.cpu().stream(); Event early = cpu.event()) {
            var e = assertThrows(IllegalStateException.class, () -> there.waitFor(event));
            assertEquals("the event is of " + cpu + ", the rest of " + other.cpu() + ": expected one device",
                e.getMessage());
            assertThrows(IllegalStateException.class, () -> event.record(there));
            fails(RuntimeException.class, "an event was not recorded: it has no time",
                () -> early.millisecondsUntil(event));
        }
        try (Cm2ttRuntime same = Cm2ttRuntime.builder().noCache().build();
                Stream there = same.cpu().stream(); DeviceBuffer a = cpu.copyOf(new int[] {1});
                DeviceBuffer b = same.cpu().zeros(ElementType.I32, 1)) {
            fails(IllegalStateException.class,
                "the event is of " + cpu + ", the rest of " + cpu + ": expected one device of one runtime",
                () -> there.waitFor(event));
            fails(IllegalStateException.class, "the stream is of " + cpu + ", and a buffer of " + cpu
                    + " of another runtime: expected copyFrom, without a stream",
                () -> b.copyFromAsync(a, there));
        }
        stream.close();
        fails(IllegalStateException.class, "the stream is closed: use it before close(), and not after",
            stream::synchronize);
        fails(IllegalStateException.class, "the stream is closed: use it before close(), and not after",
            stream::record);
        fails(IllegalStateException.class, "the stream is closed: use it before close(), and not after",
            stream::nativeStream);
        fails(IllegalStateException.class, "the stream is closed: use it before close(), and not after",
            () -> stream.capture(() -> { }));
        event.close();
        fails(IllegalStateException.class, "the event is closed: use it before close(), and not after",
            () -> event.record(null));
    }

    @Test
    void replaysGraphs() {
        try (Stream stream = cpu.stream(); DeviceBuffer x = cpu.copyOf(numbers(N, 1));
                DeviceBuffer out = cpu.allocate(ElementType.FP32, N)) {
            out.fill(0);
            KernelFunction add = add().on(stream);
            add.prepare(x, out, out, N);
            try (Graph graph = stream.capture(() -> {
                        add.launch(blocks(N), x, out, out, N);
                        add.launch(blocks(N), x, out, out, N);
                    })) {
                assertArrayEquals(new float[N], out.copyTo(new float[N]));
                for (int i = 0; i < 10; i++)
                    graph.launch(stream);
                stream.synchronize();
                assertArrayEquals(numbers(N, 20), out.copyTo(new float[N]));
            }
        }
    }

    @Test
    void keepsWhatGraphsUse() {
        try (Stream stream = cpu.stream(); DeviceBuffer out = cpu.allocate(ElementType.FP32, N)) {
            DeviceBuffer x = cpu.copyOf(numbers(N, 1));
            KernelFunction add = add().on(stream);
            add.prepare(x, x, out, N);
            Graph graph = stream.capture(() -> add.launch(blocks(N), x, x, out, N));
            x.close();
            add.close();
            fails(IllegalStateException.class, "the buffer of 1000 x fp32 is closed: use it before "
                    + "close(), and not after",
                () -> x.fill(0));
            graph.launch(stream);
            graph.launch(null);
            stream.synchronize();
            assertArrayEquals(numbers(N, 2), out.copyTo(new float[N]));
            graph.close();
            fails(IllegalStateException.class, "the graph is closed: use it before close(), and not after",
                () -> graph.launch(stream));
        }
    }

    @Test
    void capturesAgainAfterAFailure() {
        try (Stream stream = cpu.stream()) {
            RuntimeException failure = new RuntimeException("mine");
            assertEquals(failure, assertThrows(RuntimeException.class, () -> stream.capture(() -> {
                throw failure;
            })));
            stream.capture(() -> { }).close();
            fails(IllegalStateException.class, "the stream captures already: end that capture before",
                () -> stream.capture(() -> stream.capture(() -> { })));
            stream.capture(() -> { }).close();
        }
    }

    /** Launches of another thread during a capture are neither captured nor lost. */
    @Test
    void capturesTheWorkOfOneThread() {
        try (Stream stream = cpu.stream(); Event event = cpu.event();
                DeviceBuffer x = cpu.copyOf(numbers(N, 1))) {
            KernelFunction add = add().on(stream);
            add.prepare(x, x, x, N);
            String capturing = Thread.currentThread().getName();
            Runnable others = () -> inParallel(1, thread -> {
                for (Runnable each : List.<Runnable>of(() -> add.launch(blocks(N), x, x, x, N),
                        () -> x.fillAsync(0, stream), () -> event.record(stream),
                        () -> stream.capture(() -> { }))) {
                    String said = assertThrows(IllegalStateException.class, each::run).getMessage();
                    assertTrue(said.equals("the stream captures already: end that capture before")
                            || said.equals("the stream captures work of the thread '" + capturing
                                + "' gives to it: use another stream until the capture has ended"),
                        said);
                }
            });
            try (Graph graph = stream.capture(others)) {
                graph.launch(stream);
            }
            inParallel(1, thread -> add.launch(blocks(N), x, x, x, N));
            stream.synchronize();
            assertArrayEquals(numbers(N, 2), x.copyTo(new float[N]));
        }
    }

    @Test
    void asksWhetherWorkIsDone() {
        try (Stream stream = cpu.stream(); Event event = cpu.event();
            DeviceBuffer buffer = cpu.allocate(ElementType.I8, 1 << 24)) {
            assertTrue(event.isDone());
            event.synchronize();
            for (int i = 0; i < 20; i++)
                buffer.fillAsync(i, stream);
            event.record(stream);
            event.synchronize();
            assertTrue(event.isDone());
            stream.synchronize();
            assertTrue(stream.isDone());
            assertEquals(19, buffer.copyTo(new byte[1])[0]);
            try (Graph graph = stream.capture(() -> {
                     var e = assertThrows(DeviceException.class, stream::isDone);
                     assertEquals("a stream that captures cannot be waited for: end the capture before",
                         e.getMessage());
                     assertThrows(DeviceException.class, stream::completion);
                 })) {
                graph.launch(stream);
            }
        }
    }

    @Test
    void callsActionsOnCompletion() throws Exception {
        List<String> order = new CopyOnWriteArrayList<>();
        try (Stream stream = cpu.stream(); DeviceBuffer buffer = cpu.zeros(ElementType.I32, 1 << 20)) {
            int[] last = new int[1];
            buffer.fillAsync(7, stream);
            assertSame(stream, stream.onCompletion(() -> order.add("first")));
            stream.onCompletion(() -> {
                // An action may use the runtime.
                stream.synchronize();
                buffer.slice((1 << 20) - 1, 1).copyTo(last);
                order.add(Thread.currentThread().getName() + " " + Thread.currentThread().isDaemon());
            });
            assertNull(stream.completion().get(20, TimeUnit.SECONDS));
            assertEquals(List.of("first", "cm2tt completions true"), order);
            assertEquals(7, last[0]);
            assertThrows(NullPointerException.class, () -> stream.onCompletion(null));
        }
    }

    @Test
    void completionsOfManyStreams() {
        inParallel(4, index -> {
            try (Stream stream = cpu.stream(); DeviceBuffer buffer = cpu.zeros(ElementType.I32, 1000)) {
                for (int i = 1; i <= 50; i++) {
                    buffer.fillAsync(i, stream);
                    stream.completion().join();
                    assertEquals(i, buffer.copyTo(new int[1000])[999]);
                }
            }
        });
    }

    @Test
    void reportsFailuresToCompletions() {
        KernelFunction check = KernelFunction.of(TestKernels.class, "check").on(cpu);
        DeviceBuffer large = cpu.allocate(ElementType.I8, 1 << 26);
        try (Stream stream = cpu.stream(); DeviceBuffer buffer = cpu.zeros(ElementType.FP32, 1)) {
            check.prepare(buffer);
            for (int i = 0; i < 20; i++)
                large.fillAsync(i, stream);
            check.on(stream).launch(1, buffer);
            CompletableFuture<Void> future = stream.completion();
            var e = assertThrows(CompletionException.class, future::join);
            assertEquals(DeviceException.class, e.getCause().getClass());
            assertTrue(e.getCause().getMessage().contains("not positive"), e.getCause().getMessage());
            assertThrows(Cm2ttException.class, stream::synchronize);
        }
        large.close();
    }

    @Test
    void logsExceptionsOfActions() {
        Logger logger = Logger.getLogger("io.github.cm2tt");
        List<LogRecord> records = new CopyOnWriteArrayList<>();
        var keeper = new java.util.logging.Handler() {
            @Override
            public void publish(LogRecord record) {
                records.add(record);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(keeper);
        logger.setUseParentHandlers(false);
        try (Stream stream = cpu.stream()) {
            stream.onCompletion(() -> {
                throw new IllegalStateException("of an action");
            });
            stream.completion().join();
            assertEquals("an action on the completion of a stream failed", records.get(0).getMessage());
            assertEquals("of an action", records.get(0).getThrown().getMessage());
        } finally {
            logger.setUseParentHandlers(true);
            logger.removeHandler(keeper);
        }
    }

    @Test
    void saysWhatItIs() {
        Stream stream = cpu.stream();
        Stream other = cpu.stream();
        try (Event event = stream.record(); Graph graph = stream.capture(() -> {})) {
            assertTrue(stream.toString().matches("stream \\d+ on .*"), stream.toString());
            assertTrue(event.toString().matches("event \\d+ on .*"), event.toString());
            assertTrue(graph.toString().matches("graph \\d+ on .*"), graph.toString());
            assertTrue(stream.toString().endsWith(" on " + cpu.name()), stream.toString());
            assertNotEquals(stream.toString(), other.toString());
        }
        stream.close();
        other.close();
        assertTrue(stream.toString().endsWith(" (closed)"), stream.toString());
    }
}
