// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.fails;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.KernelException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two parameters that are one buffer, or slices that overlap: launched, checked, and on the JVM. */
class OverlapTest {
    private static final String REMEDY = ": pass memory that does not overlap, access it by one parameter "
        + "only, or call Triton.debugBarrier() between the accesses";
    private final Device cpu = Device.cpu();

    /** The parts of a buffer that a launch passes. */
    private record Slices(long first, long firstSize, long second, long secondSize) {}

    private KernelFunction kernel(String name, int size) {
        return KernelFunction.of(OverlapKernels.class, name).constant("N", size).on(cpu);
    }

    private static int[] start(int n) {
        int[] x = new int[n];
        Arrays.setAll(x, i -> i * 7 % 100 + 1);
        return x;
    }

    /** Checks that a kernel on slices of an array is right in all kinds of launches. */
    private void isRight(String name, int n, int size, int grid, Slices slices, Consumer<int[]> reference) {
        int total = (int) Math.max(slices.first + slices.firstSize, slices.second + slices.secondSize);
        int[] wanted = start(total);
        reference.accept(wanted);
        KernelFunction kernel = kernel(name, size);
        for (String kind : List.of("launch", "checked", "debug")) {
            try (DeviceBuffer x = cpu.copyOf(start(total));
                DeviceBuffer a = x.slice(slices.first, slices.firstSize);
                DeviceBuffer b = x.slice(slices.second, slices.secondSize)) {
                if (kind.equals("debug")) {
                    kernel.debug(grid, a, b, n);
                } else {
                    (kind.equals("launch") ? kernel : kernel.checked()).launch(grid, a, b, n);
                }
                assertArrayEquals(wanted, x.copyTo(new int[total]), name + ", " + kind);
            }
        }
    }

    private void isRight(String name, int n, int size, Consumer<int[]> reference) {
        isRight(name, n, size, 1, new Slices(0, n, 0, n), reference);
    }

    /** Checks that both kinds of checks refuse a kernel on slices of an array. */
    private void isRefused(String name, int n, int size, Slices slices) {
        int total = (int) Math.max(slices.first + slices.firstSize, slices.second + slices.secondSize);
        KernelFunction kernel = kernel(name, size);
        try (DeviceBuffer x = cpu.copyOf(start(total));
            DeviceBuffer a = x.slice(slices.first, slices.firstSize);
            DeviceBuffer b = x.slice(slices.second, slices.secondSize)) {
            Throwable onJvm = assertThrows(KernelException.class, () -> kernel.debug(1, a, b, n));
            Throwable fault =
                assertThrows(KernelFaultException.class, () -> kernel.checked().launch(1, a, b, n));
            for (String text : List.of(onJvm.getMessage(), fault.getMessage())) {
                for (String part : List.of("'a'", "'b'", ", without a barrier", " are bytes ", REMEDY)) {
                    assertTrue(text.contains(part), name + ": " + text);
                }
            }
        }
    }

    @Test
    void accessesAtOneIndexAreRight() {
        isRight("addOne", 100, 128, x -> Arrays.setAll(x, i -> x[i] + 1));
        isRight("addOne", 100, 16, 7, new Slices(0, 100, 0, 100), x -> Arrays.setAll(x, i -> x[i] + 1));
        isRight("twoPasses", 100, 16, x -> {
            int most = Arrays.stream(x).max().getAsInt();
            Arrays.setAll(x, i -> x[i] - most);
        });
        isRight("halves", 64, 64, x -> {
            int[] v = x.clone();
            Arrays.setAll(x, i -> v[(i + 32) % 64]);
        });
        isRight("storeTwice", 64, 64, x -> Arrays.setAll(x, i -> i * 3));
    }

    @Test
    void accessesByOneParameterAreRight() {
        isRight("recurrence", 64, 8, x -> {
            for (int i = 8; i < 64; i++) {
                x[i] = x[i - 8] * 3 + 1;
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 16, 64, 100, 256, 1000})
    void barriersKeepTheOrder(int n) {
        int block = Integer.highestOneBit(2 * n - 1);
        isRight("reverse", n, block, x -> {
            int[] v = x.clone();
            Arrays.setAll(x, i -> v[n - 1 - i] * 10);
        });
        isRight("rotate", n, block, x -> {
            int[] v = x.clone();
            Arrays.setAll(x, i -> (i == 0 ? 7 : v[i - 1]) + (i + 1 < n ? v[i + 1] * 1000 : 0) + v[i] * 3);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 16, 32})
    void barriersKeepTheOrderOfTransposition(int n) {
        isRight("transpose", n * n, n, x -> {
            int[] v = x.clone();
            Arrays.setAll(x, i -> v[i % n * n + i / n] * 10 + i / n);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 64, 512})
    void barriersKeepTheOrderOfLoops(int n) {
        isRight("prefix", n, n, x -> Arrays.parallelPrefix(x, Integer::sum));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 16, 17})
    void barriersKeepTheOrderOfSlices(int shift) {
        int n = 200;
        isRight("shifted", n, 16, 1, new Slices(0, n, shift, n), x -> {
            for (int first = 0; first < n; first += 16) {
                int[] v = Arrays.copyOfRange(x, first, Math.min(first + 16, n));
                for (int i = 0; i < v.length; i++) {
                    x[first + i + shift] = v[i] * 2 + 1;
                }
            }
        });
    }

    @Test
    void atomicsKeepTheOrder() {
        isRight("atomics", 64, 64, x -> {
            int[] v = x.clone();
            Arrays.setAll(x, i -> v[i] + v[63 - i]);
        });
    }

    @Test
    void partsThatAreNotSharedAreRight() {
        isRight("reverseAtOnce", 32, 32, 1, new Slices(0, 32, 32, 32), x -> {
            for (int i = 0; i < 32; i++) {
                x[63 - i] = x[i];
            }
        });
        isRight("masked", 64, 64, x -> {
            for (int i = 0; i < 32; i++) {
                x[i] = x[63 - i];
            }
        });
        isRight("next", 32, 32, 1, new Slices(0, 32, 31, 32), x -> {
            for (int i = 0; i < 31; i++) {
                x[32 + i] = x[i];
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"reverseAtOnce", "next", "storesApart", "first"})
    void indicesThatDifferAreRefused(String name) {
        isRefused(name, 32, 32, new Slices(0, 32, 0, 32));
    }

    @ParameterizedTest
    @ValueSource(strings = {"transposeAtOnce", "broadcast"})
    void tilesOfOtherIndicesAreRefused(String name) {
        isRefused(name, 64, 8, new Slices(0, 64, 0, 64));
    }

    @ParameterizedTest
    @ValueSource(strings = {"reload", "recurrenceByTwo", "staged", "afterLoop", "eight", "bubble"})
    void loadsOfWhatAnotherParameterStoredAreRefused(String name) {
        isRefused(name, 64, 16, new Slices(0, 64, 0, 64));
    }

    @Test
    void slicesThatOverlapAreRefused() {
        isRefused("copy", 32, 32, new Slices(0, 32, 1, 32));
        isRefused("copy", 32, 32, new Slices(31, 32, 0, 32));
        isRefused("copy", 32, 32, new Slices(16, 64, 0, 100));
        isRefused("recurrenceByTwo", 64, 16, new Slices(0, 64, 16, 64));
    }

    private static Diagnostic first(Executable launch) {
        return assertThrows(KernelFaultException.class, launch).diagnostics().get(0);
    }

    @Test
    void checkedMessages() {
        try (DeviceBuffer x = cpu.copyOf(start(40))) {
            Diagnostic fault =
                first(() -> kernel("copy", 32).checked().launch(1, x.slice(0, 32), x.slice(1, 32), 32));
            assertEquals("store to what was loaded by 'a' at another index, without a barrier: "
                    + "element 0 of 'b', by program (0, 0, 0) at [0] of the tile, and 30 more like it",
                fault.message());
            Diagnostic note = fault.notes().get(0);
            assertEquals("program (0, 0, 0) loads it here, as element 1 of 'a', at [1] of the tile",
                note.message());
            assertEquals(fault.line(), note.line());
            assertEquals(
                "bytes 4 to 127 of 'a' are bytes 0 to 123 of 'b'" + REMEDY, fault.notes().get(1).message());
            fault = first(() -> kernel("afterLoop", 32).checked().launch(1, x, x, 40));
            assertEquals("load of what was stored by 'b', without a barrier: element 39 of 'a', by "
                    + "program (0, 0, 0)",
                fault.message());
            fault = first(() -> kernel("storesApart", 4).checked().launch(1, x, x, 40));
            assertEquals("store to what was stored by 'a' at another index, without a barrier: "
                    + "element 3 of 'b', by program (0, 0, 0) at [0] of the tile, and 3 more like it",
                fault.message());
        }
    }

    @Test
    void debugMessages() {
        try (DeviceBuffer x = cpu.copyOf(start(40))) {
            fails(KernelException.class,
                "Triton.store: element 0 of 'b' was loaded as element 1 of 'a' at another index, without a "
                    + "barrier; bytes 4 to 127 of 'a' are bytes 0 to 123 of 'b'" + REMEDY
                    + " [program (0, 0, 0)]",
                () -> kernel("copy", 32).debug(1, x.slice(0, 32), x.slice(1, 32), 32));
            fails(KernelException.class,
                "Triton.load: element 39 of 'a' was stored as element 39 of 'b', without a barrier; bytes 0 "
                    + "to 159 of 'b' are bytes 0 to 159 of 'a'" + REMEDY + " [program (0, 0, 0)]",
                () -> kernel("afterLoop", 32).debug(1, x, x, 40));
            assertArrayEquals(start(40), x.copyTo(new int[40]));
        }
    }

    @Test
    void recordsOfOneBuffer() {
        int[] reversed = start(64), v = start(64);
        Arrays.setAll(reversed, i -> v[63 - i]);
        for (String kind : List.of("launch", "checked", "debug", "debug without a barrier")) {
            try (DeviceBuffer x = cpu.copyOf(start(64))) {
                var pair = new OverlapKernels.Pair(x.ptr(), x.ptr());
                KernelFunction kernel = kernel("reversePair", 64);
                switch (kind) {
                    case "launch" -> kernel.launch(1, pair);
                    case "checked" -> kernel.checked().launch(1, pair);
                    case "debug" -> kernel.debug(1, pair);
                    // Pointers of a record are one there, and have the order of Java.
                    default -> kernel("reversePairAtOnce", 64).debug(1, pair);
                }
                assertArrayEquals(reversed, x.copyTo(new int[64]), kind);
            }
        }
        try (DeviceBuffer x = cpu.copyOf(start(64))) {
            var pair = new OverlapKernels.Pair(x.ptr(), x.ptr());
            String text = assertThrows(KernelFaultException.class,
                () -> kernel("reversePairAtOnce", 64).checked().launch(1, pair)).getMessage();
            assertTrue(text.contains("bytes 0 to 255 of 'pair.a' are bytes 0 to 255 of 'pair.b'"), text);
        }
    }
}
