// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.random;

import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.KernelFunction;
import java.util.ArrayList;
import java.util.List;

/** Runs the kernels of a group of random methods in all forms, and compares their results with the JVM's. */
final class MethodComparison {
    /** Two results of a method that differ. */
    record Difference(int method, String form, String text) {
    }

    private static final int MAP_SIZE = 16;
    private static final List<String> NAMES = List.of("a", "b", "c", "d", "e");
    private final Device cpu = Device.cpu();
    private final MethodGroup group;
    private final Class<?> compiled;
    private final Inputs inputs;
    private final int methods;
    private final Results expected;

    MethodComparison(MethodGroup group, Class<?> compiled, Inputs inputs) {
        this.group = group;
        this.compiled = compiled;
        this.inputs = inputs;
        this.methods = group.methods().size();
        this.expected = Results.onJvm(compiled, inputs, methods);
    }

    /**
     * The first difference, or null. The number chooses the forms besides a launch: each run
     * compiles the methods, so that not all forms are taken each time.
     */
    Difference first(int number) {
        try (KernelFunction buffers = kernel("buffers"); KernelFunction numbers = kernel("numbers")) {
            Difference found = onBuffers("launch", buffers);
            if (found != null) {
                return found;
            }
            switch (number % 24) {
                case 0:
                case 8:
                case 16:
                    return onNumbers("constants", numbers, number / 8 % inputs.count());
                case 4:
                    return onNumbers("arguments", numbers, number / 24 % inputs.count());
                case 6:
                case 18:
                    return onTiles();
                case 12:
                    return onBuffers("checked", buffers.checked());
                case 20:
                    return onBuffers("debug", buffers);
                default:
                    return null;
            }
        }
    }

    private KernelFunction kernel(String name) {
        return KernelFunction.of(compiled, name).on(cpu);
    }

    private Difference onBuffers(String form, KernelFunction kernel) {
        int count = form.equals("launch") ? inputs.count() : Math.min(inputs.count(), 24);
        try (Buffers out = new Buffers(count * methods); DeviceBuffer a = cpu.copyOf(inputs.a);
             DeviceBuffer b = cpu.copyOf(inputs.b); DeviceBuffer c = cpu.copyOf(inputs.c);
             DeviceBuffer d = cpu.copyOf(inputs.d); DeviceBuffer e = cpu.copyOf(inputs.e)) {
            Object[] arguments = {a, b, c, d, e, out.ints, out.longs, out.floats, out.doubles};
            if (form.equals("debug")) {
                kernel.debug(count, arguments);
            } else {
                kernel.launch(count, arguments);
            }
            Results results = out.read();
            for (int i = 0; i < count; i++) {
                Difference found = difference(form, i, results.row(i, methods), expected.row(i, methods));
                if (found != null) {
                    return found;
                }
            }
            return null;
        }
    }

    /** Numbers as arguments, or as constants: all of them, or some. */
    private Difference onNumbers(String form, KernelFunction kernel, int row) {
        List<Object> values = inputs.row(row);
        KernelFunction function = kernel;
        try (Buffers out = new Buffers(methods)) {
            List<Object> arguments = new ArrayList<>(List.of(out.ints, out.longs, out.floats, out.doubles));
            for (int i = 0; i < values.size(); i++) {
                boolean isConstant = form.equals("constants") && (row % 3 != 2 || i % 2 == 0);
                if (isConstant) {
                    function = constant(function, NAMES.get(i), values.get(i));
                } else {
                    arguments.add(values.get(i));
                }
            }
            function.launch(1, arguments.toArray());
            return difference(form, row, out.read(), expected.row(row, methods));
        }
    }

    private static KernelFunction constant(KernelFunction kernel, String name, Object value) {
        if (value instanceof Float number) {
            return kernel.constant(name, number.floatValue());
        }
        return value instanceof Double number ? kernel.constant(name, number.doubleValue())
                                              : kernel.constant(name, ((Number) value).longValue());
    }

    /** The first method for the elements of tiles; sums of products are not rounded once. */
    private Difference onTiles() {
        Results reference = Results.of(MAP_SIZE);
        try {
            compiled.getMethod("mapReference", int[].class, int[].class, int[].class, long[].class,
                float[].class, double[].class).invoke(null, inputs.a, inputs.b, reference.ints(),
                    reference.longs(), reference.floats(), reference.doubles());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the program fails in Java", e);
        }
        try (Buffers out = new Buffers(MAP_SIZE); DeviceBuffer a = cpu.copyOf(inputs.a);
             DeviceBuffer b = cpu.copyOf(inputs.b); KernelFunction map = kernel("map").fpFusion(false)) {
            map.launch(1, a, b, out.of(group.methods().get(0).stored()));
            int at = out.read().mismatch(reference);
            return at < 0 ? null : describe(0, "map", at, at, out.read(), reference);
        }
    }

    private Difference difference(String form, int row, Results actual, Results wanted) {
        int method = actual.mismatch(wanted);
        return method < 0 ? null : describe(method, form, row, method, actual, wanted);
    }

    private Difference describe(int method, String form, int row, int at, Results actual, Results wanted) {
        Kind kind = group.methods().get(method).stored();
        return new Difference(method, form, form + " of " + inputs.row(row) + ": " + actual.at(kind, at)
            + " instead of " + wanted.at(kind, at));
    }

    /** Results in the memory of the device. */
    private final class Buffers implements AutoCloseable {
        final DeviceBuffer ints;
        final DeviceBuffer longs;
        final DeviceBuffer floats;
        final DeviceBuffer doubles;
        private final int count;

        Buffers(int count) {
            this.count = count;
            ints = cpu.zeros(ElementType.I32, count);
            longs = cpu.zeros(ElementType.I64, count);
            floats = cpu.zeros(ElementType.FP32, count);
            doubles = cpu.zeros(ElementType.FP64, count);
        }

        DeviceBuffer of(Kind kind) {
            return List.of(ints, longs, floats, doubles).get(kind.ordinal());
        }

        Results read() {
            return new Results(ints.copyTo(new int[count]), longs.copyTo(new long[count]),
                floats.copyTo(new float[count]), doubles.copyTo(new double[count]));
        }

        @Override
        public void close() {
            ints.close();
            longs.close();
            floats.close();
            doubles.close();
        }
    }
}
