// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;

/** Tiles for tests, and what they hold. */
final class TestTiles {
    private TestTiles() {}

    /** A tile of that type and shape with these values, converted to it. */
    static Tensor tile(Class<?> type, int[] shape, double... values) {
        ElementType element = ElementType.of(type);
        long[] bits = new long[values.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = Conversions.convert(Double.doubleToRawLongBits(values[i]), ElementType.F64, element);
        }
        return new Tensor(element, shape, bits);
    }

    /** A tile of one dimension. */
    static Tensor row(Class<?> type, double... values) {
        return tile(type, new int[] {values.length}, values);
    }

    static int[] shape(int... extents) {
        return extents;
    }

    /** Checks a tile's type, shape and values. */
    static void assertTile(Tensor tile, Class<?> type, int[] shape, double... values) {
        assertEquals(ElementType.of(type), tile.type);
        assertArrayEquals(shape, tile.shape);
        assertArrayEquals(values, Arrays.stream(tile.bits).mapToDouble(tile.type::doubleOf).toArray());
    }

    /** Runs the code as the only program of a grid. */
    static void run(Runnable kernel) {
        Programs.run(1, kernel);
    }

    /** Checks that a kernel, the only program of its grid, fails with that message. */
    static void fails(String message, Runnable kernel) {
        KernelException problem = assertThrows(KernelException.class, () -> run(kernel));
        assertEquals(message + " [program (0, 0, 0)]", problem.getMessage());
    }
}
