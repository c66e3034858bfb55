// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import io.github.cm2tt.javac.model.Attribute;
import io.github.cm2tt.javac.model.Op;
import io.github.cm2tt.javac.trees.FunctionModel;

/** Prepares single functions for a model with several functions. */
final class Functions {
    private final Names names;

    Functions(Names names) {
        this.names = names;
    }

    /**
     * Adds the attributes that distinguish a function from others, and its file if it differs from that of
     * the model.
     *
     * @param source the file that the function is in
     * @param modelSource the file of the model
     */
    Op place(FunctionModel function, String source, String modelSource) {
        Op op = function.func();
        Op.Builder builder = op.toBuilder();
        if (op.location() != null && !source.equals(modelSource)) {
            builder.at(op.location().in(source));
        }
        builder.attribute("owner", Attribute.of(names.binary(Names.owner(function.method()))));
        if (Names.isOverloaded(function.method())) {
            builder.attribute("descriptor", Attribute.of(names.descriptor(function.method())));
        }
        return builder.build();
    }
}
