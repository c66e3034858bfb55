// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.add;
import static io.github.cm2tt.runtime.TestSupport.blocks;
import static io.github.cm2tt.runtime.TestSupport.numbers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** The mean time of launches. */
class BenchmarkTest {
    private final Device cpu = Device.cpu();

    @Test
    void returnsTheTimeOfOneCall() {
        AtomicInteger calls = new AtomicInteger();
        long pause = 2_000_000;
        long begin = System.nanoTime();
        double seconds = Benchmark.seconds(cpu, () -> {
            calls.incrementAndGet();
            for (long start = System.nanoTime(); System.nanoTime() - start < pause;)
                LockSupport.parkNanos(pause);
        });
        double total = (System.nanoTime() - begin) / 1e9;
        assertEquals(21, calls.get());
        assertTrue(seconds >= pause / 1e9, seconds + " s");
        assertTrue(20 * seconds <= total - pause / 1e9, seconds + " of " + total + " s");
    }

    @Test
    void completesTheWorkOfAllCalls() {
        int n = 1000;
        try (DeviceBuffer one = cpu.copyOf(numbers(n, 1)); DeviceBuffer sum = cpu.copyOf(new float[n])) {
            KernelFunction add = add().on(cpu);
            Benchmark.seconds(cpu, () -> add.launch(blocks(n), one, sum, sum, n));
            assertArrayEquals(numbers(n, 21), sum.copyTo(new float[n]));
        }
    }

    @Test
    void failsWithTheAction() {
        assertThrows(ArithmeticException.class,
            () -> Benchmark.seconds(cpu, () -> { throw new ArithmeticException(); }));
        assertThrows(NullPointerException.class, () -> Benchmark.seconds(null, () -> {}));
        assertThrows(NullPointerException.class, () -> Benchmark.seconds(cpu, null));
    }
}
