// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.function.LongBinaryOperator;

/**
 * Scans that have a name: running sums and products.
 *
 * <p>Not here: scans by a function of the kernel ({@link Combine}); the order of combination ({@link
 * AxisTraversal}).
 */
final class Scan {
    private Scan() {}

    /**
     * Returns the type of a scan. Scans widen bf16 for sums, which reductions do not; products do not widen
     * integers.
     */
    private static ElementType runningType(ElementType type, boolean isSum) {
        return isSum && type != ElementType.BF16 ? Reduce.sumType(type) : Reduce.comparedType(type);
    }

    /** {@link Triton#cumsum}. */
    static Tensor cumsum(Tensor x, int axis, boolean reverse, Class<?> literal) {
        ElementType type = Reduce.typeOf(literal, runningType(Reduce.numbers(x).type, true));
        return scan(x, axis, reverse, Reduce.defined(type, !type.isBool()), Reduce.adding(type));
    }

    /** {@link Triton#cumprod}. */
    static Tensor cumprod(Tensor x, int axis, boolean reverse, Class<?> literal) {
        ElementType type = Reduce.typeOf(literal, runningType(Reduce.numbers(x).type, false));
        return scan(x, axis, reverse, Reduce.defined(type, !type.isBool()), Reduce.multiplying(type));
    }

    private static Tensor scan(
        Tensor x, int axis, boolean reverse, ElementType type, LongBinaryOperator combine) {
        AxisTraversal axes = AxisTraversal.of("T-REDUCTION-2", x.shape, axis);
        long[] bits = Reduce.elements(x, type);
        axes.scan(reverse, (into, from) -> bits[into] = combine.applyAsLong(bits[from], bits[into]));
        return new Tensor(type, x.shape, bits, Undefined.scanned(x.undefined, axes, reverse));
    }
}
