// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.TestTiles.assertTile;
import static io.github.cm2tt.lang.TestTiles.fails;
import static io.github.cm2tt.lang.TestTiles.run;
import static io.github.cm2tt.lang.TestTiles.shape;

import org.junit.jupiter.api.Test;

/** Orders of blocks. */
class SwizzleTest {
    @Test
    void goesColumnByColumnInGroups() {
        run(() -> {
            Tensor i = Triton.arange(0, 4).expand(1);
            Tensor j = Triton.arange(0, 4).expand(0);
            Triton.Pair pair = Triton.swizzle2d(i, j, 4, 4, 2);
            // Where row by row there is 0, 1, 2, ...
            assertTile(pair.first().mul(4).add(pair.second()), int.class, shape(4, 4),
                0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15);
        });
    }

    @Test
    void theLastGroupMayBeSmaller() {
        run(() -> {
            Tensor i = Triton.arange(0, 4).expand(1);
            Tensor rows = Triton.full(long.class, 3);
            Triton.Pair pair = Triton.swizzle2d(i, Triton.arange(0, 2).expand(0), rows, 2, 2);
            Tensor order = pair.first().mul(2).add(pair.second());
            assertTile(Triton.where(i.lt(3), order, -1), long.class, shape(4, 2), 0, 2, 1, 3, 4, 5, -1, -1);
        });
        fails("T-SWIZZLE-1: integers are expected, not float", () -> Triton.swizzle2d(0, 0f, 1, 1, 1));
        fails("T-BINARY-3: shapes do not broadcast: a tile of 4 int and the constant 0 and the constant 1 "
                + "and the constant 1 and "
                + "a tile of 2 int",
            () -> Triton.swizzle2d(Triton.arange(0, 4), 0, 1, 1, Triton.arange(0, 2)));
    }
}
