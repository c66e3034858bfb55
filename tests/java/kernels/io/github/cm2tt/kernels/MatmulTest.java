// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Graph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Products of matrices, compared with sums in double precision. */
final class MatmulTest {
    private static double activation(Activation function, double x) {
        return switch (function) {
            case NONE -> x;
            case RELU -> Math.max(x, 0);
            case SILU -> x / (1 + Math.exp(-x));
            case GELU -> x* normal(x);
            case GELU_TANH -> x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x))) / 2;
        };
    }

    /** The distribution function of the normal distribution, by its series. */
    private static double normal(double x) {
        if (Math.abs(x) > 8)
            return x < 0 ? 0 : 1;
        double term = x;
        double sum = x;
        for (int i = 3; i < 200; i += 2) {
            term *= x * x / i;
            sum += term;
        }
        return 0.5 + sum * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
    }

    private static void check(double[] expected, float[] found, double tolerance) {
        double scale = 1;
        for (double number : expected)
            scale = Math.max(scale, Math.abs(number));
        assertEquals(expected.length, found.length);
        for (int i = 0; i < found.length; i++)
            assertEquals(expected[i], found[i], tolerance * scale, "element " + i);
    }

    @ParameterizedTest
    @CsvSource({"FP32,FP32,1,50,100,2e-6", "FP32,FP32,33,70,65,2e-6", "FP32,BF16,2,40,128,2e-6",
        "FP16,FP16,7,33,192,1e-3", "BF16,BF16,9,33,96,8e-3", "FP16,FP32,8,64,64,1e-3",
        "BF16,FP16,40,64,64,8e-3"})
    void weightsInRows(ElementType type, ElementType weights, int m, int n, int k, double tolerance) {
        float[] x = KernelTesting.random(m * k, 1);
        float[] w = KernelTesting.random(n * k, 2);
        try (DeviceTensor a = KernelTesting.tensor(type, x, m, k);
            DeviceTensor b = KernelTesting.tensor(weights, w, n, k);
            DeviceTensor out = DeviceTensor.allocate(KernelTesting.DEVICE, type, m, n)) {
            Matmul.launch(KernelTesting.STREAM, a, b.transpose(0, 1), out, Epilogue.NONE);
            KernelTesting.STREAM.synchronize();
            check(KernelTesting.product(x, w, m, n, k), out.toFloats(), tolerance);
        }
    }

    @ParameterizedTest
    @EnumSource
    void viewsWithAnEpilogue(Activation function) {
        int m = 6;
        int n = 20;
        int k = 24;
        float[] x = KernelTesting.random(k * (m + 2), 1);
        float[] y = KernelTesting.random(k * (n + 3), 2);
        float[] bias = KernelTesting.random(n, 3);
        float[] residual = KernelTesting.random(m * n, 4);
        try (DeviceTensor a = KernelTesting.tensor(ElementType.FP32, x, k, m + 2);
            DeviceTensor b = KernelTesting.tensor(ElementType.FP32, y, k, n + 3);
            DeviceTensor biases = KernelTesting.tensor(ElementType.FP32, bias, n);
            DeviceTensor residuals = KernelTesting.tensor(ElementType.BF16, residual, m, n);
            DeviceTensor out = DeviceTensor.allocate(KernelTesting.DEVICE, ElementType.FP32, m, n)) {
            Epilogue epilogue = Epilogue.NONE.adding(residuals).activation(function).bias(biases);
            Runnable work = ()
                -> Matmul.launch(KernelTesting.STREAM, a.slice(1, 1, m + 1).transpose(0, 1),
                    b.slice(1, 3, n + 3), out, epilogue);
            work.run();
            KernelTesting.STREAM.synchronize();
            out.buffer().fill(0.0);
            Graph graph = KernelTesting.STREAM.capture(work);
            graph.launch(KernelTesting.STREAM);
            KernelTesting.STREAM.synchronize();
            double[] expected = new double[m * n];
            for (int i = 0; i < expected.length; i++) {
                double sum = bias[i % n];
                for (int l = 0; l < k; l++)
                    sum += (double) x[l * (m + 2) + 1 + i / n] * y[l * (n + 3) + 3 + i % n];
                expected[i] = activation(function, sum) + residual[i];
            }
            check(expected, out.toFloats(), 2e-6);
        }
    }

    /** The CPU device has no TF32: there the result is exact. */
    @Test
    void roundedFactors() {
        float[] x = KernelTesting.random(16 * 64, 1);
        float[] w = KernelTesting.random(32 * 64, 2);
        try (DeviceTensor a = KernelTesting.tensor(ElementType.FP32, x, 16, 64);
            DeviceTensor b = KernelTesting.tensor(ElementType.FP32, w, 32, 64);
            DeviceTensor out = DeviceTensor.allocate(KernelTesting.DEVICE, ElementType.FP32, 16, 32)) {
            Matmul.launch(KernelTesting.STREAM, a, b.transpose(0, 1), out, Epilogue.NONE, Precision.TF32);
            KernelTesting.STREAM.synchronize();
            check(KernelTesting.product(x, w, 16, 32, 64), out.toFloats(),
                KernelTesting.DEVICE.isGpu() ? 1e-3 : 2e-6);
        }
    }

    @Test
    void namesTheTensorOfAWrongShape() {
        try (DeviceTensor a = DeviceTensor.zeros(KernelTesting.DEVICE, ElementType.FP32, 2, 8)) {
            String message = assertThrows(IllegalArgumentException.class,
                () -> Matmul.launch(KernelTesting.STREAM, a, a, a, Epilogue.NONE))
                                 .getMessage();
            assertEquals(
                "b: expected the shape [8, -1], found tensor of FP32 [2, 8] on " + KernelTesting.DEVICE,
                message);
        }
    }
}
