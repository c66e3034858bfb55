// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.model;

import java.util.Objects;

/**
 * The result of an operation or a parameter of a body. Values have identity; the writers number them in the
 * order of printing.
 */
public final class Value {
    private final CodeType type;

    /**
     * Creates a value.
     *
     * @param type the type, not {@code void}
     */
    public Value(CodeType type) {
        this.type = Objects.requireNonNull(type);
    }

    /**
     * Returns the type of the value.
     *
     * @return the type
     */
    public CodeType type() {
        return type;
    }
}
