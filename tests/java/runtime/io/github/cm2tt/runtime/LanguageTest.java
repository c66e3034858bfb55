// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static io.github.cm2tt.runtime.TestSupport.fails;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.BFloat16;
import io.github.cm2tt.lang.Triton;
import java.util.Random;
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
    void pointersMayBeNull() {
        float[] x = {0, 1, 2, 3, 4, 5, 6, 7};
        try (DeviceBuffer bias = cpu.copyOf(x); DeviceBuffer scale = cpu.copyOf(new float[] {3})) {
            KernelFunction kernel = kernel("biased");
            assertArrayEquals(x, run(kernel, "*fp32,null,null,i32", x, null, null, 9));
            assertArrayEquals(new float[] {9, 11, 13, 15, 17, 19, 21, 23},
                run(kernel, "*fp32,*fp32,null,i32", x, bias, null, 9));
            assertArrayEquals(new float[] {0, 3, 6, 9, 12, 15, 18, 21},
                run(kernel, "*fp32,null,*fp32,i32", x, null, scale, 9));
            assertArrayEquals(new float[] {9, 13, 17, 21, 25, 29, 33, 37},
                run(kernel, "*fp32,*fp32,*fp32,i32", x, bias, scale, 9));
            kernel.close();
            assertThrows(IllegalStateException.class, () -> kernel.launch(1, bias, null, scale, 9));
        }
    }

    @Test
    void argumentsHoldNull() {
        float[] x = {0, 1, 2, 3, 4, 5, 6, 7};
        try (DeviceBuffer buffer = cpu.copyOf(x)) {
            KernelFunction kernel = kernel("biased");
            Arguments arguments =
                kernel.arguments().add(buffer).add((DeviceBuffer) null).add(buffer).add(1);
            fails(IllegalArgumentException.class, "parameter 1, 'bias' is null: expected a buffer",
                () -> arguments.bufferAt(1));
            fails(IllegalArgumentException.class, "parameter 1, 'bias' is null: expected an integer",
                () -> arguments.longAt(1));
            kernel.launch(1, arguments.set(2, null));
            assertArrayEquals(x, buffer.copyTo(new float[8]));
            kernel.launch(1, arguments.set(1, buffer));
            assertArrayEquals(new float[] {1, 3, 5, 7, 9, 11, 13, 15}, buffer.copyTo(new float[8]));
            kernel.launch(1, arguments.set(1, null).set(1, buffer).set(2, buffer.slice(0, 1)));
            assertArrayEquals(new float[] {3, 7, 11, 15, 19, 23, 27, 31}, buffer.copyTo(new float[8]));
            arguments.clear().add((DeviceBuffer) null).add(buffer).add(buffer).add(1);
            String text = "parameter 0, 'x': null was given, for which the kernel cannot be compiled at "
                + "io/github/cm2tt/runtime/LanguageKernels.java:58: expected a DeviceBuffer, or a kernel "
                + "that compares the parameter with null before it uses it";
            fails(CompilationException.class, text, () -> kernel.launch(1, arguments));
            fails(CompilationException.class, text, () -> kernel.prepare(arguments));
            fails(CompilationException.class, text, () -> kernel.launch(1, null, buffer, buffer, 1));
            fails(CompilationException.class, text,
                () -> kernel("biased").launch(1, null, null, buffer, 1));
            CompilationException e =
                assertThrows(CompilationException.class, () -> kernel.launch(1, arguments));
            assertEquals(58, e.diagnostics().get(0).line());
        }
    }

    @Test
    void enumsAndClassesAreConstants() {
        float[] x = {2049.5f, 1.5f, 0, 0, 0, 0, 0, -1.75f};
        KernelFunction kernel =
            kernel("chosen").constant("type", int.class).constant("rounding", Triton.Rounding.RTZ);
        assertArrayEquals(new float[] {2048, 1, 0, 0, 0, 0, 0, -1},
            run(kernel.constant("mode", LanguageKernels.Mode.FAST), "*fp32", x));
        assertArrayEquals(new float[] {4096, 3, 0, 0, 0, 0, 0, -3.5f},
            run(kernel.constant("mode", LanguageKernels.Mode.EXACT).constant("type", BFloat16.class), "*fp32",
                x));
        fails(IllegalArgumentException.class, "java.lang.String is not a type of elements: expected one of "
                + "[boolean, byte, short, int, long, UInt8, UInt16, UInt32, UInt64, Float16, BFloat16, "
                + "float, double, Float8E4M3, Float8E5M2]",
            () -> kernel.constant("type", String.class));
        try (DeviceBuffer buffer = cpu.copyOf(x)) {
            KernelFunction wrong = kernel.constant("mode", Severity.ERROR);
            String message =
                assertThrows(CompilationException.class, () -> wrong.launch(1, buffer)).getMessage();
            assertTrue(message.contains("T-SIGNATURE-3: parameter 'mode' is io.github.cm2tt.runtime."
                           + "LanguageKernels$Mode: not the constant Severity.ERROR"),
                message);
            fails(IllegalArgumentException.class,
                "parameter 'mode': the constant 'Severity.ERROR' is no Mode", () -> wrong.debug(1, buffer));
        }
    }

    @Test
    void boxesAndStringsAreConstants() {
        float[] x = {0, 1, 2, 3};
        KernelFunction kernel = kernel("boxed").constant("n", Integer.valueOf(4)).constant("h", 0.5f)
            .constant("u", 200).constant("negates", Boolean.TRUE);
        assertArrayEquals(new float[] {-200.5f, -201.5f, -202.5f, -203.5f},
            run(kernel.constant("text", "once, \"ä%"), "*fp32", x));
        assertArrayEquals(new float[] {-401, -403, -405, -407},
            run(kernel.constant("text", "twice"), "*fp32", x));
        try (DeviceBuffer buffer = cpu.copyOf(x)) {
            fails(IllegalArgumentException.class, "parameter 1, 'n': '\"4\"' is not an integer: expected i32",
                () -> kernel.constant("text", "").constant("n", "4").launch(1, buffer));
            String message = assertThrows(CompilationException.class,
                () -> kernel.constant("text", 5).launch(1, buffer)).getMessage();
            assertTrue(message.contains(
                "T-SIGNATURE-3: parameter 'text' is String: not the constant 5"), message);
            fails(IllegalArgumentException.class, "parameter 'text': the constant '5' is no String",
                () -> kernel.constant("text", 5).debug(1, buffer));
        }
    }

    @Test
    void interfacesAreCalledOnRecords() {
        float[] x = {0, 1, 2, 3, 4, 5, 6, 7};
        assertArrayEquals(new float[] {9, 12, 15, 18, 21, 24, 27, 30},
            run(kernel("finished").constant("ADDS", true), "*fp32,i32", x, 3));
        assertArrayEquals(new float[] {-0f, -9, -18, -27, -36, -45, -54, -63},
            run(kernel("finished").constant("ADDS", false), "*fp32,i32", x, 3));
    }

    @Test
    void interfacesHaveVariableArity() {
        float[] expected = new float[8];
        for (int i = 0; i < expected.length; i++)
            expected[i] = 3 + 2 * i + 2 * 7 + 2 * (1 + 2 * i);
        float[] x = {0, 1, 2, 3, 4, 5, 6, 7};
        assertArrayEquals(expected, run(kernel("mixed"), "*fp32,fp32", x, 2f));
    }

    @Test
    void helpersHaveVariableArity() {
        float[] x = {0, 1, 2, 3, 4, 5, 6, 7};
        float[] expected = new float[x.length];
        for (int i = 0; i < x.length; i++) {
            float one = x[i] + 3, two = x[i] + x[i] + 3 + x[i];
            expected[i] = x[i] + one + two + one;
        }
        assertArrayEquals(expected, run(kernel("summed"), "*fp32,i32", x, 3));
    }

    @Test
    void rootsAreThoseOfFloat() {
        float[] x = {0, 1.5f, 2, 3e-40f, 4.7f, 1e38f, 6.1f, 7};
        float[] expected = new float[x.length];
        for (int i = 0; i < x.length; i++)
            expected[i] = (float) Math.sqrt(x[i]) + (float) Math.floor(x[i]);
        assertArrayEquals(expected, run(kernel("narrowed"), "*fp32", x));
        String ptx = kernel("narrowed").compile("sm_90a", "*fp32").ptx();
        assertTrue(ptx.contains("sqrt.rn.f32") && !ptx.contains("f64"), ptx);
    }

    @Test
    void functionsAreThoseOfTheDevice() {
        float[] values = new float[2048];
        Random random = new Random(1);
        for (int i = 0; i < values.length; i++)
            values[i] = (float) random.nextGaussian() * (i < 1000 ? 1 : 30);
        KernelFunction kernel = kernel("functions").constant("BLOCK", 512).fpFusion(false);
        try (DeviceBuffer x = cpu.copyOf(values); DeviceBuffer y = cpu.zeros(ElementType.FP32, 8196);
             DeviceBuffer z = cpu.zeros(ElementType.FP32, 8196)) {
            kernel.launch(4, x, y);
            kernel.debug(4, x, z);
            assertArrayEquals(y.copyTo(new float[8196]), z.copyTo(new float[8196]));
        }
    }

    @Test
    void kernelsAreInherited() {
        assertArrayEquals(new float[] {7},
            run(KernelFunction.of(LanguageKernels.Derived.class, "inherited").on(cpu), "*fp32",
                new float[1]));
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
