// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static io.github.cm2tt.kernels.KernelTesting.STREAM;
import static io.github.cm2tt.kernels.KernelTesting.allocate;
import static io.github.cm2tt.kernels.KernelTesting.assertRefused;
import static io.github.cm2tt.kernels.KernelTesting.ints;
import static io.github.cm2tt.kernels.KernelTesting.numbers;
import static io.github.cm2tt.kernels.KernelTesting.tensor;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.github.cm2tt.runtime.ElementType;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sorts and selections, compared with those of Java. */
final class SortTest {
    /** Returns numbers of which some are equal, some special. */
    private static float[] someEqual(int n, long seed) {
        Random random = new Random(seed);
        float[] special = {Float.NaN, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY, -0.0f, 0.0f, 3e38f};
        float[] x = new float[n];
        for (int i = 0; i < n; i++) {
            int choice = random.nextInt(20);
            x[i] = choice < 10 ? (float) random.nextGaussian() : choice < 19 ? random.nextInt(50) - 25 : 0;
            if (choice == 19 && n > 1)
                x[i] = special[random.nextInt(special.length)];
        }
        return x;
    }

    /** Returns the order of a row, by a stable sort. */
    private static int[] order(float[] x, int first, int n, boolean descending) {
        Comparator<Integer> ascending = (a, b) -> Float.compare(x[first + a], x[first + b]);
        return IntStream.range(0, n)
            .boxed()
            .sorted(descending ? ascending.reversed() : ascending)
            .mapToInt(Integer::intValue)
            .toArray();
    }

    private static DeviceTensor input(ElementType type, float[] x, int rows, int n) {
        if (type != ElementType.I32)
            return tensor(type, x, rows, n);
        int[] integers = new int[x.length];
        for (int i = 0; i < x.length; i++) {
            integers[i] = (int) (x[i] * 3);
            x[i] = integers[i];
        }
        return ints(integers).reshape(rows, n);
    }

    @ParameterizedTest
    @CsvSource({"FP32,1,1,false", "BF16,30,7,true", "I32,2,300,true", "FP32,2,10000,false"})
    void sorts(ElementType type, int rows, int n, boolean descending) {
        float[] x = someEqual(rows * n, n);
        try (DeviceTensor tensor = input(type, x, rows, n); DeviceTensor out = allocate(type, rows, n);
            DeviceTensor indices = allocate(ElementType.I32, rows, n)) {
            Sort.launch(STREAM, tensor, out, indices, descending);
            Sort.launch(STREAM, tensor, tensor, null, descending);
            STREAM.synchronize();
            int[] order = new int[x.length];
            float[] expected = new float[x.length];
            for (int row = 0; row < rows; row++)
                System.arraycopy(order(x, row * n, n, descending), 0, order, row * n, n);
            for (int i = 0; i < x.length; i++)
                expected[i] = x[i / n * n + order[i]];
            assertArrayEquals(order, indices.toInts());
            assertArrayEquals(expected, numbers(out));
            assertArrayEquals(expected, numbers(tensor));
        }
    }

    @ParameterizedTest
    @CsvSource({"FP32,1,1,1,true", "I32,20,7,7,false", "FP16,3,5000,1,true", "FP32,2,151936,50,true",
        "BF16,1,3000,400,false"})
    void selects(ElementType type, int rows, int n, int k, boolean greatest) {
        float[] x = someEqual(rows * n, n);
        try (DeviceTensor tensor = input(type, x, rows, n); DeviceTensor values = allocate(type, rows, k);
            DeviceTensor indices = allocate(ElementType.I32, rows, k)) {
            TopK.launch(STREAM, tensor, values, indices, greatest);
            STREAM.synchronize();
            int[] order = new int[rows * k];
            float[] expected = new float[rows * k];
            for (int row = 0; row < rows; row++)
                System.arraycopy(order(x, row * n, n, greatest), 0, order, row * k, k);
            for (int i = 0; i < expected.length; i++)
                expected[i] = x[i / k * n + order[i]];
            assertArrayEquals(order, indices.toInts());
            assertArrayEquals(expected, numbers(values));
        }
    }

    @Test
    void rowsOfViews() {
        float[] x = {9, 3, 1, 2, 9, 9, 6, 5, 4, 9};
        try (DeviceTensor wide = tensor(ElementType.FP32, x, 2, 5);
            DeviceTensor out = tensor(ElementType.FP32, new float[10], 2, 5)) {
            Sort.launch(STREAM, wide.slice(1, 1, 4), out.slice(1, 0, 3), null, false);
            TopK.launch(STREAM, wide.slice(1, 1, 4), out.slice(1, 3, 5), null, true);
            STREAM.synchronize();
            assertArrayEquals(new float[] {1, 2, 3, 3, 2, 4, 5, 6, 6, 5}, out.toFloats());
        }
    }

    @Test
    void refuses() {
        try (DeviceTensor x = allocate(ElementType.FP32, 4, 8);
            DeviceTensor halves = allocate(ElementType.FP16, 4, 8);
            DeviceTensor doubles = allocate(ElementType.FP64, 4, 8);
            DeviceTensor nine = allocate(ElementType.FP32, 4, 9);
            DeviceTensor tall = allocate(ElementType.FP32, 65536, 1)) {
            assertRefused("x: expected at most 65,535 rows and 2^30 columns, found tensor of FP32 [65536, 1]",
                () -> Sort.launch(STREAM, tall, tall, null, true));
            assertRefused("out: expected the shape [4, 8]", () -> Sort.launch(STREAM, x, nine, null, true));
            assertRefused("out: expected the type FP32", () -> Sort.launch(STREAM, x, halves, null, true));
            assertRefused(
                "x: expected the type one of", () -> Sort.launch(STREAM, doubles, doubles, null, true));
            assertRefused("indices: expected the type I32", () -> Sort.launch(STREAM, x, x, x, true));
            assertRefused(
                "values: expected at most 8 columns", () -> TopK.launch(STREAM, x, nine, null, true));
            assertRefused("values: expected the shape [4, -1]",
                () -> TopK.launch(STREAM, x, x.slice(0, 0, 3), null, true));
            assertRefused("indices: expected the shape [4, 8]",
                () -> TopK.launch(STREAM, x, x, x.slice(1, 0, 3), true));
        }
    }
}
