// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static io.github.cm2tt.kernels.KernelTesting.STREAM;
import static io.github.cm2tt.kernels.KernelTesting.allocate;
import static io.github.cm2tt.kernels.KernelTesting.assertClose;
import static io.github.cm2tt.kernels.KernelTesting.assertRefused;
import static io.github.cm2tt.kernels.KernelTesting.ints;

import io.github.cm2tt.runtime.ElementType;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Softmax, its logarithm and cross-entropy, compared with the formulas in double precision. */
final class SoftmaxTest {
    private static double logOfSum(float[] x, int first, int n) {
        double greatest = Double.NEGATIVE_INFINITY;
        for (int i = first; i < first + n; i++)
            greatest = Math.max(greatest, x[i]);
        double sum = 0;
        for (int i = first; i < first + n; i++)
            sum += Math.exp(x[i] - greatest);
        return greatest + Math.log(sum);
    }

    private static double[] logSoftmax(float[] x, int n) {
        double[] result = new double[x.length];
        for (int first = 0; first < x.length; first += n) {
            double log = logOfSum(x, first, n);
            for (int i = first; i < first + n; i++)
                result[i] = x[i] - log;
        }
        return result;
    }

    @ParameterizedTest
    @CsvSource(
        {"FP32,1,1", "FP32,30,7", "FP16,5,1000", "BF16,2,8192", "FP64,3,100", "FP32,2,8193", "FP64,1,4099"})
    void rows(ElementType type, int rows, int n) {
        float[] x = KernelTesting.random(rows * n, 1);
        for (int i = 0; i < x.length; i++)
            x[i] *= 4;
        try (DeviceTensor tensor = KernelTesting.tensor(type, x, rows, n);
            DeviceTensor out = allocate(type, rows, n)) {
            double[] logs = logSoftmax(x, n);
            LogSoftmax.launch(STREAM, tensor, out);
            STREAM.synchronize();
            double tolerance = Math.max(1e-7, KernelTesting.tolerance(type));
            assertClose(logs, KernelTesting.numbers(out), tolerance);
            Softmax.launch(STREAM, tensor, tensor);
            STREAM.synchronize();
            for (int i = 0; i < logs.length; i++)
                logs[i] = Math.exp(logs[i]);
            assertClose(logs, KernelTesting.numbers(tensor), tolerance);
        }
    }

    @ParameterizedTest
    @CsvSource({"4", "9000"})
    void extremes(int n) {
        float low = Float.NEGATIVE_INFINITY;
        float[] x = new float[5 * n];
        Arrays.fill(x, low);
        x[1] = 1; // one number
        x[n] = 3e38f; // far from others
        x[n + 1] = -3e38f;
        x[n + 2] = 3e38f;
        x[2 * n + 3] = Float.NaN;
        x[2 * n] = 1;
        x[3 * n] = Float.POSITIVE_INFINITY;
        x[3 * n + 1] = 0; // the last row: no number
        double[] expected = new double[x.length];
        Arrays.fill(expected, 2 * n, 5 * n, Double.NaN);
        expected[1] = 1;
        expected[n] = 0.5;
        expected[n + 2] = 0.5;
        try (DeviceTensor tensor = KernelTesting.tensor(ElementType.FP32, x, 5, n);
            DeviceTensor out = allocate(ElementType.FP32, 5, n)) {
            Softmax.launch(STREAM, tensor, out);
            STREAM.synchronize();
            assertClose(expected, out.toFloats(), 1e-6);
            LogSoftmax.launch(STREAM, tensor, out);
            STREAM.synchronize();
            for (int i = 0; i < 2 * n; i++)
                expected[i] =
                    expected[i] == 0 ? (float) (x[i] - (i < n ? 1.0 : 3e38)) : Math.log(expected[i]);
            assertClose(expected, out.toFloats(), 1e-6);
        }
    }

    @Test
    void rowsOfAView() {
        float[] x = KernelTesting.random(6 * 20, 4);
        try (DeviceTensor wide = KernelTesting.tensor(ElementType.FP32, x, 6, 20);
            DeviceTensor out = allocate(ElementType.FP32, 6, 11)) {
            LogSoftmax.launch(STREAM, wide.slice(1, 5, 16), out);
            STREAM.synchronize();
            float[] part = new float[66];
            for (int i = 0; i < part.length; i++)
                part[i] = x[i / 11 * 20 + 5 + i % 11];
            assertClose(logSoftmax(part, 11), out.toFloats(), 2e-6);
        }
    }

    @ParameterizedTest
    @CsvSource({"FP32,4,1", "FP32,3,151936", "BF16,5,1000", "FP16,9,33"})
    void crossEntropy(ElementType type, int rows, int n) {
        float[] x = KernelTesting.random(rows * n, 2);
        int[] targets = new int[rows];
        for (int i = 0; i < rows; i++)
            targets[i] = i == 2 ? -100 : i * 7919 % n;
        try (DeviceTensor logits = KernelTesting.tensor(type, x, rows, n);
            DeviceTensor target = ints(targets); DeviceTensor losses = allocate(ElementType.FP32, rows);
            DeviceTensor gradient = allocate(ElementType.FP32, rows, n)) {
            double[] logs = logSoftmax(x, n);
            CrossEntropy.launch(STREAM, logits, target, losses);
            CrossEntropy.launchGradient(STREAM, logits, target, gradient, 0.5f);
            STREAM.synchronize();
            double[] expected = new double[rows];
            double[] slopes = new double[x.length];
            for (int i = 0; i < rows; i++)
                expected[i] = targets[i] < 0 ? 0 : -logs[i * n + targets[i]];
            for (int i = 0; i < x.length; i++) {
                int at = targets[i / n];
                slopes[i] = at < 0 ? 0 : (Math.exp(logs[i]) - (at == i % n ? 1 : 0)) / 2;
            }
            assertClose(expected, losses.toFloats(), 2e-6);
            assertClose(slopes, gradient.toFloats(), 2e-6);
        }
    }

    @Test
    void refuses() {
        try (DeviceTensor x = allocate(ElementType.FP32, 4, 8); DeviceTensor four = ints(1, 2, 3, 4);
            DeviceTensor integers = allocate(ElementType.I32, 4, 8)) {
            assertRefused(
                "out: expected the shape [4, 8]", () -> Softmax.launch(STREAM, x, x.slice(1, 0, 7)));
            assertRefused("x: expected contiguous rows",
                () -> LogSoftmax.launch(STREAM, x.transpose(0, 1), x.reshape(8, 4)));
            assertRefused("x: expected the type one of", () -> Softmax.launch(STREAM, integers, x));
            assertRefused("losses: expected the type FP32", () -> CrossEntropy.launch(STREAM, x, four, four));
            assertRefused("targets: expected the shape [4]",
                () -> CrossEntropy.launch(STREAM, x, four.slice(0, 0, 3), x.select(1, 0)));
            assertRefused("gradient: expected the shape [4, 8]",
                () -> CrossEntropy.launchGradient(STREAM, x, four, x.reshape(8, 4), 1));
        }
    }
}
