// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.jdk;

import io.github.cm2tt.lang.Reflect;

/** Methods of {@link Integer}. */
final class IntegerMethods {
    private IntegerMethods() {}

    @Reflect
    static int numberOfTrailingZeros(int x) {
        return Integer.bitCount(~x & x - 1);
    }

    @Reflect
    static int highestOneBit(int x) {
        return x & Integer.MIN_VALUE >>> Integer.numberOfLeadingZeros(x);
    }

    @Reflect
    static int lowestOneBit(int x) {
        return x & -x;
    }

    @Reflect
    static int reverse(int x) {
        int pairs = (x & 0x55555555) << 1 | x >>> 1 & 0x55555555;
        int nibbles = (pairs & 0x33333333) << 2 | pairs >>> 2 & 0x33333333;
        return reverseBytes((nibbles & 0x0F0F0F0F) << 4 | nibbles >>> 4 & 0x0F0F0F0F);
    }

    @Reflect
    static int reverseBytes(int x) {
        return x << 24 | (x & 0xFF00) << 8 | x >>> 8 & 0xFF00 | x >>> 24;
    }

    @Reflect
    static long toUnsignedLong(int x) {
        return x & 0xFFFFFFFFL;
    }

    @Reflect
    static int rotateLeft(int x, int distance) {
        return x << distance | x >>> -distance;
    }

    @Reflect
    static int rotateRight(int x, int distance) {
        return x >>> distance | x << -distance;
    }

    @Reflect
    static int signum(int x) {
        return (x >> 31 | -x >>> 31);
    }

    @Reflect
    static int compare(int x, int y) {
        return x < y ? -1 : x == y ? 0 : 1;
    }

    @Reflect
    static int compareTo(int x, Integer other) {
        return compare(x, other);
    }

    @Reflect
    static int compareUnsigned(int x, int y) {
        return compare(x + Integer.MIN_VALUE, y + Integer.MIN_VALUE);
    }

    @Reflect
    static int hashCode(int x) {
        return x;
    }

    /** The bits of the mask are removed one after the other. */
    @Reflect
    static int compress(int x, int mask) {
        int result = 0;
        int bit = 1;
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            result |= (x & rest & -rest) != 0 ? bit : 0;
            bit <<= 1;
        }
        return result;
    }

    @Reflect
    static int expand(int x, int mask) {
        int result = 0;
        int bits = x;
        for (int rest = mask; rest != 0; rest &= rest - 1) {
            result |= (bits & 1) != 0 ? rest & -rest : 0;
            bits >>>= 1;
        }
        return result;
    }
}
