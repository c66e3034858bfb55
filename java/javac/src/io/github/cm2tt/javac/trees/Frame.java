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

/** A body while it is made: its operations so far, and the variables and label that it declares. */
final class Frame {
    private static final Set<String> ENDS = Set.of("return", "yield", "unreachable", "throw", "java.break",
        "java.continue", "java.yield", "java.switch.fallthrough");

    /** The body around, or null. */
    final Frame parent;
    /** The tree whose body it is: a block that is this tree makes no body of its own. May be null. */
    final Tree tree;
    /** Whether pattern variables are declared here: in bodies of statements, not in those of operators. */
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

    /** Whether the last operation is one behind which nothing comes. */
    boolean isEnded() {
        return !ops.isEmpty() && ENDS.contains(ops.get(ops.size() - 1).name());
    }

    void declare(Element variable, Value value) {
        variables.put(variable, value);
    }

    /** The variable's value of type {@code Var}, here or around; null if there is none. */
    Value find(Element variable) {
        Value value = variables.get(variable);
        return value != null || parent == null ? value : parent.find(variable);
    }

    void setLabel(String name, Value value) {
        label = name;
        labelValue = value;
    }

    /** The constant of the labeled statement around that has this name. */
    Value findLabel(String name) {
        return name.equals(label) ? labelValue : parent.findLabel(name);
    }
}
