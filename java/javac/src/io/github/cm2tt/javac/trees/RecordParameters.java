// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.Tree;
import io.github.cm2tt.javac.model.CodeType;
import io.github.cm2tt.javac.model.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeMirror;

/**
 * Parameters of kernels that are records. The model of a kernel has a parameter for each component, in order,
 * also for those of nested records: {@code p.n}, {@code p.shape.rows}. The record itself is created from them
 * at the beginning of the kernel, so that launches know numbers and pointers only. A call of the kernel by
 * another passes the record; the compiler expands it.
 *
 * <p>Not here: types of components that a launch cannot give ({@link KernelParameters}).
 */
final class RecordParameters {
    private final Code code;
    private final Creations creations;

    RecordParameters(Code code, Creations creations) {
        this.code = code;
        this.creations = creations;
    }

    /** A component of a record, with its type in a use of the record. */
    record Component(String name, TypeMirror type, ExecutableElement accessor) {}

    /** Returns the record that a type is; null for other types. */
    static DeclaredType recordOf(TypeMirror type) {
        return type instanceof DeclaredType declared && declared.asElement().getKind() == ElementKind.RECORD
            ? declared : null;
    }

    /** Returns whether a record has itself as a component, also of its components. */
    static boolean containsItself(DeclaredType record, Context context) {
        return contains(record, new ArrayDeque<>(), context);
    }

    private static boolean contains(DeclaredType record, Deque<Element> around, Context context) {
        if (around.contains(record.asElement())) {
            return true;
        }
        around.push(record.asElement());
        boolean found = componentsOf(record, context).stream().map(each -> recordOf(each.type()))
            .anyMatch(each -> each != null && contains(each, around, context));
        around.pop();
        return found;
    }

    /** Returns the components of a record, in order. */
    static List<Component> componentsOf(DeclaredType record, Context context) {
        List<Component> components = new ArrayList<>();
        for (RecordComponentElement each : ((TypeElement) record.asElement()).getRecordComponents()) {
            var accessor = (ExecutableType) context.types().asMemberOf(record, each.getAccessor());
            components.add(
                new Component(each.getSimpleName().toString(), accessor.getReturnType(), each.getAccessor()));
        }
        return components;
    }

    /** Returns whether the model of a method has parameters for the components of one of its parameters. */
    boolean isExpanded(ExecutableElement method, VariableElement parameter) {
        DeclaredType record = recordOf(parameter.asType());
        return record != null && RunTimeValues.isKernel(method) && !containsItself(record, code.context);
    }

    /** Returns the types of the parameters of a method's model, without a receiver. */
    List<CodeType> types(ExecutableElement method) {
        List<CodeType> types = new ArrayList<>();
        for (VariableElement each : method.getParameters()) {
            if (isExpanded(method, each)) {
                addTypes(each.asType(), types);
            } else {
                types.add(code.names.type(each.asType()));
            }
        }
        return types;
    }

    private void addTypes(TypeMirror type, List<CodeType> types) {
        DeclaredType record = recordOf(type);
        if (record == null) {
            types.add(code.names.type(type));
            return;
        }
        componentsOf(record, code.context).forEach(each -> addTypes(each.type(), types));
    }

    /** Declares the variables of a parameter's components, and returns the record of their values. */
    Value create(String name, TypeMirror type, Iterator<Value> values, Tree at) {
        DeclaredType record = recordOf(type);
        if (record == null) {
            return code.load(code.declareNamed(name, type, values.next()), type);
        }
        List<Value> parts = componentsOf(record, code.context).stream()
            .map(each -> create(name + "." + each.name(), each.type(), values, at)).toList();
        // Its constructor has run: the launch passes the components of an object.
        ExecutableElement constructor = creations.canonical((TypeElement) record.asElement());
        return creations.allocate(constructor, record, false, parts, at);
    }
}
