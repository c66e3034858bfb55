// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.BLOCK;
import static io.github.cm2tt.runtime.TestSupport.add;
import static io.github.cm2tt.runtime.TestSupport.blocks;
import static io.github.cm2tt.runtime.TestSupport.numbers;
import static io.github.cm2tt.runtime.TestSupport.read;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.KernelException;
import org.junit.jupiter.api.Test;

/** Kernels run on the JVM. */
class DebugTest {
    private static final int N = 300;
    private final Device cpu = Device.cpu();

    @Test
    void runsOnTheJvm() {
        try (DeviceBuffer x = cpu.copyOf(numbers(N, 1));
            DeviceBuffer out = cpu.allocate(ElementType.FP32, N)) {
            add().debug(blocks(N), x, x, out, N);
            assertArrayEquals(numbers(N, 2), out.copyTo(new float[N]));
            // The same memory twice, in parts, and a private method.
            add().debug(blocks(N / 2), out.slice(0, N / 2), x, out.slice(0, N / 2), (short) (N / 2));
            assertArrayEquals(numbers(N / 2, 3), out.copyTo(new float[N / 2]));
            KernelFunction.of(TestKernels.class, "combine")
                .constant("BLOCK", BLOCK)
                .on(cpu)
                .debug(Grid.of(blocks(N)), x, x, x, out, N, 1, (byte) 2, 2f, 4.0, true);
            float[] expected = numbers(N, 4);
            for (int i = 0; i < N; i++)
                expected[i] -= 7;
            assertArrayEquals(expected, out.copyTo(new float[N]), 1e-3f);
        }
    }

    @Test
    void leavesBuffersIfTheKernelThrows() {
        try (DeviceBuffer out = cpu.copyOf(numbers(BLOCK - 1, 1))) {
            KernelFunction overrun = KernelFunction.of(TestKernels.class, "overrun").constant("BLOCK", BLOCK);
            assertThrows(KernelException.class, () -> overrun.debug(1, out));
            assertArrayEquals(numbers(BLOCK - 1, 1), out.copyTo(new float[BLOCK - 1]));
        }
    }

    private static void refused(String part, Runnable run) {
        RuntimeException e = assertThrows(RuntimeException.class, run::run);
        assertTrue(e.getMessage().contains(part), e.getMessage());
    }

    @Test
    void refusesArguments() {
        try (DeviceBuffer x = cpu.copyOf(numbers(N, 1))) {
            refused("expected 4", () -> add().debug(1, x, x));
            refused("'n'", () -> add().debug(1, x, x, x, 1f));
            refused("'n'", () -> add().debug(1, x, x, x, 1L));
            refused("'n'", () -> add().debug(1, x, x, x, x));
            refused("'y'", () -> add().debug(1, x, null, x, 1));
            refused("'y'", () -> add().debug(1, x, 1, x, 1));
            refused("device.copyOf", () -> add().debug(1, x, new float[1], x, 1));
            refused(
                "constant(", () -> KernelFunction.of(TestKernels.class, "add").debug(1, x, x, x, 1, BLOCK));
            KernelFunction model = KernelFunction.ofModel(read("examples/babylon/vector-add/model.json"));
            refused("KernelFunction.of(Class, name)", () -> model.debug(1, x, x, x, 1));
        }
        DeviceBuffer closed = cpu.copyOf(numbers(N, 1));
        closed.close();
        refused("closed", () -> add().debug(1, closed, closed, closed, 1));
    }
}
