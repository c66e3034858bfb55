// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static io.github.cm2tt.kernels.KernelTesting.STREAM;
import static io.github.cm2tt.kernels.KernelTesting.allocate;
import static io.github.cm2tt.kernels.KernelTesting.assertRefused;
import static io.github.cm2tt.kernels.KernelTesting.floats;
import static io.github.cm2tt.kernels.KernelTesting.ints;

import io.github.cm2tt.runtime.ElementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rotary position embedding, compared with the formula in double precision. */
final class RopeTest {
    private static float[] frequencies(int pairs) {
        float[] result = new float[pairs];
        for (int i = 0; i < pairs; i++)
            result[i] = (float) Math.pow(10000, -(double) i / pairs);
        return result;
    }

    /** Rotates a head that begins at an index. */
    private static void rotate(
        float[] x, double[] result, int first, int position, float[] frequencies, Rope.Style style) {
        int pairs = frequencies.length;
        for (int i = 0; i < pairs; i++) {
            int a = first + (style == Rope.Style.HALVES ? i : 2 * i);
            int b = style == Rope.Style.HALVES ? a + pairs : a + 1;
            double angle = position * (double) frequencies[i];
            result[a] = x[a] * Math.cos(angle) - x[b] * Math.sin(angle);
            result[b] = x[a] * Math.sin(angle) + x[b] * Math.cos(angle);
        }
    }

    @ParameterizedTest
    @CsvSource({"FP32,HALVES,5,4,64,32", "FP32,NEIGHBOURS,5,4,64,32", "FP16,HALVES,3,9,128,64",
        "BF16,NEIGHBOURS,2,3,80,20", "FP32,HALVES,2,1,2,1", "FP32,NEIGHBOURS,3,5,6,3",
        "FP32,HALVES,1,2,96,24"})
    void heads(ElementType type, Rope.Style style, int rows, int heads, int width, int pairs) {
        float[] x = KernelTesting.random(rows * heads * width, 1);
        float[] frequencies = frequencies(pairs);
        int[] places = new int[rows];
        for (int i = 0; i < rows; i++)
            places[i] = i * 40961;
        try (DeviceTensor tensor = KernelTesting.tensor(type, x, rows, heads, width);
            DeviceTensor positions = ints(places); DeviceTensor turns = floats(frequencies)) {
            double[] expected = new double[x.length];
            for (int i = 0; i < x.length; i++)
                expected[i] = x[i];
            for (int head = 0; head < rows * heads; head++)
                rotate(x, expected, head * width, places[head / heads], frequencies, style);
            Rope.launch(STREAM, tensor, positions, turns, style);
            STREAM.synchronize();
            KernelTesting.assertClose(expected, tensor.toFloats(), KernelTesting.tolerance(type));
        }
    }

    @ParameterizedTest
    @CsvSource({"HALVES", "NEIGHBOURS"})
    void headsOfAView(Rope.Style style) {
        int rows = 3;
        int width = 8;
        float[] x = KernelTesting.random(rows * 5 * width, 2);
        float[] frequencies = frequencies(4);
        try (DeviceTensor all = KernelTesting.tensor(ElementType.FP32, x, rows, 5, width);
            DeviceTensor positions = ints(7, 131071, 1 << 24); DeviceTensor turns = floats(frequencies)) {
            double[] expected = new double[x.length];
            for (int i = 0; i < x.length; i++)
                expected[i] = x[i];
            int[] places = positions.toInts();
            for (int row = 0; row < rows; row++) {
                for (int head = 1; head < 3; head++)
                    rotate(x, expected, (row * 5 + head) * width, places[row], frequencies, style);
            }
            Rope.launch(STREAM, all.slice(1, 1, 3), positions, turns, style);
            STREAM.synchronize();
            KernelTesting.assertClose(expected, all.toFloats(), 2e-6);
        }
    }

    @Test
    void refuses() {
        try (DeviceTensor x = allocate(ElementType.FP32, 2, 3, 8); DeviceTensor one = ints(1);
            DeviceTensor two = ints(1, 2); DeviceTensor turns = floats(1, 2, 3, 4, 5)) {
            assertRefused("positions: expected the shape [2]",
                () -> Rope.launch(STREAM, x, one, turns.slice(0, 0, 4), Rope.Style.HALVES));
            assertRefused("positions: expected the type I32",
                () -> Rope.launch(STREAM, x, turns.slice(0, 0, 2), turns.slice(0, 0, 4), Rope.Style.HALVES));
            assertRefused("frequencies: expected at most 4, one for each pair",
                () -> Rope.launch(STREAM, x, two, turns, Rope.Style.NEIGHBOURS));
            assertRefused("x: expected the shape [-1, -1, -1]",
                () -> Rope.launch(STREAM, turns, two, turns, Rope.Style.NEIGHBOURS));
        }
    }
}
