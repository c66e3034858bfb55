// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.TestTiles.assertTile;
import static io.github.cm2tt.lang.TestTiles.fails;
import static io.github.cm2tt.lang.TestTiles.row;
import static io.github.cm2tt.lang.TestTiles.run;
import static io.github.cm2tt.lang.TestTiles.shape;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Random numbers, against those that Triton 3.9 printed (tests/cases/triton/check_random.py). */
class RandomTest {
    private static void assertBits(Tensor tile, long... expected) {
        assertArrayEquals(expected, tile.bits);
    }

    @Test
    void integersAreTritons() {
        run(() -> {
            Triton.Quad small = Triton.randint4x(42, row(int.class, 1000, 1001));
            assertBits(small.first(), 3354629496L, 2484704854L);
            assertBits(small.second(), 2923741036L, 3349882593L);
            assertBits(small.third(), 3115360699L, 1771465211L);
            assertBits(small.fourth(), 4096613964L, 666457989L);
            assertEquals(ElementType.U32, small.first().type);
            Triton.Quad large =
                Triton.randint4x(0x123456789ABCDEFL, row(long.class, 1L << 40, (1L << 40) + 1));
            assertBits(large.first(), 1024019184L, 1590438526L);
            assertBits(large.second(), 952446572L, 1350851668L);
            assertBits(large.third(), 1562780458L, 1985702696L);
            assertBits(large.fourth(), 565791388L, 1442521036L);
            assertBits(Triton.randint(-1, 0x7FFFFFF8), 4175598112L);
        });
    }

    @Test
    void floatsAreTritons() {
        run(() -> {
            assertTile(Triton.rand(42, row(int.class, 1000, 1001)), float.class, shape(2),
                0.43787887692451477, 0.8429690599441528);
            Triton.Quad four = Triton.rand4x(42, 1000);
            assertEquals(0.43787887692451477, four.first().doubleValue());
            assertEquals(Triton.uintToUniformFloat(Triton.randint4x(42, 1000).fourth()).floatValue(),
                four.fourth().floatValue());
            assertEquals(-0.8283193111419678, Triton.randn(42, 1000).doubleValue(), 1e-6);
            Triton.Quad normal = Triton.randn4x(42, row(int.class, 1000));
            assertArrayEquals(Triton.randn(42, row(int.class, 1000)).bits, normal.first().bits);
            Triton.Pair pair = Triton.pairUniformToNormal(four.third(), four.fourth());
            assertArrayEquals(pair.first().bits, normal.third().bits);
            assertArrayEquals(pair.second().bits, normal.fourth().bits);
        });
    }

    @Test
    void uniformFloatsAreBelowOne() {
        run(() -> {
            assertTile(Triton.uintToUniformFloat(row(int.class, 0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE)),
                float.class, shape(4), 0, 0, 1 - 0x1p-24, 1 - 0x1p-24);
            Tensor wide = new Tensor(ElementType.U64, shape(2), new long[] {Long.MAX_VALUE, -1});
            assertTile(Triton.uintToUniformFloat(wide), float.class, shape(2), 1 - 0x1p-23, 0);
            Triton.Pair bounded = Triton.pairUniformToNormal(0f, 0f);
            assertEquals(Math.sqrt(-2 * Math.log(1e-7f)), bounded.first().doubleValue(), 1e-6);
        });
    }

    /** The known answers of the generator's authors, for counters and keys of zeros. */
    @Test
    void knownAnswersOfPhilox() {
        run(() -> {
            Triton.Quad narrow = Triton.philox(0, 0, 0, 0, 0);
            assertBits(narrow.first(), 0x6627E8D5L);
            assertBits(narrow.second(), 0xE169C58DL);
            assertBits(narrow.third(), 0xBC57AC4CL);
            assertBits(narrow.fourth(), 0x9B00DBD8L);
            Triton.Quad wide = Triton.philox(0, 0L, 0, 0, 0);
            assertEquals(ElementType.U64, wide.first().type);
            assertBits(wide.first(), 0x16554D9ECA36314CL);
            assertBits(wide.second(), 0xDB20FE9D672D0FDCL);
            assertBits(wide.third(), 0xD7E772CEE186176BL);
            assertBits(wide.fourth(), 0x7E68B68AEC7BA23BL);
            assertBits(Triton.philox(-1, row(int.class, -1), -1, -1, -1).first(), 0x408F276DL);
            assertBits(Triton.philox(5, row(int.class, 7), 8, 9, 10, 0).second(), 8);
        });
    }

    @Test
    void refusesWhatTheCompilerRefuses() {
        Tensor offsets = row(int.class, 0, 1);
        fails("T-RANDOM-1: the seed must be an integer: the constant 0.5f", () -> Triton.rand(0.5f, offsets));
        fails("T-RANDOM-2: offsets must be integers: the constant 0.5f", () -> Triton.randn(1, 0.5f));
        fails("T-RANDOM-3: the number of rounds must be a constant from 0 to 64: 65",
            () -> Triton.randint(1, offsets, 65));
        fails("T-RANDOM-4: counters must be integers: null", () -> Triton.philox(1, 0, 0, 0, null));
        fails("T-RANDOM-4: the first counter must have 32 or 64 bits: a tile of 1 byte",
            () -> Triton.philox(1, row(byte.class, 0), 0, 0, 0));
        fails("T-RANDOM-5: integers of 32 or 64 bits are expected: a tile of 1 byte",
            () -> Triton.uintToUniformFloat(row(byte.class, 0)));
        fails("T-RANDOM-6: floats are expected: a tile of 2 int",
            () -> Triton.pairUniformToNormal(0.5f, offsets));
        fails("T-BINARY-3: shapes do not broadcast: a tile of 2 int and a tile of 4 int",
            () -> Triton.rand(offsets, row(int.class, 0, 1, 2, 3)));
    }
}
