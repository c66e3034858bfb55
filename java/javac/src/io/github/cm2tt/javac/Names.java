// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import io.github.cm2tt.javac.trees.Context;
import io.github.cm2tt.javac.trees.JdkFunctions;
import io.github.cm2tt.javac.trees.TypeNames;
import java.util.List;
import java.util.stream.IntStream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
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

    /** Returns the class file beside a model. */
    static String classFile(String model) {
        return model.substring(0, model.length() - SUFFIX.length()) + ".class";
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

    /** Returns the name of the outermost class of a method's unique name. */
    static String outermost(String key) {
        return key.substring(0, key.indexOf("::")).split("\\$")[0];
    }

    /** Returns {@code (int, pkg.Outer$Inner[])}, with erased types. */
    String descriptor(ExecutableElement method) {
        return new TypeNames(context).descriptor(method);
    }

    /** Returns whether a constructor of a record takes its components. */
    boolean isCanonical(ExecutableElement constructor) {
        List<String> components = erased(owner(constructor).getRecordComponents());
        return erased(constructor.getParameters()).equals(components);
    }

    private List<String> erased(List<? extends Element> elements) {
        return elements.stream().map(each -> context.types().erasure(each.asType()).toString()).toList();
    }

    /** Returns the function of a method of the JDK; null for other methods, and those without one. */
    JdkFunctions.Found jdkFunction(ExecutableElement method) {
        return JdkFunctions.find(method, new TypeNames(context));
    }

    /** Returns the unique name of a method: {@code pkg.C::m(int)}. */
    String key(ExecutableElement method) {
        return binary(owner(method)) + "::" + TypeNames.function(method) + descriptor(method);
    }

    /** Returns {@code m(int, Inner[])}, with the simple names of classes. */
    String text(ExecutableElement method) {
        return method.getSimpleName() + descriptor(method).replaceAll("[^(, ]*[.$]", "");
    }

    /**
     * Returns whether a name is that of a method, {@code m}, or that with the types of its parameters, {@code
     * m(int, Inner[])}, in which packages and outer classes may be left out.
     */
    boolean isCalled(ExecutableElement method, String name) {
        String simple = method.getSimpleName().toString();
        int open = name.indexOf('(');
        if (open < 0 || !name.endsWith(")") || !name.substring(0, open).strip().equals(simple)) {
            return name.equals(simple);
        }
        String[] given = types(name.substring(open));
        String[] types = types(descriptor(method));
        return given.length == types.length && IntStream.range(0, types.length)
            .allMatch(i -> ("." + types[i]).endsWith("." + given[i]));
    }

    /** Returns the types of a list in parentheses, with dots before nested classes. */
    private static String[] types(String list) {
        return list.substring(1, list.length() - 1).replace('$', '.').strip().split("\\s*,\\s*", -1);
    }

    /**
     * Returns whether the class of a method has other methods with the same name. A constructor counts as
     * one, since that of all components always exists.
     */
    static boolean isOverloaded(ExecutableElement method) {
        return TypeNames.isConstructor(method) || ElementFilter.methodsIn(owner(method).getEnclosedElements())
            .stream()
            .filter(other -> other.getSimpleName().equals(method.getSimpleName()))
            .count()
            > 1;
    }
}
