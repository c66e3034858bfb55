// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.BindingPatternTree;
import com.sun.source.tree.InstanceOfTree;
import com.sun.source.tree.Tree;
import io.github.cm2tt.javac.model.Attribute;
import io.github.cm2tt.javac.model.Body;
import io.github.cm2tt.javac.model.CodeType;
import io.github.cm2tt.javac.model.Op;
import io.github.cm2tt.javac.model.Value;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.type.TypeMirror;

/**
 * {@code instanceof}, with a type or a pattern that binds one variable. The variable is declared in the body
 * of the enclosing statement, where it is in scope. Java 17 has no record patterns.
 */
final class Patterns {
    private static final String PATTERN = "jdk.incubator.code.dialect.java.JavaOp$Pattern$Type";

    private final Code code;
    private final Expressions expressions;

    Patterns(Code code, Expressions expressions) {
        this.code = code;
        this.expressions = expressions;
    }

    Value instanceOf(InstanceOfTree tree) {
        Value value = expressions.value(tree.getExpression(), null);
        checkType(tree);
        if (tree.getPattern() == null) {
            return code.add(Op.named("instanceof")
                    .operands(value)
                    .result(CodeType.BOOLEAN)
                    .value(Attribute.of(code.names.type(code.typeOf(tree.getType())))));
        }
        if (!(tree.getPattern() instanceof BindingPatternTree binding)) {
            throw code.problem(tree, "patterns of records cannot be used in a kernel: read the components");
        }
        return match(value, binding);
    }

    /**
     * Refuses a test for a class of which no object is known while compiling: only records are, and the
     * interfaces that they implement.
     */
    private void checkType(InstanceOfTree tree) {
        if (tree.getPattern() != null && !(tree.getPattern() instanceof BindingPatternTree)) {
            return; // A pattern of a record.
        }
        Tree type =
            tree.getPattern() instanceof BindingPatternTree binding ? binding.getVariable() : tree.getType();
        TypeMirror tested = tree.getPattern() == null ? code.typeOf(type) : code.elementOf(type).asType();
        Element element = code.context.types().asElement(tested);
        boolean isOwn = element != null
            && !code.context.elements().getPackageOf(element).getQualifiedName().toString().startsWith(
                "java.");
        if (!isOwn || element.getKind() == ElementKind.CLASS) {
            throw code.problem(tree,
                "the type of a value cannot be tested in a kernel, except for records: write overloads, or "
                    + "pass a constant");
        }
    }

    private Value match(Value value, BindingPatternTree binding) {
        Tree tree = binding.getVariable();
        Element variable = code.elementOf(tree);
        TypeMirror type = variable.asType();
        CodeType name = code.names.type(type);
        CodeType pattern = CodeType.java(PATTERN + "<" + name + ">");
        Value declared = hoist(variable, type);
        Body made = code.yielding(pattern, () -> pattern(variable, pattern));
        Body match = code.body(new Code.Shape(null, CodeType.VOID, List.of(name), false), parameters -> {
            code.end("var.store", declared, parameters.get(0));
            code.end("yield");
        });
        return code.add(
            Op.named("pattern.match").operands(value).result(CodeType.BOOLEAN).body(made).body(match));
    }

    private Value pattern(Element variable, CodeType pattern) {
        Op.Builder op = Op.named("pattern.type").result(pattern);
        boolean isNamed = variable.getSimpleName().length() > 0;
        return code.add(isNamed ? op.value(Attribute.of(variable.getSimpleName().toString())) : op);
    }

    /** Declares the variable before the operation that is being built in the enclosing statement. */
    private Value hoist(Element variable, TypeMirror type) {
        return code.inStatements(
            () -> code.declare(variable, type, code.constant(code.names.type(type), null)));
    }
}
