// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static io.github.cm2tt.kernels.KernelTesting.STREAM;
import static io.github.cm2tt.kernels.KernelTesting.allocate;
import static io.github.cm2tt.kernels.KernelTesting.assertRefused;

import io.github.cm2tt.kernels.GatedActivation.Kind;
import io.github.cm2tt.runtime.ElementType;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Gated linear units, compared with the formulas in double precision. */
final class GatedActivationTest {
    /** The error function, by its series: for |x| up to 4. */
    static double erf(double x) {
        double sum = 0;
        double term = x;
        for (int n = 0; n < 100; n++) {
            sum += term / (2 * n + 1);
            term *= -x * x / (n + 1);
        }
        return 2 / Math.sqrt(Math.PI) * sum;
    }

    static double activation(double x, Kind kind) {
        return switch (kind) {
            case SILU -> x / (1 + Math.exp(-x));
            case GELU -> x / 2 * (1 + erf(x / Math.sqrt(2)));
            case GELU_TANH -> x / 2 * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)));
        };
    }

    @ParameterizedTest
    @CsvSource({"FP32,SILU,1,1", "FP32,GELU,3,1000", "FP32,GELU_TANH,70,33", "FP16,SILU,2,4096",
        "BF16,GELU,5,129", "FP16,GELU_TANH,2,2048"})
    void halvesOfOneTensor(ElementType type, Kind kind, int rows, int n) {
        float[] x = KernelTesting.random(rows * 2 * n, 1);
        try (DeviceTensor both = KernelTesting.tensor(type, x, rows, 2 * n);
            DeviceTensor out = allocate(type, rows, n)) {
            GatedActivation.launch(STREAM, both.slice(1, 0, n), both.slice(1, n, 2 * n), out, kind);
            STREAM.synchronize();
            double[] expected = new double[rows * n];
            for (int i = 0; i < expected.length; i++) {
                int at = i / n * 2 * n + i % n;
                expected[i] = activation(x[at], kind) * x[at + n];
            }
            KernelTesting.assertClose(expected, out.toFloats(), KernelTesting.tolerance(type));
        }
    }

    @ParameterizedTest
    @CsvSource({"SILU", "GELU", "GELU_TANH"})
    void extremesInPlace(Kind kind) {
        float huge = 3e38f;
        float[] x = {
            Float.NEGATIVE_INFINITY, -huge, -100, -0.0f, 0, 100, huge, Float.POSITIVE_INFINITY, Float.NaN};
        double[] expected = {Double.NaN, -0.0, -0.0, 0, 0, 100, huge, Double.POSITIVE_INFINITY, Double.NaN};
        float[] ones = new float[x.length];
        Arrays.fill(ones, 1);
        try (DeviceTensor gate = KernelTesting.tensor(ElementType.FP32, x, 1, x.length);
            DeviceTensor up = KernelTesting.tensor(ElementType.FP32, ones, 1, x.length)) {
            GatedActivation.launch(STREAM, gate, up, gate, kind);
            STREAM.synchronize();
            KernelTesting.assertClose(expected, gate.toFloats(), 2e-6);
        }
    }

    @Test
    void refuses() {
        try (DeviceTensor gate = allocate(ElementType.FP32, 4, 8);
            DeviceTensor other = allocate(ElementType.FP32, 8, 4)) {
            assertRefused("up: expected the shape [4, 8]",
                () -> GatedActivation.launch(STREAM, gate, other, gate, Kind.SILU));
            assertRefused("out: expected the shape [4, 8]",
                () -> GatedActivation.launch(STREAM, gate, gate, other, Kind.SILU));
            assertRefused("up: expected contiguous rows",
                () -> GatedActivation.launch(STREAM, gate, other.transpose(0, 1), gate, Kind.SILU));
        }
    }
}
