// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.jdk;

import io.github.cm2tt.lang.Reflect;

/** Methods of {@link Byte}. */
final class ByteMethods {
    private ByteMethods() {}

    @Reflect
    static int compare(byte x, byte y) {
        return x - y;
    }

    @Reflect
    static int compareTo(byte x, Byte other) {
        return compare(x, other);
    }

    @Reflect
    static int hashCode(byte x) {
        return x;
    }

    @Reflect
    static int compareUnsigned(byte x, byte y) {
        return (x & 0xFF) - (y & 0xFF);
    }

    @Reflect
    static int toUnsignedInt(byte x) {
        return x & 0xFF;
    }

    @Reflect
    static long toUnsignedLong(byte x) {
        return x & 0xFF;
    }
}
