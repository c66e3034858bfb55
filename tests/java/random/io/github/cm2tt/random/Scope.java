// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.random;

import java.util.ArrayList;
import java.util.List;

/** The variables and functions that the expressions of a block may use. */
final class Scope {
    /** Whether a variable may be assigned, captured, or neither. */
    enum Use { ASSIGNED, CAPTURED, READ }

    /** A local variable or parameter. */
    record Variable(String name, Kind kind, Use use) {
    }

    /** A call of it is the text, arguments with commas between them, and a closing parenthesis. */
    record Function(String text, List<Kind> parameters, Kind result) {
    }

    final List<Variable> variables = new ArrayList<>();
    final List<Function> functions = new ArrayList<>();
    /** The labels of the loops around. */
    final List<String> labels = new ArrayList<>();

    Scope() {}

    /** A block within another. */
    Scope(Scope outer) {
        variables.addAll(outer.variables);
        functions.addAll(outer.functions);
        labels.addAll(outer.labels);
    }

    /** A lambda: it captures variables that are final only. */
    Scope lambda() {
        Scope inner = new Scope();
        inner.functions.addAll(functions);
        variables.stream().filter(each -> each.use == Use.CAPTURED).forEach(inner.variables::add);
        return inner;
    }

    void declare(String name, Kind kind, Use use) {
        variables.add(new Variable(name, kind, use));
    }

    /** The variables of a type; null for any number. */
    List<Variable> ofKind(Kind kind, boolean isAssigned) {
        return variables.stream()
            .filter(each -> kind == null ? each.kind != Kind.BOOLEAN : each.kind == kind)
            .filter(each -> !isAssigned || each.use == Use.ASSIGNED).toList();
    }

    List<Function> functionsOf(Kind kind) {
        return functions.stream().filter(each -> each.result == kind).toList();
    }
}
