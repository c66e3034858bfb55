// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.jdk;

import io.github.cm2tt.lang.Reflect;

/** Methods of {@link StrictMath} that differ from those of {@link Math}. */
final class StrictMathMethods {
    private StrictMathMethods() {}

    /** NaN has no sign. */
    @Reflect
    static float copySign(float magnitude, float sign) {
        return MathMethods.copySign(magnitude, sign != sign ? 1 : sign);
    }

    @Reflect
    static double copySign(double magnitude, double sign) {
        return MathMethods.copySign(magnitude, sign != sign ? 1 : sign);
    }
}
