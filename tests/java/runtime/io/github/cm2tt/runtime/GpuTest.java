// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.BLOCK;
import static io.github.cm2tt.runtime.TestSupport.blocks;
import static io.github.cm2tt.runtime.TestSupport.inParallel;
import static io.github.cm2tt.runtime.TestSupport.numbers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What GPUs do; also on a driver for tests, which runs no kernels but has memory and counts calls. */
class GpuTest {
    private static final int N = 1000;
    private static final boolean IS_FAKE =
        String.valueOf(System.getenv("CM2TT_LIBCUDA")).endsWith("FakeCuda.so");
    private Device gpu;

    @BeforeEach
    void find() {
        assumeTrue(Cm2ttRuntime.shared().gpus() > 0, "there is no GPU");
        gpu = Device.gpu(0);
    }

    private KernelFunction add() {
        return KernelFunction.of(TestKernels.class, "add").constant("BLOCK", BLOCK).on(gpu);
    }

    @Test
    void hasFacts() {
        assertTrue(gpu.isGpu());
        assertTrue(gpu.target().startsWith("sm_"), gpu.target());
        assertTrue(gpu.facts().computeMajor() >= 8, gpu.facts().toString());
        assertTrue(gpu.facts().driverVersion() > 0, gpu.facts().toString());
    }

    @Test
    void launches() {
        try (DeviceBuffer x = gpu.copyOf(numbers(N, 1)); DeviceBuffer out = gpu.allocate(ElementType.FP32, N);
            Stream stream = gpu.stream()) {
            assertArrayEquals(numbers(N, 1), x.copyTo(new float[N]));
            add().on(stream).launch(blocks(N), x, x, out, N);
            stream.synchronize();
            if (!IS_FAKE)
                assertArrayEquals(numbers(N, 2), out.copyTo(new float[N]));
            try (DeviceBuffer there = Device.cpu().allocate(ElementType.FP32, N)) {
                assertThrows(IllegalStateException.class, () -> add().launch(1, x, x, there, N));
            }
            assertTrue(add().prepare(x, x, out, N).image().length > 0);
        }
    }

    @Test
    void saysThatSharedMemoryIsTooSmall() {
        assumeTrue(IS_FAKE, "GPUs have more");
        KernelFunction multiply = KernelFunction.of(TestKernels.class, "multiply").on(gpu);
        try (DeviceBuffer x = gpu.allocate(ElementType.FP16, 64 * 64);
            DeviceBuffer out = gpu.allocate(ElementType.FP32, 64 * 64)) {
            String said =
                assertThrows(OutOfResourcesException.class, () -> multiply.launch(1, x, out)).getMessage();
            assertTrue(said.contains("bytes of shared memory"), said);
        }
    }

    @Test
    void launchesFromManyThreads() {
        KernelFunction add = add();
        inParallel(8, thread -> {
            try (DeviceBuffer sums = gpu.copyOf(new float[N]); DeviceBuffer x = gpu.copyOf(numbers(N, 1));
                Stream stream = gpu.stream()) {
                KernelFunction queued = add.on(stream);
                Arguments arguments = queued.arguments().add(sums).add(x).add(sums).add(N);
                for (int i = 0; i < 10_000; i++)
                    queued.launch(blocks(N), arguments);
                stream.synchronize();
                if (!IS_FAKE)
                    assertArrayEquals(numbers(N, 10_000), sums.copyTo(new float[N]), 200);
            }
        });
    }

    @Test
    void replaysGraphs() {
        try (Stream stream = gpu.stream(); DeviceBuffer out = gpu.copyOf(new float[N])) {
            DeviceBuffer x = gpu.copyOf(numbers(N, 1));
            KernelFunction add = add().on(stream);
            add.prepare(x, out, out, N);
            try (Graph graph = stream.capture(() -> add.launch(blocks(N), x, out, out, N))) {
                x.close();
                graph.launch(stream);
                graph.launch(stream);
                stream.synchronize();
            }
            if (!IS_FAKE)
                assertEquals(2f * (N - 1), out.copyTo(new float[N])[N - 1]);
        }
    }
}
