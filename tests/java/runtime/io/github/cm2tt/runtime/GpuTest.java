// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.MatrixSupport.integers;
import static io.github.cm2tt.runtime.MatrixSupport.product;
import static io.github.cm2tt.runtime.TestSupport.BLOCK;
import static io.github.cm2tt.runtime.TestSupport.blocks;
import static io.github.cm2tt.runtime.TestSupport.fails;
import static io.github.cm2tt.runtime.TestSupport.inParallel;
import static io.github.cm2tt.runtime.TestSupport.numbers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The behaviour of GPUs; also on a driver for tests, which has memory and checks calls, but runs no kernels,
 * so that values are checked on a real GPU alone.
 */
class GpuTest {
    private static final int N = 1000;
    private Device gpu;
    private boolean isFake;

    @BeforeEach
    void find() {
        assumeTrue(Cm2ttRuntime.shared().gpus() > 0, "needs a GPU");
        gpu = Device.gpu(0);
        isFake = gpu.name().startsWith("Fake GPU");
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
    void wrapsMemoryOfTheGpu() {
        try (DeviceBuffer x = gpu.copyOf(numbers(N, 1));
            DeviceBuffer part = gpu.wrap(x.address() + 400, ElementType.FP32, N - 100)) {
            assertArrayEquals(Arrays.copyOfRange(numbers(N, 1), 100, N), part.copyTo(new float[N - 100]));
            part.fill(3);
            assertEquals(3, x.copyTo(new float[N])[100]);
            ByteBuffer memory = ByteBuffer.allocateDirect(16);
            var e = assertThrows(IllegalArgumentException.class, () -> gpu.wrap(memory, ElementType.I8));
            assertEquals("a direct buffer and " + gpu
                    + ": expected memory of the device; copy to a buffer, or wrap on the CPU",
                e.getMessage());
            long host = Device.cpu().wrap(memory, ElementType.I8).address();
            e = assertThrows(IllegalArgumentException.class, () -> gpu.wrap(host, ElementType.I8, 16));
            assertTrue(e.getMessage().contains(" is not memory of '" + gpu.name() + "': "), e.getMessage());
        }
    }

    @Test
    void copiesBetweenDevices() {
        Cm2ttRuntime runtime = Cm2ttRuntime.shared();
        assumeTrue(runtime.gpus() > 1 || !isFake, "needs a second GPU");
        Device[] devices = {Device.cpu(), gpu, runtime.gpu(runtime.gpus() - 1)};
        for (Device from : devices)
            for (Device to : devices)
                try (DeviceBuffer x = from.copyOf(numbers(N, 1));
                    DeviceBuffer y = to.zeros(ElementType.FP32, N)) {
                    assertArrayEquals(numbers(N, 1), y.copyFrom(x).copyTo(new float[N]));
                }
    }

    /** Each of two GPUs continues with the results of the other one, ordered by events alone. */
    @Test
    void ordersWorkOfTwoGpus() {
        Cm2ttRuntime runtime = Cm2ttRuntime.shared();
        assumeTrue(runtime.gpus() > 1 || !isFake, "needs a second GPU");
        Device peer = runtime.gpu(runtime.gpus() - 1);
        int count = isFake ? N : 1 << 22;
        try (Stream first = gpu.stream(); Stream second = peer.stream();
            DeviceBuffer x = gpu.zeros(ElementType.FP32, count);
            DeviceBuffer there = peer.zeros(ElementType.FP32, count);
            DeviceBuffer one = gpu.allocate(ElementType.FP32, count).fill(1);
            DeviceBuffer two = peer.allocate(ElementType.FP32, count).fill(2);
            Event here = gpu.event(); Event away = peer.event()) {
            KernelFunction onFirst = add().on(first);
            KernelFunction onSecond = add().on(peer).on(second);
            for (int i = 0; i < 20; i++) {
                onFirst.launch(blocks(count), x, one, x, count);
                second.waitFor(here.record(first));
                there.copyFromAsync(x, second);
                onSecond.launch(blocks(count), there, two, there, count);
                first.waitFor(away.record(second));
                x.copyFromAsync(there, first);
            }
            first.synchronize();
            float[] result = x.copyTo(new float[count]);
            if (!isFake)
                for (float each : result)
                    assertEquals(60, each);
        }
    }

    /** One runtime and one kernel for all GPUs, each used by two threads; the threads move on to the next. */
    @Test
    void launchesOnAllGpus() {
        Cm2ttRuntime runtime = Cm2ttRuntime.shared();
        int gpus = runtime.gpus();
        KernelFunction add = add();
        inParallel(2 * gpus, thread -> {
            for (int i = 0; i < 2 * gpus; i++) {
                Device device = runtime.gpu((thread + i) % gpus);
                try (DeviceBuffer x = device.copyOf(numbers(N, 1)); Stream stream = device.stream();
                    DeviceBuffer sum = device.zeros(ElementType.FP32, N)) {
                    KernelFunction onDevice = add.on(device).on(stream);
                    for (int j = 0; j < 100; j++)
                        onDevice.launch(blocks(N), sum, x, sum, N);
                    stream.completion().join();
                    if (!isFake)
                        assertArrayEquals(numbers(N, 100), sum.copyTo(new float[N]));
                }
            }
        });
    }

    @Test
    void refusesObjectsOfOtherGpus() {
        Cm2ttRuntime runtime = Cm2ttRuntime.shared();
        assumeTrue(runtime.gpus() > 1, "needs a second GPU");
        Device peer = runtime.gpu(1);
        try (DeviceBuffer x = gpu.copyOf(numbers(N, 1)); DeviceBuffer there = peer.copyOf(numbers(N, 1));
            Stream stream = peer.stream(); HostBuffer host = peer.allocateHost(8)) {
            fails(IllegalStateException.class, "parameter 1, 'y': the buffer is on " + peer
                    + ", and the kernel is launched on " + gpu + ": expected one device, of one runtime; "
                    + "copy the buffer, or choose the device by on(device)",
                () -> add().launch(1, x, there, x, N));
            fails(IllegalStateException.class,
                "the stream is of " + peer + ", the rest of " + gpu + ": expected one device",
                () -> x.fillAsync(1, stream));
            fails(IllegalStateException.class,
                "the host buffer is of " + peer + ", the rest of " + gpu + ": expected one device",
                () -> x.copyFromAsync(host, null));
            assertEquals(gpu.name() + " (" + gpu.target() + ")", gpu.toString());
            assertEquals(peer.name() + " (" + peer.target() + ", GPU 1)", peer.toString());
            // The driver knows whose memory an address is.
            var e = assertThrows(IllegalArgumentException.class,
                () -> gpu.wrap(there.address(), ElementType.FP32, N));
            String end = " is not memory of '" + gpu.name() + "': it is memory of GPU 1";
            assertTrue(e.getMessage().endsWith(end), e.getMessage());
        }
    }

    @Test
    void copiesToTheCpuOnStreamsOfTheGpu() {
        Device cpu = Device.cpu();
        try (DeviceBuffer x = gpu.copyOf(numbers(N, 1)); DeviceBuffer y = gpu.zeros(ElementType.FP32, N);
            DeviceBuffer there = cpu.zeros(ElementType.FP32, N); Stream stream = gpu.stream();
            Stream ofCpu = cpu.stream(); Event event = gpu.event()) {
            there.copyFromAsync(x, stream);
            y.copyFromAsync(there, stream);
            stream.synchronize();
            assertArrayEquals(numbers(N, 1), y.copyTo(new float[N]));
            y.copyFromAsync(there.fill(7), null);
            gpu.synchronize();
            assertEquals(7, y.copyTo(new float[N])[N - 1]);
            fails(IllegalStateException.class, "the stream is of " + cpu + ", and a buffer of " + gpu
                    + ": expected a stream of " + gpu,
                () -> there.copyFromAsync(x, ofCpu));
            fails(IllegalStateException.class,
                "the event is of " + gpu + ", the rest of " + cpu + ": expected one device",
                () -> ofCpu.waitFor(event));
        }
    }

    @Test
    void copiesPartsOfLargeHostMemory() {
        long bytes = 5L << 29;
        long far = (1L << 31) - 4;
        try (HostBuffer host = gpu.allocateHost(bytes); Stream stream = gpu.stream();
            DeviceBuffer x = gpu.zeros(ElementType.I32, 2)) {
            host.asByteBuffer(far, 8).putInt(0, 7).putInt(4, 8);
            x.copyFromAsync(host, far, 8, stream);
            x.copyToAsync(host, bytes - 8, 8, stream);
            stream.synchronize();
            assertArrayEquals(new int[] {7, 8}, x.copyTo(new int[2]));
            assertEquals(8, host.asByteBuffer(bytes - 4, 4).getInt(0));
        }
    }

    @Test
    void capturesWorkOfOneGpu() {
        Cm2ttRuntime runtime = Cm2ttRuntime.shared();
        assumeTrue(runtime.gpus() > 1, "needs a second GPU");
        Device peer = runtime.gpu(1);
        try (Stream first = gpu.stream(); Stream second = peer.stream();
            DeviceBuffer x = gpu.copyOf(numbers(N, 1)); DeviceBuffer out = gpu.zeros(ElementType.FP32, N);
            Event here = gpu.event()) {
            DeviceBuffer there = peer.zeros(ElementType.FP32, N);
            try (Graph graph = first.capture(() -> {
                     there.copyFromAsync(x, first);
                     out.copyFromAsync(there, first);
                     here.record(first);
                     fails(IllegalStateException.class,
                         "a stream of " + gpu
                             + " captures: wait for events of other devices before the capture, or after it",
                         () -> second.waitFor(here));
                 })) {
                there.close();
                graph.launch(first);
                first.synchronize();
                if (!isFake)
                    assertArrayEquals(numbers(N, 1), out.copyTo(new float[N]));
            }
        }
    }

    @Test
    void launches() {
        try (DeviceBuffer x = gpu.copyOf(numbers(N, 1)); DeviceBuffer out = gpu.allocate(ElementType.FP32, N);
            Stream stream = gpu.stream()) {
            assertArrayEquals(numbers(N, 1), x.copyTo(new float[N]));
            add().on(stream).launch(blocks(N), x, x, out, N);
            stream.synchronize();
            if (!isFake)
                assertArrayEquals(numbers(N, 2), out.copyTo(new float[N]));
            try (DeviceBuffer there = Device.cpu().allocate(ElementType.FP32, N)) {
                assertThrows(IllegalStateException.class, () -> add().launch(1, x, x, there, N));
            }
            assertTrue(add().prepare(x, x, out, N).image().length > 0);
        }
    }

    @Test
    void checkedLaunchesReportAccessesOutOfBounds() {
        KernelFunction overrun = KernelFunction.of(TestKernels.class, "overrun").constant("BLOCK", BLOCK);
        try (DeviceBuffer out = gpu.copyOf(new float[BLOCK + 64]); Stream stream = gpu.stream()) {
            overrun.on(gpu).checked().launch(1, out.slice(16, BLOCK));
            DeviceBuffer part = out.slice(32, BLOCK - 1);
            for (KernelFunction kernel : List.of(overrun.on(gpu), overrun.on(stream))) {
                var e = assertThrows(KernelFaultException.class, () -> kernel.checked().launch(1, part));
                Diagnostic fault = e.diagnostics().get(0);
                assertEquals(1, e.diagnostics().size(), e::getMessage);
                assertEquals("store out of bounds: element 127 of 'out', which has 127, by program (0, 0, 0) "
                        + "at [127] of the tile",
                    fault.message());
                assertEquals("io/github/cm2tt/runtime/TestKernels.java", fault.file());
                assertTrue(fault.line() > 1);
                assertTrue(fault.notes().get(0).message().startsWith("races, reads of uninitialised memory"));
                assertTrue(fault.notes().get(1).message().startsWith("access elements of the buffer only: "));
            }
            float[] ones = new float[BLOCK + 64];
            Arrays.fill(ones, 16, BLOCK + 31, 1);
            assertArrayEquals(ones, out.copyTo(new float[BLOCK + 64]));
        }
    }

    @Test
    void multipliesWhereSharedMemorySuffices() {
        KernelFunction multiply = KernelFunction.of(TestKernels.class, "multiply").on(gpu);
        float[] factor = integers(64 * 64, 0);
        try (DeviceBuffer x = gpu.copyOf(ElementType.FP16, factor);
            DeviceBuffer out = gpu.allocate(ElementType.FP32, factor.length)) {
            if (isFake) {
                String said = assertThrows(OutOfResourcesException.class,
                    () -> multiply.launch(1, x, out)).getMessage();
                assertTrue(said.contains("bytes of shared memory"), said);
                return;
            }
            multiply.launch(1, x, out);
            assertArrayEquals(product(factor, factor, 64, 64, 64), out.copyTo(new float[factor.length]));
        }
    }

    @Test
    void takesArgumentsOfEachType() {
        KernelFunction combine =
            KernelFunction.of(TestKernels.class, "combine").constant("BLOCK", BLOCK).on(gpu);
        try (DeviceBuffer x = gpu.copyOf(numbers(N, 1)); DeviceBuffer y = gpu.copyOf(numbers(N, 2));
            DeviceBuffer out = gpu.copyOf(new float[N])) {
            for (boolean isNegative : new boolean[] {false, true}) {
                combine.launch(blocks(N), x, y, x, out, N, 1, 2L, 4f, 8.0, isNegative);
                float[] expected = numbers(N, 7);
                for (int i = 0; i < N; i++)
                    expected[i] += isNegative ? -11 : 11;
                if (!isFake)
                    assertArrayEquals(expected, out.copyTo(new float[N]));
            }
        }
    }

    @Test
    void launchesPartsOfBuffersOfOtherTypes() {
        int half = N / 2;
        try (DeviceBuffer x = gpu.copyOf(ElementType.FP16, numbers(N, 1));
            DeviceBuffer out = gpu.copyOf(ElementType.FP16, new float[N])) {
            assertArrayEquals(numbers(N, 1), x.copyTo(new float[N]));
            if (isFake)
                return; // It would add floats of 32 bits.
            add().launch(blocks(half), x.slice(half, half), x.slice(0, half), out.slice(half, half), half);
            float[] expected = new float[N];
            for (int i = 0; i < half; i++)
                expected[half + i] = 2 * i + half;
            assertArrayEquals(expected, out.copyTo(new float[N]));
        }
    }

    @Test
    void ordersStreamsByEvents() {
        try (Stream first = gpu.stream(); Stream second = gpu.stream();
            DeviceBuffer x = gpu.copyOf(numbers(N, 1)); DeviceBuffer out = gpu.copyOf(new float[N])) {
            KernelFunction onFirst = add().on(first);
            KernelFunction onSecond = add().on(second);
            for (int i = 0; i < 100; i++) {
                onFirst.launch(blocks(N), x, out, out, N);
                try (Event done = first.record()) {
                    second.waitFor(done);
                }
                onSecond.launch(blocks(N), x, out, out, N);
                try (Event done = second.record()) {
                    first.waitFor(done);
                }
            }
            try (Event begin = first.record(); Event end = second.record()) {
                assertTrue(Double.isFinite(begin.millisecondsUntil(end)));
            }
            first.synchronize();
            second.synchronize();
            if (!isFake)
                assertArrayEquals(numbers(N, 200), out.copyTo(new float[N]));
        }
    }

    @Test
    void tunes() {
        try (Autotuner tuner =
                 Autotuner.of(KernelFunction.of(TestKernels.class, "increment").on(gpu))
                     .configuration(TuneConfiguration.of("BLOCK", 128))
                     .configuration(TuneConfiguration.of("BLOCK", 512))
                     .grid((configuration, arguments) ->
                         Grid.of(Grid.cdiv(arguments.longAt(1), configuration.constant("BLOCK"))))
                     .keyPowerOfTwo("n").restored("x").noFolder().milliseconds(200).build();
            DeviceBuffer x = gpu.copyOf(new int[N])) {
            tuner.launch(x, N, 3);
            tuner.launch(x, N, 4);
            TuneResult result = tuner.results().get(0);
            assertEquals(2, result.measurements().size());
            assertTrue(result.measurements().get(result.choice()).runs() > 0);
            int[] expected = new int[N];
            Arrays.fill(expected, 7);
            if (!isFake)
                assertArrayEquals(expected, x.copyTo(new int[N]));
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
                if (!isFake)
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
            if (!isFake)
                assertEquals(2f * (N - 1), out.copyTo(new float[N])[N - 1]);
        }
    }
}
