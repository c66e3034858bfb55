// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static io.github.cm2tt.kernels.KernelTesting.STREAM;
import static io.github.cm2tt.kernels.KernelTesting.allocate;
import static io.github.cm2tt.kernels.KernelTesting.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.github.cm2tt.runtime.ElementType;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The first index of the maximum. */
final class ArgmaxTest {
    private static int first(float[] x, int begin, int n) {
        int best = 0;
        for (int i = 1; i < n; i++) {
            if (x[begin + i] > x[begin + best]
                || Float.isNaN(x[begin + best]) && x[begin + i] > Float.NEGATIVE_INFINITY)
                best = i;
        }
        return best;
    }

    private static void check(ElementType type, float[] x, int rows, int n) {
        try (DeviceTensor tensor = KernelTesting.tensor(type, x, rows, n);
            DeviceTensor out = allocate(ElementType.I32, rows)) {
            Argmax.launch(STREAM, tensor, out);
            STREAM.synchronize();
            int[] expected = new int[rows];
            for (int row = 0; row < rows; row++)
                expected[row] = first(x, row * n, n);
            assertArrayEquals(expected, out.toInts());
        }
    }

    @ParameterizedTest
    @CsvSource({"FP32,1,1", "FP32,3,151936", "FP16,5,4096", "BF16,7,10000", "FP32,40,3"})
    void rows(ElementType type, int rows, int n) {
        check(type, KernelTesting.random(rows * n, 3), rows, n);
    }

    @Test
    void equalAndSpecialElements() {
        int n = 5000;
        float[] x = new float[6 * n];
        x[4999] = 1; // the last one
        Arrays.fill(x, 2 * n, 3 * n, Float.NEGATIVE_INFINITY); // all equal
        Arrays.fill(x, 3 * n, 4 * n, Float.NaN);
        Arrays.fill(x, 4 * n, 5 * n, Float.NaN);
        x[4 * n + 1200] = -Float.MAX_VALUE; // the only number
        x[5 * n + 4100] = Float.POSITIVE_INFINITY;
        x[5 * n + 3000] = Float.POSITIVE_INFINITY;
        x[5 * n + 7] = Float.NaN;
        check(ElementType.FP32, x, 6, n);
    }

    @Test
    void refuses() {
        try (DeviceTensor x = allocate(ElementType.FP32, 4, 8);
            DeviceTensor out = allocate(ElementType.I32, 5)) {
            assertRefused("out: expected the shape [4]", () -> Argmax.launch(STREAM, x, out));
            assertRefused("out: expected the type I32", () -> Argmax.launch(STREAM, x, x.select(1, 0)));
            assertRefused("x: expected the type one of [FP32, FP16, BF16]",
                () -> Argmax.launch(STREAM, out.reshape(5, 1), out));
            assertRefused("x: expected rows that are not empty",
                () -> Argmax.launch(STREAM, x.slice(1, 0, 0), out.slice(0, 0, 4)));
        }
    }
}
