// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A call of a method of the kernel language outside of a kernel is an error that says how kernels are run.
 */
class OutsideOfKernelsTest {
    private static final Tensor TILE = new Tensor(ElementType.F32, new int[] {2}, new long[2]);
    private static final Ptr POINTER = Ptr.of(new float[2]);

    static Stream<Method> staticMethods() {
        return Stream.of(Triton.class.getDeclaredMethods())
            .filter(each -> Modifier.isPublic(each.getModifiers()));
    }

    static Stream<Method> methodsOfTilesAndPointers() {
        return Stream.of(Tensor.class, Ptr.class)
            .flatMap(each -> Stream.of(each.getDeclaredMethods()))
            .filter(each -> Modifier.isPublic(each.getModifiers()))
            .filter(each -> !Modifier.isStatic(each.getModifiers()))
            .filter(each -> staticMethods().anyMatch(other -> other.getName().equals(each.getName())));
    }

    @ParameterizedTest
    @MethodSource
    void staticMethods(Method method) {
        check(method, null);
    }

    @ParameterizedTest
    @MethodSource
    void methodsOfTilesAndPointers(Method method) {
        check(method, method.getDeclaringClass() == Tensor.class ? TILE : POINTER);
    }

    private static void check(Method method, Object receiver) {
        Object[] arguments =
            Stream.of(method.getParameterTypes()).map(OutsideOfKernelsTest::someOf).toArray();
        var thrown = assertThrows(InvocationTargetException.class, () -> method.invoke(receiver, arguments));
        assertEquals(IllegalStateException.class, thrown.getCause().getClass());
        assertEquals("Triton." + method.getName() + " was called on the JVM: kernels are launched with "
                + "KernelFunction.launch, or run here with KernelFunction.debug or Programs.run",
            thrown.getCause().getMessage());
    }

    /** The default of that type, or an array of none. */
    private static Object someOf(Class<?> type) {
        if (type.isArray())
            return Array.newInstance(type.getComponentType(), 0);
        return Array.get(Array.newInstance(type, 1), 0);
    }
}
