// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * Changes of shape, joining and splitting of tiles.
 *
 * <p>Not here: the creation of tiles ({@link Creation}).
 */
final class Shape {
    private Shape() {}

    private static Tensor tile(String label, String what, Tensor x) {
        if (x.shape.length == 0) {
            throw new KernelException(label + ": only a tile can be " + what + ": " + Promotion.describe(x));
        }
        return x;
    }

    /** {@link Triton#expand}. */
    static Tensor expand(Tensor x, int axis) {
        int place = Tiles.axis("T-EXPAND-2", axis, tile("T-EXPAND-1", "expanded", x).shape.length + 1);
        return new Tensor(x.type, Tiles.inserted(x.shape, place, 1), x.bits, x.undefined);
    }

    /** {@link Triton#squeeze}. */
    static Tensor squeeze(Tensor x, int axis) {
        int place = Tiles.axis("T-SQUEEZE-2", axis, tile("T-SQUEEZE-1", "squeezed", x).shape.length);
        if (x.shape[place] != 1) {
            throw new KernelException(
                "T-SQUEEZE-3: extent 1 expected along axis " + place + ": " + Promotion.describe(x));
        }
        return new Tensor(x.type, Tiles.without(x.shape, place), x.bits, x.undefined);
    }

    /** {@link Triton#item}. */
    static Number item(Tensor x) {
        if (x.shape.length == 0 || x.bits.length != 1) {
            throw new KernelException(
                "T-ITEM-1: a tile of one element is expected: " + Promotion.describe(x));
        }
        return x.type.isPointer() ? new Ptr(x.type.pointee, x.bits[0])
            : new Tensor(x.type, new int[0], x.bits, x.undefined);
    }

    /** {@link Triton#reshape}; elements stay in order. */
    static Tensor reshape(Tensor x, boolean canReorder, int[] shape) {
        tile("T-RESHAPE-1", "reshaped", x);
        if (shape.length == 0) {
            throw new KernelException("T-RESHAPE-2: there are no extents");
        }
        int count = Tiles.count(Tiles.checked("T-RESHAPE-2", shape.clone()));
        if (count != x.bits.length) {
            throw new KernelException("T-RESHAPE-3: numbers of elements differ: " + x.bits.length + " of "
                + Promotion.describe(x) + " and " + count + " of " + describe(x.type, shape));
        }
        return new Tensor(x.type, shape.clone(), x.bits, x.undefined);
    }

    /** {@link Triton#ravel}. */
    static Tensor ravel(Tensor x) {
        tile("T-RAVEL-1", "reshaped", x);
        return new Tensor(x.type, new int[] {x.bits.length}, x.bits, x.undefined);
    }

    /** {@link Triton#trans}: the last two dimensions. */
    static Tensor trans(Tensor x) {
        int rank = tile("T-PERMUTE-1", "transposed", x).shape.length;
        if (rank < 2) {
            throw new KernelException(
                "T-PERMUTE-2: two dimensions are expected at least: " + Promotion.describe(x));
        }
        int[] dims = new int[rank];
        Arrays.setAll(dims, dim -> dim);
        dims[rank - 1] = rank - 2;
        dims[rank - 2] = rank - 1;
        return permute(x, dims);
    }

    /** {@link Triton#permute}. */
    static Tensor permute(Tensor x, int[] dims) {
        tile("T-PERMUTE-1", "transposed", x);
        if (dims.length == 0) {
            return trans(x);
        }
        int[] sorted = dims.clone();
        Arrays.sort(sorted);
        int[] all = new int[x.shape.length];
        Arrays.setAll(all, dim -> dim);
        if (!Arrays.equals(sorted, all)) {
            throw new KernelException("T-PERMUTE-3: each of the constants 0 to " + (all.length - 1)
                + " is expected once: " + Arrays.toString(dims));
        }
        int[] from = Tiles.strides(x.shape);
        int[] shape = Arrays.stream(dims).map(dim -> x.shape[dim]).toArray();
        int[] strides = Arrays.stream(dims).map(dim -> from[dim]).toArray();
        return new Tensor(x.type, shape, Tiles.gathered(x.bits, shape, strides),
            Undefined.moved(x.undefined, elements -> Tiles.gathered(elements, shape, strides)));
    }

    /** {@link Triton#broadcast}. */
    static Tensor broadcast(Object x, TensorType type) {
        if (type == null) {
            throw new KernelException("T-BROADCAST-1: the target must be a tile's type: null");
        }
        return broadcast("T-BROADCAST-3", operand("T-BROADCAST-2: cannot broadcast ", x), type.shape);
    }

    /** {@link Triton#broadcastTo}. */
    static Tensor broadcastTo(Object x, int[] shape) {
        Operand operand = operand("T-BROADCASTTO-1: cannot broadcast ", x);
        return broadcast("T-BROADCASTTO-3", operand, Tiles.checked("T-BROADCASTTO-2", shape.clone()));
    }

    private static Tensor broadcast(String label, Operand x, int[] shape) {
        if (!Arrays.equals(Promotion.broadcastShapes(x.shape(), shape), shape)) {
            throw new KernelException(
                label + ": shape does not broadcast: " + x.describe() + " to " + describe(x.type(), shape));
        }
        return new Tensor(x.type(), shape, Promotion.elementsIn(x, shape), Undefined.of(shape, x));
    }

    private static Operand operand(String problem, Object x) {
        Operand operand = Operand.of(x);
        if (operand == null) {
            throw new KernelException(problem + Promotion.describe(x));
        }
        return operand;
    }

    private static String describe(ElementType type, int[] shape) {
        return new Operand(type, shape, new long[0], false).describe();
    }

    /** {@link Triton#joinShape}. */
    static TensorType joinShape(TensorType a, TensorType b) {
        if (a == null || b == null) {
            throw new KernelException("T-JOINSHAPE-1: operands must be tile types: " + a + " and " + b);
        }
        if (a.type != b.type) {
            throw new KernelException("T-JOINSHAPE-2: element types differ: " + a + " and " + b);
        }
        int[] shape = Promotion.broadcastShapes(a.shape, b.shape);
        if (shape == null) {
            throw new KernelException("T-JOINSHAPE-3: shapes do not broadcast: " + a + " and " + b);
        }
        return new TensorType(a.type, Tiles.checked("T-JOINSHAPE-4", shape));
    }

    /** {@link Triton#join}. */
    static Tensor join(Number a, Number b) {
        return interleaved(a, b, true);
    }

    /** {@link Triton#interleave}. */
    static Tensor interleave(Number a, Number b) {
        return interleaved(a, b, false);
    }

    /** Returns the interleaved elements of both tiles, along a new dimension or along the last one. */
    private static Tensor interleaved(Number left, Number right, boolean isJoin) {
        String problem = "T-JOIN-1: only numbers, pointers and tiles can be joined: ";
        Operand a = operand(problem, left);
        Operand b = operand(problem, right);
        ElementType type = commonType("T-JOIN-2: element types differ: ", a, b);
        int[] shape = Promotion.broadcastAll("T-JOIN-3", a, b);
        int[] result = isJoin || shape.length == 0 ? Tiles.inserted(shape, shape.length, 2) : shape.clone();
        if (!isJoin && shape.length != 0) {
            result[shape.length - 1] *= 2;
        }
        Tiles.checked("T-JOIN-4", result);
        long[] x = Promotion.elementsIn(a, shape);
        long[] y = Promotion.elementsIn(b, shape);
        long[] bits = new long[2 * x.length];
        for (int i = 0; i < x.length; i++) {
            bits[2 * i] = type.canonical(x[i]);
            bits[2 * i + 1] = type.canonical(y[i]);
        }
        Undefined ofA = Undefined.of(shape, a), ofB = Undefined.of(shape, b);
        return new Tensor(type, result, bits, joined(ofA, ofB, bits.length, i -> i % 2 == 0, i -> i / 2));
    }

    /**
     * Returns the undefined elements of two tiles that are joined.
     *
     * @param isOfFirst whether an element of the result is one of the first tile
     * @param place its position in that tile
     */
    private static Undefined joined(
        Undefined a, Undefined b, int count, IntPredicate isOfFirst, IntUnaryOperator place) {
        if (a == null && b == null) {
            return null;
        }
        long[] elements = new long[count];
        for (int i = 0; i < count; i++) {
            Undefined own = isOfFirst.test(i) ? a : b;
            elements[i] = own == null ? 0 : own.elements()[place.applyAsInt(i)];
        }
        return (a == null ? b : a).with(elements);
    }

    /** Returns the common type: the type of both, or the unsigned type of two integers of the same width. */
    private static ElementType commonType(String problem, Operand a, Operand b) {
        if (a.type() == b.type()) {
            return a.type();
        }
        boolean areIntegers = a.type().isInteger() && b.type().isInteger();
        if (!areIntegers || a.type().bits != b.type().bits) {
            throw new KernelException(problem + a.describe() + " and " + b.describe());
        }
        return a.type().isUnsigned() ? a.type() : b.type();
    }

    private static long[] everySecond(long[] from, int first) {
        long[] half = new long[from.length / 2];
        Arrays.setAll(half, i -> from[2 * i + first]);
        return half;
    }

    /** {@link Triton#split}. */
    static Triton.Pair split(Tensor x) {
        int rank = x.shape.length;
        if (rank == 0 || x.shape[rank - 1] != 2) {
            throw new KernelException(
                "T-SPLIT-1: only a tile whose last extent is 2 can be split: " + Promotion.describe(x));
        }
        int[] shape = Arrays.copyOf(x.shape, rank - 1);
        long[] first = everySecond(x.bits, 0), second = everySecond(x.bits, 1);
        return new Triton.Pair(
            new Tensor(x.type, shape, first, Undefined.moved(x.undefined, from -> everySecond(from, 0))),
            new Tensor(x.type, shape, second, Undefined.moved(x.undefined, from -> everySecond(from, 1))));
    }

    /** {@link Triton#cat}, along an axis. */
    static Tensor catAlong(Tensor a, Tensor b, int axis) {
        String problem = "T-CAT-4: operands must be tiles of one type: ";
        if (a.shape.length == 0 || !Arrays.equals(a.shape, b.shape)) {
            throw new KernelException(problem + Promotion.describe(a) + " and " + Promotion.describe(b));
        }
        ElementType type = commonType(problem, Operand.of(a), Operand.of(b));
        int along = Tiles.axis("T-CAT-5", axis, a.shape.length);
        int[] shape = a.shape.clone();
        int run = Tiles.strides(shape)[along] * shape[along];
        shape[along] *= 2;
        Tiles.checked("T-CAT-3", shape);
        long[] bits = new long[2 * a.bits.length];
        for (int i = 0; i < bits.length; i++) {
            int from = i / (2 * run) * run + i % run;
            bits[i] = type.canonical(i / run % 2 == 0 ? a.bits[from] : b.bits[from]);
        }
        return new Tensor(type, shape, bits, joined(a.undefined, b.undefined, bits.length,
            i -> i / run % 2 == 0, i -> i / (2 * run) * run + i % run));
    }

    /** {@link Triton#cat}; elements stay in order. */
    static Tensor cat(Tensor a, Tensor b, boolean canReorder) {
        String problem = "T-CAT-1: operands must be tiles of one dimension and one type: ";
        if (a.shape.length != 1 || !Arrays.equals(a.shape, b.shape)) {
            throw new KernelException(problem + Promotion.describe(a) + " and " + Promotion.describe(b));
        }
        ElementType type = commonType(problem, Operand.of(a), Operand.of(b));
        int[] shape = Tiles.checked("T-CAT-3", 2 * a.shape[0]);
        long[] bits = new long[2 * a.bits.length];
        for (int i = 0; i < a.bits.length; i++) {
            bits[i] = type.canonical(a.bits[i]);
            bits[a.bits.length + i] = type.canonical(b.bits[i]);
        }
        int half = a.bits.length;
        return new Tensor(type, shape, bits,
            joined(a.undefined, b.undefined, bits.length, i -> i < half, i -> i % half));
    }
}
