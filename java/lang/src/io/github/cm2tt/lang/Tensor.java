// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.Arrays;

/**
 * A tile: numbers, truth values or pointers in a rectangle; or one number, as the sum of a tile is.
 */
public final class Tensor extends Number {
    private static final long serialVersionUID = 1;

    /** What the elements are. */
    final transient ElementType type;
    /** The extents, the last one counting fastest; none for one number. */
    final transient int[] shape;
    /** The elements in row-major order, each in its type's canonical form ({@link ElementType}). */
    final transient long[] bits;

    Tensor(ElementType type, int[] shape, long[] bits) {
        this.type = type;
        this.shape = shape;
        this.bits = bits;
    }

    private long one() {
        if (shape.length != 0) {
            throw new IllegalStateException("a tile of shape " + Arrays.toString(shape)
                    + " has no number's value: reduce it, or take Triton.item of a tile of one element");
        }
        return bits[0];
    }

    @Override
    public int intValue() {
        return ElementType.toInt(type, one());
    }

    @Override
    public long longValue() {
        return ElementType.toLong(type, one());
    }

    @Override
    public float floatValue() {
        return ElementType.toFloat(type, one());
    }

    @Override
    public double doubleValue() {
        return ElementType.toDouble(type, one());
    }
}
