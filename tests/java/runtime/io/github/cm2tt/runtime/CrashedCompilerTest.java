// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.internal.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The compiler crashes in a JVM: each launch that needs the kernel throws an exception with a reproducer, and
 * other kernels are compiled.
 */
class CrashedCompilerTest {
    @TempDir Path folder;
    private Path reproducers;

    /** The process in which the compiler crashes. */
    static final class Crashing {
        private static final int THREADS = 8;

        private Crashing() {}

        /** The compiler crashes when it folds this number (CompilerCrash.c). */
        @Kernel
        static void crash(Ptr out) {
            Triton.store(out, (float) Math.exp(0.4242));
        }

        /** The shared runtime, one without a guard ("unguarded"), or one with a folder for reproducers. */
        private static Cm2ttRuntime runtime(String[] arguments) {
            if (arguments.length == 0)
                return Cm2ttRuntime.shared();
            Cm2ttRuntime.Builder builder = Cm2ttRuntime.builder();
            return arguments[0].equals("unguarded") ? builder.noCrashGuard().build()
                                                    : builder.reproducerFolder(Path.of(arguments[0])).build();
        }

        public static void main(String[] arguments) {
            Device cpu = runtime(arguments).cpu();
            KernelFunction crash = KernelFunction.of(Crashing.class, "crash").on(cpu);
            AtomicInteger failures = new AtomicInteger();
            String[] message = new String[1];
            try (DeviceBuffer out = cpu.allocate(ElementType.FP32, 1)) {
                TestSupport.inParallel(THREADS, thread -> {
                    try {
                        crash.launch(1, out);
                    } catch (CompilationException e) {
                        failures.incrementAndGet();
                        message[0] = e.getMessage();
                    }
                });
            }
            System.out.println(failures + " failures");
            System.out.println(message[0]);
            try (DeviceBuffer x = cpu.copyOf(new float[] {1, 2, 3})) {
                TestSupport.add().on(cpu).launch(1, x, x, x, 3);
                System.out.println("sum: " + x.copyTo(new float[3])[2]);
            }
        }
    }

    @BeforeEach
    void setUp() {
        reproducers = folder.resolve("reproducers");
    }

    /** Runs {@link Crashing} and returns its output. */
    private String run(int status, Map<String, String> variables, List<String> options, String... arguments)
        throws Exception {
        Path natives = Path.of(System.getProperty("cm2tt.native.path"));
        List<String> all = new ArrayList<>(ChildJvm.reportTo(folder.resolve("crash")));
        all.add("-Dcm2tt.native.path=" + natives);
        all.addAll(options);
        ProcessBuilder builder = ChildJvm.of(all, Crashing.class, arguments);
        builder.environment().putAll(Map.of("LD_PRELOAD", natives.resolve("libCompilerCrash.so").toString(),
            "CM2TT_CACHE", "off", "CM2TT_REPRODUCER_DIR", reproducers.toString()));
        builder.environment().putAll(variables);
        ChildJvm.Ended ended = ChildJvm.run(builder, folder.resolve("output"));
        assertEquals(status == 0, ended.status() == 0, ended.output());
        return ended.output();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(reproducers)) {
            return all.toList();
        }
    }

    @Test
    void everyoneGetsAnException() throws Exception {
        String text = run(0, Map.of(), List.of());
        assertTrue(text.startsWith("8 failures\n"), text);
        assertTrue(text.matches("(?s).*/CrashedCompilerTest\\.java:\\d+:\\d+: error: the compiler .*"), text);
        assertTrue(text.contains("error: the compiler crashed in 'phase: tt', pass '"), text);
        assertTrue(text.contains("by signal 11 (Segmentation fault)\n"), text);
        assertEquals(1, files().size(), text);
        Path file = files().get(0);
        assertTrue(text.contains("note: please report this with the file that reproduces it: cm2tt " + file
                       + " --target=cpu --emit=obj"),
            text);
        assertTrue(Files.readString(file).contains("Math::exp(double)"), text);
        assertTrue(text.endsWith("sum: 6.0\n"), text);
    }

    @Test
    void aFolderThatCannotBeWritten() throws Exception {
        String text = run(0, Map.of(), List.of(), "/dev/null/nowhere");
        assertTrue(text.startsWith("8 failures\n"), text);
        assertTrue(text.contains("note: please report this with the input and the options; the reproducer "
                       + "'/dev/null/nowhere/cm2tt-"),
            text);
    }

    /** The JVM ends and writes its report. */
    private void endsTheJvm(Map<String, String> variables, List<String> options, String... arguments)
        throws Exception {
        String text = run(1, variables, options, arguments);
        assertTrue(text.contains("SIGSEGV"), text);
        assertTrue(Files.exists(folder.resolve("crash")), text);
        assertNotEquals(0, Files.size(folder.resolve("crash")));
    }

    @Test
    void switchedOffByTheEnvironment() throws Exception {
        endsTheJvm(Map.of("CM2TT_CRASH_GUARD", "off"), List.of());
    }

    @Test
    void switchedOffByAProperty() throws Exception {
        endsTheJvm(Map.of(), List.of("-Dcm2tt.crash.guard=off"));
    }

    @Test
    void switchedOffByTheBuilder() throws Exception {
        endsTheJvm(Map.of(), List.of(), "unguarded");
    }
}
