// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static io.github.cm2tt.kernels.KernelTesting.STREAM;
import static io.github.cm2tt.kernels.KernelTesting.allocate;
import static io.github.cm2tt.kernels.KernelTesting.assertRefused;
import static io.github.cm2tt.kernels.KernelTesting.ints;
import static io.github.cm2tt.kernels.KernelTesting.tensor;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.github.cm2tt.runtime.ElementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Histograms, compared with counts in Java. */
final class HistogramTest {
    @ParameterizedTest
    @CsvSource({"FP32,1,1", "FP32,100000,64", "FP16,5000,100", "BF16,3001,7", "FP32,2000,4096"})
    void floats(ElementType type, int n, int bins) {
        float[] x = KernelTesting.random(n, 1);
        float low = -1.5f;
        float high = 2;
        if (n > 5) {
            x[0] = low;
            x[1] = high;
            x[2] = Float.NaN;
            x[3] = Float.POSITIVE_INFINITY;
            x[4] = Float.NEGATIVE_INFINITY;
        }
        try (DeviceTensor input = tensor(type, x, n); DeviceTensor counts = allocate(ElementType.I32, bins)) {
            Histogram.launch(STREAM, input, low, high, counts);
            STREAM.synchronize();
            int[] expected = new int[bins];
            for (float number : x) {
                if (number >= low && number <= high)
                    expected[Math.min(bins - 1, (int) ((number - low) * (bins / (high - low))))]++;
            }
            assertArrayEquals(expected, counts.toInts());
        }
    }

    @Test
    void integers() {
        int[] x = new int[3000];
        int[] expected = new int[10];
        for (int i = 0; i < x.length; i++) {
            x[i] = i % 7 == 0 ? Integer.MIN_VALUE + i : i * i % 23;
            if (x[i] >= 0 && x[i] < 10)
                expected[x[i]]++;
        }
        try (DeviceTensor input = ints(x); DeviceTensor counts = ints(new int[10])) {
            counts.buffer().fill(99);
            Histogram.launch(STREAM, input, counts);
            STREAM.synchronize();
            assertArrayEquals(expected, counts.toInts());
        }
    }

    @Test
    void refuses() {
        try (DeviceTensor x = allocate(ElementType.FP32, 4, 8); DeviceTensor counts = ints(1, 2, 3);
            DeviceTensor many = allocate(ElementType.I32, 5000)) {
            assertRefused(
                "high: expected a number above 1.0", () -> Histogram.launch(STREAM, x, 1, 1, counts));
            assertRefused("x: expected the type I32", () -> Histogram.launch(STREAM, x, counts));
            assertRefused("x: expected a contiguous tensor",
                () -> Histogram.launch(STREAM, x.slice(1, 0, 2), 0, 1, counts));
            assertRefused(
                "counts: expected from 1 to 4096 bins", () -> Histogram.launch(STREAM, x, 0, 1, many));
            assertRefused(
                "counts: expected the type I32", () -> Histogram.launch(STREAM, x, 0, 1, x.select(0, 0)));
        }
    }
}
