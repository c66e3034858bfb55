// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.jdk;

import io.github.cm2tt.lang.Reflect;
import io.github.cm2tt.lang.Triton;

/** The exact methods of {@link Math}: they stop the kernel where Java's throw an exception. */
final class ExactMethods {
    private ExactMethods() {}

    @Reflect
    static int addExact(int x, int y) {
        int sum = x + y;
        Triton.deviceAssert(((x ^ sum) & (y ^ sum)) >= 0, "integer overflow");
        return sum;
    }

    @Reflect
    static int subtractExact(int x, int y) {
        int difference = x - y;
        Triton.deviceAssert(((x ^ y) & (x ^ difference)) >= 0, "integer overflow");
        return difference;
    }

    @Reflect
    static int incrementExact(int x) {
        Triton.deviceAssert(x != Integer.MAX_VALUE, "integer overflow");
        return x + 1;
    }

    @Reflect
    static int decrementExact(int x) {
        Triton.deviceAssert(x != Integer.MIN_VALUE, "integer overflow");
        return x - 1;
    }

    @Reflect
    static int negateExact(int x) {
        Triton.deviceAssert(x != Integer.MIN_VALUE, "integer overflow");
        return -x;
    }

    @Reflect
    static int absExact(int x) {
        Triton.deviceAssert(x != Integer.MIN_VALUE,
            "Overflow to represent absolute value of Integer.MIN_VALUE");
        return Math.abs(x);
    }

    @Reflect
    static int divideExact(int x, int y) {
        return x / Quotients.divisor(x, y);
    }

    @Reflect
    static int floorDivExact(int x, int y) {
        return Math.floorDiv(x, Quotients.divisor(x, y));
    }

    @Reflect
    static int ceilDivExact(int x, int y) {
        int divisor = Quotients.divisor(x, y);
        int quotient = x / divisor;
        return (x ^ divisor) >= 0 && quotient * divisor != x ? quotient + 1 : quotient;
    }

    @Reflect
    static int powExact(int x, int n) {
        Triton.deviceAssert(n >= 0, "negative exponent");
        int power = 1;
        int square = x;
        for (int rest = n; rest > 0; rest >>= 1) {
            if ((rest & 1) != 0) {
                power = multiplyExact(power, square);
            }
            if (rest > 1) {
                square = multiplyExact(square, square);
            }
        }
        return power;
    }

    @Reflect
    static int unsignedPowExact(int x, int n) {
        Triton.deviceAssert(n >= 0, "negative exponent");
        int power = 1;
        int square = x;
        for (int rest = n; rest > 0; rest >>= 1) {
            if ((rest & 1) != 0) {
                power = unsignedMultiplyExact(power, square);
            }
            if (rest > 1) {
                square = unsignedMultiplyExact(square, square);
            }
        }
        return power;
    }

    @Reflect
    static long addExact(long x, long y) {
        long sum = x + y;
        Triton.deviceAssert(((x ^ sum) & (y ^ sum)) >= 0, "long overflow");
        return sum;
    }

    @Reflect
    static long subtractExact(long x, long y) {
        long difference = x - y;
        Triton.deviceAssert(((x ^ y) & (x ^ difference)) >= 0, "long overflow");
        return difference;
    }

    @Reflect
    static long incrementExact(long x) {
        Triton.deviceAssert(x != Long.MAX_VALUE, "long overflow");
        return x + 1;
    }

    @Reflect
    static long decrementExact(long x) {
        Triton.deviceAssert(x != Long.MIN_VALUE, "long overflow");
        return x - 1;
    }

    @Reflect
    static long negateExact(long x) {
        Triton.deviceAssert(x != Long.MIN_VALUE, "long overflow");
        return -x;
    }

    @Reflect
    static long absExact(long x) {
        Triton.deviceAssert(x != Long.MIN_VALUE,
            "Overflow to represent absolute value of Long.MIN_VALUE");
        return Math.abs(x);
    }

    @Reflect
    static long divideExact(long x, long y) {
        return x / Quotients.divisor(x, y);
    }

    @Reflect
    static long floorDivExact(long x, long y) {
        return Math.floorDiv(x, Quotients.divisor(x, y));
    }

    @Reflect
    static long ceilDivExact(long x, long y) {
        long divisor = Quotients.divisor(x, y);
        long quotient = x / divisor;
        return (x ^ divisor) >= 0 && quotient * divisor != x ? quotient + 1 : quotient;
    }

    @Reflect
    static long powExact(long x, int n) {
        Triton.deviceAssert(n >= 0, "negative exponent");
        long power = 1;
        long square = x;
        for (int rest = n; rest > 0; rest >>= 1) {
            if ((rest & 1) != 0) {
                power = multiplyExact(power, square);
            }
            if (rest > 1) {
                square = multiplyExact(square, square);
            }
        }
        return power;
    }

    @Reflect
    static long unsignedPowExact(long x, int n) {
        Triton.deviceAssert(n >= 0, "negative exponent");
        long power = 1;
        long square = x;
        for (int rest = n; rest > 0; rest >>= 1) {
            if ((rest & 1) != 0) {
                power = unsignedMultiplyExact(power, square);
            }
            if (rest > 1) {
                square = unsignedMultiplyExact(square, square);
            }
        }
        return power;
    }

    @Reflect
    static int multiplyExact(int x, int y) {
        long product = (long) x * y;
        Triton.deviceAssert((int) product == product, "integer overflow");
        return (int) product;
    }

    @Reflect
    static long multiplyExact(long x, int y) {
        return multiplyExact(x, (long) y);
    }

    @Reflect
    static long multiplyExact(long x, long y) {
        long product = x * y;
        Triton.deviceAssert(MathMethods.multiplyHigh(x, y) == product >> 63, "long overflow");
        return product;
    }

    @Reflect
    static int unsignedMultiplyExact(int x, int y) {
        long product = (x & 0xFFFFFFFFL) * (y & 0xFFFFFFFFL);
        Triton.deviceAssert(product >>> 32 == 0, "unsigned integer overflow");
        return (int) product;
    }

    @Reflect
    static long unsignedMultiplyExact(long x, int y) {
        return unsignedMultiplyExact(x, y & 0xFFFFFFFFL);
    }

    @Reflect
    static long unsignedMultiplyExact(long x, long y) {
        Triton.deviceAssert(MathMethods.unsignedMultiplyHigh(x, y) == 0, "unsigned long overflow");
        return x * y;
    }

    @Reflect
    static int toIntExact(long x) {
        Triton.deviceAssert((int) x == x, "integer overflow");
        return (int) x;
    }
}
