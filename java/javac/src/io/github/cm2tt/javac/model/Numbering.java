// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.model;

import java.util.IdentityHashMap;
import java.util.Map;

/** Numbers the values of a function as Babylon's printer does: from 0, in the order of printing. */
final class Numbering {
    private final Map<Value, String> names = new IdentityHashMap<>();

    /** Returns the names of the values that are defined in an operation. */
    static Numbering of(Op function) {
        Numbering numbering = new Numbering();
        numbering.define(function);
        return numbering;
    }

    private void define(Op op) {
        if (op.result() != null) {
            define(op.result());
        }
        for (Body body : op.bodies()) {
            body.parameters().forEach(this::define);
            body.operations().forEach(this::define);
        }
    }

    private void define(Value value) {
        if (names.put(value, "%" + names.size()) != null) {
            throw new IllegalArgumentException("a value is defined twice: " + value.type());
        }
    }

    /** Returns the name of a value: {@code %7}. */
    String name(Value value) {
        String name = names.get(value);
        if (name == null) {
            throw new IllegalArgumentException("a value is used that nothing defines: " + value.type());
        }
        return name;
    }
}
