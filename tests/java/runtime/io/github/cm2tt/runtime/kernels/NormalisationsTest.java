// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.kernels;

import static io.github.cm2tt.runtime.kernels.Checks.CPU;
import static io.github.cm2tt.runtime.kernels.Checks.close;
import static io.github.cm2tt.runtime.kernels.Checks.normal;
import static io.github.cm2tt.runtime.kernels.Checks.runAllWays;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import org.junit.jupiter.api.Test;

/** Kernels that normalise rows: softmax, layer norm, RMSNorm. */
class NormalisationsTest {
    private static final float EPSILON = 1e-5f;

    /** The softmax of rows of any lengths; row i begins at starts[i]. Two passes over blocks of a row. */
    @Kernel
    static void raggedSoftmax(Ptr x, Ptr starts, Ptr out, @Constant int BLOCK) {
        int row = Triton.programId(0);
        int begin = starts.add(row).load().intValue();
        int end = starts.add(row + 1).load().intValue();
        float greatest = Float.NEGATIVE_INFINITY;
        float sum = 0;
        for (int start = begin; start < end; start += BLOCK) {
            var offsets = Triton.arange(0, BLOCK).add(start);
            var block = x.add(offsets).load(offsets.lt(end), Float.NEGATIVE_INFINITY);
            float next = Math.max(greatest, block.max(0).floatValue());
            sum = sum * Triton.exp(greatest - next).floatValue() + block.sub(next).exp().sum(0).floatValue();
            greatest = next;
        }
        for (int start = begin; start < end; start += BLOCK) {
            var offsets = Triton.arange(0, BLOCK).add(start);
            var mask = offsets.lt(end);
            out.add(offsets).store(x.add(offsets).load(mask).sub(greatest).exp().div(sum), mask);
        }
    }

    @Test
    void softmaxOfRaggedRows() {
        int[] lengths = {5, 0, 64, 300, 1, 65, 0};
        int[] starts = new int[lengths.length + 1];
        for (int i = 0; i < lengths.length; i++)
            starts[i + 1] = starts[i] + lengths[i];
        int n = starts[lengths.length];
        float[] values = normal(n, 1);
        double[] expected = new double[n];
        for (int row = 0; row < lengths.length; row++) {
            double sum = 0;
            for (int i = starts[row]; i < starts[row + 1]; i++)
                sum += Math.exp(values[i]);
            for (int i = starts[row]; i < starts[row + 1]; i++)
                expected[i] = Math.exp(values[i]) / sum;
        }
        try (DeviceBuffer x = CPU.copyOf(values); DeviceBuffer offsets = CPU.copyOf(starts);
            DeviceBuffer out = CPU.copyOf(new float[n])) {
            KernelFunction softmax =
                KernelFunction.of(NormalisationsTest.class, "raggedSoftmax").constant("BLOCK", 64).on(CPU);
            runAllWays(1e-6, softmax, Grid.of(lengths.length), x, offsets, out);
            close("softmax", expected, out.copyTo(new float[n]), 1e-6);
        }
    }

    record Moments(float mean, float rstd) {}

    static Moments moments(Tensor row, Tensor mask, int columns, float epsilon) {
        float mean = row.sum(0).floatValue() / columns;
        var centred = mask.where(row.sub(mean), 0.0f);
        float variance = centred.mul(centred).sum(0).floatValue() / columns;
        return new Moments(mean, Triton.rsqrt(variance + epsilon).floatValue());
    }

    @Kernel
    static void layerNorm(Ptr x, Ptr weight, Ptr bias, Ptr out, Ptr means, Ptr rstds, long stride,
        int columns, float epsilon, @Constant int BLOCK) {
        int row = Triton.programId(0);
        var column = Triton.arange(0, BLOCK);
        var mask = column.lt(columns);
        var values = x.add(row * stride).add(column).load(mask, 0.0f);
        var moments = moments(values, mask, columns, epsilon);
        means.add(row).store(moments.mean());
        rstds.add(row).store(moments.rstd());
        var y = values.sub(moments.mean())
                    .mul(moments.rstd())
                    .mul(weight.add(column).load(mask))
                    .add(bias.add(column).load(mask));
        out.add(row * stride).add(column).store(y, mask);
    }

    @Test
    void layerNormForward() {
        int rows = 13;
        int columns = 777;
        long stride = 800;
        float[] values = normal((int) (rows * stride), 2);
        float[] weights = normal(columns, 3);
        float[] biases = normal(columns, 4);
        double[] expected = new double[values.length];
        double[] mean = new double[rows];
        double[] rstd = new double[rows];
        for (int row = 0; row < rows; row++) {
            int first = (int) (row * stride);
            double variance = 0;
            for (int i = 0; i < columns; i++)
                mean[row] += values[first + i] / (double) columns;
            for (int i = 0; i < columns; i++)
                variance += Math.pow(values[first + i] - mean[row], 2) / columns;
            rstd[row] = 1 / Math.sqrt(variance + EPSILON);
            for (int i = 0; i < columns; i++)
                expected[first + i] = (values[first + i] - mean[row]) * rstd[row] * weights[i] + biases[i];
        }
        try (DeviceBuffer x = CPU.copyOf(values); DeviceBuffer weight = CPU.copyOf(weights);
            DeviceBuffer bias = CPU.copyOf(biases); DeviceBuffer out = CPU.copyOf(new float[values.length]);
            DeviceBuffer means = CPU.allocate(ElementType.FP32, rows);
            DeviceBuffer rstds = CPU.allocate(ElementType.FP32, rows)) {
            KernelFunction norm =
                KernelFunction.of(NormalisationsTest.class, "layerNorm").constant("BLOCK", 1024).on(CPU);
            runAllWays(
                2e-6, norm, Grid.of(rows), x, weight, bias, out, means, rstds, stride, columns, EPSILON);
            close("out", expected, out.copyTo(new float[values.length]), 2e-6);
            close("mean", mean, means.copyTo(new float[rows]), 1e-6);
            close("rstd", rstd, rstds.copyTo(new float[rows]), 1e-6);
        }
    }

    /** dx of a part of the rows, and the sum of their contributions to dw. */
    @Kernel
    static void rmsNormBackward(Ptr x, Ptr weight, Ptr dy, Ptr dx, Ptr parts, int rows, int columns,
        float epsilon, @Constant int ROWS, @Constant int BLOCK) {
        int part = Triton.programId(0);
        var column = Triton.arange(0, BLOCK);
        var mask = column.lt(columns);
        var w = weight.add(column).load(mask, 0.0f);
        var dw = Triton.zeros(float.class, BLOCK);
        int end = Math.min(rows, (part + 1) * ROWS);
        for (int row = part * ROWS; row < end; row++) {
            var offsets = column.add(row * columns);
            var values = x.add(offsets).load(mask, 0.0f);
            var gradient = dy.add(offsets).load(mask, 0.0f);
            var rstd = values.mul(values).sum(0).div(columns).add(epsilon).rsqrt();
            var normalised = values.mul(rstd);
            var weighted = gradient.mul(w);
            var correlation = weighted.mul(normalised).sum(0).div(columns);
            dx.add(offsets).store(weighted.sub(normalised.mul(correlation)).mul(rstd), mask);
            dw = dw.add(gradient.mul(normalised));
        }
        parts.add(column.add(part * columns)).store(dw, mask);
    }

    @Kernel
    static void columnSums(Ptr x, Ptr out, int rows, int columns, @Constant int ROWS, @Constant int COLUMNS) {
        var column = Triton.arange(0, COLUMNS).add(Triton.programId(0) * COLUMNS);
        var sums = Triton.zeros(float.class, ROWS, COLUMNS);
        for (int start = 0; start < rows; start += ROWS) {
            var row = Triton.arange(0, ROWS).add(start).expand(1);
            var mask = row.lt(rows).and(column.lt(columns).expand(0));
            sums = sums.add(x.add(row.mul(columns).add(column.expand(0))).load(mask, 0.0f));
        }
        out.add(column).store(sums.sum(0), column.lt(columns));
    }

    @Test
    void rmsNormBackward() {
        int rows = 37;
        int columns = 200;
        int partRows = 8;
        int parts = Grid.cdiv(rows, partRows);
        int count = rows * columns;
        float[] values = normal(count, 5);
        float[] weights = normal(columns, 6);
        float[] gradients = normal(count, 7);
        double[] expectedDx = new double[count];
        double[] expectedDw = new double[columns];
        for (int first = 0; first < count; first += columns) {
            double square = 0;
            for (int i = 0; i < columns; i++)
                square += (double) values[first + i] * values[first + i] / columns;
            double rstd = 1 / Math.sqrt(square + EPSILON);
            double correlation = 0;
            for (int i = 0; i < columns; i++)
                correlation +=
                    (double) gradients[first + i] * weights[i] * values[first + i] * rstd / columns;
            for (int i = 0; i < columns; i++) {
                double normalised = values[first + i] * rstd;
                double weighted = (double) gradients[first + i] * weights[i];
                expectedDx[first + i] = (weighted - normalised * correlation) * rstd;
                expectedDw[i] += gradients[first + i] * normalised;
            }
        }
        try (DeviceBuffer x = CPU.copyOf(values); DeviceBuffer weight = CPU.copyOf(weights);
            DeviceBuffer dy = CPU.copyOf(gradients); DeviceBuffer dx = CPU.allocate(ElementType.FP32, count);
            DeviceBuffer partSums = CPU.allocate(ElementType.FP32, parts * columns);
            DeviceBuffer dw = CPU.allocate(ElementType.FP32, columns)) {
            KernelFunction backward = KernelFunction.of(NormalisationsTest.class, "rmsNormBackward")
                                          .constant("ROWS", partRows)
                                          .constant("BLOCK", 256)
                                          .on(CPU);
            KernelFunction sums = KernelFunction.of(NormalisationsTest.class, "columnSums")
                                      .constant("ROWS", 4)
                                      .constant("COLUMNS", 64)
                                      .on(CPU);
            runAllWays(5e-6, backward, Grid.of(parts), x, weight, dy, dx, partSums, rows, columns, EPSILON);
            runAllWays(5e-6, sums, Grid.of(Grid.cdiv(columns, 64)), partSums, dw, parts, columns);
            close("dx", expectedDx, dx.copyTo(new float[count]), 5e-6);
            close("dw", expectedDw, dw.copyTo(new float[columns]), 5e-6);
        }
    }
}
