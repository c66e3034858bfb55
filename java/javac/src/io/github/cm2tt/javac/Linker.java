// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import io.github.cm2tt.javac.model.ModelFormatException;
import io.github.cm2tt.javac.model.Op;
import io.github.cm2tt.javac.trees.Context;
import io.github.cm2tt.javac.trees.FunctionModel;
import io.github.cm2tt.javac.trees.TypeNames;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;

/**
 * Links models: follows calls by symbol from the kernels of a class, through methods that are being compiled
 * and models of classes that were compiled earlier, and reports the errors of the methods that are reached.
 */
final class Linker {
    /**
     * The result of linking functions.
     *
     * @param linked all reached functions by key, if the result is complete
     * @param functions those of them that are being compiled
     */
    record Result(Status status, Map<String, Op> linked, Collection<FunctionModel> functions) {
        /** Returns the union of two complete results. */
        Result plus(Result other) {
            Map<String, Op> all = new LinkedHashMap<>(linked);
            other.linked.forEach(all::putIfAbsent);
            Set<FunctionModel> both = new LinkedHashSet<>(functions);
            both.addAll(other.functions);
            return new Result(status, all, both);
        }

        /** Returns the outermost classes on whose sources the result depends. */
        Set<TypeElement> origins() {
            Set<TypeElement> origins = new LinkedHashSet<>();
            functions.forEach(function -> origins.add(Names.outermost(function.method())));
            return origins;
        }
    }

    /** The status of a result. */
    enum Status {
        /** A class that is not analysed yet declares a reached method. */
        INCOMPLETE,
        /** There were errors. */
        WRONG,
        /** There is a model. */
        COMPLETE
    }

    private final Context context;
    private final Names names;
    private final Functions placing;
    private final Libraries libraries;
    private final Resources resources;
    private final Function<CompilationUnitTree, String> sourceNames;
    /** All methods with models, by key. */
    private final Map<String, FunctionModel> functions = new HashMap<>();
    /** Problems and calls that have been reported. */
    private final Set<Object> reported = new HashSet<>();

    Linker(Context context, Resources resources, Function<CompilationUnitTree, String> sourceNames) {
        this.context = context;
        this.names = new Names(context);
        this.placing = new Functions(names);
        this.libraries = new Libraries(names);
        this.resources = resources;
        this.sourceNames = sourceNames;
    }

    /** Adds a method. */
    void add(FunctionModel function) {
        functions.put(names.key(function.method()), function);
    }

    /** An attempt to link. */
    private final class Attempt {
        final Predicate<String> isYetToCome;
        final String source;
        final Map<String, Op> linked = new LinkedHashMap<>();
        final Set<FunctionModel> reached = new LinkedHashSet<>();
        final List<Runnable> errors = new ArrayList<>();
        final Deque<FunctionModel> pending = new ArrayDeque<>();
        boolean isIncomplete;

        Attempt(String source, Predicate<String> isYetToCome) {
            this.source = source;
            this.isYetToCome = isYetToCome;
        }

        void enqueue(FunctionModel function) {
            String key = names.key(function.method());
            if (linked.containsKey(key)) {
                return;
            }
            linked.put(key, null); // Reserves its position.
            reached.add(function);
            pending.add(function);
        }

        void link(FunctionModel function) {
            for (FunctionModel.Problem problem : function.problems()) {
                boolean isOfJava = problem.message().equals(FunctionModel.REFUSED);
                errors.add(isOfJava ? () -> {} // javac has reported it.
                    : () -> report(problem, problem.message(), problem.at(), function));
            }
            if (!function.problems().isEmpty()) {
                return;
            }
            String from = sourceNames.apply(function.path().getCompilationUnit());
            linked.put(names.key(function.method()), placing.place(function, from, source));
            function.callees().forEach(callee -> link(function, callee));
        }

        void link(FunctionModel caller, FunctionModel.Callee callee) {
            FunctionModel known = functions.get(names.key(callee.method()));
            if (known != null) {
                enqueue(known);
            } else if (isYetToCome.test(Names.outermost(callee.method()).getQualifiedName().toString())) {
                isIncomplete = true;
            } else {
                linkLibrary(caller, callee);
            }
        }

        void linkLibrary(FunctionModel caller, FunctionModel.Callee callee) {
            try {
                Map<String, Op> found = libraries.find(callee.method(), resources);
                for (Map.Entry<String, Op> entry : found.entrySet()) {
                    FunctionModel current = functions.get(entry.getKey());
                    if (current != null) {
                        enqueue(current);
                    } else if (isYetToCome.test(Names.outermost(entry.getKey()))) {
                        isIncomplete = true; // The library has an earlier version.
                    } else {
                        linked.putIfAbsent(entry.getKey(), entry.getValue());
                    }
                }
                if (found.isEmpty() && callee.kind() != FunctionModel.Kind.OVERRIDE) {
                    errors.add(() -> report(callee.at(), missing(callee.method()), callee.at(), caller));
                }
            } catch (IOException | ModelFormatException e) {
                String message = "the model of '" + Names.owner(callee.method())
                    + "' cannot be read: " + e.getMessage() + "; compile that class again";
                errors.add(() -> report(callee.at(), message, callee.at(), caller));
            }
        }

        Result run(Collection<FunctionModel> roots, boolean reportsErrors) {
            roots.forEach(this::enqueue);
            while (!pending.isEmpty()) {
                link(pending.remove());
            }
            addRecursion();
            if (reportsErrors) {
                errors.forEach(Runnable::run);
            }
            Status status = !errors.isEmpty() ? Status.WRONG
                : isIncomplete ? Status.INCOMPLETE
                : Status.COMPLETE;
            return new Result(status, linked, reached);
        }

        void addRecursion() {
            var cycles = Recursion.find(reached, method -> functions.get(names.key(method)));
            for (Recursion.Cycle cycle : cycles) {
                String message =
                    "recursion cannot be used in a kernel: " + cycle.methods() + "; write a loop";
                errors.add(() -> report(cycle.call(), message, cycle.call().at(), cycle.in()));
            }
        }

        void report(Object once, String message, Tree at, FunctionModel in) {
            if (reported.add(once)) {
                Linker.this.report(message, at, in);
            }
        }
    }

    /**
     * Follows the calls of methods.
     *
     * @param source the source file of the model
     * @param isYetToCome whether the outermost class of a name is being compiled and is not analysed yet
     * @param reportsErrors whether errors are reported
     */
    Result link(String source, Collection<FunctionModel> roots, Predicate<String> isYetToCome,
        boolean reportsErrors) {
        return new Attempt(source, isYetToCome).run(roots, reportsErrors);
    }

    private void report(String message, Tree at, FunctionModel in) {
        context.trees().printMessage(Diagnostic.Kind.ERROR, message, at, in.path().getCompilationUnit());
    }

    private static String missing(ExecutableElement method) {
        if (method.getKind() == ElementKind.CONSTRUCTOR) {
            return "kernels cannot create '" + Names.owner(method)
                + "': its constructor has code, and no code model; compile its class with cm2tt-javac "
                + "together with a kernel that creates it";
        }
        return "kernels cannot call '" + Names.owner(method) + "." + TypeNames.function(method)
            + "': it has no code model; annotate it with @Reflect, and compile its class with "
            + "cm2tt-javac";
    }
}
