// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.kernels.QuantizedMatrix.Format;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Graph;
import io.github.cm2tt.runtime.Stream;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Quantised matrices: their numbers, and products, compared with sums in double precision. */
final class QuantizedMatmulTest {
    private static final int ROWS = 70;
    private static final int COLUMNS = 512;

    /** A matrix, and its numbers as its format defines them. */
    private record Case(QuantizedMatrix matrix, float[] numbers) implements AutoCloseable {
        @Override
        public void close() {
            matrix.close();
        }
    }

    private static Case create(Format format, int rows, int columns) {
        if (format == Format.INT4)
            return createInt4(rows, columns);
        if (format == Format.FP8)
            return createFp8(rows, columns);
        ByteBuffer blocks = QuantizedBlocks.random(format, rows, columns, 7);
        return new Case(QuantizedMatrix.fromGguf(KernelTesting.DEVICE, format, blocks, rows, columns),
            QuantizedBlocks.toFloats(format, blocks));
    }

    private static Case createInt4(int rows, int columns) {
        int groups = (columns + 127) / 128;
        byte[] codes = new byte[rows * columns / 2];
        new Random(1).nextBytes(codes);
        float[] scales = new float[rows * groups];
        float[] zeros = new float[rows * groups];
        for (int i = 0; i < scales.length; i++) {
            scales[i] = (i % 61 + 1) * 0x1p-12f;
            zeros[i] = i % 17;
        }
        float[] numbers = new float[rows * columns];
        for (int i = 0; i < numbers.length; i++) {
            int group = i / columns * groups + i % columns / 128;
            numbers[i] = ((codes[i / 2] >>> i % 2 * 4 & 15) - zeros[group]) * scales[group];
        }
        return new Case(QuantizedMatrix.ofInt4(
                            KernelTesting.DEVICE, ByteBuffer.wrap(codes), scales, zeros, rows, columns),
            numbers);
    }

    private static Case createFp8(int rows, int columns) {
        byte[] codes = new byte[rows * columns];
        float[] scales = new float[rows];
        float[] numbers = new float[codes.length];
        for (int i = 0; i < codes.length; i++) {
            codes[i] = (byte) (i * 37 % 256);
            if ((codes[i] & 127) == 127)
                codes[i] = 3;
            scales[i / columns] = (i / columns + 1) * 0x1.1p-10f;
            int exponent = codes[i] >>> 3 & 15;
            float mantissa = exponent == 0 ? (codes[i] & 7) / 4f : 1 + (codes[i] & 7) / 8f;
            float magnitude = mantissa * Math.scalb(1f, exponent - 7);
            numbers[i] = (codes[i] < 0 ? -magnitude : magnitude) * scales[i / columns];
        }
        return new Case(
            QuantizedMatrix.ofFp8(KernelTesting.DEVICE, ByteBuffer.wrap(codes), scales, rows, columns),
            numbers);
    }

    @ParameterizedTest
    @EnumSource
    void numbersAreExact(Format format) {
        try (Case made = create(format, ROWS, COLUMNS)) {
            assertArrayEquals(made.numbers(), made.matrix().toFloats());
        }
    }

    @ParameterizedTest
    @EnumSource
    void productsOfFewAndOfManyRows(Format format) {
        try (Case made = create(format, ROWS, COLUMNS)) {
            for (int m : new int[] {1, 2, 33})
                check(ElementType.FP32, made, m, ROWS, COLUMNS, 4e-6);
        }
    }

    /** The kernel for GPUs computes the same on each device. */
    @ParameterizedTest
    @EnumSource
    void productsOfDividedGroups(Format format) {
        try (Case made = create(format, ROWS, COLUMNS)) {
            check(QuantizedVectors::launchSplit, ElementType.FP32, made, 3, ROWS, COLUMNS, 4e-6);
        }
    }

    /** Launches a product. */
    private interface Launcher {
        void launch(Stream stream, DeviceTensor x, QuantizedMatrix w, DeviceTensor out, Epilogue epilogue);
    }

    private static void check(ElementType type, Case made, int m, int n, int k, double tolerance) {
        check(QuantizedMatmul::launch, type, made, m, n, k, tolerance);
    }

    private static void check(
        Launcher launcher, ElementType type, Case made, int m, int n, int k, double tolerance) {
        float[] x = KernelTesting.random(m * k, 5);
        try (DeviceTensor input = KernelTesting.tensor(type, x, m, k);
            DeviceTensor out = DeviceTensor.allocate(KernelTesting.DEVICE, ElementType.FP32, m, n)) {
            launcher.launch(KernelTesting.STREAM, input, made.matrix(), out, Epilogue.NONE);
            KernelTesting.STREAM.synchronize();
            double[] expected = KernelTesting.product(x, made.numbers(), m, n, k);
            double scale = 0;
            for (double number : expected)
                scale = Math.max(scale, Math.abs(number));
            float[] found = out.toFloats();
            for (int i = 0; i < found.length; i++) {
                assertEquals(expected[i], found[i], tolerance * scale,
                    made.matrix() + ", " + m + " rows, element " + i);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"FP16,7,2e-3", "FP16,8,2e-3", "BF16,9,2e-2", "FP16,40,2e-3", "BF16,1,1e-5"})
    void typesOfX(ElementType type, int m, double tolerance) {
        try (Case made = create(Format.Q4_1, 64, 96)) {
            check(type, made, m, 64, 96, tolerance);
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "20"})
    void epilogueOfViews(int m) {
        int n = 80;
        int k = 64;
        float[] x = KernelTesting.random(m * 2 * k, 1);
        float[] bias = KernelTesting.random(n, 2);
        float[] residual = KernelTesting.random(m * (n + 5), 3);
        try (Case made = create(Format.Q8_0, n, k);
            DeviceTensor wide = KernelTesting.tensor(ElementType.FP32, x, m, 2 * k);
            DeviceTensor biases = KernelTesting.tensor(ElementType.FP16, bias, n);
            DeviceTensor residuals = KernelTesting.tensor(ElementType.FP32, residual, m, n + 5)) {
            DeviceTensor out = residuals.slice(1, 5, n + 5);
            QuantizedMatmul.launch(KernelTesting.STREAM, wide.slice(1, k, 2 * k), made.matrix(), out,
                Epilogue.NONE.bias(biases).activation(Activation.SILU).adding(out));
            KernelTesting.STREAM.synchronize();
            float[] found = residuals.toFloats();
            for (int i = 0; i < m; i++) {
                for (int j = 0; j < n; j++) {
                    double sum = bias[j];
                    for (int l = 0; l < k; l++)
                        sum += (double) x[i * 2 * k + k + l] * made.numbers()[j * k + l];
                    int at = i * (n + 5) + 5 + j;
                    double expected = sum / (1 + Math.exp(-sum)) + residual[at];
                    assertEquals(expected, found[at], 1e-4, "row " + i + ", column " + j);
                }
            }
        }
    }

    @Test
    void gathersRowsInAGraph() {
        int[] ids = {69, 0, 3, 3};
        try (Case made = create(Format.Q6_K, ROWS, COLUMNS);
            DeviceTensor tokens = DeviceTensor.copyOf(KernelTesting.DEVICE, ids, ids.length);
            DeviceTensor out =
                DeviceTensor.allocate(KernelTesting.DEVICE, ElementType.FP32, ids.length, COLUMNS)) {
            QuantizedMatmul.gather(KernelTesting.STREAM, made.matrix(), tokens, out);
            KernelTesting.STREAM.synchronize();
            out.buffer().fill(0.0);
            Graph graph = KernelTesting.STREAM.capture(
                () -> QuantizedMatmul.gather(KernelTesting.STREAM, made.matrix(), tokens, out));
            graph.launch(KernelTesting.STREAM);
            KernelTesting.STREAM.synchronize();
            float[] found = out.toFloats();
            for (int i = 0; i < found.length; i++)
                assertEquals(made.numbers()[ids[i / COLUMNS] * COLUMNS + i % COLUMNS], found[i]);
        }
    }

    @Test
    void namesWhatDoesNotMatch() {
        ByteBuffer blocks = QuantizedBlocks.random(Format.Q4_0, 2, 32, 1);
        String tooFew = assertThrows(IllegalArgumentException.class,
            () -> QuantizedMatrix.fromGguf(KernelTesting.DEVICE, Format.Q4_0, blocks, 3, 32))
                            .getMessage();
        assertEquals("Q4_0 [3, 32] has 54 bytes, found 36", tooFew);
        String noBlocks = assertThrows(IllegalArgumentException.class,
            () -> QuantizedMatrix.fromGguf(KernelTesting.DEVICE, Format.FP8, blocks, 2, 32))
                              .getMessage();
        assertEquals("FP8 is no format of GGML's blocks", noBlocks);
        String columns = assertThrows(IllegalArgumentException.class,
            () -> QuantizedMatrix.fromGguf(KernelTesting.DEVICE, Format.Q4_K, blocks, 2, 32))
                             .getMessage();
        assertEquals("Q4_K: expected columns that are a multiple of 256, found [2, 32]", columns);
        String scales = assertThrows(IllegalArgumentException.class,
            () -> QuantizedMatrix.ofFp8(KernelTesting.DEVICE, blocks, new float[2], 1, 32))
                            .getMessage();
        assertEquals("scales: expected 1, found 2", scales);
        try (QuantizedMatrix matrix =
                 QuantizedMatrix.fromGguf(KernelTesting.DEVICE, Format.Q4_0, blocks, 2, 32);
            DeviceTensor x = DeviceTensor.zeros(KernelTesting.DEVICE, ElementType.FP32, 1, 64)) {
            String message = assertThrows(IllegalArgumentException.class,
                () -> QuantizedMatmul.launch(KernelTesting.STREAM, x, matrix, x, Epilogue.NONE))
                                 .getMessage();
            assertTrue(message.startsWith("x: expected the shape [-1, 32]"), message);
        }
    }
}
