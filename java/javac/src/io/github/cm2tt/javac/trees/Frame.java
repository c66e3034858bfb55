// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.Tree;
import io.github.cm2tt.javac.model.Op;
import io.github.cm2tt.javac.model.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;

/** A body that is being built: its operations so far, and the variables and label that it declares. */
final class Frame {
    private static final Set<String> ENDS = Set.of("return", "yield", "unreachable", "throw", "java.break",
        "java.continue", "java.yield", "java.switch.fallthrough");

    /** The enclosing body, or null. */
    final Frame parent;
    /** The tree of the body: a block that is this tree does not create a body of its own. May be null. */
    final Tree tree;
    /**
     * Whether pattern variables are declared here: in the bodies of statements, not in those of operators.
     */
    final boolean hasStatements;
    final List<Op> ops = new ArrayList<>();
    private final Map<Element, Value> variables = new HashMap<>();
    private String label;
    private Value labelValue;

    Frame(Frame parent, Tree tree, boolean hasStatements) {
        this.parent = parent;
        this.tree = tree;
        this.hasStatements = hasStatements;
    }

    /** Returns whether the last operation is a terminator. */
    boolean isEnded() {
        return !ops.isEmpty() && ENDS.contains(ops.get(ops.size() - 1).name());
    }

    void declare(Element variable, Value value) {
        variables.put(variable, value);
    }

    /**
     * Returns the variable's value of type {@code Var}, here or in an enclosing body; null if there is none.
     */
    Value find(Element variable) {
        Value value = variables.get(variable);
        return value != null || parent == null ? value : parent.find(variable);
    }

    void setLabel(String name, Value value) {
        label = name;
        labelValue = value;
    }

    /** Returns the constant of the enclosing labelled statement with a name. */
    Value findLabel(String name) {
        return name.equals(label) ? labelValue : parent.findLabel(name);
    }
}
