// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.jdk;

import io.github.cm2tt.lang.Reflect;

/** Methods of {@link Short}. */
final class ShortMethods {
    private ShortMethods() {}

    @Reflect
    static int compare(short x, short y) {
        return x - y;
    }

    @Reflect
    static int compareTo(short x, Short other) {
        return compare(x, other);
    }

    @Reflect
    static int hashCode(short x) {
        return x;
    }

    @Reflect
    static int compareUnsigned(short x, short y) {
        return (x & 0xFFFF) - (y & 0xFFFF);
    }

    @Reflect
    static int toUnsignedInt(short x) {
        return x & 0xFFFF;
    }

    @Reflect
    static long toUnsignedLong(short x) {
        return x & 0xFFFF;
    }

    @Reflect
    static short reverseBytes(short x) {
        return (short) ((x & 0xFF00) >> 8 | x << 8);
    }
}
