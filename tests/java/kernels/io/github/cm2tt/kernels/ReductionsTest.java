// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static io.github.cm2tt.kernels.KernelTesting.STREAM;
import static io.github.cm2tt.kernels.KernelTesting.allocate;
import static io.github.cm2tt.kernels.KernelTesting.assertClose;
import static io.github.cm2tt.kernels.KernelTesting.assertRefused;
import static io.github.cm2tt.kernels.KernelTesting.ints;
import static io.github.cm2tt.kernels.KernelTesting.numbers;
import static io.github.cm2tt.kernels.KernelTesting.tensor;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.github.cm2tt.kernels.Reductions.Kind;
import io.github.cm2tt.runtime.ElementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Reductions, compared with those in double precision. */
final class ReductionsTest {
    /** Reduces elements first, first + step, .. */
    private static double reduce(Kind kind, float[] x, int first, int n, int step) {
        double result = kind == Kind.MAX ? Double.NEGATIVE_INFINITY
            : kind == Kind.MIN           ? Double.POSITIVE_INFINITY
                                         : 0;
        for (int i = 0; i < n; i++) {
            double number = x[first + i * step];
            result = switch (kind) {
                case SUM -> result + number;
                case MEAN -> result + number / n;
                case MAX -> number > result ? number : result;
                case MIN -> number < result ? number : result;
                case NORM -> result + number* number;
            };
        }
        return kind == Kind.NORM ? Math.sqrt(result) : result;
    }

    private static ElementType wide(ElementType type) {
        return type == ElementType.FP64 ? type : ElementType.FP32;
    }

    private static void check(Kind kind, ElementType type, int axis, long... shape) {
        int outer = 1;
        int inner = 1;
        for (int i = 0; i < shape.length; i++) {
            outer *= i < axis ? shape[i] : 1;
            inner *= i > axis ? shape[i] : 1;
        }
        int n = (int) shape[axis];
        float[] x = KernelTesting.random(outer * n * inner, 1);
        try (DeviceTensor input = tensor(type, x, shape);
            DeviceTensor out = allocate(wide(type), Tensors.without(shape, axis))) {
            Reductions.launch(STREAM, kind, input, axis, out);
            STREAM.synchronize();
            double[] expected = new double[outer * inner];
            for (int i = 0; i < expected.length; i++)
                expected[i] = reduce(kind, x, i / inner * n * inner + i % inner, n, inner);
            assertClose(expected, numbers(out), 2e-5);
        }
    }

    @ParameterizedTest
    @EnumSource
    void axes(Kind kind) {
        check(kind, ElementType.FP32, 0, 1);
        check(kind, ElementType.FP32, 1, 50, 13);
        check(kind, ElementType.FP16, 1, 3, 5000);
        check(kind, ElementType.FP64, 2, 2, 3, 1025);
        check(kind, ElementType.FP32, 0, 1000, 3);
        check(kind, ElementType.BF16, 1, 3, 70, 200);
        check(kind, ElementType.FP32, 0, 7, 5, 100);
    }

    @ParameterizedTest
    @EnumSource
    void all(Kind kind) {
        for (int n : new int[] {1, 100, 100_003}) {
            float[] x = KernelTesting.random(n, 2);
            try (DeviceTensor input = tensor(ElementType.FP32, x, n);
                DeviceTensor partial =
                    allocate(ElementType.FP32, Reductions.partials(KernelTesting.DEVICE) + 5);
                DeviceTensor out = allocate(ElementType.FP32, 1)) {
                Reductions.launchWhole(STREAM, kind, input, partial, out);
                STREAM.synchronize();
                double[] expected = {reduce(kind, x, 0, n, 1)};
                assertClose(expected, out.toFloats(), 2e-6 * Math.sqrt(n));
            }
        }
    }

    @Test
    void rowsOfAView() {
        float[] x = KernelTesting.random(5 * 9, 3);
        try (DeviceTensor wide = tensor(ElementType.FP32, x, 5, 9);
            DeviceTensor out = allocate(ElementType.FP32, 5)) {
            Reductions.launch(STREAM, Kind.SUM, wide.slice(1, 2, 6), -1, out);
            STREAM.synchronize();
            double[] expected = new double[5];
            for (int i = 0; i < 5; i++)
                expected[i] = reduce(Kind.SUM, x, i * 9 + 2, 4, 1);
            assertClose(expected, out.toFloats(), 1e-6);
        }
    }

    @Test
    void integers() {
        try (DeviceTensor x = ints(3, -5, Integer.MAX_VALUE, 8, 1, 1); DeviceTensor out = ints(0, 0);
            DeviceTensor partial = ints(0, 0, 0)) {
            Reductions.launch(STREAM, Kind.SUM, x.reshape(2, 3), 1, out);
            STREAM.synchronize();
            assertArrayEquals(new int[] {Integer.MIN_VALUE - 3, 10}, out.toInts());
            Reductions.launch(STREAM, Kind.MIN, x.reshape(3, 2), 0, out);
            STREAM.synchronize();
            assertArrayEquals(new int[] {1, -5}, out.toInts());
            Reductions.launchWhole(STREAM, Kind.MAX, x, partial, out.slice(0, 1, 2));
            STREAM.synchronize();
            assertArrayEquals(new int[] {1, Integer.MAX_VALUE}, out.toInts());
        }
    }

    @Test
    void specialNumbers() {
        float low = Float.NEGATIVE_INFINITY;
        float[] x = {Float.NaN, 1, low, -2, Float.NaN, Float.NaN, low, low};
        try (DeviceTensor input = tensor(ElementType.FP32, x, 4, 2);
            DeviceTensor out = allocate(ElementType.FP32, 4)) {
            Reductions.launch(STREAM, Kind.MAX, input, 1, out);
            STREAM.synchronize();
            assertClose(new double[] {1, -2, low, low}, out.toFloats(), 0);
            Reductions.launch(STREAM, Kind.SUM, input, 1, out);
            STREAM.synchronize();
            assertClose(new double[] {Double.NaN, low, Double.NaN, low}, out.toFloats(), 0);
        }
    }

    @Test
    void refuses() {
        try (DeviceTensor x = allocate(ElementType.FP32, 4, 8);
            DeviceTensor y = allocate(ElementType.FP32, 4); DeviceTensor none = allocate(ElementType.FP32, 0);
            DeviceTensor integers = ints(1, 2)) {
            assertRefused("out: expected the shape [8]", () -> Reductions.launch(STREAM, Kind.SUM, x, 0, y));
            assertRefused("axis: expected one of", () -> Reductions.launch(STREAM, Kind.SUM, x, 2, y));
            assertRefused("x: expected a contiguous tensor",
                () -> Reductions.launch(STREAM, Kind.SUM, x.slice(1, 0, 4), 0, y));
            assertRefused("x: MEAN of integers is not supported: tensor of I32",
                () -> Reductions.launch(STREAM, Kind.MEAN, integers, 0, y));
            assertRefused("partial: expected the type FP32",
                () -> Reductions.launchWhole(STREAM, Kind.SUM, x, integers, y.slice(0, 0, 1)));
            assertRefused("partial: expected one element at least",
                () -> Reductions.launchWhole(STREAM, Kind.SUM, x, none, y.slice(0, 0, 1)));
            assertRefused(
                "out: expected one element", () -> Reductions.launchWhole(STREAM, Kind.SUM, x, y, y));
        }
    }
}
