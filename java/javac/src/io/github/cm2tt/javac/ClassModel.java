// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import com.sun.source.util.TreePath;
import io.github.cm2tt.javac.trees.FunctionModel;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.lang.model.element.TypeElement;

/** A class that is being compiled, and the contents of its model. */
final class ClassModel {
    final TypeElement type;
    /** The declaration of the class. */
    final TreePath path;
    /** Its annotated methods, in the order of the source. */
    final Set<FunctionModel> kernels = new LinkedHashSet<>();
    /**
     * Its other methods that kernels of other classes reach, or reached in an earlier compilation: if only
     * such a class is compiled again, the methods are found in the model of this class.
     */
    final Set<FunctionModel> helpers = new LinkedHashSet<>();
    /** The result of the latest linking, or null. */
    Linker.Result result;
    /** Whether there is a model of it from an earlier compilation. */
    boolean hasEarlier;
    /** Whether its class file has been written, and so is free of javac's errors. */
    boolean isGenerated;

    ClassModel(TypeElement type, TreePath path) {
        this.type = type;
        this.path = path;
    }

    /** Returns whether the results for its kernels are final. */
    boolean isSettled() {
        return kernels.isEmpty() || result != null && result.status() != Linker.Status.INCOMPLETE;
    }
}
