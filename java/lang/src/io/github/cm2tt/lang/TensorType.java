// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.Arrays;

/**
 * The shape and the element type of a tile, which kernels pass from {@link Tensor#type} to {@link
 * Triton#broadcast}.
 *
 * <pre>{@code
 * TensorType both = Triton.joinShape(x.type(), y.type());
 * Tensor wide = Triton.broadcast(x, both);
 * }</pre>
 */
public final class TensorType {
    /** The type of the elements. */
    final ElementType type;
    /** The extents, at least one. */
    final int[] shape;

    TensorType(ElementType type, int[] shape) {
        this.type = type;
        this.shape = shape;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TensorType that && type.equals(that.type) && Arrays.equals(shape, that.shape);
    }

    @Override
    public int hashCode() {
        return 31 * type.hashCode() + Arrays.hashCode(shape);
    }

    /** Returns the element type and the shape, for messages and debuggers. */
    @Override
    public String toString() {
        return type + Arrays.toString(shape).replace(", ", "x");
    }
}
