// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import io.github.cm2tt.javac.model.Attribute;
import io.github.cm2tt.javac.model.Body;
import io.github.cm2tt.javac.model.JsonReader;
import io.github.cm2tt.javac.model.Model;
import io.github.cm2tt.javac.model.ModelFormatException;
import io.github.cm2tt.javac.model.Op;
import io.github.cm2tt.javac.trees.JdkFunctions;
import io.github.cm2tt.javac.trees.TypeNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/** The functions of classes that are not being compiled, from the models beside them; the JDK's from ours. */
final class Libraries {
    private final Names names;
    private final Map<String, Model> models = new HashMap<>();

    Libraries(Names names) {
        this.names = names;
    }

    /**
     * Returns a method and all methods that it reaches, the method first.
     *
     * @return functions by their keys; empty if its class has no model, or if the model does not contain the
     *     method
     */
    Map<String, Op> find(ExecutableElement method, Resources resources)
        throws IOException, ModelFormatException {
        TypeElement owner = Names.owner(method);
        JdkFunctions.Found jdk = names.jdkFunction(method);
        if (jdk != null) {
            return jdkFunction(method, jdk);
        }
        Model model = model(owner, resources);
        Map<String, Op> found = new LinkedHashMap<>();
        String descriptor = names.descriptor(method);
        Op function = function(model, names.binary(owner), TypeNames.function(method), descriptor);
        if (function != null) {
            collect(model, names.key(method), function, found);
        }
        return found;
    }

    /** Returns the function of a method of the JDK, under the name of the method. */
    private Map<String, Op> jdkFunction(ExecutableElement method, JdkFunctions.Found jdk) {
        Map<String, Op> found = new LinkedHashMap<>();
        collect(jdk.model(), names.key(method), jdk.op(), found);
        Op.Builder named = found.get(names.key(method)).toBuilder();
        named.attribute("owner", Attribute.of(names.binary(Names.owner(method))));
        named.attribute("descriptor", Attribute.of(names.descriptor(method)));
        found.put(names.key(method), named.build());
        return found;
    }

    private Model model(TypeElement owner, Resources resources) throws IOException, ModelFormatException {
        String name = names.binary(owner);
        Model model = models.get(name);
        if (model == null) {
            String text = resources.read(owner);
            model = text == null ? new Model(null, List.of()) : JsonReader.read(text);
            models.put(name, model);
        }
        return model;
    }

    private static void collect(Model model, String key, Op function, Map<String, Op> found) {
        boolean isElsewhere = function.location() != null && function.location().file() == null;
        Op located = isElsewhere && model.source() != null
            ? function.toBuilder().at(function.location().in(model.source())).build()
            : function;
        if (found.putIfAbsent(key, located) != null) {
            return;
        }
        List<String> references = new ArrayList<>();
        references(function, references);
        for (String reference : references) {
            MethodName name = MethodName.parse(reference);
            Op callee = name == null ? null : function(model, name.owner(), name.name(), name.descriptor());
            if (callee != null) {
                collect(model, name.key(), callee, found);
            }
        }
    }

    /** Returns the function with a name; a function without a descriptor has no overloads. */
    private static Op function(Model model, String owner, String name, String descriptor) {
        for (Op function : model.functions()) {
            if (name.equals(text(function.value()))
                && owner.equals(text(function.attributes().get("owner")))) {
                String own = text(function.attributes().get("descriptor"));
                if (own == null || own.equals(descriptor)) {
                    return function;
                }
            }
        }
        return null;
    }

    /** Returns the string of an attribute, or null if it is not a string. */
    static String text(Attribute attribute) {
        return attribute instanceof Attribute.Constant constant && constant.value() instanceof String text
            ? text
            : null;
    }

    private static void references(Op op, List<String> found) {
        if (op.value() instanceof Attribute.Reference reference) {
            found.add(reference.text());
        }
        for (Body body : op.bodies()) {
            body.operations().forEach(each -> references(each, found));
        }
    }
}
