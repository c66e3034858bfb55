// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Functions of the kernel on elements: reductions, scans, maps. The parameters of a function are tiles
 * without dimensions, which it may unbox ({@code a.floatValue()}), or records of such tiles.
 *
 * <p>Not here: the order of combination ({@link AxisTraversal}); records ({@link Records}).
 */
final class Combine {
    /** Whether a function of elements, which must not write, is running. */
    private static final ThreadLocal<Boolean> IS_INSIDE = ThreadLocal.withInitial(() -> false);

    private Combine() {}

    /** Throws if a function of elements that runs on this thread calls the method. */
    static void checkMayWrite(String method) {
        if (IS_INSIDE.get()) {
            throw new KernelException(
                    "T-LAMBDA-3: a function of elements must not write memory or print: " + method);
        }
    }

    private static <T> T inside(Supplier<T> call) {
        boolean before = IS_INSIDE.get();
        IS_INSIDE.set(true);
        try {
            return call.get();
        } finally {
            IS_INSIDE.set(before);
        }
    }

    //------------------------------------------------------------------------
    // Reductions and scans
    //------------------------------------------------------------------------

    /** Tiles of one shape that are combined in place: one tile, or the components of a record. */
    private static final class Parts<T> {
        final T model;
        final int[] shape;
        final ElementType[] types;
        final long[][] bits;
        final Undefined undefined;

        Parts(T model) {
            this.model = model;
            List<Tensor> tiles = tilesOf(model);
            this.shape = tiles.get(0).shape;
            this.types = tiles.stream().map(tile -> tile.type).toArray(ElementType[]::new);
            this.bits = tiles.stream().map(tile -> tile.bits.clone()).toArray(long[][]::new);
            this.undefined =
                    Undefined.of(shape, tiles.stream().map(Operand::of).toArray(Operand[]::new));
        }

        private static List<Tensor> tilesOf(Object model) {
            List<Tensor> tiles = new ArrayList<>();
            for (Object component : Records.components(model)) {
                if (component instanceof Tensor tile && tile.shape.length != 0 && !tile.type.isPointer()
                        && (tiles.isEmpty() || Arrays.equals(tile.shape, tiles.get(0).shape))) {
                    tiles.add(tile);
                } else {
                    tiles.clear();
                    break;
                }
            }
            if (tiles.isEmpty()) {
                throw new KernelException("T-COMBINE-1: a tile of numbers, or a record of tiles of one shape,"
                        + " is expected: " + describe(model));
            }
            return tiles;
        }

        /** Returns the elements at an index: the arguments of the function. */
        T elements(int place) {
            Tensor[] numbers = new Tensor[types.length];
            Arrays.setAll(numbers,
                    i -> new Tensor(types[i], new int[0], new long[] {bits[i][place]}));
            return Records.with(model, numbers);
        }

        /** Writes the result of the function to an index. */
        void set(int place, T result) {
            Object[] components = Records.components(result);
            boolean isSame = result != null && (result.getClass() == model.getClass() || types.length == 1)
                    && components.length == types.length;
            for (int i = 0; isSame && i < types.length; i++) {
                Operand number = Operand.of(components[i]);
                isSame = number != null && !number.isTile()
                        && (number.type() == types[i] || number.type().isFloat() && types[i].isFloat());
                if (isSame) {
                    bits[i][place] = Conversions.convert(number, types[i]).bits()[0];
                }
            }
            if (!isSame) {
                throw new KernelException("T-COMBINE-6: the function's result must be of the type of the"
                        + " elements, " + describe(elements(place)) + ": " + describe(result));
            }
        }

        T results(int[] resultShape, Function<long[], long[]> chosen, Undefined result) {
            Tensor[] tiles = new Tensor[types.length];
            Arrays.setAll(tiles, i -> new Tensor(types[i], resultShape, chosen.apply(bits[i]), result));
            return Records.with(model, tiles);
        }
    }

    private static String describe(Object value) {
        if (!(value instanceof Record)) {
            return Promotion.describe(value);
        }
        return value.getClass().getSimpleName() + "(" + String.join(", ",
                Arrays.stream(Records.components(value)).map(Combine::describe).toList()) + ")";
    }

    private static <T> BinaryOperator<T> given(BinaryOperator<T> combine) {
        if (combine == null) {
            throw new KernelException("T-COMBINE-5: a lambda or method reference is expected: null");
        }
        return combine;
    }

    /** {@link Triton#reduce}. */
    static <T> T reduce(T x, Integer axis, BinaryOperator<T> combine, boolean keepDims) {
        Parts<T> parts = new Parts<>(x);
        AxisTraversal axes = AxisTraversal.of("T-COMBINE-2", parts.shape, axis);
        given(combine);
        axes.reduce((into, from) -> parts.set(into,
                inside(() -> combine.apply(parts.elements(into), parts.elements(from)))));
        return parts.results(
                axes.reducedShape(keepDims), axes::firsts, Undefined.reduced(parts.undefined, axes));
    }

    /** {@link Triton#scan}. */
    static <T> T scan(T x, int axis, BinaryOperator<T> combine, boolean reverse) {
        Parts<T> parts = new Parts<>(x);
        AxisTraversal axes = AxisTraversal.of("T-COMBINE-2", parts.shape, axis);
        given(combine);
        axes.scan(reverse, (into, from) -> parts.set(into,
                inside(() -> combine.apply(parts.elements(from), parts.elements(into)))));
        return parts.results(
                parts.shape, bits -> bits, Undefined.scanned(parts.undefined, axes, reverse));
    }

    //------------------------------------------------------------------------
    // Maps
    //------------------------------------------------------------------------

    /** {@link Triton#map}, of one tile. */
    static Tensor map(Tensor x, UnaryOperator<Number> f) {
        if (f == null) {
            throw noFunction();
        }
        return map(elements -> f.apply(elements[0]), mapped(x));
    }

    /** {@link Triton#map}, of two tiles. */
    static Tensor map(Tensor x, Tensor y, BinaryOperator<Number> f) {
        if (f == null) {
            throw noFunction();
        }
        return map(elements -> f.apply(elements[0], elements[1]), mapped(x), mapped(y));
    }

    private static KernelException noFunction() {
        return new KernelException("T-MAP-8: a lambda or method reference is expected at the end: null");
    }

    private static Operand mapped(Tensor x) {
        Operand operand = Operand.of(x);
        if (operand == null || !operand.isNumeric()) {
            throw new KernelException("T-MAP-5: tiles of numbers, then a function are expected: "
                    + Promotion.describe(x));
        }
        return operand;
    }

    private static Tensor map(Function<Tensor[], Number> f, Operand... operands) {
        int[] shape = MemoryAccess.shape("T-MAP-6", operands);
        if (shape.length == 0) {
            throw new KernelException("T-MAP-7: one operand must be a tile: " + operands[0].describe());
        }
        long[][] bits = new long[operands.length][];
        Arrays.setAll(bits, i -> Promotion.elementsIn(operands[i], shape));
        long[] result = new long[bits[0].length];
        ElementType type = null;
        Tensor[] elements = new Tensor[operands.length];
        for (int place = 0; place < result.length; place++) {
            for (int i = 0; i < elements.length; i++) {
                elements[i] = new Tensor(operands[i].type(), new int[0], new long[] {bits[i][place]});
            }
            Operand number = result(inside(() -> f.apply(elements)), type);
            type = number.type();
            result[place] = number.bits()[0];
        }
        return new Tensor(type, shape, result, Undefined.of(shape, operands));
    }

    /**
     * Returns the result of a function of elements: a number, with the same type for all elements. The type
     * is null for the first one.
     */
    private static Operand result(Number given, ElementType type) {
        Operand number = Operand.of(given);
        if (number == null || number.isTile() || !number.isNumeric()) {
            throw new KernelException("T-MAP-9: the function must return a number or a record of numbers: "
                    + Promotion.describe(given));
        }
        if (type != null && number.type() != type) {
            throw new KernelException("T-BRANCH-1: the function gives numbers of different types: "
                    + type.name + " and " + number.type().name);
        }
        return number;
    }
}
