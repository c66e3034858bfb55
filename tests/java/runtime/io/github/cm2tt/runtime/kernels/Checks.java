// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.Float16;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Shared by the tests of kernels: random data, launches, and comparisons with results of plain Java. */
final class Checks {
    static final Device CPU = Device.cpu();

    private Checks() {}

    /** Normally distributed numbers. */
    static float[] normal(int count, long seed) {
        Random random = new Random(seed);
        float[] values = new float[count];
        for (int i = 0; i < count; i++)
            values[i] = (float) random.nextGaussian();
        return values;
    }

    /** Normally distributed numbers that FP16 represents exactly. */
    static float[] normalHalves(int count, long seed) {
        float[] values = normal(count, seed);
        for (int i = 0; i < count; i++)
            values[i] = Float16.valueOf(values[i]).floatValue();
        return values;
    }

    /** The same numbers in double precision. */
    static double[] doubles(float[] values) {
        double[] doubles = new double[values.length];
        for (int i = 0; i < values.length; i++)
            doubles[i] = values[i];
        return doubles;
    }

    /** Integers from 0 to the limit, exclusive. */
    static int[] integers(int count, int limit, long seed) {
        return new Random(seed).ints(count, 0, limit).toArray();
    }

    /** Checks that each error is at most bound, or bound times the expected number if that is above 1. */
    static void close(String what, double[] expected, float[] actual, double bound) {
        close(what, expected, doubles(actual), bound);
    }

    /** Checks that each error is at most bound, or bound times the expected number if that is above 1. */
    static void close(String what, double[] expected, double[] actual, double bound) {
        assertEquals(expected.length, actual.length, what);
        for (int i = 0; i < expected.length; i++) {
            int index = i;
            // Infinities and NaN are equal to themselves alone.
            boolean isEqual = Double.compare(expected[i], actual[i]) == 0;
            double limit = bound * Math.max(1, Math.abs(expected[i]));
            assertTrue(isEqual || Math.abs(actual[i] - expected[i]) <= limit,
                () -> what + "[" + index + "] is " + actual[index] + ", expected " + expected[index]);
        }
    }

    /**
     * Launches a kernel, and again with checks and on the JVM, each with copies of the buffers: the
     * floating-point numbers in them are then equal within the bound, as in {@link #close}, and all other
     * elements are equal.
     */
    static void runAllWays(double bound, KernelFunction kernel, Grid grid, Object... arguments) {
        List<DeviceBuffer> buffers = new ArrayList<>();
        try {
            Object[] checked = copies(arguments, buffers);
            Object[] debugged = copies(arguments, buffers);
            kernel.launch(grid, arguments);
            kernel.checked().launch(grid, checked);
            kernel.debug(grid, debugged);
            for (int i = 0; i < arguments.length; i++) {
                if (arguments[i] instanceof DeviceBuffer launched) {
                    String what = kernel + ", argument " + i;
                    compare(what + " with checks", (DeviceBuffer) checked[i], launched, bound);
                    compare(what + " on the JVM", (DeviceBuffer) debugged[i], launched, bound);
                }
            }
        } finally {
            buffers.forEach(DeviceBuffer::close);
        }
    }

    /** The arguments with copies of their buffers, which are also added to a list. */
    private static Object[] copies(Object[] arguments, List<DeviceBuffer> buffers) {
        Object[] copies = arguments.clone();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof DeviceBuffer buffer) {
                DeviceBuffer copy = CPU.allocate(buffer.type(), buffer.count());
                buffers.add(copy);
                copy.as(ElementType.I8).copyFrom(bytes(buffer));
                copies[i] = copy;
            }
        }
        return copies;
    }

    private static void compare(String what, DeviceBuffer expected, DeviceBuffer launched, double bound) {
        int count = (int) launched.count();
        switch (launched.type()) {
            case FP16, BF16, FP32 -> {
                float[] numbers = expected.copyTo(new float[count]);
                close(what, doubles(numbers), launched.copyTo(new float[count]), bound);
            }
            case FP64 -> {
                double[] numbers = expected.copyTo(new double[count]);
                close(what, numbers, launched.copyTo(new double[count]), bound);
            }
            default -> assertArrayEquals(bytes(expected), bytes(launched), what);
        }
    }

    private static byte[] bytes(DeviceBuffer buffer) {
        return buffer.as(ElementType.I8).copyTo(new byte[(int) buffer.bytes()]);
    }
}
