// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Reflect;
import io.github.cm2tt.lang.Tensor;
import java.util.Arrays;

/**
 * Where the elements of the tensors of an elementwise kernel are. Axes that are neighbours in all tensors are
 * one; what remains are columns, the last axis, and rows, up to three axes before it.
 *
 * @param rows the number of rows
 * @param columns the number of columns
 * @param middle the extent of the second axis of the rows
 * @param inner the extent of the third axis of the rows
 * @param x the strides of the first operand; 0 along axes in which it is broadcast
 * @param y those of the second operand
 * @param out those of the result
 */
public record ElementLayout(int rows, int columns, int middle, int inner, Strides x, Strides y, Strides out) {
    private static final int AXES = 4;
    private static final long LONGEST = 1 << 30;

    /**
     * The distances of neighbours along each axis, in elements.
     *
     * @param outer along the first axis of the rows
     * @param middle along the second
     * @param inner along the third
     * @param column along the columns
     */
    public record Strides(long outer, long middle, long inner, long column) {
        private static Strides of(long[] strides) {
            return new Strides(strides[0], strides[1], strides[2], strides[3]);
        }
    }

    /** Returns the addresses of a block's elements. */
    @Reflect
    Tensor places(Ptr tensor, Strides strides, Rows.Block block) {
        var row = block.row();
        var first = row.div(middle * inner).mul(strides.outer());
        var second = row.div(inner).mod(middle).mul(strides.middle());
        var third = row.mod(inner).mul(strides.inner());
        return tensor.add(first.add(second).add(third)).add(block.column().mul(strides.column()));
    }

    /**
     * Returns the layout of tensors whose shapes broadcast to that of the result.
     *
     * @throws IllegalArgumentException if they do not, or more than four axes remain
     */
    static ElementLayout of(DeviceTensor x, DeviceTensor y, DeviceTensor out) {
        long[][] strides = {strides("x", x, out), strides("y", y, out), strides("out", out, out)};
        long[] extents = new long[AXES];
        long[][] kept = new long[strides.length][AXES];
        Arrays.fill(extents, 1);
        int at = AXES;
        for (int axis = out.rank() - 1; axis >= 0; axis--) {
            long extent = out.size(axis);
            if (extent == 1) {
                continue;
            }
            if (at < AXES && extents[at] * extent <= LONGEST
                && continues(strides, kept, axis, at, extents[at])) {
                extents[at] *= extent;
                continue;
            }
            if (--at < 0) {
                throw new IllegalArgumentException("out: expected at most " + AXES
                    + " axes that are no neighbours in memory, found " + out + " of " + x + " and " + y);
            }
            extents[at] = extent;
            for (int i = 0; i < strides.length; i++) {
                kept[i][at] = strides[i][axis];
            }
        }
        if (at == AXES) {
            kept[0][AXES - 1] = kept[1][AXES - 1] = kept[2][AXES - 1] = 1;
        }
        return new ElementLayout(Math.toIntExact(extents[0] * extents[1] * extents[2]),
            Math.toIntExact(extents[3]), Math.toIntExact(extents[1]), Math.toIntExact(extents[2]),
            Strides.of(kept[0]), Strides.of(kept[1]), Strides.of(kept[2]));
    }

    private static boolean continues(long[][] strides, long[][] kept, int axis, int at, long extent) {
        for (int i = 0; i < strides.length; i++) {
            if (strides[i][axis] != kept[i][at] * extent) {
                return false;
            }
        }
        return true;
    }

    private static long[] strides(String name, DeviceTensor tensor, DeviceTensor out) {
        long[] strides = new long[out.rank()];
        int missing = out.rank() - tensor.rank();
        boolean broadcasts = missing >= 0;
        for (int axis = 0; broadcasts && axis < tensor.rank(); axis++) {
            broadcasts = tensor.size(axis) == 1 || tensor.size(axis) == out.size(axis + missing);
            strides[axis + missing] = tensor.size(axis) == 1 ? 0 : tensor.stride(axis);
        }
        if (!broadcasts) {
            throw new IllegalArgumentException(name + ": expected a shape that broadcasts to "
                + Arrays.toString(out.shape()) + ", found " + tensor);
        }
        return strides;
    }
}
