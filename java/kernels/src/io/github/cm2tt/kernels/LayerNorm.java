// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.runtime.Stream;

/**
 * Normalization of rows: {@code out = (x - mean) / sqrt(variance + epsilon) * weight + bias}, with the
 * variance {@code mean((x - mean)^2)} (Ba, Kiros and Hinton, 2016). Sums have single precision. The weight
 * and the bias may have another type than x.
 */
public final class LayerNorm {
    private LayerNorm() {}

    /**
     * Normalizes each row.
     *
     * @param stream the queue of the launch
     * @param x [rows, n]
     * @param weight [n], or null
     * @param bias [n], or null
     * @param out [rows, n]; may be x
     * @param epsilon added to the variance
     */
    public static void launch(Stream stream, DeviceTensor x, DeviceTensor weight, DeviceTensor bias,
        DeviceTensor out, float epsilon) {
        Norms.launch(stream, x, null, weight, bias, out, null, epsilon, true);
    }

    /**
     * Adds to each row, and normalizes the sum as x holds it, rounded to its type.
     *
     * @param stream the queue of the launch
     * @param x [rows, n]; becomes {@code x + residual}
     * @param residual [rows, n]
     * @param weight [n], or null
     * @param bias [n], or null
     * @param out [rows, n]; not x; may be the residual
     * @param epsilon added to the variance
     */
    public static void launchAdding(Stream stream, DeviceTensor x, DeviceTensor residual, DeviceTensor weight,
        DeviceTensor bias, DeviceTensor out, float epsilon) {
        Norms.launch(stream, x, residual, weight, bias, out, null, epsilon, true);
    }

    /**
     * Normalizes each row and quantizes it: {@code out * scale} is the normalized row, and the scale such
     * that its greatest magnitude becomes the greatest number of out's type.
     *
     * @param stream the queue of the launch
     * @param x [rows, n]; becomes {@code x + residual}, if there is a residual
     * @param residual [rows, n], or null
     * @param weight [n], or null
     * @param bias [n], or null
     * @param out [rows, n], of type {@code I8}, {@code FP8E4NV} or {@code FP8E5}
     * @param scales [rows], of type {@code FP32}; 1 for a row of zeros
     * @param epsilon added to the variance
     */
    public static void launchQuantizing(Stream stream, DeviceTensor x, DeviceTensor residual,
        DeviceTensor weight, DeviceTensor bias, DeviceTensor out, DeviceTensor scales, float epsilon) {
        Tensors.requirePresent("scales", scales);
        Norms.launch(stream, x, residual, weight, bias, out, scales, epsilon, true);
    }
}
