// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

/**
 * Which arguments of a call are constants in the compiled kernel.
 *
 * @param kinds a character for each argument as in {@link KernelCalls.Call#arguments()}; empty if that is
 *     not known: each box of Java is a constant then
 */
record ArgumentKinds(String kinds) {
    /** Without a compiled kernel. */
    static final ArgumentKinds UNKNOWN = new ArgumentKinds("");

    /** Returns an argument as a number whose kind {@link Operand#of} knows; null for null. */
    Number number(int index, Number argument) {
        return index < kinds.length() ? TypedNumber.of(argument, kinds.charAt(index)) : argument;
    }
}
