// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.random;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * The choices of a generator. They are drawn, or given: a shorter list of smaller choices is a simpler
 * program, since 0 is the simplest choice and follows the last one that is given.
 */
final class Choices {
    private final Random random;
    private final int[] given;
    private int[] taken = new int[64];
    private int count;

    private Choices(Random random, int[] given) {
        this.random = random;
        this.given = given;
    }

    static Choices drawn(long seed) {
        Random random = new Random(seed);
        random.nextInt(); // The first numbers of close seeds are alike.
        return new Choices(random, new int[0]);
    }

    static Choices given(int... choices) {
        return new Choices(null, choices);
    }

    /** A number from 0 to below the bound. */
    int below(int bound) {
        int next = 0;
        if (count < given.length) {
            next = Math.floorMod(given[count], bound);
        } else if (random != null) {
            next = random.nextInt(bound);
        }
        if (count == taken.length) {
            taken = Arrays.copyOf(taken, 2 * count);
        }
        taken[count++] = next;
        return next;
    }

    /** Returns true in one of a number of cases. */
    boolean oneIn(int cases) {
        return below(cases) == cases - 1;
    }

    <T> T of(List<T> choices) {
        return choices.get(below(choices.size()));
    }

    @SafeVarargs
    final <T> T of(T... choices) {
        return choices[below(choices.length)];
    }

    /** All choices so far. */
    int[] taken() {
        return Arrays.copyOf(taken, count);
    }
}
