// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.kernels;

import static io.github.cm2tt.runtime.kernels.Checks.CPU;
import static io.github.cm2tt.runtime.kernels.Checks.close;
import static io.github.cm2tt.runtime.kernels.Checks.normal;
import static io.github.cm2tt.runtime.kernels.Checks.normalHalves;
import static io.github.cm2tt.runtime.kernels.Checks.runAllWays;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Float16;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import org.junit.jupiter.api.Test;

/** Attention, and the rotations of positions before it. */
class AttentionTest {
    private static final int WIDTH = 32;
    private static final int BLOCK = 64;

    static Tensor rowOffsets(Tensor rows, @Constant int WIDTH) {
        return rows.expand(1).mul(WIDTH).add(Triton.arange(0, WIDTH).expand(0));
    }

    /** Causal attention; each GROUP heads of the queries share one of the keys and values. */
    @Kernel
    static void attend(Ptr q, Ptr k, Ptr v, Ptr out, Ptr logSums, int n, float scale, @Constant int GROUP,
        @Constant int WIDTH, @Constant int BLOCK) {
        int first = Triton.programId(0) * BLOCK;
        int head = Triton.programId(1);
        var keyBase = k.add(head / GROUP * n * WIDTH);
        var valueBase = v.add(head / GROUP * n * WIDTH);
        var query = Triton.arange(0, BLOCK).add(first);
        var isQuery = query.lt(n);
        var queryOffsets = rowOffsets(query, WIDTH).add(head * n * WIDTH);
        var queries = q.add(queryOffsets).load(isQuery.expand(1), 0.0f);
        var greatest = Triton.full(float.class, Float.NEGATIVE_INFINITY, BLOCK);
        var sum = Triton.zeros(float.class, BLOCK);
        var result = Triton.zeros(float.class, BLOCK, WIDTH);
        for (int start = 0; start < Math.min(first + BLOCK, n); start += BLOCK) {
            var key = Triton.arange(0, BLOCK).add(start);
            var isKey = key.lt(n);
            var keys = keyBase.add(rowOffsets(key, WIDTH)).load(isKey.expand(1), 0.0f);
            var scores = queries.dot(keys.trans()).mul(scale);
            var isSeen = query.expand(1).ge(key.expand(0)).and(isKey.expand(0));
            scores = isSeen.where(scores, Float.NEGATIVE_INFINITY);
            var next = greatest.maximum(scores.max(1));
            var powers = scores.sub(next.expand(1)).exp();
            var correction = greatest.sub(next).exp();
            sum = sum.mul(correction).add(powers.sum(1));
            var values = valueBase.add(rowOffsets(key, WIDTH)).load(isKey.expand(1), 0.0f);
            result = powers.conv(Float16.class).dot(values, result.mul(correction.expand(1)));
            greatest = next;
        }
        out.add(queryOffsets).store(result.div(sum.expand(1)), isQuery.expand(1));
        logSums.add(query.add(head * n)).store(greatest.add(sum.log()), isQuery);
    }

    /** The attention of one query; returns the logarithm of the sum of the exponentials. */
    private static double attend(
        float[] q, int query, float[] k, float[] v, int first, int count, double[] out) {
        double[] powers = new double[count];
        double sum = 0;
        for (int key = 0; key < count; key++) {
            double score = 0;
            for (int i = 0; i < WIDTH; i++)
                score += (double) q[query * WIDTH + i] * k[(first + key) * WIDTH + i];
            powers[key] = Math.exp(score / Math.sqrt(WIDTH));
            sum += powers[key];
        }
        for (int key = 0; key < count; key++) {
            for (int i = 0; i < WIDTH; i++)
                out[query * WIDTH + i] += powers[key] / sum * v[(first + key) * WIDTH + i];
        }
        return Math.log(sum);
    }

    @Test
    void causalAttentionOfGroupedHeads() {
        int n = 200;
        int heads = 4;
        int group = 2;
        float[] q = normalHalves(heads * n * WIDTH, 1);
        float[] k = normalHalves(heads / group * n * WIDTH, 2);
        float[] v = normalHalves(heads / group * n * WIDTH, 3);
        double[] expected = new double[q.length];
        double[] expectedSums = new double[heads * n];
        for (int i = 0; i < heads * n; i++)
            expectedSums[i] = attend(q, i, k, v, i / n / group * n, i % n + 1, expected);
        try (DeviceBuffer queries = CPU.copyOf(ElementType.FP16, q);
            DeviceBuffer keys = CPU.copyOf(ElementType.FP16, k);
            DeviceBuffer values = CPU.copyOf(ElementType.FP16, v);
            DeviceBuffer out = CPU.allocate(ElementType.FP16, q.length);
            DeviceBuffer logSums = CPU.allocate(ElementType.FP32, heads * n)) {
            KernelFunction attend = KernelFunction.of(AttentionTest.class, "attend")
                                        .constant("GROUP", group)
                                        .constant("WIDTH", WIDTH)
                                        .constant("BLOCK", BLOCK)
                                        .on(CPU);
            runAllWays(2e-3, attend, Grid.of(Grid.cdiv(n, BLOCK), heads), queries, keys, values, out, logSums,
                n, (float) (1 / Math.sqrt(WIDTH)));
            // The exponentials and the result are rounded to FP16, each by up to 2^-11 of it.
            close("attention", expected, out.copyTo(new float[q.length]), 2e-3);
            close("log-sum-exp", expectedSums, logSums.copyTo(new float[heads * n]), 2e-6);
        }
    }

    record Complex(Tensor real, Tensor imaginary) {
        static Complex load(Ptr p, Tensor offsets, Tensor mask) {
            var halves = Triton.split(p.add(offsets).load(mask));
            return new Complex(halves.first(), halves.second());
        }

        static Complex rotation(Tensor angle) {
            return new Complex(angle.cos(), angle.sin());
        }

        Complex times(Complex other) {
            return new Complex(real().mul(other.real()).sub(imaginary().mul(other.imaginary())),
                real().mul(other.imaginary()).add(imaginary().mul(other.real())));
        }

        Tensor pairs() {
            return real().join(imaginary());
        }
    }

    /** RoPE: rotates pair i of row n by the angle n / 10000^(i / pairs). */
    @Kernel
    static void rotate(Ptr x, Ptr out, int rows, @Constant int PAIRS, @Constant int ROWS) {
        var row = Triton.arange(0, ROWS).add(Triton.programId(0) * ROWS).expand(1);
        var pair = Triton.arange(0, PAIRS).expand(0);
        var frequency = pair.conv(float.class).mul((float) (-Math.log(10000) / PAIRS)).exp();
        var offsets = row.mul(PAIRS).add(pair).mul(2).expand(2).add(Triton.arange(0, 2));
        var mask = row.lt(rows).expand(2);
        var rotated = Complex.load(x, offsets, mask).times(Complex.rotation(frequency.mul(row)));
        out.add(offsets).store(rotated.pairs(), mask);
    }

    @Test
    void rotationsOfPositions() {
        int rows = 50;
        int pairs = 16;
        float[] values = normal(rows * pairs * 2, 4);
        double[] expected = new double[values.length];
        for (int i = 0; i < values.length; i += 2) {
            double angle = i / 2 / pairs * Math.pow(10000, -(i / 2 % pairs) / (double) pairs);
            expected[i] = values[i] * Math.cos(angle) - values[i + 1] * Math.sin(angle);
            expected[i + 1] = values[i] * Math.sin(angle) + values[i + 1] * Math.cos(angle);
        }
        try (DeviceBuffer x = CPU.copyOf(values);
            DeviceBuffer out = CPU.allocate(ElementType.FP32, values.length)) {
            KernelFunction rotate = KernelFunction.of(AttentionTest.class, "rotate")
                                        .constant("PAIRS", pairs)
                                        .constant("ROWS", 16)
                                        .on(CPU);
            runAllWays(1e-5, rotate, Grid.of(Grid.cdiv(rows, 16)), x, out, rows);
            // An angle of up to 50 in FP32 has an error of 2e-6, and its factor up to 4.
            close("rotated", expected, out.copyTo(new float[values.length]), 2e-5);
        }
    }
}
