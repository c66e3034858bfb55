// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.Tree;
import io.github.cm2tt.javac.model.Attribute;
import io.github.cm2tt.javac.model.Body;
import io.github.cm2tt.javac.model.CodeType;
import io.github.cm2tt.javac.model.Op;
import io.github.cm2tt.javac.model.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Lambdas. Their context determines their type; they use captured values directly. */
final class Lambdas {
    private final Code code;
    private final Expressions expressions;
    private final Statements statements;
    private final FunctionalTypes functionalTypes;

    Lambdas(Code code, Expressions expressions, Statements statements) {
        this.code = code;
        this.expressions = expressions;
        this.statements = statements;
        this.functionalTypes = new FunctionalTypes(code.context);
    }

    Value lambda(LambdaExpressionTree tree) {
        ExecutableType type = descriptor(tree);
        return make(tree, type, tree.getBody(), parameters -> {
            for (int i = 0; i < parameters.size(); i++) {
                Tree parameter = tree.getParameters().get(i);
                code.declare(
                    code.elementOf(parameter), code.elementOf(parameter).asType(), parameters.get(i));
            }
            if (tree.getBodyKind() == LambdaExpressionTree.BodyKind.EXPRESSION) {
                result(expressions.value(tree.getBody(), type.getReturnType()), type);
            } else {
                block(tree, type);
            }
        });
    }

    /** Returns the type of the method that a lambda or method reference implements. */
    ExecutableType descriptor(Tree tree) {
        ExecutableType type = functionalTypes.descriptor(code.typeOf(tree));
        if (type == null) {
            throw code.refused(tree);
        }
        return type;
    }

    /** Ends the body of an expression. */
    void result(Value value, ExecutableType type) {
        if (type.getReturnType().getKind() == TypeKind.VOID) {
            code.endIfOpen("return");
        } else {
            code.end("return", value);
        }
    }

    private void block(LambdaExpressionTree tree, ExecutableType type) {
        TypeMirror before = code.returnType;
        code.returnType = type.getReturnType();
        statements.run(tree.getBody());
        statements.endMethod(tree.getBody());
        code.returnType = before;
    }

    /** Creates a lambda whose body {@code fill} fills, which gets its parameters. */
    Value make(Tree tree, ExecutableType type, Tree body, Consumer<List<Value>> fill) {
        List<CodeType> parameters = new ArrayList<>();
        type.getParameterTypes().forEach(each -> parameters.add(code.names.type(each)));
        CodeType result = code.names.type(type.getReturnType());
        Body made = code.inLambda(() -> code.body(new Code.Shape(body, result, parameters, true), fill));
        return code.add(Op.named("lambda")
                .result(code.names.type(code.typeOf(tree)))
                .attribute("lambda.isReflectable", Attribute.of((Object) true))
                .body(made));
    }
}
