// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.TestTiles.assertTile;
import static io.github.cm2tt.lang.TestTiles.fails;
import static io.github.cm2tt.lang.TestTiles.run;
import static io.github.cm2tt.lang.TestTiles.shape;
import static io.github.cm2tt.lang.TestTiles.tile;

import io.github.cm2tt.lang.Triton.ScaledFormat;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Products of scaled numbers, against loops. */
class DotScaledTest {
    private static final double[] MAGNITUDES = {0, 0.5, 1, 1.5, 2, 3, 4, 6};

    /** A number of e2m1 that depends on its index. */
    private static int code(int index) {
        return (index * 7 + 3) % 16;
    }

    private static double e2m1(int code) {
        return code < 8 ? MAGNITUDES[code] : -MAGNITUDES[code - 8];
    }

    /** A matrix of such numbers, packed along dimension 0 or 1. */
    private static Tensor packed(Class<?> type, int rows, int columns, int along) {
        double[] bytes = new double[rows * columns / 2];
        for (int i = 0; i < bytes.length; i++) {
            int width = along == 1 ? columns / 2 : columns;
            int first = along == 1 ? 2 * i : 2 * (i / width) * columns + i % width;
            int value = code(first) | code(first + (along == 1 ? 1 : columns)) << 4;
            bytes[i] = type == byte.class ? (byte) value : value;
        }
        return along == 1 ? tile(type, shape(rows, columns / 2), bytes)
            : tile(type, shape(rows / 2, columns), bytes);
    }

    private static Tensor integers(Class<?> type, int... shape) {
        return tile(type, shape, numbers(Tiles.count(shape)));
    }

    private static double[] numbers(int count) {
        return IntStream.range(0, count).mapToDouble(i -> i % 7 - 3).toArray();
    }

    private static double[] codes(int count) {
        return IntStream.range(0, count).mapToDouble(i -> e2m1(code(i))).toArray();
    }

    /** The product of matrices of 2xK and Kx2, where K numbers have two scales in each row and column. */
    private static double[] product(double[] a, double[] b, int k, double[] aScales, double[] bScales) {
        double[] result = new double[4];
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < k; j++) {
                int group = j / (k / 2);
                result[i] += a[i / 2 * k + j] * aScales[i / 2 * 2 + group]
                    * (b[j * 2 + i % 2] * bScales[i % 2 * 2 + group]);
            }
        }
        return result;
    }

    private static final double[] ONES = {1, 1, 1, 1};

    @Test
    void multipliesAllFormats() {
        double[] scales = {1, 2, 0.5, 4};
        run(() -> {
            Tensor stored = tile(UInt8.class, shape(2, 2), 127, 128, 126, 129);
            Tensor floats = tile(Float8E4M3.class, shape(2, 2), scales);
            for (Tensor scale : new Tensor[] {stored, floats, stored.conv(byte.class)}) {
                double[] expected = product(codes(128), numbers(128), 64, scales, ONES);
                assertTile(Triton.dotScaled(packed(byte.class, 2, 64, 1), scale, ScaledFormat.E2M1,
                        integers(BFloat16.class, 64, 2), null, ScaledFormat.BF16),
                    float.class, shape(2, 2), expected);
                assertTile(packed(UInt8.class, 2, 64, 0).dotScaled(scale, ScaledFormat.E2M1_OUTER,
                        integers(Float16.class, 64, 2), null, ScaledFormat.FP16),
                    float.class, shape(2, 2), expected);
                assertTile(Triton.dotScaled(integers(Float8E4M3.class, 2, 64), scale, ScaledFormat.E4M3,
                        packed(byte.class, 64, 2, 0), scale, ScaledFormat.E2M1),
                    float.class, shape(2, 2), product(numbers(128), codes(128), 64, scales, scales));
                assertTile(Triton.dotScaled(integers(Float8E5M2.class, 2, 64), null, ScaledFormat.E5M2,
                        packed(UInt8.class, 64, 2, 1), scale, ScaledFormat.E2M1_OUTER),
                    float.class, shape(2, 2), product(numbers(128), codes(128), 64, ONES, scales));
            }
        });
    }

    @Test
    void aScaleMayBelongToSixteen() {
        run(() -> {
            double[] scales = {0.5, 1, 2, 4};
            Tensor stored = tile(UInt8.class, shape(2, 2), 126, 127, 128, 129);
            assertTile(Triton.dotScaled(integers(Float8E4M3.class, 2, 32), stored, ScaledFormat.E4M3,
                    integers(BFloat16.class, 32, 2), null, ScaledFormat.BF16, integers(float.class, 2, 2)),
                float.class, shape(2, 2),
                plus(product(numbers(64), numbers(64), 32, scales, ONES), numbers(4)));
        });
    }

    private static double[] plus(double[] a, double[] b) {
        return IntStream.range(0, a.length).mapToDouble(i -> a[i] + b[i]).toArray();
    }

    @Test
    void someScalesAreNoExponents() {
        run(() -> {
            Tensor ones = Triton.full(Float8E4M3.class, 1, 1, 32);
            Tensor row = Triton.full(BFloat16.class, 1, 32, 1);
            double[] expected = {Double.NaN, 0x1p-122, Double.POSITIVE_INFINITY};
            double[] codes = {255, 0, 254};
            for (int i = 0; i < codes.length; i++) {
                Tensor scale = tile(UInt8.class, shape(1, 1), codes[i]);
                assertTile(Triton.dotScaled(ones, scale, ScaledFormat.E4M3, row, null, ScaledFormat.BF16),
                    float.class, shape(1, 1), expected[i]);
            }
        });
    }

    @Test
    void multipliesBatches() {
        run(() -> {
            Tensor a = integers(Float8E4M3.class, 2, 2, 32);
            Tensor b = packed(byte.class, 64, 2, 0).reshape(2, 16, 2);
            Tensor scale = tile(UInt8.class, shape(2, 2, 1), 127, 128, 126, 129);
            double[] left = numbers(128);
            double[] right = codes(128);
            double[] first = product(Arrays.copyOf(left, 64), Arrays.copyOf(right, 64), 32,
                new double[] {1, 1, 2, 2}, ONES);
            double[] second = product(Arrays.copyOfRange(left, 64, 128), Arrays.copyOfRange(right, 64, 128),
                32, new double[] {0.5, 0.5, 4, 4}, ONES);
            assertTile(Triton.dotScaled(a, scale, ScaledFormat.E4M3, b, null, ScaledFormat.E2M1),
                float.class, shape(2, 2, 2),
                IntStream.range(0, 8).mapToDouble(i -> i < 4 ? first[i] : second[i - 4]).toArray());
        });
    }

    private static Runnable call(Tensor a, Tensor aScale, ScaledFormat aFormat, Tensor b, Tensor bScale) {
        return () -> Triton.dotScaled(a, aScale, aFormat, b, bScale, ScaledFormat.BF16);
    }

    @Test
    void refusesWhatTheCompilerRefuses() {
        Tensor a = integers(byte.class, 16, 32);
        Tensor b = integers(BFloat16.class, 64, 32);
        Tensor e4m3 = integers(Float8E4M3.class, 16, 64);
        ScaledFormat format = ScaledFormat.E2M1;
        fails("T-DOTSCALED-1: the format of a must be a constant of ScaledFormat: null",
            call(a, null, null, b, null));
        fails("T-DOTSCALED-2: operands must be tiles of two dimensions, or of three: a tile of 4 byte",
            call(integers(byte.class, 4), null, format, b, null));
        fails("T-DOTSCALED-2: operands must be tiles of two dimensions, or of three: a tile of 16x32 byte "
                + "and a tile of 2x64x32 bf16",
            call(a, null, format, integers(BFloat16.class, 2, 64, 32), null));
        fails("T-DOTSCALED-3: the elements of a must be byte or UInt8: a tile of 16x64 fp8e4nv",
            call(e4m3, null, format, b, null));
        fails("T-DOTSCALED-3: the elements of a must be fp8e4nv: a tile of 16x32 byte",
            call(a, null, ScaledFormat.E4M3, b, null));
        fails("T-DOTSCALED-3: the elements of a must be fp8e5: a tile of 16x32 byte",
            call(a, null, ScaledFormat.E5M2, b, null));
        fails("T-DOTSCALED-3: the elements of a must be fp16: a tile of 16x32 byte",
            call(a, null, ScaledFormat.FP16, b, null));
        fails("T-DOTSCALED-3: the elements of b must be bf16: a tile of 16x32 byte",
            call(e4m3, null, ScaledFormat.E4M3, a, null));
        fails("T-DOTSCALED-4: inner extents differ: 64 and 32 numbers, of a tile of 16x32 byte and "
                + "a tile of 32x8 bf16",
            call(a, null, format, integers(BFloat16.class, 32, 8), null));
        fails("T-DOTSCALED-5: the inner extent must be 16 at least: 8",
            call(integers(byte.class, 2, 4), null, format, integers(BFloat16.class, 8, 2), null));
        fails("T-DOTSCALED-6: batches differ: 1 and 2, of a tile of 1x16x32 byte and a tile of "
                + "2x64x8 bf16",
            call(integers(byte.class, 1, 16, 32), null, format, integers(BFloat16.class, 2, 64, 8), null));
        fails("T-DOTSCALED-7: the scales of a must be bytes or fp8e4nv, 16 times 2 or 4: a tile of "
                + "16x8 byte",
            call(a, integers(byte.class, 16, 8), format, b, null));
        fails("T-DOTSCALED-7: the scales of b must be bytes or fp8e4nv, 32 times 2 or 4: a tile of "
                + "32x2 int",
            call(a, null, format, b, integers(int.class, 32, 2)));
        fails("T-DOTSCALED-8: numbers for one scale differ: 32 of a, 16 of b",
            call(a, integers(byte.class, 16, 2), format, b, integers(byte.class, 32, 4)));
        fails("T-DOTSCALED-10: the accumulator must be a tile of 16x32 float: a tile of "
                + "16x32 fp16",
            () -> Triton.dotScaled(a, null, format, b, null, ScaledFormat.BF16,
                integers(Float16.class, 16, 32)));
    }
}
