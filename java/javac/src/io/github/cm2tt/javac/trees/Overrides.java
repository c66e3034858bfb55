// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.Tree;
import io.github.cm2tt.javac.model.Attribute;
import io.github.cm2tt.javac.model.Op;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;

/**
 * The interfaces of records. Calls and type tests of an interface are resolved by the class of the record,
 * which the compiler knows. So the creation of a record has two attributes: {@code interfaces}, the names of
 * all its interfaces, and {@code overrides}, the methods of these with those of the record, or of another
 * interface, that Java calls for them: {@code I::h(int) R::h(int); ...}.
 */
final class Overrides {
    private final Code code;
    private final Elements elements;

    Overrides(Code code) {
        this.code = code;
        this.elements = code.context.elements();
    }

    /** Adds the attributes of a record's interfaces, if there are any, and the methods that Java calls. */
    void add(Op.Builder op, TypeElement record, Tree at) {
        Set<TypeElement> interfaces = new LinkedHashSet<>();
        addInterfaces(record, interfaces);
        if (interfaces.isEmpty()) {
            return;
        }
        op.attribute("interfaces",
            Attribute.of(interfaces.stream().map(code.names::className).collect(Collectors.joining(" "))));
        Map<String, String> overrides = new LinkedHashMap<>();
        for (TypeElement each : interfaces) {
            for (ExecutableElement method : ElementFilter.methodsIn(elements.getAllMembers(each))) {
                addOverride(each, method, record, interfaces, overrides, at);
            }
        }
        op.attribute("overrides", Attribute.of(overrides.entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue()).collect(Collectors.joining("; "))));
    }

    private void addInterfaces(TypeElement type, Set<TypeElement> interfaces) {
        for (TypeMirror each : type.getInterfaces()) {
            var parent = (TypeElement) code.context.types().asElement(each);
            if (interfaces.add(parent)) {
                addInterfaces(parent, interfaces);
            }
        }
    }

    private void addOverride(TypeElement site, ExecutableElement method, TypeElement record,
        Set<TypeElement> interfaces, Map<String, String> overrides, Tree at) {
        TypeElement owner = (TypeElement) method.getEnclosingElement();
        if (!owner.getKind().isInterface() || !isVirtual(method)) {
            return;
        }
        ExecutableElement called = called(method, record, interfaces);
        if (called == null || called.equals(method)) {
            return;
        }
        String target = code.names.key(called, (TypeElement) called.getEnclosingElement());
        overrides.put(code.names.key(method, owner), target);
        overrides.put(code.names.key(method, site), target);
        code.reach(called, at);
    }

    private static boolean isVirtual(ExecutableElement method) {
        Set<Modifier> modifiers = method.getModifiers();
        return !modifiers.contains(Modifier.STATIC) && !modifiers.contains(Modifier.PRIVATE);
    }

    /** Returns the method that Java calls on a record for a method of an interface; null if it has none. */
    private ExecutableElement called(
        ExecutableElement method, TypeElement record, Set<TypeElement> interfaces) {
        List<TypeElement> declaring = new ArrayList<>(interfaces);
        declaring.add(0, record);
        List<ExecutableElement> candidates = new ArrayList<>();
        for (TypeElement each : declaring) {
            ElementFilter.methodsIn(each.getEnclosedElements()).stream()
                .filter(other -> isVirtual(other) && !other.getModifiers().contains(Modifier.ABSTRACT))
                .filter(other -> other.equals(method) || elements.overrides(other, method, record))
                .forEach(candidates::add);
        }
        return candidates.stream()
            .filter(each -> candidates.stream()
                .noneMatch(other -> !other.equals(each) && elements.overrides(other, each, record)))
            .findFirst().orElse(null);
    }
}
