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
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Operations that only move elements: reshaping, transposing, joining. */
class ShapeTest {
    private static final Tensor ROWS = tile(int.class, shape(2, 4), 0, 1, 2, 3, 4, 5, 6, 7);

    @Test
    void expandsAndSqueezes() {
        run(() -> {
            assertArrayEquals(shape(1, 2, 4), Triton.expand(ROWS, 0).shape);
            assertArrayEquals(shape(2, 4, 1), Triton.expand(ROWS, -1).shape);
            assertArrayEquals(shape(2, 1, 4), Triton.expand(ROWS, 1).shape);
            assertTile(Triton.squeeze(row(float.class, 3), 0), float.class, shape(), 3);
            assertEquals(3, Triton.item(tile(int.class, shape(1, 1), 3)).intValue());
        });
        fails("T-EXPAND-1: only a tile can be expanded: int",
            () -> Triton.expand(tile(int.class, shape(), 1), 0));
        fails("T-EXPAND-2: the axis must be a constant from -3 to 2: 3", () -> Triton.expand(ROWS, 3));
        fails("T-SQUEEZE-2: the axis must be a constant from -2 to 1: 2", () -> Triton.squeeze(ROWS, 2));
        fails("T-SQUEEZE-3: extent 1 expected along axis 0: a tile of 2x4 int",
            () -> Triton.squeeze(ROWS, 0));
        fails("T-TYPE-1: only a tile has a type: int 1", () -> tile(int.class, shape(), 1).type());
        fails("java.lang.IllegalStateException: a tile of shape [2, 4] has no number's value: reduce it, or "
                + "take Triton.item of a tile of one element",
            ROWS::intValue);
        fails("T-ITEM-1: a tile of one element is expected: a tile of 2x4 int", () -> Triton.item(ROWS));
    }

    @Test
    void reshapesAndTransposes() {
        run(() -> {
            assertTile(Triton.reshape(ROWS, 4, 2), int.class, shape(4, 2), 0, 1, 2, 3, 4, 5, 6, 7);
            assertTile(Triton.ravel(ROWS), int.class, shape(8), 0, 1, 2, 3, 4, 5, 6, 7);
            assertTile(Triton.trans(ROWS), int.class, shape(4, 2), 0, 4, 1, 5, 2, 6, 3, 7);
            Tensor cube = Triton.reshape(ROWS, 2, 2, 2);
            assertTile(Triton.permute(cube, 2, 0, 1), int.class, shape(2, 2, 2), 0, 2, 4, 6, 1, 3, 5, 7);
            assertTile(Triton.trans(cube), int.class, shape(2, 2, 2), 0, 2, 1, 3, 4, 6, 5, 7);
        });
        fails("T-RESHAPE-2: there are no extents", () -> Triton.reshape(ROWS));
        fails("T-RESHAPE-2: extents must be positive: -2x-4", () -> Triton.reshape(ROWS, -2, -4));
        fails("T-RESHAPE-3: numbers of elements differ: 8 of a tile of 2x4 int and 6 of a tile of "
                + "3x2 int",
            () -> Triton.reshape(ROWS, 3, 2));
        fails("T-RESHAPE-3: numbers of elements differ: 8 of a tile of 2x4 int and 16 of a tile of "
                + "4x4 int",
            () -> Triton.reshape(ROWS, 4, 4));
        fails("T-PERMUTE-2: two dimensions are expected at least: a tile of 2 int",
            () -> Triton.trans(row(int.class, 1, 2)));
        fails("T-PERMUTE-3: each of the constants 0 to 1 is expected once: [0, 0]",
            () -> Triton.permute(ROWS, 0, 0));
    }

    @Test
    void broadcasts() {
        run(() -> {
            Tensor column = tile(int.class, shape(2, 1), 5, 6);
            assertTile(Triton.broadcast(column, ROWS.type()), int.class, shape(2, 4), 5, 5, 5, 5, 6, 6, 6, 6);
            assertTile(Triton.broadcastTo(row(int.class, 1, 2), 2, 2), int.class, shape(2, 2), 1, 2, 1, 2);
            assertTile(Triton.broadcastTo(1.5f, 2), float.class, shape(2), 1.5, 1.5);
            TensorType both = Triton.joinShape(column.type(), row(int.class, 1, 2, 3, 4).type());
            assertArrayEquals(shape(2, 4), both.shape);
        });
        fails("T-BROADCASTTO-1: cannot broadcast null", () -> Triton.broadcastTo(null, 4));
        fails("T-BROADCASTTO-2: extents must be positive: -3", () -> Triton.broadcastTo(1, -3));
        fails("T-BROADCASTTO-3: shape does not broadcast: a tile of 2x4 int to a tile of 4x4 int",
            () -> Triton.broadcastTo(ROWS, 4, 4));
        fails("T-BROADCAST-1: the target must be a tile's type: null", () -> Triton.broadcast(ROWS, null));
        fails("T-BROADCAST-2: cannot broadcast java.lang.String", () -> Triton.broadcast("x", ROWS.type()));
        fails("T-JOINSHAPE-1: operands must be tile types: int[2x4] and null",
            () -> Triton.joinShape(ROWS.type(), null));
        fails("T-JOINSHAPE-2: element types differ: int[2x4] and float[1]",
            () -> Triton.joinShape(ROWS.type(), row(float.class, 1).type()));
        fails("T-JOINSHAPE-3: shapes do not broadcast: int[2x4] and int[2]",
            () -> Triton.joinShape(ROWS.type(), row(int.class, 1, 2).type()));
    }

    @Test
    void joinsAndSplits() {
        run(() -> {
            Tensor a = row(int.class, 1, 2);
            Tensor b = row(int.class, 3, 4);
            assertTile(Triton.join(a, b), int.class, shape(2, 2), 1, 3, 2, 4);
            assertTile(Triton.interleave(a, b), int.class, shape(4), 1, 3, 2, 4);
            assertTile(Triton.join(1, 2), int.class, shape(2), 1, 2);
            assertTile(Triton.interleave(1, 2), int.class, shape(2), 1, 2);
            assertTile(ROWS.cat(ROWS.neg(), 0), int.class, shape(4, 4),
                0, 1, 2, 3, 4, 5, 6, 7, 0, -1, -2, -3, -4, -5, -6, -7);
            assertTile(ROWS.cat(ROWS.neg(), -1), int.class, shape(2, 8),
                0, 1, 2, 3, 0, -1, -2, -3, 4, 5, 6, 7, -4, -5, -6, -7);
            assertTile(ROWS.view(8).unsqueeze(0), int.class, shape(1, 8), 0, 1, 2, 3, 4, 5, 6, 7);
            assertTile(Triton.cat(a, b), int.class, shape(4), 1, 2, 3, 4);
            var halves = Triton.split(Triton.join(a, b));
            assertTile(halves.first(), int.class, shape(2), 1, 2);
            assertTile(halves.second(), int.class, shape(2), 3, 4);
            assertTile(Triton.split(a).second(), int.class, shape(), 2);
            assertTile(
                Triton.join(row(byte.class, -1), row(UInt8.class, 1)), UInt8.class, shape(1, 2), 255, 1);
        });
        fails("T-JOIN-1: only numbers, pointers and tiles can be joined: null", () -> Triton.join(1, null));
        fails("T-JOIN-2: element types differ: a tile of 1 int and a tile of 1 float",
            () -> Triton.join(row(int.class, 1), row(float.class, 1)));
        fails("T-JOIN-3: shapes do not broadcast: a tile of 2 int and a tile of 4 int",
            () -> Triton.join(row(int.class, 1, 2), row(int.class, 1, 2, 3, 4)));
        fails("T-SPLIT-1: only a tile whose last extent is 2 can be split: a tile of 2x4 int",
            () -> Triton.split(ROWS));
        fails("T-CAT-1: operands must be tiles of one dimension and one type: a tile of 2x4 int and "
                + "a tile of 2x4 int",
            () -> Triton.cat(ROWS, ROWS));
        fails("T-CAT-4: operands must be tiles of one type: a tile of 2x4 int and a tile of 2 int",
            () -> ROWS.cat(row(int.class, 1, 2), 0));
        fails("T-CAT-5: the axis must be a constant from -2 to 1: 2", () -> ROWS.cat(ROWS, 2));
    }
}
