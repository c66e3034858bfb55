// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Reflect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Kernels of one name in a class, which the types of their parameters tell apart. */
class OverloadedKernelsTest {
    /** An enum in a class. */
    enum Kind { SMALL, LARGE }

    /** Classes with the simple name of another one. */
    static final class Other {
        /** Not the one around. */
        enum Kind { SMALL }
    }

    /** A helper before the kernels: its name alone is that of a kernel. */
    @Reflect
    static int put(int x) {
        return 10 * x;
    }

    @Kernel
    static void put(Ptr x) {
        put(x, 1);
    }

    @Kernel
    static void put(Ptr x, int value) {
        x.store(put(value));
    }

    @Kernel
    static void put(Ptr x, long value) {
        x.store(value + 2);
    }

    @Kernel
    static void put(Ptr x, @Constant Kind kind) {
        x.store(kind == Kind.LARGE ? 1000 : 100);
    }

    @Kernel
    static void put(Ptr x, @Constant Other.Kind kind) {
        x.store(kind == Other.Kind.SMALL ? 5 : 6);
    }

    /** The only kernel of its name, with other methods of that name. */
    @Kernel
    static void single(Ptr x) {
        single(x, single(4));
    }

    static void single(Ptr x, int value) {
        x.store(value);
    }

    @Reflect
    static int single(int value) {
        return value + 1;
    }

    /** Inherits kernels, and declares another one of their name. */
    static final class Sub extends OverloadedKernelsTest {
        @Kernel
        static void put(Ptr x, float value) {
            x.store(value);
        }
    }

    private static KernelFunction kernel(String name) {
        return KernelFunction.of(OverloadedKernelsTest.class, name).on(Device.cpu());
    }

    private static void stores(int expected, KernelFunction kernel, Object... values) {
        Object[] arguments = new Object[values.length + 1];
        System.arraycopy(values, 0, arguments, 1, values.length);
        for (boolean isDebugged : new boolean[] {false, true}) {
            try (DeviceBuffer x = Device.cpu().copyOf(new int[1])) {
                arguments[0] = x;
                if (isDebugged) {
                    kernel.debug(Grid.of(1), arguments);
                } else {
                    kernel.launch(Grid.of(1), arguments);
                }
                assertArrayEquals(new int[] {expected}, x.copyTo(new int[1]), kernel.toString());
            }
        }
    }

    @Test
    void areLaunchedByTheTypesOfTheirParameters() {
        stores(10, kernel("put(Ptr)"));
        stores(40, kernel("put(Ptr, int)"), 4);
        stores(6, kernel("put(io.github.cm2tt.lang.Ptr,long)"), 4L);
        stores(5, kernel("single"));
        stores(5, kernel("single(Ptr)"));
    }

    @Test
    void areNamedAsFarAsNecessary() {
        assertEquals("put(Ptr, int) of OverloadedKernelsTest.cm2tt.json",
            kernel("put ( Ptr,int )").toString());
        assertEquals("single(Ptr) of OverloadedKernelsTest.cm2tt.json", kernel("single").toString());
        String name = OverloadedKernelsTest.class.getName();
        assertEquals("put(io.github.cm2tt.lang.Ptr, " + name + "$Kind) of OverloadedKernelsTest.cm2tt.json",
            kernel("put(Ptr, OverloadedKernelsTest.Kind)").toString());
        assertSame(KernelModel.of(OverloadedKernelsTest.class, "put(Ptr, int)"),
            KernelModel.of(Sub.class, "put( lang.Ptr,int)"));
    }

    @Test
    void enumsOfOneNameAreTakenApart() {
        String name = OverloadedKernelsTest.class.getName();
        stores(1000, kernel("put(Ptr, OverloadedKernelsTest.Kind)").constant("kind", Kind.LARGE));
        stores(5, kernel("put(Ptr, Other$Kind)").constant("kind", Other.Kind.SMALL));
        for (String kind : List.of(name + "$Kind.LARGE", "OverloadedKernelsTest.Kind.LARGE", "Kind.LARGE")) {
            var tuned = new TuneConfiguration(Map.of(), 1, 1).with("kind", kind);
            assertEquals(Kind.LARGE, BoxedNumbers.parsed(tuned.constants().get("kind"), Kind.class), kind);
        }
        for (String kind : List.of("LARGE", "Other.Kind.LARGE", "ind.LARGE", "Kind.OTHER")) {
            assertEquals(null, BoxedNumbers.parsed(kind, Kind.class), kind);
        }
    }

    @Test
    void areInheritedUnlessHidden() {
        KernelFunction own = KernelFunction.of(Sub.class, "put").on(Device.cpu());
        try (DeviceBuffer x = Device.cpu().copyOf(new float[1])) {
            own.launch(1, x, 2.5f);
            assertArrayEquals(new float[] {2.5f}, x.copyTo(new float[1]));
        }
        stores(40, KernelFunction.of(Sub.class, "put(Ptr, int)").on(Device.cpu()), 4);
    }

    @Test
    void ambiguousNamesAreRefused() {
        String name = OverloadedKernelsTest.class.getName();
        String ptr = "io.github.cm2tt.lang.Ptr, " + name;
        String kinds = "put(" + ptr + "$Kind), put(" + ptr + "$Other$Kind): expected the types of the "
            + "parameters too, such as 'put(";
        for (String each : List.of("put", "put(Ptr, Kind)")) {
            var e = assertThrows(IllegalArgumentException.class, () -> kernel(each));
            String expected = each.equals("put")
                ? " has 6 methods 'put': put(Ptr), put(Ptr, int), put(Ptr, long), put(int), " + kinds
                    + "Ptr)'"
                : " has 2 methods 'put(Ptr, Kind)': " + kinds + ptr + "$Kind)'";
            assertEquals(name + expected, e.getMessage());
        }
        var e = assertThrows(IllegalArgumentException.class, () -> kernel("put(Ptr, double)"));
        String none = name + " has no method 'put(Ptr, double)': its kernels are ";
        assertTrue(e.getMessage().startsWith(none), e.getMessage());
    }

    /** The runtime for C finds them in the model in the same way. */
    @Test
    void modelsHaveThemAll() throws Exception {
        String model;
        try (var file = OverloadedKernelsTest.class.getResourceAsStream("OverloadedKernelsTest.cm2tt.json")) {
            model = new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
        try (DeviceBuffer x = Device.cpu().copyOf(new int[1])) {
            KernelFunction.ofModel(model, "put(Ptr, int)").on(Device.cpu()).launch(1, x, 4);
            assertArrayEquals(new int[] {40}, x.copyTo(new int[1]));
        }
        var e = assertThrows(CompilationException.class,
            () -> KernelFunction.ofModel(model, "put").parameters());
        Diagnostic error = e.diagnostics().get(0);
        assertEquals("T-KERNEL-5: 5 kernels are called 'put': expected a name with the types of the "
            + "parameters", error.message());
        assertEquals("this is 'put(Ptr, int)'", error.notes().get(1).message());
    }
}
