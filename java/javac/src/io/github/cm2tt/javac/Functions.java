// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import io.github.cm2tt.javac.model.Attribute;
import io.github.cm2tt.javac.model.Body;
import io.github.cm2tt.javac.model.Op;
import io.github.cm2tt.javac.trees.FunctionModel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
        Op op = withDeclaringOwners(function);
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

    /**
     * Changes the owners of calls to the declaring classes: inherited methods are called through classes that
     * do not declare them.
     */
    private Op withDeclaringOwners(FunctionModel function) {
        Map<String, String> owners = new HashMap<>();
        for (FunctionModel.Callee callee : function.callees()) {
            String key = names.key(callee.method());
            owners.put(key.substring(key.indexOf("::")), names.binary(Names.owner(callee.method())));
        }
        return withOwners(function.func(), owners);
    }

    private static Op withOwners(Op op, Map<String, String> owners) {
        Attribute value = op.value();
        MethodName name = op.name().equals("invoke") && value instanceof Attribute.Reference reference
            ? MethodName.parse(reference.text())
            : null;
        String owner = name == null ? null : owners.get("::" + name.name() + name.descriptor());
        if (owner != null && !owner.equals(name.owner()) && !isKernelLanguage(name.owner())) {
            value = Attribute.reference(name.in(owner));
        }
        List<Body> bodies = op.bodies().stream().map(body -> withOwners(body, owners)).toList();
        return value == op.value() && bodies.equals(op.bodies())
            ? op
            : new Op(op.name(), op.result(), op.operands(), value, op.attributes(), bodies, op.location());
    }

    private static Body withOwners(Body body, Map<String, String> owners) {
        List<Op> operations = body.operations().stream().map(op -> withOwners(op, owners)).toList();
        return new Body(body.parameters(), body.result(), operations);
    }

    /**
     * Returns whether a class is part of the kernel language, whose methods may have the names of helpers.
     */
    private static boolean isKernelLanguage(String owner) {
        return owner.startsWith("io.github.cm2tt.lang.") || owner.startsWith("oracle.code.triton.")
            || owner.startsWith("java.");
    }
}
