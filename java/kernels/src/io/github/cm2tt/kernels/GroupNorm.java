// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;

/**
 * Normalization of groups of channels of an image (Wu and He, 2018):
 * {@code out = (x - mean) / sqrt(variance + epsilon) * weight + bias}, with the mean and the variance of all
 * elements of the group. With one group for each channel, it is instance normalization.
 */
public final class GroupNorm {
    private static final KernelFunction NORMALIZE = KernelFunction.of(GroupNorm.class, "normalize");

    private GroupNorm() {}

    /** One group: neighbouring channels of one image, which are n neighbouring elements. */
    @Kernel
    static void normalize(Ptr x, Ptr weight, Ptr bias, Ptr out, int groups, int channels, int pixels,
        float epsilon, @Constant int BLOCK) {
        long at = Triton.programId(0);
        int channel = Triton.programId(0) % groups * channels;
        int n = channels * pixels;
        Ptr group = x.add(at * n);
        float mean = Norms.sum(group, n, 0, false, BLOCK) / n;
        float factor = Triton.rsqrt(Norms.sum(group, n, mean, true, BLOCK) / n + epsilon).floatValue();
        for (int start = 0; start < n; start += BLOCK) {
            var element = Triton.arange(0, BLOCK).add(start);
            var mask = element.lt(n);
            var result = Norms.load(group.add(element), mask).sub(mean).mul(factor);
            var place = element.div(pixels).add(channel);
            if (weight != null) {
                result = result.mul(Norms.load(weight.add(place), mask));
            }
            if (bias != null) {
                result = result.add(Norms.load(bias.add(place), mask));
            }
            out.add(at * n).add(element).store(result, mask);
        }
    }

    /**
     * Normalizes each group of each image.
     *
     * @param stream the queue of the launch
     * @param x [images, channels, height, width] or [images, channels, pixels], contiguous
     * @param weight [channels], or null
     * @param bias [channels], or null
     * @param out as x; may be x
     * @param groups how many groups the channels have; divides their number
     * @param epsilon added to the variance
     */
    public static void launch(Stream stream, DeviceTensor x, DeviceTensor weight, DeviceTensor bias,
        DeviceTensor out, int groups, float epsilon) {
        if (x.rank() < 3) {
            throw new IllegalArgumentException("x: expected [images, channels, pixels], found " + x);
        }
        Tensors.requireContiguous("x", x);
        Tensors.requireShape("out", out, x.shape());
        Tensors.requireContiguous("out", out);
        for (DeviceTensor vector : new DeviceTensor[] {weight, bias}) {
            if (vector != null) {
                Tensors.requireShape(vector == weight ? "weight" : "bias", vector, x.size(1));
                Tensors.requireRows(vector == weight ? "weight" : "bias", vector);
            }
        }
        if (groups < 1 || x.size(1) % groups != 0) {
            throw new IllegalArgumentException(
                "groups: expected a divisor of " + x.size(1) + ", the number of channels, found " + groups);
        }
        if (x.count() == 0) {
            return;
        }
        long pixels = x.count() / x.size(0) / x.size(1);
        int channels = Math.toIntExact(x.size(1) / groups);
        Rows.reading(NORMALIZE, stream, Math.toIntExact(channels * pixels), 8)
            .launch(Math.toIntExact(x.size(0) * groups), x.buffer(), weight == null ? null : weight.buffer(),
                bias == null ? null : bias.buffer(), out.buffer(), groups, channels, Math.toIntExact(pixels),
                epsilon);
    }
}
