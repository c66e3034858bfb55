// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.TestTiles.assertTile;
import static io.github.cm2tt.lang.TestTiles.row;
import static io.github.cm2tt.lang.TestTiles.run;
import static io.github.cm2tt.lang.TestTiles.shape;

import io.github.cm2tt.lang.Triton.Rounding;
import org.junit.jupiter.api.Test;

/** Conversions with a rounding. */
class RoundedConversionsTest {
    private static final double INFINITY = Double.POSITIVE_INFINITY;
    private static final float LARGEST = Float.MAX_VALUE;

    @Test
    void toIntegers() {
        run(() -> {
            Tensor x = row(float.class, 2.5, -2.5, 3.7, -0.2, 1e10, -INFINITY, Double.NaN);
            int[] shape = shape(7);
            int least = Integer.MIN_VALUE, greatest = Integer.MAX_VALUE;
            assertTile(x.conv(int.class, Rounding.RTNE), int.class, shape, 2, -2, 4, 0, greatest, least, 0);
            assertTile(x.conv(int.class, Rounding.RTZ), int.class, shape, 2, -2, 3, 0, greatest, least, 0);
            assertTile(x.conv(int.class, Rounding.RTN), int.class, shape, 2, -3, 3, -1, greatest, least, 0);
            assertTile(x.conv(int.class, Rounding.RTP), int.class, shape, 3, -2, 4, 0, greatest, least, 0);
            assertTile(x.conv(UInt32.class, Rounding.RTP), UInt32.class, shape, 3, 0, 4, 0, 0xFFFFFFFFL, 0,
                0);
            assertTile(x.conv(byte.class, Rounding.RTN), byte.class, shape, 2, -3, 3, -1, 127, -128, 0);
            assertTile(row(double.class, 0x1p63, 0x1p64).conv(UInt64.class, Rounding.RTN), UInt64.class,
                shape(2), 0x1p63, 0x1p64);
        });
    }

    @Test
    void toFloats() {
        run(() -> {
            Tensor x = row(int.class, 0x1000001, -0x1000001, Integer.MAX_VALUE, 7);
            int[] shape = shape(4);
            assertTile(x.conv(float.class, Rounding.RTNE), float.class, shape, 0x1p24, -0x1p24, 0x1p31, 7);
            assertTile(x.conv(float.class, Rounding.RTZ), float.class, shape, 0x1p24, -0x1p24, 0x7FFFFF80, 7);
            assertTile(x.conv(float.class, Rounding.RTN), float.class, shape, 0x1p24, -0x1000002,
                0x7FFFFF80, 7);
            assertTile(x.conv(float.class, Rounding.RTP), float.class, shape, 0x1000002, -0x1p24, 0x1p31, 7);
            Tensor y = row(double.class, 1e40, 1e-60, -1e-60, 0.1, -0.0, INFINITY);
            assertTile(y.conv(float.class, Rounding.RTN), float.class, shape(6), LARGEST, 0, -0x1p-149,
                Math.nextDown(0.1f), -0.0, INFINITY);
            assertTile(y.conv(float.class, Rounding.RTP), float.class, shape(6), INFINITY, 0x1p-149, -0.0,
                0.1f, -0.0, INFINITY);
        });
    }
}
