// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;

/**
 * Root mean square normalization of rows: {@code out = x / sqrt(mean(x^2) + epsilon) * weight} (Zhang and
 * Sennrich, 2019). Sums have single precision. The weight may have another type than x.
 */
public final class RmsNorm {
    private static final KernelFunction HEADS = KernelFunction.of(RmsNorm.class, "heads");

    private RmsNorm() {}

    /** The distances of rows, and of heads in a row. */
    record HeadStrides(long x, long xHead, long out, long outHead) {}

    /** Some heads of a row, which a tile holds. */
    @Kernel
    static void heads(Ptr x, Ptr weight, Ptr out, HeadStrides strides, int heads, int width, float epsilon,
        @Constant int HEADS, @Constant int WIDTH) {
        long row = Triton.programId(0);
        var head = Triton.arange(0, HEADS).add(Triton.programId(1) * HEADS).expand(1);
        var column = Triton.arange(0, WIDTH).expand(0);
        var mask = head.lt(heads).and(column.lt(width));
        var places = x.add(row * strides.x()).add(head.mul(strides.xHead())).add(column);
        var numbers = Norms.load(places, mask);
        var square = numbers.mul(numbers).sum(1, true).div((float) width);
        var result = Norms.affine(numbers.mul(square.add(epsilon).rsqrt()), weight, null, column, width);
        out.add(row * strides.out()).add(head.mul(strides.outHead())).add(column).store(result, mask);
    }

    /**
     * Normalizes each row.
     *
     * @param stream the queue of the launch
     * @param x [rows, n]
     * @param weight [n]
     * @param out [rows, n]; may be x
     * @param epsilon added to the mean of the squares
     */
    public static void launch(
        Stream stream, DeviceTensor x, DeviceTensor weight, DeviceTensor out, float epsilon) {
        Norms.launch(stream, x, null, weight, null, out, null, epsilon, false);
    }

    /**
     * Adds to each row, and normalizes the sum as x holds it, rounded to its type.
     *
     * @param stream the queue of the launch
     * @param x [rows, n]; becomes {@code x + residual}
     * @param residual [rows, n]
     * @param weight [n]
     * @param out [rows, n]; not x; may be the residual
     * @param epsilon added to the mean of the squares
     */
    public static void launchAdding(Stream stream, DeviceTensor x, DeviceTensor residual, DeviceTensor weight,
        DeviceTensor out, float epsilon) {
        Norms.launch(stream, x, residual, weight, null, out, null, epsilon, false);
    }

    /**
     * Normalizes each row and quantizes it: {@code out * scale} is the normalized row, and the scale such
     * that its greatest magnitude becomes the greatest number of out's type.
     *
     * @param stream the queue of the launch
     * @param x [rows, n]; becomes {@code x + residual}, if there is a residual
     * @param residual [rows, n], or null
     * @param weight [n]
     * @param out [rows, n], of type {@code I8}, {@code FP8E4NV} or {@code FP8E5}
     * @param scales [rows], of type {@code FP32}; 1 for a row of zeros
     * @param epsilon added to the mean of the squares
     */
    public static void launchQuantizing(Stream stream, DeviceTensor x, DeviceTensor residual,
        DeviceTensor weight, DeviceTensor out, DeviceTensor scales, float epsilon) {
        Tensors.requirePresent("scales", scales);
        Norms.launch(stream, x, residual, weight, null, out, scales, epsilon, false);
    }

    /**
     * Normalizes each head of each row, all heads by the same weight.
     *
     * @param stream the queue of the launch
     * @param x [rows, heads, width]; rows and heads may be those of a view
     * @param weight [width], contiguous
     * @param out [rows, heads, width]; may be x
     * @param epsilon added to the mean of the squares
     */
    public static void launchHeads(
        Stream stream, DeviceTensor x, DeviceTensor weight, DeviceTensor out, float epsilon) {
        Tensors.requireShape("x", x, -1, -1, -1);
        Tensors.requireShape("weight", weight, x.size(2));
        Tensors.requireShape("out", out, x.shape());
        Tensors.requireRows("x", x);
        Tensors.requireRows("weight", weight);
        Tensors.requireRows("out", out);
        if (x.size(2) > Rows.longest(x.device())) {
            throw new IllegalArgumentException(
                "x: expected heads of at most " + Rows.longest(x.device()) + " elements, found " + x);
        }
        if (x.count() == 0) {
            return;
        }
        int heads = Math.toIntExact(x.size(1));
        int width = Math.toIntExact(x.size(2));
        int columns = Tensors.powerOfTwo(width, 1);
        int height = 1;
        while (height < heads && height * columns < (x.device().isGpu() ? 1024 : 4096)) {
            height *= 2;
        }
        var strides = new HeadStrides(x.stride(0), x.stride(1), out.stride(0), out.stride(1));
        HEADS.constant("HEADS", height)
            .constant("WIDTH", columns)
            .on(stream)
            .launch(Grid.of(Math.toIntExact(x.size(0)), Math.toIntExact(Grid.cdiv(heads, height))),
                x.buffer(), weight.buffer(), out.buffer(), strides, heads, width, epsilon);
    }
}
