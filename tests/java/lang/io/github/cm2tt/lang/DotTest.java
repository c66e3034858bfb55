// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.TestTiles.assertTile;
import static io.github.cm2tt.lang.TestTiles.fails;
import static io.github.cm2tt.lang.TestTiles.run;
import static io.github.cm2tt.lang.TestTiles.shape;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Products of tiles of all types, against loops. */
class DotTest {
    /** A tile whose elements depend on their index. */
    private static Tensor factor(Class<?> type, int... shape) {
        return TestTiles.tile(type, shape,
                IntStream.range(0, Tiles.count(shape)).mapToDouble(i -> (i * 7 + 3) % 5 - 2).toArray());
    }

    /** The product of such tiles of MxK and KxN, one of a batch, in doubles. */
    private static double[] product(int m, int n, int k, int batch) {
        double[] a = new double[m * n];
        for (int i = 0; i < m * n; i++) {
            for (int j = 0; j < k; j++) {
                int left = batch * m * k + i / n * k + j;
                int right = batch * k * n + j * n + i % n;
                a[i] += ((left * 7 + 3) % 5 - 2) * ((right * 7 + 3) % 5 - 2);
            }
        }
        return a;
    }

    @Test
    void multipliesAllTypes() {
        run(() -> {
            for (Class<?> type : new Class<?>[] {float.class, Float16.class, BFloat16.class, Float8E4M3.class,
                Float8E5M2.class}) {
                Tensor result = Triton.dot(factor(type, 2, 32), factor(type, 32, 4));
                assertTile(result, float.class, shape(2, 4), product(2, 4, 32, 0));
            }
            assertTile(Triton.dot(factor(byte.class, 2, 32), factor(byte.class, 32, 4)), int.class,
                    shape(2, 4), product(2, 4, 32, 0));
            assertTile(Triton.dot(factor(double.class, 2, 16), factor(double.class, 16, 4)), double.class,
                    shape(2, 4), product(2, 4, 16, 0));
            assertEquals(ElementType.F32,
                    Triton.dot(factor(Float8E4M3.class, 2, 32), factor(Float8E5M2.class, 32, 2)).type);
        });
    }

    @Test
    void addsToTheAccumulator() {
        run(() -> {
            Tensor a = factor(Float16.class, 2, 16);
            Tensor b = factor(Float16.class, 16, 2);
            double[] sums = product(2, 2, 16, 0);
            Tensor acc = TestTiles.tile(Float16.class, shape(2, 2), 1, 2, 3, 4);
            double[] expected = IntStream.range(0, 4).mapToDouble(i -> sums[i] + i + 1).toArray();
            assertTile(Triton.dot(a, b, acc), Float16.class, shape(2, 2), expected);
            assertTile(Triton.dot(a, b, Float16.class), Float16.class, shape(2, 2), sums);
            Tensor huge = TestTiles.tile(Float16.class, shape(1, 16), IntStream.range(0, 16)
                    .mapToDouble(i -> i == 0 ? 2048 : i == 1 ? 1 : i == 2 ? -2048 : 0).toArray());
            Tensor ones = Triton.full(Float16.class, 1, 16, 1);
            assertTile(Triton.dot(huge, ones, Float16.class), Float16.class, shape(1, 1), 1);
        });
    }

    @Test
    void multipliesBatches() {
        run(() -> {
            Tensor result = Triton.dot(factor(float.class, 2, 4, 16), factor(float.class, 2, 16, 2));
            double[] expected = IntStream.range(0, 16)
                    .mapToDouble(i -> product(4, 2, 16, i / 8)[i % 8]).toArray();
            assertTile(result, float.class, shape(2, 4, 2), expected);
        });
    }

    @Test
    void roundsEachProductAndSumOnce() {
        float x = 1 + 0x1p-12f;
        run(() -> {
            double[] row = new double[16];
            double[] column = new double[16];
            row[0] = column[0] = x;
            row[1] = 1;
            column[1] = -(1 + 0x1p-11f);
            Tensor result = Triton.dot(TestTiles.tile(float.class, shape(1, 16), row),
                    TestTiles.tile(float.class, shape(16, 1), column),
                    TestTiles.tile(float.class, shape(1, 1), -x * x));
            float first = Math.fma(x, x, -x * x);
            assertArrayEquals(new long[] {Float.floatToRawIntBits(first - (1 + 0x1p-11f)) & 0xFFFFFFFFL},
                    result.bits);
        });
    }

    @Test
    void refusesWhatTheCompilerRefuses() {
        Tensor a = factor(Float16.class, 16, 16);
        fails("T-DOT-1: operands must be tiles of two dimensions, or of three: a tile of 16x16 fp16 and "
                + "a tile of 1x16x16 fp16",
            () -> Triton.dot(a, factor(Float16.class, 1, 16, 16)));
        fails("T-DOT-2: inner extents differ: 16 and 32, of a tile of 16x16 fp16 and a tile of "
                + "32x16 fp16",
            () -> Triton.dot(a, factor(Float16.class, 32, 16)));
        fails("T-DOT-3: batches differ: 1 and 2, of a tile of 1x16x16 float and a tile of "
                + "2x16x16 float",
                () -> Triton.dot(factor(float.class, 1, 16, 16), factor(float.class, 2, 16, 16)));
        fails("T-DOT-4: operands must be of one type, byte, fp8, fp16, bf16, float or double: a tile of "
                + "16x16 fp16 and a tile of 16x16 float",
            () -> Triton.dot(a, factor(float.class, 16, 16)));
        fails("T-DOT-4: operands must be of one type, byte, fp8, fp16, bf16, float or double: a tile of "
                + "16x16 int and a tile of 16x16 int",
            () -> Triton.dot(factor(int.class, 16, 16), factor(int.class, 16, 16)));
        fails("T-DOT-5: the inner extent must be 16 at least for float: 8",
            () -> Triton.dot(factor(float.class, 8, 8), factor(float.class, 8, 8)));
        fails("T-DOT-5: the inner extent must be 32 at least for byte: 16",
            () -> Triton.dot(factor(byte.class, 16, 16), factor(byte.class, 16, 16)));
        fails("T-DOT-6: an accumulator, an InputPrecision, a class literal or a constant int, each once at "
                + "most, is expected: java.lang.String",
            () -> Triton.dot(a, a, String.class));
        fails("T-DOT-10: the number of imprecise sums must be 0 or more: -1",
            () -> Triton.dot(a, a, null, -1));
        fails("T-DOT-7: products of fp16 cannot be summed in double", () -> Triton.dot(a, a, double.class));
        fails("T-DOT-9: the accumulator must be a tile of 16x16 float: a tile of 16x32 float",
            () -> Triton.dot(a, a, factor(float.class, 16, 32)));
        fails("T-DOT-9: the accumulator must be a tile of 16x16 float: a tile of 16x16 double",
            () -> Triton.dot(a, a, factor(double.class, 16, 16)));
    }
}
