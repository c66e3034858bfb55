// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import io.github.cm2tt.lang.Numbers.Binary;
import io.github.cm2tt.lang.Promotion.Rules;
import java.util.function.LongBinaryOperator;

/**
 * Arithmetic of the kernel language on numbers, tiles and pointers, and on the bits of integers.
 *
 * <p>Not here: promotion ({@link Promotion}); the operations on elements ({@link Numbers}).
 */
final class Arithmetic {
    private Arithmetic() {}

    /** {@link Triton#add}. */
    static Tensor add(Number a, Number b) {
        if (isPointer(a)) {
            return moved(Operand.of(a), b, false);
        }
        if (isPointer(b)) {
            return moved(Operand.of(b), a, false);
        }
        return binary(Binary.ADD, a, b);
    }

    /** {@link Triton#add}, of one pointer. */
    static Ptr add(Ptr p, long elements) {
        return checked(p).moved(elements);
    }

    /** {@link Triton#sub}. */
    static Tensor sub(Number a, Number b) {
        return isPointer(a) ? moved(Operand.of(a), b, true) : binary(Binary.SUB, a, b);
    }

    /** {@link Triton#sub}, of one pointer. */
    static Ptr sub(Ptr p, long elements) {
        return checked(p).moved(-elements);
    }

    private static Ptr checked(Ptr p) {
        if (p == null) {
            throw new KernelException("T-BINARY-1: operands must be numbers or tiles of numbers: null");
        }
        return p;
    }

    private static boolean isPointer(Number argument) {
        return argument instanceof Ptr || argument instanceof Tensor tensor && tensor.type.isPointer();
    }

    /** Returns pointers that are advanced by a number of elements, forwards or backwards. */
    private static Tensor moved(Operand pointers, Number distance, boolean isBack) {
        Operand offset = Operand.of(distance);
        if (offset == null || !offset.type().isInteger()) {
            throw new KernelException(
                "T-ADD-1: a pointer's offset must be an integer: " + Promotion.describe(distance));
        }
        int[] shape = Promotion.broadcastAll("T-ADD-2", pointers, offset);
        long[] from = Promotion.elementsIn(pointers, shape), by = Promotion.elementsIn(offset, shape);
        long step = isBack ? -pointers.type().pointee.bytes() : pointers.type().pointee.bytes();
        long[] bits = new long[from.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = from[i] + by[i] * step;
        }
        return new Tensor(pointers.type(), shape, bits, Undefined.of(shape, pointers, offset));
    }

    /** {@link Triton#mul}. */
    static Tensor mul(Number a, Number b) {
        return binary(Binary.MUL, a, b);
    }

    /** {@link Triton#div}. */
    static Tensor div(Number a, Number b) {
        return binary(Binary.DIV, a, b);
    }

    /** {@link Triton#mod}. */
    static Tensor mod(Number a, Number b) {
        return binary(Binary.MOD, a, b);
    }

    /** {@link Triton#and}. */
    static Tensor and(Number a, Number b) {
        return binary(Binary.AND, a, b);
    }

    /** {@link Triton#or}. */
    static Tensor or(Number a, Number b) {
        return binary(Binary.OR, a, b);
    }

    /** {@link Triton#xor}. */
    static Tensor xor(Number a, Number b) {
        return binary(Binary.XOR, a, b);
    }

    /** {@link Triton#shl}. */
    static Tensor shl(Number x, Number distance) {
        return binary(Binary.SHL, x, distance);
    }

    /** {@link Triton#ushr}. */
    static Tensor ushr(Number x, Number distance) {
        return binary(Binary.LSHR, x, distance);
    }

    /** {@link Triton#shr}: the sign of x decides before promotion, that of the result if x is a constant. */
    static Tensor shr(Number x, Number distance) {
        Operand[] operands = Elementwise.operands(x, distance);
        ElementType type = Promotion.promote(Rules.COMMON, operands);
        Numbers.checkDefined(Binary.ASHR, type);
        boolean isOfResult = operands[0].isConstant() && !operands[1].isConstant();
        ElementType shifted = isOfResult ? type : operands[0].type();
        boolean isUnsigned = shifted.isInteger() && shifted.isUnsigned();
        return map(type, operands, Numbers.binary(isUnsigned ? Binary.LSHR : Binary.ASHR, type));
    }

    /** {@link Triton#umulhi}. */
    static Tensor umulhi(Number a, Number b) {
        Operand[] operands = Elementwise.operands(a, b);
        ElementType type = Promotion.promote(Rules.COMMON, operands);
        if (!type.isInteger() || type.bits < 32) {
            throw new KernelException(
                "T-UMULHI-1: operands must be integers of 32 or 64 bits: " + Promotion.describeAll(operands));
        }
        return map(type, operands, (x, y) -> Numbers.upperHalf(x, y, type));
    }

    /** {@link Triton#dp4a}: the type of an operand decides about the sign of its bytes. */
    static Tensor dp4a(Number a, Number b, Number c) {
        Operand[] operands = {word(a), word(b), word(c)};
        ElementType sum = operands[2].type();
        boolean isUnsignedA = operands[0].type().isUnsigned(), isUnsignedB = operands[1].type().isUnsigned();
        return Elementwise.map(sum, operands, (x, y, z) -> {
            for (int i = 0; i < 32; i += 8) {
                z += byteAt(x, i, isUnsignedA) * byteAt(y, i, isUnsignedB);
            }
            return sum.canonical(z);
        });
    }

    /** T-DP4A-1: operands are integers of 32 bits. */
    private static Operand word(Number argument) {
        Operand operand = Operand.of(argument);
        if (operand == null || !operand.type().isInteger() || operand.type().bits != 32) {
            throw new KernelException(
                "T-DP4A-1: operands must be integers of 32 bits: " + Promotion.describe(argument));
        }
        return operand;
    }

    private static long byteAt(long word, int shift, boolean isUnsigned) {
        return isUnsigned ? word >> shift & 0xFF : (byte) (word >> shift);
    }

    private static Tensor map(ElementType type, Operand[] operands, LongBinaryOperator function) {
        return Elementwise.map(type, type, operands[0], operands[1], function);
    }

    /** Applies an operation to the elements of both operands, promoted. */
    private static Tensor binary(Binary operation, Number a, Number b) {
        boolean isDivision = operation == Binary.DIV || operation == Binary.MOD;
        Operand[] operands = Elementwise.operands(a, b);
        ElementType type = Promotion.promote(isDivision ? Rules.DIVISION : Rules.COMMON, operands);
        Numbers.checkDefined(operation, type);
        if (isDivision && !type.isFloat() && isZero(operands[1])) {
            throw new KernelException(
                "T-BINARY-5: division by zero: " + operands[0].describe() + " by " + operands[1].describe());
        }
        return map(type, operands, Numbers.binary(operation, type));
    }

    private static boolean isZero(Operand divisor) {
        return divisor.isConstant() && divisor.bits()[0] == 0;
    }

    /** {@link Triton#neg}. */
    static Tensor neg(Number x) {
        Operand operand = Elementwise.operand(x);
        ElementType type = operand.type();
        Numbers.checkDefined(Binary.SUB, type);
        long sign = 1L << (type.bits - 1);
        return Elementwise.map(type, operand, type.isFloat() ? e -> e ^ sign : e -> type.canonical(-e));
    }

    /** {@link Triton#not}. */
    static Tensor not(Number x) {
        Operand operand = Elementwise.operand(x);
        ElementType type = operand.type();
        Numbers.checkDefined(Binary.XOR, type);
        return Elementwise.map(type, operand, e -> type.canonical(~e));
    }

    /** {@link Triton#cdiv}. */
    static int cdiv(Number a, Number b) {
        Operand[] operands = Elementwise.operands(a, b);
        ElementType type = Promotion.promote(Rules.DIVISION, operands);
        if (!type.isInteger() || operands[0].isTile() || operands[1].isTile()) {
            throw new KernelException(
                "T-CDIV-1: operands must be integers: " + Promotion.describeAll(operands));
        }
        if (isZero(operands[1])) {
            throw new KernelException(
                "T-CDIV-2: division by zero: " + operands[0].describe() + " by " + operands[1].describe());
        }
        long divisor = Conversions.convert(operands[1], type).bits()[0];
        long dividend = Conversions.convert(operands[0], type).bits()[0];
        long above = type.canonical(dividend + divisor - 1);
        return (int) Numbers.binary(Binary.DIV, type).applyAsLong(above, divisor);
    }
}
