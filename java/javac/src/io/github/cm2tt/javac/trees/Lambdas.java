// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.Tree;
import io.github.cm2tt.javac.model.Attribute;
import io.github.cm2tt.javac.model.CodeType;
import io.github.cm2tt.javac.model.Op;
import io.github.cm2tt.javac.model.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Lambdas, and method references as the lambdas that they stand for: with parameters {@code x$0}, {@code
 * x$1}, ..., before which comes {@code rec$} if the method's receiver is a parameter too. A receiver that is
 * an expression is evaluated before the lambda, into a variable {@code rec$}.
 */
final class Lambdas {
    private final Code code;
    private final Expressions expressions;
    private final Statements statements;
    private final Members members;
    private final FunctionalTypes functionalTypes;

    Lambdas(Code code, Expressions expressions, Statements statements, Members members) {
        this.code = code;
        this.expressions = expressions;
        this.statements = statements;
        this.members = members;
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

    private ExecutableType descriptor(Tree tree) {
        ExecutableType type = functionalTypes.descriptor(code.typeOf(tree));
        if (type == null) {
            throw code.problem(tree, "the lambda's type is no functional interface");
        }
        return type;
    }

    private void result(Value value, ExecutableType type) {
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

    private Value make(Tree tree, ExecutableType type, Tree body, Consumer<List<Value>> fill) {
        List<CodeType> parameters = new ArrayList<>();
        type.getParameterTypes().forEach(each -> parameters.add(code.names.type(each)));
        CodeType result = code.names.type(type.getReturnType());
        return code.add(Op.named("lambda")
                        .result(code.names.type(code.typeOf(tree)))
                        .attribute("lambda.isReflectable", Attribute.of((Object) true))
                        .body(code.body(new Code.Shape(body, result, parameters, true), fill)));
    }

    // Method references

    Value reference(MemberReferenceTree tree, Invocations invocations, Creations creations) {
        ExecutableType type = descriptor(tree);
        if (tree.getMode() == MemberReferenceTree.ReferenceMode.NEW) {
            return constructor(tree, type, invocations, creations);
        }
        if (!(code.elementOf(tree) instanceof ExecutableElement method)) {
            throw code.problem(tree, "the method is not known");
        }
        TypeMirror site = code.typeOf(tree.getQualifierExpression());
        boolean isStatic = method.getModifiers().contains(Modifier.STATIC);
        boolean isBound = !isStatic && !isType(tree.getQualifierExpression());
        Value variable = isBound && !isThis(tree.getQualifierExpression()) ? receiver(tree, site) : null;
        return make(tree, type, null, parameters -> {
            List<Value> variables = declare(type, parameters, !isStatic && !isBound);
            List<Value> operands = new ArrayList<>();
            int first = !isStatic && !isBound ? 1 : 0;
            if (variable != null) {
                operands.add(code.load(variable, site));
            } else if (isBound) {
                operands.add(members.receiver(tree));
            } else if (first == 1) {
                operands.add(code.load(variables.get(0), type.getParameterTypes().get(0)));
            }
            TypeMirror owner = first == 1 ? type.getParameterTypes().get(0) : site;
            ExecutableType member = memberType(owner, method);
            List<? extends TypeMirror> given =
                    type.getParameterTypes().subList(first, type.getParameterTypes().size());
            boolean isVarargs = invocations.isVarargs(method, member, given);
            for (int i = 0; i < given.size(); i++) {
                Value loaded = code.load(variables.get(i + first), given.get(i));
                operands.add(expressions.conversions().convert(
                        loaded, given.get(i), Invocations.parameter(member, i, isVarargs)));
            }
            var target = new Invocations.Target(method, resultAsGiven(member, type), owner, isVarargs, false);
            Value value = invocations.call(target, operands, tree);
            result(expressions.conversions().convert(
                           value, target.type().getReturnType(), type.getReturnType()),
                    type);
        });
    }

    /** The receiver that a reference is bound to, in a variable. */
    private Value receiver(MemberReferenceTree tree, TypeMirror site) {
        Value value = expressions.value(tree.getQualifierExpression(), null);
        return code.declareNamed("rec$", site, value);
    }

    private List<Value> declare(ExecutableType type, List<Value> parameters, boolean hasReceiver) {
        List<Value> variables = new ArrayList<>();
        for (int i = 0; i < parameters.size(); i++) {
            String name = hasReceiver && i == 0 ? "rec$" : "x$" + (hasReceiver ? i - 1 : i);
            variables.add(code.declareNamed(name, type.getParameterTypes().get(i), parameters.get(i)));
        }
        return variables;
    }

    private boolean isType(Tree qualifier) {
        return switch (qualifier.getKind()) {
            case PARAMETERIZED_TYPE, ARRAY_TYPE, PRIMITIVE_TYPE, ANNOTATED_TYPE -> true;
            default -> code.elementOf(qualifier) instanceof TypeElement;
        };
    }

    private static boolean isThis(Tree qualifier) {
        String text = qualifier.toString();
        return text.equals("this") || text.equals("super") || text.endsWith(".this")
                || text.endsWith(".super");
    }

    private ExecutableType memberType(TypeMirror site, ExecutableElement method) {
        return site instanceof DeclaredType declared
                ? (ExecutableType) code.context.types().asMemberOf(declared, method)
                : (ExecutableType) method.asType();
    }

    /** The method's type; type variables of its own in the result are what the lambda's place asks for. */
    private ExecutableType resultAsGiven(ExecutableType member, ExecutableType given) {
        boolean isOpen = member.getReturnType().getKind() == TypeKind.TYPEVAR
                && given.getReturnType().getKind() == TypeKind.DECLARED;
        return isOpen ? given : member;
    }

    private Value constructor(
            MemberReferenceTree tree, ExecutableType type, Invocations invocations, Creations creations) {
        TypeMirror made = code.typeOf(tree.getQualifierExpression());
        return make(tree, type, null, parameters -> {
            List<Value> variables = declare(type, parameters, false);
            if (made instanceof ArrayType) {
                Value extent = code.load(variables.get(0), type.getParameterTypes().get(0));
                code.end("return", creations.array(made, List.of(extent)));
                return;
            }
            if (!(code.elementOf(tree) instanceof ExecutableElement constructor)
                    || constructor.getKind() != ElementKind.CONSTRUCTOR) {
                throw code.problem(tree, "the constructor is not known");
            }
            boolean isOpen = type.getReturnType() instanceof DeclaredType wanted
                    && code.context.types().isSameType(
                            code.context.types().erasure(wanted), code.context.types().erasure(made));
            var result = (DeclaredType) (isOpen ? type.getReturnType() : made);
            var member = (ExecutableType) code.context.types().asMemberOf(result, constructor);
            boolean isVarargs = invocations.isVarargs(constructor, member, type.getParameterTypes());
            List<Value> operands = new ArrayList<>();
            for (int i = 0; i < variables.size(); i++) {
                TypeMirror given = type.getParameterTypes().get(i);
                operands.add(expressions.conversions().convert(code.load(variables.get(i), given), given,
                        Invocations.parameter(member, i, isVarargs)));
            }
            result(creations.make(constructor, result, isVarargs, operands, tree), type);
        });
    }
}
