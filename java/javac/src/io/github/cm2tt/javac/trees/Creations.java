// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import io.github.cm2tt.javac.model.Attribute;
import io.github.cm2tt.javac.model.Op;
import io.github.cm2tt.javac.model.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Types;

/**
 * {@code new} expressions. The attribute {@code record} has the names of the components of a record; there
 * are no other objects.
 */
final class Creations {
    private final Code code;
    private final Invocations invocations;
    private final Types types;

    Creations(Code code, Invocations invocations) {
        this.code = code;
        this.invocations = invocations;
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

    /** Creates the object from the values of the arguments. */
    Value make(
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
            implementInterfaces(op, made, at);
        } else {
            String instead = JdkMethods.insteadOf(made.getQualifiedName().toString());
            throw code.problem(at, "a kernel can only create records: '" + made.getSimpleName() + "'; "
                + (instead == null ? "make it a record" : instead));
        }
        return code.add(op);
    }

    /**
     * Adds the interfaces of a record, and has the model contain the methods that implement theirs: calls and
     * type tests of an interface are resolved by the class of the record.
     */
    private void implementInterfaces(Op.Builder op, TypeElement record, Tree at) {
        Set<TypeElement> interfaces = new LinkedHashSet<>();
        addInterfaces(record, interfaces);
        if (interfaces.isEmpty()) {
            return;
        }
        op.attribute("interfaces",
            Attribute.of(
                interfaces.stream().map(each -> erased(each.asType())).collect(Collectors.joining(" "))));
        List<ExecutableElement> methods = new ArrayList<>();
        interfaces.forEach(each -> methods.addAll(ElementFilter.methodsIn(each.getEnclosedElements())));
        for (ExecutableElement own : ElementFilter.methodsIn(record.getEnclosedElements())) {
            boolean isWritten = code.context.trees().getTree(own) != null;
            if (isWritten
                && methods.stream().anyMatch(each -> code.context.elements().overrides(own, each, record))) {
                code.call(own, at);
            }
        }
    }

    private void addInterfaces(TypeElement type, Set<TypeElement> interfaces) {
        for (TypeMirror each : type.getInterfaces()) {
            var parent = (TypeElement) types.asElement(each);
            if (interfaces.add(parent)) {
                addInterfaces(parent, interfaces);
            }
        }
    }

    /**
     * Checks that a record is created by its canonical constructor, since code in others would not be run.
     */
    private void checkCanonical(ExecutableElement constructor, TypeElement record, Tree at) {
        List<String> parameters =
            constructor.getParameters().stream().map(each -> erased(each.asType())).toList();
        List<String> components =
            record.getRecordComponents().stream().map(each -> erased(each.asType())).toList();
        if (!parameters.equals(components)) {
            throw code.problem(at,
                "a record is made of all its components, by its canonical constructor: write a method "
                    + "that returns 'new " + record.getSimpleName()
                    + code.names.recordPattern(record).replaceAll("\\).*", ")'"));
        }
    }

    private String erased(TypeMirror type) {
        return code.names.erased(type).toString();
    }
}
