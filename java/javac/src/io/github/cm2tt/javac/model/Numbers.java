// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Writes floating-point numbers as JDK 19 and newer do: with the fewest digits that identify them. Older JDKs
 * write more digits for some numbers.
 */
final class Numbers {
    private static final int MOST_DIGITS = 17;

    private Numbers() {}

    /**
     * Returns a float as text: {@code 0.1}, {@code 1.0E10}, {@code -Infinity}, {@code NaN}; without a suffix.
     */
    static String toString(float value) {
        return Float.isFinite(value) && value != 0 ? shortest(new BigDecimal(value), true)
            : Float.toString(value);
    }

    /** Returns a double as text. */
    static String toString(double value) {
        return Double.isFinite(value) && value != 0 ? shortest(new BigDecimal(value), false)
                                                    : Double.toString(value);
    }

    /** Returns a number other than 0 as text. */
    private static String shortest(BigDecimal exact, boolean isFloat) {
        // One digit is written as two, so the closest two are as good.
        for (int digits = 2; digits <= MOST_DIGITS; ++digits) {
            BigDecimal below = exact.round(new MathContext(digits, RoundingMode.DOWN));
            BigDecimal above = exact.round(new MathContext(digits, RoundingMode.UP));
            boolean isBelow = readsBack(below, exact, isFloat);
            boolean isAbove = readsBack(above, exact, isFloat);
            if (isBelow || isAbove) {
                return format(isBelow && (!isAbove || isCloser(below, above, exact)) ? below : above);
            }
        }
        return format(exact);
    }

    private static boolean readsBack(BigDecimal text, BigDecimal exact, boolean isFloat) {
        double read = isFloat ? text.floatValue() : text.doubleValue();
        return Double.isFinite(read) && new BigDecimal(read).compareTo(exact) == 0;
    }

    /**
     * Returns whether the first number is closer; of two that are equally close, the one with the even last
     * digit.
     */
    private static boolean isCloser(BigDecimal below, BigDecimal above, BigDecimal exact) {
        int order = exact.subtract(below).abs().compareTo(above.subtract(exact).abs());
        BigInteger last = below.unscaledValue();
        return order < 0 || order == 0 && !last.testBit(0);
    }

    private static String format(BigDecimal value) {
        BigDecimal number = value.abs().stripTrailingZeros();
        String digits = number.unscaledValue().toString();
        int exponent = number.precision() - number.scale() - 1;
        String sign = value.signum() < 0 ? "-" : "";
        if (exponent >= -3 && exponent < 7) {
            String plain = number.toPlainString();
            return sign + plain + (plain.contains(".") ? "" : ".0");
        }
        String rest = digits.length() > 1 ? digits.substring(1) : "0";
        return sign + digits.charAt(0) + "." + rest + "E" + exponent;
    }
}
