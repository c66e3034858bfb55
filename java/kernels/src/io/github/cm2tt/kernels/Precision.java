// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

/** How products of matrices of single precision are computed. Those of other types do not depend on it. */
public enum Precision {
    /** Products and sums of single precision. */
    EXACT,
    /** On GPUs, factors are rounded to 10 bits of mantissa, and tensor cores multiply them. */
    TF32
}
