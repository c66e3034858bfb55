// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.jdk;

import io.github.cm2tt.lang.Reflect;

/** Methods of {@link Double}. */
final class DoubleMethods {
    private DoubleMethods() {}

    @Reflect
    static boolean isNaN(double x) {
        return x != x;
    }

    @Reflect
    static boolean isInfinite(double x) {
        return Math.abs(x) == Double.POSITIVE_INFINITY;
    }

    @Reflect
    static boolean isFinite(double x) {
        return Math.abs(x) <= Double.MAX_VALUE;
    }

    @Reflect
    static long doubleToLongBits(double x) {
        return x != x ? 0x7FF8000000000000L : Double.doubleToRawLongBits(x);
    }

    @Reflect
    static int hashCode(double x) {
        return LongMethods.hashCode(doubleToLongBits(x));
    }

    /** -0.0 is below 0.0, and NaN above all numbers. */
    @Reflect
    static int compare(double x, double y) {
        long a = doubleToLongBits(x);
        long b = doubleToLongBits(y);
        return x < y ? -1 : x > y ? 1 : a < b ? -1 : a == b ? 0 : 1;
    }

    @Reflect
    static int compareTo(double x, Double other) {
        return compare(x, other);
    }
}
