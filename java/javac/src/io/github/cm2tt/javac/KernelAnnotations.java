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

/** Which methods get a model: those with one of our annotations or Babylon's, of whatever package. */
final class KernelAnnotations {
    private KernelAnnotations() {
    }

    /** Whether an annotation of this simple name is one. */
    static boolean isKernel(CharSequence simpleName) {
        return switch (simpleName.toString()) {
            case "Kernel", "Reflect", "CodeReflection" -> true;
            default -> false;
        };
    }

    /** Whether a method has one. */
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

    /** Whether a method has our own one, which is for kernels alone; Babylon's are for helpers, too. */
    static boolean isOurKernel(Element method) {
        return method.getAnnotationMirrors().stream().anyMatch(
                annotation -> annotation.getAnnotationType().asElement() instanceof TypeElement type
                        && type.getQualifiedName().contentEquals("io.github.cm2tt.lang.Kernel"));
    }
}
