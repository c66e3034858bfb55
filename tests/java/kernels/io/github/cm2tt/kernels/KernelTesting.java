// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Stream;
import java.util.Random;
import org.junit.jupiter.api.function.Executable;

/** Shared by tests of kernels: the device, random numbers, comparisons. */
final class KernelTesting {
    static final Device DEVICE = Device.best();
    static final Stream STREAM = DEVICE.stream();

    private KernelTesting() {}

    /** Returns normally distributed numbers. */
    static float[] random(int n, long seed) {
        Random random = new Random(seed);
        float[] numbers = new float[n];
        for (int i = 0; i < n; i++)
            numbers[i] = (float) random.nextGaussian();
        return numbers;
    }

    /** Copies numbers to the device, and returns them as the type has them: rounded. */
    static DeviceTensor tensor(ElementType type, float[] numbers, long... shape) {
        if (type == ElementType.FP64)
            return DeviceTensor.of(DEVICE.copyOf(doubles(numbers)), shape);
        DeviceTensor tensor = DeviceTensor.copyOf(DEVICE, type, numbers, shape);
        System.arraycopy(tensor.toFloats(), 0, numbers, 0, numbers.length);
        return tensor;
    }

    /** Returns the largest error of a result in a type, relative to the magnitude of the numbers. */
    static double tolerance(ElementType type) {
        return switch (type) {
            case FP64 -> 1e-13;
            case FP32 -> 2e-6;
            case FP16 -> 1e-3;
            case BF16 -> 8e-3;
            default -> throw new IllegalArgumentException(type.toString());
        };
    }

    /** Returns x w^T, of [m, k] and [n, k], in double precision. */
    static double[] product(float[] x, float[] w, int m, int n, int k) {
        double[] result = new double[m * n];
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int l = 0; l < k; l++)
                    sum += (double) x[i * k + l] * w[j * k + l];
                result[i * n + j] = sum;
            }
        }
        return result;
    }

    /** Checks that each number differs at most by tolerance * max(1, |expected|). */
    static void assertClose(double[] expected, float[] found, double tolerance) {
        assertEquals(expected.length, found.length);
        for (int i = 0; i < expected.length; i++) {
            double error = Math.abs(found[i] - expected[i]);
            int index = i;
            assertTrue(error <= tolerance * Math.max(1, Math.abs(expected[i])) || expected[i] == found[i]
                    || Double.isNaN(expected[i]) && Float.isNaN(found[i]),
                () -> "element " + index + ": expected " + expected[index] + ", found " + found[index]);
        }
    }

    /** Allocates a tensor whose elements are undefined. */
    static DeviceTensor allocate(ElementType type, long... shape) {
        return DeviceTensor.allocate(DEVICE, type, shape);
    }

    /** Copies integers to the device. */
    static DeviceTensor ints(int... numbers) {
        return DeviceTensor.copyOf(DEVICE, numbers, numbers.length);
    }

    /** Copies floats to the device. */
    static DeviceTensor floats(float... numbers) {
        return DeviceTensor.copyOf(DEVICE, ElementType.FP32, numbers, numbers.length);
    }

    /** Checks that a launch is refused with a message that begins with a text. */
    static void assertRefused(String message, Executable launch) {
        String found = assertThrows(IllegalArgumentException.class, launch).getMessage();
        assertTrue(found.startsWith(message), () -> "expected: " + message + ", found: " + found);
    }

    /** Returns numbers in double precision. */
    static double[] doubles(float[] numbers) {
        double[] result = new double[numbers.length];
        for (int i = 0; i < numbers.length; i++)
            result[i] = numbers[i];
        return result;
    }

    /** Copies elements of any type to the host, converted to single precision. */
    static float[] numbers(DeviceTensor tensor) {
        int n = Math.toIntExact(tensor.count());
        float[] result = new float[n];
        switch (tensor.type()) {
            case FP64 -> {
                double[] numbers = tensor.buffer().copyTo(new double[n]);
                for (int i = 0; i < n; i++)
                    result[i] = (float) numbers[i];
            }
            case I32 -> {
                int[] numbers = tensor.toInts();
                for (int i = 0; i < n; i++)
                    result[i] = numbers[i];
            }
            case I8 -> {
                byte[] numbers = tensor.buffer().copyTo(new byte[n]);
                for (int i = 0; i < n; i++)
                    result[i] = numbers[i];
            }
            default -> result = tensor.toFloats();
        }
        return result;
    }
}
