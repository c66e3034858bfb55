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
import java.util.Random;

/** Layer normalisation of the rows of a matrix: {@code java LayerNorm [rows [columns]]}. */
public final class LayerNorm {
    private static final float EPSILON = 1e-5f;

    /** y = (x - mean) / deviation * weight + bias. A program does a row of any length, a block at a time. */
    @Kernel
    static void normalize(Ptr x, Ptr weight, Ptr bias, Ptr y, int n, float epsilon, @Constant int BLOCK) {
        var row = x.add(Triton.programId(0) * n);
        var result = y.add(Triton.programId(0) * n);
        var columns = Triton.arange(0, BLOCK);

        var sums = Triton.zeros(float.class, BLOCK);
        for (int start = 0; start < n; start += BLOCK) {
            var at = columns.add(start);
            sums = sums.add(row.add(at).load(at.lt(n), 0.0f));
        }
        float mean = sums.sum().floatValue() / n;

        var squares = Triton.zeros(float.class, BLOCK);
        for (int start = 0; start < n; start += BLOCK) {
            var at = columns.add(start);
            var difference = row.add(at).load(at.lt(n), mean).sub(mean);
            squares = squares.add(difference.mul(difference));
        }
        float scale = 1 / (float) Math.sqrt(squares.sum().floatValue() / n + epsilon);

        for (int start = 0; start < n; start += BLOCK) {
            var at = columns.add(start);
            var mask = at.lt(n);
            var normal = row.add(at).load(mask).sub(mean).mul(scale);
            var scaled = normal.mul(weight.add(at).load(mask)).add(bias.add(at).load(mask));
            result.add(at).store(scaled, mask);
        }
    }

    public static void main(String[] arguments) {
        int rows = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 4096;
        int columns = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 2500;
        float[] x = random(rows * columns, 1);
        float[] weight = random(columns, 2);
        float[] bias = random(columns, 3);

        Device device = Device.best();
        KernelFunction normalize =
            KernelFunction.of(LayerNorm.class, "normalize").constant("BLOCK", 1024).on(device);
        Grid grid = Grid.of(rows);
        try (DeviceBuffer input = device.copyOf(x); DeviceBuffer weights = device.copyOf(weight);
            DeviceBuffer biases = device.copyOf(bias);
            DeviceBuffer output = device.allocate(ElementType.FP32, x.length)) {
            Runnable launch = () -> normalize.launch(grid, input, weights, biases, output, columns, EPSILON);
            launch.run();
            check(x, weight, bias, output.copyTo(new float[x.length]));

            double seconds = Benchmark.seconds(device, launch);
            System.out.printf("%d rows of %d on %s: %.3f ms, %.1f GB/s%n", rows, columns, device,
                1e3 * seconds, 2.0 * Float.BYTES * x.length / seconds / 1e9);
        }
    }

    private static float[] random(int n, int seed) {
        Random random = new Random(seed);
        float[] values = new float[n];
        for (int i = 0; i < n; i++)
            values[i] = 1 + 3 * (float) random.nextGaussian();
        return values;
    }

    /** Compares with the same in plain Java and double precision. */
    private static void check(float[] x, float[] weight, float[] bias, float[] y) {
        int n = weight.length;
        double largest = 0;
        for (int start = 0; start < x.length; start += n) {
            double sum = 0;
            for (int i = 0; i < n; i++)
                sum += x[start + i];
            double mean = sum / n;
            double squares = 0;
            for (int i = 0; i < n; i++)
                squares += (x[start + i] - mean) * (x[start + i] - mean);
            double scale = 1 / Math.sqrt(squares / n + EPSILON);
            for (int i = 0; i < n; i++) {
                double expected = (x[start + i] - mean) * scale * weight[i] + bias[i];
                double error = Math.abs(y[start + i] - expected) / Math.max(1, Math.abs(expected));
                if (!(error <= 1e-4)) {
                    System.out.printf("wrong: row %d, column %d is %s, expected %s%n", start / n, i,
                        y[start + i], expected);
                    System.exit(1);
                }
                largest = Math.max(largest, error);
            }
        }
        System.out.printf("correct: %d elements, largest error %.1e%n", x.length, largest);
    }
}
