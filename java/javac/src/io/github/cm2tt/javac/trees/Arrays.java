// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.Tree;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;

/** Arrays, of which kernels can only use those that javac creates for the arguments of a helper's call. */
final class Arrays {
    private static final String REFUSED = "arrays cannot be used in a kernel: tiles hold many values "
        + "(Triton.arange, Triton.load), records a few";

    private final Code code;

    Arrays(Code code) {
        this.code = code;
    }

    /** Returns the error of an array. */
    Code.Unsupported refused(Tree at) {
        return code.problem(at, REFUSED);
    }

    /** Refuses an access to an array unless that is a parameter of variable arity. */
    void check(Tree array, Tree at) {
        Element element = code.elementOf(Code.skipParentheses(array));
        if (element == null || !isVarargs(element)) {
            throw refused(at);
        }
    }

    /** Returns whether a variable is a parameter of variable arity. */
    static boolean isVarargs(Element variable) {
        return variable.getEnclosingElement() instanceof ExecutableElement method && method.isVarArgs()
            && method.getParameters().indexOf(variable) == method.getParameters().size() - 1;
    }
}
