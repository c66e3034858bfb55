// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Float16;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.Benchmark;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import java.util.Arrays;
import java.util.Random;
import java.util.function.UnaryOperator;

/**
 * A layer of a neural network: the product of two matrices of half precision, and what a lambda does with it
 * before it is stored. {@code java Matmul [rows [columns [inner]]]}
 */
public final class Matmul {
    private static final int BM = 128;
    private static final int BN = 128;

    /** The rows and columns of the product that a program computes. */
    record Tile(Tensor rows, Tensor columns) {}

    /** Programs of one group share columns of the right matrix, which stay in the cache. */
    static Tile tileOfProgram(int m, int n, int BM, int BN, int GROUP) {
        int program = Triton.programId(0);
        int programsInGroup = GROUP * Triton.cdiv(n, BN);
        int firstRow = program / programsInGroup * GROUP;
        int groupRows = Math.min(Triton.cdiv(m, BM) - firstRow, GROUP);
        int row = firstRow + program % programsInGroup % groupRows;
        int column = program % programsInGroup / groupRows;
        return new Tile(Triton.arange(0, BM).add(row * BM), Triton.arange(0, BN).add(column * BN));
    }

    /** Pointers to elements of a matrix whose rows have that number of elements. */
    static Tensor elements(Ptr matrix, int rowLength, Tensor rows, Tensor columns) {
        return matrix.add(rows.expand(1).mul(rowLength).add(columns.expand(0)));
    }

    /** A tile of c = epilogue(a * b), where a has m rows and b has n columns. */
    static void product(Ptr a, Ptr b, Ptr c, int m, int n, int k, Tile tile, int BM, int BN, int BK,
        UnaryOperator<Tensor> epilogue) {
        var inner = Triton.arange(0, BK);
        // Beyond the edges are rows and columns of the other side, whose products are not stored.
        var left = elements(a, k, tile.rows().mod(m), inner);
        var right = elements(b, n, inner, tile.columns().mod(n));
        var sum = Triton.zeros(float.class, BM, BN);
        for (int start = 0; start < k; start += BK) {
            var mask = inner.lt(k - start);
            sum = left.load(mask.expand(0), 0.0f).dot(right.load(mask.expand(1), 0.0f), sum);
            left = left.add(BK);
            right = right.add(BK * n);
        }
        var inside = tile.rows().lt(m).expand(1).and(tile.columns().lt(n).expand(0));
        var result = Triton.conv(Float16.class, epilogue.apply(sum));
        elements(c, n, tile.rows(), tile.columns()).store(result, inside);
    }

    /** c = leakyReLU(a * b + bias): the lambda captures a pointer, a record and a number. */
    @Kernel
    static void layer(Ptr a, Ptr b, Ptr bias, Ptr c, float slope, int m, int n, int k, @Constant int BM,
        @Constant int BN, @Constant int BK, @Constant int GROUP) {
        var tile = tileOfProgram(m, n, BM, BN, GROUP);
        product(a, b, c, m, n, k, tile, BM, BN, BK, x -> {
            var row = bias.add(tile.columns()).load(tile.columns().lt(n), 0.0f);
            var biased = x.add(row.expand(0));
            return biased.maximum(biased.mul(slope));
        });
    }

    public static void main(String[] arguments) {
        int m = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1024;
        int n = arguments.length > 1 ? Integer.parseInt(arguments[1]) : m;
        int k = arguments.length > 2 ? Integer.parseInt(arguments[2]) : m;
        float slope = 0.125f;
        float[] a = random(m * k, 1);
        float[] b = random(k * n, 2);
        float[] bias = random(n, 3);

        Device device = Device.best();
        KernelFunction layer = KernelFunction.of(Matmul.class, "layer")
                                   .constant("BM", BM)
                                   .constant("BN", BN)
                                   .constant("BK", 64)
                                   .constant("GROUP", 8)
                                   .warps(8)
                                   .stages(3)
                                   .on(device);
        Grid grid = Grid.of(Grid.cdiv(m, BM) * Grid.cdiv(n, BN));
        try (DeviceBuffer left = device.copyOf(ElementType.FP16, a);
            DeviceBuffer right = device.copyOf(ElementType.FP16, b);
            DeviceBuffer row = device.copyOf(ElementType.FP16, bias);
            DeviceBuffer product = device.allocate(ElementType.FP16, (long) m * n)) {
            Runnable launch = () -> layer.launch(grid, left, right, row, product, slope, m, n, k);
            launch.run();
            float[] c = product.copyTo(new float[m * n]);
            show("a", a);
            show("b", b);
            show("leakyReLU(a * b + bias)", c);
            check(a, b, bias, slope, n, k, c);

            double seconds = Benchmark.seconds(device, launch);
            System.out.printf("%d x %d x %d on %s: %.3f ms, %.1f GFLOP/s%n", m, n, k, device, 1e3 * seconds,
                2.0 * m * n * k / seconds / 1e9);
        }
    }

    /** Prints the first numbers. */
    private static void show(String name, float[] values) {
        float[] first = Arrays.copyOf(values, Math.min(4, values.length));
        System.out.println(name + " = " + Arrays.toString(first) + " and so on");
    }

    /** Numbers that half precision has. */
    private static float[] random(int n, int seed) {
        Random random = new Random(seed);
        float[] values = new float[n];
        for (int i = 0; i < n; i++)
            values[i] = Float16.valueOf(random.nextFloat() - 0.5f).floatValue();
        return values;
    }

    /** Compares some 64 rows with the same in plain Java and double precision. */
    private static void check(float[] a, float[] b, float[] bias, float slope, int n, int k, float[] c) {
        int m = a.length / k;
        int step = Math.max(1, m / 63);
        double largest = 0;
        for (int row = 0; row < m; row += step) {
            for (int column = 0; column < n; column++) {
                double sum = bias[column];
                for (int i = 0; i < k; i++)
                    sum += (double) a[row * k + i] * b[i * n + column];
                double expected = Math.max(sum, slope * sum);
                float result = c[row * n + column];
                double error = Math.abs(result - expected) / Math.max(1, Math.abs(expected));
                if (!(error <= 2e-3)) {
                    System.out.printf(
                        "wrong: row %d, column %d is %s, expected %s%n", row, column, result, expected);
                    System.exit(1);
                }
                largest = Math.max(largest, error);
            }
        }
        System.out.printf("correct: %d rows of %d, largest error %.1e%n", (m - 1) / step + 1, m, largest);
    }
}
