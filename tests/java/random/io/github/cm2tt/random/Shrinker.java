// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.random;

import java.util.Arrays;
import java.util.function.Predicate;

/** Finds simpler programs that fail as well, by leaving out choices and by making them smaller. */
final class Shrinker {
    private final Predicate<int[]> fails;
    private int tries;

    /** Tests a limited number of programs. */
    Shrinker(int tries, Predicate<int[]> fails) {
        this.tries = tries;
        this.fails = fails;
    }

    int[] shrink(int[] choices) {
        int[] best = choices;
        boolean isBetter = true;
        while (isBetter && tries > 0) {
            int[] before = best;
            for (int size = Math.max(best.length / 2, 1); size > 0; size /= 2) {
                best = withoutParts(best, size);
            }
            best = smaller(best);
            isBetter = before != best;
        }
        return best;
    }

    private boolean stillFails(int[] choices) {
        return tries-- > 0 && fails.test(choices);
    }

    /** Leaves out parts of a number of choices, or makes them all 0. */
    private int[] withoutParts(int[] choices, int size) {
        int[] best = choices;
        for (int end = best.length; end >= size; end -= size) {
            end = Math.min(end, best.length);
            int first = Math.max(end - size, 0);
            int[] shorter = Arrays.copyOf(best, best.length - (end - first));
            System.arraycopy(best, end, shorter, first, best.length - end);
            int[] zeros = best.clone();
            Arrays.fill(zeros, first, end, 0);
            if (stillFails(shorter)) {
                best = shorter;
            } else if (!Arrays.equals(zeros, best) && stillFails(zeros)) {
                best = zeros;
            }
        }
        return best;
    }

    private int[] smaller(int[] choices) {
        int[] best = choices;
        for (int i = 0; i < best.length; i++) {
            for (int value : new int[] {0, 1, best[i] / 2, best[i] - 1}) {
                if (value >= 0 && value < best[i]) {
                    int[] next = best.clone();
                    next[i] = value;
                    best = stillFails(next) ? next : best;
                }
            }
        }
        return best;
    }
}
