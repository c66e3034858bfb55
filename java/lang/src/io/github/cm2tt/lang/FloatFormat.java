// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

/**
 * A format of floating-point numbers, and the rounding of exact numbers to it. One algorithm with the
 * parameters of a format serves all: a number is an integer times a power of two, which is rounded once.
 *
 * <p>Not here: the formats of the kernel language ({@link ElementType}); conversions of elements ({@link
 * Conversions}).
 *
 * @param bits the number of bits
 * @param fractionBits the number of bits of the fraction
 * @param largest the code of the largest number
 * @param infinity the code of infinity; that of the largest number if there is none
 * @param nan a code for NaN
 */
record FloatFormat(int bits, int fractionBits, long largest, long infinity, long nan) {
    static final FloatFormat F64 =
        new FloatFormat(64, 52, 0x7FEFFFFFFFFFFFFFL, 0x7FF0000000000000L, 0x7FF8000000000000L);
    static final FloatFormat F32 = new FloatFormat(32, 23, 0x7F7FFFFF, 0x7F800000, 0x7FC00000);
    static final FloatFormat F16 = new FloatFormat(16, 10, 0x7BFF, 0x7C00, 0x7E00);
    static final FloatFormat BF16 = new FloatFormat(16, 7, 0x7F7F, 0x7F80, 0x7FC0);
    static final FloatFormat E4M3 = new FloatFormat(8, 3, 0x7E, 0x7E, 0x7F);
    static final FloatFormat E5M2 = new FloatFormat(8, 2, 0x7B, 0x7C, 0x7F);

    /** Returns the number that is added to exponents. */
    private int bias() {
        return (1 << (bits - fractionBits - 2)) - 1;
    }

    private long signBit() {
        return 1L << (bits - 1);
    }

    /**
     * Returns the code of the number nearest to {@code magnitude * 2^exponent} (ties to even), or of the next
     * one toward zero.
     *
     * @param magnitude an unsigned number
     */
    long encode(boolean isNegative, long magnitude, int exponent, boolean towardZero) {
        long sign = isNegative ? signBit() : 0;
        if (magnitude == 0) {
            return sign;
        }
        int least = 1 - bias();
        int top = Math.max(exponent + 63 - Long.numberOfLeadingZeros(magnitude), least);
        if (top > bias() + 1) {
            return sign | beyond(towardZero);
        }
        long kept = cut(magnitude, top - fractionBits - exponent, towardZero);
        // Where rounding carries, the exponent becomes one more.
        long code = ((long) (top - least) << fractionBits) + kept;
        return sign | (Long.compareUnsigned(code, largest) > 0 ? beyond(towardZero) : code);
    }

    /** Returns the code of a number that is too large: in 8 bits, that of the largest number, as on GPUs. */
    private long beyond(boolean towardZero) {
        return towardZero || bits == 8 ? largest : infinity;
    }

    /** Drops the last bits, or appends bits if the count is negative. */
    private static long cut(long magnitude, int count, boolean towardZero) {
        if (count <= 0) {
            return magnitude << -count;
        }
        if (count > 64) {
            return 0;
        }
        long kept = count == 64 ? 0 : magnitude >>> count;
        long rest = count == 64 ? magnitude : magnitude & ((1L << count) - 1);
        int order = Long.compareUnsigned(rest, 1L << (count - 1));
        boolean isUp = !towardZero && (order > 0 || order == 0 && (kept & 1) != 0);
        return isUp ? kept + 1 : kept;
    }

    /** Returns the code of a number, rounded once. */
    long encode(double value, boolean towardZero) {
        long all = Double.doubleToRawLongBits(value);
        boolean isNegative = all < 0;
        long sign = isNegative ? signBit() : 0;
        if (Double.isNaN(value)) {
            // Formats of 8 bits have one NaN; others keep the sign and the bits of the fraction that fit.
            if (bits == 8) {
                return nan;
            }
            return sign | nan | (all & 0x000FFFFFFFFFFFFFL) >>> (52 - fractionBits);
        }
        if (Double.isInfinite(value)) {
            return sign | (bits == 8 && !towardZero ? largest : infinity);
        }
        int exponent = (int) (all >>> 52 & 0x7FF);
        long fraction = all & 0x000FFFFFFFFFFFFFL;
        if (exponent != 0) {
            fraction |= 1L << 52;
        }
        return encode(isNegative, fraction, Math.max(exponent, 1) - 1075, towardZero);
    }

    /** Returns the number with a code, exactly. For formats of at most 16 bits. */
    float decode(long code) {
        long magnitude = code & (signBit() - 1);
        int sign = (code & signBit()) != 0 ? 0x80000000 : 0;
        if (bits == 8 && fractionBits == 3 && magnitude == nan) {
            return Float.NaN;
        }
        int shifted = (int) magnitude << (23 - fractionBits);
        if (magnitude > largest) {
            return Float.intBitsToFloat(sign | 0x7F800000 | shifted);
        }
        // The product makes the exponent right, also where it is 0, which float reads as a subnormal number.
        float scaled = Float.intBitsToFloat(shifted) * Math.scalb(1.0f, 127 - bias());
        return Float.intBitsToFloat(sign | Float.floatToRawIntBits(scaled));
    }
}
