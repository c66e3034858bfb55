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

/** Scans that have a name. */
class ScanTest {
    private static final Tensor ROWS = tile(float.class, shape(2, 4), 1, 2, 3, 4, 5, 6, 7, 9);

    @Test
    void combinesEachElementWithThoseBefore() {
        run(() -> {
            assertTile(Triton.cumsum(ROWS, 1), float.class, shape(2, 4), 1, 3, 6, 10, 5, 11, 18, 27);
            assertTile(Triton.cumsum(ROWS, 1, true), float.class, shape(2, 4), 10, 9, 7, 4, 27, 22, 16, 9);
            assertTile(Triton.cumsum(ROWS, 0), float.class, shape(2, 4), 1, 2, 3, 4, 6, 8, 10, 13);
            assertTile(Triton.cumprod(row(byte.class, 100, 2), 0), byte.class, shape(2), 100, -56);
            assertTile(Triton.cumsum(row(BFloat16.class, 256, 1), 0), float.class, shape(2), 256, 257);
            assertTile(Triton.cumsum(row(Float16.class, 2048, 1), 0), Float16.class, shape(2), 2048, 2048);
            assertTile(Triton.cumsum(row(short.class, 1, 1), 0, long.class), long.class, shape(2), 1, 2);
        });
        fails("T-REDUCTION-4: no such operation on this type: boolean",
            () -> Triton.cumprod(row(boolean.class, 1, 1), 0));
    }
}
