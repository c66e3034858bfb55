// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/** Determines the methods that have models: those with an annotation of cm2tt or Babylon, in any package. */
final class KernelAnnotations {
    private KernelAnnotations() {
    }

    /** Returns whether a simple name is that of such an annotation. */
    static boolean isKernel(CharSequence simpleName) {
        return switch (simpleName.toString()) {
            case "Kernel", "Reflect", "CodeReflection" -> true;
            default -> false;
        };
    }

    /** Returns whether a method has such an annotation. */
    static boolean isAnnotated(MethodTree method) {
        for (AnnotationTree annotation : method.getModifiers().getAnnotations()) {
            Tree type = annotation.getAnnotationType();
            if (type instanceof IdentifierTree name && isKernel(name.getName())
                    || type instanceof MemberSelectTree member && isKernel(member.getIdentifier())) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether a method has cm2tt's annotation, which is for kernels only; Babylon's are for helpers,
     * too.
     */
    static boolean isOurKernel(Element method) {
        return method.getAnnotationMirrors().stream().anyMatch(
                annotation -> annotation.getAnnotationType().asElement() instanceof TypeElement type
                        && type.getQualifiedName().contentEquals("io.github.cm2tt.lang.Kernel"));
    }
}
