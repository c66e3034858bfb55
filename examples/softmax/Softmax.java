// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.Benchmark;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import java.util.Arrays;
import java.util.Random;

/** The softmax of each row of a matrix: {@code java Softmax [rows [columns]]}. */
public final class Softmax {
    /**
     * Each program computes one row of n numbers: BLOCK is a power of two, at least n. Elements after the end
     * of the row are minus infinity, which does not change the maximum, and whose exponential is zero.
     */
    @Kernel
    static void softmax(Ptr input, Ptr output, int n, @Constant int BLOCK) {
        var columns = Triton.arange(0, BLOCK);
        var offsets = columns.add(Triton.programId(0) * n);
        var mask = columns.lt(n);
        var x = input.add(offsets).load(mask, Float.NEGATIVE_INFINITY);
        var powers = x.sub(x.max(0)).exp();
        output.add(offsets).store(powers.div(powers.sum(0)), mask);
    }

    public static void main(String[] arguments) {
        int rows = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 4096;
        int columns = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1000;
        int block = Math.max(2, Integer.highestOneBit(columns - 1) * 2);
        float[] x = random(rows * columns);

        Device device = Device.best();
        KernelFunction softmax =
            KernelFunction.of(Softmax.class, "softmax").constant("BLOCK", block).on(device);
        Grid grid = Grid.of(rows);
        try (DeviceBuffer input = device.copyOf(x);
            DeviceBuffer output = device.allocate(ElementType.FP32, x.length)) {
            softmax.launch(grid, input, output, columns);
            float[] result = output.copyTo(new float[x.length]);
            show("x", x);
            show("softmax(x)", result);
            check(x, columns, result);

            double seconds = Benchmark.seconds(device, () -> softmax.launch(grid, input, output, columns));
            System.out.printf("%d rows of %d on %s: %.3f ms, %.1f GB/s%n", rows, columns, device,
                1e3 * seconds, 2.0 * Float.BYTES * x.length / seconds / 1e9);
        }
    }

    /** Prints the first numbers. */
    private static void show(String name, float[] values) {
        float[] first = Arrays.copyOf(values, Math.min(4, values.length));
        System.out.println(name + " = " + Arrays.toString(first) + " and so on");
    }

    private static float[] random(int n) {
        Random random = new Random(1);
        float[] values = new float[n];
        for (int i = 0; i < n; i++)
            values[i] = 4 * (float) random.nextGaussian();
        return values;
    }

    /** Compares with the same in plain Java and double precision. */
    private static void check(float[] x, int columns, float[] result) {
        double largest = 0;
        for (int start = 0; start < x.length; start += columns) {
            double greatest = Double.NEGATIVE_INFINITY;
            for (int i = start; i < start + columns; i++)
                greatest = Math.max(greatest, x[i]);
            double sum = 0;
            for (int i = start; i < start + columns; i++)
                sum += Math.exp(x[i] - greatest);
            for (int i = start; i < start + columns; i++) {
                double expected = Math.exp(x[i] - greatest) / sum;
                double error = Math.abs(result[i] - expected) / Math.max(expected, 1e-6);
                if (!(error <= 1e-4)) {
                    System.out.printf("wrong: row %d, column %d is %s, expected %s%n", start / columns,
                        i - start, result[i], expected);
                    System.exit(1);
                }
                largest = Math.max(largest, error);
            }
        }
        System.out.printf("correct: %d elements, largest relative error %.1e%n", x.length, largest);
    }
}
