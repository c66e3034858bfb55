// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import io.github.cm2tt.javac.model.Op;
import java.util.List;
import javax.lang.model.element.ExecutableElement;

/**
 * A method as it stands in a model, by itself: whose methods it calls is known, not what is in them.
 *
 * @param method the method
 * @param path where it is declared
 * @param func the operation {@code func}: its unnamed attribute is the method's name, its location has no
 *     file. It has no named attributes: {@code owner} and {@code descriptor} are added where a model is put
 *     together
 * @param callees the methods invoked or referred to ({@code T::m}) that have to be in the model too: none of
 *     the kernel language, none of the JDK, no accessors of records' components
 * @param problems what kernels may not do. They are errors only if a kernel reaches the method. With
 *     problems, {@code func} may be null or anything
 */
public record FunctionModel(
    ExecutableElement method, TreePath path, Op func, List<Callee> callees, List<Problem> problems) {
    /**
     * Copies the lists.
     *
     * @param method the method
     * @param path where it is declared
     * @param func the operation
     * @param callees the methods that have to be in the model too
     * @param problems what kernels may not do
     */
    public FunctionModel {
        callees = List.copyOf(callees);
        problems = List.copyOf(problems);
    }

    /**
     * A call.
     *
     * @param method what is called
     * @param at the call
     */
    public record Callee(ExecutableElement method, Tree at) {}

    /**
     * Something that kernels may not do.
     *
     * @param at where
     * @param message what is wrong and what to do, lower case, without a full stop
     */
    public record Problem(Tree at, String message) {}
}
