// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.jdk;

import io.github.cm2tt.lang.Reflect;

/** Methods of {@link Boolean}. */
final class BooleanMethods {
    private BooleanMethods() {}

    @Reflect
    static int compare(boolean x, boolean y) {
        return x == y ? 0 : x ? 1 : -1;
    }

    @Reflect
    static int compareTo(boolean x, Boolean other) {
        return compare(x, other);
    }

    @Reflect
    static int hashCode(boolean x) {
        return x ? 1231 : 1237;
    }

    @Reflect
    static boolean logicalAnd(boolean x, boolean y) {
        return x & y;
    }

    @Reflect
    static boolean logicalOr(boolean x, boolean y) {
        return x | y;
    }

    @Reflect
    static boolean logicalXor(boolean x, boolean y) {
        return x ^ y;
    }
}
