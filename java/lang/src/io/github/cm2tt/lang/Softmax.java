// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

/** The softmax of a tile, by the methods that compute its parts. */
final class Softmax {
    private Softmax() {}

    /** {@link Triton#softmax}. */
    static Tensor softmax(Tensor x, int axis, boolean ieeeRounding) {
        if (x == null || x.shape.length == 0 || !x.type.isFloat()) {
            throw new KernelException(
                "T-SOFTMAX-1: a tile of floating-point numbers is expected: " + Promotion.describe(x));
        }
        int along = Tiles.axis("T-SOFTMAX-2", axis, x.shape.length);
        ElementType type = x.type == ElementType.F64 ? x.type : ElementType.F32;
        Tensor wide = Conversions.convert(Operand.of(x), type).toTensor();
        Tensor distance = Arithmetic.sub(wide, Reduce.max(wide, along, true));
        Tensor power = MathFunctions.apply("exp", distance, Math::exp);
        Tensor sum = Reduce.sum(power, along, true, null);
        return ieeeRounding ? MathFunctions.divRn(power, sum) : MathFunctions.fdiv(power, sum);
    }
}
