// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.KernelCalls;
import io.github.cm2tt.lang.Programs;
import io.github.cm2tt.lang.Ptr;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * One run of a kernel on the JVM: its buffers on the host, and its arguments as Java objects.
 *
 * <p>Whole buffers are copied, also for slices of them, so that slices that share memory on the device share
 * it on the JVM. If a kernel throws, its stores are not copied back.
 */
final class DebugRun {
    private final KernelCode.Loaded kernel;
    private final Method method;
    private final Map<String, String> constants;
    /** The copy of each memory that is used; slices of a buffer share the copy of the whole. */
    private final Map<Handle, Copy> copies = new HashMap<>();

    private record Copy(DeviceBuffer buffer, ByteBuffer bytes) {}

    private DebugRun(KernelCode code, Method method) {
        this.method = method;
        kernel = code.loaded();
        constants = code.choices().constants();
    }

    /**
     * Runs a kernel. Throws the exceptions of {@link KernelFunction#debug(Grid, Object...)}.
     *
     * @param typing types the kernel for the values once they are checked; null if the kernel cannot be typed
     */
    static void run(KernelCode code, Grid grid, Object[] values, Supplier<KernelCalls> typing) {
        Method method = code.source().method();
        if (method == null) {
            throw new IllegalStateException("a kernel of a model cannot be run on the JVM: expected one of "
                + "KernelFunction.of(Class, name), whose Java method is known");
        }
        DebugRun run = new DebugRun(code, method);
        if (run.kernel.obstacle != null) {
            throw new IllegalArgumentException(run.kernel.obstacle);
        }
        Object[] arguments = run.arguments(values);
        MethodHandle kernel = run.open()
            .asFixedArity()
            .asSpreader(Object[].class, arguments.length)
            .asType(MethodType.methodType(void.class, Object[].class));
        Programs.run(typing.get(), grid.x(), grid.y(), grid.z(), () -> call(kernel, arguments));
        run.copies.values().forEach(copy -> copy.buffer.copyFrom(copy.bytes));
    }

    /** A kernel throws unchecked exceptions, or checked exceptions that it declares. */
    private static void call(MethodHandle kernel, Object[] arguments) {
        try {
            kernel.invokeExact(arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the kernel threw " + e, e);
        }
    }

    private MethodHandle open() {
        try {
            method.setAccessible(true);
            return MethodHandles.lookup().unreflect(method);
        } catch (IllegalAccessException e) {
            throw new AssertionError("the model was found: its package is open, and so is the method", e);
        }
    }

    private Object[] arguments(Object[] values) {
        List<Parameter> parameters = kernel.parameters;
        Class<?>[] types = method.getParameterTypes();
        if (types.length != parameters.size()) {
            throw new IllegalStateException("the model has " + parameters.size()
                + " parameters and the method '" + method.getName() + "' " + types.length
                + ": compile the class again");
        }
        long expected = parameters.stream().filter(Parameter::takesArgument).count();
        if (values.length != expected) {
            throw new IllegalArgumentException(values.length + " arguments given: expected " + expected
                + ", for "
                + parameters.stream().filter(Parameter::takesArgument).map(Parameter::name).toList());
        }
        List<Object> all = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < types.length; i++) {
            Parameter parameter = parameters.get(i);
            if (parameter.takesArgument()) {
                all.add(argument(kernel.nameOf(next), types[i], values[next]));
                next++;
            } else {
                all.add(constant(types[i], parameter));
            }
        }
        return all.toArray();
    }

    private Object argument(String name, Class<?> type, Object value) {
        if (value instanceof DeviceBuffer buffer) {
            if (!type.isAssignableFrom(Ptr.class)) {
                throw new IllegalArgumentException(
                    name + ": a buffer was given: expected " + type.getSimpleName());
            }
            return pointer(buffer);
        }
        if (value == null && type == Ptr.class) {
            return null;
        }
        if (!(value instanceof Number || value instanceof Boolean || value instanceof Character)) {
            throw ArgumentConversion.refused(name, value);
        }
        Object converted = BoxedNumbers.widened(value, type);
        if (converted == null) {
            throw new IllegalArgumentException(name + ": " + value.getClass().getSimpleName() + " " + value
                + " was given: expected " + (type == Ptr.class ? "a DeviceBuffer" : type.getSimpleName()));
        }
        return converted;
    }

    private Ptr pointer(DeviceBuffer buffer) {
        Copy copy = copies.computeIfAbsent(buffer.handle, handle -> copyOf(buffer.whole()));
        ByteBuffer part = copy.bytes.slice((int) buffer.offset(), (int) buffer.bytes());
        return Ptr.of(buffer.type().javaClass(), part);
    }

    private static Copy copyOf(DeviceBuffer buffer) {
        if (buffer.bytes() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a buffer of " + buffer.bytes() + " bytes: expected at most "
                + Integer.MAX_VALUE + " for a run on the JVM");
        }
        return new Copy(buffer, buffer.copyTo(ByteBuffer.allocate((int) buffer.bytes())));
    }

    private Object constant(Class<?> type, Parameter parameter) {
        String text = constants.getOrDefault(parameter.name(), parameter.signature());
        Object value = BoxedNumbers.parsed(text, type);
        if (value == null) {
            throw new IllegalArgumentException("parameter '" + parameter.name() + "': the constant '" + text
                + "' is no " + type.getSimpleName());
        }
        return value;
    }
}
