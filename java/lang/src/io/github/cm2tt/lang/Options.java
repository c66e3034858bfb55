// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

/** What {@link Triton}'s methods may be told besides their operands, in any order, or not at all. */
final class Options {
    private Options() {}

    /** The option, or what holds without it. */
    static <T> T given(T option, T absent) {
        return option == null ? absent : option;
    }

    /**
     * The option of that class among all; what holds without it if there is none.
     *
     * @throws KernelException there are two, which breaks the rule with that label
     */
    static <T> T find(String rule, Class<T> kind, T absent, Object[] options) {
        T found = null;
        for (Object option : options) {
            if (!kind.isInstance(option))
                continue;
            if (found != null)
                throw new KernelException(rule + ": at most one constant of " + kind.getSimpleName()
                        + " is expected: " + found + " and " + option);
            found = kind.cast(option);
        }
        return given(found, absent);
    }
}
