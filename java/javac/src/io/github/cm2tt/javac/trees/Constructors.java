// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.github.cm2tt.javac.model.Value;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.util.ElementFilter;

/**
 * Constructors of records as functions that return the record. Its fields are variables until the constructor
 * ends: the parameters of a compact constructor, those that {@code this.x = x} assigns in another one. A
 * constructor that calls another has the record after that call.
 */
final class Constructors {
    private final Code code;
    private final Creations creations;

    Constructors(Code code, Creations creations) {
        this.code = code;
        this.creations = creations;
    }

    /** Declares the variables of the fields, after those of the parameters, and what the end returns. */
    void begin(MethodTree tree, ExecutableElement constructor, TreePath path) {
        TypeElement record = code.owner;
        ExecutableElement canonical = creations.canonical(record);
        if (!constructor.equals(canonical)) {
            code.constructed = () -> code.receiver;
            return;
        }
        List<VariableElement> fields = fields(record);
        boolean isCompact = !assigns(tree.getBody(), fields, path);
        List<? extends VariableElement> variables = isCompact ? constructor.getParameters() : fields;
        if (!isCompact) {
            fields.forEach(each -> code.declare(each, each.asType(), null));
        }
        code.constructed = () -> {
            List<Value> parts = variables.stream()
                .map(each -> code.load(code.variable(each, tree), each.asType())).toList();
            return creations.allocate(canonical, (DeclaredType) record.asType(), false, parts, tree);
        };
    }

    private static List<VariableElement> fields(TypeElement record) {
        Set<String> names = record.getRecordComponents().stream()
            .map(each -> each.getSimpleName().toString()).collect(Collectors.toSet());
        return ElementFilter.fieldsIn(record.getEnclosedElements()).stream()
            .filter(each -> !each.getModifiers().contains(Modifier.STATIC)
                && names.contains(each.getSimpleName().toString()))
            .toList();
    }

    /** Returns whether a constructor assigns to fields, which a compact one cannot do. */
    private boolean assigns(BlockTree body, List<VariableElement> fields, TreePath method) {
        var scanner = new TreePathScanner<Void, Void>() {
            private boolean isFound;

            @Override
            public Void visitAssignment(AssignmentTree tree, Void none) {
                Element target = code.context.trees().getElement(
                    new TreePath(getCurrentPath(), tree.getVariable()));
                isFound |= target != null && target.getKind() == ElementKind.FIELD && fields.contains(target);
                return super.visitAssignment(tree, none);
            }
        };
        scanner.scan(new TreePath(method, body), null);
        return scanner.isFound;
    }
}
