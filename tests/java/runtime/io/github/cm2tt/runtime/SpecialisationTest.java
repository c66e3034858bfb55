// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import java.util.Arrays;
import java.util.function.LongBinaryOperator;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The value of an argument, such as 1 or 16, changes neither the types nor the results of a kernel. */
class SpecialisationTest {
    private static final int[] VALUES = {-1, 0, 1, 2, 3, 16, 127};
    private static final byte[] BYTES = {-128, -127, 0, 127};
    private static final int N = BYTES.length;
    private final Device cpu = Device.cpu();

    /** A parameter in a record. */
    record Parameters(int n, Ptr out) {}

    /** Kernels that combine narrow tiles with an argument. */
    static final class Kernels {
        private Kernels() {}

        private static Tensor loaded(Ptr w) {
            return w.add(Triton.arange(0, 4)).load();
        }

        private static void stored(Ptr out, Tensor values) {
            out.add(Triton.arange(0, 4)).store(values);
        }

        @Kernel
        static void sub(Ptr w, Ptr out, int n) {
            stored(out, loaded(w).sub(n));
        }

        @Kernel
        static void add(Ptr w, Ptr out, int n) {
            stored(out, Triton.add(n, loaded(w)));
        }

        @Kernel
        static void mul(Ptr w, Ptr out, int n) {
            stored(out, loaded(w).mul(n));
        }

        @Kernel
        static void div(Ptr w, Ptr out, int n) {
            stored(out, loaded(w).div(n * n + 1));
        }

        @Kernel
        static void shl(Ptr w, Ptr out, int n) {
            stored(out, Triton.conv(short.class, loaded(w)).mul(n).add(n));
        }

        @Kernel
        static void maximum(Ptr w, Ptr out, int n) {
            stored(out, loaded(w).maximum(n).sub(200));
        }

        @Kernel
        static void where(Ptr w, Ptr out, int n) {
            var x = loaded(w);
            stored(out, Triton.where(x.gt(0), n, x).mul(100));
        }

        @Kernel
        static void helper(Ptr w, Ptr out, int n) {
            stored(out, applied(loaded(w), v -> v.sub(n)));
        }

        private static Tensor applied(Tensor x, UnaryOperator<Tensor> f) {
            return f.apply(x);
        }

        @Kernel
        static void loop(Ptr w, Ptr out, int n) {
            Tensor sums = Triton.zeros(int.class, 4);
            for (int i = 0; i < 3; i++) {
                sums = loaded(w).sub(n);        // byte, if n were a constant: not the type before the loop
            }
            stored(out, sums);
        }

        @Kernel
        static void branch(Ptr w, Ptr out, int n) {
            Tensor values = Triton.zeros(int.class, 4);
            if (Triton.programId(0) == 0) {
                values = loaded(w).sub(n);
            }
            stored(out, values);
        }

        @Kernel
        static void inTurn(Ptr w, Ptr out, int n) {
            int twice = n + n;
            stored(out, loaded(w).mul(twice).sub(n * 2));
        }

        @Kernel
        static void record(Ptr w, Parameters p) {
            stored(p.out(), loaded(w).sub(p.n()));
        }

        @Kernel
        static void wide(Ptr w, Ptr out, long n) {
            stored(out, Triton.conv(int.class, loaded(w)).mul(16_777_216).add(n));
        }

        @Kernel
        static void unsigned(Ptr w, Ptr out, int n) {
            stored(out, loaded(w).sub(n).abs());
        }

        @Kernel
        static void narrow(Ptr w, Ptr out, byte n) {
            stored(out, loaded(w).sub(n));
        }

        @Kernel
        static void constant(Ptr w, Ptr out, @Constant int n) {
            stored(out, loaded(w).mul(n));
        }
    }

    private static KernelFunction kernel(String name) {
        return KernelFunction.of(Kernels.class, name).on(Device.cpu());
    }

    private void check(String name, LongBinaryOperator expected) {
        check(name, expected, cpu.copyOf(BYTES), n -> n);
    }

    /** Checks all forms of a launch, with each value. */
    private void check(
        String name, LongBinaryOperator expected, DeviceBuffer w, UnaryOperator<Object> argument) {
        KernelFunction kernel = kernel(name);
        try (w; DeviceBuffer out = cpu.allocate(ElementType.I64, N)) {
            byte[] bytes = w.copyTo(new byte[N]);
            for (int value : VALUES) {
                Object n = argument.apply(value);
                long[] want = new long[N];
                Arrays.setAll(want, i -> expected.applyAsLong(
                    w.type() == ElementType.U8 ? bytes[i] & 0xFF : bytes[i], value));
                String text = name + " " + value;
                Object[] arguments = {w, out, n};
                if (name.equals("record")) {
                    arguments = new Object[] {w, new Parameters(value, out.ptr())};
                }
                kernel.launch(1, arguments);
                assertArrayEquals(want, out.copyTo(new long[N]), text);
                kernel.debug(1, arguments);
                assertArrayEquals(want, out.copyTo(new long[N]), text + ", debug");
                kernel.checked().launch(1, arguments);
                assertArrayEquals(want, out.copyTo(new long[N]), text + ", checked");
                kernel.unspecialized(name.equals("record") ? "p.n" : "n").launch(1, arguments);
                assertArrayEquals(want, out.copyTo(new long[N]), text + ", unspecialized");
            }
        }
    }

    @Test
    void arithmetic() {
        check("sub", (w, n) -> w - n);
        check("add", (w, n) -> w + n);
        check("mul", (w, n) -> w * n);
        check("div", (w, n) -> w / (n * n + 1));
        check("shl", (w, n) -> w * n + n);
    }

    @Test
    void choices() {
        check("maximum", (w, n) -> Math.max(w, n) - 200);
        check("where", (w, n) -> (w > 0 ? n : w) * 100);
    }

    @Test
    void callsLoopsAndBranches() {
        check("helper", (w, n) -> w - n);
        check("loop", (w, n) -> w - n);
        check("branch", (w, n) -> w - n);
    }

    @Test
    void parameters() {
        check("inTurn", (w, n) -> w * 2 * n - 2 * n);
        check("record", (w, n) -> w - n);
    }

    @Test
    void otherTypes() {
        check("wide", (w, n) -> w * 16_777_216 + n, cpu.copyOf(BYTES), n -> (long) (int) n);
        try (DeviceBuffer bytes = cpu.copyOf(BYTES)) {
            check("unsigned", (w, n) -> Math.abs(w - n), bytes.as(ElementType.U8), n -> n);
        }
        check("narrow", (w, n) -> (byte) (w - n), cpu.copyOf(BYTES), n -> (byte) (int) n);
    }

    /** A constant, which is written in the kernel or given by its name, takes the tile's type. */
    @Test
    void constantsWrap() {
        try (DeviceBuffer w = cpu.copyOf(BYTES); DeviceBuffer out = cpu.allocate(ElementType.I64, N)) {
            kernel("constant").constant("n", 2).launch(1, w, out);
            assertArrayEquals(new long[] {0, 2, 0, -2}, out.copyTo(new long[N]));
            assertEquals(-2, (byte) (127 * 2));
        }
    }
}
