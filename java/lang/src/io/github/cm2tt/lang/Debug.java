// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.function.IntPredicate;

/**
 * Printing and checking in a kernel, and promises to the compiler, which are checked here. Lines are those
 * that a compiled kernel prints, and go to {@code System.out}.
 */
final class Debug {
    /** The largest divisor that is known for pointers into arrays. */
    private static final long LARGEST_ALIGNMENT = 256;

    private Debug() {}

    //------------------------------------------------------------------------
    // Printing
    //------------------------------------------------------------------------

    /** {@link Triton#devicePrint}: a line for each element, {@code pid (0, 0, 0) idx ( 3) x: 1.500000}. */
    static void devicePrint(String prefix, Number[] values) {
        print("devicePrint", prefix, values, Debug::text);
    }

    /** {@link Triton#devicePrintHex}: {@code pid (0, 0, 0) idx ( 3) x: 0x3fc00000}. */
    static void devicePrintHex(String prefix, Number[] values) {
        print("devicePrintHex", prefix, values, Debug::hexText);
    }

    /** The text of an element. */
    @FunctionalInterface
    private interface ElementText {
        String of(ElementType type, long element);
    }

    private static void print(String method, String prefix, Number[] values, ElementText text) {
        Combine.checkMayWrite("Triton." + method);
        if (prefix == null || !prefix.chars().allMatch(Debug::isPrintable)) {
            throw new KernelException("T-DEVICEPRINT-1: the prefix must be a constant string of printable"
                    + " ASCII characters: " + prefix);
        }
        String program = "pid (" + Programs.id(0) + ", " + Programs.id(1) + ", " + Programs.id(2) + ")";
        String label = label(prefix, values.length > 0);
        StringBuilder lines = new StringBuilder();
        if (values.length == 0) {
            lines.append(program).append(label).append('\n');
        }
        for (int i = 0; i < values.length; i++) {
            Operand operand = Operand.of(values[i]);
            if (operand == null) {
                throw new KernelException("T-DEVICEPRINT-2: only numbers, pointers and tiles can be printed: "
                        + Promotion.describe(values[i]));
            }
            String head = label + (values.length > 1 ? "(operand " + i + ") " : "");
            for (int place = 0; place < operand.size(); place++) {
                lines.append(program).append(" idx (").append(index(place, operand.shape())).append(')')
                        .append(head).append(text.of(operand.type(), operand.bits()[place])).append('\n');
            }
        }
        System.out.print(lines);
    }

    private static boolean isPrintable(int character) {
        return character >= ' ' && character <= '~' || character >= '\t' && character <= '\r';
    }

    /** Returns the prefix as Triton writes it: with a space in front, and with a colon if values follow. */
    private static String label(String text, boolean hasValues) {
        String label = text;
        if (hasValues && !label.endsWith(" ")) {
            label += " ";
        }
        if (hasValues && !label.endsWith(": ")) {
            label = label.substring(0, label.length() - 1) + ": ";
        }
        return label.length() > 2 && label.charAt(0) != ' ' ? " " + label : label;
    }

    /** Returns the index of an element in its tile, with all indices padded to the same width. */
    private static String index(int place, int[] shape) {
        int[] strides = Tiles.strides(shape);
        StringJoiner text = new StringJoiner(", ");
        for (int dim = 0; dim < shape.length; dim++) {
            int width = Integer.toString(shape[dim] - 1).length();
            text.add(String.format(Locale.ROOT, "%" + width + "d", place / strides[dim] % shape[dim]));
        }
        return text.toString();
    }

    /** Returns the bits of an element with all digits, those of a pointer without leading zeros. */
    private static String hexText(ElementType type, long element) {
        if (type.isPointer()) {
            return text(type, element);
        }
        long bits = type.bits == Long.SIZE ? element : element & (1L << type.bits) - 1;
        return String.format(Locale.ROOT, "0x%0" + Math.max(type.bits / 4, 1) + "x", bits);
    }

    /** Returns an element in the format of C's printf with %f, %i or %u, or %p. */
    private static String text(ElementType type, long element) {
        if (type.isPointer()) {
            return "0x" + Long.toHexString(element);
        }
        if (!type.isFloat()) {
            return type.isUnsigned() ? Long.toUnsignedString(element) : Long.toString(element);
        }
        boolean isNegative = (element >>> (type.bits - 1) & 1) != 0;
        double magnitude = Math.abs(type.doubleOf(element));
        String digits = Double.isNaN(magnitude) ? "nan"
                : Double.isInfinite(magnitude) ? "inf"
                : new BigDecimal(magnitude).setScale(6, RoundingMode.HALF_EVEN).toPlainString();
        return isNegative ? "-" + digits : digits;
    }

    /** {@link Triton#staticPrint}: printed by the first program only, since the compiler prints it once. */
    static void staticPrint(Object[] values) {
        if (Programs.id(0) != 0 || Programs.id(1) != 0 || Programs.id(2) != 0) {
            return;
        }
        StringJoiner text = new StringJoiner(" ", "remark: ", System.lineSeparator());
        for (Object value : values) {
            text.add(value instanceof Number ? Promotion.describe(value) : String.valueOf(value));
        }
        System.out.print(text);
    }

    //------------------------------------------------------------------------
    // Assertions
    //------------------------------------------------------------------------

    /** {@link Triton#deviceAssert}. */
    static void deviceAssert(Number condition, String message, Number mask) {
        Operand holds = truths(condition);
        Operand where = mask == null ? null : truths(mask);
        int[] shape = MemoryAccess.shape("T-DEVICEASSERT-3", holds, where);
        long[] values = Promotion.elementsIn(holds, shape);
        long[] isChecked = where == null ? null : Promotion.elementsIn(where, shape);
        for (int i = 0; i < values.length; i++) {
            if (values[i] == 0 && (isChecked == null || isChecked[i] != 0)) {
                String said = message == null || message.isEmpty() ? "" : ": " + message;
                throw new KernelException("assertion failed" + said
                        + (shape.length == 0 ? "" : ", element " + Tiles.place(i, shape)));
            }
        }
    }

    private static Operand truths(Number argument) {
        Operand operand = Operand.of(argument);
        if (operand == null || !operand.type().isBool()) {
            throw new KernelException("T-DEVICEASSERT-1: condition and mask must hold truth values: "
                    + Promotion.describe(argument));
        }
        return operand;
    }

    /** {@link Triton#staticAssert}. */
    static void staticAssert(boolean condition, String message) {
        if (!condition) {
            throw new KernelException(
                    "T-STATICASSERT-3: assertion failed" + (message == null ? "" : ": " + message));
        }
    }

    /**
     * {@link Triton#debugBarrier}: a program is one thread, but accesses by parameters that share memory may
     * need it.
     */
    static void debugBarrier() {
        Programs.space().separate();
    }

    //------------------------------------------------------------------------
    // Promises
    //------------------------------------------------------------------------

    /** {@link Triton#assume}. */
    static void assume(boolean condition) {
        if (!condition) {
            throw new KernelException("T-ASSUME-2: the condition is false");
        }
    }

    /** {@link Triton#multipleOf}; for a tile, the first elements along each dimension are checked. */
    static <T extends Number> T multipleOf(T value, int[] divisors) {
        Operand operand = promised(value, divisors, true);
        boolean isPointer = operand.type().isPointer();
        for (int dim = 0; dim < divisors.length; dim++) {
            int divisor = (int) (isPointer ? Math.min(divisors[dim], LARGEST_ALIGNMENT) : divisors[dim]);
            check(operand, dim, operand.shape().length == 0 ? 1 : operand.shape()[dim],
                    place -> operand.bits()[place] % divisor == 0, "is a multiple of " + divisor);
        }
        return value;
    }

    /** {@link Triton#maxContiguous}. */
    static Tensor maxContiguous(Tensor value, int[] counts) {
        Operand operand = promised(value, counts, false);
        ElementType type = operand.type();
        int step = type.isPointer() ? type.pointee.bytes() : 1;
        checkNeighbours(operand, counts, step, "is one more than the one before it");
        return value;
    }

    /** {@link Triton#maxConstancy}. */
    static Tensor maxConstancy(Tensor value, int[] counts) {
        checkNeighbours(promised(value, counts, false), counts, 0, "is the same as the one before it");
        return value;
    }

    private static Operand promised(Number value, int[] numbers, boolean isForScalars) {
        Operand operand = Operand.of(value);
        if (operand == null || operand.type().isFloat() || !operand.isTile() && !isForScalars) {
            throw new KernelException("T-PROMISE-1: no such hint for this type: "
                    + Promotion.describe(value));
        }
        int rank = Math.max(operand.shape().length, 1);
        if (numbers.length != rank) {
            throw new KernelException("T-PROMISE-2: there must be one value for each dimension, " + rank
                    + ": " + numbers.length);
        }
        for (int number : numbers) {
            if (Integer.bitCount(number) != 1 || number < 1) {
                throw new KernelException("T-PROMISE-3: a hint's values must be constant powers of two up to"
                        + " 2^30: " + number);
            }
        }
        return operand;
    }

    /** Checks that in each group along a dimension an element is its predecessor plus the step. */
    private static void checkNeighbours(Operand operand, int[] counts, int step, String promise) {
        int[] strides = Tiles.strides(operand.shape());
        for (int dim = 0; dim < counts.length; dim++) {
            int stride = strides[dim];
            int extent = operand.shape()[dim];
            int count = Math.min(counts[dim], extent);
            long[] bits = operand.bits();
            check(operand, dim, 1, place -> place / stride % extent % count == 0
                    || bits[place] == operand.type().canonical(bits[place - stride] + step), promise);
        }
    }

    /** Checks the elements whose index along a dimension is a multiple of the step. */
    private static void check(Operand operand, int dim, int step, IntPredicate holds, String promise) {
        int stride = operand.isTile() ? Tiles.strides(operand.shape())[dim] : 1;
        for (int place = 0; place < operand.size(); place++) {
            if (place / stride % step == 0 && !holds.test(place)) {
                throw new KernelException("a promise is broken: element "
                        + Tiles.place(place, operand.shape()) + ", " + operand.bits()[place] + ", " + promise
                        + ", it says");
            }
        }
    }
}
