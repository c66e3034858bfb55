// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static io.github.cm2tt.kernels.KernelTesting.STREAM;
import static io.github.cm2tt.kernels.KernelTesting.allocate;
import static io.github.cm2tt.kernels.KernelTesting.assertClose;
import static io.github.cm2tt.kernels.KernelTesting.assertRefused;
import static io.github.cm2tt.kernels.KernelTesting.tensor;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.cm2tt.kernels.Convolution2d.Window;
import io.github.cm2tt.runtime.ElementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Convolutions, compared with the sum in double precision. */
final class Convolution2dTest {
    /** Extents of a test. */
    private record Case(int images, int channels, int height, int width, int outChannels, int kernelHeight,
        int kernelWidth, Window window) {
        int outHeight() {
            return (int) window.positions(height, kernelHeight);
        }

        int outWidth() {
            return (int) window.positions(width, kernelWidth);
        }
    }

    private static double[] expected(Case c, float[] input, float[] weight, float[] bias) {
        double[] result = new double[c.images * c.outChannels * c.outHeight() * c.outWidth()];
        for (int i = 0; i < result.length; i++) {
            int column = i % c.outWidth();
            int row = i / c.outWidth() % c.outHeight();
            int plane = i / c.outWidth() / c.outHeight();
            result[i] = bias[plane % c.outChannels];
            for (int tap = 0; tap < c.channels * c.kernelHeight * c.kernelWidth; tap++) {
                int channel = tap / c.kernelWidth / c.kernelHeight;
                int y = row * c.window.stride() - c.window.padding()
                    + tap / c.kernelWidth % c.kernelHeight * c.window.dilation();
                int x = column * c.window.stride() - c.window.padding()
                    + tap % c.kernelWidth * c.window.dilation();
                if (y < 0 || y >= c.height || x < 0 || x >= c.width)
                    continue;
                int image = plane / c.outChannels;
                int filter = plane % c.outChannels * c.channels * c.kernelHeight * c.kernelWidth + tap;
                result[i] += (double) input[((image * c.channels + channel) * c.height + y) * c.width + x]
                    * weight[filter];
            }
        }
        return result;
    }

    /**
     * Returns numbers [images, channels, height, width] as [images, height, width, channels], or its
     * inverse.
     */
    private static float[] channelsLast(float[] x, int channels, int pixels) {
        float[] result = new float[x.length];
        for (int i = 0; i < x.length; i++) {
            int at = i % (channels * pixels);
            result[i - at + at % pixels * channels + at / pixels] = x[i];
        }
        return result;
    }

    @ParameterizedTest
    @CsvSource({"FP32,1,1,1,1,1,1,1,1,0,1,false", "FP32,2,3,9,11,5,3,3,1,1,1,false",
        "FP16,2,32,6,7,40,3,3,1,1,1,true", "BF16,1,48,12,5,16,3,1,2,0,1,false",
        "FP32,1,64,5,8,70,1,1,1,0,1,true", "FP32,2,5,13,12,3,2,4,2,3,2,true"})
    void images(ElementType type, int images, int channels, int height, int width, int outChannels,
        int kernelHeight, int kernelWidth, int stride, int padding, int dilation, boolean last) {
        Case c = new Case(images, channels, height, width, outChannels, kernelHeight, kernelWidth,
            new Window(stride, padding, dilation));
        float[] input = KernelTesting.random(images * channels * height * width, 1);
        float[] weight = KernelTesting.random(outChannels * channels * kernelHeight * kernelWidth, 2);
        float[] bias = KernelTesting.random(outChannels, 3);
        if (last)
            input = channelsLast(input, channels, height * width);
        int pixels = c.outHeight() * c.outWidth();
        try (DeviceTensor x = last
                ? tensor(type, input, images, height, width, channels).transpose(1, 3).transpose(2, 3)
                : tensor(type, input, images, channels, height, width);
            DeviceTensor w = tensor(type, weight, outChannels, channels, kernelHeight, kernelWidth);
            DeviceTensor b = tensor(type, bias, outChannels);
            DeviceTensor memory =
                allocate(ElementType.FP32, images, c.outHeight(), c.outWidth(), outChannels)) {
            DeviceTensor out = last ? memory.transpose(1, 3).transpose(2, 3)
                                    : memory.reshape(images, outChannels, c.outHeight(), c.outWidth());
            Convolution2d.launch(STREAM, x, w, b, out, c.window());
            STREAM.synchronize();
            float[] found = memory.toFloats();
            assertClose(
                expected(c, last ? channelsLast(input, height * width, channels) : input, weight, bias),
                last ? channelsLast(found, pixels, outChannels) : found, 1e-5 * Math.sqrt(channels * 9));
        }
    }

    @Test
    void windows() {
        assertEquals(7, new Window(2, 3, 1).positions(8, 2));
        assertEquals(0, Window.VALID.positions(2, 3));
        assertRefused("expected a stride and a dilation from 1", () -> new Window(0, 1, 1));
    }

    @Test
    void refuses() {
        try (DeviceTensor x = allocate(ElementType.FP32, 1, 2, 4, 4);
            DeviceTensor w = allocate(ElementType.FP32, 3, 2, 3, 3);
            DeviceTensor halves = allocate(ElementType.FP16, 3, 2, 3, 3);
            DeviceTensor out = allocate(ElementType.FP32, 1, 3, 2, 2)) {
            assertRefused("out: expected the shape [1, 3, 4, 4]",
                () -> Convolution2d.launch(STREAM, x, w, null, out, new Window(1, 1, 1)));
            assertRefused("weight: expected the shape [-1, 2, -1, -1]",
                () -> Convolution2d.launch(STREAM, x, w.slice(1, 0, 1), null, out, Window.VALID));
            assertRefused("weight: expected the type FP32",
                () -> Convolution2d.launch(STREAM, x, halves, null, out, Window.VALID));
            assertRefused("bias: expected the shape [3]",
                () -> Convolution2d.launch(STREAM, x, w, x.reshape(32), out, Window.VALID));
        }
    }
}
