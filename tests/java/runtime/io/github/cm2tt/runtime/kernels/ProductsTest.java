// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.kernels;

import static io.github.cm2tt.runtime.kernels.Checks.CPU;
import static io.github.cm2tt.runtime.kernels.Checks.close;
import static io.github.cm2tt.runtime.kernels.Checks.doubles;
import static io.github.cm2tt.runtime.kernels.Checks.integers;
import static io.github.cm2tt.runtime.kernels.Checks.normalHalves;
import static io.github.cm2tt.runtime.kernels.Checks.runAllWays;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Matrix products with epilogues, and a transpose. */
class ProductsTest {
    private static final int BLOCK = 32;

    static Tensor gelu(Tensor x) {
        return x.mul(0.5f).mul(x.mul(0.70710678f).erf().add(1.0f));
    }

    @Kernel
    static void linearGelu(Ptr a, Ptr b, Ptr bias, Ptr out, int m, int n, int k, @Constant int BLOCK) {
        var row = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK).expand(1);
        var column = Triton.arange(0, BLOCK).add(Triton.programId(1) * BLOCK).expand(0);
        var inner = Triton.arange(0, BLOCK);
        var sum = Triton.zeros(float.class, BLOCK, BLOCK);
        for (int start = 0; start < k; start += BLOCK) {
            var left = inner.expand(0).add(start);
            var top = inner.expand(1).add(start);
            var x = a.add(row.mul(k).add(left)).load(row.lt(m).and(left.lt(k)), 0.0f);
            var y = b.add(top.mul(n).add(column)).load(top.lt(k).and(column.lt(n)), 0.0f);
            sum = Triton.dot(x, y, sum, Triton.InputPrecision.IEEE);
        }
        var biased = sum.add(bias.add(column).load(column.lt(n), 0.0f));
        out.add(row.mul(n).add(column)).store(gelu(biased), row.lt(m).and(column.lt(n)));
    }

    /** Abramowitz and Stegun's series 7.1.6, which converges for all x and loses no digits. */
    private static double erf(double x) {
        double term = x;
        double sum = x;
        for (int i = 1; Math.abs(term) > 1e-17 * Math.abs(sum); i++) {
            term *= 2 * x * x / (2 * i + 1);
            sum += term;
        }
        return 2 / Math.sqrt(Math.PI) * Math.exp(-x * x) * sum;
    }

    private static double gelu(double x) {
        double sign = Math.abs(x) > 8 ? Math.signum(x) : erf(x / Math.sqrt(2));
        return 0.5 * x * (1 + sign);
    }

    private static double[] product(double[] a, double[] b, int m, int n, int k) {
        double[] product = new double[m * n];
        for (int row = 0; row < m; row++) {
            for (int i = 0; i < k; i++) {
                for (int column = 0; column < n; column++)
                    product[row * n + column] += a[row * k + i] * b[i * n + column];
            }
        }
        return product;
    }

    @ParameterizedTest
    @CsvSource({"100, 77, 53", "1, 1, 1", "64, 64, 64", "129, 200, 31"})
    void productWithBiasAndGelu(int m, int n, int k) {
        float[] x = normalHalves(m * k, 1);
        float[] y = normalHalves(k * n, 2);
        float[] biases = normalHalves(n, 3);
        double[] expected = product(doubles(x), doubles(y), m, n, k);
        for (int i = 0; i < expected.length; i++)
            expected[i] = gelu(expected[i] + biases[i % n]);
        KernelFunction linear =
            KernelFunction.of(ProductsTest.class, "linearGelu").constant("BLOCK", BLOCK).on(CPU);
        Grid grid = Grid.of(Grid.cdiv(m, BLOCK), Grid.cdiv(n, BLOCK));
        for (ElementType type : new ElementType[] {ElementType.FP32, ElementType.FP16}) {
            // An FP16 has 11 bits, so that rounding the result alone is an error of up to 2^-11. In FP32,
            // partial sums of up to 30 are rounded.
            double bound = type == ElementType.FP16 ? 5e-4 : 4e-6;
            try (DeviceBuffer a = CPU.copyOf(type, x); DeviceBuffer b = CPU.copyOf(type, y);
                DeviceBuffer bias = CPU.copyOf(type, biases); DeviceBuffer out = CPU.allocate(type, m * n)) {
                runAllWays(2 * bound, linear, grid, a, b, bias, out, m, n, k);
                close(type + " product", expected, out.copyTo(new float[m * n]), bound);
            }
        }
    }

    /** The product of bytes, in int; a scale for each row of a and each column of b. */
    @Kernel
    static void scaledInt8(
        Ptr a, Ptr b, Ptr rowScales, Ptr columnScales, Ptr out, int m, int n, int k, @Constant int BLOCK) {
        var row = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
        var column = Triton.arange(0, BLOCK).add(Triton.programId(1) * BLOCK);
        var isRow = row.lt(m).expand(1);
        var isColumn = column.lt(n).expand(0);
        var sum = Triton.zeros(int.class, BLOCK, BLOCK);
        for (int start = 0; start < k; start += BLOCK) {
            var inner = Triton.arange(0, BLOCK).add(start);
            var x =
                a.add(row.mul(k).expand(1).add(inner.expand(0))).load(isRow.and(inner.lt(k).expand(0)), 0);
            var y = b.add(inner.mul(n).expand(1).add(column.expand(0)))
                        .load(isColumn.and(inner.lt(k).expand(1)), 0);
            sum = x.dot(y, sum);
        }
        var scales = rowScales.add(row).load(row.lt(m)).expand(1).mul(
            columnScales.add(column).load(column.lt(n)).expand(0));
        out.add(row.mul(n).expand(1).add(column.expand(0)))
            .store(sum.conv(float.class).mul(scales), isRow.and(isColumn));
    }

    @Test
    void productOfBytesWithScales() {
        int m = 50;
        int n = 70;
        int k = 300;
        byte[] x = new byte[m * k];
        byte[] y = new byte[k * n];
        new Random(4).nextBytes(x);
        new Random(5).nextBytes(y);
        float[] rowScales = normalHalves(m, 6);
        float[] columnScales = normalHalves(n, 7);
        double[] expected = new double[m * n];
        for (int row = 0; row < m; row++) {
            for (int column = 0; column < n; column++) {
                int sum = 0;
                for (int i = 0; i < k; i++)
                    sum += x[row * k + i] * y[i * n + column];
                expected[row * n + column] = (double) sum * rowScales[row] * columnScales[column];
            }
        }
        try (DeviceBuffer a = CPU.copyOf(x); DeviceBuffer b = CPU.copyOf(y);
            DeviceBuffer rows = CPU.copyOf(rowScales); DeviceBuffer columns = CPU.copyOf(columnScales);
            DeviceBuffer out = CPU.allocate(ElementType.FP32, m * n)) {
            KernelFunction scaled =
                KernelFunction.of(ProductsTest.class, "scaledInt8").constant("BLOCK", BLOCK).on(CPU);
            runAllWays(0, scaled, Grid.of(Grid.cdiv(m, BLOCK), Grid.cdiv(n, BLOCK)), a, b, rows, columns, out,
                m, n, k);
            close("scaled product", expected, out.copyTo(new float[m * n]), 2e-7);
        }
    }

    @Kernel
    static void doubleProduct(Ptr a, Ptr b, Ptr out, int m, int n, int k, @Constant int BLOCK) {
        var row = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK).expand(1);
        var column = Triton.arange(0, BLOCK).add(Triton.programId(1) * BLOCK).expand(0);
        var sum = Triton.zeros(double.class, BLOCK, BLOCK);
        for (int start = 0; start < k; start += BLOCK) {
            var inner = Triton.arange(0, BLOCK).add(start);
            var left = inner.expand(0);
            var top = inner.expand(1);
            sum = sum.add(a.add(row.mul(k).add(left))
                    .load(row.lt(m).and(left.lt(k)), 0.0)
                    .dot(b.add(top.mul(n).add(column)).load(top.lt(k).and(column.lt(n)), 0.0)));
        }
        out.add(row.mul(n).add(column)).store(sum, row.lt(m).and(column.lt(n)));
    }

    @Test
    void productOfDoubles() {
        int m = 45;
        int n = 33;
        int k = 70;
        double[] x = new Random(8).doubles(m * k, -1, 1).toArray();
        double[] y = new Random(9).doubles(k * n, -1, 1).toArray();
        try (DeviceBuffer a = CPU.copyOf(x); DeviceBuffer b = CPU.copyOf(y);
            DeviceBuffer out = CPU.allocate(ElementType.FP64, m * n)) {
            KernelFunction matmul =
                KernelFunction.of(ProductsTest.class, "doubleProduct").constant("BLOCK", 16).on(CPU);
            runAllWays(1e-13, matmul, Grid.of(Grid.cdiv(m, 16), Grid.cdiv(n, 16)), a, b, out, m, n, k);
            close("product", product(x, y, m, n, k), out.copyTo(new double[m * n]), 1e-13);
        }
    }

    @Kernel
    static void transpose(Ptr x, Ptr out, int rows, int columns, @Constant int BLOCK) {
        var row = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
        var column = Triton.arange(0, BLOCK).add(Triton.programId(1) * BLOCK);
        var block = x.add(row.expand(1).mul(columns).add(column.expand(0)))
                        .load(row.lt(rows).expand(1).and(column.lt(columns).expand(0)));
        out.add(column.expand(1).mul(rows).add(row.expand(0)))
            .store(block.trans(), column.lt(columns).expand(1).and(row.lt(rows).expand(0)));
    }

    @Test
    void transposeOfAMatrix() {
        int rows = 100;
        int columns = 37;
        int[] values = integers(rows * columns, 1000, 10);
        int[] expected = new int[rows * columns];
        for (int i = 0; i < values.length; i++)
            expected[i % columns * rows + i / columns] = values[i];
        try (DeviceBuffer x = CPU.copyOf(values);
            DeviceBuffer out = CPU.allocate(ElementType.I32, values.length)) {
            KernelFunction transpose =
                KernelFunction.of(ProductsTest.class, "transpose").constant("BLOCK", BLOCK).on(CPU);
            runAllWays(0, transpose, Grid.of(Grid.cdiv(rows, BLOCK), Grid.cdiv(columns, BLOCK)), x, out, rows,
                columns);
            assertArrayEquals(expected, out.copyTo(new int[values.length]));
        }
    }
}
