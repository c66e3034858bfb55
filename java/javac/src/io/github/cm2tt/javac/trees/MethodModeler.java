// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.util.TreePath;
import io.github.cm2tt.javac.model.Body;
import io.github.cm2tt.javac.model.CodeType;
import io.github.cm2tt.javac.model.Op;
import java.util.List;
import javax.lang.model.element.ExecutableElement;

/** Turns a method into an operation {@code func}. */
public final class MethodModeler {
    private MethodModeler() {
    }

    /**
     * The model of a method whose class is attributed. Keeps no reference to anything but what it returns.
     *
     * @param method the path of a {@link com.sun.source.tree.MethodTree} with a body
     * @param context the compilation's services
     * @return the model, with the problems found
     */
    public static FunctionModel model(TreePath method, Context context) {
        var element = (ExecutableElement) context.trees().getElement(method);
        Op end = Op.named("return").build();
        Op func = Op.named("func").body(new Body(List.of(), CodeType.VOID, List.of(end))).build();
        return new FunctionModel(element, method, func, List.of(), List.of());
    }
}
