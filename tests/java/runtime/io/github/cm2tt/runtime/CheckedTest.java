// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.BLOCK;
import static io.github.cm2tt.runtime.TestSupport.add;
import static io.github.cm2tt.runtime.TestSupport.blocks;
import static io.github.cm2tt.runtime.TestSupport.numbers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Checked launches on the CPU. */
class CheckedTest {
    private static final int N = 300;
    private final Device cpu = Device.cpu();

    private static KernelFunction kernel(String name) {
        return KernelFunction.of(TestKernels.class, name).constant("BLOCK", BLOCK).on(Device.cpu()).checked();
    }

    /** Checks that a launch throws; returns its only error. */
    private static Diagnostic fault(Executable launch) {
        List<Diagnostic> all = assertThrows(KernelFaultException.class, launch).diagnostics();
        assertEquals(1, all.size(), all::toString);
        assertEquals("io/github/cm2tt/runtime/TestKernels.java", all.get(0).file());
        assertTrue(all.get(0).line() > 1);
        return all.get(0);
    }

    @Test
    void goodKernelsRun() {
        try (DeviceBuffer x = cpu.copyOf(numbers(N, 1));
            DeviceBuffer out = cpu.allocate(ElementType.FP32, N)) {
            KernelFunction add = add().checked();
            add.launch(blocks(N), x, x, out, N);
            assertArrayEquals(numbers(N, 2), out.copyTo(new float[N]));
            add.launch(Grid.of(blocks(N)), add.arguments().add(x).add(out).add(out).add(N));
            assertArrayEquals(numbers(N, 3), out.copyTo(new float[N]));
        }
    }

    @Test
    void sizesBelongToTheirBuffersAfterANullPointer() {
        try (DeviceBuffer x = cpu.copyOf(numbers(BLOCK, 1));
            DeviceBuffer y = cpu.copyOf(new float[] {2});
            DeviceBuffer out = cpu.allocate(ElementType.FP32, BLOCK)) {
            kernel("addPresent").launch(1, x, null, y, out);
            float[] expected = numbers(BLOCK, 1);
            for (int i = 0; i < BLOCK; i++) {
                expected[i] += 2;
            }
            assertArrayEquals(expected, out.copyTo(new float[BLOCK]));
            DeviceBuffer part = out.slice(0, BLOCK - 1);
            assertEquals("store out of bounds: element 127 of 'out', which has 127, by program (0, 0, 0) at "
                    + "[127] of the tile",
                fault(() -> kernel("addPresent").launch(1, x, null, y, part)).message());
        }
    }

    @Test
    void outOfBounds() {
        try (DeviceBuffer out = cpu.copyOf(numbers(BLOCK - 1, 1))) {
            Diagnostic fault = fault(() -> kernel("overrun").launch(1, out));
            assertEquals("store out of bounds: element 127 of 'out', which has 127, by program (0, 0, 0) at "
                    + "[127] of the tile",
                fault.message());
            assertEquals(
                "access elements of the buffer only: pass a mask, such as offsets.lt(n), or a larger "
                    + "buffer",
                fault.notes().get(0).message());
            float[] ones = new float[BLOCK - 1];
            Arrays.fill(ones, 1);
            assertArrayEquals(ones, out.copyTo(new float[BLOCK - 1]));
        }
    }

    @Test
    void outOfTheBoundsOfSlices() {
        try (DeviceBuffer out = cpu.copyOf(numbers(2 * BLOCK, 1))) {
            kernel("overrun").launch(1, out.slice(8, BLOCK));
            Diagnostic fault = fault(() -> kernel("overrun").launch(1, out.slice(8, 100)));
            assertTrue(
                fault.message().startsWith("store out of bounds: element 100 of 'out', which has 100, "),
                fault::message);
        }
    }

    @Test
    void unwrittenMemory() {
        try (DeviceBuffer x = cpu.copyOf(numbers(N, 1)); DeviceBuffer y = cpu.allocate(ElementType.FP32, N);
            DeviceBuffer out = cpu.allocate(ElementType.FP32, N)) {
            KernelFunction add = add().checked();
            Diagnostic fault = fault(() -> add.launch(blocks(N), x, y, out, N));
            assertEquals("load of uninitialised memory: element 0 of 'y', by program (0, 0, 0) at [0] of the "
                    + "tile, and 299 more like it",
                fault.message());
            y.fill(0);
            add.launch(blocks(N), x, y, out, N);
            assertArrayEquals(numbers(N, 1), out.copyTo(new float[N]));
        }
    }

    @Test
    void races() {
        try (DeviceBuffer x = cpu.copyOf(numbers(2 * BLOCK, 1));
            DeviceBuffer out = cpu.allocate(ElementType.FP32, 1)) {
            Diagnostic fault = fault(() -> kernel("total").launch(2, x, out));
            assertEquals("store of another value than that of program (0, 0, 0): element 0 of 'out', by "
                    + "program (1, 0, 0)",
                fault.message());
            assertEquals(fault.line(), fault.notes().get(0).line());
        }
    }

    @Test
    void streamsReportLater() {
        try (Stream stream = cpu.stream(); DeviceBuffer out = cpu.allocate(ElementType.FP32, 1)) {
            kernel("overrun").on(stream).launch(1, out);
            fault(stream::synchronize);
        }
    }
}
