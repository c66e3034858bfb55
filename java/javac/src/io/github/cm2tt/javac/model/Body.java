// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.model;

import java.util.List;

/**
 * A body of an operation. It has one block, since control flow is structured.
 *
 * @param parameters the parameters
 * @param result the type that it yields or returns; {@link CodeType#VOID} for none
 * @param operations the operations; not empty, with a terminator at the end
 */
public record Body(List<Value> parameters, CodeType result, List<Op> operations) {
    /**
     * Copies the lists.
     *
     * @param parameters the parameters
     * @param result the type that it yields or returns
     * @param operations the operations; not empty, with a terminator at the end
     */
    public Body {
        parameters = List.copyOf(parameters);
        operations = List.copyOf(operations);
    }
}
