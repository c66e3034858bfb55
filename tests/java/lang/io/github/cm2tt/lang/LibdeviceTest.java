// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.TestTiles.assertTile;
import static io.github.cm2tt.lang.TestTiles.fails;
import static io.github.cm2tt.lang.TestTiles.row;
import static io.github.cm2tt.lang.TestTiles.run;
import static io.github.cm2tt.lang.TestTiles.shape;

import org.junit.jupiter.api.Test;

/** Functions of bits and of parts of numbers. */
class LibdeviceTest {
    private static final double INFINITY = Double.POSITIVE_INFINITY;
    private static final int LEAST = Integer.MIN_VALUE;
    private static final int GREATEST = Integer.MAX_VALUE;

    @Test
    void bits() {
        run(() -> {
            Tensor x = row(int.class, 0, 1, -1, 12, LEAST);
            assertTile(x.brev(), int.class, shape(5), 0, LEAST, -1, 0x30000000, 1);
            assertTile(x.clz(), int.class, shape(5), 32, 31, 0, 28, 0);
            assertTile(x.ffs(), int.class, shape(5), 0, 1, 1, 3, 32);
            assertTile(x.popc(), int.class, shape(5), 0, 1, 32, 2, 1);
            Tensor y = row(long.class, 0, 1, -1, 12);
            assertTile(y.brev(), long.class, shape(4), 0, Long.MIN_VALUE, -1, 0x3p60);
            assertTile(y.clz(), int.class, shape(4), 64, 63, 0, 60);
            assertTile(y.ffs(), int.class, shape(4), 0, 1, 1, 3);
            assertTile(y.popc(), int.class, shape(4), 0, 1, 64, 2);
            assertTile(Triton.bytePerm(0x33221100, 0x77665544, 0x0246), int.class, shape(), 0x00224466);
            assertTile(Triton.bytePerm(0x33221100, 0x77665544, 0xFEDC), int.class, shape(), 0x77665544);
        });
    }

    @Test
    void arithmetic() {
        run(() -> {
            Tensor x = row(int.class, GREATEST, -3, LEAST), y = row(int.class, GREATEST, 2, -1);
            assertTile(x.hadd(y), int.class, shape(3), GREATEST, -1, -0x40000001);
            assertTile(x.rhadd(y), int.class, shape(3), GREATEST, 0, -0x40000000);
            assertTile(x.sad(y, 1), int.class, shape(3), 1, 6, LEAST);
            assertTile(x.mulhi(y), int.class, shape(3), 0x3FFFFFFF, -1, 0);
            assertTile(row(UInt32.class, 0xFFFFFFFFL, 5).hadd(row(UInt32.class, 1, 2)), UInt32.class,
                shape(2), 0x80000000L, 3);
            assertTile(row(UInt32.class, 0xFFFFFFFFL).mulhi(row(UInt32.class, 0xFFFFFFFFL)), UInt32.class,
                shape(1), 0xFFFFFFFEL);
            assertTile(row(long.class, Long.MIN_VALUE).mulhi(-4L), long.class, shape(1), 2);
            assertTile(row(int.class, 0xFFFFFF, 0x1000003).mul24(5), int.class, shape(2), -5, 15);
            assertTile(row(UInt32.class, 0xFFFFFF).mul24(row(UInt32.class, 0x1000003)), UInt32.class,
                shape(1), 0x2FFFFFD);
        });
    }

    @Test
    void parts() {
        run(() -> {
            Tensor x = row(float.class, 1, -0.0, INFINITY, Double.NaN, -INFINITY, -0.5);
            assertTile(x.isfinite(), boolean.class, shape(6), 1, 1, 0, 0, 0, 1);
            assertTile(x.isinf(), boolean.class, shape(6), 0, 0, 1, 0, 1, 0);
            assertTile(x.isnan(), boolean.class, shape(6), 0, 0, 0, 1, 0, 0);
            assertTile(x.signbit(), boolean.class, shape(6), 0, 1, 0, 0, 1, 1);
            assertTile(x.saturate(), float.class, shape(6), 1, 0, 1, 0, 0, 0);
            Tensor y = row(double.class, 1, -0x1.00000001p0);
            assertTile(y.highWord(), int.class, shape(2), 0x3FF00000, 0xBFF00000);
            assertTile(y.lowWord(), int.class, shape(2), 0, 0x00100000);
            assertTile(y.highWord().joinWords(y.lowWord()), double.class, shape(2), 1, -0x1.00000001p0);
            assertTile(y.signbit(), boolean.class, shape(2), 0, 1);
        });
    }

    @Test
    void refusesWhatTheCompilerRefuses() {
        fails("T-LIBDEVICE-1: the function is of int, u32, long or u64, not float",
            () -> row(float.class, 1).popc());
        fails("T-LIBDEVICE-1: the function is of int or u32, not long", () -> row(long.class, 1).hadd(2));
        fails("T-LIBDEVICE-1: the function is of float or double, not int",
            () -> row(int.class, 1).isfinite());
    }
}
