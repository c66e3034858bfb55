// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.kernels;

import static io.github.cm2tt.runtime.kernels.Checks.CPU;
import static io.github.cm2tt.runtime.kernels.Checks.close;
import static io.github.cm2tt.runtime.kernels.Checks.integers;
import static io.github.cm2tt.runtime.kernels.Checks.runAllWays;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.lang.Triton.ScaledFormat;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import org.junit.jupiter.api.Test;

/** Products of matrices of 4 and 8 bits with a scale for each 32 numbers, as of quantised weights. */
class ScaledProductsTest {
    private static final int M = 32;
    private static final int N = 64;
    private static final int K = 128;
    private static final int BLOCK = 64;
    private static final double[] MAGNITUDES = {0, 0.5, 1, 1.5, 2, 3, 4, 6};

    private static Tensor tile(Ptr p, int rows, int columns, int stride) {
        var row = Triton.arange(0, rows).expand(1);
        var column = Triton.arange(0, columns).expand(0);
        return p.add(row.mul(stride).add(column)).load();
    }

    /** Activations of fp8 by weights of e2m1 that are packed along K, or along N with OUTER. */
    @Kernel
    static void product(Ptr x, Ptr xScales, Ptr weights, Ptr scales, Ptr out, @Constant int K,
        @Constant boolean OUTER) {
        var sum = Triton.zeros(float.class, M, N);
        for (int k = 0; k < K; k += BLOCK) {
            var left = tile(x.add(k), M, BLOCK, K);
            var leftScales = tile(xScales.add(k / 32), M, BLOCK / 32, K / 32);
            var rightScales = tile(scales.add(k / 32), N, BLOCK / 32, K / 32);
            if (OUTER) {
                var right = tile(weights.add(k * (N / 2)), BLOCK, N / 2, N / 2);
                sum = Triton.dotScaled(left, leftScales, ScaledFormat.E4M3, right, rightScales,
                    ScaledFormat.E2M1_OUTER, sum);
            } else {
                var right = tile(weights.add(k / 2 * N), BLOCK / 2, N, N);
                sum = left.dotScaled(leftScales, ScaledFormat.E4M3, right, rightScales, ScaledFormat.E2M1,
                    sum);
            }
        }
        var row = Triton.arange(0, M).expand(1);
        out.add(row.mul(N).add(Triton.arange(0, N).expand(0))).store(sum);
    }

    /** Random scales about 1; the first is NaN with `nan`. */
    private static byte[] scales(int count, long seed, boolean nan) {
        int[] exponents = integers(count, 5, seed);
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++)
            bytes[i] = (byte) (125 + exponents[i]);
        if (nan)
            bytes[0] = (byte) 255;
        return bytes;
    }

    private static double scale(byte code) {
        return code == -1 ? Double.NaN : Math.scalb(1.0, (code & 0xFF) - 127);
    }

    private static double number(int code) {
        return code < 8 ? MAGNITUDES[code] : -MAGNITUDES[code - 8];
    }

    private static void check(boolean isOuter) {
        float[] left = new float[M * K];
        int[] values = integers(M * K, 9, 1);
        for (int i = 0; i < left.length; i++)
            left[i] = values[i] - 4;
        int[] codes = integers(K * N, 16, 2);
        byte[] weights = new byte[K * N / 2];
        for (int k = 0; k < K; k++) {
            for (int n = 0; n < N; n++) {
                int at = isOuter ? k * (N / 2) + n / 2 : k / 2 * N + n;
                weights[at] |= codes[k * N + n] << 4 * (isOuter ? n % 2 : k % 2);
            }
        }
        byte[] leftScales = scales(M * K / 32, 3, true);
        byte[] rightScales = scales(N * K / 32, 4, false);
        double[] expected = new double[M * N];
        for (int i = 0; i < M * N; i++) {
            for (int k = 0; k < K; k++)
                expected[i] += left[i / N * K + k] * scale(leftScales[i / N * (K / 32) + k / 32])
                    * number(codes[k * N + i % N]) * scale(rightScales[i % N * (K / 32) + k / 32]);
        }
        KernelFunction kernel = KernelFunction.of(ScaledProductsTest.class, "product").constant("K", K)
            .constant("OUTER", isOuter).on(CPU);
        try (DeviceBuffer x = CPU.allocate(ElementType.FP8E4NV, left.length);
            DeviceBuffer xScales = CPU.copyOf(leftScales); DeviceBuffer y = CPU.copyOf(weights);
            DeviceBuffer yScales = CPU.copyOf(rightScales);
            DeviceBuffer out = CPU.allocate(ElementType.FP32, M * N)) {
            x.copyFrom(left);
            runAllWays(0, kernel, Grid.of(1), x, xScales, y, yScales, out);
            close("product", expected, out.copyTo(new float[M * N]), 0);
        }
    }

    @Test
    void weightsPackedAlongK() {
        check(false);
    }

    @Test
    void weightsPackedAlongN() {
        check(true);
    }
}
