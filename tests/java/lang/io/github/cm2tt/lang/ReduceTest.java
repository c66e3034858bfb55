// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.TestTiles.assertTile;
import static io.github.cm2tt.lang.TestTiles.fails;
import static io.github.cm2tt.lang.TestTiles.row;
import static io.github.cm2tt.lang.TestTiles.run;
import static io.github.cm2tt.lang.TestTiles.shape;
import static io.github.cm2tt.lang.TestTiles.tile;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Sums, extrema and scans along an axis. */
class ReduceTest {
    private static final Tensor ROWS = tile(float.class, shape(2, 4), 1, 2, 3, 4, 5, 6, 7, 9);

    @Test
    void dropsOrKeepsTheAxis() {
        run(() -> {
            assertTile(Triton.sum(ROWS), float.class, shape(), 37);
            assertTile(Triton.sum(ROWS, 0), float.class, shape(4), 6, 8, 10, 13);
            assertTile(Triton.sum(ROWS, 1), float.class, shape(2), 10, 27);
            assertTile(Triton.sum(ROWS, -1, true), float.class, shape(2, 1), 10, 27);
            assertTile(Triton.sum(ROWS, 0, true), float.class, shape(1, 4), 6, 8, 10, 13);
            assertTile(Triton.sum(ROWS, 1, double.class), double.class, shape(2), 10, 27);
            assertTile(Triton.prod(ROWS, 1), float.class, shape(2), 24, 5 * 6 * 7 * 9);
            assertTile(Triton.max(ROWS, 1), float.class, shape(2), 4, 9);
            assertTile(Triton.min(ROWS, 0), float.class, shape(4), 1, 2, 3, 4);
        });
        fails("T-REDUCTION-1: a tile of numbers is expected: int",
            () -> Triton.sum(tile(int.class, shape(), 1)));
        fails("T-REDUCTION-2: the axis must be a constant from -2 to 1: 2", () -> Triton.sum(ROWS, 2));
        fails("T-REDUCTION-3: a constant truth value or a class literal of a number type is expected: "
                + "java.lang.String",
            () -> Triton.sum(ROWS, 0, String.class));
        fails("T-REDUCTION-4: no such operation on this type: float", () -> Triton.xorSum(ROWS));
    }

    @Test
    void sumsInTheTypeThatTheCompilerTakes() {
        double[] many = new double[1024];
        Arrays.fill(many, 1);
        run(() -> {
            assertTile(Triton.sum(row(byte.class, 127, 127)), int.class, shape(), 254);
            assertTile(Triton.sum(row(UInt8.class, 255, 255)), UInt32.class, shape(), 510);
            assertTile(Triton.sum(row(boolean.class, 1, 1)), int.class, shape(), 2);
            assertTile(
                Triton.sum(row(int.class, Integer.MAX_VALUE, 1)), int.class, shape(), Integer.MIN_VALUE);
            assertTile(Triton.sum(row(Float8E4M3.class, 448, 448)), float.class, shape(), 896);
            assertTile(Triton.sum(row(Float16.class, 2048, 1)), Float16.class, shape(), 2048);
            assertTile(Triton.sum(row(BFloat16.class, many)), BFloat16.class, shape(), 1024);
            assertTile(Triton.max(row(Float16.class, 1, 2)), float.class, shape(), 2);
            assertTile(Triton.max(row(UInt8.class, 1, 255)), int.class, shape(), 255);
            assertTile(Triton.max(row(UInt32.class, 1, 4294967295.0)), UInt32.class, shape(), 4294967295.0);
            assertTile(Triton.min(row(boolean.class, 1, 0)), int.class, shape(), 0);
        });
    }

    @Test
    void combinesBits() {
        run(() -> {
            Tensor x = row(int.class, 12, 10);
            assertTile(Triton.xorSum(x), int.class, shape(), 6);
            assertTile(Triton.reduceOr(x), int.class, shape(), 14);
            assertTile(Triton.reduceAnd(x), int.class, shape(), 8);
            assertTile(Triton.reduceOr(row(boolean.class, 0, 1)), boolean.class, shape(), 1);
        });
    }

    @Test
    void takesTheFirstOfEqualExtrema() {
        Tensor x = row(float.class, 1, 5, 5, 0, -3, 2, -3, 4);
        run(() -> {
            assertEquals(1, Triton.argmax(x).intValue());
            assertEquals(4, Triton.argmin(x).intValue());
            var best = Triton.maxWithIndices(ROWS, 1, true);
            assertTile(best.value(), float.class, shape(2, 1), 4, 9);
            assertTile(best.index(), int.class, shape(2, 1), 3, 3);
            assertEquals(7, Triton.argmax(ROWS).intValue());
            assertEquals(2, row(int.class, 1, 4, 5, 3).argmax(0, false, false).intValue());
            assertEquals(1, row(int.class, 1, 4, 4, 3).argmax(0, false, true).intValue());
            assertEquals(4, row(int.class, 1, 4, 4, 3).maxWithIndices(0, false, false).value().intValue());
            assertTile(Triton.argmin(ROWS, 0), int.class, shape(4), 0, 0, 0, 0);
            assertTile(Triton.minWithIndices(row(BFloat16.class, 2, 1)).value(), float.class, shape(), 1);
            assertTile(Triton.minWithIndices(row(Float16.class, 2, 1)).value(), Float16.class, shape(), 1);
        });
    }

    @Test
    void leavesNaNAside() {
        Tensor x = row(float.class, Double.NaN, 1, Double.NaN, 3);
        run(() -> {
            assertTile(Triton.max(x), float.class, shape(), 3);
            assertTile(Triton.min(x), float.class, shape(), 1);
            assertTile(
                Triton.max(row(float.class, Double.NaN, Double.NaN)), float.class, shape(), Double.NaN);
        });
    }
}
