// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.Given.assertRule;
import static io.github.cm2tt.lang.Given.assertTile;
import static io.github.cm2tt.lang.Given.row;
import static io.github.cm2tt.lang.Given.run;
import static io.github.cm2tt.lang.Given.shape;
import static io.github.cm2tt.lang.Given.tile;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** What only moves elements: reshaping, transposing, joining. */
class ShapesTest {
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
        assertRule("T-EXPAND-1", () -> Triton.expand(tile(int.class, shape(), 1), 0));
        assertRule("T-EXPAND-2", () -> Triton.expand(ROWS, 3));
        assertRule("T-SQUEEZE-2", () -> Triton.squeeze(ROWS, 2));
        assertRule("T-SQUEEZE-3", () -> Triton.squeeze(ROWS, 0));
        assertRule("T-ITEM-1", () -> Triton.item(ROWS));
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
        assertRule("T-RESHAPE-2", () -> Triton.reshape(ROWS, 3, 2));
        assertRule("T-RESHAPE-3", () -> Triton.reshape(ROWS, 4, 4));
        assertRule("T-PERMUTE-2", () -> Triton.trans(row(int.class, 1, 2)));
        assertRule("T-PERMUTE-3", () -> Triton.permute(ROWS, 0, 0));
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
        assertRule("T-BROADCASTTO-2", () -> Triton.broadcastTo(1, 3));
        assertRule("T-BROADCASTTO-3", () -> Triton.broadcastTo(ROWS, 4, 4));
        assertRule("T-BROADCAST-2", () -> Triton.broadcast("x", ROWS.type()));
        assertRule("T-JOINSHAPE-2", () -> Triton.joinShape(ROWS.type(), row(float.class, 1).type()));
        assertRule("T-JOINSHAPE-3", () -> Triton.joinShape(ROWS.type(), row(int.class, 1, 2).type()));
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
            assertTile(Triton.cat(a, b), int.class, shape(4), 1, 2, 3, 4);
            var halves = Triton.split(Triton.join(a, b));
            assertTile(halves.first(), int.class, shape(2), 1, 2);
            assertTile(halves.second(), int.class, shape(2), 3, 4);
            assertTile(Triton.split(a).second(), int.class, shape(), 2);
            assertTile(
                Triton.join(row(byte.class, -1), row(UInt8.class, 1)), UInt8.class, shape(1, 2), 255, 1);
        });
        assertRule("T-JOIN-2", () -> Triton.join(row(int.class, 1), row(float.class, 1)));
        assertRule("T-JOIN-3", () -> Triton.join(row(int.class, 1, 2), row(int.class, 1, 2, 3, 4)));
        assertRule("T-SPLIT-1", () -> Triton.split(ROWS));
        assertRule("T-CAT-1", () -> Triton.cat(ROWS, ROWS));
    }
}
