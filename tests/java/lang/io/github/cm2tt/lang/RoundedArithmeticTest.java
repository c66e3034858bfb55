// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.TestTiles.assertTile;
import static io.github.cm2tt.lang.TestTiles.fails;
import static io.github.cm2tt.lang.TestTiles.row;
import static io.github.cm2tt.lang.TestTiles.run;
import static io.github.cm2tt.lang.TestTiles.shape;

import io.github.cm2tt.lang.Triton.Rounding;
import org.junit.jupiter.api.Test;

/** Arithmetic with a rounding. */
class RoundedArithmeticTest {
    private static final double INFINITY = Double.POSITIVE_INFINITY;
    private static final float LARGEST = Float.MAX_VALUE;

    @Test
    void sumsAndProducts() {
        run(() -> {
            Tensor x = row(float.class, 1, 1, LARGEST), y = row(float.class, 0x1p-40, -1, LARGEST);
            assertTile(x.addRounded(y, Rounding.RTNE), float.class, shape(3), 1, 0, INFINITY);
            assertTile(x.addRounded(y, Rounding.RTN), float.class, shape(3), 1, -0.0, LARGEST);
            assertTile(x.addRounded(y, Rounding.RTP), float.class, shape(3), 1 + 0x1p-23, 0, INFINITY);
            assertTile(x.subRounded(y, Rounding.RTZ), float.class, shape(3), 1 - 0x1p-24, 2, 0);
            Tensor tiny = row(double.class, Double.MIN_VALUE, -Double.MIN_VALUE);
            assertTile(tiny.mulRounded(0.25, Rounding.RTP), double.class, shape(2), Double.MIN_VALUE, -0.0);
            assertTile(tiny.mulRounded(0.25, Rounding.RTN), double.class, shape(2), 0, -Double.MIN_VALUE);
            assertTile(row(float.class, 3).fmaRounded(5, -0x1p-30, Rounding.RTN), float.class, shape(1),
                Math.nextDown(15f));
        });
    }

    @Test
    void quotientsAndRoots() {
        run(() -> {
            Tensor x = row(double.class, 3, -3, 0, INFINITY);
            double third = 1 / 3.0;
            assertTile(x.rcpRounded(Rounding.RTN), double.class, shape(4), third, Math.nextDown(-third),
                INFINITY, 0);
            assertTile(x.rcpRounded(Rounding.RTP), double.class, shape(4), Math.nextUp(third), -third,
                INFINITY, 0);
            assertTile(row(float.class, 2).divRounded(3, Rounding.RTZ), float.class, shape(1), 0x1.555554p-1);
            assertTile(row(float.class, 4, 2).sqrtRounded(Rounding.RTP), float.class, shape(2), 2,
                0x1.6A09E8p0);
            assertTile(row(float.class, 4, 2).sqrtRounded(Rounding.RTN), float.class, shape(2), 2,
                0x1.6A09E6p0);
        });
    }

    @Test
    void refusesWhatTheCompilerRefuses() {
        fails("T-ROUNDED-1: the arithmetic is of float or double, not int",
            () -> row(int.class, 1).addRounded(2, Rounding.RTZ));
        fails("T-ROUNDED-2: the rounding must be a constant of Rounding: null",
            () -> row(float.class, 1).rcpRounded(null));
    }
}
