// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Conversions of numbers with a rounding, by exact decimal numbers.
 *
 * <p>Not here: conversions to narrower floating-point numbers, to the nearest or towards zero ({@link
 * Conversions}).
 */
final class RoundedConversions {
    private RoundedConversions() {}

    /** Returns whether numbers of a type are converted to another one with that rounding. */
    static boolean isDefined(Triton.Rounding rounding, ElementType from, ElementType to) {
        boolean isDirected = rounding == Triton.Rounding.RTN || rounding == Triton.Rounding.RTP;
        if (from.isFloat() && to.isFloat()) {
            return isDirected ? from == ElementType.F64 && to == ElementType.F32 : from.bits > to.bits;
        }
        if (from.isFloat()) {
            return from.bits >= 16 && to.isInteger();
        }
        return from.isInteger() && (to == ElementType.F32 || to == ElementType.F64);
    }

    /** Returns the numbers in another type, to which such a conversion is defined. */
    static Tensor convert(Operand operand, ElementType to, Triton.Rounding rounding) {
        ElementType from = operand.type();
        return Elementwise.map(to, operand, e -> {
            if (!from.isFloat()) {
                return toFloat(new BigDecimal(whole(from, e)), to, rounding);
            }
            double value = from.doubleOf(e);
            if (Double.isNaN(value) || Double.isInfinite(value) || value == 0) {
                return Conversions.convert(e, from, to);
            }
            BigDecimal exact = new BigDecimal(value);
            return to.isFloat() ? toFloat(exact, to, rounding) : toInteger(exact, to, rounding);
        });
    }

    private static BigInteger whole(ElementType type, long element) {
        BigInteger value = BigInteger.valueOf(element);
        return type.isUnsigned() && element < 0 ? value.add(BigInteger.ONE.shiftLeft(64)) : value;
    }

    private static long toInteger(BigDecimal exact, ElementType to, Triton.Rounding rounding) {
        RoundingMode mode = switch (rounding) {
            case RTNE -> RoundingMode.HALF_EVEN;
            case RTZ -> RoundingMode.DOWN;
            case RTN -> RoundingMode.FLOOR;
            case RTP -> RoundingMode.CEILING;
        };
        BigInteger rounded = exact.setScale(0, mode).toBigInteger();
        int digits = to.isUnsigned() ? to.bits : to.bits - 1;
        BigInteger end = BigInteger.ONE.shiftLeft(digits);
        BigInteger least = to.isUnsigned() ? BigInteger.ZERO : end.negate();
        return to.canonical(rounded.min(end.subtract(BigInteger.ONE)).max(least).longValue());
    }

    /** Returns the bits of the nearest number, or of its neighbour on the other side of the exact one. */
    private static long toFloat(BigDecimal exact, ElementType to, Triton.Rounding rounding) {
        boolean isDouble = to == ElementType.F64;
        double nearest = isDouble ? exact.doubleValue() : exact.floatValue();
        int order = Double.isInfinite(nearest) ? (nearest > 0 ? 1 : -1)
            : new BigDecimal(nearest).compareTo(exact);
        Triton.Rounding direction = rounding != Triton.Rounding.RTZ ? rounding
            : exact.signum() < 0 ? Triton.Rounding.RTP : Triton.Rounding.RTN;
        double result = nearest;
        if (direction == Triton.Rounding.RTN && order > 0) {
            result = isDouble ? Math.nextDown(nearest) : Math.nextDown((float) nearest);
        } else if (direction == Triton.Rounding.RTP && order < 0) {
            result = isDouble ? Math.nextUp(nearest) : Math.nextUp((float) nearest);
        }
        // A number that becomes 0 keeps its sign.
        return to.ofDouble(result == 0 && exact.signum() < 0 ? -0.0 : result);
    }
}
