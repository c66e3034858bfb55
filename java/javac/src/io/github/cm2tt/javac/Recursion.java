// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import io.github.cm2tt.javac.trees.FunctionModel;
import io.github.cm2tt.javac.trees.TypeNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.lang.model.element.ExecutableElement;

/**
 * Finds methods that call themselves, directly or through others. Calls in lambdas do not count, since it
 * depends on the lambdas that are passed whether they are executed.
 */
final class Recursion {
    /** The call that closes a cycle, the method that contains it, and the methods of the cycle. */
    record Cycle(FunctionModel in, FunctionModel.Callee call, String methods) {}

    private final Function<ExecutableElement, FunctionModel> models;
    /** The calls that lead to the current method, which is the last one. */
    private final List<FunctionModel> active = new ArrayList<>();
    private final Set<FunctionModel> visited = new HashSet<>();
    private final List<Cycle> cycles = new ArrayList<>();

    private Recursion(Function<ExecutableElement, FunctionModel> models) {
        this.models = models;
    }

    /**
     * Returns the cycles among methods, one for each call that closes one.
     *
     * @param models the model of a method that is being compiled, or null
     */
    static List<Cycle> find(
        Collection<FunctionModel> methods, Function<ExecutableElement, FunctionModel> models) {
        var search = new Recursion(models);
        methods.forEach(search::visit);
        return search.cycles;
    }

    private void visit(FunctionModel method) {
        if (!visited.add(method)) {
            return;
        }
        active.add(method);
        for (FunctionModel.Callee call : method.callees()) {
            boolean isExecuted = call.kind() == FunctionModel.Kind.CALL;
            FunctionModel callee = isExecuted ? models.apply(call.method()) : null;
            int start = active.indexOf(callee);
            if (start >= 0) {
                cycles.add(new Cycle(method, call, text(active.subList(start, active.size()), callee)));
            } else if (callee != null) {
                visit(callee);
            }
        }
        active.remove(active.size() - 1);
    }

    private static String text(List<FunctionModel> cycle, FunctionModel first) {
        return cycle.stream().map(each -> name(each) + " -> ").collect(Collectors.joining()) + name(first);
    }

    private static String name(FunctionModel method) {
        return "'" + TypeNames.function(method.method()) + "'";
    }
}
