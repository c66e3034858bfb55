// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import com.sun.source.util.TreePath;
import io.github.cm2tt.javac.trees.FunctionModel;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.lang.model.element.TypeElement;

/** A class that is compiled now, and what its model is made of. */
final class ClassModel {
    final TypeElement type;
    /** Its declaration. */
    final TreePath path;
    /** Its annotated methods, in the order of the source. */
    final Set<FunctionModel> kernels = new LinkedHashSet<>();
    /**
     * Its other methods that kernels of other classes reach, or did in an earlier compilation: should only
     * such a class be compiled again, they are found in the model of this one.
     */
    final Set<FunctionModel> helpers = new LinkedHashSet<>();
    /** What was linked last; null before. */
    Linker.Result result;
    /** Whether there is a model of it from an earlier compilation. */
    boolean hasEarlier;
    /** Whether its class file has been written, and so is free of javac's errors. */
    boolean isGenerated;

    ClassModel(TypeElement type, TreePath path) {
        this.type = type;
        this.path = path;
    }

    /** Whether there is nothing more to find out about its kernels. */
    boolean isSettled() {
        return kernels.isEmpty() || result != null && result.status() != Linker.Status.INCOMPLETE;
    }
}
