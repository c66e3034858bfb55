// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.Arrays;
import java.util.StringJoiner;

/**
 * Functions on tiles that the families share: extents, axes, indices of elements.
 *
 * <p>Not here: broadcasting, and the types of operands ({@link Promotion}).
 */
final class Tiles {
    /** The maximum number of elements of a tile. */
    static final int MAX_ELEMENTS = 1 << 20;

    private Tiles() {}

    /** Returns the number of elements of a tile with a shape. */
    static int count(int... shape) {
        int count = 1;
        for (int extent : shape) {
            count *= extent;
        }
        return count;
    }

    /** Returns the shape, or throws an error with the label if it is not the shape of a tile. */
    static int[] checked(String label, int... shape) {
        boolean isPower = true;
        for (int extent : shape) {
            if (extent < 1) {
                throw new KernelException(label + ": extents must be positive: " + name(shape));
            }
            isPower &= Integer.bitCount(extent) == 1;
        }
        if (isTooLarge(shape)) {
            throw new KernelException(label + ": a tile has at most " + MAX_ELEMENTS + " elements"
                + (isPower ? "" : ", extents rounded up to powers of two") + ": " + name(shape));
        }
        return shape;
    }

    /**
     * Returns whether a shape has more elements than a tile can have. The compiler rounds extents up to
     * powers of two.
     */
    static boolean isTooLarge(int[] shape) {
        long count = 1;
        for (int extent : shape) {
            count *= roundUp(extent);
            if (count > MAX_ELEMENTS) {
                return true;
            }
        }
        return false;
    }

    /** Returns the least power of two that is not less than a positive number. */
    private static long roundUp(int extent) {
        long power = Integer.highestOneBit(extent);
        return power == extent ? power : 2 * power;
    }

    /** Returns the name of a shape in messages, {@code 4x8}. */
    static String name(int[] shape) {
        StringJoiner text = new StringJoiner("x");
        for (int extent : shape) {
            text.add(Integer.toString(extent));
        }
        return text.toString();
    }

    /** Returns an axis, counted from 0; a negative number counts from the end. */
    static int axis(String label, int axis, int rank) {
        if (axis < -rank || axis >= rank) {
            throw new KernelException(
                label + ": the axis must be a constant from " + -rank + " to " + (rank - 1) + ": " + axis);
        }
        return axis < 0 ? axis + rank : axis;
    }

    /** Returns the strides along each dimension. */
    static int[] strides(int[] shape) {
        int[] strides = new int[shape.length];
        for (int dim = shape.length - 1, step = 1; dim >= 0; step *= shape[dim--]) {
            strides[dim] = step;
        }
        return strides;
    }

    /** Returns the shape with an additional extent at an index. */
    static int[] inserted(int[] shape, int place, int extent) {
        int[] result = new int[shape.length + 1];
        System.arraycopy(shape, 0, result, 0, place);
        result[place] = extent;
        System.arraycopy(shape, place, result, place + 1, shape.length - place);
        return result;
    }

    /** Returns the shape without the extent at an index. */
    static int[] without(int[] shape, int place) {
        int[] result = Arrays.copyOf(shape, shape.length - 1);
        System.arraycopy(shape, place + 1, result, place, result.length - place);
        return result;
    }

    /** Returns the elements at the indices given by strides: {@code from[Σ index * stride]}. */
    static long[] gathered(long[] from, int[] shape, int[] strides) {
        long[] result = new long[count(shape)];
        int[] index = new int[shape.length];
        for (int i = 0, place = 0; i < result.length; i++) {
            result[i] = from[place];
            for (int dim = shape.length - 1; dim >= 0; dim--) {
                place += strides[dim];
                if (++index[dim] < shape[dim]) {
                    break;
                }
                index[dim] = 0;
                place -= shape[dim] * strides[dim];
            }
        }
        return result;
    }

    /** Returns the index of an element in messages, {@code [3, 17]}. */
    static String place(int element, int[] shape) {
        int[] strides = strides(shape);
        int[] index = new int[shape.length];
        for (int dim = 0; dim < shape.length; dim++) {
            index[dim] = element / strides[dim] % shape[dim];
        }
        return Arrays.toString(index);
    }
}
