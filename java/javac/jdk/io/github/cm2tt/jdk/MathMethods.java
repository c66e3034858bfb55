// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.jdk;

import io.github.cm2tt.lang.Reflect;
import io.github.cm2tt.lang.Triton;

/** Methods of {@link Math}. */
final class MathMethods {
    private MathMethods() {}

    /** The difference to the greatest whole number below is exact where it is near one half. */
    @Reflect
    static int round(float x) {
        float floor = (float) Math.floor(x);
        return (int) (x - floor >= 0.5f ? floor + 1 : floor);
    }

    @Reflect
    static float signum(float x) {
        return x > 0 ? 1 : x < 0 ? -1 : x;
    }

    @Reflect
    static float copySign(float magnitude, float sign) {
        return Float.intBitsToFloat((Float.floatToRawIntBits(magnitude) & Integer.MAX_VALUE)
            | (Float.floatToRawIntBits(sign) & Integer.MIN_VALUE));
    }

    @Reflect
    static int getExponent(float x) {
        return (Float.floatToRawIntBits(x) >> 23 & 0xFF) - 127;
    }

    @Reflect
    static float ulp(float x) {
        int exponent = (Float.floatToRawIntBits(x) >> 23 & 0xFF);
        int normal = (exponent - 23) << 23;
        int subnormal = 1 << Math.max(exponent - 1, 0);
        return exponent == 0xFF ? Math.abs(x)
            : Float.intBitsToFloat(exponent > 23 ? normal : subnormal);
    }

    @Reflect
    static float nextUp(float x) {
        int bits = Float.floatToRawIntBits(x);
        float next = Float.intBitsToFloat(bits + (bits >= 0 ? 1 : -1));
        return x == 0 ? Float.MIN_VALUE : x < Float.POSITIVE_INFINITY ? next : x;
    }

    @Reflect
    static float nextDown(float x) {
        int bits = Float.floatToRawIntBits(x);
        float next = Float.intBitsToFloat(bits + (bits >= 0 ? -1 : 1));
        return x == 0 ? -Float.MIN_VALUE : x > Float.NEGATIVE_INFINITY ? next : x;
    }

    @Reflect
    static float nextAfter(float start, double direction) {
        return start < direction ? nextUp(start)
            : start > direction ? nextDown(start)
            : start == direction ? (float) direction
            : Float.NaN;
    }

    /** The difference to the greatest whole number below is exact where it is near one half. */
    @Reflect
    static long round(double x) {
        double floor = Math.floor(x);
        return (long) (x - floor >= 0.5 ? floor + 1 : floor);
    }

    @Reflect
    static double signum(double x) {
        return x > 0 ? 1 : x < 0 ? -1 : x;
    }

    @Reflect
    static double copySign(double magnitude, double sign) {
        return Double.longBitsToDouble((Double.doubleToRawLongBits(magnitude) & Long.MAX_VALUE)
            | (Double.doubleToRawLongBits(sign) & Long.MIN_VALUE));
    }

    @Reflect
    static int getExponent(double x) {
        return (int) (Double.doubleToRawLongBits(x) >> 52 & 0x7FF) - 1023;
    }

    @Reflect
    static double ulp(double x) {
        int exponent = (int) (Double.doubleToRawLongBits(x) >> 52 & 0x7FF);
        long normal = (long) (exponent - 52) << 52;
        long subnormal = 1L << Math.max(exponent - 1, 0);
        return exponent == 0x7FF ? Math.abs(x)
            : Double.longBitsToDouble(exponent > 52 ? normal : subnormal);
    }

    @Reflect
    static double nextUp(double x) {
        long bits = Double.doubleToRawLongBits(x);
        double next = Double.longBitsToDouble(bits + (bits >= 0 ? 1 : -1));
        return x == 0 ? Double.MIN_VALUE : x < Double.POSITIVE_INFINITY ? next : x;
    }

    @Reflect
    static double nextDown(double x) {
        long bits = Double.doubleToRawLongBits(x);
        double next = Double.longBitsToDouble(bits + (bits >= 0 ? -1 : 1));
        return x == 0 ? -Double.MIN_VALUE : x > Double.NEGATIVE_INFINITY ? next : x;
    }

    @Reflect
    static double nextAfter(double start, double direction) {
        return start < direction ? nextUp(start)
            : start > direction ? nextDown(start)
            : start == direction ? direction
            : Double.NaN;
    }

    /** Doubles contain all powers of 2 that change a float. */
    @Reflect
    static float scalb(float x, int n) {
        return (float) (x * PowersOfTwo.of(Math.max(-278, Math.min(n, 278))));
    }

    /** Small powers come first, so that only one product is rounded. */
    @Reflect
    static double scalb(double x, int n) {
        int exponent = Math.max(-2099, Math.min(n, 2099));
        double scaled = x * PowersOfTwo.of(exponent % 512);
        double step = exponent < 0 ? 0x1p-512 : 0x1p512;
        int steps = Math.abs(exponent / 512);
        double once = steps >= 1 ? scaled * step : scaled;
        double twice = steps >= 2 ? once * step : once;
        double thrice = steps >= 3 ? twice * step : twice;
        return steps >= 4 ? thrice * step : thrice;
    }

    /** C's root is up to 4 units in the last place off, which a step of Newton's method mends. */
    @Reflect
    static double cbrt(double x) {
        double root = Triton.cbrt(x).doubleValue();
        double square = root * root;
        double rest = Math.fma(Math.fma(root, root, -square), root, Math.fma(square, root, -x));
        double better = root - rest / (3 * square);
        return x == 0 || Math.abs(x) == Double.POSITIVE_INFINITY ? root : better;
    }

    @Reflect
    static double hypot(double x, double y) {
        return Triton.hypot(x, y).doubleValue();
    }

    /** C's zeros have another sign for some subnormal divisors; Java's have that of the dividend. */
    @Reflect
    static double IEEEremainder(double x, double y) {
        double rest = Triton.remainder(x, y).doubleValue();
        return rest == 0 ? x * 0 : rest;
    }

    @Reflect
    static double toDegrees(double radians) {
        return radians * 57.29577951308232;
    }

    @Reflect
    static double toRadians(double degrees) {
        return degrees * 0.017453292519943295;
    }

    @Reflect
    static long multiplyFull(int x, int y) {
        return (long) x * y;
    }

    @Reflect
    static long multiplyHigh(long x, long y) {
        long low = (x & 0xFFFFFFFFL) * (y & 0xFFFFFFFFL);
        long middle = (x >> 32) * (y & 0xFFFFFFFFL) + (low >>> 32);
        long other = (x & 0xFFFFFFFFL) * (y >> 32) + (middle & 0xFFFFFFFFL);
        return (x >> 32) * (y >> 32) + (middle >> 32) + (other >> 32);
    }

    @Reflect
    static long unsignedMultiplyHigh(long x, long y) {
        return multiplyHigh(x, y) + (x >> 63 & y) + (y >> 63 & x);
    }
}
