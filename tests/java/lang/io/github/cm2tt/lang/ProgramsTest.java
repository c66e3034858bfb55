// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.lang;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The runner of programs: which run, in which order, and what comes out if they fail. */
class ProgramsTest {
    private static void add(Ptr x, Ptr y, Ptr out, int n, @Constant int block) {
        var offsets = Triton.add(Triton.programId(0) * block, Triton.arange(0, block));
        var mask = Triton.compare(offsets, n, Triton.CompareKind.LessThan);
        var sum = Triton.load(Triton.add(x, offsets), mask).add(Triton.load(Triton.add(y, offsets), mask));
        Triton.store(Triton.add(out, offsets), sum, mask);
    }

    @Test
    void runsAKernel() {
        float[] x = new float[1000], y = new float[1000], out = new float[1000];
        for (int i = 0; i < x.length; i++) {
            x[i] = i;
            y[i] = 0.5f * i;
        }
        Programs.run(16, () -> add(Ptr.of(x), Ptr.of(y), Ptr.of(out), 1000, 64));
        for (int i = 0; i < x.length; i++)
            assertEquals(1.5f * i, out[i]);
    }

    @Test
    void programsInOrder() {
        List<String> seen = new ArrayList<>();
        Programs.run(2, 2, 2, () -> {
            int x = Triton.programId(0), y = Triton.programId(1), z = Triton.programId(2);
            seen.add("" + x + y + z);
        });
        assertEquals(List.of("000", "100", "010", "110", "001", "101", "011", "111"), seen);
        Programs.run(3, 1, () -> assertEquals(3, Triton.numPrograms(0)));
        Programs.run(0, () -> seen.clear());
        assertEquals(8, seen.size());
    }

    @Test
    void methodsOutsideOfARun() {
        IllegalStateException error = assertThrows(IllegalStateException.class, () -> Triton.add(1, 2));
        assertEquals("Triton.add was called on the JVM: kernels are launched with KernelFunction.launch, or "
                + "run here with KernelFunction.debug or Programs.run",
            error.getMessage());
        Programs.run(1, () -> Triton.add(1, 2));
        assertThrows(IllegalStateException.class, () -> Triton.programId(0));
    }

    @Test
    void argumentsAreChecked() {
        var negative = assertThrows(IllegalArgumentException.class, () -> Programs.run(2, -1, () -> {}));
        assertEquals("a grid's extents must not be negative: 2, -1, 1", negative.getMessage());
        assertThrows(NullPointerException.class, () -> Programs.run(1, null));
        KernelException nested =
            assertThrows(KernelException.class, () -> Programs.run(1, () -> Programs.run(1, () -> {})));
        assertSame(IllegalStateException.class, nested.getCause().getClass());
        assertEquals("Programs.run was called by a kernel that runs; call the other kernel's method instead",
            nested.getCause().getMessage());
    }

    @Test
    void exceptionsNameTheProgram() {
        int zero = 0;
        KernelException error = assertThrows(KernelException.class, () -> Programs.run(4, 2, () -> {
            if (Triton.programId(0) == 3 && Triton.programId(1) == 1)
                Triton.arange(0, 1 / zero);
        }));
        assertEquals("java.lang.ArithmeticException: / by zero [program (3, 1, 0)]", error.getMessage());
        assertSame(ArithmeticException.class, error.getCause().getClass());
        String thrower = error.getCause().getStackTrace()[0].getClassName();
        assertEquals(ProgramsTest.class.getName(), thrower);
    }

    @Test
    void errorsComeOutAsTheyAre() {
        AssertionError thrown = new AssertionError("7 expected");
        AssertionError error = assertThrows(AssertionError.class, () -> Programs.run(2, () -> {
            if (Triton.programId(0) == 1)
                throw thrown;
        }));
        assertSame(thrown, error);
        String note = error.getSuppressed()[0].getMessage();
        assertEquals("java.lang.AssertionError thrown [program (1, 0, 0)]", note);
    }

    @Test
    void outOfBounds() {
        float[] x = new float[100];
        KernelException error = assertThrows(KernelException.class, () -> Programs.run(2, () -> {
            Tensor offsets = Triton.add(Triton.programId(0) * 64, Triton.arange(0, 64));
            Triton.load(Triton.add(Ptr.of(x), offsets));
        }));
        assertTrue(error.getMessage().contains("index 100, but float[100]"), error.getMessage());
        assertTrue(error.getMessage().endsWith("[program (1, 0, 0)]"), error.getMessage());
        error = assertThrows(
            KernelException.class, () -> Programs.run(1, () -> Triton.store(Triton.add(Ptr.of(x), -1), 1)));
        assertTrue(error.getMessage().contains("index -1, but float[100]"), error.getMessage());
    }

    /** Each thread has a run of its own; another thread of a kernel's has none. */
    @Test
    void threadsRunTheirOwn() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<int[]>> results = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                int factor = thread;
                results.add(threads.submit(() -> {
                    int[] out = new int[256];
                    Programs.run(4, () -> {
                        Tensor i = Triton.add(Triton.programId(0) * 64, Triton.arange(0, 64));
                        Triton.store(Triton.add(Ptr.of(out), i), Triton.mul(i, factor));
                    });
                    return out;
                }));
            }
            for (int thread = 0; thread < 8; thread++) {
                int[] expected = new int[256];
                Arrays.setAll(expected, i -> i);
                for (int i = 0; i < 256; i++)
                    expected[i] *= thread;
                assertArrayEquals(expected, results.get(thread).get());
            }
        } finally {
            threads.shutdown();
        }
    }
}
