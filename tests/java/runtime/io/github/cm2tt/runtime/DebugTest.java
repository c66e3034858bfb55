// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.BLOCK;
import static io.github.cm2tt.runtime.TestSupport.add;
import static io.github.cm2tt.runtime.TestSupport.blocks;
import static io.github.cm2tt.runtime.TestSupport.fails;
import static io.github.cm2tt.runtime.TestSupport.numbers;
import static io.github.cm2tt.runtime.TestSupport.read;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.KernelException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kernels run on the JVM. */
class DebugTest {
    private static final int N = 300;
    private final Device cpu = Device.cpu();

    @Test
    void runsOnTheJvm() {
        try (DeviceBuffer x = cpu.copyOf(numbers(N, 1));
            DeviceBuffer out = cpu.allocate(ElementType.FP32, N)) {
            add().debug(blocks(N), x, x, out, N);
            assertArrayEquals(numbers(N, 2), out.copyTo(new float[N]));
            // The same memory twice, in parts, and a private method.
            add().debug(blocks(N / 2), out.slice(0, N / 2), x, out.slice(0, N / 2), (short) (N / 2));
            assertArrayEquals(numbers(N / 2, 3), out.copyTo(new float[N / 2]));
            KernelFunction.of(TestKernels.class, "combine")
                .constant("BLOCK", BLOCK)
                .on(cpu)
                .debug(Grid.of(blocks(N)), x, x, x, out, N, 1, (byte) 2, 2f, 4.0, true);
            float[] expected = numbers(N, 4);
            for (int i = 0; i < N; i++)
                expected[i] -= 7;
            assertArrayEquals(expected, out.copyTo(new float[N]), 1e-3f);
        }
    }

    @Test
    void leavesBuffersIfTheKernelThrows() {
        try (DeviceBuffer out = cpu.copyOf(numbers(BLOCK - 1, 1))) {
            KernelFunction overrun =
                KernelFunction.of(TestKernels.class, "overrun").on(cpu).constant("BLOCK", BLOCK);
            fails(KernelException.class, "Triton.store: out of bounds: index 127, but the buffer of 508 "
                    + "bytes has 127 of float; mask the accesses outside [program (0, 0, 0)]",
                () -> overrun.debug(1, out));
            assertArrayEquals(numbers(BLOCK - 1, 1), out.copyTo(new float[BLOCK - 1]));
        }
    }

    /**
     * The kernel TestKernels.add with its model, as a method that was changed since: other parameters after
     * the first four, and its body throws.
     */
    private KernelFunction changed(Path folder, String parameters) throws Exception {
        TestSupport.compile(folder, "changed/Kernels.java",
            "package changed; import io.github.cm2tt.lang.*;\n"
                + "final class Kernels {\n"
                + "    @Kernel static void add(Ptr x, Ptr y, Ptr out, int n" + parameters
                + ") throws java.io.IOException {\n"
                + "        throw new java.io.IOException(\"the disk is gone\");\n"
                + "    }\n"
                + "}\n");
        try (InputStream model = TestKernels.class.getResourceAsStream("TestKernels.cm2tt.json")) {
            Files.write(folder.resolve("changed/Kernels.cm2tt.json"), model.readAllBytes());
        }
        URL[] path = {folder.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(path, TestKernels.class.getClassLoader())) {
            return KernelFunction.of(loader.loadClass("changed.Kernels"), "add")
                .constant("BLOCK", BLOCK)
                .on(cpu);
        }
    }

    @Test
    void refusesMethodsThatWereChanged(@TempDir Path folder) throws Exception {
        try (DeviceBuffer x = cpu.copyOf(numbers(N, 1))) {
            KernelFunction shorter = changed(folder.resolve("shorter"), "");
            fails(IllegalStateException.class,
                "the model has 5 parameters and the method 'add' 4: compile the class again",
                () -> shorter.debug(1, x, x, x, 1));
            KernelFunction narrower = changed(folder.resolve("narrower"), ", byte BLOCK");
            fails(IllegalArgumentException.class, "parameter 'BLOCK': the constant '128' is no byte",
                () -> narrower.debug(1, x, x, x, 1));
        }
    }

    @Test
    void saysWhatAKernelThrows(@TempDir Path folder) throws Exception {
        KernelFunction throwing = changed(folder, ", int BLOCK");
        try (DeviceBuffer x = cpu.copyOf(numbers(N, 1))) {
            fails(KernelException.class, "java.lang.IllegalStateException: the kernel threw "
                    + "java.io.IOException: the disk is gone [program (0, 0, 0)]",
                () -> throwing.debug(1, x, x, x, 1));
        }
    }

    private static void refused(String part, Runnable run) {
        RuntimeException e = assertThrows(RuntimeException.class, run::run);
        assertTrue(e.getMessage().contains(part), e.getMessage());
    }

    @Test
    void refusesArguments() {
        try (DeviceBuffer x = cpu.copyOf(numbers(N, 1))) {
            refused("2 arguments given: expected 4, for [x, y, out, n]", () -> add().debug(1, x, x));
            refused("parameter 3, 'n': Float 1.0 was given: expected int", () -> add().debug(1, x, x, x, 1f));
            refused("parameter 3, 'n': Long 1 was given: expected int", () -> add().debug(1, x, x, x, 1L));
            refused("parameter 3, 'n': a buffer was given: expected int", () -> add().debug(1, x, x, x, x));
            refused("parameter 3, 'n': null was given: expected a DeviceBuffer or a number",
                () -> add().debug(1, x, x, x, null));
            refused("parameter 1, 'y': Integer 1 was given: expected a DeviceBuffer",
                () -> add().debug(1, x, 1, x, 1));
            refused("parameter 1, 'y': float[] was given: expected a DeviceBuffer, as kernels cannot "
                    + "reach the arrays of Java: copy it, by device.copyOf(array)",
                () -> add().debug(1, x, new float[1], x, 1));
            refused(
                "parameter 4, 'BLOCK': a @Constant has no value: expected constant(\"BLOCK\", value) "
                    + "before the launch",
                () -> KernelFunction.of(TestKernels.class, "add").debug(1, x, x, x, 1, BLOCK));
            KernelFunction model = KernelFunction.ofModel(read("examples/babylon/vector-add/model.json"));
            refused("a kernel of a model cannot be run on the JVM: expected one of "
                    + "KernelFunction.of(Class, name), whose Java method is known",
                () -> model.debug(1, x, x, x, 1));
        }
        // It is never accessed, so it takes no memory.
        try (DeviceBuffer large = cpu.allocate(ElementType.I8, 1L << 31)) {
            refused("a buffer of 2147483648 bytes: expected at most 2147483647 for a run on the JVM",
                () -> add().debug(1, large, large, large, 1));
        }
        DeviceBuffer closed = cpu.copyOf(numbers(N, 1));
        closed.close();
        refused("the buffer of 300 x fp32 is closed: use it before close(), and not after",
            () -> add().debug(1, closed, closed, closed, 1));
    }
}
