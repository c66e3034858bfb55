// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.Arrays;

/**
 * Elements picked by their indices, and counts of equal integers.
 *
 * <p>Not here: other changes of shape ({@link Shape}).
 */
final class Gather {
    private Gather() {}

    private static boolean isTileOfNumbers(Tensor x) {
        return x != null && x.shape.length != 0 && !x.type.isPointer();
    }

    private static boolean isTileOfIntegers(Tensor x) {
        return isTileOfNumbers(x) && x.type.isInteger();
    }

    /** {@link Triton#gather}. */
    static Tensor gather(Tensor x, Tensor index, int axis) {
        if (!isTileOfNumbers(x)) {
            throw new KernelException("T-GATHER-1: a tile of numbers is expected: " + Promotion.describe(x));
        }
        if (!isTileOfIntegers(index)) {
            throw new KernelException(
                "T-GATHER-2: the index must be a tile of integers: " + Promotion.describe(index));
        }
        int along = Tiles.axis("T-GATHER-3", axis, x.shape.length);
        boolean fits = index.shape.length == x.shape.length;
        for (int dim = 0; fits && dim < x.shape.length; dim++) {
            fits = dim == along || index.shape[dim] <= x.shape[dim];
        }
        if (!fits) {
            throw new KernelException("T-GATHER-4: the index must have as many dimensions and, but along"
                + " axis " + along + ", no larger extents: " + Promotion.describe(x) + " and "
                + Promotion.describe(index));
        }
        int[] from = Tiles.strides(x.shape);
        int[] to = Tiles.strides(index.shape);
        long[] bits = new long[index.bits.length];
        long[] undefined = x.undefined == null ? null : new long[bits.length];
        for (int i = 0; i < bits.length; i++) {
            long picked = index.bits[i];
            if (picked < 0 || picked >= x.shape[along]) {
                throw new KernelException("an index is outside of the tile: "
                    + ElementType.format(index.type, picked) + " of " + x.shape[along] + ", element "
                    + Tiles.place(i, index.shape));
            }
            int place = (int) picked * from[along];
            for (int dim = 0; dim < to.length; dim++) {
                place += dim == along ? 0 : i / to[dim] % index.shape[dim] * from[dim];
            }
            bits[i] = x.bits[place];
            if (undefined != null) {
                undefined[i] = x.undefined.elements()[place];
            }
        }
        Undefined all = undefined == null ? null : x.undefined.with(undefined);
        return new Tensor(x.type, index.shape, bits, index.undefined == null ? all : index.undefined.or(all));
    }

    /** {@link Triton#flip}. */
    static Tensor flip(Tensor x, int axis) {
        if (!isTileOfNumbers(x)) {
            throw new KernelException("T-FLIP-1: a tile of numbers is expected: " + Promotion.describe(x));
        }
        int along = Tiles.axis("T-FLIP-2", axis, x.shape.length);
        int stride = Tiles.strides(x.shape)[along];
        int extent = x.shape[along];
        return new Tensor(x.type, x.shape, flipped(x.bits, stride, extent),
            Undefined.moved(x.undefined, from -> flipped(from, stride, extent)));
    }

    private static long[] flipped(long[] from, int stride, int extent) {
        long[] bits = new long[from.length];
        Arrays.setAll(bits, i -> from[i + (extent - 1 - 2 * (i / stride % extent)) * stride]);
        return bits;
    }

    /** {@link Triton#histogram}. */
    static Tensor histogram(Tensor x, int bins, Number mask) {
        if (!isTileOfIntegers(x) || x.shape.length != 1) {
            throw new KernelException("T-HISTOGRAM-1: a tile of one dimension, of integers, is expected: "
                + Promotion.describe(x));
        }
        int[] shape = Tiles.checked("T-HISTOGRAM-2", bins);
        long[] isCounted = mask == null ? null : counted(x, mask);
        long[] counts = new long[bins];
        for (int i = 0; i < x.bits.length; i++) {
            if (isCounted != null && isCounted[i] == 0) {
                continue;
            }
            if (x.bits[i] < 0 || x.bits[i] >= bins) {
                throw new KernelException("a number is outside of the bins: "
                    + ElementType.format(x.type, x.bits[i]) + " of " + bins + ", element "
                    + Tiles.place(i, x.shape));
            }
            counts[(int) x.bits[i]]++;
        }
        return new Tensor(ElementType.I32, shape, counts);
    }

    private static long[] counted(Tensor x, Number mask) {
        Operand operand = Operand.of(mask);
        int[] shape = operand == null ? null : Promotion.broadcastShapes(x.shape, operand.shape());
        if (shape == null || !operand.type().isBool() || !Arrays.equals(shape, x.shape)) {
            throw new KernelException("T-HISTOGRAM-3: the mask must have truth values, and broadcast to "
                + Promotion.describe(x) + ": " + Promotion.describe(mask));
        }
        return Promotion.elementsIn(operand, shape);
    }
}
