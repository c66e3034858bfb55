// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.model;

import java.util.List;

/**
 * A body of an operation. All is structured, so it is one block.
 *
 * @param parameters its parameters
 * @param result what it yields or returns, {@link CodeType#VOID} for nothing
 * @param operations not empty, ends in a terminator
 */
public record Body(List<Value> parameters, CodeType result, List<Op> operations) {
    /**
     * Copies the lists.
     *
     * @param parameters its parameters
     * @param result what it yields or returns
     * @param operations not empty, ends in a terminator
     */
    public Body {
        parameters = List.copyOf(parameters);
        operations = List.copyOf(operations);
    }
}
