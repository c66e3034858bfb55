// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.jdk;

import io.github.cm2tt.lang.Reflect;
import io.github.cm2tt.lang.Triton;

/** Checks of quotients, which exact methods share. */
final class Quotients {
    private Quotients() {}

    /** Asserts that a quotient exists. The divisor that divides is never 0. */
    @Reflect
    static int divisor(int x, int y) {
        Triton.deviceAssert(y != 0, "/ by zero");
        Triton.deviceAssert(x != Integer.MIN_VALUE || y != -1, "integer overflow");
        return y == 0 ? 1 : y;
    }

    /** Asserts that a quotient exists. The divisor that divides is never 0. */
    @Reflect
    static long divisor(long x, long y) {
        Triton.deviceAssert(y != 0, "/ by zero");
        Triton.deviceAssert(x != Long.MIN_VALUE || y != -1, "long overflow");
        return y == 0 ? 1 : y;
    }
}
