// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.KernelCalls;
import io.github.cm2tt.lang.Programs;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.function.Supplier;

/**
 * One run of a kernel on the JVM. If a kernel throws, its stores are not copied back.
 *
 * <p>Not here: its arguments ({@link DebugArguments}).
 */
final class DebugRun {
    private DebugRun() {}

    /**
     * Runs a kernel. Throws the exceptions of {@link KernelFunction#debug(Grid, Object...)}.
     *
     * @param device the device whose functions of floats are used
     * @param typing types the kernel for the values once they are checked; null if the kernel cannot be typed
     */
    static void run(
        KernelCode code, Device device, Grid grid, Object[] values, Supplier<KernelCalls> typing) {
        Method method = code.source().method();
        if (method == null) {
            throw new IllegalStateException("a kernel of a model cannot be run on the JVM: expected one of "
                + "KernelFunction.of(Class, name), whose Java method is known");
        }
        String obstacle = code.kept().obstacle;
        if (obstacle != null) {
            throw new IllegalArgumentException(obstacle);
        }
        DebugArguments copies = new DebugArguments(code);
        Object[] arguments = copies.of(values);
        MethodHandle kernel = open(method)
            .asFixedArity()
            .asSpreader(Object[].class, arguments.length)
            .asType(MethodType.methodType(void.class, Object[].class));
        KernelCalls calls = typing.get();
        try (DeviceFunctions functions = new DeviceFunctions(device)) {
            Programs.Device properties =
                new Programs.Device(copies.memory(), copies.parameters(), functions);
            Programs.run(calls, properties, grid.x(), grid.y(), grid.z(), () -> call(kernel, arguments));
        }
        copies.copyBack();
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

    private static MethodHandle open(Method method) {
        try {
            method.setAccessible(true);
            return MethodHandles.lookup().unreflect(method);
        } catch (IllegalAccessException e) {
            throw new AssertionError("the model was found: its package is open, and so is the method", e);
        }
    }
}
