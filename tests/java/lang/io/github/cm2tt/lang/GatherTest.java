// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.TestTiles.assertTile;
import static io.github.cm2tt.lang.TestTiles.fails;
import static io.github.cm2tt.lang.TestTiles.row;
import static io.github.cm2tt.lang.TestTiles.run;
import static io.github.cm2tt.lang.TestTiles.shape;
import static io.github.cm2tt.lang.TestTiles.tile;

import org.junit.jupiter.api.Test;

/** Elements picked by their indices, and counts. */
class GatherTest {
    private static final Tensor ROWS = tile(float.class, shape(2, 4), 0, 1, 2, 3, 4, 5, 6, 7);
    private static final Tensor NUMBERS = row(int.class, 1, 3, 1, 0);

    @Test
    void gathersAlongAnAxis() {
        run(() -> {
            assertTile(row(UInt8.class, 7, 200, 9, 8).gather(NUMBERS, 0), UInt8.class, shape(4), 200, 8, 200,
                7);
            assertTile(Triton.gather(ROWS, tile(long.class, shape(2, 2), 3, 0, 1, 1), -1), float.class,
                shape(2, 2), 3, 0, 5, 5);
            assertTile(ROWS.gather(tile(byte.class, shape(4, 2), 1, 1, 0, 1, 0, 0, 1, 0), 0), float.class,
                shape(4, 2), 4, 5, 0, 5, 0, 1, 4, 1);
        });
        fails("T-GATHER-1: a tile of numbers is expected: int",
            () -> Triton.gather(tile(int.class, shape(), 1), NUMBERS, 0));
        fails("T-GATHER-2: the index must be a tile of integers: a tile of 2x4 float",
            () -> ROWS.gather(ROWS, 0));
        fails("T-GATHER-3: the axis must be a constant from -1 to 0: 1", () -> NUMBERS.gather(NUMBERS, 1));
        fails("T-GATHER-4: the index must have as many dimensions and, but along axis 1, no larger extents: "
                + "a tile of 2x4 float and a tile of 4 int",
            () -> ROWS.gather(NUMBERS, 1));
        fails("an index is outside of the tile: 3 of 2, element [1]",
            () -> row(int.class, 5, 6).gather(NUMBERS, 0));
        fails("an index is outside of the tile: -1 of 4, element [0]",
            () -> NUMBERS.gather(row(short.class, -1), 0));
    }

    @Test
    void flips() {
        run(() -> {
            assertTile(ROWS.flip(), float.class, shape(2, 4), 3, 2, 1, 0, 7, 6, 5, 4);
            assertTile(ROWS.flip(0), float.class, shape(2, 4), 4, 5, 6, 7, 0, 1, 2, 3);
            assertTile(Triton.flip(NUMBERS.lt(2), -1), boolean.class, shape(4), 1, 1, 0, 1);
        });
        fails("T-FLIP-1: a tile of numbers is expected: null", () -> Triton.flip(null));
        fails("T-FLIP-2: the axis must be a constant from -2 to 1: 2", () -> ROWS.flip(2));
    }

    @Test
    void counts() {
        run(() -> {
            assertTile(NUMBERS.histogram(4), int.class, shape(4), 1, 2, 0, 1);
            assertTile(NUMBERS.histogram(2, NUMBERS.ne(3)), int.class, shape(2), 1, 2);
            assertTile(NUMBERS.histogram(1, row(boolean.class, 0)), int.class, shape(1), 0);
            assertTile(row(UInt64.class, 1, 1).histogram(2), int.class, shape(2), 0, 2);
        });
        fails("T-HISTOGRAM-1: a tile of one dimension, of integers, is expected: a tile of 2x4 float",
            () -> ROWS.histogram(4));
        fails("T-HISTOGRAM-2: extents must be positive: 0", () -> NUMBERS.histogram(0));
        fails("T-HISTOGRAM-3: the mask must have truth values, and broadcast to a tile of 4 int: "
                + "a tile of 4 int",
            () -> NUMBERS.histogram(4, NUMBERS));
        fails("a number is outside of the bins: 3 of 2, element [1]", () -> NUMBERS.histogram(2));
    }
}
