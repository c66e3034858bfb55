// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.random;

import java.util.ArrayList;
import java.util.List;

/** A type of a random structure: its name, where it is, and what can be called on it. */
final class StructureType {
    /** The kind of a declaration. */
    enum Form { CLASS, INTERFACE, RECORD, ENUM }

    final Form form;
    final String simpleName;
    /** The type around it; null for a top-level one. */
    final StructureType outer;
    final String packageName;
    /** The class that it extends, or the interfaces that it extends or implements. */
    final List<StructureType> parents = new ArrayList<>();
    /** The types of the parameter of its own methods {@code h}, and of {@code of}. */
    final List<Kind> helpers = new ArrayList<>();
    final List<Kind> factories = new ArrayList<>();
    /** The components of a record, of which the first is an int {@code x}. */
    final List<Kind> components = new ArrayList<>();
    final List<StructureType> nested = new ArrayList<>();
    /** The members that were written, without nested types. */
    final StringBuilder members = new StringBuilder();
    boolean isGeneric;

    StructureType(Form form, String simpleName, StructureType outer, String packageName) {
        this.form = form;
        this.simpleName = simpleName;
        this.outer = outer;
        this.packageName = packageName;
    }

    /** The name by which any code may call it: that of the package is part of it. */
    String name() {
        return (outer == null ? packageName : outer.name()) + "." + simpleName;
    }

    /** The name of the class file. */
    String binaryName() {
        return outer == null ? name() : outer.binaryName() + "$" + simpleName;
    }

    /** Whether it or a type above it has a method {@code h} of the parameter. */
    boolean hasHelper(Kind kind) {
        return helpers.contains(kind) || parents.stream().anyMatch(each -> each.hasHelper(kind));
    }

    /** The parameters of all its methods {@code h}. */
    List<Kind> allHelpers() {
        return Kind.NUMBERS.stream().filter(this::hasHelper).toList();
    }

    /** Whether it is another type, or below it. */
    boolean isBelow(StructureType other) {
        return this == other || parents.stream().anyMatch(each -> each.isBelow(other));
    }

    /** The declaration, with the nested types. */
    String text() {
        StringBuilder text = new StringBuilder("public ");
        if (outer != null && form != Form.INTERFACE) {
            text.append("static ");
        }
        text.append(form.name().toLowerCase(java.util.Locale.ROOT)).append(' ').append(simpleName)
            .append(isGeneric ? "<T>" : "");
        if (form == Form.RECORD) {
            List<String> declared = new ArrayList<>();
            for (int i = 0; i < components.size(); i++) {
                declared.add(components.get(i).text + " " + component(i));
            }
            text.append('(').append(String.join(", ", declared)).append(')');
        }
        if (!parents.isEmpty()) {
            text.append(form == Form.RECORD || form == Form.ENUM ? " implements " : " extends ").append(
                String.join(", ", parents.stream().map(StructureType::name).toList()));
        }
        text.append(" {\n").append(members);
        nested.forEach(each -> text.append(each.text()));
        return text.append("}\n").toString();
    }

    static String component(int i) {
        return List.of("x", "y", "z").get(i);
    }
}
