// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.random;

import java.util.List;

/** The arguments of random methods: five numbers in each case. */
final class Inputs {
    private static final int[] INTS = {0, 1, -1, 16, 2, -16, 31, 127, -128, 255, 32767, 65536, 123456789,
        Integer.MAX_VALUE, Integer.MIN_VALUE};
    private static final long[] LONGS = {0, 1, -1, 16, 63, 1L << 31, -(1L << 31) - 1, (1L << 53) + 1,
        Long.MAX_VALUE, Long.MIN_VALUE, 1_000_000_007L};
    private static final float[] FLOATS = {0, 1, -1, 16, -0f, 0.5f, -2.75f, 3e9f, -1e20f, 16777217,
        Float.MIN_VALUE, Float.MAX_VALUE, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY};
    private static final double[] DOUBLES = {0, 1, -1, 16, -0.0, 0.5, -3.75, 3e9, -1e20, 9007199254740993.0,
        Double.MIN_VALUE, Double.MAX_VALUE, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};

    final int[] a;
    final int[] b;
    final long[] c;
    final float[] d;
    final double[] e;

    /** A number of cases, of edges in the main, which depend on the seed alone. */
    Inputs(long seed, int count) {
        Choices choices = Choices.drawn(seed);
        a = new int[count];
        b = new int[count];
        c = new long[count];
        d = new float[count];
        e = new double[count];
        for (int i = 0; i < count; i++) {
            a[i] = i < 4 ? INTS[i] : choices.oneIn(5) ? choices.below(1 << 30) - (1 << 29)
                                                       : INTS[choices.below(INTS.length)];
            b[i] = i < 4 ? INTS[i] : INTS[choices.below(INTS.length)];
            c[i] = i < 4 ? LONGS[i] : choices.oneIn(5) ? choices.below(1 << 30) * 0x123456789L
                                                        : LONGS[choices.below(LONGS.length)];
            d[i] = i < 4 ? FLOATS[i] : choices.oneIn(4) ? choices.below(1000) / 7f
                                                         : FLOATS[choices.below(FLOATS.length)];
            e[i] = i < 4 ? DOUBLES[i] : choices.oneIn(4) ? choices.below(1000) / -7.0
                                                          : DOUBLES[choices.below(DOUBLES.length)];
        }
    }

    int count() {
        return a.length;
    }

    /** The numbers of a case. */
    List<Object> row(int i) {
        return List.of(a[i], b[i], c[i], d[i], e[i]);
    }
}
