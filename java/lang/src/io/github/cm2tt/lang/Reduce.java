// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.Arrays;
import java.util.function.LongBinaryOperator;

/**
 * Reductions that have a name: sums, extrema with and without their indices.
 *
 * <p>Not here: reductions by a function of the kernel ({@link Combine}); scans ({@link Scan}); the order of
 * combination ({@link AxisTraversal}).
 */
final class Reduce {
    private Reduce() {}

    /** Returns the tile if its elements are numbers; throws T-REDUCTION-1 if not. */
    static Tensor numbers(Tensor x) {
        if (x == null || x.shape.length == 0 || x.type.isPointer()) {
            throw new KernelException(
                "T-REDUCTION-1: a tile of numbers is expected: " + Promotion.describe(x));
        }
        return x;
    }

    /** Returns the type of a class literal, or the usual type if it is null. */
    static ElementType typeOf(Class<?> literal, ElementType usual) {
        if (literal == null) {
            return usual;
        }
        ElementType type = ElementType.of(literal);
        if (type == null) {
            throw new KernelException("T-REDUCTION-3: a constant truth value or a class literal of a number"
                + " type is expected: " + literal.getName());
        }
        return type;
    }

    /** Returns the elements converted to a type. */
    static long[] elements(Tensor x, ElementType type) {
        return Conversions.convert(Operand.of(x), type).bits().clone();
    }

    //------------------------------------------------------------------------
    // Types
    //------------------------------------------------------------------------

    /** Returns the type in which elements are summed. */
    static ElementType sumType(ElementType type) {
        if (type.isFloat()) {
            return type.bits < 16 ? ElementType.F32 : type;
        }
        if (type.bits >= 32) {
            return type;
        }
        return type.isInteger() && type.isUnsigned() ? ElementType.U32 : ElementType.I32;
    }

    /** Returns the type in which elements are compared if their indices are required. */
    static ElementType comparedType(ElementType type) {
        return type.isFloat() && type.bits < 32 && type != ElementType.F16 ? ElementType.F32 : type;
    }

    private static ElementType extremumType(ElementType type) {
        if (type.bits >= 32) {
            return type;
        }
        return type.isFloat() ? ElementType.F32 : ElementType.I32;
    }

    //------------------------------------------------------------------------
    // Reductions
    //------------------------------------------------------------------------

    private static Tensor reduce(
        Tensor x, Integer axis, boolean keepDims, ElementType type, LongBinaryOperator combine) {
        AxisTraversal axes = AxisTraversal.of("T-REDUCTION-2", x.shape, axis);
        long[] bits = elements(x, type);
        axes.reduce((into, from) -> bits[into] = combine.applyAsLong(bits[into], bits[from]));
        return new Tensor(
            type, axes.reducedShape(keepDims), axes.firsts(bits), Undefined.reduced(x.undefined, axes));
    }

    /** Returns the type if the operation is defined for it; throws T-REDUCTION-4 if not. */
    static ElementType defined(ElementType type, boolean isDefined) {
        if (!isDefined) {
            throw new KernelException("T-REDUCTION-4: no such operation on this type: " + type.name);
        }
        return type;
    }

    /** {@link Triton#sum}. */
    static Tensor sum(Tensor x, Integer axis, boolean keepDims, Class<?> literal) {
        ElementType type = typeOf(literal, sumType(numbers(x).type));
        return reduce(x, axis, keepDims, defined(type, !type.isBool()), adding(type));
    }

    /** {@link Triton#prod}. */
    static Tensor prod(Tensor x, Integer axis, boolean keepDims, Class<?> literal) {
        ElementType type = typeOf(literal, sumType(numbers(x).type));
        return reduce(x, axis, keepDims, defined(type, !type.isBool()), multiplying(type));
    }

    /** {@link Triton#max}. */
    static Tensor max(Tensor x, Integer axis, boolean keepDims) {
        ElementType type = extremumType(numbers(x).type);
        return reduce(x, axis, keepDims, type, choosing(type, 1));
    }

    /** {@link Triton#min}. */
    static Tensor min(Tensor x, Integer axis, boolean keepDims) {
        ElementType type = extremumType(numbers(x).type);
        return reduce(x, axis, keepDims, type, choosing(type, -1));
    }

    /** {@link Triton#xorSum}. */
    static Tensor xorSum(Tensor x, Integer axis, boolean keepDims) {
        return bitwise(x, axis, keepDims, (a, b) -> a ^ b);
    }

    /** {@link Triton#reduceOr}. */
    static Tensor reduceOr(Tensor x, Integer axis, boolean keepDims) {
        return bitwise(x, axis, keepDims, (a, b) -> a | b);
    }

    /** {@link Triton#reduceAnd}. */
    static Tensor reduceAnd(Tensor x, Integer axis, boolean keepDims) {
        return bitwise(x, axis, keepDims, (a, b) -> a & b);
    }

    private static Tensor bitwise(Tensor x, Integer axis, boolean keepDims, LongBinaryOperator combine) {
        ElementType type = numbers(x).type;
        return reduce(x, axis, keepDims, defined(type, !type.isFloat()), combine);
    }

    //------------------------------------------------------------------------
    // Operations on two elements
    //------------------------------------------------------------------------

    /** Returns the sum of two elements. */
    static LongBinaryOperator adding(ElementType type) {
        if (type == ElementType.F64) {
            return (a, b) -> type.ofDouble(type.doubleOf(a) + type.doubleOf(b));
        }
        if (type.isFloat()) { // rounded to the type after each addition
            return (a, b) -> type.ofFloat(type.floatOf(a) + type.floatOf(b));
        }
        return (a, b) -> type.canonical(a + b);
    }

    /** Returns the product of two elements. */
    static LongBinaryOperator multiplying(ElementType type) {
        if (type == ElementType.F64) {
            return (a, b) -> type.ofDouble(type.doubleOf(a) * type.doubleOf(b));
        }
        if (type.isFloat()) {
            return (a, b) -> type.ofFloat(type.floatOf(a) * type.floatOf(b));
        }
        return (a, b) -> type.canonical(a * b);
    }

    /** Returns the maximum (sign 1) or the minimum (-1); for a NaN and a number, the number. */
    private static LongBinaryOperator choosing(ElementType type, int sign) {
        if (!type.isFloat()) {
            return (a, b) -> sign * order(type, a, b) >= 0 ? a : b;
        }
        return (a, b) -> {
            double x = type.doubleOf(a);
            double y = type.doubleOf(b);
            return Double.isNaN(x) || sign * y > sign * x ? b : a;
        };
    }

    private static int order(ElementType type, long a, long b) {
        return type.isUnsigned() ? Long.compareUnsigned(a, b) : Long.compare(a, b);
    }

    /** Returns whether a is the maximum (sign 1) or the minimum (-1); if both are equal, isFirst. */
    private static boolean wins(ElementType type, int sign, long a, long b, boolean isFirst) {
        if (!type.isFloat()) {
            int order = sign * order(type, a, b);
            return order > 0 || order == 0 && isFirst;
        }
        double x = type.doubleOf(a);
        double y = type.doubleOf(b);
        return sign * x > sign * y || x == y && isFirst; // with a NaN, never
    }

    //------------------------------------------------------------------------
    // Extrema with their indices
    //------------------------------------------------------------------------

    /** {@link Triton#argmax}. */
    static Tensor argmax(Tensor x, Integer axis, boolean keepDims, boolean tieBreakLeft) {
        return indexed(x, axis, keepDims, tieBreakLeft, 1).index();
    }

    /** {@link Triton#argmin}. */
    static Tensor argmin(Tensor x, Integer axis, boolean keepDims, boolean tieBreakLeft) {
        return indexed(x, axis, keepDims, tieBreakLeft, -1).index();
    }

    /** {@link Triton#maxWithIndices}. */
    static Triton.ValueIndex maxWithIndices(Tensor x, Integer axis, boolean keepDims, boolean tieBreakLeft) {
        return indexed(x, axis, keepDims, tieBreakLeft, 1);
    }

    /** {@link Triton#minWithIndices}. */
    static Triton.ValueIndex minWithIndices(Tensor x, Integer axis, boolean keepDims, boolean tieBreakLeft) {
        return indexed(x, axis, keepDims, tieBreakLeft, -1);
    }

    private static Triton.ValueIndex indexed(
        Tensor x, Integer axis, boolean keepDims, boolean tieBreakLeft, int sign) {
        ElementType type = comparedType(numbers(x).type);
        AxisTraversal axes = AxisTraversal.of("T-REDUCTION-2", x.shape, axis);
        long[] bits = elements(x, type);
        long[] places = new long[bits.length];
        Arrays.setAll(places, axes::alongAxis);
        axes.reduce((into, from) -> {
            boolean isFirst = tieBreakLeft && places[into] < places[from];
            if (!wins(type, sign, bits[into], bits[from], isFirst)) {
                bits[into] = bits[from];
                places[into] = places[from];
            }
        });
        int[] shape = axes.reducedShape(keepDims);
        Undefined undefined = Undefined.reduced(x.undefined, axes);
        return new Triton.ValueIndex(new Tensor(type, shape, axes.firsts(bits), undefined),
            new Tensor(ElementType.I32, shape, axes.firsts(places), undefined));
    }
}
