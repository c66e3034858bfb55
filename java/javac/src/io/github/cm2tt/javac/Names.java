// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import io.github.cm2tt.javac.trees.Context;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/** The names of classes and methods in models. */
final class Names {
    /** The suffix of the name of a class in that of its resource. */
    static final String SUFFIX = ".cm2tt.json";

    private final Context context;

    Names(Context context) {
        this.context = context;
    }

    /** Returns {@code pkg.Outer$Inner}. */
    String binary(TypeElement type) {
        return context.elements().getBinaryName(type).toString();
    }

    /** Returns {@code pkg}; empty for the unnamed package. */
    String packageOf(TypeElement type) {
        return context.elements().getPackageOf(type).getQualifiedName().toString();
    }

    /** Returns the file of a class within its package: {@code Outer$Inner.cm2tt.json}. */
    String resource(TypeElement type) {
        String prefix = packageOf(type);
        return binary(type).substring(prefix.isEmpty() ? 0 : prefix.length() + 1) + SUFFIX;
    }

    /** Returns the file of a class within a folder of classes: {@code pkg/Outer$Inner.cm2tt.json}. */
    String file(TypeElement type) {
        return binary(type).replace('.', '/') + SUFFIX;
    }

    /** Returns the class that declares a method. */
    static TypeElement owner(ExecutableElement method) {
        return (TypeElement) method.getEnclosingElement();
    }

    /** Returns the outermost class. */
    static TypeElement outermost(Element element) {
        Element outer = element;
        while (!(outer instanceof TypeElement type && !type.getNestingKind().isNested()
            && !(type.getEnclosingElement() instanceof TypeElement))) {
            outer = outer.getEnclosingElement();
        }
        return (TypeElement) outer;
    }

    /** Returns {@code (int, pkg.Outer$Inner[])}, with erased types. */
    String descriptor(ExecutableElement method) {
        return method.getParameters()
            .stream()
            .map(parameter -> erased(parameter.asType()))
            .collect(Collectors.joining(", ", "(", ")"));
    }

    private String erased(TypeMirror type) {
        TypeMirror erased = context.types().erasure(type);
        if (erased instanceof ArrayType array) {
            return erased(array.getComponentType()) + "[]";
        }
        return erased instanceof DeclaredType declared ? binary((TypeElement) declared.asElement())
            : erased.toString();
    }

    /** Returns the unique name of a method: {@code pkg.C::m(int)}. */
    String key(ExecutableElement method) {
        return binary(owner(method)) + "::" + method.getSimpleName() + descriptor(method);
    }

    /** Returns whether the class of a method has other methods with the same name. */
    static boolean isOverloaded(ExecutableElement method) {
        return ElementFilter.methodsIn(owner(method).getEnclosedElements())
            .stream()
            .filter(other -> other.getSimpleName().equals(method.getSimpleName()))
            .count()
            > 1;
    }
}
