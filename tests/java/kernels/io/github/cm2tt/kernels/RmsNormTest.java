// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.cm2tt.runtime.ElementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RMS normalization, compared with the formula in double precision. */
final class RmsNormTest {
    private static double[] expected(float[] x, float[] weight, int n, double epsilon) {
        double[] result = new double[x.length];
        for (int first = 0; first < x.length; first += n) {
            double sum = 0;
            for (int i = first; i < first + n; i++)
                sum += (double) x[i] * x[i];
            for (int i = first; i < first + n; i++)
                result[i] = x[i] / Math.sqrt(sum / n + epsilon) * weight[i - first];
        }
        return result;
    }

    @ParameterizedTest
    @CsvSource({"FP32,1,1", "FP32,3,576", "FP16,5,1000", "BF16,2,4096", "FP16,4,129"})
    void rows(ElementType type, int rows, int n) {
        float[] x = KernelTesting.random(rows * n, 1);
        float[] weight = KernelTesting.random(n, 2);
        try (DeviceTensor input = KernelTesting.tensor(type, x, rows, n);
            DeviceTensor weights = KernelTesting.tensor(type, weight, n);
            DeviceTensor out = DeviceTensor.allocate(KernelTesting.DEVICE, type, rows, n)) {
            RmsNorm.launch(KernelTesting.STREAM, input, weights, out, 1e-5f);
            KernelTesting.STREAM.synchronize();
            KernelTesting.assertClose(
                expected(x, weight, n, 1e-5), out.toFloats(), KernelTesting.tolerance(type));
        }
    }

    @Test
    void addsARowOfAView() {
        int n = 64;
        float[] x = KernelTesting.random(3 * n, 3);
        float[] residual = KernelTesting.random(3 * 2 * n, 4);
        float[] weight = KernelTesting.random(n, 5);
        try (DeviceTensor sum = KernelTesting.tensor(ElementType.FP32, x, 3, n);
            DeviceTensor wide = KernelTesting.tensor(ElementType.FP32, residual, 3, 2 * n);
            DeviceTensor weights = KernelTesting.tensor(ElementType.FP32, weight, n);
            DeviceTensor out = DeviceTensor.allocate(KernelTesting.DEVICE, ElementType.FP32, 3, n)) {
            RmsNorm.launchAdding(KernelTesting.STREAM, sum, wide.slice(1, n, 2 * n), weights, out, 1e-6f);
            KernelTesting.STREAM.synchronize();
            for (int i = 0; i < x.length; i++)
                x[i] += residual[i / n * 2 * n + n + i % n];
            KernelTesting.assertClose(expected(x, weight, n, 1e-6), out.toFloats(), 2e-6);
            assertEquals(x[0], sum.toFloats()[0]);
        }
    }

    @ParameterizedTest
    @CsvSource({"FP32,4,2,128", "FP16,3,5,64", "BF16,1,33,80", "FP32,2,1,7"})
    void headsOfAView(ElementType type, int rows, int heads, int width) {
        int stride = 2 * heads * width + 8;
        float[] x = KernelTesting.random(rows * stride, 6);
        float[] weight = KernelTesting.random(width, 7);
        try (DeviceTensor all = KernelTesting.tensor(type, x, rows, stride);
            DeviceTensor weights = KernelTesting.tensor(ElementType.FP32, weight, width);
            DeviceTensor out = KernelTesting.allocate(type, rows, heads, width)) {
            DeviceTensor view = all.slice(1, 8, 8 + heads * width).splitLast(width);
            RmsNorm.launchHeads(KernelTesting.STREAM, view, weights, out, 1e-5f);
            RmsNorm.launchHeads(KernelTesting.STREAM, view, weights, view, 1e-5f);
            KernelTesting.STREAM.synchronize();
            float[] inputs = new float[rows * heads * width];
            for (int row = 0; row < rows; row++)
                System.arraycopy(x, row * stride + 8, inputs, row * heads * width, heads * width);
            double[] expected = expected(inputs, weight, width, 1e-5);
            KernelTesting.assertClose(expected, out.toFloats(), KernelTesting.tolerance(type));
            double[] inPlace = KernelTesting.doubles(x);
            for (int row = 0; row < rows; row++)
                System.arraycopy(expected, row * heads * width, inPlace, row * stride + 8, heads * width);
            KernelTesting.assertClose(inPlace, all.toFloats(), KernelTesting.tolerance(type));
        }
    }

    @Test
    void refusesHeadsOfAnotherWidth() {
        try (DeviceTensor x = DeviceTensor.zeros(KernelTesting.DEVICE, ElementType.FP32, 2, 3, 8);
            DeviceTensor weights = DeviceTensor.zeros(KernelTesting.DEVICE, ElementType.FP32, 7)) {
            KernelTesting.assertRefused("weight: expected the shape [8]",
                () -> RmsNorm.launchHeads(KernelTesting.STREAM, x, weights, x, 1e-5f));
        }
        long width = Rows.longest(KernelTesting.DEVICE) + 1L;
        try (DeviceTensor x = DeviceTensor.zeros(KernelTesting.DEVICE, ElementType.FP32, 1, 1, width);
            DeviceTensor weights = DeviceTensor.zeros(KernelTesting.DEVICE, ElementType.FP32, width)) {
            KernelTesting.assertRefused("x: expected heads of at most " + (width - 1) + " elements, found ",
                () -> RmsNorm.launchHeads(KernelTesting.STREAM, x, weights, x, 1e-5f));
        }
    }

    @Test
    void namesTheTensorOfAWrongShape() {
        try (DeviceTensor x = DeviceTensor.zeros(KernelTesting.DEVICE, ElementType.FP32, 2, 8);
            DeviceTensor weights = DeviceTensor.zeros(KernelTesting.DEVICE, ElementType.FP32, 7)) {
            String message = assertThrows(IllegalArgumentException.class,
                () -> RmsNorm.launch(KernelTesting.STREAM, x, weights, x, 1e-5f))
                                 .getMessage();
            assertEquals(
                "weight: expected the shape [8], found tensor of FP32 [7] on " + KernelTesting.DEVICE,
                message);
        }
    }
}
