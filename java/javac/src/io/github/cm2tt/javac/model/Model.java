// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.model;

import java.util.List;

/**
 * A code model: kernels and all methods that they reach.
 *
 * @param source the name of the source file in diagnostics, or null
 * @param functions operations called {@code func}, each with its {@code owner} and, if its class has
 *     overloads of it, its {@code descriptor}
 */
public record Model(String source, List<Op> functions) {
    /** The producer that models name. */
    public static final String PRODUCER = "cm2tt-javac";

    /**
     * Copies the list.
     *
     * @param source the source file's name, or null
     * @param functions operations called {@code func}
     */
    public Model {
        functions = List.copyOf(functions);
    }
}
