// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Constructs of Java 21 in kernels: patterns in switches and of records, Math.clamp. */
@Tag("jdk21")
@EnabledForJreRange(min = JRE.JAVA_21)
class PatternsTest {
    private static final String SOURCE = """
        import io.github.cm2tt.lang.*;
        class Newer {
            sealed interface Op permits Add, Scale, Chain, Range {}
            record Add(int n) implements Op {}
            record Scale(float by, boolean negates) implements Op {}
            record Chain(Op first, Op second) implements Op {}
            record Range(int least, int most) implements Op {
                @Override
                public int most() {
                    return most + 1;
                }
            }
            record Pair<T>(T a, T b) {}

            static Tensor apply(Tensor x, Op op, int n) {
                return switch (op) {
                    case Add(int m) when m > 100 -> x;
                    case Add add when add.n() == n -> x.add(1000);
                    case Add(var m) -> x.add(m);
                    case Scale(float by, boolean negates) -> negates ? x.mul(-by) : x.mul(by);
                    case Chain(Add(int m), Chain(Op a, Scale s)) -> last(x.add(m), a, s, n);
                    case Chain(Op a, Op b) -> last(x, a, b, n);
                    case Range(int least, int most) -> x.maximum(least).minimum(most);
                };
            }

            // Not recursive: a chain in a chain is not applied.
            static Tensor last(Tensor x, Op a, Op b, int n) {
                if (a instanceof Add(int m) && m != n)
                    x = x.add(m);
                if (!(b instanceof Scale(var by, boolean negates)))
                    return x;
                return x.mul(by);
            }

            @Kernel
            static void k(Ptr x, int n, @Constant int KIND) {
                var p = x.add(Triton.arange(0, 4));
                Op op = switch (KIND) {
                    case 0 -> new Add(n);
                    case 1 -> new Scale(n, true);
                    case 2 -> new Chain(new Add(2), new Scale(n, false));
                    case 3 -> new Chain(new Add(2), new Chain(new Add(3), new Scale(4, false)));
                    default -> new Range(1, 1);
                };
                p.store(apply(p.load(), op, 7));
            }

            @Kernel
            static void statement(Ptr x, int n) {
                var pair = new Pair<>(n, 5);
                for (int i = 0; i < 2; i++) {
                    switch (pair) {
                        case Pair<Integer>(Integer a, var b) when a > 3:
                            x.add(i).store(a + b);
                            break;
                        case Pair<Integer> p:
                            x.add(i).store(n);
                    }
                }
                x.add(2).store(Math.clamp((long) n, 2, 5));
                x.add(3).store(Math.clamp(n * 0.5f, 1f, 3f));
            }

            @Kernel
            static void clamps(Ptr x, Ptr y, long n, double d) {
                x.store(Math.clamp(n, -2, 7));
                x.add(1).store(Math.clamp(n, 5_000_000_000L, 6_000_000_000L) - 5_000_000_000L);
                x.add(2).store(Math.clamp(9L, 1, 4));
                y.store((float) Math.clamp(d, -0.0, 1.5));
                y.add(1).store(Math.clamp(Float.NaN, 1, 2));
                y.add(2).store(1 / Math.clamp(-0.0f, 0.0f, 2.0f));
            }

            @Kernel
            static void unknown(Ptr x, int n) {
                Object o = n;
                switch (o) {
                    case Add add -> x.store(1);
                    default -> x.store(2);
                }
            }
        }
        """;

    private final Device cpu = Device.cpu();
    private URLClassLoader loader;
    private Class<?> kernels;

    @BeforeEach
    void compile(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("Newer.java");
        Files.writeString(file, SOURCE);
        TestSupport.javac(folder, true, file);
        loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader());
        kernels = loader.loadClass("Newer");
    }

    @AfterEach
    void closeLoader() throws Exception {
        loader.close();
    }

    private KernelFunction kernel(String name) {
        return KernelFunction.of(kernels, name).on(cpu);
    }

    private void check(KernelFunction kernel, float[] expected, Object... numbers) {
        for (boolean isDebug : new boolean[] {false, true}) {
            try (DeviceBuffer x = cpu.copyOf(new float[] {0, 1, 2, 3})) {
                Object[] arguments = new Object[numbers.length + 1];
                arguments[0] = x;
                System.arraycopy(numbers, 0, arguments, 1, numbers.length);
                if (isDebug) {
                    kernel.debug(1, arguments);
                } else {
                    kernel.launch(1, arguments);
                }
                assertArrayEquals(expected, x.copyTo(new float[4]), isDebug ? "debug" : "launch");
            }
        }
    }

    @Test
    void switchesMatchRecords() {
        KernelFunction kernel = kernel("k");
        check(kernel.constant("KIND", 0), new float[] {5, 6, 7, 8}, 5);
        check(kernel.constant("KIND", 0), new float[] {1000, 1001, 1002, 1003}, 7);
        check(kernel.constant("KIND", 0), new float[] {0, 1, 2, 3}, 101);
        check(kernel.constant("KIND", 1), new float[] {-0f, -2, -4, -6}, 2);
        check(kernel.constant("KIND", 2), new float[] {6, 9, 12, 15}, 3);
        check(kernel.constant("KIND", 3), new float[] {20, 24, 28, 32}, 3);
        check(kernel.constant("KIND", 4), new float[] {1, 1, 2, 2}, 3);
    }

    @Test
    void statementsAndClamps() {
        check(kernel("statement"), new float[] {9, 9, 4, 2}, 4);
        check(kernel("statement"), new float[] {2, 2, 2, 1}, 2);
        check(kernel("statement"), new float[] {13, 13, 5, 3}, 8);
    }

    @Test
    void clampsAreJavas() {
        for (long n : new long[] {-5, 3, 5_500_000_000L, Long.MAX_VALUE}) {
            for (double d : new double[] {-1, 1.25, 1e300, Double.NaN}) {
                try (DeviceBuffer x = cpu.copyOf(new long[3]); DeviceBuffer y = cpu.copyOf(new float[3])) {
                    kernel("clamps").debug(1, x, y, n, d);
                    long[] integers = x.copyTo(new long[3]);
                    float[] floats = y.copyTo(new float[3]);
                    kernel("clamps").launch(1, x.fill(0), y.fill(0), n, d);
                    assertArrayEquals(integers, x.copyTo(new long[3]));
                    assertArrayEquals(floats, y.copyTo(new float[3]));
                }
            }
        }
    }

    @Test
    void onlyRecordsAreMatched() {
        try (DeviceBuffer x = cpu.copyOf(new float[4])) {
            String message = assertThrows(CompilationException.class, () -> kernel("unknown").launch(1, x, 2))
                .getMessage();
            assertTrue(message.contains("Newer.java:79:18: error: T-INSTANCE-1: instanceof needs a record "
                           + "whose class is known while compiling: int"), message);
        }
    }
}
