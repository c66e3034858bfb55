// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.cm2tt.kernels.DeviceTensor;
import io.github.cm2tt.kernels.ElementLayout;
import io.github.cm2tt.kernels.Elementwise;
import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lambdas of a program, in a package of its own, that {@link Elementwise} maps over tensors. */
final class OwnFunctionsTest {
    private static final Device DEVICE = Device.best();
    private static final Stream STREAM = DEVICE.stream();
    private static final int ROWS = 37;
    private static final int COLUMNS = 300;

    @Kernel
    static void cube(Ptr x, Ptr out, ElementLayout layout, @Constant Class<?> TYPE, @Constant int ROWS,
        @Constant int COLUMNS) {
        Elementwise.map(x, out, layout, TYPE, ROWS, COLUMNS, v -> v.mul(v).mul(v));
    }

    /** The lambda captures a constant, and has statements. */
    @Kernel
    static void power(Ptr x, Ptr out, ElementLayout layout, @Constant int EXPONENT, @Constant Class<?> TYPE,
        @Constant int ROWS, @Constant int COLUMNS) {
        Elementwise.map(x, out, layout, TYPE, ROWS, COLUMNS, v -> {
            var product = v;
            for (int i = 1; i < EXPONENT; i++)
                product = product.mul(v);
            return product;
        });
    }

    static Tensor length(Tensor v, Tensor w) {
        return v.mul(v).add(w.mul(w)).sqrt();
    }

    /** A method in place of a lambda. */
    @Kernel
    static void lengths(Ptr x, Ptr y, Ptr out, ElementLayout layout, @Constant Class<?> TYPE,
        @Constant int ROWS, @Constant int COLUMNS) {
        Elementwise.mapPairs(x, y, out, layout, TYPE, ROWS, COLUMNS, OwnFunctionsTest::length);
    }

    private static KernelFunction kernel(String name) {
        return KernelFunction.of(OwnFunctionsTest.class, name);
    }

    private static float[] random(int n, long seed) {
        Random random = new Random(seed);
        float[] numbers = new float[n];
        for (int i = 0; i < n; i++)
            numbers[i] = random.nextFloat() * 4 - 2;
        return numbers;
    }

    @ParameterizedTest
    @EnumSource(value = ElementType.class, names = {"FP32", "FP16", "BF16"})
    void mapsALambdaOfEachType(ElementType type) {
        try (DeviceTensor x = DeviceTensor.copyOf(DEVICE, type, random(ROWS * COLUMNS, 1), ROWS, COLUMNS);
            DeviceTensor out = DeviceTensor.allocate(DEVICE, ElementType.FP32, ROWS, COLUMNS)) {
            Elementwise.launch(STREAM, kernel("cube"), x, out);
            STREAM.synchronize();
            float[] expected = x.toFloats();
            for (int i = 0; i < expected.length; i++)
                expected[i] = expected[i] * expected[i] * expected[i];
            assertArrayEquals(expected, out.toFloats());
        }
    }

    @Test
    void mapsIntegersAndDoubles() {
        int[] integers = {-3, 0, 7, 1000, 1291};
        double[] doubles = {-1.5, 1e-100, 1e100, Math.PI, 3};
        try (DeviceTensor x = DeviceTensor.copyOf(DEVICE, integers, 5);
            DeviceTensor y = DeviceTensor.of(DEVICE.copyOf(doubles), 5)) {
            Elementwise.launch(STREAM, kernel("cube"), x, x);
            Elementwise.launch(STREAM, kernel("cube"), y, y);
            STREAM.synchronize();
            // Integers wrap around, as in Java.
            assertArrayEquals(new int[] {-27, 0, 343, 1000000000, 1291 * 1291 * 1291}, x.toInts());
            double[] expected = new double[5];
            for (int i = 0; i < 5; i++)
                expected[i] = doubles[i] * doubles[i] * doubles[i];
            assertArrayEquals(expected, y.buffer().copyTo(new double[5]));
        }
    }

    @Test
    void mapsALambdaWithAConstantOverAView() {
        float[] numbers = random(ROWS * COLUMNS, 2);
        try (DeviceTensor x = DeviceTensor.copyOf(DEVICE, ElementType.FP32, numbers, ROWS, COLUMNS);
            DeviceTensor out = DeviceTensor.allocate(DEVICE, ElementType.FP32, COLUMNS, ROWS)) {
            for (int exponent : new int[] {1, 4}) {
                KernelFunction power = kernel("power").constant("EXPONENT", exponent);
                Elementwise.launch(STREAM, power, x.transpose(0, 1), out);
                STREAM.synchronize();
                float[] found = out.toFloats();
                for (int i = 0; i < found.length; i++) {
                    double expected = Math.pow(numbers[i % ROWS * COLUMNS + i / ROWS], exponent);
                    assertEquals(expected, found[i], 1e-6 * Math.max(1, expected));
                }
            }
        }
    }

    @Test
    void mapsAMethodOverPairsThatBroadcast() {
        float[] numbers = random(ROWS * COLUMNS, 3);
        float[] others = random(COLUMNS, 4);
        try (DeviceTensor x = DeviceTensor.copyOf(DEVICE, ElementType.FP32, numbers, ROWS, COLUMNS);
            DeviceTensor y = DeviceTensor.copyOf(DEVICE, ElementType.FP32, others, COLUMNS)) {
            Elementwise.launch(STREAM, kernel("lengths"), x, y, x);
            STREAM.synchronize();
            float[] found = x.toFloats();
            for (int i = 0; i < found.length; i++)
                assertEquals(Math.hypot(numbers[i], others[i % COLUMNS]), found[i], 1e-6);
        }
    }

    @Test
    void refusesWhatDoesNotFit() {
        try (DeviceTensor x = DeviceTensor.zeros(DEVICE, ElementType.FP32, 3);
            DeviceTensor out = DeviceTensor.zeros(DEVICE, ElementType.FP32, 4)) {
            assertEquals("x: expected a shape that broadcasts to [4], found " + x,
                assertThrows(
                    IllegalArgumentException.class, () -> Elementwise.launch(STREAM, kernel("cube"), x, out))
                    .getMessage());
        }
    }
}
