// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.MethodTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import io.github.cm2tt.javac.model.Attribute;
import io.github.cm2tt.javac.model.Body;
import io.github.cm2tt.javac.model.CodeType;
import io.github.cm2tt.javac.model.Op;
import io.github.cm2tt.javac.model.Value;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/**
 * Converts a method to an operation {@code func}: the receiver of an instance method, a parameter for each
 * parameter, a variable for each parameter but the receiver, and the statements. Records as parameters of
 * kernels are expanded ({@link RecordParameters}). A constructor of a record returns it
 * ({@link Constructors}).
 */
public final class MethodModeler {
    private MethodModeler() {}

    /**
     * Returns the model of a method whose class is attributed. Keeps no references.
     *
     * @param method the path of a {@link com.sun.source.tree.MethodTree} with a body
     * @param context the compilation's services
     * @return the model, with its problems
     */
    public static FunctionModel model(TreePath method, Context context) {
        var element = (ExecutableElement) context.trees().getElement(method);
        var code = new Code(method, context, (TypeElement) element.getEnclosingElement());
        code.returnType = element.getReturnType();
        Body[] body = new Body[1];
        code.guarded(() -> body[0] = body((MethodTree) method.getLeaf(), element, code));
        Op func = body[0] == null ? null : func(element, body[0], code);
        return new FunctionModel(element, method, func, code.callees(), code.problems());
    }

    private static Op func(ExecutableElement element, Body body, Code code) {
        return code.placed(
            Op.named("func").value(Attribute.of(TypeNames.function(element))).body(body));
    }

    private static Body body(MethodTree tree, ExecutableElement element, Code code) {
        boolean isConstructor = TypeNames.isConstructor(element);
        boolean hasReceiver = !isConstructor && !element.getModifiers().contains(Modifier.STATIC);
        List<CodeType> types = new ArrayList<>();
        if (hasReceiver) {
            types.add(code.names.type(code.owner.asType()));
        }
        var statements = new Statements(code);
        var records = new RecordParameters(code, statements.expressions().creations());
        types.addAll(records.types(element));
        CodeType result =
            code.names.type(isConstructor ? code.owner.asType() : element.getReturnType());
        return code.body(new Code.Shape(tree.getBody(), result, types, true), values -> {
            code.receiver = hasReceiver ? values.get(0) : null;
            declare(tree, element, hasReceiver ? values.subList(1, values.size()) : values, records, code);
            if (isConstructor) {
                new Constructors(code, statements.expressions().creations())
                    .begin(tree, element, code.path());
            }
            statements.run(tree.getBody());
            statements.endMethod(tree.getBody());
        });
    }

    private static void declare(MethodTree tree, ExecutableElement method, List<Value> values,
        RecordParameters records, Code code) {
        code.runTimeValues.declareParameters(method);
        var checks = new KernelParameters(code);
        Iterator<Value> next = values.iterator();
        for (int i = 0; i < tree.getParameters().size(); i++) {
            VariableTree parameter = tree.getParameters().get(i);
            VariableElement element = method.getParameters().get(i);
            checks.check(element, parameter, RunTimeValues.isKernel(method));
            Value value = records.isExpanded(method, element)
                ? records.create(element.getSimpleName().toString(), element.asType(), next, parameter)
                : next.next();
            code.declare(element, element.asType(), value);
        }
    }
}
