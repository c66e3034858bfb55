// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static io.github.cm2tt.kernels.KernelTesting.STREAM;
import static io.github.cm2tt.kernels.KernelTesting.allocate;
import static io.github.cm2tt.kernels.KernelTesting.assertRefused;
import static io.github.cm2tt.kernels.KernelTesting.ints;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.github.cm2tt.runtime.ElementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of a table. */
final class EmbeddingTest {
    @ParameterizedTest
    @CsvSource({"FP32,FP32,7,1,1", "FP16,FP16,100,12,64", "BF16,FP32,11,5,5000", "FP32,FP16,3,70,129"})
    void rows(ElementType type, ElementType outType, int entries, int rows, int n) {
        float[] numbers = KernelTesting.random(entries * n, 1);
        int[] ids = new int[rows];
        for (int i = 0; i < rows; i++)
            ids[i] = i * 31 % entries;
        try (DeviceTensor table = KernelTesting.tensor(type, numbers, entries, n);
            DeviceTensor id = ints(ids); DeviceTensor out = allocate(outType, rows, n)) {
            Embedding.launch(STREAM, table, id, out);
            STREAM.synchronize();
            float[] expected = new float[rows * n];
            for (int i = 0; i < rows; i++)
                System.arraycopy(numbers, ids[i] * n, expected, i * n, n);
            try (DeviceTensor rounded = KernelTesting.tensor(outType, expected, rows, n)) {
                assertArrayEquals(rounded.toFloats(), out.toFloats());
            }
        }
    }

    @Test
    void idsOutsideOfAViewGiveZeros() {
        try (DeviceTensor wide = KernelTesting.tensor(
                 ElementType.FP32, new float[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 4, 3);
            DeviceTensor id = ints(2, -1, 0, 3, Integer.MAX_VALUE, Integer.MIN_VALUE);
            DeviceTensor out = allocate(ElementType.FP32, 6, 2)) {
            Embedding.launch(STREAM, wide.slice(0, 0, 3).slice(1, 1, 3), id, out);
            STREAM.synchronize();
            assertArrayEquals(new float[] {8, 9, 0, 0, 2, 3, 0, 0, 0, 0, 0, 0}, out.toFloats());
        }
    }

    @Test
    void refuses() {
        try (DeviceTensor table = allocate(ElementType.FP32, 4, 8); DeviceTensor id = ints(1, 2);
            DeviceTensor out = allocate(ElementType.FP32, 2, 7);
            DeviceTensor floats = allocate(ElementType.FP32, 2)) {
            assertRefused("out: expected the shape [2, 8]", () -> Embedding.launch(STREAM, table, id, out));
            assertRefused("ids: expected the type I32",
                () -> Embedding.launch(STREAM, table, floats, table.slice(0, 0, 2)));
            assertRefused("table: expected contiguous rows",
                () -> Embedding.launch(STREAM, table.transpose(0, 1), id, out.slice(1, 0, 4)));
        }
    }
}
