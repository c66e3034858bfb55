// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.ExpressionTree;
import java.util.List;
import java.util.stream.Collectors;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * The arguments of the kernel language's methods that must be constants, such as extents: whether they are
 * parameters of the kernel that lack {@code @Constant}.
 *
 * <p>Not here: values of helpers' parameters, of which the compiler decides.
 */
final class ConstantArguments {
    private final Code code;

    ConstantArguments(Code code) {
        this.code = code;
    }

    /** Refuses a call with such an argument. */
    void check(ExecutableElement method, List<? extends ExpressionTree> arguments) {
        if (!code.context.elements().getPackageOf(method).getQualifiedName().contentEquals(
                "io.github.cm2tt.lang")) {
            return;
        }
        int last = method.getParameters().size() - 1;
        for (int index : MethodTable.constants(declaration(method))) {
            int end = method.isVarArgs() && index == last ? arguments.size() : index + 1;
            for (int i = index; i < Math.min(end, arguments.size()); i++) {
                check(method, arguments.get(i));
            }
        }
    }

    private void check(ExecutableElement method, ExpressionTree argument) {
        RunTimeValues.Cause cause = code.runTimeValues.cause(argument);
        VariableElement parameter = cause == null ? null : cause.parameter();
        if (parameter == null) {
            return;
        }
        String name = parameter.getSimpleName().toString();
        boolean isRecord = RecordParameters.recordOf(parameter.asType()) != null;
        String kind = isRecord ? "a record of numbers" : "a number";
        throw code.problem(argument,
            "'" + method.getSimpleName() + "' needs a constant here, but '" + name + "' is " + kind
                + " at run time: annotate it with @Constant, and give constant(\"" + name
                + "\", ...) before the launch");
    }

    /** Returns {@code Triton.arange(int, int)}. */
    private String declaration(ExecutableElement method) {
        String owner = ((TypeElement) method.getEnclosingElement()).getSimpleName().toString();
        String types = method.getParameters()
            .stream()
            .map(each -> simpleName(each.asType()))
            .collect(Collectors.joining(", "));
        if (method.isVarArgs()) {
            types = types.substring(0, types.length() - "[]".length()) + "...";
        }
        return owner + "." + method.getSimpleName() + "(" + types + ")";
    }

    private String simpleName(TypeMirror type) {
        TypeMirror erased = code.context.types().erasure(type);
        if (erased instanceof ArrayType array) {
            return simpleName(array.getComponentType()) + "[]";
        }
        return erased instanceof DeclaredType declared
            ? declared.asElement().getSimpleName().toString()
            : erased.toString();
    }
}
