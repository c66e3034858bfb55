// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.kernels;

import static io.github.cm2tt.runtime.kernels.Checks.CPU;
import static io.github.cm2tt.runtime.kernels.Checks.close;
import static io.github.cm2tt.runtime.kernels.Checks.normal;
import static io.github.cm2tt.runtime.kernels.Checks.runAllWays;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Activations, random numbers and roots, element by element. */
class ElementwiseTest {
    private static final int BLOCK = 256;
    private static final int N = 1000;
    private static final int RELU = 0;
    private static final int SILU = 1;
    private static final int GELU = 2;
    private static final int SOFTPLUS = 3;

    static Tensor tanh(Tensor x) {
        return x.mul(2).sigmoid().mul(2).sub(1);
    }

    static Tensor activation(Tensor x, @Constant int KIND) {
        return switch (KIND) {
            case RELU -> x.maximum(0);
            case SILU -> x.mul(x.sigmoid());
            case GELU -> {
                var inner = x.add(x.mul(x).mul(x).mul(0.044715f)).mul(0.79788456f);
                yield x.mul(0.5f).mul(tanh(inner).add(1));
            }
            // log(1 + exp(x)), without overflow
            case SOFTPLUS -> x.maximum(0).add(x.abs().neg().exp().add(1).log());
            default -> throw new IllegalArgumentException();
        };
    }

    @Kernel
    static void activate(Ptr x, Ptr out, int n, @Constant int KIND, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
        var mask = offsets.lt(n);
        out.add(offsets).store(activation(x.add(offsets).load(mask), KIND), mask);
    }

    private static double activation(double x, int kind) {
        return switch (kind) {
            case RELU -> Math.max(x, 0);
            case SILU -> x / (1 + Math.exp(-x));
            case GELU -> 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)));
            default -> Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {RELU, SILU, GELU, SOFTPLUS})
    void activations(int kind) {
        float[] values = normal(N, 1);
        double[] expected = new double[N];
        for (int i = 0; i < N; i++) {
            values[i] *= 20;
            expected[i] = activation(values[i], kind);
        }
        try (DeviceBuffer x = CPU.copyOf(values); DeviceBuffer out = CPU.allocate(ElementType.FP32, N)) {
            KernelFunction activate = KernelFunction.of(ElementwiseTest.class, "activate")
                                          .constant("KIND", kind)
                                          .constant("BLOCK", BLOCK)
                                          .on(CPU);
            runAllWays(1e-6, activate, Grid.of(Grid.cdiv(N, BLOCK)), x, out, N);
            close("activation " + kind, expected, out.copyTo(new float[N]), 1e-6);
        }
    }

    record Four(Tensor a, Tensor b, Tensor c, Tensor d) {}

    /** Philox4x32-10 of Salmon et al.: ten rounds on a counter, whose upper 96 bits are 0. */
    static Four philox(Tensor counter, int seed) {
        var zeros = counter.zerosLike();
        var state = new Four(counter, zeros, zeros, zeros);
        int low = seed;
        int high = 0;
        for (int round = 0; round < 10; round++) {
            state = new Four(state.c().umulhi(0xCD9E8D57).xor(state.b()).xor(low), state.c().mul(0xCD9E8D57),
                state.a().umulhi(0xD2511F53).xor(state.d()).xor(high), state.a().mul(0xD2511F53));
            low += 0x9E3779B9;
            high += 0xBB67AE85;
        }
        return state;
    }

    /** The first of the four numbers of Philox. */
    private static int philox(int counter, int seed) {
        int a = counter;
        int b = 0;
        int c = 0;
        int d = 0;
        for (int round = 0; round < 10; round++) {
            long first = (a & 0xffffffffL) * 0xD2511F53L;
            long second = (c & 0xffffffffL) * 0xCD9E8D57L;
            a = (int) (second >>> 32) ^ b ^ (seed + round * 0x9E3779B9);
            b = (int) second;
            c = (int) (first >>> 32) ^ d ^ (round * 0xBB67AE85);
            d = (int) first;
        }
        return a;
    }

    @Kernel
    static void dropout(Ptr x, Ptr out, Ptr bits, int n, float p, int seed, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
        var mask = offsets.lt(n);
        var random = philox(offsets, seed).a();
        bits.add(offsets).store(random, mask);
        var uniform = random.ushr(8).conv(float.class).mul(0x1p-24f);
        out.add(offsets).store(uniform.ge(p).where(x.add(offsets).load(mask).div(1 - p), 0.0f), mask);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 12345, -1})
    void dropoutByPhilox(int seed) {
        float p = 0.3f;
        float[] values = normal(N, 2);
        float[] expected = new float[N];
        int[] expectedBits = new int[N];
        for (int i = 0; i < N; i++) {
            expectedBits[i] = philox(i, seed);
            expected[i] = (expectedBits[i] >>> 8) * 0x1p-24f >= p ? values[i] / (1 - p) : 0;
        }
        if (seed == 0)
            // The known answer for counter and key 0, of the authors' library Random123.
            expectedBits[0] = 0x6627e8d5;
        try (DeviceBuffer x = CPU.copyOf(values); DeviceBuffer out = CPU.allocate(ElementType.FP32, N);
            DeviceBuffer bits = CPU.allocate(ElementType.I32, N)) {
            KernelFunction dropout =
                KernelFunction.of(ElementwiseTest.class, "dropout").constant("BLOCK", BLOCK).on(CPU);
            runAllWays(0, dropout, Grid.of(Grid.cdiv(N, BLOCK)), x, out, bits, N, p, seed);
            assertArrayEquals(expectedBits, bits.copyTo(new int[N]));
            assertArrayEquals(expected, out.copyTo(new float[N]));
        }
    }

    /** Cube roots by Newton's method, until no element of the block changes any more. */
    @Kernel
    static void cubeRoots(Ptr x, Ptr out, Ptr steps, int n, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
        var mask = offsets.lt(n);
        var values = x.add(offsets).load(mask, 1.0);
        var root = values.maximum(1.0);
        double change = 1;
        int count = 0;
        while (change > 1e-14 && count < 100) {
            var next = root.mul(2).add(values.div(root.mul(root))).div(3);
            change = next.sub(root).abs().div(next).max(0).doubleValue();
            root = next;
            count++;
        }
        out.add(offsets).store(root, mask);
        steps.add(Triton.programId(0)).store(count);
    }

    @Test
    void newtonUntilConverged() {
        double[] values = new double[N];
        double[] expected = new double[N];
        for (int i = 0; i < N; i++) {
            values[i] = Math.exp((i - 300) / 50.0);
            expected[i] = Math.cbrt(values[i]);
        }
        int blocks = Grid.cdiv(N, BLOCK);
        try (DeviceBuffer x = CPU.copyOf(values); DeviceBuffer out = CPU.allocate(ElementType.FP64, N);
            DeviceBuffer steps = CPU.allocate(ElementType.I32, blocks)) {
            KernelFunction roots =
                KernelFunction.of(ElementwiseTest.class, "cubeRoots").constant("BLOCK", BLOCK).on(CPU);
            runAllWays(1e-14, roots, Grid.of(blocks), x, out, steps, N);
            close("root", expected, out.copyTo(new double[N]), 1e-14);
        }
    }
}
