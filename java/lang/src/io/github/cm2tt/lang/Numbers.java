// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * Binary operations and comparisons of two elements of one type, as a CPU computes them: integers wrap
 * around; numbers of 16 bits are computed as float and rounded after each operation.
 *
 * <p>Not here: the common type of operands ({@link Promotion}); tiles ({@link Elementwise}).
 */
final class Numbers {
    /** Operations on two elements of one type. */
    enum Binary {
        ADD,
        SUB,
        MUL,
        DIV,
        MOD,
        AND,
        OR,
        XOR,
        SHL,
        /** Shifts to the right that insert the sign, or zeros. */
        ASHR,
        LSHR,
        /** For floating-point numbers, NaN if an operand is NaN; -0 is less than 0. */
        MAX,
        MIN,
        /** For floating-point numbers, the other operand if one is NaN. */
        MAXNUM,
        MINNUM
    }

    private Numbers() {}

    /** Returns whether the operation exists for elements of a type. */
    private static boolean isDefined(Binary operation, ElementType type) {
        return switch (operation) {
            case AND, OR, XOR -> !type.isFloat();
            case SHL, ASHR, LSHR -> type.isInteger();
            default -> !type.isBool();
        };
    }

    /** T-BINARY-4: the operation exists for the element type, which is a number type. */
    static void checkDefined(Binary operation, ElementType type) {
        if (isDefined(operation, type)) {
            checkComputed(type);
            return;
        }
        throw new KernelException("T-BINARY-4: no such operation on this type: " + type.name
            + (type.isBool() ? "; truth values have 'and', 'or', 'xor' and 'not'; as numbers: "
                        + "Triton.conv(int.class, x)"
                            : "; 'Triton.bitcast' returns the bits as an integer"));
    }

    /** T-BINARY-4: neither GPUs nor CPUs compute with floating-point numbers of 8 bits. */
    static void checkComputed(ElementType type) {
        if (type.isFloat() && type.bits == 8) {
            throw new KernelException("T-BINARY-4: no such operation on this type: " + type.name
                + "; fp8 is for memory and for 'dot'; to compute with it, convert it: "
                + "Triton.conv(float.class, x)");
        }
    }

    /** Returns the function that computes an operation on elements of a type. */
    static LongBinaryOperator binary(Binary operation, ElementType type) {
        if (!type.isFloat()) {
            return integer(operation, type);
        }
        DoubleBinaryOperator wide = wide(operation);
        if (type == ElementType.F64) {
            return (a, b) -> type.ofDouble(wide.applyAsDouble(type.doubleOf(a), type.doubleOf(b)));
        }
        // Sums, products, quotients and remainders of floats are rounded right by way of double.
        return (a, b) -> type.ofFloat((float) wide.applyAsDouble(type.floatOf(a), type.floatOf(b)));
    }

    private static DoubleBinaryOperator wide(Binary operation) {
        return switch (operation) {
            case ADD -> (a, b) -> a + b;
            case SUB -> (a, b) -> a - b;
            case MUL -> (a, b) -> a* b;
            case DIV -> (a, b) -> a / b;
            case MOD -> (a, b) -> a % b;
            case MAX -> Math::max;
            case MIN -> Math::min;
            case MAXNUM -> (a, b) -> a != a ? b : b != b ? a : Math.max(a, b);
            case MINNUM -> (a, b) -> a != a ? b : b != b ? a : Math.min(a, b);
            default -> throw new IllegalArgumentException(operation + " of floating-point numbers");
        };
    }

    private static LongBinaryOperator integer(Binary operation, ElementType type) {
        int most = type.bits - 1;
        boolean isUnsigned = type.isUnsigned();
        return switch (operation) {
            case ADD -> (a, b) -> type.canonical(a + b);
            case SUB -> (a, b) -> type.canonical(a - b);
            case MUL -> (a, b) -> type.canonical(a * b);
            case DIV -> (a, b) -> type.canonical(quotient(a, b, isUnsigned));
            case MOD -> (a, b) -> type.canonical(rest(a, b, isUnsigned));
            case AND -> (a, b) -> a & b;
            case OR -> (a, b) -> a | b;
            case XOR -> (a, b) -> a ^ b;
            case SHL -> (a, b) -> type.canonical(a << (b & most));
            case ASHR -> (a, b) -> type.canonical(signed(a, type) >> (b & most));
            case LSHR -> (a, b) -> type.canonical(unsigned(a, type) >>> (b & most));
            case MAX, MAXNUM -> (a, b) -> order(a, b, isUnsigned) >= 0 ? a : b;
            case MIN, MINNUM -> (a, b) -> order(a, b, isUnsigned) <= 0 ? a : b;
        };
    }

    /** Returns the quotient. Division by 0 is undefined; a kernel on a CPU returns the dividend. */
    private static long quotient(long a, long b, boolean isUnsigned) {
        if (b == 0) {
            return a;
        }
        return isUnsigned ? Long.divideUnsigned(a, b) : a / b;
    }

    private static long rest(long a, long b, boolean isUnsigned) {
        if (b == 0) {
            return 0;
        }
        return isUnsigned ? Long.remainderUnsigned(a, b) : a % b;
    }

    private static long signed(long element, ElementType type) {
        int unused = 64 - type.bits;
        return element << unused >> unused;
    }

    private static long unsigned(long element, ElementType type) {
        int unused = 64 - type.bits;
        return element << unused >>> unused;
    }

    private static int order(long a, long b, boolean isUnsigned) {
        return isUnsigned ? Long.compareUnsigned(a, b) : Long.compare(a, b);
    }

    /** Returns the upper half of the product of two unsigned integers of 32 or 64 bits. */
    static long upperHalf(long a, long b, ElementType type) {
        if (type.bits == 32) {
            return type.canonical((a & 0xFFFFFFFFL) * (b & 0xFFFFFFFFL) >>> 32);
        }
        // Numbers that multiplyHigh treats as negative are greater by 2^64.
        return Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a);
    }

    /** Returns the comparison of two elements of one type: 1 if it holds, otherwise 0. */
    static LongBinaryOperator comparison(Triton.CompareKind kind, ElementType type) {
        if (type.isFloat()) {
            return (a, b) -> holds(kind, type.doubleOf(a), type.doubleOf(b)) ? 1 : 0;
        }
        boolean isUnsigned = type.isUnsigned();
        return (a, b) -> holds(kind, order(a, b, isUnsigned), 0) ? 1 : 0;
    }

    private static boolean holds(Triton.CompareKind kind, double a, double b) {
        return switch (kind) {
            case Equal -> a == b;
            case NotEqual -> a != b;
            case LessThan -> a < b;
            case LessThanOrEqual -> a <= b;
            case GreaterThan -> a > b;
            case GreaterThanOrEqual -> a >= b;
        };
    }
}
