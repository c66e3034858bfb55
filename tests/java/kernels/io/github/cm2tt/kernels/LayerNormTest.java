// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static io.github.cm2tt.kernels.KernelTesting.STREAM;
import static io.github.cm2tt.kernels.KernelTesting.allocate;
import static io.github.cm2tt.kernels.KernelTesting.assertClose;
import static io.github.cm2tt.kernels.KernelTesting.assertRefused;
import static io.github.cm2tt.kernels.KernelTesting.tensor;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.cm2tt.runtime.ElementType;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Layer, group and quantizing normalization, compared with the formulas in double precision. */
final class LayerNormTest {
    private static final float EPSILON = 1e-5f;

    /** Normalizes groups of n neighbours; elements of a group share a weight and a bias by {@code pixels}. */
    private static double[] expected(
        float[] x, float[] weight, float[] bias, int n, int pixels, boolean centres) {
        double[] result = new double[x.length];
        for (int first = 0; first < x.length; first += n) {
            double mean = 0;
            double variance = 0;
            for (int i = first; i < first + n && centres; i++)
                mean += (double) x[i] / n;
            for (int i = first; i < first + n; i++)
                variance += (x[i] - mean) * (x[i] - mean) / n;
            for (int i = first; i < first + n; i++) {
                int channel = i / pixels % weight.length;
                result[i] = (x[i] - mean) / Math.sqrt(variance + EPSILON) * weight[channel] + bias[channel];
            }
        }
        return result;
    }

    private static float[] shifted(int n, long seed) {
        float[] x = KernelTesting.random(n, seed);
        for (int i = 0; i < n; i++)
            x[i] += 3;
        return x;
    }

    @ParameterizedTest
    @CsvSource({"FP32,1,1", "FP32,30,5", "FP16,3,1000", "BF16,2,4096", "FP32,2,8200"})
    void rows(ElementType type, int rows, int n) {
        float[] x = shifted(rows * n, 1);
        float[] weight = KernelTesting.random(n, 2);
        float[] bias = KernelTesting.random(n, 3);
        try (DeviceTensor input = tensor(type, x, rows, n);
            DeviceTensor weights = tensor(ElementType.FP32, weight, n);
            DeviceTensor biases = tensor(type, bias, n)) {
            LayerNorm.launch(STREAM, input, weights, biases, input, EPSILON);
            STREAM.synchronize();
            assertClose(
                expected(x, weight, bias, n, 1, true), input.toFloats(), 3 * KernelTesting.tolerance(type));
        }
    }

    @ParameterizedTest
    @CsvSource({"FP32,60", "FP32,8300", "BF16,100", "BF16,8300"})
    void addsARowOfAView(ElementType type, int n) {
        float[] x = shifted(3 * n, 3);
        float[] residual = KernelTesting.random(3 * 2 * n, 4);
        float[] ones = {1};
        try (DeviceTensor sum = tensor(type, x, 3, n); DeviceTensor wide = tensor(type, residual, 3, 2 * n);
            DeviceTensor out = allocate(type, 3, n)) {
            LayerNorm.launchAdding(STREAM, sum, wide.slice(1, n, 2 * n), null, null, out, EPSILON);
            STREAM.synchronize();
            for (int i = 0; i < x.length; i++)
                x[i] += residual[i / n * 2 * n + n + i % n];
            try (DeviceTensor rounded = tensor(type, x, 3, n)) {
                assertArrayEquals(rounded.toFloats(), sum.toFloats());
            }
            assertClose(expected(x, ones, new float[1], n, 1, true), out.toFloats(),
                2 * KernelTesting.tolerance(type));
        }
    }

    @ParameterizedTest
    @CsvSource({"I8,5,64,false", "FP8E4NV,3,1000,true", "FP8E5,2,129,false", "I8,2,8200,true",
        "FP8E4NV,2,9000,false"})
    void quantizes(ElementType type, int rows, int n, boolean centres) {
        float[] x = shifted(rows * n, 5);
        Arrays.fill(x, 0, n, 0); // a row of zeros has the scale 1
        float[] weight = KernelTesting.random(n, 6);
        try (DeviceTensor input = tensor(ElementType.BF16, x, rows, n);
            DeviceTensor weights = tensor(ElementType.BF16, weight, n);
            DeviceTensor out = allocate(type, rows, n);
            DeviceTensor scales = allocate(ElementType.FP32, rows)) {
            if (centres)
                LayerNorm.launchQuantizing(STREAM, input, null, weights, null, out, scales, EPSILON);
            else
                RmsNorm.launchQuantizing(STREAM, input, null, weights, out, scales, EPSILON);
            STREAM.synchronize();
            double[] expected = expected(x, weight, new float[n], n, 1, centres);
            float[] scale = scales.toFloats();
            float[] found = KernelTesting.numbers(out);
            assertEquals(1, scale[0]);
            double limit = type == ElementType.I8 ? 127 : type == ElementType.FP8E5 ? 57344 : 448;
            for (int row = 1; row < rows; row++) {
                double greatest = 0;
                for (int i = row * n; i < row * n + n; i++)
                    greatest = Math.max(greatest, Math.abs(expected[i]));
                assertEquals(greatest / limit, scale[row], 1e-5 * greatest / limit);
                for (int i = row * n; i < row * n + n; i++) {
                    double number = expected[i] / scale[row];
                    double unit = type == ElementType.I8
                        ? 0.501
                        : Math.max(Math.abs(number) * (type == ElementType.FP8E5 ? 0.126 : 0.0626), 0.001);
                    assertEquals(number, found[i], unit);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"FP32,2,6,3,35", "FP16,1,32,32,64", "FP32,3,8,1,1100", "BF16,2,4,2,1"})
    void groups(ElementType type, int images, int channels, int groups, int pixels) {
        float[] x = shifted(images * channels * pixels, 7);
        float[] weight = KernelTesting.random(channels, 8);
        float[] bias = KernelTesting.random(channels, 9);
        try (DeviceTensor input = tensor(type, x, images, channels, pixels);
            DeviceTensor weights = tensor(type, weight, channels);
            DeviceTensor biases = tensor(type, bias, channels);
            DeviceTensor out = allocate(type, images, channels, pixels)) {
            GroupNorm.launch(STREAM, input, weights, biases, out, groups, EPSILON);
            STREAM.synchronize();
            assertClose(expected(x, weight, bias, channels / groups * pixels, pixels, true), out.toFloats(),
                3 * KernelTesting.tolerance(type));
        }
    }

    @Test
    void refuses() {
        try (DeviceTensor x = allocate(ElementType.FP32, 2, 8);
            DeviceTensor seven = allocate(ElementType.FP32, 7);
            DeviceTensor bytes = allocate(ElementType.I8, 2, 8)) {
            DeviceTensor eight = x.select(0, 0);
            assertRefused(
                "weight: expected the shape [8]", () -> LayerNorm.launch(STREAM, x, seven, null, x, EPSILON));
            assertRefused(
                "bias: expected the shape [8]", () -> LayerNorm.launch(STREAM, x, eight, seven, x, EPSILON));
            assertRefused("scales: expected the shape [2]",
                () -> RmsNorm.launchQuantizing(STREAM, x, null, eight, bytes, seven, EPSILON));
            assertRefused("scales: expected a tensor, found null",
                () -> RmsNorm.launchQuantizing(STREAM, x, null, eight, bytes, null, EPSILON));
            assertRefused("out: expected the type one of [I8, FP8E4NV, FP8E5]",
                () -> RmsNorm.launchQuantizing(STREAM, x, null, eight, x, seven.slice(0, 0, 2), EPSILON));
            assertRefused("groups: expected a divisor of 4",
                ()
                    -> GroupNorm.launch(
                        STREAM, x.reshape(1, 4, 4), null, null, x.reshape(1, 4, 4), 3, EPSILON));
            assertRefused("x: expected [images, channels, pixels]",
                () -> GroupNorm.launch(STREAM, x, null, null, x, 2, EPSILON));
        }
    }
}
