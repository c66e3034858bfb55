// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.runtime.Stream;

/**
 * The logarithm of the softmax of rows: {@code out = x - max(x) - log(sum(exp(x - max(x))))}, by the kernels
 * of {@link Softmax}.
 */
public final class LogSoftmax {
    private LogSoftmax() {}

    /**
     * Computes the logarithm of the softmax of each row.
     *
     * @param stream the queue of the launch
     * @param x [rows, n]; negative infinity has the result negative infinity, a row with no other number, or
     *     with a positive infinity, NaN
     * @param out [rows, n]; may be x
     */
    public static void launch(Stream stream, DeviceTensor x, DeviceTensor out) {
        Softmax.launch(stream, x, out, true);
    }
}
