// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.Given.assertRule;
import static io.github.cm2tt.lang.Given.assertTile;
import static io.github.cm2tt.lang.Given.row;
import static io.github.cm2tt.lang.Given.run;
import static io.github.cm2tt.lang.Given.shape;
import static io.github.cm2tt.lang.Given.tile;

import org.junit.jupiter.api.Test;

/** Reductions, scans and maps by functions of the kernel's own. */
class CombiningTest {
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
        assertRule("T-COMBINE-1", () -> Triton.reduce(tile(int.class, shape(), 1), (a, b) -> a));
        assertRule("T-COMBINE-1", () -> Triton.reduce("text", (a, b) -> a));
        assertRule("T-COMBINE-1", () -> Triton.reduce(new Best(ROWS, row(int.class, 1)), (a, b) -> a));
        assertRule("T-COMBINE-2", () -> Triton.scan(ROWS, 2, (a, b) -> a));
        assertRule("T-COMBINE-5", () -> Triton.reduce(ROWS, null));
        assertRule("T-COMBINE-6", () -> Triton.reduce(ROWS, (a, b) -> a.lt(b)));
        assertRule("T-COMBINE-6", () -> Triton.reduce(ROWS, (a, b) -> ROWS));
        assertRule("T-COMBINE-6", () -> Triton.reduce(ROWS, (a, b) -> null));
        assertRule("T-MAP-7", () -> Triton.map(tile(int.class, shape(), 1), v -> v));
        assertRule("T-MAP-9", () -> Triton.map(ROWS, v -> null));
        assertRule("T-MAP-6", () -> Triton.map(ROWS, row(int.class, 1, 2), (a, b) -> a));
        assertRule("T-BRANCH-1", () -> Triton.map(ROWS, v -> {
            if (v.intValue() > 4) {
                return 1;
            }
            return 1.0f;
        }));
        assertRule("T-LAMBDA-3", () -> Triton.map(ROWS, v -> {
            Triton.store(Ptr.of(memory), 1);
            return v;
        }));
    }
}
