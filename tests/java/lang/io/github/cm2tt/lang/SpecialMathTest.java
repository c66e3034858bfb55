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

/** Functions that libdevice has and C's library lacks. Expected numbers have 17 digits or more. */
class SpecialMathTest {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    /** Checks the doubles of a tile to some units in the last place, and the kind of what is not finite. */
    private static void assertClose(Tensor actual, double... expected) {
        assertWithin(0, actual, expected);
    }

    /** Checks the doubles of a tile to an absolute error, for functions with zeros. */
    private static void assertNear(Tensor actual, double... expected) {
        assertWithin(0x1p-51, actual, expected);
    }

    private static void assertWithin(double least, Tensor actual, double... expected) {
        assertEquals(expected.length, actual.bits.length);
        for (int i = 0; i < expected.length; i++) {
            double value = Double.longBitsToDouble(actual.bits[i]);
            double bound = Double.isFinite(expected[i]) ? Math.max(8 * Math.ulp(expected[i]), least) : 0;
            assertEquals(expected[i], value, bound, "element " + i);
        }
    }

    @Test
    void multiplesOfPi() {
        run(() -> {
            Tensor x = row(double.class, 1 / 6.0, 0.25, -0.75, 1e15 + 0.5, 3, -2, INFINITY);
            assertClose(x.sinpi(), 0.5, Math.sqrt(0.5), -Math.sqrt(0.5), 1, 0, -0.0, Double.NaN);
            Tensor y = row(double.class, 1 / 3.0, 0.25, -0.75, 2.5, 3, 1e300, Double.NaN);
            assertClose(y.cospi(), 0.5, Math.sqrt(0.5), -Math.sqrt(0.5), 0, -1, 1, Double.NaN);
            assertTile(row(float.class, 0.5, -1, -0.0).sinpi(), float.class, shape(3), 1, -0.0, -0.0);
            assertTile(row(float.class, 0.5, 1).cospi(), float.class, shape(2), 0, -1);
        });
    }

    @Test
    void lengths() {
        run(() -> {
            Tensor x = row(double.class, 2, 0x2p600, 0x2p-700, INFINITY, 0);
            Tensor y = row(double.class, 3, 0x3p600, 0x3p-700, Double.NaN, 0);
            Tensor z = row(double.class, 6, 0x6p600, 0x6p-700, 1, 0);
            assertTile(x.norm3d(y, z), double.class, shape(5), 7, 0x7p600, 0x7p-700, INFINITY, 0);
            assertClose(x.rnorm3d(y, z), 1 / 7.0, Math.scalb(1 / 7.0, -600), Math.scalb(1 / 7.0, 700), 0,
                INFINITY);
            assertTile(row(float.class, 1, 1e30).norm4d(row(float.class, 1, 0), 1, row(float.class, 1, 0)),
                float.class, shape(2), 2, 1e30f);
            assertTile(row(float.class, 1, 4).rnorm4d(1, row(float.class, 1, 4), 1), float.class, shape(2),
                0.5, (float) (1 / Math.sqrt(34)));
            assertTile(row(float.class, 3, -INFINITY).rhypot(4), float.class, shape(2), 0.2f, 0);
        });
    }

    @Test
    void roots() {
        run(() -> {
            assertClose(row(double.class, 8, -27, 0, -0.0, -INFINITY, 0x1p-1074).rcbrt(), 0.5, -1 / 3.0,
                INFINITY, -INFINITY, -0.0, 0x1p358);
            assertTile(row(float.class, 4, 3, 0, INFINITY, -1).rsqrtRn(), float.class, shape(5), 0.5,
                0.57735026919f, INFINITY, 0, Double.NaN);
            assertTile(row(double.class, 2, 1 + 0x1p-30, 3, -0x1p-1030, 0x1p1023).rcp64h(), double.class,
                shape(5), 0.5, 1, 0x1.55555p-2, -INFINITY, 0);
        });
    }

    @Test
    void errorFunctions() {
        run(() -> {
            assertClose(row(double.class, 0, 0.25, 1, 10, -1, -30, INFINITY).erfcx(), 1,
                0.77034654773099677, 0.42758357615580700, 0.056140992743822585, 5.0089800807622835,
                INFINITY, 0);
            assertClose(row(double.class, 0, 0.25, 0.5, -0.9, 1, -1, 1.5).erfinv(), 0, 0.22531205501217811,
                0.47693627620446987, -1.1630871536766741, INFINITY, -INFINITY, Double.NaN);
            assertClose(row(double.class, 1e-300, 0.1, 1.5, 2, 0, -1).erfcinv(), 26.209469960516124,
                1.1630871536766741, -0.47693627620446987, -INFINITY, INFINITY, Double.NaN);
            assertClose(row(double.class, 0, 1, -10, 40, -INFINITY).normcdf(), 0.5, 0.84134474606854293,
                7.6198530241605261e-24, 1, 0);
            assertClose(row(double.class, 0.5, 0.975, 1e-10, 0, 1, 2).normcdfinv(), 0, 1.9599639845400542,
                -6.3613409024040562, -INFINITY, INFINITY, Double.NaN);
        });
    }

    @Test
    void besselFunctions() {
        run(() -> {
            Tensor x = row(double.class, 0, 1, 5.5, 40, INFINITY);
            assertClose(x.cylBesselI0(), 1, 1.2660658777520083, 42.694645151847785, 14894774793419900.0,
                INFINITY);
            assertClose(x.cylBesselI1(), 0, 0.56515910399248503, 38.588164616327393, 14707396163259353.0,
                INFINITY);
            assertNear(x.j0(), 1, 0.76519768655796655, -0.0068438694178191968, 0.0073668905842372896, 0);
            assertNear(x.neg().j1(), 0, -0.44005058574493352, 0.34143821542904335, -0.12603831803758500, 0);
            assertNear(x.y0(), -INFINITY, 0.088256964215676958, -0.33948059288191104, 0.12593641705826093,
                0);
            assertNear(x.y1(), -INFINITY, -0.78121282130028872, -0.023758238956389618,
                -0.0057935058215496329, 0);
            Tensor orders = row(int.class, 0, 1, 2, 7, 50);
            assertClose(orders.jn(2.5), -0.048383776468197996, 0.49709410246427404, 0.44605905843961723,
                0.00077655318753348495, 2.2341702499526218e-60);
            assertClose(orders.yn(2.5), 0.49807035961523189, 0.1459181379667858, -0.38133584924180325,
                -62.829855967240050, -2.8530384545826846e57);
            assertTile(row(float.class, -1).y0(), float.class, shape(1), Double.NaN);
        });
    }

    @Test
    void refusesWhatTheCompilerRefuses() {
        String hint = "; convert the operand: Triton.conv(float.class, x)";
        fails("T-LIBRARY-1: the function is of float or double, not fp16" + hint,
            () -> row(Float16.class, 1).erfinv());
        fails("T-LIBRARY-1: the function is of float or double, not int" + hint,
            () -> row(int.class, 1).norm3d(2, 3));
        fails("T-LIBRARY-2: the order must be an int: the constant 0.5f", () -> Triton.jn(0.5f, 1f));
        fails("T-LIBDEVICE-1: the function is of float, not double", () -> row(double.class, 1).rsqrtRn());
        fails("T-LIBDEVICE-1: the function is of double, not float", () -> row(float.class, 1).rcp64h());
    }
}
