// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.cm2tt.runtime.ElementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Attention, compared with the formula in double precision. */
final class AttentionTest {
    private static final int BATCH = 2;

    private static double[] expected(float[] q, float[] k, float[] v, int queries, int keys, int heads,
        int owners, int width, boolean isCausal, int window) {
        double[] result = new double[q.length];
        for (int row = 0; row < BATCH * queries * heads; row++) {
            int batch = row / heads / queries;
            int owner = row % heads / (heads / owners);
            int last = isCausal ? keys - queries + row / heads % queries : keys - 1;
            int first = window > 0 ? Math.max(0, last - window + 1) : 0;
            double sum = 0;
            for (int j = first; j <= last; j++) {
                int at = ((batch * keys + j) * owners + owner) * width;
                double score = 0;
                for (int d = 0; d < width; d++)
                    score += (double) q[row * width + d] * k[at + d];
                double power = Math.exp(score * 0.1);
                sum += power;
                for (int d = 0; d < width; d++)
                    result[row * width + d] += power * v[at + d];
            }
            for (int d = 0; d < width; d++)
                result[row * width + d] /= sum;
        }
        return result;
    }

    @ParameterizedTest
    @CsvSource({"FP32,37,37,4,2,64,true,0,2e-6", "FP32,5,70,3,1,80,true,20,2e-6",
        "FP16,40,33,2,2,128,false,0,2e-3", "BF16,33,65,2,2,32,true,0,2e-2",
        "BF16,1030,1030,2,1,64,true,0,2e-2"})
    void matchesTheFormula(ElementType type, int queries, int keys, int heads, int owners, int width,
        boolean isCausal, int window, double tolerance) {
        float[] q = KernelTesting.random(BATCH * queries * heads * width, 1);
        float[] k = KernelTesting.random(BATCH * keys * owners * width, 2);
        float[] v = KernelTesting.random(BATCH * keys * owners * width, 3);
        try (DeviceTensor qs = KernelTesting.tensor(type, q, BATCH, queries, heads, width);
            DeviceTensor ks = KernelTesting.tensor(type, k, BATCH, keys, owners, width);
            DeviceTensor vs = KernelTesting.tensor(type, v, BATCH, keys, owners, width);
            DeviceTensor out =
                DeviceTensor.allocate(KernelTesting.DEVICE, type, BATCH, queries, heads, width)) {
            Attention.launch(KernelTesting.STREAM, qs, ks, vs, out, 0.1f, isCausal, window);
            KernelTesting.STREAM.synchronize();
            KernelTesting.assertClose(
                expected(q, k, v, queries, keys, heads, owners, width, isCausal, window), out.toFloats(),
                tolerance);
        }
    }

    @Test
    void headsBeforeRows() {
        int n = 9;
        float[] x = KernelTesting.random(BATCH * 2 * n * 16, 4);
        float[] rows = new float[x.length];
        for (int i = 0; i < x.length; i++) {
            int head = i / (16 * n);
            rows[((head / 2 * n + i / 16 % n) * 2 + head % 2) * 16 + i % 16] = x[i];
        }
        try (DeviceTensor tensor = KernelTesting.tensor(ElementType.FP32, x, BATCH, 2, n, 16);
            DeviceTensor out =
                DeviceTensor.allocate(KernelTesting.DEVICE, ElementType.FP32, BATCH, n, 2, 16)) {
            DeviceTensor view = tensor.transpose(1, 2);
            Attention.launch(KernelTesting.STREAM, view, view, view, out, 0.1f, true, 0);
            KernelTesting.STREAM.synchronize();
            KernelTesting.assertClose(
                expected(rows, rows, rows, n, n, 2, 2, 16, true, 0), out.toFloats(), 2e-6);
        }
    }

    @Test
    void namesWhatDoesNotMatch() {
        try (DeviceTensor q = DeviceTensor.zeros(KernelTesting.DEVICE, ElementType.FP32, 1, 4, 3, 16);
            DeviceTensor k = DeviceTensor.zeros(KernelTesting.DEVICE, ElementType.FP32, 1, 2, 2, 16)) {
            assertRefused("q: expected heads that are a multiple of 2, found " + q, q, k, true, 0);
            DeviceTensor one = k.slice(2, 0, 1);
            assertRefused("k: expected as many keys as queries at least, found " + one, q, one, true, 0);
            assertRefused("window: expected causal attention", q, q, false, 3);
        }
    }

    private static void assertRefused(
        String expected, DeviceTensor q, DeviceTensor k, boolean isCausal, int window) {
        String message = assertThrows(IllegalArgumentException.class,
            () -> Attention.launch(KernelTesting.STREAM, q, k, k, q, 1, isCausal, window))
                             .getMessage();
        assertEquals(expected, message);
    }
}
