// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;

/**
 * A search for the least of the greatest elements of a row, without sorting it: a bisection of all integers,
 * by {@link SortKeys}, that divides by four with each pass over the row. There are at most 16 passes.
 */
final class KeySearch {
    private KeySearch() {}

    /** A block of a row: keys, and weights if these are summed, or null. */
    record Block(Tensor keys, Tensor weights) {}

    /** Returns a block of the row, from an index on. */
    interface Row {
        Block block(int start);
    }

    /** Sums for three keys. */
    record Three(Tensor a, Tensor b, Tensor c) {
        static Three zeros(@Constant int BLOCK) {
            return new Three(Triton.zeros(float.class, BLOCK), Triton.zeros(float.class, BLOCK),
                Triton.zeros(float.class, BLOCK));
        }

        /** Returns the sums with those of the weights whose key is at least each. */
        Three plus(Tensor keys, int first, int second, int third, Number weights) {
            return new Three(a.add(Triton.where(keys.ge(first), weights, 0.0f)),
                b.add(Triton.where(keys.ge(second), weights, 0.0f)),
                c.add(Triton.where(keys.ge(third), weights, 0.0f)));
        }

        Three sum() {
            return new Three(a.sum(0), b.sum(0), c.sum(0));
        }
    }

    /**
     * Returns a key such that the elements from it on are the fewest of those from {@code lowest} on that
     * reach a goal: by their number or, if MASS, by the sum of their weights. The key is one of {@code
     * lowest} to {@code highest}.
     *
     * @param row its elements; those after its end have a key that is not above {@code lowest}
     * @param n the number of elements
     */
    static int least(
        Row row, int n, int lowest, int highest, float goal, @Constant boolean MASS, @Constant int BLOCK) {
        long low = lowest; // The elements from here on reach the goal, those after high do not.
        long high = highest;
        int fromLow = n; // At least the number of elements from low on.
        int afterHigh = 0;
        while (low < high && fromLow - afterHigh > 1) {
            long step = (high - low + 3) / 4;
            int a = (int) (low + step);
            int b = (int) Math.min(low + 2 * step, high);
            int c = (int) Math.min(low + 3 * step, high);
            var numbers = Three.zeros(BLOCK);
            var masses = Three.zeros(BLOCK);
            for (int start = 0; start < n; start += BLOCK) {
                var block = row.block(start);
                numbers = numbers.plus(block.keys(), a, b, c, 1.0f);
                if (MASS) {
                    masses = masses.plus(block.keys(), a, b, c, block.weights());
                }
            }
            var count = numbers.sum();
            var measure = MASS ? masses.sum() : count;
            if (measure.c().floatValue() >= goal) {
                low = c;
                fromLow = (int) count.c().floatValue();
            } else if (measure.b().floatValue() >= goal) {
                low = b;
                high = c - 1L;
                fromLow = (int) count.b().floatValue();
                afterHigh = (int) count.c().floatValue();
            } else if (measure.a().floatValue() >= goal) {
                low = a;
                high = b - 1L;
                fromLow = (int) count.a().floatValue();
                afterHigh = (int) count.b().floatValue();
            } else {
                high = a - 1L;
                afterHigh = (int) count.a().floatValue();
            }
            if (!MASS && fromLow == goal) {
                high = low;
            }
        }
        return (int) low;
    }
}
