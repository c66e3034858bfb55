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

/** Reductions, scans and maps by functions of the kernel's own. */
class CombineTest {
    /** A record that cannot be read. */
    record Checked(Tensor x) {
        @Override
        public Tensor x() {
            throw new IllegalArgumentException("never");
        }
    }

    private record Best(Tensor value, Tensor index) {}

    private record Affine(Tensor factor, Tensor summand) {
        Affine then(Affine next) {
            return new Affine(factor.mul(next.factor), summand.mul(next.factor).add(next.summand));
        }
    }

    private static final Tensor ROWS = tile(int.class, shape(2, 4), 4, 2, 3, 2, 8, 6, 5, 7);

    @Test
    void reducesTilesAndRecords() {
        run(() -> {
            assertTile(Triton.reduce(ROWS, 1, (a, b) -> a.add(b)), int.class, shape(2), 11, 26);
            assertTile(Triton.reduce(ROWS, Triton::add), int.class, shape(), 37);
            assertTile(
                Triton.reduce(ROWS, 0, (a, b) -> a.mul(b), true), int.class, shape(1, 4), 32, 12, 15, 14);
            Tensor places = Triton.broadcastTo(Triton.arange(0, 4), 2, 4);
            Best last = Triton.reduce(new Best(ROWS, places), 1, (a, b) -> {
                boolean isLess = a.value().intValue() < b.value().intValue();
                boolean isEqual = a.value().intValue() == b.value().intValue();
                return isLess || isEqual && a.index().intValue() > b.index().intValue() ? a : b;
            });
            assertTile(last.value(), int.class, shape(2), 2, 5);
            assertTile(last.index(), int.class, shape(2), 3, 2);
        });
    }

    @Test
    void convertsFloatingPointResults() {
        run(() -> {
            Tensor x = row(Float16.class, 1, 2);
            Tensor sum = Triton.reduce(x, (a, b) -> Triton.conv(float.class, a).add(b));
            assertTile(sum, Float16.class, shape(), 3);
        });
    }

    @Test
    void scansInOrder() {
        run(() -> {
            Tensor x = row(int.class, 1, 2, 3, 4);
            assertTile(Triton.scan(x, 0, (a, b) -> a.mul(10).add(b)), int.class, shape(4), 1, 12, 123, 1234);
            assertTile(
                Triton.scan(x, 0, (a, b) -> a.mul(10).add(b), true), int.class, shape(4), 4321, 432, 43, 4);
            Affine all =
                Triton.scan(new Affine(row(float.class, 2, 3), row(float.class, 1, 5)), 0, Affine::then);
            assertTile(all.factor(), float.class, shape(2), 2, 6);
            assertTile(all.summand(), float.class, shape(2), 1, 8);
        });
    }

    @Test
    void mapsNumbers() {
        run(() -> {
            Tensor x = row(float.class, -4, 0, 1.5, 4);
            assertTile(Triton.map(x, v -> Math.max(v.floatValue(), 0)), float.class, shape(4), 0, 0, 1.5, 4);
            assertTile(Triton.map(x, v -> (int) v.floatValue()), int.class, shape(4), -4, 0, 1, 4);
            assertTile(Triton.map(x, v -> Triton.mul(v, 2)), float.class, shape(4), -8, 0, 3, 8);
            assertTile(Triton.map(Triton.expand(row(int.class, 1, 2), 1), row(int.class, 3, 4),
                           (a, b) -> a.intValue() * b.intValue()),
                int.class, shape(2, 2), 3, 4, 6, 8);
        });
    }

    @Test
    void refusesWhatTheCompilerRefuses() {
        float[] memory = new float[1];
        fails("T-COMBINE-1: a tile of numbers, or a record of tiles of one shape, is expected: int",
            () -> Triton.reduce(tile(int.class, shape(), 1), (a, b) -> a));
        fails("T-COMBINE-1: a tile of numbers, or a record of tiles of one shape, is expected: "
                + "java.lang.String",
            () -> Triton.reduce("text", (a, b) -> a));
        fails("T-COMBINE-1: a tile of numbers, or a record of tiles of one shape, is expected: "
                + "Best(a tile of 2x4 int, a tile of 1 int)",
            () -> Triton.reduce(new Best(ROWS, row(int.class, 1)), (a, b) -> a));
        fails("T-COMBINE-2: the axis must be a constant from -2 to 1: 2",
            () -> Triton.scan(ROWS, 2, (a, b) -> a));
        fails("T-COMBINE-5: a lambda or method reference is expected: null", () -> Triton.reduce(ROWS, null));
        fails("T-COMBINE-6: the function's result must be of the type of the elements, int: boolean",
            () -> Triton.reduce(ROWS, (a, b) -> a.lt(b)));
        fails("T-COMBINE-6: the function's result must be of the type of the elements, int: a tile of "
                + "2x4 int",
            () -> Triton.reduce(ROWS, (a, b) -> ROWS));
        fails("T-COMBINE-6: the function's result must be of the type of the elements, int: null",
            () -> Triton.reduce(ROWS, (a, b) -> null));
        fails("T-MAP-5: tiles of numbers, then a function are expected: null",
            () -> Triton.map((Tensor) null, v -> v));
        fails("T-MAP-8: a lambda or method reference is expected at the end: null",
            () -> Triton.map(ROWS, null));
        fails("T-MAP-8: a lambda or method reference is expected at the end: null",
            () -> Triton.map(ROWS, ROWS, null));
        fails("the record io.github.cm2tt.lang.CombineTest$Checked throws "
                + "java.lang.IllegalArgumentException: never",
            () -> Triton.reduce(new Checked(ROWS), (a, b) -> a));
        fails("T-MAP-7: one operand must be a tile: int",
            () -> Triton.map(tile(int.class, shape(), 1), v -> v));
        fails("T-MAP-9: the function must return a number or a record of numbers: null",
            () -> Triton.map(ROWS, v -> null));
        fails("T-MAP-6: shapes do not broadcast: a tile of 2x4 int and a tile of 2 int",
            () -> Triton.map(ROWS, row(int.class, 1, 2), (a, b) -> a));
        fails("T-BRANCH-1: the function gives numbers of different types: float and int",
            () -> Triton.map(ROWS, v -> {
            if (v.intValue() > 4) {
                return 1;
            }
            return 1.0f;
        }));
        fails("T-LAMBDA-3: a function of elements must not write memory or print: Triton.store",
            () -> Triton.map(ROWS, v -> {
            Triton.store(Ptr.of(memory), 1);
            return v;
        }));
    }
}
