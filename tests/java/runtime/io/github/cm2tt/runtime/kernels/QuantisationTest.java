// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.kernels;

import static io.github.cm2tt.runtime.kernels.Checks.CPU;
import static io.github.cm2tt.runtime.kernels.Checks.close;
import static io.github.cm2tt.runtime.kernels.Checks.normal;
import static io.github.cm2tt.runtime.kernels.Checks.runAllWays;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers of fewer bits: int8 with a scale for each row, and floating-point types. */
class QuantisationTest {
    private static final int BLOCK = 256;

    /** Rounds half up; the greatest number of a row becomes 127. */
    @Kernel
    static void quantise(Ptr x, Ptr out, Ptr scales, int columns, @Constant int BLOCK) {
        int row = Triton.programId(0);
        var column = Triton.arange(0, BLOCK);
        var mask = column.lt(columns);
        var values = x.add(column.add(row * columns)).load(mask, 0.0f);
        var scale = values.abs().max(0).div(127.0f);
        var rounded = values.div(scale).add(0.5f).floor();
        out.add(column.add(row * columns)).store(rounded.conv(byte.class), mask);
        scales.add(row).store(scale);
    }

    @Kernel
    static void dequantise(Ptr x, Ptr scales, Ptr out, int columns, @Constant int BLOCK) {
        int row = Triton.programId(0);
        var column = Triton.arange(0, BLOCK);
        var mask = column.lt(columns);
        var values = x.add(column.add(row * columns)).load(mask).conv(float.class);
        out.add(column.add(row * columns)).store(values.mul(scales.add(row).load()), mask);
    }

    @Test
    void bytesAndBack() {
        int rows = 9;
        int columns = 200;
        int count = rows * columns;
        float[] values = normal(count, 1);
        float[] expectedScales = new float[rows];
        for (int i = 0; i < count; i++)
            expectedScales[i / columns] = Math.max(expectedScales[i / columns], Math.abs(values[i]));
        for (int row = 0; row < rows; row++)
            expectedScales[row] /= 127;
        byte[] expectedBytes = new byte[count];
        double[] expected = new double[count];
        double[] errors = new double[count];
        for (int i = 0; i < count; i++) {
            float scale = expectedScales[i / columns];
            expectedBytes[i] = (byte) Math.floor(values[i] / scale + 0.5f);
            expected[i] = expectedBytes[i] * (double) scale;
        }
        try (DeviceBuffer x = CPU.copyOf(values); DeviceBuffer bytes = CPU.allocate(ElementType.I8, count);
            DeviceBuffer scales = CPU.allocate(ElementType.FP32, rows);
            DeviceBuffer out = CPU.allocate(ElementType.FP32, count)) {
            runAllWays(0, kernel("quantise"), Grid.of(rows), x, bytes, scales, columns);
            runAllWays(0, kernel("dequantise"), Grid.of(rows), bytes, scales, out, columns);
            assertArrayEquals(expectedBytes, bytes.copyTo(new byte[count]));
            assertArrayEquals(expectedScales, scales.copyTo(new float[rows]));
            float[] numbers = out.copyTo(new float[count]);
            close("dequantised", expected, numbers, 1e-7);
            // Half a step, and the rounding of the quotient.
            for (int i = 0; i < count; i++)
                errors[i] = (numbers[i] - (double) values[i]) / expectedScales[i / columns];
            close("error in steps", new double[count], errors, 0.5 + 1e-5);
        }
    }

    private static KernelFunction kernel(String name) {
        return KernelFunction.of(QuantisationTest.class, name).constant("BLOCK", BLOCK).on(CPU);
    }

    /** Converts to the element type of the result. */
    @Kernel
    static void convert(Ptr x, Ptr out, int n, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
        var mask = offsets.lt(n);
        out.add(offsets).store(x.add(offsets).load(mask), mask);
    }

    /**
     * The nearest number of a type, of two the even one; what would round to more than the greatest number
     * becomes beyond.
     */
    private static double round(
        double x, int mantissaBits, int leastExponent, double greatest, double beyond) {
        int exponent = Math.max(Math.getExponent(x), leastExponent);
        double unit = Math.scalb(1.0, exponent - mantissaBits);
        double rounded = Math.rint(x / unit) * unit;
        return Math.abs(rounded) > greatest ? Math.copySign(beyond, x) : rounded;
    }

    @ParameterizedTest
    @CsvSource({"BF16, 7, -126, 0x1.FEp127, Infinity", "FP16, 10, -14, 65504, Infinity",
        "FP8E4NV, 3, -6, 448, 448", "FP8E5, 2, -14, 57344, 57344"})
    void conversions(ElementType type, int mantissaBits, int leastExponent, double greatest, double beyond) {
        int n = 5000;
        float[] values = normal(n, 2);
        double[] expected = new double[n];
        for (int i = 0; i < n; i++) {
            // All exponents of the narrow types, and denormal and excessive numbers.
            values[i] = Math.scalb(values[i], i % 60 - 35);
            if (i % 7 == 0)
                // Some that are between two numbers of the narrow type: 1 + 2^-(bits + 1) and its likes.
                values[i] = Math.scalb(1 + (2 * (i % 5) + 1) * Math.scalb(1f, -mantissaBits - 1), i % 6 - 3);
            expected[i] = round(values[i], mantissaBits, leastExponent, greatest, beyond);
        }
        Grid grid = Grid.of(Grid.cdiv(n, BLOCK));
        try (DeviceBuffer x = CPU.copyOf(values); DeviceBuffer narrow = CPU.allocate(type, n);
            DeviceBuffer out = CPU.allocate(ElementType.FP32, n)) {
            runAllWays(0, kernel("convert"), grid, x, narrow, n);
            runAllWays(0, kernel("convert"), grid, narrow, out, n);
            close(type + " number", expected, out.copyTo(new float[n]), 0);
        }
    }
}
