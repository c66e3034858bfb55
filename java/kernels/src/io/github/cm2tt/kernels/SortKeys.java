// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.ElementType;

/**
 * Integers whose order is that of the elements to sort, for {@link Sort} and {@link TopK}: -0 is below 0, and
 * NaN above all numbers. With an index in the lower half of a long, equal elements are ordered by their
 * index.
 */
final class SortKeys {
    private SortKeys() {}

    /** Throws unless a tensor has a type that is sorted. */
    static void require(String name, DeviceTensor tensor) {
        Tensors.requireType(
            name, tensor, ElementType.FP32, ElementType.FP16, ElementType.BF16, ElementType.I32);
    }

    /** Returns the keys of integers or floating-point numbers; DESCENDING: the greatest has the least key. */
    static Tensor of(Tensor x, @Constant boolean INTEGERS, @Constant boolean DESCENDING) {
        var keys = x;
        if (!INTEGERS) {
            var numbers = Triton.conv(float.class, x);
            keys = ofFloats(Triton.where(numbers.eq(numbers), numbers, Float.NaN));
        }
        return DESCENDING ? keys.not() : keys;
    }

    /** Returns integers that have the order of floats. */
    static Tensor ofFloats(Tensor x) {
        var bits = Triton.bitcast(int.class, x);
        return bits.xor(bits.shr(31).and(0x7fffffff));
    }

    /** Returns the elements of keys, floating-point numbers as floats. */
    static Tensor elements(Tensor keys, @Constant boolean INTEGERS, @Constant boolean DESCENDING) {
        var bits = DESCENDING ? keys.not() : keys;
        return INTEGERS ? bits : Triton.bitcast(float.class, bits.xor(bits.shr(31).and(0x7fffffff)));
    }

    /** Returns longs that have the order of keys, and that of indices where keys are equal. */
    static Tensor pack(Tensor keys, Tensor indices) {
        return Triton.conv(long.class, keys).shl(32).or(Triton.conv(long.class, indices));
    }

    /** Returns the keys of {@link #pack}. */
    static Tensor keys(Tensor packed) {
        return Triton.conv(int.class, packed.shr(32));
    }

    /** Returns the indices of {@link #pack}. */
    static Tensor indices(Tensor packed) {
        return Triton.conv(int.class, packed);
    }
}
