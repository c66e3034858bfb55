// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import io.github.cm2tt.lang.Promotion.Rules;
import java.math.BigInteger;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * Functions of bits and of parts of numbers, which NVIDIA's libdevice has.
 *
 * <p>Not here: functions of C's library ({@link LibraryMath}).
 */
final class Libdevice {
    private static final List<ElementType> WORDS = List.of(ElementType.I32, ElementType.U32);
    private static final List<ElementType> INTEGERS =
        List.of(ElementType.I32, ElementType.U32, ElementType.I64, ElementType.U64);
    private static final List<ElementType> FLOATS = List.of(ElementType.F32, ElementType.F64);

    private Libdevice() {}

    //------------------------------------------------------------------------
    // Types
    //------------------------------------------------------------------------

    /** Returns the common type of operands, which has to be one of those that have the function. */
    private static ElementType common(List<ElementType> types, Operand... operands) {
        ElementType type = Promotion.promote(Rules.COMMON, operands);
        if (!types.contains(type)) {
            throw new KernelException(
                "T-LIBDEVICE-1: the function is of " + names(types) + ", not " + type.name);
        }
        return type;
    }

    private static String names(List<ElementType> types) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < types.size(); i++) {
            text.append(i == 0 ? "" : i == types.size() - 1 ? " or " : ", ").append(types.get(i).name);
        }
        return text.toString();
    }

    /** A function of elements in their canonical form, which may return more bits than its type has. */
    private static Tensor unary(List<ElementType> types, ElementType result, Number x,
        Function<ElementType, LongUnaryOperator> function) {
        Operand operand = Elementwise.operands(x)[0];
        ElementType type = common(types, operand);
        ElementType to = result == null ? type : result;
        LongUnaryOperator ofElement = function.apply(type);
        return Elementwise.map(to, operand, e -> to.canonical(ofElement.applyAsLong(e)));
    }

    private static Tensor binary(List<ElementType> types, Number x, Number y,
        Function<ElementType, LongBinaryOperator> function) {
        Operand[] operands = Elementwise.operands(x, y);
        ElementType type = common(types, operands);
        LongBinaryOperator ofElements = function.apply(type);
        return Elementwise.map(type, type, operands[0], operands[1],
            (a, b) -> type.canonical(ofElements.applyAsLong(a, b)));
    }

    /** Returns the bits of an element, zero-extended. */
    private static long bits(ElementType type, long element) {
        return type.bits == 64 ? element : element & 0xFFFFFFFFL;
    }

    //------------------------------------------------------------------------
    // Integers
    //------------------------------------------------------------------------

    /** {@link Triton#brev}. */
    static Tensor brev(Number x) {
        return unary(INTEGERS, null, x, type -> e -> Long.reverse(e) >>> 64 - type.bits);
    }

    /** {@link Triton#clz}. */
    static Tensor clz(Number x) {
        return unary(INTEGERS, ElementType.I32, x,
            type -> e -> Long.numberOfLeadingZeros(bits(type, e)) - 64 + type.bits);
    }

    /** {@link Triton#ffs}. */
    static Tensor ffs(Number x) {
        return unary(INTEGERS, ElementType.I32, x,
            type -> e -> e == 0 ? 0 : Long.numberOfTrailingZeros(e) + 1);
    }

    /** {@link Triton#popc}. */
    static Tensor popc(Number x) {
        return unary(INTEGERS, ElementType.I32, x, type -> e -> Long.bitCount(bits(type, e)));
    }

    /** {@link Triton#hadd}: the sums of canonical elements do not overflow. */
    static Tensor hadd(Number x, Number y) {
        return binary(WORDS, x, y, type -> (a, b) -> a + b >> 1);
    }

    /** {@link Triton#rhadd}. */
    static Tensor rhadd(Number x, Number y) {
        return binary(WORDS, x, y, type -> (a, b) -> a + b + 1 >> 1);
    }

    /** {@link Triton#mul24}. */
    static Tensor mul24(Number x, Number y) {
        return binary(WORDS, x, y, type -> type.isUnsigned()
            ? (a, b) -> (a & 0xFFFFFF) * (b & 0xFFFFFF)
            : (a, b) -> (a << 40 >> 40) * (b << 40 >> 40));
    }

    /** {@link Triton#mulhi}. */
    static Tensor mulhi(Number x, Number y) {
        return binary(INTEGERS, x, y, type -> (a, b) ->
            whole(type, a).multiply(whole(type, b)).shiftRight(type.bits).longValue());
    }

    private static BigInteger whole(ElementType type, long element) {
        BigInteger value = BigInteger.valueOf(element);
        return type.isUnsigned() && element < 0 ? value.add(BigInteger.ONE.shiftLeft(64)) : value;
    }

    /** {@link Triton#sad}. */
    static Tensor sad(Number x, Number y, Number z) {
        Operand[] operands = Elementwise.operands(x, y, z);
        ElementType type = common(WORDS, operands);
        return Elementwise.map(type, operands, (a, b, c) -> type.canonical(Math.abs(a - b) + c));
    }

    /** {@link Triton#bytePerm}. */
    static Tensor bytePerm(Number x, Number y, Number selector) {
        Operand[] operands = Elementwise.operands(x, y, selector);
        ElementType type = common(WORDS, operands);
        return Elementwise.map(type, operands, (a, b, s) -> {
            long all = bits(type, a) | b << 32;
            long result = 0;
            for (int i = 0; i < 4; i++) {
                long index = s >> 4 * i & 7;
                result |= (all >>> 8 * index & 0xFF) << 8 * i;
            }
            return type.canonical(result);
        });
    }

    //------------------------------------------------------------------------
    // Parts of floating-point numbers
    //------------------------------------------------------------------------

    /** {@link Triton#isfinite}. */
    static Tensor isfinite(Number x) {
        return unary(FLOATS, ElementType.I1, x, type -> e -> Double.isFinite(type.doubleOf(e)) ? 1 : 0);
    }

    /** {@link Triton#isinf}. */
    static Tensor isinf(Number x) {
        return unary(FLOATS, ElementType.I1, x, type -> e -> Double.isInfinite(type.doubleOf(e)) ? 1 : 0);
    }

    /** {@link Triton#isnan}. */
    static Tensor isnan(Number x) {
        return unary(FLOATS, ElementType.I1, x, type -> e -> Double.isNaN(type.doubleOf(e)) ? 1 : 0);
    }

    /** {@link Triton#signbit}. */
    static Tensor signbit(Number x) {
        return unary(FLOATS, ElementType.I1, x, type -> e -> e >>> type.bits - 1);
    }

    /** {@link Triton#saturate}. */
    static Tensor saturate(Number x) {
        return unary(List.of(ElementType.F32), null, x, type -> e -> {
            double value = type.doubleOf(e);
            return type.ofDouble(value > 0 ? Math.min(value, 1) : 0);
        });
    }

    /** {@link Triton#highWord}. */
    static Tensor highWord(Number x) {
        return unary(List.of(ElementType.F64), ElementType.I32, x, type -> e -> e >> 32);
    }

    /** {@link Triton#lowWord}. */
    static Tensor lowWord(Number x) {
        return unary(List.of(ElementType.F64), ElementType.I32, x, type -> e -> e);
    }

    /** {@link Triton#rcp64h}: of the high words, as the instruction of GPUs. */
    static Tensor rcp64h(Number x) {
        return unary(List.of(ElementType.F64), null, x, type -> e -> {
            double value = Double.longBitsToDouble(e);
            double high = Double.isNaN(value) ? value : Double.longBitsToDouble(highBits(e));
            return highBits(Double.doubleToRawLongBits(flushed(1 / flushed(high))));
        });
    }

    private static long highBits(long bits) {
        return bits & 0xFFFFFFFF00000000L;
    }

    /** Returns 0 for a subnormal number. */
    private static double flushed(double x) {
        return Math.abs(x) < Double.MIN_NORMAL ? Math.copySign(0, x) : x;
    }

    /** {@link Triton#rsqrtRn}: the double is rounded correctly, as for all floats. */
    static Tensor rsqrtRn(Number x) {
        return unary(List.of(ElementType.F32), null, x,
            type -> e -> type.ofDouble(1 / Math.sqrt(type.doubleOf(e))));
    }

    /** {@link Triton#joinWords}. */
    static Tensor joinWords(Number high, Number low) {
        Operand[] operands = Elementwise.operands(high, low);
        ElementType type = common(WORDS, operands);
        return Elementwise.map(ElementType.F64, type, operands[0], operands[1],
            (a, b) -> a << 32 | b & 0xFFFFFFFFL);
    }
}
