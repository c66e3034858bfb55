// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.kernels;

import static io.github.cm2tt.runtime.kernels.Checks.CPU;
import static io.github.cm2tt.runtime.kernels.Checks.close;
import static io.github.cm2tt.runtime.kernels.Checks.integers;
import static io.github.cm2tt.runtime.kernels.Checks.normal;
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
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The ends of a language model: embeddings and cross entropy, forward and backward. */
class LossesTest {
    private static final int IGNORED = -100;

    @Kernel
    static void crossEntropy(
        Ptr logits, Ptr labels, Ptr losses, Ptr logSums, int columns, int ignored, @Constant int BLOCK) {
        int row = Triton.programId(0);
        int label = labels.add(row).load().intValue();
        if (label == ignored) {
            losses.add(row).store(0.0f);
            return;
        }
        var line = logits.add(row * columns);
        var greatest = Triton.full(float.class, Float.NEGATIVE_INFINITY, BLOCK);
        var sums = Triton.zeros(float.class, BLOCK);
        for (int start = 0; start < columns; start += BLOCK) {
            var column = Triton.arange(0, BLOCK).add(start);
            // A finite number, so that no difference of infinities is NaN.
            var values = line.add(column).load(column.lt(columns), -1e30f);
            var next = greatest.maximum(values);
            sums = sums.mul(greatest.sub(next).exp()).add(values.sub(next).exp());
            greatest = next;
        }
        var all = greatest.max(0);
        var logSum = all.add(sums.mul(greatest.sub(all).exp()).sum(0).log());
        logSums.add(row).store(logSum);
        losses.add(row).store(logSum.sub(line.add(label).load()));
    }

    @Kernel
    static void crossEntropyBackward(Ptr logits, Ptr labels, Ptr logSums, Ptr gradients, int columns,
        int ignored, float scale, @Constant int BLOCK) {
        int row = Triton.programId(0);
        int label = labels.add(row).load().intValue();
        for (int start = 0; start < columns; start += BLOCK) {
            var column = Triton.arange(0, BLOCK).add(start);
            var offsets = column.add(row * columns);
            var mask = column.lt(columns);
            if (label == ignored) {
                gradients.add(offsets).store(0.0f, mask);
            } else {
                var probabilities = logits.add(offsets).load(mask).sub(logSums.add(row).load()).exp();
                var gradient = column.eq(label).where(probabilities.sub(1), probabilities);
                gradients.add(offsets).store(gradient.mul(scale), mask);
            }
        }
    }

    @Test
    void crossEntropyForwardAndBackward() {
        int rows = 20;
        int columns = 333;
        float scale = 0.25f;
        float[] values = normal(rows * columns, 1);
        int[] targets = integers(rows, columns, 2);
        targets[3] = IGNORED;
        targets[rows - 1] = IGNORED;
        double[] expectedLosses = new double[rows];
        double[] expectedGradients = new double[values.length];
        for (int row = 0; row < rows; row++) {
            if (targets[row] == IGNORED)
                continue;
            double sum = 0;
            for (int i = 0; i < columns; i++)
                sum += Math.exp(values[row * columns + i]);
            expectedLosses[row] = Math.log(sum) - values[row * columns + targets[row]];
            for (int i = 0; i < columns; i++) {
                double target = i == targets[row] ? 1 : 0;
                expectedGradients[row * columns + i] =
                    (Math.exp(values[row * columns + i]) / sum - target) * scale;
            }
        }
        try (DeviceBuffer logits = CPU.copyOf(values); DeviceBuffer labels = CPU.copyOf(targets);
            DeviceBuffer losses = CPU.copyOf(normal(rows, 3));
            DeviceBuffer logSums = CPU.copyOf(new float[rows]);
            DeviceBuffer gradients = CPU.copyOf(normal(values.length, 4))) {
            runAllWays(2e-6, kernel("crossEntropy", 128), Grid.of(rows), logits, labels, losses, logSums,
                columns, IGNORED);
            runAllWays(1e-6, kernel("crossEntropyBackward", 128), Grid.of(rows), logits, labels, logSums,
                gradients, columns, IGNORED, scale);
            close("loss", expectedLosses, losses.copyTo(new float[rows]), 1e-6);
            close("gradient", expectedGradients, gradients.copyTo(new float[values.length]), 1e-6);
        }
    }

    private static KernelFunction kernel(String name, int block) {
        return KernelFunction.of(LossesTest.class, name).constant("BLOCK", block).on(CPU);
    }

    /** Row i of the result is row indices[i] of the table. */
    @Kernel
    static void gather(Ptr table, Ptr indices, Ptr out, int width, @Constant int BLOCK) {
        int row = Triton.programId(0);
        var column = Triton.arange(0, BLOCK).add(Triton.programId(1) * BLOCK);
        var mask = column.lt(width);
        long source = indices.add(row).load().longValue() * width;
        out.add(row * width).add(column).store(table.add(source).add(column).load(mask), mask);
    }

    /** Adds row i of the gradients to row indices[i] of those of the table. */
    @Kernel
    static void scatterAdd(Ptr gradients, Ptr indices, Ptr table, int width, @Constant int BLOCK) {
        int row = Triton.programId(0);
        var column = Triton.arange(0, BLOCK).add(Triton.programId(1) * BLOCK);
        var mask = column.lt(width);
        long target = indices.add(row).load().longValue() * width;
        table.add(target).add(column).atomicAdd(gradients.add(row * width).add(column).load(mask), mask);
    }

    @Test
    void embeddingForwardAndBackward() {
        int words = 30;
        int width = 100;
        int rows = 64;
        float[] weights = normal(words * width, 5);
        float[] upstream = normal(rows * width, 6);
        // Fewer words than rows, so that several programs add to one row.
        long[] tokens = new Random(7).longs(rows, 0, words).toArray();
        float[] expected = new float[rows * width];
        double[] expectedGradients = new double[words * width];
        for (int i = 0; i < expected.length; i++) {
            int source = (int) tokens[i / width] * width + i % width;
            expected[i] = weights[source];
            expectedGradients[source] += upstream[i];
        }
        Grid grid = Grid.of(rows, Grid.cdiv(width, 64));
        try (DeviceBuffer table = CPU.copyOf(weights); DeviceBuffer indices = CPU.copyOf(tokens);
            DeviceBuffer out = CPU.allocate(ElementType.FP32, rows * width);
            DeviceBuffer gradients = CPU.copyOf(upstream);
            DeviceBuffer tableGradients = CPU.copyOf(new float[words * width])) {
            runAllWays(0, kernel("gather", 64), grid, table, indices, out, width);
            runAllWays(2e-6, kernel("scatterAdd", 64), grid, gradients, indices, tableGradients, width);
            assertArrayEquals(expected, out.copyTo(new float[rows * width]));
            close("gradient", expectedGradients, tableGradients.copyTo(new float[words * width]), 2e-6);
        }
    }
}
