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
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * {@code instanceof} and the labels of a switch: types, and patterns. Their variables are declared in the
 * body of the enclosing statement, where they are in scope. A pattern of a record becomes a test of its class
 * and assignments of the components; Java 17 has none.
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
        if (tree.getPattern() == null) {
            TypeMirror tested = code.typeOf(tree.getType());
            checkType(tested, tree);
            return isInstance(value, tested);
        }
        return matches(value, code.typeOf(tree.getExpression()), tree.getPattern());
    }

    /**
     * Returns whether a value matches a pattern, and assigns the components of a record to the variables of
     * the pattern.
     *
     * @param from the type of the value
     */
    Value matches(Value value, TypeMirror from, Tree pattern) {
        if (pattern instanceof BindingPatternTree binding) {
            return match(value, binding);
        }
        if (!NewerTrees.isRecordPattern(pattern)
            || !(code.typeOf(pattern) instanceof DeclaredType record)) {
            throw code.refused(pattern);
        }
        Value cast = code.context.types().isSubtype(from, record)
            ? value : expressions.conversions().cast(value, record);
        Op.Builder op = Op.named("java.cand").result(CodeType.BOOLEAN);
        op.body(code.yielding(CodeType.BOOLEAN, () -> isInstance(value, record)));
        List<RecordParameters.Component> components = RecordParameters.componentsOf(record, code.context);
        List<Tree> patterns = NewerTrees.componentPatterns(pattern);
        if (patterns.stream().allMatch(NewerTrees::isAnyPattern)) {
            return isInstance(value, record);
        }
        for (int i = 0; i < patterns.size(); i++) {
            addComponent(op, cast, record, components.get(i), patterns.get(i));
        }
        return code.add(op);
    }

    private Value isInstance(Value value, TypeMirror type) {
        return code.add(Op.named("instanceof")
                .operands(value)
                .result(CodeType.BOOLEAN)
                .value(Attribute.of(code.names.type(type))));
    }

    private void addComponent(Op.Builder op, Value record, DeclaredType type,
        RecordParameters.Component component, Tree pattern) {
        if (NewerTrees.isAnyPattern(pattern)) {
            return;
        }
        op.body(code.yielding(CodeType.BOOLEAN, () -> {
            Value value = expressions.invocations().read(record, type, component, pattern);
            if (!(pattern instanceof BindingPatternTree binding) || !isTotal(binding, component.type())) {
                return matches(value, component.type(), pattern);
            }
            Element variable = code.elementOf(binding.getVariable());
            Value declared = code.inStatements(() -> code.declare(variable, variable.asType(), null));
            code.end("var.store", declared, value);
            return code.constant(CodeType.BOOLEAN, true);
        }));
    }

    /** Returns whether a pattern matches all values of a type, also null. */
    private boolean isTotal(BindingPatternTree binding, TypeMirror type) {
        var types = code.context.types();
        TypeMirror tested = code.elementOf(binding.getVariable()).asType();
        return types.isSubtype(types.erasure(type), types.erasure(tested));
    }

    /**
     * Refuses a test for a class of which no object is known while compiling: only records are, and the
     * interfaces that they implement.
     */
    private void checkType(TypeMirror tested, Tree at) {
        Element element = code.context.types().asElement(tested);
        boolean isOwn = element != null
            && !code.context.elements().getPackageOf(element).getQualifiedName().toString().startsWith(
                "java.");
        if (!isOwn || element.getKind() == ElementKind.CLASS) {
            throw code.problem(at,
                "the type of a value cannot be tested in a kernel, except for records: write overloads, or "
                    + "pass a constant");
        }
    }

    private Value match(Value value, BindingPatternTree binding) {
        Tree tree = binding.getVariable();
        Element variable = code.elementOf(tree);
        TypeMirror type = variable.asType();
        checkType(type, binding);
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
