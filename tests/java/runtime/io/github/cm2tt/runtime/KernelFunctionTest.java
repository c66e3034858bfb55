// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.fails;
import static io.github.cm2tt.runtime.TestSupport.numbers;
import static io.github.cm2tt.runtime.TestSupport.read;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        String kernels = ": its kernels are add(Ptr, Ptr, Ptr, int, int), "
            + "addPresent(Ptr, Ptr, Ptr, Ptr, int), check(Ptr), combine(Ptr, Ptr, "
            + "Ptr, Ptr, int, int, long, float, double, boolean, int), fill(Ptr, float, double), "
            + "increment(Ptr, int, int, int), multiply(Ptr, Ptr), overrun(Ptr, int), roundTwice(Ptr, int), "
            + "storeShifted(Ptr, long, int), total(Ptr, Ptr, int)";
        refused("io.github.cm2tt.runtime.TestKernels has no method 'subtract'" + kernels,
            TestKernels.class, "subtract");
        refused("io.github.cm2tt.runtime.TestKernels has 2 methods 'twice': twice(Ptr), twice(int): "
                + "expected the types of the parameters too, such as 'twice(Ptr)'",
            TestKernels.class, "twice");
        refused("notStatic(Ptr) is not static: expected a static method", TestKernels.class, "notStatic");
        refused("notVoid(Ptr) returns a value: expected void; a kernel stores its results through pointers",
            TestKernels.class, "notVoid");
        refused("io.github.cm2tt.runtime.KernelFunctionTest$NoKernels has no method 'add': none of its "
                + "methods is annotated with @Kernel",
            NoKernels.class, "add");
        refused("io.github.cm2tt.runtime.KernelFunctionTest$NoKernels has no kernels: method() is not "
                + "annotated: annotate it with @Kernel; there is no "
                + "KernelFunctionTest$NoKernels.cm2tt.json beside the class. It is written when the "
                + "class is compiled with cm2tt-javac on the processor path: javac --processor-path "
                + "cm2tt-javac.jar ...; Maven: annotationProcessorPaths; Gradle: annotationProcessor; "
                + "after another compiler, such as Eclipse's: java -jar cm2tt-javac.jar -d CLASSES FILE.java",
            NoKernels.class, "method");
        refused("TestKernels.cm2tt.json has no kernel 'unmarked': unmarked(Ptr) is not annotated: annotate "
                + "it with @Kernel, and compile io.github.cm2tt.runtime.TestKernels again",
            TestKernels.class, "unmarked");
        refused("TestKernels.cm2tt.json has no kernel 'twice(int)': twice(int) is not annotated",
            TestKernels.class, "twice(int)");
        refused("TestKernels has no method 'fill(Ptr, float)'" + kernels, TestKernels.class,
            "fill(Ptr, float)");
        refused("io.github.cm2tt.runtime.TestKernels has no method '<init>'" + kernels,
            TestKernels.class, "<init>");
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
        assertEquals("the kernel of model", KernelFunction.ofModel("{").toString());
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
        fails(RuntimeException.class, "model:1:1: error: found the end of the text, expected an operation",
            () -> KernelFunction.ofModel("").parameters());
        String model = read("examples/babylon/vector-add/model.json");
        assertThrows(RuntimeException.class, () -> KernelFunction.ofModel(model, "none").parameters());
        assertThrows(NullPointerException.class, () -> KernelFunction.ofModel(null));
    }

    /** A named module that opens nothing: its contents are not accessible. */
    @Test
    void saysThatAModuleIsClosed(@TempDir Path folder) throws Exception {
        TestSupport.compile(folder, "closed/Kernels.java",
            "package closed; final class Kernels { static void kernel(int n) {} }");
        TestSupport.compile(folder, "module-info.java", "module closed {}");
        Configuration modules = ModuleLayer.boot().configuration().resolve(
            ModuleFinder.of(folder), ModuleFinder.of(), Set.of("closed"));
        ClassLoader loader = ModuleLayer.boot()
                                 .defineModulesWithOneLoader(modules, getClass().getClassLoader())
                                 .findLoader("closed");
        refused("closed.Kernels has no kernels: kernel(int) is not annotated: annotate it with @Kernel; the "
                + "module closed keeps Kernels.cm2tt.json, if that is there, to itself: add 'opens closed "
                + "to io.github.cm2tt.runtime;' to its module-info; Kernels.cm2tt.json is written when "
                + "the class is compiled with cm2tt-javac on the processor path: ",
            loader.loadClass("closed.Kernels"), "kernel");
    }

    /** A class of this name again, in whose folder something else is, or nothing can be read. */
    @Test
    void saysThatAModelCannotBeRead() throws Exception {
        ClassLoader parent = TestKernels.class.getClassLoader();
        ClassLoader loader = new ClassLoader(parent) {
            @Override
            public InputStream getResourceAsStream(String name) {
                return new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("the disk is gone");
                    }
                };
            }

            @Override
            protected Class<?> loadClass(String wanted, boolean resolves) throws ClassNotFoundException {
                if (!wanted.equals(TestKernels.class.getName()))
                    return super.loadClass(wanted, resolves);
                try (InputStream file = TestKernels.class.getResourceAsStream("TestKernels.class")) {
                    byte[] code = file.readAllBytes();
                    return defineClass(wanted, code, 0, code.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(wanted, e);
                }
            }
        };
        Class<?> owner = loader.loadClass(TestKernels.class.getName());
        var e = assertThrows(UncheckedIOException.class, () -> KernelFunction.of(owner, "add"));
        assertEquals("the kernels of io.github.cm2tt.runtime.TestKernels cannot be read: "
            + "TestKernels.cm2tt.json", e.getMessage());
        assertEquals("the disk is gone", e.getCause().getMessage());
    }

    /** A class that was compiled again without cm2tt-javac: its model is that of before. */
    @Test
    void saysThatAModelIsOld(@TempDir Path folder) throws Exception {
        isOld(folder.resolve("a"), TestKernels.class, "old", "add");
        // Before there were overloads.
        isOld(folder.resolve("b"), OverloadedKernelsTest.class, "put", "put(Ptr, int)");
    }

    private static void isOld(Path folder, Class<?> kernels, String function, String kernel)
        throws Exception {
        String name = kernels.getName().replace('.', '/');
        Path model = folder.resolve(name + ".cm2tt.json");
        Files.createDirectories(model.getParent());
        Files.writeString(model, "{\"codeModel\": 1, \"functions\": [{\"op\": \"func\", \"value\": \""
            + function + "\", \"bodies\": [{\"parameters\": [], \"result\": \"java.type:\\\"void\\\"\""
            + ", \"blocks\": [{\"ops\": [{\"op\": \"return\"}]}]}]}]}");
        try (InputStream file = kernels.getResourceAsStream(kernels.getSimpleName() + ".class")) {
            Files.copy(file, folder.resolve(name + ".class"));
        }
        ClassLoader parent = kernels.getClassLoader();
        try (var loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null) {
            @Override
            protected Class<?> findClass(String wanted) throws ClassNotFoundException {
                return wanted.equals(kernels.getName()) ? super.findClass(wanted) : parent.loadClass(wanted);
            }
        }) {
            Class<?> owner = loader.loadClass(kernels.getName());
            KernelFunction old = KernelFunction.of(owner, kernel);
            var e = assertThrows(IllegalArgumentException.class, old::parameters);
            assertEquals(kernels.getSimpleName() + ".cm2tt.json has no kernel '" + kernel
                + "': it is older than " + owner.getName() + ": compile that again, with cm2tt-javac",
                e.getMessage());
        }
    }

    @Test
    void signaturesMayLeaveConstantsOut() {
        KernelFunction add = KernelFunction.of(TestKernels.class, "add").constant("BLOCK", 64);
        String full = "*fp32:16,*fp32,*fp32,i32,64";
        assertEquals(full, add.compile("cpu", full).signature());
        assertEquals(full, add.compile("cpu", "*fp32:16,*fp32, *fp32,i32").signature().replace(" ", ""));
        var e = assertThrows(IllegalArgumentException.class, () -> add.compile("cpu", "*fp32,i32"));
        assertEquals("signature '*fp32,i32' has 2 entries: expected 4, for x, y, out, n, or 5, with "
            + "constants: for x, y, out, n, BLOCK", e.getMessage());
        e = assertThrows(IllegalArgumentException.class, () -> add.compile("cpu", "*fp32,,*fp32,i32"));
        assertEquals("signature '*fp32,,*fp32,i32': entry 1 is empty: expected a type such as *fp32:16 or "
            + "i32, or a constant", e.getMessage());
        KernelFunction plain = KernelFunction.of(TestKernels.class, "multiply");
        e = assertThrows(IllegalArgumentException.class, () -> plain.compile("cpu", "*fp32"));
        assertEquals("signature '*fp32' has 1 entry: expected 2, for x, out", e.getMessage());
        fails(IllegalArgumentException.class, "signature 'i32' has 1 entry: expected 0, for no parameters",
            () -> KernelFunction.ofModel("tt.func public @nothing() { tt.return }").compile("cpu", "i32"));
    }

    @Test
    void constantsMayBeNoNumbers() {
        KernelFunction fill = KernelFunction.of(TestKernels.class, "fill").on(Device.cpu());
        try (DeviceBuffer out = Device.cpu().allocate(ElementType.FP32, 2)) {
            for (float value : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, -0f,
                Float.MIN_VALUE, Float.MAX_VALUE}) {
                fill.constant("narrow", value).constant("wide", (double) value).launch(1, out);
                assertArrayEquals(new float[] {value, value}, out.copyTo(new float[2]));
            }
        }
        assertTrue(fill.constant("narrow", Float.NaN).constant("wide", Double.NEGATIVE_INFINITY)
            .compile("sm_90a", "*fp32").signature().endsWith("NaN,-Infinity"));
        fails(RuntimeException.class, "parameter 3, 'n': 'NaN' is not an integer: expected i32",
            () -> TestSupport.add().constant("n", Double.NaN).parameters());
    }

    @Test
    void compiles() {
        KernelFunction add = KernelFunction.of(TestKernels.class, "add");
        CompiledKernel compiled = add.compile("sm_90a", "*fp32:16,*fp32:16,*fp32:16,i32,256");
        assertTrue(compiled.ptx().contains(".entry"), compiled.ptx());
        assertTrue(compiled.ptx().contains(".target sm_90a"), compiled.ptx());
        assertEquals("*fp32:16,*fp32:16,*fp32:16,i32,256", compiled.signature());
        assertTrue(compiled.metadata().contains("\"add\""), compiled.metadata());
        CompiledKernel limited = add.maxRegisters(64).compile("sm_90a", "*fp32,*fp32,*fp32,i32,256");
        assertTrue(limited.ptx().contains(".maxnreg 64"), limited.ptx());
        CompiledKernel object = add.compile("cpu", "*fp32,*fp32,*fp32,i32,256");
        assertEquals('E', object.image()[1]);
        fails(IllegalStateException.class, "the code is an ELF file: expected a kernel of compile(), for "
                + "a GPU; image() has the file",
            object::ptx);
        fails(IllegalArgumentException.class, "unknown target 'sm_42': expected sm_80, sm_86, sm_89, "
                + "sm_90, sm_90a or newer, cpu or cpu:NAME",
            () -> add.compile("sm_42", "*fp32,*fp32,*fp32,i32,256"));
        fails(IllegalArgumentException.class, "bad signature entry 'fp3': expected a type such as "
                + "*fp32:16 or i32, or a constant",
            () -> add.compile("sm_90a", "*fp32,*fp32,fp3,i32,256"));
        assertThrows(CompilationException.class, () -> add.compile("cpu", "*fp32,*fp32,*fp32,fp32,256"));
        fails(IllegalArgumentException.class, "signature '*fp32' has 1 entry: expected 5, for x, y, out, n, "
                + "BLOCK",
            () -> add.compile("cpu", "*fp32"));
    }

    @Test
    void choosesCode() {
        KernelFunction multiply = KernelFunction.of(DescriptorKernels.class, "multiply");
        String block = "tensordesc<fp16[64x64]>:16";
        String signature = block + "," + block + "," + block + ",i32,64,64,64";
        CompiledKernel both = multiply.compile("sm_90a", signature);
        assertTrue(both.ptx().contains("setmaxnreg"), both.ptx());
        assertTrue(both.metadata().contains("\"persistentAxes\": 2"), both.metadata());
        CompiledKernel none = multiply.without(Optimization.WARP_SPECIALIZE)
            .without(Optimization.PERSISTENT, Optimization.SPLIT_LOOPS).compile("sm_90a", signature);
        assertFalse(none.ptx().contains("setmaxnreg"), none.ptx());
        assertFalse(none.metadata().contains("persistentAxes"), none.metadata());
    }

    @Test
    void rounds() {
        KernelFunction root = KernelFunction.ofModel("""
            tt.func public @root(%p: !tt.ptr<f32>) {
              %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
              %s = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
              %q = tt.addptr %s, %r : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
              %x = tt.load %q : tensor<128x!tt.ptr<f32>>
              %y = arith.mulf %x, %x : tensor<128xf32>
              %z = arith.addf %y, %x : tensor<128xf32>
              %w = math.sqrt %z : tensor<128xf32>
              tt.store %q, %w : tensor<128x!tt.ptr<f32>>
              tt.return
            }
            """);
        assertTrue(root.compile("sm_90a", "*fp32").ptx().contains("fma.rn"));
        assertTrue(root.compile("sm_90a", "*fp32").ptx().contains("sqrt.approx.ftz"));
        assertFalse(root.fpFusion(false).compile("sm_90a", "*fp32").ptx().contains("fma.rn"));
        assertFalse(root.ftz(false).compile("sm_90a", "*fp32").ptx().contains("sqrt.approx.ftz"));
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
        fails(IllegalArgumentException.class, "3 warps: expected 1, 2, 4, 8, 16 or 32", () -> add.warps(3));
        fails(IllegalArgumentException.class, "0 stages: expected at least 1", () -> add.stages(0));
        fails(IllegalArgumentException.class, "0 registers: expected at least 1", () -> add.maxRegisters(0));
        fails(IllegalArgumentException.class, "cluster 0 x 1 x 1: expected positive numbers of blocks",
            () -> add.cluster(0, 1, 1));
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
            fails(RuntimeException.class, "TestKernels.cm2tt.json: not yet compiled for "
                    + "'*fp32:16,*fp32:16,*fp32:16,i32,128', and the runtime is frozen: prepare or "
                    + "launch it so before that",
                () -> add.launch(1, x, x, x, 63));
        }
    }
}
