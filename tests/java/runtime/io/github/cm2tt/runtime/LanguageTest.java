// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Constructs of the language: a launch on the CPU and a run on the JVM agree, and a GPU's code exists. */
class LanguageTest {
    private final Device cpu = Device.cpu();

    private static KernelFunction kernel(String name) {
        return KernelFunction.of(LanguageKernels.class, name).on(Device.cpu());
    }

    /** Launches and debugs a kernel, compiles it for a GPU, and returns the floats in its first buffer. */
    private float[] run(KernelFunction kernel, String signature, float[] x, Object... rest) {
        String ptx = kernel.compile("sm_90a", signature).ptx();
        assertTrue(ptx.contains(".entry"), ptx);
        Object[] arguments = new Object[rest.length + 1];
        System.arraycopy(rest, 0, arguments, 1, rest.length);
        try (DeviceBuffer launched = cpu.copyOf(x); DeviceBuffer debugged = cpu.copyOf(x)) {
            arguments[0] = launched;
            kernel.launch(1, arguments);
            arguments[0] = debugged;
            kernel.debug(1, arguments);
            float[] result = launched.copyTo(new float[x.length]);
            assertArrayEquals(result, debugged.copyTo(new float[x.length]));
            return result;
        }
    }

    @Test
    void staticFinalFieldsAreRead() {
        assertArrayEquals(new float[] {6, 1L << 40, Float.NaN, 2},
            run(kernel("statics"), "*fp32", new float[4]));
    }

    @Test
    void javaPicksMixedOverloads() {
        assertArrayEquals(new float[] {3, -2, 2, 2},
            run(kernel("divided"), "*fp32,i64,i32", new float[4], -7L, 5));
    }

    @Test
    void conversionsAreCalledOnTiles() {
        assertArrayEquals(new float[] {1, 2048, 0, 3, 4, 5, 6, 7},
            run(kernel("converted"), "*fp32", new float[] {1.5f, 2049.5f, -0f, 3, 4, 5, 6, 7}));
    }
}
