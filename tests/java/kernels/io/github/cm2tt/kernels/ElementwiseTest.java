// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static io.github.cm2tt.kernels.KernelTesting.STREAM;
import static io.github.cm2tt.kernels.KernelTesting.allocate;
import static io.github.cm2tt.kernels.KernelTesting.assertClose;
import static io.github.cm2tt.kernels.KernelTesting.assertRefused;
import static io.github.cm2tt.kernels.KernelTesting.doubles;
import static io.github.cm2tt.kernels.KernelTesting.ints;
import static io.github.cm2tt.kernels.KernelTesting.numbers;
import static io.github.cm2tt.kernels.KernelTesting.tensor;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.cm2tt.kernels.Elementwise.Binary;
import io.github.cm2tt.kernels.Elementwise.Unary;
import io.github.cm2tt.runtime.ElementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Functions of each element, compared with Java's. */
final class ElementwiseTest {
    private static double value(Unary function, double x) {
        return switch (function) {
            case COPY -> x;
            case NEGATE -> -x;
            case ABS -> Math.abs(x);
            case SQUARE -> x* x;
            case RELU -> Math.max(x, 0);
            case RECIPROCAL -> 1 / x;
            case SQRT -> Math.sqrt(x);
            case RSQRT -> 1 / Math.sqrt(x);
            case EXP -> Math.exp(x);
            case LOG -> Math.log(x);
            case SIN -> Math.sin(x);
            case COS -> Math.cos(x);
            case TANH -> Math.tanh(x);
            case ERF -> GatedActivationTest.erf(x);
            case SIGMOID -> 1 / (1 + Math.exp(-x));
            case SILU -> GatedActivationTest.activation(x, GatedActivation.Kind.SILU);
            case GELU -> GatedActivationTest.activation(x, GatedActivation.Kind.GELU);
            case GELU_TANH -> GatedActivationTest.activation(x, GatedActivation.Kind.GELU_TANH);
            case FLOOR -> Math.floor(x);
            case CEIL -> Math.ceil(x);
            case ROUND -> Math.rint(x);
        };
    }

    private static double value(Binary function, double x, double y) {
        return switch (function) {
            case ADD -> x + y;
            case SUBTRACT -> x - y;
            case MULTIPLY -> x* y;
            case DIVIDE -> x / y;
            case MINIMUM -> Math.min(x, y);
            case MAXIMUM -> Math.max(x, y);
            case POWER -> Math.pow(x, y);
        };
    }

    @ParameterizedTest
    @EnumSource
    void unary(Unary function) {
        float[] x = KernelTesting.random(1500, 1);
        ElementType[] types = {ElementType.FP32, ElementType.FP64, ElementType.BF16};
        for (ElementType type : function.ordinal() % 5 == 0 ? types : new ElementType[] {ElementType.FP32}) {
            try (DeviceTensor input = tensor(type, x, 3, 500); DeviceTensor out = allocate(type, 3, 500)) {
                Elementwise.launch(STREAM, function, input, out);
                STREAM.synchronize();
                double[] expected = new double[x.length];
                for (int i = 0; i < x.length; i++)
                    expected[i] = value(function, x[i]);
                assertClose(expected, numbers(out), Math.max(2e-6, KernelTesting.tolerance(type)));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void binary(Binary function) {
        float[] x = KernelTesting.random(700, 2);
        float[] y = KernelTesting.random(700, 3);
        double[] expected = new double[700];
        double[] withNumber = new double[700];
        try (DeviceTensor first = tensor(ElementType.FP32, x, 700);
            DeviceTensor second = tensor(ElementType.FP16, y, 700);
            DeviceTensor out = allocate(ElementType.FP32, 700)) {
            Elementwise.launch(STREAM, function, first, second, out);
            Elementwise.launch(STREAM, function, first, 2.5, first);
            STREAM.synchronize();
            for (int i = 0; i < x.length; i++) {
                expected[i] = value(function, x[i], y[i]);
                withNumber[i] = value(function, x[i], 2.5);
            }
            assertClose(expected, out.toFloats(), 3e-6);
            assertClose(withNumber, first.toFloats(), 3e-6);
        }
    }

    /** Adds views of a tensor [2, 3, 4, 5], one by one, to a tensor that is broadcast. */
    @Test
    void stridesAndBroadcasting() {
        float[] x = KernelTesting.random(120, 4);
        float[] y = KernelTesting.random(10, 5);
        try (DeviceTensor first = tensor(ElementType.FP32, x, 2, 3, 4, 5);
            DeviceTensor second = tensor(ElementType.FP32, y, 2, 1, 5, 1);
            DeviceTensor out = allocate(ElementType.FP32, 2, 3, 5, 4)) {
            Elementwise.launch(STREAM, Binary.ADD, first.transpose(2, 3), second, out);
            STREAM.synchronize();
            double[] expected = new double[120];
            for (int i = 0; i < 120; i++) {
                int a = i / 60;
                int b = i / 20 % 3;
                int c = i / 4 % 5;
                expected[i] = x[((a * 3 + b) * 4 + i % 4) * 5 + c] + y[a * 5 + c];
            }
            assertClose(expected, out.toFloats(), 1e-6);
            Elementwise.launch(STREAM, Unary.NEGATE, second.select(3, 0).select(0, 1), out.transpose(2, 3));
            STREAM.synchronize();
            for (int i = 0; i < 120; i++)
                expected[i] = -y[5 + i / 4 % 5];
            assertClose(expected, out.toFloats(), 0);
        }
    }

    @ParameterizedTest
    @CsvSource({"1,1", "70000,1", "1,70000", "300,129"})
    void addsABias(int rows, int n) {
        float[] x = KernelTesting.random(rows * n, 6);
        float[] bias = KernelTesting.random(n, 7);
        try (DeviceTensor input = tensor(ElementType.FP32, x, rows, n);
            DeviceTensor biases = tensor(ElementType.FP32, bias, n)) {
            Elementwise.launch(STREAM, Binary.ADD, input, biases, input);
            STREAM.synchronize();
            for (int i = 0; i < x.length; i++)
                x[i] += bias[i % n];
            assertArrayEquals(x, input.toFloats());
        }
    }

    @Test
    void joinsAxesThatAreNeighbours() {
        try (DeviceTensor x = allocate(ElementType.FP32, 2, 3, 4, 5);
            DeviceTensor y = allocate(ElementType.FP32, 3, 1, 1)) {
            ElementLayout all = ElementLayout.of(x, x, x);
            assertEquals(1, all.rows());
            assertEquals(120, all.columns());
            ElementLayout broadcast = ElementLayout.of(x, y, x);
            assertEquals(6, broadcast.rows());
            assertEquals(20, broadcast.columns());
            assertEquals(new ElementLayout.Strides(0, 0, 1, 0), broadcast.y());
        }
    }

    @Test
    void integers() {
        try (DeviceTensor x = ints(7, -7, 0, Integer.MAX_VALUE); DeviceTensor y = ints(2, 2, 5, 1);
            DeviceTensor out = ints(0, 0, 0, 0); DeviceTensor floats = allocate(ElementType.FP32, 4)) {
            Elementwise.launch(STREAM, Binary.ADD, x, y, out);
            STREAM.synchronize();
            assertArrayEquals(new int[] {9, -5, 5, Integer.MIN_VALUE}, out.toInts());
            Elementwise.launch(STREAM, Binary.DIVIDE, x, y, out);
            STREAM.synchronize();
            assertArrayEquals(new int[] {3, -3, 0, Integer.MAX_VALUE}, out.toInts());
            Elementwise.launch(STREAM, Unary.RELU, x, floats);
            STREAM.synchronize();
            assertClose(new double[] {7, 0, 0, 0x1p31}, floats.toFloats(), 0);
            assertRefused("x: EXP of integers is not supported: tensor of I32",
                () -> Elementwise.launch(STREAM, Unary.EXP, x, out));
            assertRefused("x: POWER of integers is not supported: tensor of I32",
                () -> Elementwise.launch(STREAM, Binary.POWER, x, y, out));
        }
    }

    @Test
    void specialNumbers() {
        float[] x = {Float.NaN, Float.NEGATIVE_INFINITY, -0.0f, Float.POSITIVE_INFINITY, 1};
        float[] y = {1, Float.NaN, 0, 2, Float.POSITIVE_INFINITY};
        try (DeviceTensor first = tensor(ElementType.FP32, x, 5);
            DeviceTensor second = tensor(ElementType.FP32, y, 5);
            DeviceTensor out = allocate(ElementType.FP32, 5)) {
            Elementwise.launch(STREAM, Binary.MAXIMUM, first, second, out);
            STREAM.synchronize();
            assertClose(doubles(new float[] {1, x[1], 0, x[3], x[3]}), out.toFloats(), 0);
            Elementwise.launch(STREAM, Unary.RELU, first, out);
            STREAM.synchronize();
            assertClose(doubles(new float[] {Float.NaN, 0, 0, x[3], 1}), out.toFloats(), 0);
        }
    }

    @Test
    void refuses() {
        try (DeviceTensor x = allocate(ElementType.FP32, 4, 8);
            DeviceTensor y = allocate(ElementType.FP32, 4);
            DeviceTensor many = allocate(ElementType.FP32, 2, 2, 2, 2, 2)) {
            assertRefused("y: expected a shape that broadcasts to [4, 8]",
                () -> Elementwise.launch(STREAM, Binary.ADD, x, y, x));
            assertRefused("x: expected a shape that broadcasts to [4]",
                () -> Elementwise.launch(STREAM, Unary.ABS, x, y));
            assertRefused("out: expected at most 4 axes that are no neighbours",
                () -> Elementwise.launch(STREAM, Unary.ABS, many.transpose(0, 4).transpose(1, 3), many));
        }
    }
}
