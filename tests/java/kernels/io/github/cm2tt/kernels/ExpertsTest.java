// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.github.cm2tt.runtime.ElementType;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The choice of experts, compared with a sort in plain Java. */
final class ExpertsTest {
    private static Experts.Routes routes(int tokens, int experts, int k) {
        return new Experts.Routes(KernelTesting.allocate(ElementType.I32, tokens, k),
            KernelTesting.allocate(ElementType.FP32, tokens, k),
            KernelTesting.allocate(ElementType.I32, experts + 1),
            KernelTesting.allocate(ElementType.I32, tokens * k),
            KernelTesting.allocate(ElementType.I32, tokens * k));
    }

    private static void close(Experts.Routes routes) {
        routes.experts().close();
        routes.weights().close();
        routes.offsets().close();
        routes.sources().close();
        routes.slots().close();
    }

    /** The k experts of a row, the most probable first. */
    private static int[] best(float[] logits, int row, int experts, int k) {
        return IntStream.range(0, experts)
            .boxed()
            .sorted(Comparator.comparingDouble(e -> - logits[row * experts + e]))
            .limit(k)
            .mapToInt(Integer::intValue)
            .toArray();
    }

    private static double[] weights(float[] logits, int row, int experts, int[] best, boolean renormalizes) {
        int[] of = renormalizes ? best : IntStream.range(0, experts).toArray();
        double total = Arrays.stream(of).mapToDouble(e -> Math.exp(logits[row * experts + e])).sum();
        return Arrays.stream(best).mapToDouble(e -> Math.exp(logits[row * experts + e]) / total).toArray();
    }

    @ParameterizedTest
    @CsvSource({"1,8,2,true", "300,128,8,true", "17,60,4,false", "5,3,3,true", "700,2,1,false"})
    void choosesAndSorts(int tokens, int experts, int k, boolean renormalizes) {
        float[] logits = KernelTesting.random(tokens * experts, 1);
        int[] chosen = new int[tokens * k];
        double[] weights = new double[tokens * k];
        Experts.Routes routes = routes(tokens, experts, k);
        try (DeviceTensor input = KernelTesting.tensor(ElementType.FP32, logits, tokens, experts)) {
            Experts.launch(KernelTesting.STREAM, input, renormalizes, routes);
            KernelTesting.STREAM.synchronize();
            for (int row = 0; row < tokens; row++) {
                int[] best = best(logits, row, experts, k);
                System.arraycopy(best, 0, chosen, row * k, k);
                System.arraycopy(weights(logits, row, experts, best, renormalizes), 0, weights, row * k, k);
            }
            assertArrayEquals(chosen, routes.experts().toInts());
            KernelTesting.assertClose(weights, routes.weights().toFloats(), 2e-6);
            int[] pairs = IntStream.range(0, chosen.length)
                              .boxed()
                              .sorted(Comparator.comparingInt(pair -> chosen[pair]))
                              .mapToInt(Integer::intValue)
                              .toArray();
            int[] slots = new int[pairs.length];
            for (int slot = 0; slot < pairs.length; slot++)
                slots[pairs[slot]] = slot;
            assertArrayEquals(slots, routes.slots().toInts());
            assertArrayEquals(
                Arrays.stream(pairs).map(pair -> pair / k).toArray(), routes.sources().toInts());
            int[] offsets = new int[experts + 1];
            for (int expert : chosen)
                offsets[expert + 1]++;
            Arrays.parallelPrefix(offsets, Integer::sum);
            assertArrayEquals(offsets, routes.offsets().toInts());
        } finally {
            close(routes);
        }
    }

    @Test
    void takesTheFirstOfEqualExperts() {
        Experts.Routes routes = routes(1, 4, 2);
        try (DeviceTensor input = KernelTesting.tensor(ElementType.BF16, new float[] {0, 1, 1, 1}, 1, 4)) {
            Experts.launch(KernelTesting.STREAM, input, true, routes);
            KernelTesting.STREAM.synchronize();
            assertArrayEquals(new int[] {1, 2}, routes.experts().toInts());
            assertArrayEquals(new float[] {0.5f, 0.5f}, routes.weights().toFloats());
        } finally {
            close(routes);
        }
    }

    @ParameterizedTest
    @CsvSource({"FP32,9,70", "BF16,3,2049"})
    void addsWhatExpertsComputed(ElementType type, int tokens, int n) {
        int k = 3;
        float[] logits = KernelTesting.random(tokens * 5, 2);
        float[] x = KernelTesting.random(tokens * k * n, 3);
        float[] residual = KernelTesting.random(tokens * n, 4);
        Experts.Routes routes = routes(tokens, 5, k);
        try (DeviceTensor input = KernelTesting.tensor(ElementType.FP32, logits, tokens, 5);
            DeviceTensor computed = KernelTesting.tensor(type, x, tokens * k, n);
            DeviceTensor out = KernelTesting.tensor(ElementType.FP32, residual, tokens, n)) {
            Experts.launch(KernelTesting.STREAM, input, true, routes);
            Experts.launchAdding(KernelTesting.STREAM, computed, routes, out);
            KernelTesting.STREAM.synchronize();
            int[] slots = routes.slots().toInts();
            float[] weights = routes.weights().toFloats();
            double[] expected = KernelTesting.doubles(residual);
            for (int i = 0; i < expected.length; i++)
                for (int pair = i / n * k; pair < (i / n + 1) * k; pair++)
                    expected[i] += (double) weights[pair] * x[slots[pair] * n + i % n];
            KernelTesting.assertClose(expected, out.toFloats(), 2e-6);
        } finally {
            close(routes);
        }
    }

    @Test
    void refusesMoreExpertsThanThereAre() {
        Experts.Routes routes = routes(2, 3, 4);
        try (DeviceTensor logits = DeviceTensor.zeros(KernelTesting.DEVICE, ElementType.FP32, 2, 3)) {
            KernelTesting.assertRefused("experts: expected from 1 to 3 for each token",
                () -> Experts.launch(KernelTesting.STREAM, logits, true, routes));
        } finally {
            close(routes);
        }
    }
}
