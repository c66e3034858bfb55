// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import io.github.cm2tt.lang.Numbers.Binary;
import io.github.cm2tt.lang.Promotion.Rules;
import io.github.cm2tt.lang.Triton.CompareKind;
import io.github.cm2tt.lang.Triton.PropagateNan;
import java.util.Arrays;
import java.util.function.LongBinaryOperator;

/**
 * Comparisons of the kernel language, logic on their results, and selection of values.
 *
 * <p>Not here: promotion ({@link Promotion}); the operations on elements ({@link Numbers}).
 */
final class Comparison {
    private Comparison() {}

    /** {@link Triton#compare}. */
    static Tensor compare(Number a, Number b, CompareKind kind) {
        Operand[] operands = Elementwise.operands(a, b);
        ElementType type = Promotion.promote(Rules.COMMON, operands);
        if (kind == null) {
            throw new KernelException("T-COMPARE-1: the kind must be a constant of CompareKind: null");
        }
        Numbers.checkComputed(type);
        LongBinaryOperator holds = Numbers.comparison(kind, type);
        return Elementwise.map(ElementType.I1, type, operands[0], operands[1], holds);
    }

    /** {@link Triton#logicalAnd}. */
    static Tensor logicalAnd(Number a, Number b) {
        Operand x = Elementwise.operand(a), y = Elementwise.operand(b);
        return Elementwise.map(ElementType.I1, ElementType.I1, x, y, (p, q) -> p & q);
    }

    /** {@link Triton#logicalOr}. */
    static Tensor logicalOr(Number a, Number b) {
        Operand x = Elementwise.operand(a), y = Elementwise.operand(b);
        return Elementwise.map(ElementType.I1, ElementType.I1, x, y, (p, q) -> p | q);
    }

    /** {@link Triton#logicalNot}. */
    static Tensor logicalNot(Number x) {
        Operand truth = Conversions.convert(Elementwise.operand(x), ElementType.I1);
        return Elementwise.map(ElementType.I1, truth, p -> p ^ 1);
    }

    /** {@link Triton#where}. */
    static Tensor where(Number condition, Number x, Number y) {
        Operand holds = Operand.of(condition);
        if (holds == null || !holds.isNumeric()) {
            throw new KernelException("T-WHERE-1: the condition must be a truth value or a tile of truth "
                + "values: " + Promotion.describe(condition));
        }
        Operand[] choices = choices(x, y);
        ElementType type =
            choices[0].isNumeric() ? Promotion.promote(Rules.COMMON, choices) : choices[0].type();
        int[] shape = Promotion.broadcastAll("T-BINARY-3", holds, choices[0], choices[1]);
        long[] chosen = Elementwise.elements(holds, ElementType.I1, shape);
        long[] first = Elementwise.elements(choices[0], type, shape);
        long[] second = Elementwise.elements(choices[1], type, shape);
        long[] bits = new long[first.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = chosen[i] != 0 ? first[i] : second[i];
        }
        return new Tensor(type, shape, bits, undefined(shape, holds, chosen, choices));
    }

    /** Returns the undefined elements of a selection: those of the choice, and of the condition. */
    private static Undefined undefined(int[] shape, Operand condition, long[] chosen, Operand[] choices) {
        Undefined all = Undefined.of(shape, condition);
        for (int choice = 0; choice < 2; choice++) {
            Undefined own = Undefined.of(shape, choices[choice]);
            boolean isFirst = choice == 0;
            if (own != null) {
                long[] elements = own.elements().clone();
                Arrays.setAll(elements, i -> chosen[i] != 0 == isFirst ? own.elements()[i] : 0);
                all = own.with(elements).or(all);
            }
        }
        return all;
    }

    /** Returns the operands of a selection: numbers, or pointers of one type. */
    private static Operand[] choices(Number x, Number y) {
        Operand first = Operand.of(x), second = Operand.of(y);
        if (first == null || second == null || first.isNumeric() || second.isNumeric()) {
            return Elementwise.operands(x, y);
        }
        if (first.type() != second.type()) {
            throw new KernelException(
                "T-WHERE-2: pointers differ: " + first.describe() + " and " + second.describe());
        }
        return new Operand[] {first, second};
    }

    /** {@link Triton#maximum}. */
    static Tensor maximum(Number a, Number b, PropagateNan nan) {
        Operand[] operands = Elementwise.operands(a, b);
        ElementType type = extremeType(operands);
        return Elementwise.map(type, type, operands[0], operands[1], Numbers.binary(greater(nan), type));
    }

    /** {@link Triton#minimum}. */
    static Tensor minimum(Number a, Number b, PropagateNan nan) {
        Operand[] operands = Elementwise.operands(a, b);
        ElementType type = extremeType(operands);
        return Elementwise.map(type, type, operands[0], operands[1], Numbers.binary(lesser(nan), type));
    }

    /** {@link Triton#clamp}. */
    static Tensor clamp(Number x, Number low, Number high, PropagateNan nan) {
        Operand[] operands = Elementwise.operands(x, low, high);
        ElementType type = extremeType(operands);
        LongBinaryOperator greater = Numbers.binary(greater(nan), type);
        LongBinaryOperator lesser = Numbers.binary(lesser(nan), type);
        return Elementwise.map(
            type, operands, (e, least, most) -> lesser.applyAsLong(greater.applyAsLong(e, least), most));
    }

    /** Returns the common type; bf16 is compared as float. */
    private static ElementType extremeType(Operand... operands) {
        ElementType type = Promotion.promote(Rules.COMMON, operands);
        Numbers.checkDefined(Binary.MAX, type);
        return type == ElementType.BF16 ? ElementType.F32 : type;
    }

    private static Binary greater(PropagateNan nan) {
        return nan == PropagateNan.ALL ? Binary.MAX : Binary.MAXNUM;
    }

    private static Binary lesser(PropagateNan nan) {
        return nan == PropagateNan.ALL ? Binary.MIN : Binary.MINNUM;
    }
}
