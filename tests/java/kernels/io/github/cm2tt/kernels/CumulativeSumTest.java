// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static io.github.cm2tt.kernels.KernelTesting.STREAM;
import static io.github.cm2tt.kernels.KernelTesting.allocate;
import static io.github.cm2tt.kernels.KernelTesting.assertClose;
import static io.github.cm2tt.kernels.KernelTesting.assertRefused;
import static io.github.cm2tt.kernels.KernelTesting.ints;
import static io.github.cm2tt.kernels.KernelTesting.numbers;
import static io.github.cm2tt.kernels.KernelTesting.tensor;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.github.cm2tt.runtime.ElementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Running sums, compared with those in double precision. */
final class CumulativeSumTest {
    @ParameterizedTest
    @CsvSource({"FP32,1,1", "FP32,3,10000", "FP16,5,100", "FP64,2,3000", "BF16,2,4097"})
    void rows(ElementType type, int rows, int n) {
        float[] x = KernelTesting.random(rows * n, 1);
        try (DeviceTensor input = tensor(type, x, rows, n);
            DeviceTensor out = allocate(type == ElementType.FP64 ? type : ElementType.FP32, rows, n)) {
            CumulativeSum.launch(STREAM, input, out);
            STREAM.synchronize();
            double[] expected = new double[x.length];
            for (int i = 0; i < x.length; i++)
                expected[i] = x[i] + (i % n == 0 ? 0 : expected[i - 1]);
            assertClose(expected, numbers(out), 2e-5);
        }
    }

    @Test
    void integersOfAView() {
        try (DeviceTensor x = ints(1, 2, 3, 4, 5, 6, 7, Integer.MAX_VALUE);
            DeviceTensor out = ints(0, 0, 0, 0, 0, 0)) {
            CumulativeSum.launch(STREAM, x.reshape(2, 4).slice(1, 1, 4), out.reshape(2, 3));
            STREAM.synchronize();
            assertArrayEquals(new int[] {2, 5, 9, 6, 13, Integer.MIN_VALUE + 12}, out.toInts());
        }
    }

    @Test
    void refuses() {
        try (DeviceTensor x = allocate(ElementType.FP32, 4, 8)) {
            assertRefused(
                "out: expected the shape [4, 8]", () -> CumulativeSum.launch(STREAM, x, x.reshape(8, 4)));
            assertRefused(
                "x: expected the shape [-1, -1]", () -> CumulativeSum.launch(STREAM, x.select(0, 1), x));
            assertRefused("x: expected contiguous rows",
                () -> CumulativeSum.launch(STREAM, x.transpose(0, 1), x.reshape(8, 4)));
        }
    }
}
