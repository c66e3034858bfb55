// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Features of the language: launches, checked and not, and runs on the JVM compute as Java does. */
class FeatureTest {
    private static final int[] ARGUMENTS = {0, 1, -1, 2, 5, 16, -300, 40_000};
    private final Device cpu = Device.cpu();

    private KernelFunction kernel(String name, FeatureCases.Feature feature) {
        return KernelFunction.of(FeatureCases.class, name).constant("feature", feature).on(cpu);
    }

    @ParameterizedTest
    @EnumSource
    void computesWhatJavaComputes(FeatureCases.Feature feature) {
        int n = ARGUMENTS.length;
        int[] expected = Arrays.stream(ARGUMENTS).map(a -> FeatureCases.run(feature, a)).toArray();
        KernelFunction kernel = kernel("kernel", feature);
        try (DeviceBuffer in = cpu.copyOf(ARGUMENTS); DeviceBuffer out = cpu.zeros(ElementType.I32, n)) {
            kernel.launch(n, in, out);
            assertArrayEquals(expected, out.copyTo(new int[n]), "launched");
            kernel.checked().launch(n, in, out.fill(0));
            assertArrayEquals(expected, out.copyTo(new int[n]), "checked");
            kernel.debug(n, in, out.fill(0));
            assertArrayEquals(expected, out.copyTo(new int[n]), "debug");
            kernel("constant", feature).constant("a", -7).launch(1, out);
            assertEquals(FeatureCases.run(feature, -7), out.copyTo(new int[n])[0], "constant");
        }
    }
}
