// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import io.github.cm2tt.javac.model.Op;
import java.util.List;
import javax.lang.model.element.ExecutableElement;

/**
 * The model of one method: the methods that it calls are known, but not their contents.
 *
 * @param method the method
 * @param path the declaration
 * @param func the operation {@code func}: its unnamed attribute is the method's name, its location has no
 *     file. It has no named attributes: {@code owner} and {@code descriptor} are added by the linker
 * @param callees the methods invoked or referred to ({@code T::m}) that the model has to contain: none of the
 *     kernel language, none of the JDK, no accessors of the components of records
 * @param problems the constructs that kernels must not contain. They are errors only if a kernel reaches the
 *     method. With problems, {@code func} may be null or incomplete
 */
public record FunctionModel(
    ExecutableElement method, TreePath path, Op func, List<Callee> callees, List<Problem> problems) {
    /** The message of a problem that javac reports itself. */
    public static final String REFUSED = "javac refuses this";

    /**
     * Copies the lists.
     *
     * @param method the method
     * @param path the declaration
     * @param func the operation
     * @param callees the methods that the model has to contain
     * @param problems the constructs that kernels must not contain
     */
    public FunctionModel {
        callees = List.copyOf(callees);
        problems = List.copyOf(problems);
    }

    /**
     * A call.
     *
     * @param method the called method
     * @param at the call
     * @param kind whether it is executed when the function is
     */
    public record Callee(ExecutableElement method, Tree at, Kind kind) {}

    /** Whether a call is executed. */
    public enum Kind {
        /** It is. */
        CALL,
        /** A lambda contains it, which may not be called. */
        IN_LAMBDA,
        /**
         * A method of a record that is created, which calls of an interface may call. It is not missing if it
         * has no model: no method of its name is called.
         */
        OVERRIDE
    }

    /**
     * A construct that kernels must not contain.
     *
     * @param at the location
     * @param message the error, and what to do about it, lower case, without a full stop
     */
    public record Problem(Tree at, String message) {}
}
