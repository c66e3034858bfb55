// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Graph;
import org.junit.jupiter.api.Test;

/**
 * Launches that depend on the one before, of many short kernels: each reads all that the other wrote, and
 * writes what the other read. On a GPU each starts while the one before it ends.
 */
final class LaunchChainTest {
    private static final int ROWS = 512;
    private static final int COLUMNS = 256;
    private static final int ROUNDS = 100;

    /** Adds 1 and transposes, back and forth: another program reads what one wrote. */
    private static void round(DeviceTensor x, DeviceTensor y) {
        Elementwise.launch(KernelTesting.STREAM, Elementwise.Binary.ADD, x, 1, x);
        Transpose.launch(KernelTesting.STREAM, x, y);
        Elementwise.launch(KernelTesting.STREAM, Elementwise.Binary.ADD, y, 1, y);
        Transpose.launch(KernelTesting.STREAM, y, x);
    }

    private static void check(DeviceTensor x, int rounds) {
        KernelTesting.STREAM.synchronize();
        float[] found = x.toFloats();
        for (int i = 0; i < found.length; i++)
            assertEquals(i % 1000 + 2 * rounds, found[i], "element " + i);
    }

    @Test
    void eachSeesTheOneBefore() {
        float[] numbers = new float[ROWS * COLUMNS];
        for (int i = 0; i < numbers.length; i++)
            numbers[i] = i % 1000;
        try (DeviceTensor x = KernelTesting.tensor(ElementType.FP32, numbers, ROWS, COLUMNS);
            DeviceTensor y = DeviceTensor.allocate(KernelTesting.DEVICE, ElementType.FP32, COLUMNS, ROWS)) {
            for (int i = 0; i < ROUNDS; i++)
                round(x, y);
            check(x, ROUNDS);
            try (Graph graph = KernelTesting.STREAM.capture(() -> {
                     for (int i = 0; i < ROUNDS; i++)
                         round(x, y);
                 })) {
                graph.launch(KernelTesting.STREAM);
                graph.launch(KernelTesting.STREAM);
                check(x, 3 * ROUNDS);
            }
        }
    }
}
