// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Tensor;

/** A function that a product applies to each of its results. */
public enum Activation {
    /** x. */
    NONE,
    /** The maximum of x and 0. */
    RELU,
    /** x / (1 + exp(-x)), also called swish (Elfwing and others, 2017). */
    SILU,
    /** x by the distribution function of the normal distribution: x (1 + erf(x / sqrt(2))) / 2. */
    GELU,
    /** The approximation of {@link #GELU} by x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2. */
    GELU_TANH;

    /** The function of each element of a tile of floats, in a kernel. */
    static Tensor apply(@Constant Activation activation, Tensor x) {
        return switch (activation) {
            case NONE -> x;
            case RELU -> x.maximum(0.0f);
            case SILU -> x.mul(x.sigmoid());
            case GELU -> x.mul(x.mul(0.70710678f).erf().add(1.0f)).mul(0.5f);
            case GELU_TANH ->
                x.mul(x.mul(x).mul(x).mul(0.044715f).add(x).mul(0.7978846f).tanh().add(1.0f)).mul(0.5f);
        };
    }
}
