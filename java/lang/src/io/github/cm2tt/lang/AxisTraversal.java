// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.Arrays;

/**
 * The order in which elements along an axis are combined. A reduction repeatedly halves the axis and combines
 * each element of the first half with that of the second half, as vectors on a CPU do, so that sums in narrow
 * types do not saturate.
 *
 * <p>Not here: the combination of two elements ({@link Reduce}, {@link Combine}).
 */
final class AxisTraversal {
    /** Combines the elements at two indices of all folded tiles; the result is stored at the first index. */
    @FunctionalInterface
    interface Step {
        void combine(int into, int from);
    }

    private final int[] shape;
    private final boolean isWhole;
    private final int axis;
    /** The extent of the axis, and the distance of its elements. */
    private final int extent;
    private final int stride;
    private final int count;

    private AxisTraversal(int[] shape, boolean isWhole, int axis) {
        this.shape = shape;
        this.isWhole = isWhole;
        this.axis = axis;
        this.count = Tiles.count(shape);
        this.extent = isWhole ? count : shape[axis];
        this.stride = isWhole ? 1 : Tiles.strides(shape)[axis];
    }

    /**
     * Returns the fold of tiles of a shape along an axis, or of all elements if it is null; the label is that
     * of an invalid axis.
     */
    static AxisTraversal of(String label, int[] shape, Integer axis) {
        if (axis == null) {
            return new AxisTraversal(shape, true, 0);
        }
        return new AxisTraversal(shape, false, Tiles.axis(label, axis, shape.length));
    }

    /** Returns the index of an element along the axis. */
    int alongAxis(int place) {
        return place / stride % extent;
    }

    /**
     * Stores the combination of all elements at index 0 along the axis, in the order of a tile that is padded
     * to a power of two.
     */
    void reduce(Step step) {
        for (int half = Integer.highestOneBit(extent - 1); half > 0; half /= 2) {
            for (int index = 0; index < Math.min(half, extent - half); index++) {
                visit(index, half * stride, step);
            }
        }
    }

    /** Visits elements in the order of the axis, or in reverse order, each with its predecessor. */
    void scan(boolean reverse, Step step) {
        for (int turn = 1; turn < extent; turn++) {
            visit(reverse ? extent - 1 - turn : turn, reverse ? stride : -stride, step);
        }
    }

    /** Visits all elements with an index along the axis, each with another one. */
    private void visit(int index, int distance, Step step) {
        for (int start = index * stride; start < count; start += extent * stride) {
            for (int place = start; place < start + stride; place++) {
                step.combine(place, place + distance);
            }
        }
    }

    /** Returns the shape of the result of a reduction. */
    int[] reducedShape(boolean keepDims) {
        if (isWhole) {
            int[] ones = new int[keepDims ? shape.length : 0];
            Arrays.fill(ones, 1);
            return ones;
        }
        int[] dropped = Tiles.without(shape, axis);
        return keepDims ? Tiles.inserted(dropped, axis, 1) : dropped;
    }

    /** Returns the elements at index 0 along the axis. */
    long[] firsts(long[] bits) {
        long[] result = new long[count / extent];
        for (int place = 0, i = 0; place < count; place++) {
            if (alongAxis(place) == 0) {
                result[i++] = bits[place];
            }
        }
        return result;
    }
}
