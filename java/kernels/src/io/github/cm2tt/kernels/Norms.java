// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;

/**
 * The kernels of {@link RmsNorm} and {@link LayerNorm}: rows of at most {@link Rows#longest} columns are held
 * in a tile, longer ones are read in blocks several times.
 */
final class Norms {
    private static final KernelFunction WHOLE = KernelFunction.of(Norms.class, "whole");
    private static final KernelFunction BLOCKS = KernelFunction.of(Norms.class, "blocks");

    private Norms() {}

    /** The distances of rows. */
    record Strides(long x, long residual, long out) {}

    /** Returns a tile in single precision. */
    static Tensor load(Tensor places, Tensor mask) {
        return Triton.conv(float.class, places.load(mask, 0.0f));
    }

    /** Returns numbers times their weights, plus their biases. */
    static Tensor affine(Tensor numbers, Ptr weight, Ptr bias, Tensor column, int n) {
        var mask = column.lt(n);
        var scaled = numbers;
        if (weight != null) {
            scaled = scaled.mul(load(weight.add(column), mask));
        }
        return bias == null ? scaled : scaled.add(load(bias.add(column), mask));
    }

    /** Returns the scale with which the greatest magnitude becomes the greatest number; 1 for zeros. */
    static Tensor scale(Tensor magnitude, float greatest) {
        return Triton.where(magnitude.gt(0.0f), magnitude.div(greatest), 1.0f);
    }

    /** Returns numbers of the type of the result: integers are rounded, and none is beyond the greatest. */
    static Tensor quantize(Tensor numbers, Tensor scale, float greatest, @Constant boolean INTEGERS) {
        var scaled = numbers.div(scale).clamp(-greatest, greatest);
        return INTEGERS ? Triton.conv(byte.class, scaled.rint()) : scaled;
    }

    /** Some rows of x, whose type is TYPE. The residual, the weight, the bias and the scales may be null. */
    @Kernel
    static void whole(Ptr x, Ptr residual, Ptr weight, Ptr bias, Ptr out, Ptr scales, Strides strides,
        int rows, int n, float epsilon, float greatest, @Constant boolean CENTRES, @Constant boolean INTEGERS,
        @Constant Class<?> TYPE, @Constant int ROWS, @Constant int COLUMNS) {
        var block = Rows.whole(rows, n, ROWS, COLUMNS);
        var places = block.in(x, strides.x());
        var numbers = load(places, block.mask());
        if (residual != null) {
            numbers = numbers.add(load(block.in(residual, strides.residual()), block.mask()));
            numbers = Triton.conv(float.class, Triton.conv(TYPE, numbers));
            places.store(numbers, block.mask());
        }
        if (CENTRES) {
            var mean = numbers.sum(1, true).div((float) n);
            numbers = Triton.where(block.mask(), numbers.sub(mean), 0.0f);
        }
        var deviation = numbers.mul(numbers).sum(1, true).div((float) n);
        var result = affine(numbers.mul(deviation.add(epsilon).rsqrt()), weight, bias, block.column(), n);
        var results = block.in(out, strides.out());
        if (scales == null) {
            results.store(result, block.mask());
        } else {
            var magnitudes = Triton.where(block.mask(), result.abs(), 0.0f);
            var scale = scale(magnitudes.max(1, true), greatest);
            results.store(quantize(result, scale, greatest, INTEGERS), block.mask());
            scales.add(block.row()).store(scale, block.row().lt(rows));
        }
    }

    /** The sum of the elements, minus some number, or of their squares. */
    static float sum(Ptr row, int n, float minus, @Constant boolean SQUARES, @Constant int BLOCK) {
        var sums = Triton.zeros(float.class, BLOCK);
        for (int start = 0; start < n; start += BLOCK) {
            var column = Triton.arange(0, BLOCK).add(start);
            var mask = column.lt(n);
            var numbers = Triton.where(mask, load(row.add(column), mask).sub(minus), 0.0f);
            sums = sums.add(SQUARES ? numbers.mul(numbers) : numbers);
        }
        return sums.sum(0).floatValue();
    }

    /** Returns the normalized numbers of a block of a row. */
    static Tensor normalized(Ptr row, Ptr weight, Ptr bias, Tensor column, int n, float mean, float factor) {
        var numbers = load(row.add(column), column.lt(n)).sub(mean).mul(factor);
        return affine(numbers, weight, bias, column, n);
    }

    /** One row, in blocks. */
    @Kernel
    static void blocks(Ptr x, Ptr residual, Ptr weight, Ptr bias, Ptr out, Ptr scales, Strides strides, int n,
        float epsilon, float greatest, @Constant boolean CENTRES, @Constant boolean INTEGERS,
        @Constant int BLOCK) {
        long at = Triton.programId(0);
        Ptr row = x.add(at * strides.x());
        if (residual != null) {
            for (int start = 0; start < n; start += BLOCK) {
                var column = Triton.arange(0, BLOCK).add(start);
                var added = load(residual.add(at * strides.residual()).add(column), column.lt(n));
                row.add(column).store(load(row.add(column), column.lt(n)).add(added), column.lt(n));
            }
        }
        float mean = CENTRES ? sum(row, n, 0, false, BLOCK) / n : 0;
        float factor = Triton.rsqrt(sum(row, n, mean, true, BLOCK) / n + epsilon).floatValue();
        var scale = Triton.full(float.class, 1.0f);
        if (scales != null) {
            var magnitudes = Triton.zeros(float.class, BLOCK);
            for (int start = 0; start < n; start += BLOCK) {
                var column = Triton.arange(0, BLOCK).add(start);
                var result = normalized(row, weight, bias, column, n, mean, factor).abs();
                magnitudes = magnitudes.maximum(Triton.where(column.lt(n), result, 0.0f));
            }
            scale = scale(magnitudes.max(0), greatest);
            scales.add(at).store(scale);
        }
        for (int start = 0; start < n; start += BLOCK) {
            var column = Triton.arange(0, BLOCK).add(start);
            var result = normalized(row, weight, bias, column, n, mean, factor);
            if (scales != null) {
                result = quantize(result, scale, greatest, INTEGERS);
            }
            out.add(at * strides.out()).add(column).store(result, column.lt(n));
        }
    }

    /**
     * Checks the tensors and launches. The residual, the weight, the bias and the scales may be absent.
     *
     * @param centres whether the mean is subtracted
     */
    static void launch(Stream stream, DeviceTensor x, DeviceTensor residual, DeviceTensor weight,
        DeviceTensor bias, DeviceTensor out, DeviceTensor scales, float epsilon, boolean centres) {
        Tensors.requireShape("x", x, -1, -1);
        Tensors.requireRows("x", x);
        require("residual", residual, x.shape());
        require("weight", weight, x.size(1));
        require("bias", bias, x.size(1));
        require("out", out, x.shape());
        require("scales", scales, x.size(0));
        if (scales != null) {
            Tensors.requireType("out", out, ElementType.I8, ElementType.FP8E4NV, ElementType.FP8E5);
            Tensors.requireType("scales", scales, ElementType.FP32);
        }
        if (x.count() == 0) {
            return;
        }
        int rows = Math.toIntExact(x.size(0));
        int n = Math.toIntExact(x.size(1));
        var strides = new Strides(x.stride(0), residual == null ? 0 : residual.stride(0), out.stride(0));
        float greatest = greatest(out.type());
        boolean integers = out.type() == ElementType.I8;
        if (n > Rows.longest(x.device())) {
            Rows.reading(BLOCKS.constant("CENTRES", centres).constant("INTEGERS", integers), stream, n, 8)
                .launch(rows, x.buffer(), buffer(residual), buffer(weight), buffer(bias), out.buffer(),
                    buffer(scales), strides, n, epsilon, greatest);
            return;
        }
        var extents = Rows.rows(x.device(), rows, n);
        WHOLE.constant("CENTRES", centres)
            .constant("INTEGERS", integers)
            .constant("TYPE", x.type().javaClass())
            .constant("ROWS", extents.rows())
            .constant("COLUMNS", extents.columns())
            .on(stream)
            .launch(extents.grid(rows, n), x.buffer(), buffer(residual), buffer(weight), buffer(bias),
                out.buffer(), buffer(scales), strides, rows, n, epsilon, greatest);
    }

    private static void require(String name, DeviceTensor tensor, long... shape) {
        if (tensor != null) {
            Tensors.requireShape(name, tensor, shape);
            Tensors.requireRows(name, tensor);
        }
    }

    private static DeviceBuffer buffer(DeviceTensor tensor) {
        return tensor == null ? null : tensor.buffer();
    }

    /** Returns the greatest number of a type that rows are quantized to. */
    private static float greatest(ElementType type) {
        return switch (type) {
            case I8 -> 127;
            case FP8E4NV -> 448;
            case FP8E5 -> 57344;
            default -> 0;
        };
    }
}
