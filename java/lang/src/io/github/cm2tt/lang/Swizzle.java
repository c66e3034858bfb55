// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import io.github.cm2tt.lang.Promotion.Rules;

/** Orders of blocks. */
final class Swizzle {
    private Swizzle() {}

    /** {@link Triton#swizzle2d}. */
    static Triton.Pair swizzle2d(Number i, Number j, Number rows, Number columns, Number group) {
        Operand[] operands = Elementwise.operands(i, j, rows, columns, group);
        ElementType type = Promotion.promote(Rules.DIVISION, operands);
        int[] shape = Promotion.broadcastAll("T-BINARY-3", operands);
        if (!type.isInteger()) {
            throw new KernelException("T-SWIZZLE-1: integers are expected, not " + type.name);
        }
        Tensor[] values = new Tensor[operands.length];
        for (int k = 0; k < values.length; k++) {
            values[k] = new Tensor(type, shape, Elementwise.elements(operands[k], type, shape),
                Undefined.of(shape, operands[k]));
        }
        Tensor place = Arithmetic.add(Arithmetic.mul(values[0], values[3]), values[1]);
        Tensor size = Arithmetic.mul(values[4], values[3]);
        Tensor first = Arithmetic.mul(Arithmetic.div(place, size), values[4]);
        Tensor rest = Arithmetic.sub(values[2], first);
        Tensor height = Comparison.minimum(rest, values[4], Triton.PropagateNan.NONE);
        Tensor inGroup = Arithmetic.mod(place, size);
        return new Triton.Pair(
            Arithmetic.add(first, Arithmetic.mod(inGroup, height)), Arithmetic.div(inGroup, height));
    }
}
