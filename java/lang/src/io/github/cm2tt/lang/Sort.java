// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Sorting along an axis. Elements are compared by their keys, which are signed integers in the same order:
 * for floating-point numbers the bits, where those with a sign are inverted but for the sign itself.
 *
 * <p>Not here: extrema ({@link Reduce}).
 */
final class Sort {
    private Sort() {}

    /** The rows along an axis, as keys. */
    private static final class Rows {
        final Tensor tile;
        final int axis;
        final int extent;
        private final int stride;

        Rows(Tensor x, int axis) {
            if (x == null || x.shape.length == 0 || x.type.isPointer()) {
                throw new KernelException(
                    "T-SORT-1: a tile of numbers is expected: " + Promotion.describe(x));
            }
            this.tile = x;
            this.axis = Tiles.axis("T-SORT-2", axis, x.shape.length);
            this.extent = x.shape[this.axis];
            this.stride = Tiles.strides(x.shape)[this.axis];
        }

        int count() {
            return tile.bits.length / extent;
        }

        /** Returns the keys of a row. */
        long[] get(int row) {
            long[] keys = new long[extent];
            for (int i = 0; i < extent; i++) {
                keys[i] = key(tile.type, tile.bits[place(row, extent, i)]);
            }
            return keys;
        }

        /**
         * Returns the first elements of each row in order, and their indices; of equal elements the one with
         * the lesser index first.
         */
        Triton.ValueIndex indexed(int length, boolean descending) {
            int[] shape = tile.shape.clone();
            shape[axis] = length;
            long[] bits = new long[count() * length];
            long[] indices = new long[bits.length];
            for (int row = 0; row < count(); row++) {
                long[] keys = get(row);
                Comparator<Integer> order = Comparator.comparingLong(i -> keys[i]);
                // The sort is stable, and so is one in the reverse order.
                int[] sorted = IntStream.range(0, extent).boxed()
                    .sorted(descending ? order.reversed() : order).mapToInt(i -> i).toArray();
                for (int i = 0; i < length; i++) {
                    int place = place(row, length, i);
                    bits[place] = element(tile.type, keys[sorted[i]]);
                    indices[place] = sorted[i];
                }
            }
            Undefined undefined = undefined(shape);
            return new Triton.ValueIndex(new Tensor(tile.type, shape, bits, undefined),
                new Tensor(ElementType.I32, shape, indices, undefined));
        }

        private int place(int row, int length, int index) {
            return row / stride * length * stride + index * stride + row % stride;
        }

        /** Returns the tile of the rows that a function makes of these, all of one length. */
        Tensor map(int length, UnaryOperator<long[]> function) {
            int[] shape = tile.shape.clone();
            shape[axis] = length;
            long[] bits = new long[count() * length];
            for (int row = 0; row < count(); row++) {
                long[] keys = function.apply(get(row));
                for (int i = 0; i < length; i++) {
                    bits[place(row, length, i)] = element(tile.type, keys[i]);
                }
            }
            return new Tensor(tile.type, shape, bits, undefined(shape));
        }

        /** Each element of a row may be any of it. */
        private Undefined undefined(int[] shape) {
            AxisTraversal axes = AxisTraversal.of("T-SORT-2", tile.shape, axis);
            Undefined any = Undefined.reduced(tile.undefined, axes);
            return any == null ? null : any.broadcast(axes.reducedShape(true), shape);
        }
    }

    private static long key(ElementType type, long bits) {
        if (type.isFloat()) {
            int unused = Long.SIZE - type.bits;
            return ordered(type, bits << unused >> unused);
        }
        return type == ElementType.U64 ? bits ^ Long.MIN_VALUE : bits;
    }

    private static long element(ElementType type, long key) {
        if (type.isFloat()) {
            return type.canonical(ordered(type, key));
        }
        return type == ElementType.U64 ? key ^ Long.MIN_VALUE : key;
    }

    /** Inverts the bits of a number with a sign, but for the sign; it is its own inverse. */
    private static long ordered(ElementType type, long bits) {
        return bits ^ bits >> (Long.SIZE - 1) & (1L << (type.bits - 1)) - 1;
    }

    private static void reverse(long[] keys) {
        for (int i = 0; i < keys.length / 2; i++) {
            long first = keys[i];
            keys[i] = keys[keys.length - 1 - i];
            keys[keys.length - 1 - i] = first;
        }
    }

    private static long[] sorted(long[] keys, boolean descending) {
        Arrays.sort(keys);
        if (descending) {
            reverse(keys);
        }
        return keys;
    }

    /** {@link Triton#sort}. */
    static Tensor sort(Tensor x, int axis, boolean descending) {
        Rows rows = new Rows(x, axis);
        return rows.map(rows.extent, keys -> sorted(keys, descending));
    }

    /** {@link Triton#topk}. */
    static Tensor topk(Tensor x, int k, int axis, boolean descending) {
        Rows rows = rowsOf(x, k, axis);
        return rows.map(k, keys -> sorted(keys, descending));
    }

    /** Returns the rows of which a number of elements is taken. */
    private static Rows rowsOf(Tensor x, int k, int axis) {
        Rows rows = new Rows(x, axis);
        if (Integer.bitCount(k) != 1 || k < 1 || k > rows.extent) {
            throw new KernelException(
                "T-SORT-4: a constant power of two up to " + rows.extent + " is expected: " + k);
        }
        return rows;
    }

    /** {@link Triton#sortWithIndices}. */
    static Triton.ValueIndex sortWithIndices(Tensor x, int axis, boolean descending) {
        Rows rows = new Rows(x, axis);
        return rows.indexed(rows.extent, descending);
    }

    /** {@link Triton#argsort}. */
    static Tensor argsort(Tensor x, int axis, boolean descending) {
        return sortWithIndices(x, axis, descending).index();
    }

    /** {@link Triton#topkWithIndices}. */
    static Triton.ValueIndex topkWithIndices(Tensor x, int k, int axis, boolean descending) {
        return rowsOf(x, k, axis).indexed(k, descending);
    }

    /**
     * {@link Triton#bitonicMerge}: exchanges elements whose indices differ in one bit, from the highest. Rows
     * whose extent is not a power of two are sorted.
     */
    static Tensor bitonicMerge(Tensor x, int axis, boolean descending) {
        Rows rows = new Rows(x, axis);
        if (Integer.bitCount(rows.extent) != 1) {
            return sort(x, axis, descending);
        }
        return rows.map(rows.extent, keys -> {
            for (int bit = rows.extent / 2; bit > 0; bit /= 2) {
                for (int i = 0; i < keys.length; i++) {
                    if ((i & bit) == 0 && keys[i] != keys[i | bit]
                        && keys[i] > keys[i | bit] != descending) {
                        long lesser = keys[i | bit];
                        keys[i | bit] = keys[i];
                        keys[i] = lesser;
                    }
                }
            }
            return keys;
        });
    }
}
