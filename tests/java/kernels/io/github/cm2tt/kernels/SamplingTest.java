// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static io.github.cm2tt.kernels.KernelTesting.DEVICE;
import static io.github.cm2tt.kernels.KernelTesting.STREAM;
import static io.github.cm2tt.kernels.KernelTesting.allocate;
import static io.github.cm2tt.kernels.KernelTesting.assertRefused;
import static io.github.cm2tt.kernels.KernelTesting.floats;
import static io.github.cm2tt.kernels.KernelTesting.ints;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.runtime.ElementType;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sampling, compared with a sort of each row in double precision. */
final class SamplingTest {
    /** How one row is sampled. */
    private record Choice(float temperature, int topK, float topP, float minP, float random) {}

    private static int[] sample(float[] logits, int n, Choice... choices) {
        int rows = choices.length;
        float[][] numbers = new float[4][rows];
        int[] topK = new int[rows];
        for (int i = 0; i < rows; i++) {
            numbers[0][i] = choices[i].temperature();
            numbers[1][i] = choices[i].topP();
            numbers[2][i] = choices[i].minP();
            numbers[3][i] = choices[i].random();
            topK[i] = choices[i].topK();
        }
        try (DeviceTensor x = DeviceTensor.copyOf(DEVICE, ElementType.FP32, logits, rows, n);
            DeviceTensor temperature = floats(numbers[0]); DeviceTensor k = ints(topK);
            DeviceTensor p = floats(numbers[1]); DeviceTensor minimum = floats(numbers[2]);
            DeviceTensor random = floats(numbers[3]); DeviceTensor out = allocate(ElementType.I32, rows)) {
            Sampling.launch(STREAM, x, temperature, k, p, minimum, random, out);
            STREAM.synchronize();
            return out.toInts();
        }
    }

    /** Returns the probabilities of the logits that are kept, relative to the greatest; 0 for others. */
    private static double[] kept(float[] x, Choice choice) {
        float[] sorted = x.clone();
        Arrays.sort(sorted);
        int n = x.length;
        float greatest = sorted[n - 1];
        float least = choice.topK() > 0 && choice.topK() < n ? sorted[n - choice.topK()] : sorted[0];
        double total = 0;
        for (float logit : sorted)
            total += logit < least ? 0 : weight(logit, greatest, choice);
        if (choice.topP() < 1) {
            double sum = 0;
            float last = greatest;
            for (int i = n - 1; i >= 0 && sorted[i] >= least && sum < choice.topP() * total; i--) {
                sum += weight(sorted[i], greatest, choice);
                last = sorted[i];
            }
            least = last;
        }
        double[] weights = new double[n];
        for (int i = 0; i < n; i++) {
            double weight = weight(x[i], greatest, choice);
            weights[i] = x[i] >= least && weight >= choice.minP() ? weight : 0;
        }
        return weights;
    }

    private static double weight(float logit, float greatest, Choice choice) {
        return logit == greatest ? 1 : Math.exp(((double) logit - greatest) / choice.temperature());
    }

    /** Checks that the number in the middle of each index's part of [0, 1) gives the index. */
    private static void checkAll(float[] x, Choice choice) {
        double[] weights = kept(x, choice);
        double total = Arrays.stream(weights).sum();
        int[] indices = IntStream.range(0, x.length).filter(i -> weights[i] > 1e-4 * total).toArray();
        float[] logits = new float[indices.length * x.length];
        Choice[] choices = new Choice[indices.length];
        double sum = 0;
        for (int i = 0, row = 0; row < indices.length; i++) {
            if (i == indices[row]) {
                float random = (float) ((sum + weights[i] / 2) / total);
                System.arraycopy(x, 0, logits, row * x.length, x.length);
                choices[row++] =
                    new Choice(choice.temperature(), choice.topK(), choice.topP(), choice.minP(), random);
            }
            sum += weights[i];
        }
        assertArrayEquals(indices, sample(logits, x.length, choices), choice.toString());
    }

    @ParameterizedTest
    @CsvSource({"1,0,1,0", "0.7,5,1,0", "1.5,0,0.6,0", "1,0,1,0.2", "0.8,12,0.9,0.05", "1,1,1,0",
        "1,0,1e-30,0", "1,100,0.99,0", "1,3,0,0", "2,0,0.5,1", "1,0,1,7", "100,40,0.5,0", "1e-3,0,0.9,0",
        "1e-40,0,0.9,0"})
    void keepsExactly(float temperature, int topK, float topP, float minP) {
        Choice choice = new Choice(temperature, topK, topP, minP, 0);
        checkAll(KernelTesting.random(100, 5), choice);
        checkAll(new float[] {-2}, choice);
        float[] wide = KernelTesting.random(2000, 6);
        for (int i = 0; i < wide.length; i++)
            wide[i] *= 5;
        checkAll(wide, choice);
    }

    @Test
    void equalLogitsAreKeptTogether() {
        float[] x = {1, 3, 2, 3, 0, 2, 2, -1};
        checkAll(x, new Choice(1, 1, 1, 0, 0)); // both 3
        checkAll(x, new Choice(1, 3, 1, 0, 0)); // and the three 2
        checkAll(x, new Choice(1, 0, 0.5f, 0, 0));
        float[] same = new float[300];
        checkAll(same, new Choice(1, 7, 1, 0, 0)); // all 300
        checkAll(same, new Choice(1, 7, 0.1f, 0.5f, 0));
    }

    @Test
    void takesTheGreatestAtTemperatureZero() {
        float[] x = {1, 5, 5, 2, 7, -3, 7, 0};
        Choice greedy = new Choice(0, 3, 0.1f, 0.5f, 0.99f);
        assertArrayEquals(new int[] {1, 0}, sample(x, 4, greedy, greedy));
    }

    @Test
    void infinitiesAndNaN() {
        float low = Float.NEGATIVE_INFINITY;
        float high = Float.POSITIVE_INFINITY;
        float[] x = {
            low, low, low, low, Float.NaN, 1, Float.NaN, low, 0, high, 1, high, 3e38f, -3e38f, 2, low};
        Choice choice = new Choice(1, 0, 0.9f, 0, 0.7f);
        assertArrayEquals(new int[] {0, 1, 3, 0}, sample(x, 4, choice, choice, choice, choice));
        Choice all = new Choice(1, 3, 1, 0, 0.2f);
        assertArrayEquals(new int[] {0, 1, 1, 0}, sample(x, 4, all, all, all, all));
    }

    @ParameterizedTest
    @CsvSource({"1,0,1,0", "0.7,40,0.95,0", "1.2,0,0.9,0", "1,1000,1,0.01"})
    void largeVocabulary(float temperature, int topK, float topP, float minP) {
        int n = 151_936;
        int rows = 3;
        float[] x = KernelTesting.random(rows * n, 7);
        float[] randoms = {0, 0.37f, 0.99999994f};
        Choice[] choices = new Choice[rows];
        for (int i = 0; i < x.length; i++)
            x[i] *= 3;
        for (int i = 0; i < rows; i++)
            choices[i] = new Choice(temperature, topK, topP, minP, randoms[i]);
        int[] found = sample(x, n, choices);
        for (int row = 0; row < rows; row++) {
            double[] weights = kept(Arrays.copyOfRange(x, row * n, (row + 1) * n), choices[row]);
            double total = Arrays.stream(weights).sum();
            double before = Arrays.stream(weights, 0, found[row]).sum() / total;
            double after = before + weights[found[row]] / total;
            assertTrue(weights[found[row]] > 0, "index " + found[row] + " is not kept");
            assertEquals(randoms[row], Math.max(before, Math.min(after, randoms[row])), 2e-6);
        }
    }

    @Test
    void rowsOfAView() {
        try (DeviceTensor wide = floats(9, 1, 2, 9, 9, 3, 1, 9); DeviceTensor zeros = floats(0, 0);
            DeviceTensor ones = floats(1, 1); DeviceTensor all = ints(0, 0);
            DeviceTensor out = ints(-1, -1)) {
            DeviceTensor logits = wide.reshape(2, 4).slice(1, 1, 3);
            Sampling.launch(STREAM, logits, ones, all, ones, ones, zeros, out);
            STREAM.synchronize();
            assertArrayEquals(new int[] {1, 0}, out.toInts());
        }
    }

    @Test
    void refuses() {
        try (DeviceTensor x = allocate(ElementType.FP32, 2, 8); DeviceTensor two = floats(1, 1);
            DeviceTensor three = floats(1, 1, 1); DeviceTensor k = ints(0, 0);
            DeviceTensor half = allocate(ElementType.FP16, 2, 8)) {
            assertRefused(
                "topP: expected the shape [2]", () -> Sampling.launch(STREAM, x, two, k, three, two, two, k));
            assertRefused(
                "topK: expected the type I32", () -> Sampling.launch(STREAM, x, two, two, two, two, two, k));
            assertRefused("logits: expected the type FP32",
                () -> Sampling.launch(STREAM, half, two, k, two, two, two, k));
            assertRefused("logits: expected from 1 to 2^24 columns",
                () -> Sampling.launch(STREAM, x.slice(1, 2, 2), two, k, two, two, two, k));
        }
    }
}
