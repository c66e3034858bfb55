// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/** The problems that javac and the front end report in a compilation, with their methods. */
final class Problems {
    private final List<Diagnostic<? extends JavaFileObject>> all = new ArrayList<>();
    private final Map<URI, CompilationUnitTree> units = new HashMap<>();
    private final List<Problem> located = new ArrayList<>();

    /**
     * A problem that the front end reports.
     *
     * @param diagnostic its text and position
     * @param owner the canonical name of the class in which it is; null if it is in none
     * @param method the name of the method in which it is; null if it is in none
     * @param parameters how many parameters the method has
     */
    record Problem(
        Diagnostic<? extends JavaFileObject> diagnostic, String owner, String method, int parameters) {}

    /** Adds a problem of any kind. */
    void add(Diagnostic<? extends JavaFileObject> diagnostic) {
        all.add(diagnostic);
    }

    /** Adds a file in which problems may be. */
    void add(CompilationUnitTree unit) {
        units.put(unit.getSourceFile().toUri(), unit);
    }

    /** Returns whether there are errors. */
    boolean hasErrors() {
        return all.stream().anyMatch(Problems::isError);
    }

    /** Returns whether there are errors in a file. */
    boolean hasErrors(CompilationUnitTree unit) {
        URI file = unit.getSourceFile().toUri();
        return all.stream().anyMatch(
            each -> isError(each) && each.getSource() != null && each.getSource().toUri().equals(file));
    }

    /** Returns whether there are errors that each compiler of Java reports. */
    boolean areOfJava() {
        return firstOfJava() != null;
    }

    /** Returns the first error that each compiler of Java reports, or null. */
    Diagnostic<? extends JavaFileObject> firstOfJava() {
        return all.stream().filter(each -> isError(each) && !isOurs(each)).findFirst().orElse(null);
    }

    private static boolean isError(Diagnostic<?> diagnostic) {
        return diagnostic.getKind() == Diagnostic.Kind.ERROR;
    }

    private static boolean isOurs(Diagnostic<?> diagnostic) {
        return diagnostic.getCode() != null && diagnostic.getCode().endsWith(".proc.messager");
    }

    /** Finds the methods of the problems that the front end reports, while there are trees. */
    void locate(Trees trees) {
        for (var each : all) {
            if (isOurs(each)) {
                var unit = each.getSource() == null ? null : units.get(each.getSource().toUri());
                located.add(unit == null ? new Problem(each, null, null, 0)
                    : new MethodFinder(trees.getSourcePositions(), unit, each).find());
            }
        }
    }

    /** Returns the problems that the front end reports. */
    List<Problem> located() {
        return located;
    }

    /** Finds the innermost method and named class around a position. */
    private static final class MethodFinder extends TreeScanner<Void, String> {
        private final SourcePositions positions;
        private final CompilationUnitTree unit;
        private final Diagnostic<? extends JavaFileObject> diagnostic;
        private Problem found;

        MethodFinder(SourcePositions positions, CompilationUnitTree unit,
            Diagnostic<? extends JavaFileObject> diagnostic) {
            this.positions = positions;
            this.unit = unit;
            this.diagnostic = diagnostic;
        }

        Problem find() {
            found = new Problem(diagnostic, null, null, 0);
            scan(unit, unit.getPackageName() == null ? "" : unit.getPackageName() + ".");
            return found;
        }

        private boolean isAround(Tree tree) {
            long at = diagnostic.getPosition();
            return positions.getStartPosition(unit, tree) <= at && at <= positions.getEndPosition(unit, tree);
        }

        @Override
        public Void visitClass(ClassTree type, String prefix) {
            if (!isAround(type) || type.getSimpleName().length() == 0) {
                return null;
            }
            String name = prefix + type.getSimpleName();
            found = new Problem(diagnostic, name, null, 0);
            for (Tree member : type.getMembers()) {
                scan(member, name + ".");
            }
            return null;
        }

        @Override
        public Void visitMethod(MethodTree method, String prefix) {
            if (isAround(method)) {
                String name = method.getName().toString();
                found = new Problem(diagnostic, found.owner(), name, method.getParameters().size());
            }
            return null; // Other compilers have no elements in it.
        }
    }
}
