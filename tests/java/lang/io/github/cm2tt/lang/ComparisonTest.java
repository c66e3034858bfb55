// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.TestTiles.fails;
import static io.github.cm2tt.lang.TestTiles.run;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.cm2tt.lang.Triton.CompareKind;
import io.github.cm2tt.lang.Triton.PropagateNan;
import org.junit.jupiter.api.Test;

/** Comparisons and choices. */
class ComparisonTest {
    private static Tensor tile(ElementType type, long... bits) {
        return new Tensor(type, new int[] {bits.length}, bits);
    }

    private static Tensor floats(float... values) {
        long[] bits = new long[values.length];
        for (int i = 0; i < bits.length; i++)
            bits[i] = ElementType.F32.ofFloat(values[i]);
        return tile(ElementType.F32, bits);
    }

    private static boolean[] results(Number a, Number b) {
        CompareKind[] kinds = CompareKind.values();
        boolean[] results = new boolean[kinds.length];
        for (int i = 0; i < kinds.length; i++)
            results[i] = Triton.compare(a, b, kinds[i]).intValue() != 0;
        return results;
    }

    /** In the order of CompareKind: equal, not equal, less, less or equal, greater, greater or equal. */
    @Test
    void allKinds() {
        boolean[] less = {false, true, true, true, false, false};
        boolean[] equal = {true, false, false, true, false, true};
        boolean[] greater = {false, true, false, false, true, true};
        boolean[] none = {false, true, false, false, false, false};
        run(() -> {
            assertArrayEquals(less, results(1, 2));
            assertArrayEquals(equal, results(2, 2f));
            assertArrayEquals(greater, results(2.5, 2));
            assertArrayEquals(none, results(Float.NaN, 2));
            assertArrayEquals(equal, results(0f, -0f));
            assertArrayEquals(greater, results(UInt64.valueOf(-1), UInt64.valueOf(1)));
            assertArrayEquals(less, results(-1L, 1L));
            assertArrayEquals(less, results(Float16.valueOf(1), Float16.valueOf(1.5f)));
            assertArrayEquals(greater, results(UInt32.valueOf(-1), 1));
        });
    }

    @Test
    void namedKinds() {
        run(() -> {
            Tensor x = Triton.arange(0, 4);
            assertArrayEquals(new long[] {0, 0, 1, 0}, Triton.eq(x, 2).bits);
            assertArrayEquals(new long[] {1, 1, 0, 1}, Triton.ne(x, 2).bits);
            assertArrayEquals(new long[] {1, 1, 0, 0}, Triton.lt(x, 2).bits);
            assertArrayEquals(new long[] {1, 1, 1, 0}, Triton.le(x, 2).bits);
            assertArrayEquals(new long[] {0, 0, 0, 1}, Triton.gt(x, 2).bits);
            assertArrayEquals(new long[] {0, 0, 1, 1}, Triton.ge(x, 2).bits);
            assertEquals("a tile of 4 boolean", Promotion.describe(Triton.ge(x, 2)));
        });
        fails("T-COMPARE-1: the kind must be a constant of CompareKind: null",
            () -> Triton.compare(1, 2, null));
    }

    @Test
    void logic() {
        run(() -> {
            Tensor x = Triton.arange(0, 2);
            assertArrayEquals(new long[] {0, 1}, Triton.logicalAnd(x, 5).bits);
            assertArrayEquals(new long[] {1, 1}, Triton.logicalOr(x, Float.NaN).bits);
            assertArrayEquals(new long[] {1, 0}, Triton.logicalNot(x).bits);
            assertEquals(1, Triton.logicalNot(Float8E4M3.valueOf(0)).intValue());
        });
        fails("T-UNARY-1: the operand must be a number or a tile of numbers: a pointer to int",
            () -> Triton.logicalNot(Ptr.of(new int[1])));
    }

    @Test
    void choices() {
        run(() -> {
            Tensor x = Triton.arange(0, 4);
            Tensor chosen = Triton.where(Triton.lt(x, 2), x, 0.5f);
            assertEquals("a tile of 4 float", Promotion.describe(chosen));
            assertEquals(0.5f, chosen.type.floatOf(chosen.bits[3]));
            Ptr p = Ptr.of(new int[] {7}), q = Ptr.of(new int[] {8});
            assertEquals(8, Triton.load(Triton.where(Triton.lt(2, 1), p, q)).intValue());
        });
        fails("T-WHERE-1: the condition must be a truth value or a tile of truth values: null",
            () -> Triton.where((Tensor) null, 1, 2));
        fails("T-BINARY-2: no common type: a tile of 1 fp8e5 and a tile of 1 int; convert one of them: "
                + "Triton.conv",
            () -> Triton.where(TestTiles.row(boolean.class, 1), TestTiles.row(Float8E5M2.class, 1),
                TestTiles.row(int.class, 1)));
        fails("T-WHERE-2: pointers differ: a pointer to int and a pointer to float",
            () -> Triton.where(Triton.lt(1, 2), Ptr.of(new int[1]), Ptr.of(new float[1])));
        fails("T-BINARY-1: operands must be numbers or tiles of numbers: a pointer to int and the constant 1",
            () -> Triton.where(Triton.lt(1, 2), Ptr.of(new int[1]), 1));
        fails("T-BINARY-3: shapes do not broadcast: a tile of 4 boolean and a tile of 2 int and the "
                + "constant 1",
            () -> Triton.where(Triton.lt(Triton.arange(0, 4), 2), Triton.arange(0, 2), 1));
    }

    @Test
    void extremes() {
        float nan = Float.NaN;
        Tensor a = floats(1, nan, 3), b = floats(2, 2, nan);
        run(() -> {
            assertArrayEquals(floats(2, 2, 3).bits, Triton.maximum(a, b).bits);
            assertArrayEquals(floats(1, 2, 3).bits, Triton.minimum(a, b).bits);
            assertArrayEquals(floats(2, nan, nan).bits, Triton.maximum(a, b, PropagateNan.ALL).bits);
            assertArrayEquals(floats(1, nan, nan).bits, Triton.minimum(a, b, PropagateNan.ALL).bits);
            assertEquals("float", Triton.maximum(BFloat16.valueOf(1), BFloat16.valueOf(2)).type.name);
            assertEquals(255, Triton.maximum(UInt8.valueOf(255), UInt8.valueOf(1)).intValue());
        });
        fails("T-BINARY-4: no such operation on this type: boolean; truth values have 'and', 'or', 'xor' and "
                + "'not'; as numbers: Triton.conv(int.class, x)",
            () -> Triton.maximum(Triton.lt(1, 2), Triton.lt(1, 2)));
    }

    @Test
    void clamps() {
        run(() -> {
            Tensor x = floats(-5, 0.5f, 5, Float.NaN);
            assertArrayEquals(floats(-1, 0.5f, 1, -1).bits, Triton.clamp(x, -1, 1).bits);
            assertArrayEquals(
                floats(-1, 0.5f, 1, Float.NaN).bits, Triton.clamp(x, -1, 1, PropagateNan.ALL).bits);
            assertArrayEquals(new long[] {1, 1, 2, 2}, Triton.clamp(Triton.arange(0, 4), 1, 2).bits);
            assertEquals("float", Triton.clamp(BFloat16.valueOf(3), 0, 1).type.name);
        });
    }
}
