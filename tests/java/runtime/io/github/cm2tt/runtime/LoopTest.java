// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops with general conditions: launched, checked, and on the JVM, against Java. */
class LoopTest {
    private static final int[] OTHERS = {20, -5, 0};
    private final Device cpu = Device.cpu();

    /** Checks the results of a kernel in all kinds of launches. */
    private void isRight(String name, int[] wanted, Object... numbers) {
        KernelFunction kernel = KernelFunction.of(LoopKernels.class, name).on(cpu);
        for (String kind : List.of("launch", "checked", "debug")) {
            try (DeviceBuffer out = cpu.copyOf(new int[wanted.length])) {
                Object[] arguments = new Object[numbers.length + 1];
                arguments[0] = out;
                System.arraycopy(numbers, 0, arguments, 1, numbers.length);
                if (kind.equals("debug")) {
                    kernel.debug(1, arguments);
                } else {
                    (kind.equals("launch") ? kernel : kernel.checked()).launch(1, arguments);
                }
                assertArrayEquals(wanted, out.copyTo(new int[wanted.length]),
                    name + Arrays.toString(numbers) + ", " + kind);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1, 2, 3, 7, 10, 1000})
    void loopsAreThoseOfJava(int n) {
        for (int other : OTHERS) {
            isRight("all", LoopKernels.inJava(n, other), n, other);
            isRight("separate", new int[] {LoopKernels.twoVariables(n, other)}, n, other);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1, 9, 10})
    void variablesOfADoLoop(int n) {
        int last = Math.max(0, (n + 1) / 2 * 2);
        isRight("reported", new int[] {20, last, 20}, n);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1, 9, 10})
    void tilesOfADoLoop(int n) {
        int last = Math.max(0, (n + 1) / 2 * 2);
        for (int other : OTHERS) {
            int[] wanted = new int[48];
            Arrays.setAll(wanted, i -> i / 16 == 1 ? last : other);
            isRight("tiles", wanted, n, other);
        }
    }
}
