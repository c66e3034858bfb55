// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.IntersectionType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;

/** The method that a lambda of a functional interface implements (JLS 9.8, 9.9). */
final class FunctionalTypes {
    private static final Set<String> OF_OBJECT = Set.of("equals", "hashCode", "toString");

    private final Context context;

    FunctionalTypes(Context context) {
        this.context = context;
    }

    /** Returns the type of the method if the lambda has the type {@code target}; null if there is none. */
    ExecutableType descriptor(TypeMirror target) {
        if (target instanceof IntersectionType intersection) {
            return intersection.getBounds()
                .stream()
                .map(this::descriptor)
                .filter(each -> each != null)
                .findFirst()
                .orElse(null);
        }
        if (!(target instanceof DeclaredType declared)) {
            return null;
        }
        ExecutableElement method = method((TypeElement) declared.asElement());
        return method == null
            ? null
            : (ExecutableType) context.types().asMemberOf(withoutWildcards(declared), method);
    }

    /** Returns the method that lambdas of an interface implement, or null. */
    ExecutableElement method(TypeElement type) {
        for (Element member : context.elements().getAllMembers(type)) {
            if (member.getKind() == ElementKind.METHOD && member.getModifiers().contains(Modifier.ABSTRACT)
                && !isOfObject((ExecutableElement) member)) {
                return (ExecutableElement) member;
            }
        }
        return null;
    }

    /** Returns whether all objects have the method, such as {@code equals} of Comparator. */
    private boolean isOfObject(ExecutableElement method) {
        int parameters = method.getSimpleName().contentEquals("equals") ? 1 : 0;
        return OF_OBJECT.contains(method.getSimpleName().toString())
            && method.getParameters().size() == parameters;
    }

    /**
     * Returns {@code F<T>} for {@code F<? extends T>}, {@code F<? super T>}; for {@code F<?>}, the bound of
     * the parameter.
     */
    private DeclaredType withoutWildcards(DeclaredType type) {
        List<TypeMirror> arguments = new ArrayList<>();
        var element = (TypeElement) type.asElement();
        for (int i = 0; i < type.getTypeArguments().size(); i++) {
            TypeMirror bound = element.getTypeParameters().get(i).getBounds().get(0);
            arguments.add(withoutWildcard(type.getTypeArguments().get(i), bound));
        }
        return arguments.isEmpty()
            ? type
            : context.types().getDeclaredType(element, arguments.toArray(TypeMirror[] ::new));
    }

    private TypeMirror withoutWildcard(TypeMirror argument, TypeMirror bound) {
        if (!(argument instanceof WildcardType wildcard)) {
            return argument;
        }
        if (wildcard.getSuperBound() != null) {
            return wildcard.getSuperBound();
        }
        return wildcard.getExtendsBound() == null ? context.types().erasure(bound)
            : wildcard.getExtendsBound();
    }
}
