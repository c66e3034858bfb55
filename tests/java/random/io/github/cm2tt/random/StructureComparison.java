// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.random;

import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.KernelFunction;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Runs the kernels of a random structure in all forms, and compares their results with the JVM's. */
final class StructureComparison {
    /** The arguments: all forms take 0, 1, -1 and 16, others some. */
    private static final List<List<Object>> ROWS = List.of(List.of(0, 0L, 0f), List.of(1, 1L, 1f),
        List.of(-1, -1L, -1f), List.of(16, 16L, 16f), List.of(65536, -300L, 0.5f),
        List.of(Integer.MIN_VALUE, Long.MAX_VALUE, Float.NaN), List.of(-32768, 1L << 40, -1e20f),
        List.of(121, 16L, -0f));
    private static final Map<Kind, ElementType> TYPES = Map.of(Kind.BYTE, ElementType.I8, Kind.SHORT,
        ElementType.I16, Kind.INT, ElementType.I32, Kind.LONG, ElementType.I64, Kind.FLOAT, ElementType.FP32,
        Kind.DOUBLE, ElementType.FP64);
    private static final int TILE = 8;
    private final Device cpu = Device.cpu();
    private final Structure structure;
    private final Compilation compilation;
    private final Class<?> holder;

    StructureComparison(Structure structure, Compilation compilation) {
        this.structure = structure;
        this.compilation = compilation;
        this.holder = compilation.load(structure.holder);
    }

    /** The first difference as text, or null. */
    String first(int number) {
        String found = null;
        try (KernelFunction kernel = KernelFunction.of(holder, "k").on(cpu)) {
            for (int i = 0; found == null && i < ROWS.size(); i++) {
                found = scalar("launch", kernel, ROWS.get(i));
            }
            int row = number % ROWS.size(), other = (number + 3) % 4;
            found = found == null ? scalar("checked", kernel.checked(), ROWS.get(row)) : found;
            found = found == null ? scalar("debug", kernel, ROWS.get(row)) : found;
            found = found == null ? scalar("debug", kernel, ROWS.get(other)) : found;
            found = found == null ? scalar("constants", kernel, ROWS.get(number / 4 % ROWS.size())) : found;
            for (String heir : structure.heirs) {
                try (KernelFunction inherited = KernelFunction.of(compilation.load(heir), "k").on(cpu)) {
                    found = found == null ? scalar("inherited", inherited, ROWS.get(other)) : found;
                }
            }
        }
        return found == null ? tiles(number) : found;
    }

    private static Object reference(Class<?> type, String name, Object... arguments) {
        try {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals(name)) {
                    method.setAccessible(true);
                    return method.invoke(null, arguments);
                }
            }
            throw new IllegalStateException("there is no method " + name);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the program fails in Java", e);
        }
    }

    private String scalar(String form, KernelFunction kernel, List<Object> row) {
        Object expected = reference(holder, "fn", row.toArray());
        try (DeviceBuffer out = cpu.zeros(ElementType.I64, 1)) {
            switch (form) {
                case "debug" -> kernel.debug(1, out, row.get(0), row.get(1), row.get(2));
                case "constants" -> kernel.constant("a", (int) row.get(0)).constant("b", (long) row.get(1))
                    .constant("c", (float) row.get(2)).launch(1, out);
                default -> kernel.launch(1, out, row.get(0), row.get(1), row.get(2));
            }
            long actual = out.copyTo(new long[1])[0];
            return expected.equals(actual) ? null
                                           : form + " of " + row + ": " + actual + " instead of " + expected;
        }
    }

    /** A tile and a number that is 0, 1, -1 or 16. */
    private String tiles(int number) {
        Kind type = structure.promoted();
        int[] values = {0, 1, -1, 16, 127, -128, 100, 3};
        Object x = numbers(structure.tile), results = numbers(type), expected = numbers(type);
        for (int i = 0; i < TILE; i++) {
            Array.set(x, i, converted(structure.tile, values[i]));
        }
        try (KernelFunction kernel = KernelFunction.of(holder, "tile").on(cpu); DeviceBuffer in = copyOf(x);
             DeviceBuffer out = cpu.zeros(TYPES.get(type), TILE)) {
            for (int value : new int[] {1, List.of(0, -1, 16).get(number % 3)}) {
                Object n = converted(structure.number, value);
                for (int i = 0; i < TILE; i++) {
                    Array.set(expected, i, reference(holder, "of", Array.get(x, i), n));
                }
                for (String form : List.of("launch", "debug")) {
                    if (form.equals("debug")) {
                        kernel.debug(1, in, out, n);
                    } else {
                        kernel.launch(1, in, out, n);
                    }
                    copyTo(out, results);
                    String actual = text(results), wanted = text(expected);
                    if (!actual.equals(wanted)) {
                        return form + " of the tile with " + n + ": " + actual + " instead of " + wanted;
                    }
                }
            }
        }
        return null;
    }

    private static Object numbers(Kind kind) {
        return switch (kind) {
            case BYTE -> new byte[TILE];
            case SHORT -> new short[TILE];
            case INT -> new int[TILE];
            case LONG -> new long[TILE];
            case FLOAT -> new float[TILE];
            default -> new double[TILE];
        };
    }

    private static Object converted(Kind kind, int value) {
        return switch (kind) {
            case BYTE -> (byte) value;
            case SHORT -> (short) value;
            case INT -> value;
            case LONG -> (long) value;
            case FLOAT -> (float) value;
            default -> (double) value;
        };
    }

    private static String text(Object numbers) {
        return Arrays.deepToString(new Object[] {numbers});
    }

    private DeviceBuffer copyOf(Object x) {
        if (x instanceof byte[] numbers) {
            return cpu.copyOf(numbers);
        } else if (x instanceof short[] numbers) {
            return cpu.copyOf(numbers);
        } else if (x instanceof int[] numbers) {
            return cpu.copyOf(numbers);
        } else if (x instanceof long[] numbers) {
            return cpu.copyOf(numbers);
        }
        return x instanceof float[] numbers ? cpu.copyOf(numbers) : cpu.copyOf((double[]) x);
    }

    private static void copyTo(DeviceBuffer buffer, Object x) {
        if (x instanceof byte[] numbers) {
            buffer.copyTo(numbers);
        } else if (x instanceof short[] numbers) {
            buffer.copyTo(numbers);
        } else if (x instanceof int[] numbers) {
            buffer.copyTo(numbers);
        } else if (x instanceof long[] numbers) {
            buffer.copyTo(numbers);
        } else if (x instanceof float[] numbers) {
            buffer.copyTo(numbers);
        } else {
            buffer.copyTo((double[]) x);
        }
    }
}
