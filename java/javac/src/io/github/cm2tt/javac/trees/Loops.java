// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import io.github.cm2tt.javac.model.Body;
import io.github.cm2tt.javac.model.CodeType;
import io.github.cm2tt.javac.model.Op;
import io.github.cm2tt.javac.model.Value;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;

/**
 * Loops. The first body of a {@code for} yields the declared variables, as a tuple if there are several; the
 * other bodies have them as parameters.
 */
final class Loops {
    private final Code code;
    private final Expressions expressions;
    private final Statements statements;

    Loops(Code code, Expressions expressions, Statements statements) {
        this.code = code;
        this.expressions = expressions;
        this.statements = statements;
    }

    void whileLoop(WhileLoopTree tree) {
        code.add(Op.named("java.while")
                .body(expressions.condition(tree.getCondition()))
                .body(loop(tree.getStatement())));
    }

    void doWhile(DoWhileLoopTree tree) {
        code.add(Op.named("java.do.while")
                .body(loop(tree.getStatement()))
                .body(expressions.condition(tree.getCondition())));
    }

    private Body loop(Tree statement) {
        return code.plain(statement, () -> repeat(statement));
    }

    private void repeat(Tree statement) {
        statements.run(statement);
        code.endIfOpen("java.continue");
    }

    void forLoop(ForLoopTree tree) {
        List<Element> variables = tree.getInitializer()
            .stream()
            .filter(each -> each instanceof VariableTree)
            .map(code::elementOf)
            .toList();
        List<CodeType> types = variables.stream().map(each -> code.names.variable(each.asType())).toList();
        code.add(Op.named("java.for")
                .body(init(tree, variables, types))
                .body(code.body(new Code.Shape(null, CodeType.BOOLEAN, types, false),
                    parameters -> {
                        declare(variables, parameters);
                        code.end("yield", condition(tree.getCondition()));
                    }))
                .body(code.body(new Code.Shape(null, CodeType.VOID, types, false),
                    parameters -> {
                        declare(variables, parameters);
                        statements.run(tree.getUpdate());
                        code.end("yield");
                    }))
                .body(
                    code.body(new Code.Shape(tree.getStatement(), CodeType.VOID, types, true), parameters -> {
                        declare(variables, parameters);
                        repeat(tree.getStatement());
                    })));
    }

    private Value condition(Tree tree) {
        return tree == null ? code.constant(CodeType.BOOLEAN, true) : expressions.truth(tree);
    }

    private void declare(List<Element> variables, List<Value> values) {
        for (int i = 0; i < variables.size(); i++) {
            code.frame().declare(variables.get(i), values.get(i));
        }
    }

    private Body init(ForLoopTree tree, List<Element> variables, List<CodeType> types) {
        CodeType result = switch (types.size()) {
            case 0 -> CodeType.VOID;
            case 1 -> types.get(0);
            default -> CodeType.tuple(types);
        };
        return code.body(new Code.Shape(null, result, List.of(), false), none -> {
            for (StatementTree each : tree.getInitializer()) {
                statements.run(each);
            }
            Value[] values = variables.stream().map(each -> code.variable(each, tree)).toArray(Value[] ::new);
            if (values.length == 0) {
                code.end("yield");
            } else {
                code.end("yield", values.length == 1 ? values[0] : code.add("tuple", result, values));
            }
        });
    }

    void enhancedFor(EnhancedForLoopTree tree) {
        TypeMirror type = code.typeOf(tree.getExpression());
        if (type instanceof ArrayType) {
            expressions.value(tree.getExpression(), null); // Problems in it come first.
            expressions.arrays().check(tree.getExpression(), tree.getExpression());
        }
        TypeMirror elementType = elementType(type);
        Element variable = code.elementOf(tree.getVariable());
        CodeType variableType = code.names.variable(variable.asType());
        List<CodeType> element = List.of(code.names.type(elementType));
        code.add(Op.named("java.enhancedFor")
                .body(
                    code.yielding(code.names.type(type), () -> expressions.value(tree.getExpression(), null)))
                .body(code.body(new Code.Shape(null, variableType, element, false),
                    parameters -> {
                        Value value = expressions.conversions().convert(
                            parameters.get(0), elementType, variable.asType());
                        code.end("yield", code.declare(variable, variable.asType(), value));
                    }))
                .body(
                    code.body(new Code.Shape(tree.getStatement(), CodeType.VOID, List.of(variableType), true),
                        parameters -> {
                            code.frame().declare(variable, parameters.get(0));
                            repeat(tree.getStatement());
                        })));
    }

    /** Returns the type of an array's elements, or T of Iterable&lt;T&gt;. */
    private TypeMirror elementType(TypeMirror type) {
        if (type instanceof ArrayType array) {
            return array.getComponentType();
        }
        DeclaredType iterable = iterable(type);
        if (iterable == null || iterable.getTypeArguments().isEmpty()) {
            return expressions.conversions().object();
        }
        TypeMirror element = iterable.getTypeArguments().get(0);
        if (element instanceof WildcardType wildcard) {
            return wildcard.getExtendsBound() == null ? expressions.conversions().object()
                : wildcard.getExtendsBound();
        }
        return element;
    }

    private DeclaredType iterable(TypeMirror type) {
        if (type instanceof DeclaredType declared
            && ((TypeElement) declared.asElement()).getQualifiedName().contentEquals("java.lang.Iterable")) {
            return declared;
        }
        for (TypeMirror base : code.context.types().directSupertypes(type)) {
            DeclaredType found = iterable(base);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
