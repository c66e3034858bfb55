// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.model;

import java.util.Objects;

/**
 * The result of an operation or a parameter of a body. It is itself and equal to no other; what it is called
 * is the writers' matter, which number values in the order of printing.
 */
public final class Value {
    private final CodeType type;

    /**
     * A new value.
     *
     * @param type its type, not {@code void}
     */
    public Value(CodeType type) {
        this.type = Objects.requireNonNull(type);
    }

    /**
     * The value's type.
     *
     * @return the type
     */
    public CodeType type() {
        return type;
    }
}
