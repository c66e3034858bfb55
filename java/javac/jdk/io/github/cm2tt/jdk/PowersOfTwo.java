// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.jdk;

import io.github.cm2tt.lang.Reflect;

/** Powers of 2, by which numbers are scaled. */
final class PowersOfTwo {
    private PowersOfTwo() {}

    /** For exponents of normal numbers. */
    @Reflect
    static double of(int exponent) {
        return Double.longBitsToDouble((long) (exponent + 1023) << 52);
    }
}
