// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import com.sun.source.tree.BindingPatternTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.PatternTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The contents of the source files of a compilation before types are known: the classes, the kernels, and the
 * simple names of all methods that kernels may reach. Trees are kept only from parsing to the first analysis.
 * The bodies of methods are read only if there are kernels.
 *
 * <p>Names are collected from all sources first, since the methods that kernels reach are not known when a
 * class is analysed: their callers may come later. Methods that no kernel reaches have no model.
 */
final class SourceIndex {
    /** The name of a method that calls the accessors of all records, as patterns of records do. */
    private static final String PATTERN = "<pattern>";

    /** The name of constructors, of which those of records are functions of models. */
    private static final String CONSTRUCTOR = "<init>";

    private final Set<String> classes = new HashSet<>();
    private final List<CompilationUnitTree> unread = new ArrayList<>();
    private final Set<String> roots = new HashSet<>();
    /** The names that all methods of a name call. */
    private final Map<String, Set<String>> calls = new HashMap<>();
    private final Set<String> reachable = new HashSet<>();

    /** Adds the tree of a file. */
    void add(CompilationUnitTree unit) {
        ExpressionTree name = unit.getPackageName();
        String prefix = name == null ? "" : name + ".";
        for (Tree type : unit.getTypeDecls()) {
            if (type instanceof ClassTree declaration) {
                classes.add(prefix + declaration.getSimpleName());
                addRoots(declaration);
            }
        }
        unread.add(unit);
    }

    private void addRoots(ClassTree type) {
        for (Tree member : type.getMembers()) {
            if (member instanceof ClassTree nested) {
                addRoots(nested);
            } else if (member instanceof MethodTree method && KernelAnnotations.isAnnotated(method)) {
                roots.add(method.getName().toString());
            }
        }
    }

    /** Adds methods of a name in models as roots, like kernels. */
    void addRoot(String method) {
        roots.add(method.equals("new") ? CONSTRUCTOR : method);
    }

    /** Returns whether a class of this qualified name, not nested, is among the sources. */
    boolean hasClass(String qualifiedName) {
        return classes.contains(qualifiedName);
    }

    /** Returns the simple names of methods that may be reached; empty if there are no kernels. */
    Set<String> reachable() {
        if (roots.isEmpty()) {
            unread.clear();
            return Set.of();
        }
        if (!unread.isEmpty() || !reachable.containsAll(roots)) {
            unread.forEach(unit -> new CallScanner().scan(unit, null));
            unread.clear();
            close();
        }
        return reachable;
    }

    private void close() {
        reachable.clear();
        Deque<String> pending = new ArrayDeque<>(roots);
        while (!pending.isEmpty()) {
            String name = pending.pop();
            if (reachable.add(name)) {
                pending.addAll(calls.getOrDefault(name, Set.of()));
            }
        }
    }

    /**
     * Collects the calls in each method; those in lambdas and local classes also belong to the enclosing
     * method.
     */
    private final class CallScanner extends TreeScanner<Void, Set<String>> {
        private boolean isInRecord;

        @Override
        public Void scan(Tree tree, Set<String> names) {
            // A pattern of a record, which Java 17 does not have.
            if (names != null && tree instanceof PatternTree && !(tree instanceof BindingPatternTree)) {
                names.add(PATTERN);
            }
            return super.scan(tree, names);
        }

        @Override
        public Void visitClass(ClassTree type, Set<String> names) {
            boolean before = isInRecord;
            isInRecord = type.getKind() == Tree.Kind.RECORD;
            if (isInRecord) {
                addAccessors(type);
            }
            super.visitClass(type, names);
            isInRecord = before;
            return null;
        }

        private void addAccessors(ClassTree record) {
            Set<String> fields = new HashSet<>();
            for (Tree member : record.getMembers()) {
                if (member instanceof VariableTree field) {
                    fields.add(field.getName().toString());
                }
            }
            for (Tree member : record.getMembers()) {
                if (member instanceof MethodTree method && method.getParameters().isEmpty()
                    && fields.contains(method.getName().toString())) {
                    calls.computeIfAbsent(PATTERN, key -> new HashSet<>()).add(method.getName().toString());
                }
            }
        }

        @Override
        public Void visitNewClass(NewClassTree creation, Set<String> names) {
            if (names != null) {
                names.add(CONSTRUCTOR);
            }
            return super.visitNewClass(creation, names);
        }

        @Override
        public Void visitMethod(MethodTree method, Set<String> around) {
            if (method.getName().contentEquals(CONSTRUCTOR) && !isInRecord) {
                return super.visitMethod(method, around); // Kernels create records only.
            }
            Set<String> names = calls.computeIfAbsent(method.getName().toString(), key -> new HashSet<>());
            super.visitMethod(method, names);
            if (around != null) {
                around.addAll(names);
            }
            return null;
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Set<String> names) {
            ExpressionTree method = call.getMethodSelect();
            if (names != null && method instanceof IdentifierTree name) {
                names.add(name.getName().toString());
            } else if (names != null && method instanceof MemberSelectTree member) {
                names.add(member.getIdentifier().toString());
            }
            return super.visitMethodInvocation(call, names);
        }

        @Override
        public Void visitMemberReference(MemberReferenceTree reference, Set<String> names) {
            if (names != null) {
                names.add(reference.getName().toString());
            }
            return super.visitMemberReference(reference, names);
        }
    }
}
