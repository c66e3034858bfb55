// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static io.github.cm2tt.kernels.KernelTesting.STREAM;
import static io.github.cm2tt.kernels.KernelTesting.allocate;
import static io.github.cm2tt.kernels.KernelTesting.assertClose;
import static io.github.cm2tt.kernels.KernelTesting.assertRefused;
import static io.github.cm2tt.kernels.KernelTesting.floats;
import static io.github.cm2tt.kernels.KernelTesting.ints;
import static io.github.cm2tt.kernels.KernelTesting.numbers;
import static io.github.cm2tt.kernels.KernelTesting.tensor;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.github.cm2tt.runtime.ElementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kernels that move elements: transposition, gather and scatter. */
final class MovesTest {
    @ParameterizedTest
    @CsvSource({"FP32,1,1,1", "FP16,1,130,65", "FP32,3,33,100", "I32,2,64,64", "BF16,1,1,1000"})
    void transposes(ElementType type, int matrices, int rows, int columns) {
        float[] x = KernelTesting.random(matrices * rows * columns, 1);
        int[] integers = new int[x.length];
        for (int i = 0; i < x.length; i++)
            integers[i] = i;
        try (DeviceTensor input = type == ElementType.I32 ? ints(integers).reshape(matrices, rows, columns)
                                                          : tensor(type, x, matrices, rows, columns);
            DeviceTensor out = allocate(type, matrices, columns, rows)) {
            Transpose.launch(STREAM, input, out);
            STREAM.synchronize();
            float[] from = numbers(input);
            float[] expected = new float[x.length];
            for (int i = 0; i < x.length; i++) {
                int at = i % (rows * columns);
                expected[i] = from[i - at + at % rows * columns + at / rows];
            }
            assertArrayEquals(expected, numbers(out));
        }
    }

    @Test
    void transposesAView() {
        float[] x = {1, 2, 3, 4, 5, 6, 7, 8, 9};
        try (DeviceTensor input = tensor(ElementType.FP32, x, 3, 3);
            DeviceTensor out = tensor(ElementType.FP32, new float[9], 3, 3)) {
            Transpose.launch(STREAM, input.slice(1, 1, 3), out.slice(0, 1, 3));
            STREAM.synchronize();
            assertArrayEquals(new float[] {0, 0, 0, 2, 5, 8, 3, 6, 9}, out.toFloats());
            assertRefused(
                "out: expected the shape [3, 2]", () -> Transpose.launch(STREAM, input.slice(0, 0, 2), out));
            assertRefused(
                "x: expected contiguous rows", () -> Transpose.launch(STREAM, input.transpose(0, 1), out));
            assertRefused("x: expected [rows, columns] or [matrices, rows, columns], found tensor",
                () -> Transpose.launch(STREAM, input.select(0, 0), out));
        }
    }

    @Test
    void gathers() {
        float[] x = {1, 2, 3, 4, 5, 6, 7, 8, 9};
        try (DeviceTensor input = tensor(ElementType.FP16, x, 3, 3);
            DeviceTensor indices = ints(2, 0, -1, 1, 1, 3, Integer.MIN_VALUE, 2);
            DeviceTensor out = allocate(ElementType.FP32, 2, 4)) {
            Gather.launch(STREAM, input.slice(0, 1, 3), indices.reshape(2, 4), out);
            STREAM.synchronize();
            assertArrayEquals(new float[] {6, 4, 0, 5, 8, 0, 0, 9}, out.toFloats());
            assertRefused("indices: expected the type I32", () -> Gather.launch(STREAM, input, input, input));
            assertRefused("indices: expected the shape [3, -1]",
                () -> Gather.launch(STREAM, input, indices.reshape(2, 4), out));
            assertRefused("out: expected the shape [2, 4]",
                () -> Gather.launch(STREAM, input.slice(0, 1, 3), indices.reshape(2, 4), input));
        }
    }

    @ParameterizedTest
    @CsvSource({"FP32,5,300,70", "FP64,100,7,3", "FP16,4,50,64", "BF16,7,20,33"})
    void addsRows(ElementType type, int entries, int rows, int n) {
        float[] x = KernelTesting.random(rows * n, 2);
        float[] start = KernelTesting.random(entries * n, 3);
        int[] ids = new int[rows];
        for (int i = 0; i < rows; i++)
            ids[i] = i % 11 == 10 ? -1 : i * 17 % (entries + 1);
        try (DeviceTensor input = tensor(ElementType.FP32, x, rows, n); DeviceTensor id = ints(ids);
            DeviceTensor table = tensor(type, start, entries, n)) {
            Scatter.launchAdding(STREAM, input, id, table);
            STREAM.synchronize();
            double[] expected = KernelTesting.doubles(start);
            for (int i = 0; i < x.length; i++) {
                int entry = ids[i / n];
                if (entry >= 0 && entry < entries)
                    expected[entry * n + i % n] += x[i];
            }
            assertClose(
                expected, numbers(table), Math.max(1e-5, KernelTesting.tolerance(type) * rows / entries));
        }
    }

    @Test
    void writesRows() {
        try (DeviceTensor x = tensor(ElementType.FP32, new float[] {1, 2, 3, 4, 5, 6}, 3, 2);
            DeviceTensor id = ints(2, -7, 0);
            DeviceTensor table = tensor(ElementType.FP16, new float[8], 4, 2);
            DeviceTensor two = floats(1, 2); DeviceTensor bytes = allocate(ElementType.I8, 4, 2)) {
            Scatter.launch(STREAM, x, id, table);
            STREAM.synchronize();
            assertArrayEquals(new float[] {5, 6, 0, 0, 1, 2, 0, 0}, table.toFloats());
            assertRefused("table: expected the shape [-1, 2]",
                () -> Scatter.launch(STREAM, x, id, table.slice(1, 0, 1)));
            assertRefused("ids: expected the shape [3]", () -> Scatter.launch(STREAM, x, two, table));
            assertRefused(
                "table: expected the type one of", () -> Scatter.launchAdding(STREAM, x, id, bytes));
        }
    }
}
