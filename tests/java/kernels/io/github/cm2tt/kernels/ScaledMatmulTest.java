// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.cm2tt.runtime.ElementType;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Products of matrices of bytes, compared with sums in double precision. */
final class ScaledMatmulTest {
    private static final int BLOCK = ScaledMatmul.BLOCK;
    // Tensor cores of Hopper add products of FP8 with fewer bits than single precision has.
    private static final double TOLERANCE = KernelTesting.DEVICE.isGpu() ? 2e-3 : 2e-6;

    private static float[] numbers(ElementType type, int count, long seed) {
        if (type != ElementType.I8)
            return KernelTesting.random(count, seed);
        float[] numbers = new float[count];
        Random random = new Random(seed);
        for (int i = 0; i < count; i++)
            numbers[i] = random.nextInt(256) - 128;
        return numbers;
    }

    /** Copies numbers as the type has them, which are rounded in the array, too. */
    private static DeviceTensor tensor(ElementType type, float[] numbers, long... shape) {
        if (type != ElementType.I8)
            return KernelTesting.tensor(type, numbers, shape);
        DeviceTensor tensor = KernelTesting.allocate(type, shape);
        byte[] bytes = new byte[numbers.length];
        for (int i = 0; i < bytes.length; i++)
            bytes[i] = (byte) numbers[i];
        tensor.buffer().copyFrom(bytes);
        return tensor;
    }

    private static float[] scales(int count, long seed) {
        float[] scales = KernelTesting.random(count, seed);
        for (int i = 0; i < count; i++)
            scales[i] = 0.5f + Math.abs(scales[i]);
        return scales;
    }

    private static void check(double[] expected, float[] found) {
        double greatest = 1;
        for (double number : expected)
            greatest = Math.max(greatest, Math.abs(number));
        assertEquals(expected.length, found.length);
        for (int i = 0; i < found.length; i++)
            assertEquals(expected[i], found[i], TOLERANCE * greatest, "element " + i);
    }

    /** The scale of an element: of its row, or of its block. */
    private static double scale(float[] scales, int row, int column, int blocks, int rows) {
        return blocks == 0 ? scales[row] : scales[row / rows * blocks + column / BLOCK];
    }

    @ParameterizedTest
    @CsvSource({"FP8E4NV,1,50,128,false", "FP8E4NV,33,70,200,false", "FP8E5,20,64,96,false",
        "I8,17,40,300,false", "I8,130,257,128,false", "FP8E4NV,33,200,300,true", "FP8E5,5,128,128,true",
        "I8,40,150,256,true", "FP8E4NV,129,260,384,true"})
    void productsOfScaledNumbers(ElementType type, int m, int n, int k, boolean hasBlocks) {
        int blocks = hasBlocks ? (k + BLOCK - 1) / BLOCK : 0;
        float[] x = numbers(type, m * k, 1);
        float[] w = numbers(type, n * k, 2);
        float[] xScales = scales(hasBlocks ? m * blocks : m, 3);
        float[] wScales = scales(hasBlocks ? (n + BLOCK - 1) / BLOCK * blocks : n, 4);
        long[] xShape = hasBlocks ? new long[] {m, blocks} : new long[] {m};
        long[] wShape = hasBlocks ? new long[] {(n + BLOCK - 1) / BLOCK, blocks} : new long[] {n};
        float[] bias = KernelTesting.random(n, 5);
        float[] residual = KernelTesting.random(m * n, 6);
        try (DeviceTensor a = tensor(type, x, m, k); DeviceTensor b = tensor(type, w, n, k);
            DeviceTensor ofA = KernelTesting.tensor(ElementType.FP32, xScales, xShape);
            DeviceTensor ofB = KernelTesting.tensor(ElementType.FP32, wScales, wShape);
            DeviceTensor biases = KernelTesting.tensor(ElementType.FP32, bias, n);
            DeviceTensor residuals = KernelTesting.tensor(ElementType.FP32, residual, m, n);
            DeviceTensor out = KernelTesting.allocate(ElementType.FP32, m, n)) {
            Epilogue epilogue = Epilogue.NONE.bias(biases).activation(Activation.RELU).adding(residuals);
            ScaledMatmul.launch(KernelTesting.STREAM, a, ofA, b, ofB, out, epilogue);
            KernelTesting.STREAM.synchronize();
            double[] expected = new double[m * n];
            for (int i = 0; i < expected.length; i++) {
                double sum = bias[i % n];
                for (int l = 0; l < k; l++)
                    sum += x[i / n * k + l] * scale(xScales, i / n, l, blocks, 1) * w[i % n * k + l]
                        * scale(wScales, i % n, l, blocks, BLOCK);
                expected[i] = Math.max(sum, 0) + residual[i];
            }
            check(expected, out.toFloats());
        }
    }

    @Test
    void takesRowsThatANormHasQuantized() {
        int m = 9;
        int n = 48;
        int k = 160;
        float[] numbers = KernelTesting.random(m * k, 1);
        float[] weights = KernelTesting.random(n * k, 2);
        float[] ones = new float[n];
        java.util.Arrays.fill(ones, 1);
        try (DeviceTensor x = KernelTesting.tensor(ElementType.FP32, numbers, m, k);
            DeviceTensor w = KernelTesting.tensor(ElementType.FP8E4NV, weights, n, k);
            DeviceTensor wScales = KernelTesting.tensor(ElementType.FP32, ones, n);
            DeviceTensor quantized = KernelTesting.allocate(ElementType.FP8E4NV, m, k);
            DeviceTensor scales = KernelTesting.allocate(ElementType.FP32, m);
            DeviceTensor out = KernelTesting.allocate(ElementType.FP32, m, n)) {
            RmsNorm.launchQuantizing(KernelTesting.STREAM, x, null, null, quantized, scales, 1e-5f);
            ScaledMatmul.launch(KernelTesting.STREAM, quantized, scales, w, wScales, out, Epilogue.NONE);
            KernelTesting.STREAM.synchronize();
            float[] rows = new float[m * k];
            for (int i = 0; i < m; i++) {
                double squares = 0;
                for (int l = 0; l < k; l++)
                    squares += (double) numbers[i * k + l] * numbers[i * k + l];
                for (int l = 0; l < k; l++)
                    rows[i * k + l] = (float) (numbers[i * k + l] / Math.sqrt(squares / k + 1e-5));
            }
            double[] expected = KernelTesting.product(rows, weights, m, n, k);
            float[] found = out.toFloats();
            // Numbers of FP8 have four bits: errors of 3 % of each product, and of random signs.
            for (int i = 0; i < expected.length; i++)
                assertEquals(expected[i], found[i], 0.1 * Math.sqrt(k), "element " + i);
        }
    }

    @Test
    void namesTheTensorOfAWrongShapeOrType() {
        try (DeviceTensor x = KernelTesting.allocate(ElementType.I8, 4, 128);
            DeviceTensor w = KernelTesting.allocate(ElementType.I8, 256, 128);
            DeviceTensor other = KernelTesting.allocate(ElementType.FP8E5, 256, 128);
            DeviceTensor ofX = KernelTesting.allocate(ElementType.FP32, 4);
            DeviceTensor ofW = KernelTesting.allocate(ElementType.FP32, 256);
            DeviceTensor ofBlocks = KernelTesting.allocate(ElementType.FP32, 4, 1);
            DeviceTensor out = KernelTesting.allocate(ElementType.FP32, 4, 256)) {
            KernelTesting.assertRefused("w: expected",
                ()
                    -> ScaledMatmul.launch(
                        KernelTesting.STREAM, x, ofX, other, ofW, out, Epilogue.NONE));
            KernelTesting.assertRefused("wScales: expected the shape [2, 1]",
                () -> ScaledMatmul.launch(KernelTesting.STREAM, x, ofBlocks, w, ofW, out, Epilogue.NONE));
        }
    }
}
