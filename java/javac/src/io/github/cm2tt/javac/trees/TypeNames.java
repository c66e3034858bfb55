// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import io.github.cm2tt.javac.model.CodeType;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.IntersectionType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;

/**
 * The spelling of Java's types, methods, constructors, fields and record patterns in code models. References
 * are erased; other types keep their arguments. Types that javac invents (captures of wildcards,
 * intersections) become the closest supertypes that Java can express.
 */
public final class TypeNames {
    /** The maximum nesting of type arguments: types that javac infers may contain themselves. */
    private static final int MOST_NESTING = 4;

    private final Context context;

    /**
     * Returns whether a method is a constructor.
     *
     * @param method a method
     * @return whether it is a constructor
     */
    public static boolean isConstructor(ExecutableElement method) {
        return method.getKind() == ElementKind.CONSTRUCTOR;
    }

    /**
     * Returns the name of the function that models a method: for a constructor {@code new}, which no method
     * has.
     *
     * @param method a method
     * @return its name in models
     */
    public static String function(ExecutableElement method) {
        return isConstructor(method) ? "new" : method.getSimpleName().toString();
    }

    /**
     * Creates the names of a compilation.
     *
     * @param context its services
     */
    public TypeNames(Context context) {
        this.context = context;
    }

    /** Returns the type of a value. */
    CodeType type(TypeMirror type) {
        return CodeType.java(name(type));
    }

    /** Returns the type of a variable with such values. */
    CodeType variable(TypeMirror type) {
        return CodeType.var(type(type));
    }

    /** Returns the erased type of a value. */
    CodeType erased(TypeMirror type) {
        return CodeType.java(erasedName(type));
    }

    /** Returns the name of a class as in class files: {@code a.B$C}. */
    String className(TypeElement element) {
        return context.elements().getBinaryName(element).toString();
    }

    /**
     * Returns {@code O::m(int, P):R} for a method that the model contains, through the class that declares
     * it, by which it is found; {@code O::new(int, P):O} for a constructor.
     */
    String function(ExecutableElement method, TypeElement owner) {
        String result =
            isConstructor(method) ? className(owner) : erasedName(erasure(method).getReturnType());
        return className(owner) + "::" + function(method) + descriptor(method) + ":" + result;
    }

    /** Returns {@code O::m(int, P)}; {@code site} is the class through which the method is called. */
    String key(ExecutableElement method, TypeElement site) {
        return className(site) + "::" + method.getSimpleName() + descriptor(method);
    }

    /**
     * Returns {@code (int, pkg.Outer$Inner[])}, with erased types, for a method that models contain.
     *
     * @param method a method
     * @return the types of its parameters
     */
    public String descriptor(ExecutableElement method) {
        return method.getParameters()
            .stream()
            .map(parameter -> binaryName(parameter.asType()))
            .collect(Collectors.joining(", ", "(", ")"));
    }

    private String binaryName(TypeMirror type) {
        TypeMirror erased = context.types().erasure(type);
        if (erased instanceof ArrayType array) {
            return binaryName(array.getComponentType()) + "[]";
        }
        return erased instanceof DeclaredType declared ? className((TypeElement) declared.asElement())
            : erased.toString();
    }

    private ExecutableType erasure(ExecutableElement method) {
        return (ExecutableType) context.types().erasure(method.asType());
    }

    /** Returns {@code O::m(int, P):R}; {@code site} is the class through which the method is called. */
    String method(ExecutableElement method, TypeMirror site) {
        return method(erasedName(site), method);
    }

    private String method(String owner, ExecutableElement method) {
        ExecutableType type = erasure(method);
        return owner + "::" + method.getSimpleName() + parameters(type) + ":"
            + erasedName(type.getReturnType());
    }

    /** Returns {@code O::(int, P)}. */
    String constructor(ExecutableElement constructor) {
        var type = (ExecutableType) context.types().erasure(constructor.asType());
        return erasedName(constructor.getEnclosingElement().asType()) + "::" + parameters(type);
    }

    /** Returns {@code O::f:T}; {@code site} is the class through which the field is read. */
    String field(VariableElement field, TypeMirror site) {
        return erasedName(site) + "::" + field.getSimpleName() + ":" + erasedName(field.asType());
    }

    /** Returns {@code (int, P)}. */
    String parameters(ExecutableType type) {
        return type.getParameterTypes()
            .stream()
            .map(this::erasedName)
            .collect(Collectors.joining(", ", "(", ")"));
    }

    /** Returns {@code (int a, P b)R}. */
    String recordPattern(TypeElement record) {
        return record.getRecordComponents()
            .stream()
            .map(this::component)
            .collect(Collectors.joining(", ", "(", ")"))
            + className(record);
    }

    private String component(RecordComponentElement component) {
        return name(component.asType()) + " " + component.getSimpleName();
    }

    private String erasedName(TypeMirror type) {
        return name(context.types().erasure(type));
    }

    /** Returns the spelling within {@code java.type:"..."}. */
    String name(TypeMirror type) {
        return name(type, 0);
    }

    private String name(TypeMirror type, int nesting) {
        return switch (type.getKind()) {
            case ARRAY -> name(((ArrayType) type).getComponentType(), nesting) + "[]";
            case DECLARED -> declared((DeclaredType) type, nesting);
            case WILDCARD -> wildcard((WildcardType) type, nesting);
            case TYPEVAR -> typeVariable((TypeVariable) type, nesting);
            case INTERSECTION -> name(((IntersectionType) type).getBounds().get(0), nesting);
            case UNION -> erasedName(type);
            case NULL, NONE -> "java.lang.Object";
            case BOOLEAN, BYTE, CHAR, DOUBLE, FLOAT, INT, LONG, SHORT, VOID ->
                type.getKind().name().toLowerCase(Locale.ROOT);
            default -> throw new IllegalArgumentException("no type of a value: " + type);
        };
    }

    private String declared(DeclaredType type, int nesting) {
        String text = className((TypeElement) type.asElement());
        if (type.getEnclosingType() instanceof DeclaredType outer) {
            String outerName = className((TypeElement) outer.asElement());
            text = name(outer, nesting) + "::" + text.substring(outerName.length() + 1);
        }
        List<? extends TypeMirror> arguments = type.getTypeArguments();
        if (arguments.isEmpty()) {
            return text;
        }
        return text
            + arguments.stream()
                .map(each -> argument(each, nesting + 1))
                .collect(Collectors.joining(", ", "<", ">"));
    }

    /** Returns a type argument; a captured wildcard is a wildcard again. */
    private String argument(TypeMirror type, int nesting) {
        if (nesting > MOST_NESTING) {
            return "?";
        }
        if (!isCaptured(type)) {
            return name(type, nesting);
        }
        var variable = (TypeVariable) type;
        if (variable.getLowerBound().getKind() != TypeKind.NULL) {
            return "? super " + name(variable.getLowerBound(), nesting);
        }
        String bound = name(variable.getUpperBound(), nesting);
        return bound.equals("java.lang.Object") ? "?" : "? extends " + bound;
    }

    private String wildcard(WildcardType type, int nesting) {
        if (type.getExtendsBound() != null) {
            return "? extends " + name(type.getExtendsBound(), nesting);
        }
        return type.getSuperBound() == null ? "?" : "? super " + name(type.getSuperBound(), nesting);
    }

    private static boolean isCaptured(TypeMirror type) {
        return type instanceof TypeVariable variable
            && variable.asElement().getSimpleName().toString().startsWith("<");
    }

    private String typeVariable(TypeVariable type, int nesting) {
        if (isCaptured(type)) {
            return name(type.getUpperBound(), nesting);
        }
        var parameter = (TypeParameterElement) type.asElement();
        String owner = parameter.getGenericElement() instanceof ExecutableElement method
            ? "&" + methodOrConstructor(method)
            : erasedName(parameter.getGenericElement().asType());
        String bound = nesting > MOST_NESTING ? "java.lang.Object" : name(type.getUpperBound(), nesting + 1);
        return owner + "::<" + parameter.getSimpleName()
            + (bound.equals("java.lang.Object") ? "" : " extends " + bound) + ">";
    }

    private String methodOrConstructor(ExecutableElement method) {
        return method.getSimpleName().contentEquals("<init>")
            ? constructor(method)
            : method(method, method.getEnclosingElement().asType());
    }
}
