// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.KernelFunction;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Algorithms on memory, launched, checked, and on the JVM, leave what Java leaves in an array. */
class AlgorithmsTest {
    private final Device cpu = Device.cpu();

    @ParameterizedTest
    @EnumSource
    void leavesWhatJavaLeaves(Algorithms.Algorithm algorithm) {
        KernelFunction kernel =
            KernelFunction.of(Algorithms.class, "kernel").constant("algorithm", algorithm).on(cpu);
        for (int n : new int[] {13, 48}) {
            for (int seed = 0; seed < 3; seed++) {
                int[] input = Arrays.copyOf(new Random(seed).ints(n, 0, 100).toArray(), 4 * n);
                int[] wanted = input.clone();
                Algorithms.run(new Algorithms.Array(wanted), n, algorithm);
                assertFalse(Arrays.equals(input, wanted));
                String text = algorithm + ", " + n + ", seed " + seed;
                try (DeviceBuffer launched = cpu.copyOf(input); DeviceBuffer checked = cpu.copyOf(input);
                    DeviceBuffer debugged = cpu.copyOf(input)) {
                    kernel.launch(1, launched, n);
                    assertArrayEquals(wanted, launched.copyTo(input.clone()), text);
                    kernel.checked().launch(1, checked, n);
                    assertArrayEquals(wanted, checked.copyTo(input.clone()), "checked " + text);
                    kernel.debug(1, debugged, n);
                    assertArrayEquals(wanted, debugged.copyTo(input.clone()), "debug " + text);
                }
            }
        }
    }
}
