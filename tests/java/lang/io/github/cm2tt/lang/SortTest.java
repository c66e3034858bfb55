// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.TestTiles.assertTile;
import static io.github.cm2tt.lang.TestTiles.fails;
import static io.github.cm2tt.lang.TestTiles.row;
import static io.github.cm2tt.lang.TestTiles.run;
import static io.github.cm2tt.lang.TestTiles.shape;
import static io.github.cm2tt.lang.TestTiles.tile;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

/** Sorting along an axis. */
class SortTest {
    private static final Tensor ROWS = tile(int.class, shape(2, 4), 3, -1, 2, -1, 7, 0, 5, 6);

    @Test
    void sorts() {
        run(() -> {
            assertTile(ROWS.sort(), int.class, shape(2, 4), -1, -1, 2, 3, 0, 5, 6, 7);
            assertTile(ROWS.sort(0, true), int.class, shape(2, 4), 7, 0, 5, 6, 3, -1, 2, -1);
            assertTile(row(boolean.class, 1, 0, 1, 0).sort(-1, true), boolean.class, shape(4), 1, 1, 0, 0);
            assertTile(row(UInt8.class, 200, 7, 255, 0).sort(), UInt8.class, shape(4), 0, 7, 200, 255);
            assertTile(row(UInt32.class, 3e9, 7, 2e9, 0).sort(), UInt32.class, shape(4), 0, 7, 2e9, 3e9);
            Tensor wide = new Tensor(ElementType.U64, shape(4), new long[] {-1, 5, Long.MIN_VALUE, 0});
            assertArrayEquals(new long[] {0, 5, Long.MIN_VALUE, -1}, wide.sort().bits);
        });
        fails("T-SORT-1: a tile of numbers is expected: int",
            () -> Triton.sort(tile(int.class, shape(), 1)));
        fails("T-SORT-2: the axis must be a constant from -2 to 1: 2", () -> ROWS.sort(2));
    }

    @Test
    void theOrderIsTotal() {
        run(() -> {
            double infinity = Double.POSITIVE_INFINITY;
            for (Class<?> type : new Class<?>[] {float.class, double.class, Float16.class, BFloat16.class}) {
                Tensor sorted = row(type, Double.NaN, 0.0, infinity, -2, -0.0, 1.5, -infinity, -1).sort();
                assertTile(sorted, type, shape(8), -infinity, -2, -1, -0.0, 0.0, 1.5, infinity, Double.NaN);
            }
            long[] bits = {0x7FC00001, 0xFFC00000L, 0x7FC00000, 0x80000000L};
            assertArrayEquals(new long[] {0xFFC00000L, 0x80000000L, 0x7FC00000, 0x7FC00001},
                new Tensor(ElementType.F32, shape(4), bits).sort().bits);
        });
    }

    @Test
    void takesTheGreatest() {
        run(() -> {
            assertTile(ROWS.topk(2), int.class, shape(2, 2), 3, 2, 7, 6);
            assertTile(ROWS.topk(1, 0), int.class, shape(1, 4), 7, 0, 5, 6);
            assertTile(ROWS.topk(4, -1, false), int.class, shape(2, 4), -1, -1, 2, 3, 0, 5, 6, 7);
        });
        fails("T-SORT-4: a constant power of two up to 4 is expected: 8", () -> ROWS.topk(8));
        fails("T-SORT-4: a constant power of two up to 4 is expected: 3", () -> ROWS.topk(3));
        fails("T-SORT-4: a constant power of two up to 2 is expected: 0", () -> ROWS.topk(0, 0));
    }

    @Test
    void givesIndices() {
        run(() -> {
            assertTile(ROWS.argsort(), int.class, shape(2, 4), 1, 3, 2, 0, 1, 2, 3, 0);
            assertTile(ROWS.argsort(-1, true), int.class, shape(2, 4), 0, 2, 1, 3, 0, 3, 2, 1);
            assertTile(ROWS.argsort(0), int.class, shape(2, 4), 0, 0, 0, 0, 1, 1, 1, 1);
            Triton.ValueIndex down = ROWS.sortWithIndices(0, true);
            assertTile(down.value(), int.class, shape(2, 4), 7, 0, 5, 6, 3, -1, 2, -1);
            assertTile(down.index(), int.class, shape(2, 4), 1, 1, 1, 1, 0, 0, 0, 0);
            Triton.ValueIndex best = row(Float16.class, 1, 3, 2, 3, 1, 3, 0, 3).topkWithIndices(2);
            assertTile(best.value(), Float16.class, shape(2), 3, 3);
            assertTile(best.index(), int.class, shape(2), 1, 3);
            Triton.ValueIndex least = row(boolean.class, 1, 0, 1, 0).topkWithIndices(4, 0, false);
            assertTile(least.value(), boolean.class, shape(4), 0, 0, 1, 1);
            assertTile(least.index(), int.class, shape(4), 1, 3, 0, 2);
            assertTile(row(float.class, 0.0, Double.NaN, -0.0, 0.0).argsort(-1, true), int.class, shape(4), 1,
                0, 3, 2);
        });
        fails("T-SORT-1: a tile of numbers is expected: int",
            () -> Triton.sortWithIndices(tile(int.class, shape(), 1)));
        fails("T-SORT-2: the axis must be a constant from -2 to 1: 2", () -> ROWS.argsort(2));
        fails("T-SORT-4: a constant power of two up to 4 is expected: 8", () -> ROWS.topkWithIndices(8));
    }

    @Test
    void mergesBitonicSequences() {
        run(() -> {
            Tensor hill = row(int.class, 1, 4, 6, 7, 5, 3, 2, 0);
            assertTile(hill.bitonicMerge(), int.class, shape(8), 0, 1, 2, 3, 4, 5, 6, 7);
            assertTile(hill.bitonicMerge(0, true), int.class, shape(8), 7, 6, 5, 4, 3, 2, 1, 0);
            assertTile(row(int.class, 1, 0, 3, 2).bitonicMerge(), int.class, shape(4), 0, 1, 2, 3);
            assertTile(ROWS.bitonicMerge(0), int.class, shape(2, 4), 3, -1, 2, -1, 7, 0, 5, 6);
        });
    }
}
