// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.util.Arrays;
import java.util.function.LongBinaryOperator;
import java.util.function.UnaryOperator;

/**
 * The elements of a tile that are undefined on a device: a load left them out, since its mask was false and
 * it had no {@code other}, or they were computed of such elements.
 *
 * <p>A kernel may compute with them, as with the other elements of a tile, and have them in rows of a product
 * or a reduction that it does not store. It may not store them, convert them to a number of Java, access
 * memory at them, or have them in a mask.
 *
 * <p>Not here: where they come from and are used ({@link MemoryAccess}, {@link Atomics}).
 *
 * @param elements 1 for each undefined element, in row-major order; must not be changed
 * @param load the line of the load
 */
record Undefined(long[] elements, String load) {
    private static final String PACKAGE = Undefined.class.getPackageName() + ".";

    /** Returns the elements that a load of this thread leaves out; null if it loads all. */
    static Undefined leftOut(long[] isLoaded) {
        if (isLoaded == null || Arrays.stream(isLoaded).allMatch(truth -> truth != 0)) {
            return null;
        }
        return new Undefined(Arrays.stream(isLoaded).map(truth -> truth ^ 1).toArray(), callerLine());
    }

    private static String callerLine() {
        return StackWalker.getInstance().walk(frames -> frames
            .filter(frame -> !frame.getClassName().startsWith(PACKAGE) || frame.getFileName() == null)
            .findFirst()
            .map(frame -> frame.getFileName() + ":" + frame.getLineNumber()).orElse("unknown"));
    }

    /** Returns the undefined elements of an elementwise result, or null. */
    static Undefined of(int[] shape, Operand... operands) {
        Undefined all = null;
        for (Operand operand : operands) {
            Undefined own = operand == null ? null : operand.undefined();
            if (own != null) {
                all = own.broadcast(operand.shape(), shape).or(all);
            }
        }
        return all;
    }

    /**
     * Returns the undefined elements of a function of two truth values: a defined one may decide the result,
     * as false does in {@code and}.
     */
    static Undefined ofTruths(
        int[] shape, Operand a, Operand b, long[] x, long[] y, LongBinaryOperator function) {
        Undefined all = of(shape, a, b);
        if (all == null) {
            return null;
        }
        Undefined ofA = of(shape, a), ofB = of(shape, b);
        long[] elements = all.elements.clone();
        for (int i = 0; i < elements.length; i++) {
            boolean variesA = ofA != null && ofA.elements[i] != 0;
            boolean variesB = ofB != null && ofB.elements[i] != 0;
            long first = function.applyAsLong(variesA ? 0 : x[i], variesB ? 0 : y[i]);
            boolean isSame = true;
            for (int choice = 1; choice < 4; choice++) {
                long left = variesA ? choice & 1 : x[i], right = variesB ? choice >> 1 : y[i];
                isSame &= function.applyAsLong(left, right) == first;
            }
            elements[i] = isSame ? 0 : elements[i];
        }
        return all.with(elements);
    }

    /** Returns these elements broadcast to another shape. */
    Undefined broadcast(int[] from, int[] to) {
        return with(Promotion.elementsIn(new Operand(ElementType.I1, from, elements, false), to));
    }

    /** Returns these or others; others may be null. */
    Undefined or(Undefined other) {
        if (other == null) {
            return this;
        }
        long[] both = elements.clone();
        Arrays.setAll(both, i -> elements[i] | other.elements[i]);
        return with(both);
    }

    /** Returns other elements that the same load left out. */
    Undefined with(long[] others) {
        return new Undefined(others, load);
    }

    /** Returns elements at other positions; null for null. */
    static Undefined moved(Undefined from, UnaryOperator<long[]> places) {
        return from == null ? null : from.with(places.apply(from.elements));
    }

    /** Returns the undefined elements of a reduction. */
    static Undefined reduced(Undefined from, AxisTraversal axes) {
        return moved(from, elements -> {
            long[] any = elements.clone();
            axes.reduce((into, other) -> any[into] |= any[other]);
            return axes.firsts(any);
        });
    }

    /** Returns the undefined elements of a scan. */
    static Undefined scanned(Undefined from, AxisTraversal axes, boolean reverse) {
        return moved(from, elements -> {
            long[] any = elements.clone();
            axes.scan(reverse, (into, other) -> any[into] |= any[other]);
            return any;
        });
    }

    /**
     * Throws if an access uses undefined elements where its mask, which may be null, is true, or if the mask
     * is undefined.
     */
    static void check(String method, String what, Operand operand, int[] shape, long[] mask) {
        Undefined undefined = of(shape, operand);
        if (undefined == null) {
            return;
        }
        for (int i = 0; i < undefined.elements.length; i++) {
            if (undefined.elements[i] != 0 && (mask == null || mask[i] != 0)) {
                throw undefined.error(method + ": " + what + (shape.length == 0 ? "" : ", element "
                    + Tiles.place(i, shape) + ","));
            }
        }
    }

    /** Returns the error of a use of undefined elements. */
    KernelException error(String use) {
        return new KernelException(use + " depends on elements that the load at " + load
            + " leaves out, as its mask is false and it has no 'other'");
    }
}
