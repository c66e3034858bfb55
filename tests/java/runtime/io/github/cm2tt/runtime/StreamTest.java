// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.add;
import static io.github.cm2tt.runtime.TestSupport.blocks;
import static io.github.cm2tt.runtime.TestSupport.inParallel;
import static io.github.cm2tt.runtime.TestSupport.numbers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
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
            assertThrows(IllegalStateException.class, () -> there.waitFor(event));
            assertThrows(IllegalStateException.class, () -> event.record(there));
            assertThrows(RuntimeException.class, () -> early.millisecondsUntil(event));
        }
        stream.close();
        assertThrows(IllegalStateException.class, stream::synchronize);
        assertThrows(IllegalStateException.class, stream::record);
        assertThrows(IllegalStateException.class, stream::nativeStream);
        assertThrows(IllegalStateException.class, () -> stream.capture(() -> { }));
        event.close();
        assertThrows(IllegalStateException.class, () -> event.record(null));
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
            assertThrows(IllegalStateException.class, () -> x.fill(0));
            graph.launch(stream);
            graph.launch(null);
            stream.synchronize();
            assertArrayEquals(numbers(N, 2), out.copyTo(new float[N]));
            graph.close();
            assertThrows(IllegalStateException.class, () -> graph.launch(stream));
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
            assertThrows(IllegalStateException.class, () -> stream.capture(() -> stream.capture(() -> { })));
            stream.capture(() -> { }).close();
        }
    }

    /** What another thread launches meanwhile is neither captured nor lost. */
    @Test
    void capturesTheWorkOfOneThread() {
        try (Stream stream = cpu.stream(); Event event = cpu.event();
                DeviceBuffer x = cpu.copyOf(numbers(N, 1))) {
            KernelFunction add = add().on(stream);
            add.prepare(x, x, x, N);
            Runnable others = () -> inParallel(1, thread -> {
                for (Runnable each : List.<Runnable>of(() -> add.launch(blocks(N), x, x, x, N),
                        () -> x.fillAsync(0, stream), () -> event.record(stream),
                        () -> stream.capture(() -> { }))) {
                    String said = assertThrows(IllegalStateException.class, each::run).getMessage();
                    assertTrue(said.contains("captures"), said);
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
}
