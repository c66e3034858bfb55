// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import io.github.cm2tt.javac.model.Attribute;
import io.github.cm2tt.javac.model.CodeType;
import io.github.cm2tt.javac.model.Op;
import io.github.cm2tt.javac.model.Value;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/**
 * Methods of enums. A constant is known by its name, so that {@code ordinal()} needs the names of all
 * constants, in their order: the attribute {@code enum.constants}.
 */
final class EnumMethods {
    private static final Set<String> OF_CONSTANTS = Set.of("ordinal", "name", "compareTo", "equals");

    private final Code code;

    EnumMethods(Code code) {
        this.code = code;
    }

    /** Returns whether the class {@code java.lang.Enum} declares a method, which this class models. */
    static boolean isOfEnum(ExecutableElement method) {
        return ((TypeElement) method.getEnclosingElement()).getQualifiedName().contentEquals("java.lang.Enum")
            && OF_CONSTANTS.contains(method.getSimpleName().toString());
    }

    /** Returns whether an enum declares a method. */
    static boolean isOnEnum(ExecutableElement method) {
        return method.getEnclosingElement().getKind() == ElementKind.ENUM;
    }

    /**
     * Returns the name of the first constant whose body overrides a method of its enum; null if there is
     * none.
     */
    static String overriding(ExecutableElement method, Context context) {
        if (!isOnEnum(method)) {
            return null;
        }
        for (Element each : method.getEnclosingElement().getEnclosedElements()) {
            if (each.getKind() == ElementKind.ENUM_CONSTANT && overrides(each, method, context)) {
                return each.getSimpleName().toString();
            }
        }
        return null;
    }

    private static boolean overrides(Element constant, ExecutableElement method, Context context) {
        TreePath path = context.trees().getPath(constant);
        if (path == null || !(path.getLeaf() instanceof VariableTree declaration)
            || !(declaration.getInitializer() instanceof NewClassTree creation)
            || creation.getClassBody() == null) {
            return false;
        }
        var initializer = new TreePath(path, creation);
        return context.trees().getElement(new TreePath(initializer, creation.getClassBody()))
            instanceof TypeElement body && ElementFilter.methodsIn(body.getEnclosedElements()).stream()
                .anyMatch(each -> context.elements().overrides(each, method, body));
    }

    /** Creates a call of a method of {@code java.lang.Enum}. */
    Value call(Invocations.Target target, TypeMirror site, List<Value> operands, Tree at) {
        if (target.element().getSimpleName().contentEquals("equals")) {
            return code.add("eq", CodeType.BOOLEAN, operands.get(0), operands.get(1));
        }
        var type = (TypeElement) code.context.types().asElement(site);
        if (type.getKind() != ElementKind.ENUM) {
            throw code.problem(at, "the constants of '" + type.getSimpleName() + "' are not known: declare a "
                + "variable of the enum itself");
        }
        if (!target.element().getSimpleName().contentEquals("compareTo")) {
            return number(target.element(), type, operands.get(0));
        }
        ExecutableElement ordinal = ElementFilter.methodsIn(target.element().getEnclosingElement()
            .getEnclosedElements()).stream().filter(each -> each.getSimpleName().contentEquals("ordinal"))
            .findFirst().orElseThrow();
        Value left = number(ordinal, type, operands.get(0));
        return code.add("sub", CodeType.java("int"), left, number(ordinal, type, operands.get(1)));
    }

    private Value number(ExecutableElement method, TypeElement type, Value constant) {
        String constants = type.getEnclosedElements().stream()
            .filter(each -> each.getKind() == ElementKind.ENUM_CONSTANT)
            .map(each -> each.getSimpleName().toString()).collect(Collectors.joining(" "));
        return code.add(Op.named("invoke").operands(constant)
            .value(Attribute.reference(code.names.method(method, type.asType())))
            .attribute("enum.constants", Attribute.of(constants))
            .result(code.names.type(method.getReturnType())));
    }
}
