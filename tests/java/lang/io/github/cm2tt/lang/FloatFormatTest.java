// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.lang;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Codes of floating-point numbers, against what a code stands for by definition, computed in double. */
class FloatFormatTest {
    private static final List<FloatFormat> NARROW =
        List.of(FloatFormat.F16, FloatFormat.BF16, FloatFormat.E4M3, FloatFormat.E5M2);

    private static boolean isNumber(FloatFormat format, long magnitude) {
        return magnitude <= format.largest();
    }

    /** The number with a code that is one: 2^(exponent - bias) * (1 + fraction). */
    private static double valueOf(FloatFormat format, long code) {
        int fractionBits = format.fractionBits(), exponentBits = format.bits() - 1 - fractionBits;
        int bias = (1 << (exponentBits - 1)) - 1;
        long fraction = code & ((1L << fractionBits) - 1);
        int exponent = (int) (code >> fractionBits) & ((1 << exponentBits) - 1);
        double whole = exponent == 0 ? fraction : fraction + (1L << fractionBits);
        double value = whole * Math.pow(2, Math.max(exponent, 1) - bias - fractionBits);
        return (code >> (format.bits() - 1) & 1) != 0 ? -value : value;
    }

    private static long signBit(FloatFormat format) {
        return 1L << (format.bits() - 1);
    }

    @Test
    void everyCodeIsItsNumber() {
        for (FloatFormat format : NARROW)
            for (long code = 0; code < 1L << format.bits(); code++) {
                long magnitude = code & ~signBit(format);
                float value = format.decode(code);
                if (isNumber(format, magnitude)) {
                    assertEquals(valueOf(format, code), value, 0, format + " " + code);
                    assertEquals(code, format.encode(value, false), format + " " + code);
                    assertEquals(code, format.encode(value, true), format + " " + code);
                } else if (magnitude == format.infinity()) {
                    float infinity = Float.POSITIVE_INFINITY;
                    assertEquals(code == magnitude ? infinity : -infinity, value);
                } else {
                    assertTrue(Float.isNaN(value), format + " " + code);
                    long back = format.encode(value, false) & ~signBit(format);
                    assertTrue(back > format.infinity(), format + " " + code);
                }
            }
    }

    /** Between each two neighbours: the middle, and what is a little less and more. */
    @Test
    void roundsToTheNearestEven() {
        for (FloatFormat format : NARROW)
            for (long code = 0; code < format.largest(); code++) {
                double below = valueOf(format, code), above = valueOf(format, code + 1);
                double middle = below + (above - below) / 2;
                long even = (code & 1) == 0 ? code : code + 1;
                check(format, code, Math.nextDown(middle));
                check(format, even, middle);
                check(format, code + 1, Math.nextUp(middle));
                assertEquals(code, format.encode(Math.nextDown(above), true), format + " " + code);
                assertEquals(signBit(format) | code, format.encode(-middle, true), format + " " + code);
            }
    }

    private static void check(FloatFormat format, long code, double value) {
        assertEquals(code, format.encode(value, false), format + " " + value);
        assertEquals(signBit(format) | code, format.encode(-value, false), format + " " + -value);
    }

    @Test
    void whatIsTooLarge() {
        for (FloatFormat format : NARROW) {
            long largest = format.largest(), beyond = format.bits() == 8 ? largest : format.infinity();
            double unit = valueOf(format, largest) - valueOf(format, largest - 1);
            double limit = valueOf(format, largest) + unit / 2;
            assertEquals(largest, format.encode(Math.nextDown(limit), false), format.toString());
            for (double value : new double[] {limit, 1e300, Double.POSITIVE_INFINITY})
                check(format, beyond, value);
            assertEquals(largest, format.encode(1e300, true), format.toString());
            assertEquals(format.infinity(), format.encode(Double.POSITIVE_INFINITY, true), format.toString());
        }
    }

    /** As the CPU back end has them: of 8 bits there is one that is not a number, without a sign. */
    @Test
    void whatIsNoNumber() {
        assertEquals(0x7E00, FloatFormat.F16.encode(Double.NaN, false));
        assertEquals(0x7FC0, FloatFormat.BF16.encode(Double.NaN, false));
        double negative = Double.longBitsToDouble(0xFFF8000000000000L);
        assertEquals(0xFE00, FloatFormat.F16.encode(negative, false));
        assertEquals(0x7F, FloatFormat.E4M3.encode(negative, false));
        assertEquals(0x7F, FloatFormat.E5M2.encode(negative, true));
    }

    /** Java's own conversions are the measure for float and double. */
    @Test
    void integersBecomeFloatsAsInJava() {
        Random random = new Random(1);
        for (int i = 0; i < 200_000; i++) {
            long number = random.nextLong() >> random.nextInt(64);
            long magnitude = Math.abs(number);
            assertEquals(Float.floatToRawIntBits(number) & 0xFFFFFFFFL,
                FloatFormat.F32.encode(number < 0, magnitude, 0, false), () -> "" + number);
            assertEquals(Double.doubleToRawLongBits(number),
                FloatFormat.F64.encode(number < 0, magnitude, 0, false), () -> "" + number);
        }
    }

    @Test
    void unsignedIntegersBecomeTheNearest() {
        Random random = new Random(2);
        for (int i = 0; i < 50_000; i++) {
            long number = random.nextLong() | Long.MIN_VALUE;
            BigDecimal exact = new BigDecimal(Long.toUnsignedString(number));
            assertEquals(exact.doubleValue(),
                Double.longBitsToDouble(FloatFormat.F64.encode(false, number, 0, false)));
            assertEquals(exact.floatValue(),
                Float.intBitsToFloat((int) FloatFormat.F32.encode(false, number, 0, false)));
        }
    }

    @Test
    void doublesBecomeFloatsAsInJava() {
        Random random = new Random(3);
        for (int i = 0; i < 200_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (i % 2 == 0)
                value = Math.scalb(random.nextDouble(), random.nextInt(60) - 150);
            if (Double.isNaN(value))
                continue;
            assertEquals(
                Float.floatToRawIntBits((float) value) & 0xFFFFFFFFL, FloatFormat.F32.encode(value, false));
        }
    }

    @Test
    void boxesOfNarrowNumbers() {
        assertEquals(1.5f, Float16.valueOf(1.5f).floatValue());
        assertEquals(-2, BFloat16.valueOf(-2.5f).intValue());
        assertEquals(448, Float8E4M3.valueOf(1e9f).doubleValue());
        assertEquals(0x3C00, Float16.toBits(1));
        assertEquals(-1, Float8E5M2.toFloat((byte) 0xBC));
        assertEquals(Float16.ofBits((short) 0x3C00), Float16.valueOf(1));
        assertEquals("65504.0", Float16.ofBits((short) 0x7BFF).toString());
        assertEquals(255, UInt8.valueOf(-1).intValue());
        assertEquals(65535, UInt16.valueOf(-1).intValue());
        assertEquals(0x1p64, UInt64.valueOf(-1).doubleValue());
        assertEquals("18446744073709551615", UInt64.ofBits(-1).toString());
        assertEquals(-1, UInt32.valueOf(-1).intValue());
        assertEquals(4294967295L, UInt32.valueOf(-1).longValue());
    }
}
