// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;

/**
 * The cross-entropy of logits and the index of the right class: {@code loss = log(sum(exp(x))) - x[target]},
 * in one pass over each row. {@code exp(-loss)} is the probability of the target.
 */
public final class CrossEntropy {
    private static final KernelFunction LOSS = KernelFunction.of(CrossEntropy.class, "loss");
    private static final KernelFunction GRADIENT = KernelFunction.of(CrossEntropy.class, "gradient");

    private CrossEntropy() {}

    /** One row. */
    @Kernel
    static void loss(Ptr logits, Ptr targets, Ptr losses, long stride, int n, @Constant int BLOCK) {
        long at = Triton.programId(0);
        int target = targets.add(at).load().intValue();
        if (target < 0 || target >= n) {
            losses.add(at).store(0.0f);
            return;
        }
        Ptr row = logits.add(at * stride);
        var sums = Softmax.sums(row, n, float.class, BLOCK);
        var chosen = Triton.conv(float.class, row.add(target).load());
        losses.add(at).store(sums.sum().log().add(sums.maximum().sub(chosen)));
    }

    /** One row. */
    @Kernel
    static void gradient(Ptr logits, Ptr targets, Ptr gradient, long stride, long gradientStride, int n,
        float scale, @Constant int BLOCK) {
        long at = Triton.programId(0);
        int target = targets.add(at).load().intValue();
        float factor = target < 0 || target >= n ? 0 : scale;
        Ptr row = logits.add(at * stride);
        var sums = Softmax.sums(row, n, float.class, BLOCK);
        for (int start = 0; start < n; start += BLOCK) {
            var column = Triton.arange(0, BLOCK).add(start);
            var mask = column.lt(n);
            var x = Triton.conv(float.class, row.add(column).load(mask));
            var probability = x.sub(sums.maximum()).exp().div(sums.sum());
            var result = probability.sub(Triton.where(column.eq(target), 1.0f, 0.0f)).mul(factor);
            gradient.add(at * gradientStride).add(column).store(result, mask);
        }
    }

    /**
     * Computes the loss of each row.
     *
     * @param stream the queue of the launch
     * @param logits [rows, n], of type {@code FP32}, {@code FP16} or {@code BF16}
     * @param targets [rows], of type {@code I32}, contiguous; the loss of an index that is not one of 0 to
     *     n - 1 is 0
     * @param losses [rows], of type {@code FP32}, contiguous
     */
    public static void launch(Stream stream, DeviceTensor logits, DeviceTensor targets, DeviceTensor losses) {
        check(logits, targets);
        Tensors.requireShape("losses", losses, logits.size(0));
        Tensors.requireRows("losses", losses);
        Tensors.requireType("losses", losses, ElementType.FP32);
        if (logits.size(0) == 0) {
            return;
        }
        int n = Math.toIntExact(logits.size(1));
        Rows.reading(LOSS, stream, n, 8)
            .launch(Math.toIntExact(logits.size(0)), logits.buffer(), targets.buffer(), losses.buffer(),
                logits.stride(0), n);
    }

    /**
     * Computes the gradient of the sum of the losses, times a number: {@code (softmax(x) - onehot) * scale}.
     *
     * @param stream the queue of the launch
     * @param logits [rows, n], as for {@link #launch}
     * @param targets [rows], likewise; the gradient of an index that is not one of 0 to n - 1 is 0
     * @param gradient [rows, n]; may be the logits
     * @param scale the gradient of each loss, such as 1 / rows for their mean
     */
    public static void launchGradient(
        Stream stream, DeviceTensor logits, DeviceTensor targets, DeviceTensor gradient, float scale) {
        check(logits, targets);
        Tensors.requireShape("gradient", gradient, logits.shape());
        Tensors.requireRows("gradient", gradient);
        if (logits.count() == 0) {
            return;
        }
        int n = Math.toIntExact(logits.size(1));
        Rows.reading(GRADIENT, stream, n, 8)
            .launch(Math.toIntExact(logits.size(0)), logits.buffer(), targets.buffer(), gradient.buffer(),
                logits.stride(0), gradient.stride(0), n, scale);
    }

    private static void check(DeviceTensor logits, DeviceTensor targets) {
        Tensors.requireShape("logits", logits, -1, -1);
        Tensors.requireShape("targets", targets, logits.size(0));
        Tensors.requireRows("logits", logits);
        Tensors.requireRows("targets", targets);
        Tensors.requireType("logits", logits, ElementType.FP32, ElementType.FP16, ElementType.BF16);
        Tensors.requireType("targets", targets, ElementType.I32);
    }
}
