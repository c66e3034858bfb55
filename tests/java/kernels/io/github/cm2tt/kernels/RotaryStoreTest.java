// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.cm2tt.runtime.ElementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queries, keys and values of a layer, compared with the formulas in double precision. */
final class RotaryStoreTest {
    private static final int ROWS = 21;
    private static final int HEADS = 6;
    private static final int OWNERS = 2;
    private static final int PAGE = 4;
    private static final int[] POSITIONS = new int[ROWS];
    private static final int[] SLOTS = new int[ROWS];

    static {
        for (int i = 0; i < ROWS; i++) {
            POSITIONS[i] = i == 3 ? 4095 : i * 5 % 17;
            SLOTS[i] = i % 4 == 2 ? -1 : (i * 5 + 9) % 24;
        }
    }

    /** A head, normalized if there is a weight, and rotated. */
    private static double[] expected(
        float[] x, int first, int width, float[] norm, int position, float[] frequencies, Rope.Style style) {
        double squares = 0;
        for (int i = 0; i < width; i++)
            squares += (double) x[first + i] * x[first + i];
        double scale = norm == null ? 1 : 1 / Math.sqrt(squares / width + 1e-6);
        double[] result = new double[width];
        for (int i = 0; i < width / 2; i++) {
            int one = style == Rope.Style.HALVES ? i : 2 * i;
            int other = style == Rope.Style.HALVES ? i + width / 2 : 2 * i + 1;
            double a = x[first + one] * scale * (norm == null ? 1 : norm[one]);
            double b = x[first + other] * scale * (norm == null ? 1 : norm[other]);
            double angle = (double) position * frequencies[i];
            result[one] = a * Math.cos(angle) - b * Math.sin(angle);
            result[other] = a * Math.sin(angle) + b * Math.cos(angle);
        }
        return result;
    }

    @ParameterizedTest
    @CsvSource({"FP32,HALVES,64,false", "FP32,NEIGHBOURS,64,true", "BF16,HALVES,128,true",
        "FP16,NEIGHBOURS,80,false"})
    void rotatesAndStores(ElementType type, Rope.Style style, int width, boolean normalizes) {
        int columns = (HEADS + 2 * OWNERS) * width;
        float[] x = KernelTesting.random(ROWS * columns, 1);
        float[] queryNorm = normalizes ? KernelTesting.random(width, 2) : null;
        float[] keyNorm = normalizes ? KernelTesting.random(width, 3) : null;
        float[] frequencies = new float[width / 2];
        for (int i = 0; i < width / 2; i++)
            frequencies[i] = (float) Math.pow(10000, -2.0 * i / width);
        try (DeviceTensor rows = KernelTesting.tensor(type, x, ROWS, columns);
            DeviceTensor qNorm = normalizes ? KernelTesting.tensor(ElementType.FP32, queryNorm, width) : null;
            DeviceTensor kNorm = normalizes ? KernelTesting.tensor(ElementType.FP32, keyNorm, width) : null;
            DeviceTensor angles = KernelTesting.tensor(ElementType.FP32, frequencies, width / 2);
            DeviceTensor positions = DeviceTensor.copyOf(KernelTesting.DEVICE, POSITIONS, ROWS);
            DeviceTensor slots = DeviceTensor.copyOf(KernelTesting.DEVICE, SLOTS, ROWS);
            DeviceTensor keys = DeviceTensor.zeros(KernelTesting.DEVICE, type, 6, PAGE, OWNERS, width);
            DeviceTensor values = DeviceTensor.zeros(KernelTesting.DEVICE, type, 6, PAGE, OWNERS, width)) {
            RotaryStore.launch(KernelTesting.STREAM, heads(rows, 0, HEADS, width),
                heads(rows, HEADS, OWNERS, width), heads(rows, HEADS + OWNERS, OWNERS, width), qNorm, kNorm,
                1e-6f, positions, angles, style, slots, keys, values);
            KernelTesting.STREAM.synchronize();
            float[] turned = rows.toFloats();
            double[] expectedKeys = new double[24 * OWNERS * width];
            double[] expectedValues = new double[24 * OWNERS * width];
            for (int row = 0; row < ROWS; row++) {
                for (int head = 0; head < HEADS + OWNERS; head++) {
                    int at = row * columns + head * width;
                    float[] found = new float[width];
                    System.arraycopy(turned, at, found, 0, width);
                    KernelTesting.assertClose(
                        expected(x, at, width, head < HEADS ? queryNorm : keyNorm, POSITIONS[row],
                            frequencies, style),
                        found,
                        2 * KernelTesting.tolerance(type));
                }
                for (int owner = 0; owner < OWNERS && SLOTS[row] >= 0; owner++) {
                    int at = row * columns + (HEADS + owner) * width;
                    int to = (SLOTS[row] * OWNERS + owner) * width;
                    System.arraycopy(expected(x, at, width, keyNorm, POSITIONS[row], frequencies, style), 0,
                        expectedKeys, to, width);
                    for (int i = 0; i < width; i++)
                        expectedValues[to + i] = x[at + OWNERS * width + i];
                }
            }
            KernelTesting.assertClose(expectedKeys, keys.toFloats(), 2 * KernelTesting.tolerance(type));
            KernelTesting.assertClose(expectedValues, values.toFloats(), 0);
        }
    }

    private static DeviceTensor heads(DeviceTensor rows, int first, int count, int width) {
        return rows.slice(1, (long) first * width, (long) (first + count) * width).splitLast(width);
    }

    @Test
    void refusesHeadsThatAreApart() {
        try (DeviceTensor x = DeviceTensor.zeros(KernelTesting.DEVICE, ElementType.FP32, 2, 4, 8);
            DeviceTensor ids = DeviceTensor.zeros(KernelTesting.DEVICE, ElementType.I32, 2);
            DeviceTensor angles = DeviceTensor.zeros(KernelTesting.DEVICE, ElementType.FP32, 2);
            DeviceTensor cache = DeviceTensor.zeros(KernelTesting.DEVICE, ElementType.FP32, 1, 4, 4, 4)) {
            DeviceTensor parts = x.slice(2, 0, 4);
            String message = assertThrows(IllegalArgumentException.class,
                ()
                    -> RotaryStore.launch(KernelTesting.STREAM, parts, parts, parts, null, null, 1e-6f, ids,
                        angles, Rope.Style.HALVES, ids, cache, cache))
                                 .getMessage();
            assertEquals("q: expected contiguous heads of an even width, found " + parts, message);
        }
    }
}
