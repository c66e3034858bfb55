// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.TestTiles.fails;
import static io.github.cm2tt.lang.TestTiles.run;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Tiles from nothing. */
class CreationTest {
    @Test
    void ranges() {
        run(() -> {
            assertArrayEquals(new long[] {-2, -1, 0, 1}, Triton.arange(-2, 2).bits);
            assertEquals("a tile of 4 int", Promotion.describe(Triton.arange(-2, 2)));
            assertArrayEquals(new long[] {3, 4, 5, 6, 7}, Triton.arange(3, 8).bits);
            assertEquals(1 << 20, Triton.arange(0, 1 << 20).bits.length);
        });
        fails("T-ARANGE-2: the range is empty: 2 to 2", () -> Triton.arange(2, 2));
        fails("T-ARANGE-3: a tile has at most 1048576 elements: 4294967295",
            () -> Triton.arange(Integer.MIN_VALUE, Integer.MAX_VALUE));
        fails("T-PROGRAMID-1: the axis must be a constant 0, 1 or 2: 3", () -> Triton.programId(3));
        fails("T-PROGRAMID-1: the axis must be a constant 0, 1 or 2: -1", () -> Triton.numPrograms(-1));
    }

    @Test
    void filledTiles() {
        run(() -> {
            assertEquals("a tile of 4x2 bf16", Promotion.describe(Triton.zeros(BFloat16.class, 4, 2)));
            assertEquals("u16", Triton.zeros(char.class).type.name);
            assertArrayEquals(new long[] {0x3E00, 0x3E00}, Triton.full(Float16.class, 1.5, 2).bits);
            assertArrayEquals(new long[] {-1, -1}, Triton.full(byte.class, 255, 2).bits);
            Tensor model = Triton.zeros(UInt8.class, 2);
            assertEquals("a tile of 2 u8", Promotion.describe(Triton.zerosLike(model)));
            assertArrayEquals(new long[] {7, 7}, Triton.fullLike(model, Triton.add(3, 4)).bits);
        });
        fails("T-ZEROS-1: the element type must be a class literal of a number type: java.lang.String",
            () -> Triton.zeros(String.class, 2));
        fails("T-ZEROS-2: extents must be positive: 4x0", () -> Triton.zeros(int.class, 4, 0));
        fails("T-ZEROS-2: a tile has at most 1048576 elements, extents rounded up to powers of two: 1025x800",
            () -> Triton.zeros(int.class, 1025, 800));
        fails("T-FULL-3: a tile has at most 1048576 elements: 2097152",
            () -> Triton.full(int.class, 1, 1 << 21));
        fails("T-FULL-1: the value must be a number: a tile of 2 int",
            () -> Triton.full(int.class, Triton.arange(0, 2), 2));
        fails("T-FULL-2: the element type must be a class literal of a number type: null",
            () -> Triton.full(null, 1, 2));
        fails("T-LIKE-1: only numbers and tiles of numbers can be filled alike: null",
            () -> Triton.zerosLike(null));
    }
}
