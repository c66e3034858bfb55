// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.Kernel;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Kernels that call one method: launches, checked and not, and runs on the JVM compute as Java does. */
class CasesTest {
    private static final int[] ARGUMENTS = {0, 1, -1, 2, 5, 16, -300, 40_000};

    static Stream<Method> kernels() {
        return Stream.of(MethodCases.class, RecordCases.class, RemainderCases.class).flatMap(each ->
            Arrays.stream(each.getDeclaredMethods()).filter(it -> it.isAnnotationPresent(Kernel.class)));
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void computesWhatJavaComputes(Method method) throws Exception {
        String name = method.getName();
        Method function = method.getDeclaringClass().getDeclaredMethod(
            name.substring(0, name.lastIndexOf("Kernel")), int.class);
        Device cpu = Device.cpu();
        KernelFunction kernel = KernelFunction.of(method.getDeclaringClass(), name).on(cpu);
        assertTrue(kernel.compile("sm_90a", "*i32,i32").ptx().contains(".entry"));
        try (DeviceBuffer out = cpu.allocate(ElementType.I32, 1)) {
            for (int argument : ARGUMENTS) {
                int expected = (int) function.invoke(null, argument);
                String text = name + "(" + argument + ")";
                kernel.launch(1, out, argument);
                assertEquals(expected, out.copyTo(new int[1])[0], text);
                kernel.checked().launch(1, out, argument);
                assertEquals(expected, out.copyTo(new int[1])[0], "checked " + text);
                kernel.debug(1, out, argument);
                assertEquals(expected, out.copyTo(new int[1])[0], "debug " + text);
            }
            kernel.constant("a", -1).launch(1, out);
            assertEquals((int) function.invoke(null, -1), out.copyTo(new int[1])[0], "constant " + name);
        }
    }
}
