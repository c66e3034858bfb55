// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** The ranges of enhanced for statements. Hints to the compiler are checked, but have no effect. */
final class Ranges {
    private Ranges() {}

    /** {@link Triton#range}. */
    static Triton.Range range(int start, int end, int step) {
        return new Triton.Range(start, end, moving(step), false);
    }

    /** {@link Triton#staticRange}. */
    static Triton.Range staticRange(int start, int end, int step) {
        return new Triton.Range(start, end, moving(step), true);
    }

    private static int moving(int step) {
        if (step == 0) {
            throw new KernelException("T-RANGE-2: the step must not be 0");
        }
        return step;
    }

    /**
     * Checks that the number of a hint is at least 1 (of numStages, at least 0), and that the range is not
     * unrolled; flags pass 1.
     */
    static void checkHint(String name, int value, boolean isStatic) {
        int least = name.equals("numStages") ? 0 : 1;
        if (value < least) {
            throw new KernelException(
                "T-HINT-2: '" + name + "' must be a constant, " + least + " or more: " + value);
        }
        if (isStatic) {
            throw new KernelException("T-HINT-1: only Triton.range takes hints, not static Range");
        }
    }

    /** Returns the numbers from the start up or down to the end, exclusive, within the range of int. */
    static Iterator<Integer> iterator(int start, int end, int step) {
        return new Iterator<>() {
            private long next = start;

            @Override
            public boolean hasNext() {
                return step > 0 ? next < end : next > end;
            }

            @Override
            public Integer next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("the range has ended");
                }
                int result = (int) next;
                next += step;
                return result;
            }
        };
    }
}
