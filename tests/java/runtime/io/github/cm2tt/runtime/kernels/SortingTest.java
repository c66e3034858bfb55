// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.kernels;

import static io.github.cm2tt.runtime.kernels.Checks.CPU;
import static io.github.cm2tt.runtime.kernels.Checks.integers;
import static io.github.cm2tt.runtime.kernels.Checks.normal;
import static io.github.cm2tt.runtime.kernels.Checks.runAllWays;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Kernels that sort, select and count; all results are exact. */
class SortingTest {
    private static final int LOG_LENGTH = 10;

    /** The K greatest numbers of each row, in descending order, and their columns. */
    @Kernel
    static void topK(Ptr x, Ptr values, Ptr indices, int columns, @Constant int K, @Constant int BLOCK) {
        int row = Triton.programId(0);
        var column = Triton.arange(0, BLOCK);
        var rest = x.add(column.add(row * columns)).load(column.lt(columns), Float.NEGATIVE_INFINITY);
        for (int i = 0; i < K; i++) {
            var best = rest.maxWithIndices(0);
            values.add(row * K + i).store(best.value());
            indices.add(row * K + i).store(best.index());
            rest = column.eq(best.index()).where(Float.NEGATIVE_INFINITY, rest);
        }
    }

    @Test
    void greatestNumbersWithIndices() {
        int rows = 7;
        int columns = 200;
        int k = 5;
        float[] numbers = normal(rows * columns, 1);
        float[] expected = new float[rows * k];
        int[] expectedIndices = new int[rows * k];
        for (int row = 0; row < rows; row++) {
            int first = row * columns;
            int[] order = IntStream.range(0, columns)
                              .boxed()
                              .sorted(Comparator.comparing(i -> - numbers[first + i]))
                              .mapToInt(i -> i)
                              .toArray();
            for (int i = 0; i < k; i++) {
                expectedIndices[row * k + i] = order[i];
                expected[row * k + i] = numbers[first + order[i]];
            }
        }
        try (DeviceBuffer x = CPU.copyOf(numbers);
            DeviceBuffer values = CPU.allocate(ElementType.FP32, rows * k);
            DeviceBuffer indices = CPU.allocate(ElementType.I32, rows * k)) {
            KernelFunction topK =
                KernelFunction.of(SortingTest.class, "topK").constant("K", k).constant("BLOCK", 256).on(CPU);
            runAllWays(0, topK, Grid.of(rows), x, values, indices, columns);
            assertArrayEquals(expected, values.copyTo(new float[rows * k]));
            assertArrayEquals(expectedIndices, indices.copyTo(new int[rows * k]));
        }
    }

    /** The column of the greatest number of each row, the first of equal ones; rows in blocks. */
    @Kernel
    static void argmax(Ptr x, Ptr out, int columns, @Constant int BLOCK) {
        int row = Triton.programId(0);
        int best = 0;
        int greatest = Integer.MIN_VALUE;
        for (int start = 0; start < columns; start += BLOCK) {
            var column = Triton.arange(0, BLOCK).add(start);
            var values = x.add(column.add(row * columns)).load(column.lt(columns), Integer.MIN_VALUE);
            int most = values.max(0).intValue();
            if (most > greatest) {
                greatest = most;
                best = start + values.argmax(0).intValue();
            }
        }
        out.add(row).store(best);
    }

    @Test
    void columnOfTheGreatest() {
        int rows = 20;
        int columns = 150;
        // Many of them are equal.
        int[] numbers = integers(rows * columns, 40, 2);
        int[] expected = new int[rows];
        for (int i = 0; i < numbers.length; i++) {
            int row = i / columns;
            if (numbers[i] > numbers[row * columns + expected[row]])
                expected[row] = i % columns;
        }
        try (DeviceBuffer x = CPU.copyOf(numbers); DeviceBuffer out = CPU.allocate(ElementType.I32, rows)) {
            KernelFunction argmax =
                KernelFunction.of(SortingTest.class, "argmax").constant("BLOCK", 64).on(CPU);
            runAllWays(0, argmax, Grid.of(rows), x, out, columns);
            assertArrayEquals(expected, out.copyTo(new int[rows]));
        }
    }

    /** Batcher's bitonic sort: pairs at a distance are the last axis of a tile, and are split and joined. */
    @Kernel
    static void sort(Ptr x, Ptr out, @Constant int LOG_LENGTH) {
        var offsets = Triton.arange(0, 1 << LOG_LENGTH);
        var values = x.add(offsets).load();
        for (int stage : Triton.staticRange(1, LOG_LENGTH + 1)) {
            for (int step : Triton.staticRange(0, stage)) {
                int distance = 1 << (stage - 1 - step);
                int groups = (1 << LOG_LENGTH) / (2 * distance);
                var pairs = values.reshape(groups, 2, distance).permute(0, 2, 1).split();
                var low = pairs.first().minimum(pairs.second());
                var high = pairs.first().maximum(pairs.second());
                var ascends = Triton.arange(0, groups).mul(2 * distance).and(1 << stage).eq(0).expand(1);
                values = ascends.where(low, high)
                             .join(ascends.where(high, low))
                             .permute(0, 2, 1)
                             .reshape(1 << LOG_LENGTH);
            }
        }
        out.add(offsets).store(values);
    }

    @Test
    void bitonicSort() {
        float[] numbers = normal(1 << LOG_LENGTH, 3);
        float[] expected = numbers.clone();
        Arrays.sort(expected);
        try (DeviceBuffer x = CPU.copyOf(numbers);
            DeviceBuffer out = CPU.allocate(ElementType.FP32, numbers.length)) {
            KernelFunction sort =
                KernelFunction.of(SortingTest.class, "sort").constant("LOG_LENGTH", LOG_LENGTH).on(CPU);
            runAllWays(0, sort, Grid.of(1), x, out);
            assertArrayEquals(expected, out.copyTo(new float[numbers.length]));
        }
    }

    /** Counts the numbers in BINS intervals of equal width from low on. */
    @Kernel
    static void histogram(
        Ptr x, Ptr counts, int n, float low, float width, @Constant int BINS, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
        var mask = offsets.lt(n);
        var values = x.add(offsets).load(mask, 0.0f);
        var bin = values.sub(low).div(width).floor().conv(int.class);
        var isInside = bin.ge(0).and(bin.lt(BINS));
        counts.add(bin).atomicAdd(1, mask.and(isInside));
    }

    @Test
    void histogramWithAtomics() {
        int n = 10_000;
        int bins = 20;
        float low = -2;
        float width = 0.2f;
        float[] numbers = normal(n, 4);
        int[] expected = new int[bins];
        for (float number : numbers) {
            int bin = (int) Math.floor((number - low) / width);
            if (bin >= 0 && bin < bins)
                expected[bin]++;
        }
        try (DeviceBuffer x = CPU.copyOf(numbers); DeviceBuffer counts = CPU.copyOf(new int[bins])) {
            KernelFunction histogram = KernelFunction.of(SortingTest.class, "histogram")
                                           .constant("BINS", bins)
                                           .constant("BLOCK", 512)
                                           .on(CPU);
            runAllWays(0, histogram, Grid.of(Grid.cdiv(n, 512)), x, counts, n, low, width);
            assertArrayEquals(expected, counts.copyTo(new int[bins]));
        }
    }

    /** The same as topK by one method, and all columns in the order of the numbers. */
    @Kernel
    static void rank(
        Ptr x, Ptr values, Ptr indices, Ptr order, int columns, @Constant int K, @Constant int BLOCK) {
        int row = Triton.programId(0);
        var column = Triton.arange(0, BLOCK);
        var mask = column.lt(columns);
        var numbers = x.add(column.add(row * columns)).load(mask, Float.NEGATIVE_INFINITY);
        var best = numbers.topkWithIndices(K);
        var place = Triton.arange(0, K).add(row * K);
        values.add(place).store(best.value());
        indices.add(place).store(best.index());
        order.add(column.add(row * columns)).store(numbers.argsort(0, true), mask);
    }

    @Test
    void greatestNumbersByTheMethod() {
        int rows = 7;
        int columns = 200;
        int k = 8;
        float[] numbers = normal(rows * columns, 6);
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Math.round(numbers[i] * 8) / 8f;   // Many are equal.
        }
        int[] order = new int[rows * columns];
        int[] indices = new int[rows * k];
        float[] values = new float[rows * k];
        for (int row = 0; row < rows; row++) {
            int first = row * columns;
            int[] sorted = IntStream.range(0, columns).boxed()
                .sorted(Comparator.<Integer>comparingDouble(i -> numbers[first + i]).reversed())
                .mapToInt(i -> i).toArray();
            System.arraycopy(sorted, 0, order, first, columns);
            for (int i = 0; i < k; i++) {
                indices[row * k + i] = sorted[i];
                values[row * k + i] = numbers[first + sorted[i]];
            }
        }
        for (ElementType type : new ElementType[] {ElementType.FP32, ElementType.FP16}) {
            try (DeviceBuffer x = CPU.copyOf(type, numbers); DeviceBuffer best = CPU.allocate(type, rows * k);
                DeviceBuffer places = CPU.allocate(ElementType.I32, rows * k);
                DeviceBuffer all = CPU.allocate(ElementType.I32, rows * columns)) {
                KernelFunction rank = KernelFunction.of(SortingTest.class, "rank")
                                          .constant("K", k)
                                          .constant("BLOCK", 256)
                                          .on(CPU);
                runAllWays(0, rank, Grid.of(rows), x, best, places, all, columns);
                assertArrayEquals(values, best.copyTo(new float[rows * k]));
                assertArrayEquals(indices, places.copyTo(new int[rows * k]));
                assertArrayEquals(order, all.copyTo(new int[rows * columns]));
            }
        }
    }

    /** The numbers of each row in order, and the K greatest of a random half of them. */
    @Kernel
    static void sortRows(Ptr x, Ptr sorted, Ptr best, int seed, @Constant int K, @Constant int BLOCK) {
        int row = Triton.programId(0);
        var offsets = Triton.arange(0, BLOCK).add(row * BLOCK);
        var numbers = x.add(offsets).load();
        sorted.add(offsets).store(numbers.sort());
        var isTaken = Triton.rand4x(seed, offsets).third().lt(0.5f);
        var greatest = isTaken.where(numbers, Float.NEGATIVE_INFINITY).topk(K);
        best.add(Triton.arange(0, K).add(row * K)).store(greatest);
    }

    @Test
    void rowsByTheMethods() {
        int rows = 5;
        int block = 256;
        int k = 8;
        float[] numbers = normal(rows * block, 5);
        float[] expected = numbers.clone();
        for (int row = 0; row < rows; row++)
            Arrays.sort(expected, row * block, (row + 1) * block);
        try (DeviceBuffer x = CPU.copyOf(numbers);
            DeviceBuffer sorted = CPU.allocate(ElementType.FP32, rows * block);
            DeviceBuffer best = CPU.allocate(ElementType.FP32, rows * k)) {
            KernelFunction sortRows = KernelFunction.of(SortingTest.class, "sortRows")
                                          .constant("K", k)
                                          .constant("BLOCK", block)
                                          .on(CPU);
            runAllWays(0, sortRows, Grid.of(rows), x, sorted, best, 42);
            assertArrayEquals(expected, sorted.copyTo(new float[rows * block]));
            float[] greatest = best.copyTo(new float[rows * k]);
            for (int row = 0; row < rows; row++) {
                for (int i = 0; i < k; i++) {
                    // Half of the numbers: the i-th of them is one of the 4 (i + 1) + 8 greatest.
                    float number = greatest[row * k + i];
                    int rank = Arrays.binarySearch(expected, row * block, (row + 1) * block, number);
                    assertTrue(rank >= (row + 1) * block - 4 * (i + 1) - 8, "rank " + rank);
                    assertTrue(i == 0 || number <= greatest[row * k + i - 1]);
                }
            }
        }
    }
}
