// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/**
 * The services of one compilation.
 *
 * @param trees elements, types and locations of trees
 * @param elements names and packages
 * @param types erasure and subtyping
 * @param members what the sources tell about members
 */
public record Context(Trees trees, Elements elements, Types types, SourceMembers members) {
    /**
     * Returns the services of a task.
     *
     * @param task a compilation
     * @return its services
     */
    public static Context of(JavacTask task) {
        return new Context(
            Trees.instance(task), task.getElements(), task.getTypes(), new SourceMembers());
    }
}
