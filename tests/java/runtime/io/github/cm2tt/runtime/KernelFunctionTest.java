// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.numbers;
import static io.github.cm2tt.runtime.TestSupport.read;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Where kernels come from, and what is made of them. */
class KernelFunctionTest {
    private static void refused(String part, Class<?> owner, String name) {
        var e = assertThrows(IllegalArgumentException.class, () -> KernelFunction.of(owner, name));
        assertTrue(e.getMessage().contains(part), e.getMessage());
    }

    /** Compiled with the others, but without kernels. */
    private static final class NoKernels {
        static void method() {
        }
    }

    @Test
    void findsMethods() {
        refused("its kernels are add(Ptr, Ptr, Ptr, int, int), combine(", TestKernels.class, "subtract");
        refused("twice(Ptr), twice(int)", TestKernels.class, "twice");
        refused("not static", TestKernels.class, "notStatic");
        refused("expected void", TestKernels.class, "notVoid");
        refused("none of its methods", NoKernels.class, "add");
        refused("cm2tt-javac", NoKernels.class, "method");
        refused("no method '<init>'", TestKernels.class, "<init>");
    }

    @Test
    void hasParameters() {
        KernelFunction add = KernelFunction.of(TestKernels.class, "add").constant("BLOCK", 64);
        assertEquals(List.of("x", "y", "out", "n", "BLOCK"),
            add.parameters().stream().map(Parameter::name).toList());
        assertEquals("int", add.parameters().get(3).javaType());
        assertTrue(add.parameters().get(3).takesArgument());
        assertEquals(false, add.parameters().get(4).takesArgument());
        assertEquals("add of TestKernels.cm2tt.json", add.toString());
    }

    @Test
    void readsModelsInAllForms() {
        for (String form : List.of("json", "cm")) {
            KernelFunction add = KernelFunction.ofModel(read("examples/babylon/vector-add/model." + form))
                .constant("BLOCK", 64).on(Device.cpu());
            try (DeviceBuffer x = Device.cpu().copyOf(numbers(64, 1))) {
                add.launch(1, x, x, x, 64);
                assertArrayEquals(numbers(64, 2), x.copyTo(new float[64]));
            }
        }
        KernelFunction store = KernelFunction.ofModel("""
            tt.func public @store(%out: !tt.ptr<f32>, %value: f32) {
              tt.store %out, %value : !tt.ptr<f32>
              tt.return
            }
            """, "store").on(Device.cpu());
        try (DeviceBuffer out = Device.cpu().copyOf(new float[2])) {
            store.launch(1, out, 3f);
            assertArrayEquals(new float[] {3, 0}, out.copyTo(new float[2]));
        }
    }

    @Test
    void saysWhatIsWrongWithAModel() {
        var e = assertThrows(CompilationException.class, () -> KernelFunction.ofModel("{").parameters());
        assertEquals(1, e.diagnostics().size());
        assertEquals(1, e.diagnostics().get(0).line());
        assertThrows(RuntimeException.class, () -> KernelFunction.ofModel("").parameters());
        String model = read("examples/babylon/vector-add/model.json");
        assertThrows(RuntimeException.class, () -> KernelFunction.ofModel(model, "none").parameters());
        assertThrows(NullPointerException.class, () -> KernelFunction.ofModel(null));
    }

    @Test
    void compiles() {
        KernelFunction add = KernelFunction.of(TestKernels.class, "add");
        CompiledKernel compiled = add.compile("sm_90a", "*fp32:16,*fp32:16,*fp32:16,i32,256");
        assertTrue(compiled.ptx().contains(".entry"), compiled.ptx());
        assertTrue(compiled.ptx().contains(".target sm_90a"), compiled.ptx());
        assertEquals("*fp32:16,*fp32:16,*fp32:16,i32,256", compiled.signature());
        assertTrue(compiled.metadata().contains("\"add\""), compiled.metadata());
        CompiledKernel object = add.compile("cpu", "*fp32,*fp32,*fp32,i32,256");
        assertEquals('E', object.image()[1]);
        assertThrows(IllegalStateException.class, object::ptx);
        assertThrows(RuntimeException.class, () -> add.compile("sm_1", "*fp32,*fp32,*fp32,i32,256"));
        assertThrows(RuntimeException.class, () -> add.compile("cpu", "*fp32"));
    }

    @Test
    void prepares() {
        KernelFunction add = TestSupport.add().warps(8).stages(2).unspecialized("n");
        try (DeviceBuffer x = Device.cpu().copyOf(numbers(64, 1))) {
            assertEquals("*fp32:16,*fp32:16,*fp32:16,i32,128", add.prepare(x, x, x, 64).signature());
            assertEquals("*fp32:16,*fp32,*fp32:16,i32:1,128",
                TestSupport.add().prepare(x, x.slice(1, 1), x, 1).signature());
            assertEquals("*fp32,*fp32,*fp32,i32,128",
                TestSupport.add().unspecialized().prepare(x, x, x, 64).signature());
        }
        assertThrows(IllegalArgumentException.class, () -> add.warps(3));
        assertThrows(IllegalArgumentException.class, () -> add.stages(0));
        assertThrows(IllegalArgumentException.class, () -> add.cluster(0, 1, 1));
    }

    @Test
    void refusesWhatTheCpuCannot() {
        try (DeviceBuffer x = Device.cpu().copyOf(numbers(64, 1))) {
            assertThrows(RuntimeException.class, () -> TestSupport.add().cooperative().launch(2, x, x, x,
                64));
        }
    }

    @Test
    void isFrozen() {
        try (Cm2ttRuntime own = Cm2ttRuntime.builder().noCache().cpuThreads(1).build();
                DeviceBuffer x = own.cpu().copyOf(numbers(64, 1))) {
            KernelFunction add = TestSupport.add().on(own.cpu());
            add.prepare(x, x, x, 64);
            own.freeze();
            add.launch(1, x, x, x, 64);
            assertThrows(RuntimeException.class, () -> add.launch(1, x, x, x, 63));
        }
    }
}
