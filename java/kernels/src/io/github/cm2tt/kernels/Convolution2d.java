// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;

/**
 * Convolution of images, as neural networks define it (a cross-correlation):
 *
 * <pre>{@code
 * out[i, o, y, x] = bias[o] + sum of weight[o, c, ky, kx]
 *     * input[i, c, y * stride - padding + ky * dilation, x * stride - padding + kx * dilation]
 * }</pre>
 *
 * <p>over c, ky and kx, where the input is 0 outside of the image. It is one product of matrices, whose left
 * factor, the pixels under each element of the kernel, is read from the image and never stored (Chetlur et
 * al., "cuDNN: efficient primitives for deep learning", 2014). Sums have single precision. Axes may have any
 * strides. An image that is [image, height, width, channel] in memory is passed as the view
 * {@code x.transpose(1, 3).transpose(2, 3)}, and is the faster form.
 */
public final class Convolution2d {
    private static final KernelFunction CONVOLVE = KernelFunction.of(Convolution2d.class, "convolve");

    private Convolution2d() {}

    /**
     * How the kernel moves over the image, in pixels, along both axes.
     *
     * @param stride the distance of its positions, from 1
     * @param padding how many zeros are before and after each row and column
     * @param dilation the distance of neighbouring elements of the kernel, from 1
     */
    public record Window(int stride, int padding, int dilation) {
        /** Each position within the image: a stride of 1, no padding, neighbouring pixels. */
        public static final Window VALID = new Window(1, 0, 1);

        /**
         * Checks the numbers.
         *
         * @param stride the distance of the kernel's positions
         * @param padding the number of zeros before and after each row and column
         * @param dilation the distance of neighbouring elements of the kernel
         * @throws IllegalArgumentException if one of them is too small
         */
        public Window {
            if (stride < 1 || padding < 0 || dilation < 1) {
                throw new IllegalArgumentException(
                    "expected a stride and a dilation from 1 and a padding from 0,"
                    + " found " + stride + ", " + dilation + " and " + padding);
            }
        }

        /**
         * Returns how many positions a kernel has along an axis.
         *
         * @param image the extent of the image
         * @param kernel that of the kernel
         * @return the extent of the result; 0 if the kernel does not fit
         */
        public long positions(long image, long kernel) {
            long room = image + 2L * padding - dilation * (kernel - 1) - 1;
            return room < 0 ? 0 : room / stride + 1;
        }
    }

    /**
     * The strides of a tensor of four axes; an image, or a part of the kernel, has fewer than 2^31
     * elements.
     */
    record Strides(long first, int channel, int y, int x) {
        static Strides of(DeviceTensor tensor) {
            return new Strides(tensor.stride(0), Math.toIntExact(tensor.stride(1)),
                Math.toIntExact(tensor.stride(2)), Math.toIntExact(tensor.stride(3)));
        }
    }

    /** Extents: of the image, the kernel and the result. */
    record Extents(int channels, int height, int width, int kernelHeight, int kernelWidth, int outChannels,
        int outHeight, int outWidth, int pixels) {}

    /** Elements of the kernel: their channel, row and column; the latter are numbers if all have the same. */
    record Taps(Tensor channel, Tensor y, Tensor x, Tensor exists) {}

    /** Returns elements of the kernel, channels first. DEEP: they are of one row and column. */
    static Taps taps(int start, Extents extents, @Constant boolean DEEP, @Constant int K) {
        var index = Triton.arange(0, K).add(start);
        int channels = extents.channels();
        var exists = index.lt(channels * extents.kernelHeight() * extents.kernelWidth());
        if (DEEP) {
            int tap = start / channels;
            var channel = Triton.arange(0, K).add(start % channels);
            return new Taps(channel, Triton.full(int.class, tap / extents.kernelWidth(), 1),
                Triton.full(int.class, tap % extents.kernelWidth(), 1), exists);
        }
        var tap = index.div(channels);
        return new Taps(
            index.mod(channels), tap.div(extents.kernelWidth()), tap.mod(extents.kernelWidth()), exists);
    }

    /** A block of pixels of the result and of its channels. */
    @Kernel
    static void convolve(Ptr input, Ptr weight, Ptr bias, Ptr out, Strides strides, Strides weightStrides,
        Strides outStrides, Extents extents, Window window, @Constant boolean EXACT, @Constant boolean DEEP,
        @Constant int M, @Constant int N, @Constant int K) {
        var pixel = Triton.arange(0, M).add(Triton.programId(0) * M);
        var column = pixel.mod(extents.outWidth());
        var row = pixel.div(extents.outWidth()).mod(extents.outHeight());
        var image = pixel.div(extents.outWidth() * extents.outHeight());
        var outChannel = Triton.arange(0, N).add(Triton.programId(1) * N).expand(0);
        var left = row.mul(window.stride()).sub(window.padding()).expand(1);
        var top = column.mul(window.stride()).sub(window.padding()).expand(1);
        var images = input.add(image.mul(strides.first())).expand(1);
        var sums = Triton.zeros(float.class, M, N);
        int taps = extents.channels() * extents.kernelHeight() * extents.kernelWidth();
        for (int start = 0; start < taps; start += K) {
            var tap = taps(start, extents, DEEP, K);
            var y = tap.y().expand(0).mul(window.dilation()).add(left);
            var x = tap.x().expand(0).mul(window.dilation()).add(top);
            var inside = y.ge(0).and(y.lt(extents.height())).and(x.ge(0)).and(x.lt(extents.width()));
            var mask = inside.and(pixel.lt(extents.pixels()).expand(1)).and(tap.exists().expand(0));
            var distance = y.mul(strides.y()).add(x.mul(strides.x()));
            var places = images.add(distance.add(tap.channel().expand(0).mul(strides.channel())));
            var element = tap.y().mul(weightStrides.y()).add(tap.x().mul(weightStrides.x()));
            var factor = element.add(tap.channel().mul(weightStrides.channel())).expand(1);
            var factors = weight.add(outChannel.mul(weightStrides.first())).add(factor);
            var exists = tap.exists().expand(1).and(outChannel.lt(extents.outChannels()));
            sums = Triton.dot(places.load(mask, 0), factors.load(exists, 0), sums,
                EXACT ? Triton.InputPrecision.IEEE : Triton.InputPrecision.TF32);
        }
        var valid = outChannel.lt(extents.outChannels());
        if (bias != null) {
            sums = sums.add(Triton.conv(float.class, bias.add(outChannel).load(valid)));
        }
        var place = image.mul(outStrides.first()).add(row.mul(outStrides.y()));
        var results = out.add(place.add(column.mul(outStrides.x()))).expand(1);
        results.add(outChannel.mul(outStrides.channel()))
            .store(sums, pixel.lt(extents.pixels()).expand(1).and(valid));
    }

    /**
     * Convolves images with exact products of single precision.
     *
     * @param stream the queue of the launch
     * @param input [images, channels, height, width]
     * @param weight [outChannels, channels, kernelHeight, kernelWidth], of the input's type
     * @param bias [outChannels], or null
     * @param out [images, outChannels, outHeight, outWidth], as {@link Window#positions} returns them
     * @param window how the kernel moves
     */
    public static void launch(Stream stream, DeviceTensor input, DeviceTensor weight, DeviceTensor bias,
        DeviceTensor out, Window window) {
        launch(stream, input, weight, bias, out, window, Precision.EXACT);
    }

    /**
     * Convolves images.
     *
     * @param stream the queue of the launch
     * @param input [images, channels, height, width]
     * @param weight [outChannels, channels, kernelHeight, kernelWidth], of the input's type
     * @param bias [outChannels], or null
     * @param out [images, outChannels, outHeight, outWidth], as {@link Window#positions} returns them
     * @param window how the kernel moves
     * @param precision how numbers of single precision are multiplied
     */
    public static void launch(Stream stream, DeviceTensor input, DeviceTensor weight, DeviceTensor bias,
        DeviceTensor out, Window window, Precision precision) {
        check(input, weight, bias, out, window);
        if (out.count() == 0) {
            return;
        }
        int channels = Math.toIntExact(input.size(1));
        int pixels = Math.toIntExact(out.size(0) * out.size(2) * out.size(3));
        var extents = new Extents(channels, (int) input.size(2), (int) input.size(3), (int) weight.size(2),
            (int) weight.size(3), (int) out.size(1), (int) out.size(2), (int) out.size(3), pixels);
        int depth = channels % 32 == 0 ? 32 : 16;
        boolean deep = channels % depth == 0;
        int height = Tensors.powerOfTwo(Math.min(pixels, deep && input.type().bytes() == 2 ? 128 : 64), 16);
        int width = Tensors.powerOfTwo(Math.min(out.size(1), 64), 16);
        CONVOLVE.constant("EXACT", precision == Precision.EXACT)
            .constant("DEEP", deep)
            .constant("M", height)
            .constant("N", width)
            .constant("K", depth)
            .on(stream)
            .launch(Grid.of(Grid.cdiv(pixels, height), Grid.cdiv(out.size(1), width)), input.buffer(),
                weight.buffer(), bias == null ? null : bias.buffer(), out.buffer(), Strides.of(input),
                Strides.of(weight), Strides.of(out), extents, window);
    }

    private static void check(
        DeviceTensor input, DeviceTensor weight, DeviceTensor bias, DeviceTensor out, Window window) {
        Tensors.requireShape("input", input, -1, -1, -1, -1);
        Tensors.requireShape("weight", weight, -1, input.size(1), -1, -1);
        Tensors.requireShape("out", out, input.size(0), weight.size(0),
            window.positions(input.size(2), weight.size(2)), window.positions(input.size(3), weight.size(3)));
        Tensors.requireType("input", input, ElementType.FP32, ElementType.FP16, ElementType.BF16);
        Tensors.requireType("weight", weight, input.type());
        if (bias != null) {
            Tensors.requireShape("bias", bias, weight.size(0));
            Tensors.requireRows("bias", bias);
        }
    }
}
