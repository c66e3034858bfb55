// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.Tree;
import io.github.cm2tt.javac.model.Value;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;

/**
 * Method references, as equivalent lambdas: with parameters {@code x$0}, {@code x$1}, ..., which follow
 * {@code rec$} if the receiver of the method is a parameter too. A receiver that is an expression is
 * evaluated before the lambda, into a variable {@code rec$}.
 */
final class MethodReferences {
    private final Code code;
    private final Expressions expressions;
    private final Members members;
    private final Invocations invocations;
    private final Lambdas lambdas;
    private final Types types;

    MethodReferences(
        Code code, Expressions expressions, Members members, Invocations invocations, Lambdas lambdas) {
        this.code = code;
        this.expressions = expressions;
        this.members = members;
        this.invocations = invocations;
        this.lambdas = lambdas;
        this.types = code.context.types();
    }

    /** A called method and its receiver: a parameter, the value {@code bound}, the object itself, or none. */
    private record Called(
        ExecutableElement method, TypeMirror site, boolean isUnbound, Value bound, boolean isSuper) {
        boolean isStatic() {
            return method.getModifiers().contains(Modifier.STATIC);
        }
    }

    Value method(MemberReferenceTree tree) {
        ExecutableType type = lambdas.descriptor(tree);
        if (!(code.elementOf(tree) instanceof ExecutableElement named)) {
            throw code.refused(tree);
        }
        expressions.jdkMethods().checkPrint(named, tree);
        expressions.jdkMethods().check(named, tree);
        ExecutableElement method = expressions.jdkMethods().canonical(named);
        ExpressionTree qualifier = tree.getQualifierExpression();
        boolean isStatic = method.getModifiers().contains(Modifier.STATIC);
        boolean isUnbound = !isStatic && isType(qualifier);
        TypeMirror site = isUnbound ? type.getParameterTypes().get(0)
            : method == named ? code.typeOf(qualifier)
            : method.getEnclosingElement().asType();
        boolean isEvaluated = !isStatic && !isUnbound && !isThis(qualifier);
        Value bound =
            isEvaluated ? code.declareNamed("rec$", site, expressions.value(qualifier, null)) : null;
        var called = new Called(
            method, site, isUnbound, bound, Invocations.isNamedSuper(qualifier));
        return lambdas.make(tree, type, null, parameters -> call(tree, called, type, parameters));
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

    /** Creates the body of the lambda: the call. */
    private void call(MemberReferenceTree tree, Called called, ExecutableType type, List<Value> parameters) {
        List<Value> variables = declare(type, parameters, called.isUnbound());
        List<? extends TypeMirror> given = type.getParameterTypes();
        List<Value> operands = new ArrayList<>();
        if (called.isUnbound()) {
            operands.add(code.load(variables.remove(0), given.get(0)));
            given = given.subList(1, given.size());
        } else if (!called.isStatic()) {
            Value bound = called.bound();
            operands.add(bound == null ? members.receiver(tree) : code.load(bound, called.site()));
        }
        ExecutableType member = memberType(called.site(), called.method());
        boolean isVarargs = invocations.isVarargs(called.method(), member, given);
        operands.addAll(arguments(variables, given, member, isVarargs));
        ExecutableType result = resultAsGiven(member, type);
        var target = new Invocations.Target(
            called.method(), result, called.site(), isVarargs, called.isSuper());
        Value value = invocations.call(target, operands, tree);
        TypeMirror wanted = type.getReturnType();
        lambdas.result(expressions.conversions().convert(value, result.getReturnType(), wanted), type);
    }

    private List<Value> declare(ExecutableType type, List<Value> parameters, boolean hasReceiver) {
        List<Value> variables = new ArrayList<>();
        for (int i = 0; i < parameters.size(); i++) {
            String name = hasReceiver && i == 0 ? "rec$" : "x$" + (hasReceiver ? i - 1 : i);
            variables.add(code.declareNamed(name, type.getParameterTypes().get(i), parameters.get(i)));
        }
        return variables;
    }

    /** Returns the values of the variables, converted to the types of the parameters. */
    private List<Value> arguments(
        List<Value> variables, List<? extends TypeMirror> given, ExecutableType member, boolean isVarargs) {
        List<Value> values = new ArrayList<>();
        for (int i = 0; i < variables.size(); i++) {
            Value loaded = code.load(variables.get(i), given.get(i));
            TypeMirror parameter = Invocations.parameter(member, i, isVarargs);
            values.add(expressions.conversions().convert(loaded, given.get(i), parameter));
        }
        return values;
    }

    private ExecutableType memberType(TypeMirror site, ExecutableElement method) {
        return site instanceof DeclaredType declared ? (ExecutableType) types.asMemberOf(declared, method)
            : (ExecutableType) method.asType();
    }

    /**
     * Returns the type of the method; its own type variables in the result are replaced by the type that the
     * context of the lambda requires.
     */
    private static ExecutableType resultAsGiven(ExecutableType member, ExecutableType given) {
        boolean isOpen = member.getReturnType().getKind() == TypeKind.TYPEVAR
            && given.getReturnType().getKind() == TypeKind.DECLARED;
        return isOpen ? given : member;
    }

    /** Creates {@code T::new}. */
    Value constructor(MemberReferenceTree tree, Creations creations) {
        ExecutableType type = lambdas.descriptor(tree);
        TypeMirror made = code.typeOf(tree.getQualifierExpression());
        return lambdas.make(tree, type, null, parameters -> {
            List<Value> variables = declare(type, parameters, false);
            if (made instanceof ArrayType) {
                throw expressions.arrays().refused(tree);
            }
            lambdas.result(object(tree, type, variables, creations), type);
        });
    }

    private Value object(
        MemberReferenceTree tree, ExecutableType type, List<Value> variables, Creations creations) {
        if (!(code.elementOf(tree) instanceof ExecutableElement constructor)) {
            throw code.refused(tree);
        }
        // The context determines the type arguments.
        TypeMirror made = code.typeOf(tree.getQualifierExpression());
        TypeMirror wanted = type.getReturnType();
        boolean isOpen =
            wanted instanceof DeclaredType && types.isSameType(types.erasure(wanted), types.erasure(made));
        var result = (DeclaredType) (isOpen ? wanted : made);
        var member = (ExecutableType) types.asMemberOf(result, constructor);
        boolean isVarargs = invocations.isVarargs(constructor, member, type.getParameterTypes());
        List<Value> operands = arguments(variables, type.getParameterTypes(), member, isVarargs);
        return creations.make(constructor, result, isVarargs, operands, tree);
    }
}
