// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static io.github.cm2tt.kernels.KernelTesting.STREAM;
import static io.github.cm2tt.kernels.KernelTesting.allocate;
import static io.github.cm2tt.kernels.KernelTesting.assertRefused;
import static io.github.cm2tt.kernels.KernelTesting.numbers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.runtime.ElementType;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random numbers: their moments, and that they depend on the seed and the index only. */
final class RandomFillTest {
    private static void checkMoments(float[] x, double mean, double variance, double kurtosis) {
        double first = 0;
        double second = 0;
        double fourth = 0;
        for (float number : x)
            first += number / (double) x.length;
        for (float number : x) {
            second += Math.pow(number - first, 2) / x.length;
            fourth += Math.pow(number - first, 4) / x.length;
        }
        assertEquals(mean, first, 0.02);
        assertEquals(variance, second, 0.02 * variance);
        assertEquals(kurtosis, fourth / second / second, 0.1);
    }

    @ParameterizedTest
    @CsvSource({"FP32", "FP64", "BF16"})
    void moments(ElementType type) {
        try (DeviceTensor out = allocate(type, 3, 50_001)) {
            RandomFill.uniform(STREAM, out, 42, 0, -1, 2);
            STREAM.synchronize();
            float[] uniform = numbers(out);
            for (float number : uniform)
                assertTrue(number >= -1 && number <= 2);
            checkMoments(uniform, 0.5, 0.75, 1.8);
            RandomFill.normal(STREAM, out, 42, 0, 3, 2);
            STREAM.synchronize();
            checkMoments(numbers(out), 3, 4, 3);
        }
    }

    @Test
    void sequences() {
        try (DeviceTensor all = allocate(ElementType.FP32, 3000);
            DeviceTensor part = allocate(ElementType.FP32, 1000)) {
            long far = 1L << 40;
            RandomFill.normal(STREAM, all, -5, far, 0, 1);
            RandomFill.normal(STREAM, part, -5, far + 700, 0, 1);
            STREAM.synchronize();
            assertArrayEquals(Arrays.copyOfRange(all.toFloats(), 700, 1700), part.toFloats());
            for (long[] other : new long[][] {{-4, far + 700}, {-5 + (1L << 32), far + 700}, {-5, 700}}) {
                float[] before = part.toFloats();
                RandomFill.normal(STREAM, part, other[0], other[1], 0, 1);
                STREAM.synchronize();
                float[] after = part.toFloats();
                int same = 0;
                for (int i = 0; i < after.length; i++)
                    same += before[i] == after[i] ? 1 : 0;
                assertTrue(same < 3, same + " numbers are the same");
            }
        }
    }

    @Test
    void refuses() {
        try (DeviceTensor x = allocate(ElementType.FP32, 4, 8);
            DeviceTensor integers = allocate(ElementType.I32, 4)) {
            assertRefused(
                "out: expected the type one of", () -> RandomFill.uniform(STREAM, integers, 1, 0, 0, 1));
            assertRefused("out: expected a contiguous tensor",
                () -> RandomFill.normal(STREAM, x.slice(1, 0, 4), 1, 0, 0, 1));
        }
    }
}
