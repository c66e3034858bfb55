// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import io.github.cm2tt.javac.model.Attribute;
import io.github.cm2tt.javac.model.Op;
import io.github.cm2tt.javac.model.Value;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Types;

/**
 * {@code new} expressions. The attribute {@code record} has the names of the components of a record; there
 * are no other objects. A written constructor is a function of the model, which creates the record at its end
 * ({@link Constructors}).
 */
final class Creations {
    private final Code code;
    private final Invocations invocations;
    private final Overrides overrides;
    private final Types types;

    Creations(Code code, Invocations invocations) {
        this.code = code;
        this.invocations = invocations;
        this.overrides = new Overrides(code);
        this.types = code.context.types();
    }

    Value object(NewClassTree tree) {
        if (tree.getClassBody() != null) {
            throw code.problem(tree, "a kernel can only create records: write a lambda, or a record");
        }
        if (!(code.elementOf(tree) instanceof ExecutableElement constructor)
            || !(code.typeOf(tree) instanceof DeclaredType type)) {
            throw code.refused(tree);
        }
        var member = (ExecutableType) types.asMemberOf(type, constructor);
        List<? extends ExpressionTree> arguments = tree.getArguments();
        boolean isVarargs =
            invocations.isVarargs(constructor, member, arguments.stream().map(code::typeOf).toList());
        return make(constructor, type, isVarargs, invocations.arguments(arguments, member, isVarargs), tree);
    }

    /** Creates the object from the values of the arguments: by its constructor, if that is written. */
    Value make(
        ExecutableElement constructor, DeclaredType type, boolean isVarargs, List<Value> operands, Tree at) {
        if (!isWritten(constructor)) {
            return allocate(constructor, type, isVarargs, operands, at);
        }
        var made = (TypeElement) type.asElement();
        Op.Builder op = Op.named("invoke")
                            .operands(operands)
                            .result(code.names.type(type))
                            .value(Attribute.reference(code.names.function(constructor, made)));
        if (isVarargs) {
            op.attribute("invoke.kind", Attribute.of("STATIC"));
            op.attribute("invoke.varargs", Attribute.of((Object) true));
        }
        code.call(constructor, at);
        return code.add(op);
    }

    /** Returns whether the source of a record has the constructor. */
    private boolean isWritten(ExecutableElement constructor) {
        return constructor.getEnclosingElement().getKind() == ElementKind.RECORD
            && code.context.members().isWritten(constructor, code.context);
    }

    /** Creates the call of another constructor, {@code this(...)}: from then on the record exists. */
    Value delegate(MethodInvocationTree tree, ExecutableElement constructor, ExecutableType type) {
        if (constructor.getEnclosingElement() != code.owner) {
            return null; // super(), of java.lang.Record
        }
        List<? extends ExpressionTree> arguments = tree.getArguments();
        boolean isVarargs =
            invocations.isVarargs(constructor, type, arguments.stream().map(code::typeOf).toList());
        List<Value> operands = invocations.arguments(arguments, type, isVarargs);
        code.receiver = make(constructor, (DeclaredType) code.owner.asType(), isVarargs, operands, tree);
        return code.receiver;
    }

    /** Creates the object whose components are the operands, without code of a constructor. */
    Value allocate(
        ExecutableElement constructor, DeclaredType type, boolean isVarargs, List<Value> operands, Tree at) {
        Op.Builder op = Op.named("new")
                            .operands(operands)
                            .result(code.names.type(type))
                            .value(Attribute.reference(code.names.constructor(constructor)));
        if (isVarargs) {
            op.attribute("new.varargs", Attribute.of((Object) true));
        }
        var made = (TypeElement) type.asElement();
        if (made.getKind() == ElementKind.RECORD) {
            checkCanonical(constructor, made, at);
            op.attribute("record", Attribute.of(code.names.recordPattern(made)));
            overrides.add(op, made, at);
        } else {
            String instead = JdkMethods.insteadOf(made.getQualifiedName().toString());
            throw code.problem(at, "a kernel can only create records: '" + made.getSimpleName() + "'; "
                + (instead == null ? "make it a record" : instead));
        }
        return code.add(op);
    }

    /** Returns the constructor of a record that takes all components. */
    ExecutableElement canonical(TypeElement record) {
        List<String> components = erased(record.getRecordComponents());
        return ElementFilter.constructorsIn(record.getEnclosedElements()).stream()
            .filter(each -> erased(each.getParameters()).equals(components)).findFirst().orElseThrow();
    }

    private List<String> erased(List<? extends Element> elements) {
        return elements.stream().map(each -> code.names.erased(each.asType()).toString()).toList();
    }

    /** Checks that a record that is not in the sources is created by its canonical constructor. */
    private void checkCanonical(ExecutableElement constructor, TypeElement record, Tree at) {
        if (!erased(constructor.getParameters()).equals(erased(record.getRecordComponents()))) {
            throw code.problem(at,
                "a record of a library is made of all its components, by its canonical constructor: write "
                    + "'new " + record.getSimpleName()
                    + code.names.recordPattern(record).replaceAll("\\).*", ")'"));
        }
    }
}
