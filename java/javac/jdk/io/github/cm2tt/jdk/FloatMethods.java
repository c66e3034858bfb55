// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.jdk;

import io.github.cm2tt.lang.Reflect;

/** Methods of {@link Float}. */
final class FloatMethods {
    private FloatMethods() {}

    @Reflect
    static boolean isNaN(float x) {
        return x != x;
    }

    @Reflect
    static boolean isInfinite(float x) {
        return Math.abs(x) == Float.POSITIVE_INFINITY;
    }

    @Reflect
    static boolean isFinite(float x) {
        return Math.abs(x) <= Float.MAX_VALUE;
    }

    @Reflect
    static int floatToIntBits(float x) {
        return x != x ? 0x7FC00000 : Float.floatToRawIntBits(x);
    }

    @Reflect
    static int hashCode(float x) {
        return floatToIntBits(x);
    }

    /** -0.0 is below 0.0, and NaN above all numbers. */
    @Reflect
    static int compare(float x, float y) {
        int a = floatToIntBits(x);
        int b = floatToIntBits(y);
        return x < y ? -1 : x > y ? 1 : a < b ? -1 : a == b ? 0 : 1;
    }

    @Reflect
    static int compareTo(float x, Float other) {
        return compare(x, other);
    }

    @Reflect
    static float float16ToFloat(short x) {
        int sign = (x & 0x8000) << 16;
        int exponent = x >> 10 & 0x1F;
        int fraction = x & 0x3FF;
        int subnormal = Float.floatToRawIntBits(fraction * 0x1p-24f);
        int normal = (exponent == 0x1F ? 0xFF : exponent + 112) << 23 | fraction << 13;
        return Float.intBitsToFloat(sign | (exponent == 0 ? subnormal : normal));
    }

    /** The product by which subnormal results are rounded is exact. */
    @Reflect
    static short floatToFloat16(float x) {
        int bits = Float.floatToRawIntBits(x);
        int sign = bits >>> 16 & 0x8000;
        int magnitude = bits & 0x7FFFFFFF;
        int rounded = magnitude + 0xFFF + (magnitude >>> 13 & 1);
        int normal = (rounded >>> 13) - (112 << 10);
        int subnormal = (int) Math.rint(Math.abs(x) * 0x1p24);
        int special = x != x ? 0x7E00 | magnitude >>> 13 & 0x3FF : 0x7C00;
        int result = magnitude >= 0x477FF000 ? special : magnitude < 0x38800000 ? subnormal : normal;
        return (short) (sign | result);
    }
}
