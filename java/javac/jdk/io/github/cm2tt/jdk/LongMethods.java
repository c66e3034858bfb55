// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.jdk;

import io.github.cm2tt.lang.Reflect;

/** Methods of {@link Long}. */
final class LongMethods {
    private LongMethods() {}

    @Reflect
    static int numberOfTrailingZeros(long x) {
        return Long.bitCount(~x & x - 1);
    }

    @Reflect
    static long highestOneBit(long x) {
        return x & Long.MIN_VALUE >>> Long.numberOfLeadingZeros(x);
    }

    @Reflect
    static long lowestOneBit(long x) {
        return x & -x;
    }

    @Reflect
    static long reverse(long x) {
        return (long) IntegerMethods.reverse((int) x) << 32
            | IntegerMethods.reverse((int) (x >>> 32)) & 0xFFFFFFFFL;
    }

    @Reflect
    static long reverseBytes(long x) {
        return (long) IntegerMethods.reverseBytes((int) x) << 32
            | IntegerMethods.reverseBytes((int) (x >>> 32)) & 0xFFFFFFFFL;
    }

    @Reflect
    static long rotateLeft(long x, int distance) {
        return x << distance | x >>> -distance;
    }

    @Reflect
    static long rotateRight(long x, int distance) {
        return x >>> distance | x << -distance;
    }

    @Reflect
    static int signum(long x) {
        return (int) (x >> 63 | -x >>> 63);
    }

    @Reflect
    static int compare(long x, long y) {
        return x < y ? -1 : x == y ? 0 : 1;
    }

    @Reflect
    static int compareTo(long x, Long other) {
        return compare(x, other);
    }

    @Reflect
    static int compareUnsigned(long x, long y) {
        return compare(x + Long.MIN_VALUE, y + Long.MIN_VALUE);
    }

    @Reflect
    static int hashCode(long x) {
        return (int) (x ^ x >>> 32);
    }

    /** The bits of the mask are removed one after the other. */
    @Reflect
    static long compress(long x, long mask) {
        long result = 0;
        long bit = 1;
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            result |= (x & rest & -rest) != 0 ? bit : 0;
            bit <<= 1;
        }
        return result;
    }

    @Reflect
    static long expand(long x, long mask) {
        long result = 0;
        long bits = x;
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            result |= (bits & 1) != 0 ? rest & -rest : 0;
            bits >>>= 1;
        }
        return result;
    }
}
