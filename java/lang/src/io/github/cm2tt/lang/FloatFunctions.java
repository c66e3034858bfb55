// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

/** The mathematical functions of floats as a device computes them, for runs on the JVM. */
@FunctionalInterface
public interface FloatFunctions {
    /** The functions of the JVM. */
    FloatFunctions OF_JVM = (function, isTile, values) -> null;

    /**
     * Computes a function of each number.
     *
     * @param function the name of the method of {@link Triton}, such as "exp"
     * @param isTile whether the numbers are the elements of a tile, which may be computed in another way
     * @param values the numbers; a power of two of them
     * @return the results; null if the function of the JVM is to be used
     */
    float[] apply(String function, boolean isTile, float[] values);
}
