// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.kernels;

import static io.github.cm2tt.runtime.kernels.Checks.CPU;
import static io.github.cm2tt.runtime.kernels.Checks.close;
import static io.github.cm2tt.runtime.kernels.Checks.doubles;
import static io.github.cm2tt.runtime.kernels.Checks.normal;
import static io.github.cm2tt.runtime.kernels.Checks.runAllWays;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Signals and images: convolution, stencils, blur, fractals. */
class ImagesTest {
    @Kernel
    static void convolve(Ptr x, Ptr weights, Ptr out, int n, @Constant int TAPS, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
        var sum = Triton.zeros(float.class, BLOCK);
        for (int tap : Triton.staticRange(TAPS)) {
            var source = offsets.add(tap - TAPS / 2);
            var values = x.add(source).load(source.ge(0).and(source.lt(n)), 0.0f);
            sum = sum.add(values.mul(weights.add(tap).load()));
        }
        out.add(offsets).store(sum, offsets.lt(n));
    }

    @Test
    void convolution() {
        int n = 1000;
        int taps = 5;
        float[] values = normal(n, 1);
        float[] weights = normal(taps, 2);
        double[] expected = new double[n];
        for (int i = 0; i < n; i++) {
            for (int tap = 0; tap < taps; tap++) {
                int source = i + tap - taps / 2;
                if (source >= 0 && source < n)
                    expected[i] += (double) values[source] * weights[tap];
            }
        }
        try (DeviceBuffer x = CPU.copyOf(values); DeviceBuffer factors = CPU.copyOf(weights);
            DeviceBuffer out = CPU.allocate(ElementType.FP32, n)) {
            KernelFunction convolve = KernelFunction.of(ImagesTest.class, "convolve")
                                          .constant("TAPS", taps)
                                          .constant("BLOCK", 256)
                                          .on(CPU);
            runAllWays(1e-6, convolve, Grid.of(Grid.cdiv(n, 256)), x, factors, out, n);
            close("convolution", expected, out.copyTo(new float[n]), 1e-6);
        }
    }

    record Image(Ptr pixels, int width, int height) {
        /** The pixels; those beyond the border are the nearest ones within. */
        Tensor load(Tensor x, Tensor y) {
            var offsets = y.clamp(0, height() - 1).mul(width()).add(x.clamp(0, width() - 1));
            return pixels().add(offsets).load();
        }
    }

    /** One step of the heat equation. */
    @Kernel
    static void diffuse(
        Ptr in, Ptr out, int width, int height, float rate, @Constant int BX, @Constant int BY) {
        var image = new Image(in, width, height);
        var x = Triton.arange(0, BX).add(Triton.programId(0) * BX).expand(0);
        var y = Triton.arange(0, BY).add(Triton.programId(1) * BY).expand(1);
        var centre = image.load(x, y);
        var neighbours = image.load(x.sub(1), y)
                             .add(image.load(x.add(1), y))
                             .add(image.load(x, y.sub(1)))
                             .add(image.load(x, y.add(1)));
        out.add(y.mul(width).add(x))
            .store(centre.add(neighbours.sub(centre.mul(4)).mul(rate)), x.lt(width).and(y.lt(height)));
    }

    private static double pixel(double[] image, int width, int height, int x, int y) {
        return image[Math.min(Math.max(y, 0), height - 1) * width + Math.min(Math.max(x, 0), width - 1)];
    }

    private static double[] diffuse(double[] image, int width, int height, double rate) {
        double[] result = new double[image.length];
        for (int i = 0; i < image.length; i++) {
            int x = i % width;
            int y = i / width;
            double neighbours = pixel(image, width, height, x - 1, y) + pixel(image, width, height, x + 1, y)
                + pixel(image, width, height, x, y - 1) + pixel(image, width, height, x, y + 1);
            result[i] = image[i] + rate * (neighbours - 4 * image[i]);
        }
        return result;
    }

    @Test
    void heat() {
        int width = 70;
        int height = 45;
        float rate = 0.2f;
        float[] values = normal(width * height, 3);
        double[] expected = doubles(values);
        try (DeviceBuffer a = CPU.copyOf(values);
            DeviceBuffer b = CPU.allocate(ElementType.FP32, values.length)) {
            KernelFunction diffuse =
                KernelFunction.of(ImagesTest.class, "diffuse").constant("BX", 32).constant("BY", 8).on(CPU);
            Grid grid = Grid.of(Grid.cdiv(width, 32), Grid.cdiv(height, 8));
            for (int step = 0; step < 4; step += 2) {
                runAllWays(1e-6, diffuse, grid, a, b, width, height, rate);
                runAllWays(1e-6, diffuse, grid, b, a, width, height, rate);
                expected = diffuse(diffuse(expected, width, height, rate), width, height, rate);
            }
            close("heat", expected, a.copyTo(new float[values.length]), 2e-6);
        }
    }

    /** The rounded mean of the pixels, unsigned bytes, at a distance of at most RADIUS in both directions. */
    @Kernel
    static void boxBlur(Ptr in, Ptr out, int width, int height, @Constant int RADIUS, @Constant int BLOCK) {
        var image = new Image(in, width, height);
        var x = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
        int y = Triton.programId(1);
        var sum = Triton.zeros(int.class, BLOCK);
        for (int dy = -RADIUS; dy <= RADIUS; dy++) {
            for (int dx = -RADIUS; dx <= RADIUS; dx++) {
                var row = Triton.full(int.class, y + dy, BLOCK);
                sum = sum.add(image.load(x.add(dx), row).conv(int.class));
            }
        }
        int count = (2 * RADIUS + 1) * (2 * RADIUS + 1);
        out.add(x.add(y * width)).store(sum.add(count / 2).div(count), x.lt(width));
    }

    @Test
    void blurOfBytes() {
        int width = 100;
        int height = 21;
        int radius = 2;
        byte[] values = new byte[width * height];
        new Random(4).nextBytes(values);
        double[] image = new double[values.length];
        for (int i = 0; i < values.length; i++)
            image[i] = values[i] & 0xff;
        byte[] expected = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            double sum = 0;
            for (int dy = -radius; dy <= radius; dy++) {
                for (int dx = -radius; dx <= radius; dx++)
                    sum += pixel(image, width, height, i % width + dx, i / width + dy);
            }
            expected[i] = (byte) Math.floor(sum / 25 + 0.5);
        }
        try (DeviceBuffer in = CPU.allocate(ElementType.U8, values.length).copyFrom(values);
            DeviceBuffer out = CPU.allocate(ElementType.U8, values.length)) {
            KernelFunction blur = KernelFunction.of(ImagesTest.class, "boxBlur")
                                      .constant("RADIUS", radius)
                                      .constant("BLOCK", 64)
                                      .on(CPU);
            runAllWays(0, blur, Grid.of(Grid.cdiv(width, 64), height), in, out, width, height);
            assertArrayEquals(expected, out.copyTo(new byte[values.length]));
        }
    }

    /** The number of steps after which a point of the plane leaves the circle of radius 2. */
    static int steps(float real, float imaginary, int limit) {
        float x = 0;
        float y = 0;
        for (int step = 0; step < limit; step++) {
            if (x * x + y * y > 4)
                return step;
            float next = x * x - y * y + real;
            y = 2 * x * y + imaginary;
            x = next;
        }
        return limit;
    }

    @Kernel
    static void mandelbrot(Ptr out, int width, int height, int limit, @Constant int BLOCK) {
        var pixels = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
        var counts = pixels.map(pixel -> {
            int i = pixel.intValue();
            return steps(3f * (i % width) / width - 2.2f, 2f * (i / width) / height - 1f, limit);
        });
        out.add(pixels).store(counts, pixels.lt(width * height));
    }

    @Test
    void mandelbrotAsPlainJava() {
        int width = 60;
        int height = 50;
        int limit = 100;
        int[] expected = new int[width * height];
        for (int i = 0; i < expected.length; i++)
            expected[i] = steps(3f * (i % width) / width - 2.2f, 2f * (i / width) / height - 1f, limit);
        KernelFunction mandelbrot =
            KernelFunction.of(ImagesTest.class, "mandelbrot").constant("BLOCK", 128).on(CPU);
        Grid grid = Grid.of(Grid.cdiv(width * height, 128));
        try (DeviceBuffer out = CPU.allocate(ElementType.I32, width * height)) {
            runAllWays(0, mandelbrot.fpFusion(false), grid, out, width, height, limit);
            assertArrayEquals(expected, out.copyTo(new int[width * height]));
            // A product and a sum that are rounded once move the border of the set.
            mandelbrot.launch(grid, out, width, height, limit);
            int[] counts = out.copyTo(new int[width * height]);
            int different = 0;
            for (int i = 0; i < counts.length; i++)
                different += counts[i] == expected[i] ? 0 : 1;
            assertTrue(different <= counts.length / 200, different + " pixels differ");
        }
    }
}
