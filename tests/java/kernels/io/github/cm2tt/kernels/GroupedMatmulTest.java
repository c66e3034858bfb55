// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.cm2tt.kernels.QuantizedMatrix.Format;
import io.github.cm2tt.runtime.ElementType;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Products with a weight for each group of rows, compared with sums in double precision. */
final class GroupedMatmulTest {
    private static final int[] OFFSETS = {0, 3, 3, 40, 41, 60};
    private static final int EXPERTS = 5;
    private static final int SLOTS = 64;

    /** Slots from the last offset on are zeros. */
    private static double[] expected(float[] x, float[] w, int[] sources, int n, int k) {
        double[] result = new double[SLOTS * n];
        for (int e = 0; e < EXPERTS; e++) {
            for (int at = OFFSETS[e] * n; at < OFFSETS[e + 1] * n; at++) {
                int row = sources == null ? at / n : sources[at / n];
                for (int l = 0; l < k; l++)
                    result[at] += (double) x[row * k + l] * w[(e * n + at % n) * k + l];
            }
        }
        return result;
    }

    private static void check(double[] expected, float[] found, double tolerance) {
        for (int i = 0; i < expected.length; i++)
            assertEquals(expected[i], found[i], tolerance * 50, "element " + i);
    }

    @ParameterizedTest
    @CsvSource({"FP32,70,40,2e-6", "FP16,64,64,1e-3", "BF16,33,96,8e-3"})
    void rowsOfExperts(ElementType type, int n, int k, double tolerance) {
        float[] x = KernelTesting.random(SLOTS * k, 1);
        float[] w = KernelTesting.random(EXPERTS * n * k, 2);
        try (DeviceTensor rows = KernelTesting.tensor(type, x, SLOTS, k);
            DeviceTensor weights = KernelTesting.tensor(type, w, EXPERTS, n, k);
            DeviceTensor offsets = DeviceTensor.copyOf(KernelTesting.DEVICE, OFFSETS, EXPERTS + 1);
            DeviceTensor out = DeviceTensor.zeros(KernelTesting.DEVICE, type, SLOTS, n)) {
            GroupedMatmul.launch(KernelTesting.STREAM, rows, weights, offsets, null, out);
            KernelTesting.STREAM.synchronize();
            check(expected(x, w, null, n, k), out.toFloats(), tolerance);
        }
    }

    @Test
    void quantizedWeightsOfGatheredRows() {
        int n = 64;
        int k = 96;
        float[] x = KernelTesting.random(20 * k, 1);
        ByteBuffer blocks = QuantizedBlocks.random(Format.Q8_0, EXPERTS * n, k, 3);
        int[] sources = new int[SLOTS];
        for (int i = 0; i < SLOTS; i++)
            sources[i] = i * 7 % 20;
        try (DeviceTensor rows = KernelTesting.tensor(ElementType.FP32, x, 20, k);
            QuantizedMatrix weights =
                QuantizedMatrix.fromGguf(KernelTesting.DEVICE, Format.Q8_0, blocks, EXPERTS * n, k);
            DeviceTensor offsets = DeviceTensor.copyOf(KernelTesting.DEVICE, OFFSETS, EXPERTS + 1);
            DeviceTensor table = DeviceTensor.copyOf(KernelTesting.DEVICE, sources, SLOTS);
            DeviceTensor out = DeviceTensor.zeros(KernelTesting.DEVICE, ElementType.FP32, SLOTS, n)) {
            GroupedMatmul.launch(KernelTesting.STREAM, rows, weights, EXPERTS, offsets, table, out);
            KernelTesting.STREAM.synchronize();
            check(expected(x, QuantizedBlocks.toFloats(Format.Q8_0, blocks), sources, n, k), out.toFloats(),
                2e-6);
        }
    }

    @Test
    void expertsHaveWholePanels() {
        ByteBuffer blocks = QuantizedBlocks.random(Format.Q8_0, 96, 32, 3);
        try (QuantizedMatrix weights =
                 QuantizedMatrix.fromGguf(KernelTesting.DEVICE, Format.Q8_0, blocks, 96, 32);
            DeviceTensor x = DeviceTensor.zeros(KernelTesting.DEVICE, ElementType.FP32, 1, 32)) {
            String message = assertThrows(IllegalArgumentException.class,
                () -> GroupedMatmul.launch(KernelTesting.STREAM, x, weights, 2, x, null, x))
                                 .getMessage();
            assertEquals("w: expected 2 times a multiple of 64 rows, found matrix of Q8_0 [96, 32] on "
                    + KernelTesting.DEVICE,
                message);
        }
    }
}
