// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.TestTiles.assertTile;
import static io.github.cm2tt.lang.TestTiles.fails;
import static io.github.cm2tt.lang.TestTiles.row;
import static io.github.cm2tt.lang.TestTiles.run;
import static io.github.cm2tt.lang.TestTiles.shape;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Functions of C's library. */
class LibraryMathTest {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    @Test
    void differencesAndRoots() {
        run(() -> {
            assertTile(row(float.class, 3, 1, Double.NaN).fdim(2), float.class, shape(3), 1, 0, Double.NaN);
            assertTile(row(double.class, 0x3p600, -5).hypot(row(double.class, 0x4p600, 12)), double.class,
                shape(2), 0x5p600, 13);
            assertTile(row(float.class, 5, 7, -7).remainder(4), float.class, shape(3), 1, -1, 1);
            assertTile(row(float.class, 2, -1).exp10(), float.class, shape(2), 100, 0.1f);
        });
    }

    @Test
    void exponents() {
        run(() -> {
            Tensor x = row(double.class, 8, -0.75, 0x1p-1074, 0, -INFINITY, Double.NaN);
            assertTile(x.ilogb(), int.class, shape(6), 3, -1, -1074, Integer.MIN_VALUE, Integer.MAX_VALUE,
                Integer.MIN_VALUE);
            assertTile(x.logb(), double.class, shape(6), 3, -1, -1074, -INFINITY, INFINITY, Double.NaN);
            assertTile(row(float.class, 1.5, -1).ldexp(row(int.class, 4, 200)), float.class, shape(2), 24,
                -INFINITY);
            assertTile(row(double.class, 1).ldexp(-1074), double.class, shape(1), 0x1p-1074);
        });
    }

    @Test
    void neighboursAndWholeNumbers() {
        run(() -> {
            assertTile(row(float.class, 1, 0, 2).nextafter(row(float.class, 2, -1, 2)), float.class, shape(3),
                1 + 0x1p-23, -Float.MIN_VALUE, 2);
            assertTile(row(double.class, 1).nextafter(INFINITY), double.class, shape(1), 1 + 0x1p-52);
            assertTile(row(float.class, 2.5, -3.5, 1e10).llrint(), long.class, shape(3), 2, -4, 1e10);
            assertTile(row(double.class, 2.5, -3.5, 0.49999999999999994).llround(), long.class, shape(3), 3,
                -4, 0);
        });
    }

    @Test
    void gammaOfWholeAndHalfNumbers() {
        run(() -> {
            double product = 1;
            for (int n = 1; n <= 170; n++) {
                Tensor x = row(double.class, n);
                double gamma = Double.longBitsToDouble(x.tgamma().bits[0]);
                assertEquals(product, gamma, product * 1e-12);
                double log = Double.longBitsToDouble(x.lgamma().bits[0]);
                assertEquals(Math.log(product), log, 1e-14 + Math.log(product) * 1e-14);
                product *= n;
            }
            Tensor halves = row(double.class, 0.5, -0.5, -1.5);
            double[] expected = {Math.sqrt(Math.PI), -2 * Math.sqrt(Math.PI), 4 / 3.0 * Math.sqrt(Math.PI)};
            for (int i = 0; i < expected.length; i++) {
                assertEquals(expected[i], Double.longBitsToDouble(halves.tgamma().bits[i]), 1e-14);
                assertEquals(Math.log(Math.abs(expected[i])),
                    Double.longBitsToDouble(halves.lgamma().bits[i]), 1e-14);
            }
            Tensor special = row(float.class, 0, -0.0, -1, INFINITY, -INFINITY, Double.NaN);
            assertTile(special.tgamma(), float.class, shape(6), INFINITY, -INFINITY, Double.NaN, INFINITY,
                Double.NaN, Double.NaN);
            assertTile(special.lgamma(), float.class, shape(6), INFINITY, INFINITY, INFINITY, INFINITY,
                INFINITY, Double.NaN);
        });
    }

    @Test
    void refusesWhatTheCompilerRefuses() {
        String hint = "; convert the operand: Triton.conv(float.class, x)";
        fails("T-LIBRARY-1: the function is of float or double, not fp16" + hint,
            () -> row(Float16.class, 1).lgamma());
        fails("T-LIBRARY-1: the function is of float or double, not int" + hint,
            () -> row(int.class, 1).nextafter(2));
        fails("T-LIBRARY-2: the exponent must be an int: the constant "
                + "0.5f", () -> row(float.class, 1).ldexp(0.5f));
    }
}
