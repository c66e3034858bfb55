// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.add;
import static io.github.cm2tt.runtime.TestSupport.blocks;
import static io.github.cm2tt.runtime.TestSupport.inParallel;
import static io.github.cm2tt.runtime.TestSupport.numbers;
import static io.github.cm2tt.runtime.TestSupport.residentBytes;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Many threads at once: results, memory, and closing while others launch. */
class ThreadsTest {
    private static final int THREADS = 8;
    private static final int LAUNCHES = 10_000;
    private static final int N = 300;
    private final Device cpu = Device.cpu();

    /** Each thread adds 1 to its own numbers, so often. */
    private void count(KernelFunction add, int launches, Stream stream) {
        try (DeviceBuffer ones = cpu.copyOf(ones()); DeviceBuffer sums = cpu.copyOf(new float[N])) {
            Arguments arguments = add.arguments().add(sums).add(ones).add(sums).add(N);
            for (int i = 0; i < launches; i += 2) {
                add.launch(blocks(N), arguments);
                add.launch(blocks(N), sums, ones, sums, N);
            }
            if (stream != null)
                stream.synchronize();
            float[] expected = ones();
            for (int i = 0; i < N; i++)
                expected[i] = launches;
            assertArrayEquals(expected, sums.copyTo(new float[N]));
        }
    }

    private static float[] ones() {
        float[] ones = new float[N];
        java.util.Arrays.fill(ones, 1);
        return ones;
    }

    @Test
    void launchesManyKernels() {
        KernelFunction add = add();
        inParallel(THREADS, thread -> count(add, LAUNCHES / 10, null));
        long before = residentBytes();
        inParallel(THREADS, thread -> count(add, LAUNCHES, null));
        long grown = residentBytes() - before;
        assertTrue(grown < 32 << 20, grown + " bytes more after " + THREADS * LAUNCHES + " launches");
    }

    @Test
    void launchesOnStreams() {
        KernelFunction add = add();
        inParallel(4, thread -> {
            try (Stream stream = cpu.stream()) {
                count(add.on(stream), 1000, stream);
            }
        });
    }

    @Test
    void makesAndClosesMuch() {
        KernelFunction add = add();
        float[] numbers = numbers(100_000, 1);
        Runnable round = () -> inParallel(4, thread -> {
            for (int i = 0; i < 300; i++)
                try (Stream stream = cpu.stream(); Event event = stream.record();
                    DeviceBuffer x = cpu.copyOf(numbers); HostBuffer host = cpu.allocateHost(400_000)) {
                    add.on(stream).launch(blocks(N), x, x, x, N);
                    x.copyToAsync(host, stream);
                    stream.waitFor(event);
                }
        });
        assertKeepsNothing(round);
    }

    /** The heap grows as it likes: what is not given back is seen in each of some rounds. */
    private static void assertKeepsNothing(Runnable round) {
        round.run();
        long grown = Long.MAX_VALUE;
        for (int i = 0; i < 4 && grown >= 64 << 20; i++) {
            long before = residentBytes();
            round.run();
            grown = residentBytes() - before;
        }
        assertTrue(grown < 64 << 20, grown + " bytes more");
    }

    @Test
    void makesAndClosesKernels() {
        Runnable round = () -> inParallel(2, thread -> {
            for (int i = 0; i < 50; i++)
                try (KernelFunction add = add(); DeviceBuffer x = cpu.copyOf(numbers(N, 1))) {
                    add.launch(blocks(N), x, x, x, N);
                }
        });
        assertKeepsNothing(round);
    }

    /**
     * One thread replaces a buffer, a stream and a kernel again and again, while others launch what they
     * find.
     */
    @Test
    void closesWhileOthersLaunch() {
        AtomicReference<DeviceBuffer> buffer = new AtomicReference<>(cpu.copyOf(ones()));
        AtomicReference<Stream> stream = new AtomicReference<>(cpu.stream());
        AtomicReference<KernelFunction> kernel = new AtomicReference<>(add());
        AtomicBoolean isOver = new AtomicBoolean();
        AtomicInteger good = new AtomicInteger();
        AtomicInteger late = new AtomicInteger();
        inParallel(6, thread -> {
            if (thread == 0) {
                for (int i = 0; i < 200; i++) {
                    buffer.getAndSet(cpu.copyOf(ones())).close();
                    stream.getAndSet(cpu.stream()).close();
                    if (i % 10 == 0)
                        kernel.getAndSet(add()).close();
                }
                isOver.set(true);
            }
            while (!isOver.get())
                try {
                    use(thread, buffer.get(), stream.get(), kernel.get());
                    good.incrementAndGet();
                } catch (IllegalStateException e) {
                    assertTrue(e.getMessage().contains("closed"), e.getMessage());
                    late.incrementAndGet();
                }
        });
        assertTrue(good.get() > 0, "no launch went well");
        assertEquals(1f, buffer.get().slice(N - 1, 1).copyTo(new float[1])[0] > 0 ? 1f : 0f);
        buffer.get().close();
        stream.get().close();
    }

    /**
     * Handles that a capture releases may be closed by then, and other launches may be about to add theirs.
     */
    @Test
    void capturesWhileOthersLaunchAndClose() {
        KernelFunction add = add();
        AtomicReference<DeviceBuffer> buffer = new AtomicReference<>(cpu.copyOf(ones()));
        AtomicBoolean isOver = new AtomicBoolean();
        launch(add, buffer.get()); // A graph takes only what is compiled.
        inParallel(5, thread -> {
            for (int i = 0; thread == 0 && i < 500; i++)
                capture(add, buffer.get());
            if (thread == 0)
                isOver.set(true);
            while (!isOver.get())
                if (thread == 1)
                    buffer.getAndSet(cpu.copyOf(ones())).close();
                else
                    launch(add, buffer.get());
        });
        buffer.get().close();
    }

    private void capture(KernelFunction add, DeviceBuffer buffer) {
        try (Stream stream = cpu.stream();
            Graph graph = stream.capture(() -> launch(add.on(stream), buffer))) {
            graph.launch(stream);
        }
    }

    private static void launch(KernelFunction add, DeviceBuffer buffer) {
        try {
            add.launch(1, buffer, buffer, buffer, 1);
        } catch (IllegalStateException e) {
            assertTrue(e.getMessage().contains("closed"), e.getMessage());
        }
    }

    private static void use(int thread, DeviceBuffer buffer, Stream stream, KernelFunction kernel) {
        if (thread % 2 == 0)
            kernel.launch(blocks(N), buffer, buffer, buffer, N);
        else if (thread == 1)
            kernel.on(stream).launch(blocks(N), buffer, buffer, buffer, N);
        else if (thread == 3)
            buffer.copyTo(new float[N]);
        else
            stream.synchronize();
    }

    /** The same arguments in many threads are a mistake, but no danger. */
    @Test
    void survivesSharedArguments() {
        KernelFunction add = add();
        DeviceBuffer[] buffers = new DeviceBuffer[4];
        for (int i = 0; i < buffers.length; i++)
            buffers[i] = cpu.copyOf(ones());
        Arguments shared = add.arguments().add(buffers[0]).add(buffers[1]).add(buffers[2]).add(N);
        inParallel(4, thread -> {
            for (int i = 0; i < 5000; i++)
                try {
                    if (thread == 0)
                        shared.clear().add(buffers[i % 4]).add(buffers[0]).add(buffers[1]).add(i % N);
                    add.launch(blocks(N), shared);
                } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                    // Some arguments were of before, some of after.
                }
        });
        for (DeviceBuffer buffer : buffers)
            buffer.close();
    }

    @Test
    void compilesOnSmallStacks() {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(null, () -> {
            try (Cm2ttRuntime own = Cm2ttRuntime.builder().noCache().cpuThreads(1).build();
                DeviceBuffer x = own.cpu().copyOf(ones())) {
                add().on(own.cpu()).launch(blocks(N), x, x, x, N);
                assertEquals(2, x.copyTo(new float[N])[N - 1]);
            } catch (Throwable e) {
                failure.set(e);
            }
        }, "small", 200 << 10);
        thread.start();
        TestSupport.join(thread);
        if (failure.get() != null)
            throw new AssertionError(failure.get());
    }
}
