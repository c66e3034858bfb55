// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.kernels;

import static io.github.cm2tt.runtime.kernels.Checks.CPU;
import static io.github.cm2tt.runtime.kernels.Checks.close;
import static io.github.cm2tt.runtime.kernels.Checks.doubles;
import static io.github.cm2tt.runtime.kernels.Checks.integers;
import static io.github.cm2tt.runtime.kernels.Checks.normal;
import static io.github.cm2tt.runtime.kernels.Checks.normalHalves;
import static io.github.cm2tt.runtime.kernels.Checks.runAllWays;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tiles whose extents are not powers of two, which the compiler pads. */
class PaddingTest {
    private static final int ROWS = 7;

    private static KernelFunction kernel(String name) {
        return KernelFunction.of(PaddingTest.class, name).on(CPU);
    }

    @Kernel
    static void softmax(Ptr x, Ptr out, int n, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK);
        var at = offsets.add(Triton.programId(0) * n);
        var row = x.add(at).load(offsets.lt(n), Float.NEGATIVE_INFINITY);
        var terms = row.sub(row.max(0)).exp();
        out.add(at).store(terms.div(terms.sum(0)), offsets.lt(n));
    }

    private static double[] softmaxOf(float[] x, int columns) {
        double[] result = new double[x.length];
        for (int first = 0; first < x.length; first += columns) {
            double greatest = Double.NEGATIVE_INFINITY, sum = 0;
            for (int i = first; i < first + columns; i++)
                greatest = Math.max(greatest, x[i]);
            for (int i = first; i < first + columns; i++)
                sum += result[i] = Math.exp(x[i] - greatest);
            for (int i = first; i < first + columns; i++)
                result[i] /= sum;
        }
        return result;
    }

    @Test
    void computesSoftmax() {
        for (int[] sizes : new int[][] {{96, 96}, {96, 90}, {384, 300}, {80, 3}, {1, 1}}) {
            float[] values = normal(ROWS * sizes[1], sizes[0]);
            try (DeviceBuffer x = CPU.copyOf(values);
                DeviceBuffer out = CPU.allocate(ElementType.FP32, values.length)) {
                KernelFunction softmax = kernel("softmax").constant("BLOCK", sizes[0]);
                runAllWays(1e-6, softmax, Grid.of(ROWS), x, out, sizes[1]);
                close("softmax", softmaxOf(values, sizes[1]), out.copyTo(new float[values.length]), 1e-6);
            }
        }
    }

    @Kernel
    static void multiply(Ptr a, Ptr b, Ptr c, int m, int n, int depth, @Constant int M, @Constant int N,
        @Constant int K) {
        var row = Triton.arange(0, M).add(Triton.programId(0) * M).expand(1);
        var column = Triton.arange(0, N).add(Triton.programId(1) * N).expand(0);
        var sum = Triton.zeros(float.class, M, N);
        for (int start = 0; start < depth; start += K) {
            var left = Triton.arange(0, K).add(start).expand(0);
            var top = Triton.arange(0, K).add(start).expand(1);
            var x = a.add(row.mul(depth).add(left)).load(row.lt(m).and(left.lt(depth)), 0.0f);
            var y = b.add(top.mul(n).add(column)).load(top.lt(depth).and(column.lt(n)), 0.0f);
            sum = Triton.dot(x, y, sum);
        }
        c.add(row.mul(n).add(column)).store(sum, row.lt(m).and(column.lt(n)));
    }

    /** Blocks of 96 x 80 x 48; the last ones are cut off, and in the first case none. */
    @Test
    void multipliesMatrices() {
        for (int[] sizes : new int[][] {{192, 160, 96}, {100, 90, 50}}) {
            int m = sizes[0], n = sizes[1], depth = sizes[2];
            float[] left = normalHalves(m * depth, 1), right = normalHalves(depth * n, 2);
            double[] expected = new double[m * n];
            for (int i = 0; i < m; i++)
                for (int j = 0; j < n; j++)
                    for (int k = 0; k < depth; k++)
                        expected[i * n + j] += (double) left[i * depth + k] * right[k * n + j];
            try (DeviceBuffer a = CPU.copyOf(ElementType.FP16, left);
                DeviceBuffer b = CPU.copyOf(ElementType.FP16, right);
                DeviceBuffer c = CPU.allocate(ElementType.FP32, m * n)) {
                KernelFunction multiply =
                    kernel("multiply").constant("M", 96).constant("N", 80).constant("K", 48);
                runAllWays(1e-4, multiply, Grid.of(Grid.cdiv(m, 96), Grid.cdiv(n, 80)), a, b, c, m, n, depth);
                close("product", expected, c.copyTo(new float[m * n]), 1e-4);
            }
        }
    }

    /** Sorts a row, and stores its prefix sums and the index of the greatest number. */
    @Kernel
    static void arrange(Ptr x, Ptr sorted, Ptr sums, Ptr greatest, @Constant int BLOCK) {
        int row = Triton.programId(0);
        var at = Triton.arange(0, BLOCK).add(row * BLOCK);
        var values = x.add(at).load();
        sorted.add(at).store(values.sort());
        sums.add(at).store(values.cumsum(0));
        greatest.add(row).store(values.argmax(0));
    }

    @Test
    void arrangesRows() {
        for (int block : new int[] {3, 48, 80, 96}) {
            // Negative numbers alone: 0 in the padding would be the greatest.
            int[] values = integers(ROWS * block, 1000, block);
            Arrays.setAll(values, i -> values[i] - 2000);
            int[] sorted = values.clone(), sums = values.clone(), greatest = new int[ROWS];
            for (int row = 0; row < ROWS; row++) {
                int first = row * block;
                Arrays.sort(sorted, first, first + block);
                Arrays.parallelPrefix(sums, first, first + block, Integer::sum);
                while (values[first + greatest[row]] != sorted[first + block - 1])
                    greatest[row]++;
            }
            try (DeviceBuffer x = CPU.copyOf(values);
                DeviceBuffer order = CPU.allocate(ElementType.I32, values.length);
                DeviceBuffer prefix = CPU.allocate(ElementType.I32, values.length);
                DeviceBuffer index = CPU.allocate(ElementType.I32, ROWS)) {
                runAllWays(0, kernel("arrange").constant("BLOCK", block), Grid.of(ROWS), x, order, prefix,
                    index);
                assertArrayEquals(sorted, order.copyTo(new int[values.length]));
                assertArrayEquals(sums, prefix.copyTo(new int[values.length]));
                assertArrayEquals(greatest, index.copyTo(new int[ROWS]));
            }
        }
    }

    /** Normalises a row of 3 x 128 numbers, which a reshape folds. */
    @Kernel
    static void normalise(Ptr x, Ptr out, Ptr sums) {
        var at = Triton.arange(0, 384).add(Triton.programId(0) * 384);
        var row = x.add(at).load();
        var centred = row.sub(row.sum(0).div(384.0f));
        var deviation = centred.mul(centred).sum(0).div(384.0f).add(1e-5f).sqrt();
        out.add(at).store(centred.div(deviation));
        var folded = row.reshape(3, 128);
        sums.add(Triton.arange(0, 3).add(Triton.programId(0) * 3)).store(folded.sum(1));
    }

    @Test
    void normalises() {
        float[] values = normal(ROWS * 384, 5);
        double[] expected = doubles(values), sums = new double[ROWS * 3];
        for (int row = 0; row < ROWS; row++) {
            double mean = 0, variance = 0;
            for (int i = 0; i < 384; i++) {
                mean += expected[row * 384 + i] / 384;
                sums[row * 3 + i / 128] += expected[row * 384 + i];
            }
            for (int i = 0; i < 384; i++)
                variance += Math.pow(expected[row * 384 + i] - mean, 2) / 384;
            for (int i = 0; i < 384; i++)
                expected[row * 384 + i] = (expected[row * 384 + i] - mean) / Math.sqrt(variance + 1e-5);
        }
        try (DeviceBuffer x = CPU.copyOf(values);
            DeviceBuffer out = CPU.allocate(ElementType.FP32, values.length);
            DeviceBuffer folded = CPU.allocate(ElementType.FP32, ROWS * 3)) {
            runAllWays(1e-5, kernel("normalise"), Grid.of(ROWS), x, out, folded);
            close("normalised", expected, out.copyTo(new float[values.length]), 1e-5);
            close("sums", sums, folded.copyTo(new float[ROWS * 3]), 1e-5);
        }
    }
}
