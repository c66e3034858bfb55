// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.TestTiles.assertTile;
import static io.github.cm2tt.lang.TestTiles.fails;
import static io.github.cm2tt.lang.TestTiles.run;
import static io.github.cm2tt.lang.TestTiles.shape;
import static io.github.cm2tt.lang.TestTiles.tile;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Softmax along both axes. */
class SoftmaxTest {
    @Test
    void dividesByTheSum() {
        run(() -> {
            Tensor x = tile(double.class, shape(2, 2), 0, 1000, Math.log(3), 1000);
            assertTile(x.softmax(), double.class, shape(2, 2), 0.25, 0.5, 0.75, 0.5);
            assertTile(x.softmax(-1), double.class, shape(2, 2), 0, 1, 0, 1);
            Tensor half = x.conv(Float16.class).softmax(0, true);
            assertEquals(ElementType.F32, half.type);
            assertEquals(0.75, half.type.doubleOf(half.bits[2]), 1e-4);
        });
        fails("T-SOFTMAX-1: a tile of floating-point numbers is expected: a tile of 1 int",
            () -> tile(int.class, shape(1), 1).softmax());
        fails("T-SOFTMAX-2: the axis must be a constant from -1 to 0: 1",
            () -> tile(float.class, shape(1), 1).softmax(1));
    }
}
