// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.Tree;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/** The methods of the JDK that kernels cannot call, and what to write instead. */
final class JdkMethods {
    private static final String PRINT = "Triton.devicePrint(\"n is\", n) prints text and numbers";
    private static final String RANDOM = "Triton.rand(seed, index) computes random numbers";
    private static final String PARALLEL =
        "programs run in parallel, and atomic methods order their accesses (Triton.atomicAdd, ...)";
    private static final String COLLECTIONS =
        "there are no collections: tiles hold many values (Triton.arange, Triton.load), records a few";

    /** Text on methods by class and name. */
    private static final Map<String, String> INSTEAD = Map.of("Math.random", RANDOM, "Function.identity",
        "write a lambda: x -> x", "UnaryOperator.identity", "write a lambda: x -> x");
    /** Text on all methods of a class, or of a package and those in it. */
    private static final Map<String, String> INSTEAD_OF_CLASS =
        Map.ofEntries(Map.entry("java.io.PrintStream", PRINT),
            Map.entry("java.lang.String", "there are no strings at run time: " + PRINT),
            Map.entry("java.lang.StringBuilder", PRINT), Map.entry("java.lang.Iterable", COLLECTIONS),
            Map.entry("java.lang.Character",
                "kernels have no tables of Unicode; compare with the characters that are meant"),
            Map.entry("java.util.Random", RANDOM),
            Map.entry("java.util.concurrent.ThreadLocalRandom", RANDOM),
            Map.entry("java.util.stream", "write a for statement, over Triton.range"),
            Map.entry("java.util.concurrent", PARALLEL), Map.entry("java.util", COLLECTIONS),
            Map.entry("java.lang.Thread", PARALLEL));
    /** The classes whose methods depend on the object, so that the compiler decides. */
    private static final Set<String> DECIDED_LATER =
        Set.of("java.lang.Object", "java.lang.Enum", "java.lang.Record", "java.lang.Class");

    private final Code code;
    private final FunctionalTypes functionalTypes;

    JdkMethods(Code code) {
        this.code = code;
        this.functionalTypes = new FunctionalTypes(code.context);
    }

    /** Refuses a call of a method that prints, before its receiver is looked at, which is a field. */
    void checkPrint(ExecutableElement method, Tree at) {
        if (owner(method).getQualifiedName().contentEquals("java.io.PrintStream")) {
            throw refused(method, at);
        }
    }

    /** Refuses a call of a method of the JDK that is not in the compiler's table. */
    void check(ExecutableElement method, Tree at) {
        TypeElement owner = owner(method);
        String name = owner.getQualifiedName().toString();
        if (!isOfJdk(method) || DECIDED_LATER.contains(name) || method.isDefault() || isLambdas(method, owner)
            || name.equals("java.lang.String") && method.getSimpleName().contentEquals("equals")) {
            return;
        }
        ExecutableElement called = canonical(method);
        if (!MethodTable.hasJdkMethod(called) && JdkFunctions.find(called, code.names) == null) {
            throw refused(method, at);
        }
    }

    /** Returns the method of Math for one of StrictMath that has the same meaning; others as they are. */
    ExecutableElement canonical(ExecutableElement method) {
        if (!owner(method).getQualifiedName().contentEquals("java.lang.StrictMath")
            || JdkFunctions.find(method, code.names) != null) {
            return method;
        }
        String descriptor = code.names.descriptor(method);
        TypeElement math = code.context.elements().getTypeElement("java.lang.Math");
        return ElementFilter.methodsIn(math.getEnclosedElements())
            .stream()
            .filter(each -> each.getSimpleName().equals(method.getSimpleName()))
            .filter(each -> code.names.descriptor(each).equals(descriptor))
            .findFirst()
            .orElse(method);
    }

    private static TypeElement owner(ExecutableElement method) {
        return (TypeElement) method.getEnclosingElement();
    }

    private boolean isOfJdk(Element member) {
        String name = packageOf(member);
        return name.startsWith("java.") || name.startsWith("javax.") || name.startsWith("jdk.");
    }

    private String packageOf(Element member) {
        return code.context.elements().getPackageOf(member).getQualifiedName().toString();
    }

    /** Returns whether a method is that of a functional interface, which a lambda implements. */
    private boolean isLambdas(ExecutableElement method, TypeElement owner) {
        return owner.getKind() == ElementKind.INTERFACE && method.getModifiers().contains(Modifier.ABSTRACT)
            && method.equals(functionalTypes.method(owner));
    }

    private Code.Unsupported refused(ExecutableElement method, Tree at) {
        TypeElement owner = owner(method);
        String name = owner.getSimpleName() + "." + method.getSimpleName();
        return code.problem(at, "kernels cannot call '" + name + "': " + instead(owner, name));
    }

    private String instead(TypeElement owner, String name) {
        String text = INSTEAD.get(name.replace("StrictMath.", "Math."));
        if (text != null) {
            return text;
        }
        String known = owner.getQualifiedName().toString();
        Set<String> others = new TreeSet<>(MethodTable.jdkMethodsOf(known));
        others.addAll(JdkFunctions.namesOf(known));
        if (!others.isEmpty() && !INSTEAD_OF_CLASS.containsKey(known)) {
            return "of '" + known + "' they can call " + String.join(", ", others);
        }
        String ofClass = insteadOf(known);
        return ofClass == null ? "of the JDK they can call methods on numbers, such as Math.max" : ofClass;
    }

    /** Returns the text on a class of the JDK, or on its package; null for a class without a text. */
    static String insteadOf(String className) {
        for (String each = className; !each.isEmpty();
            each = each.substring(0, Math.max(each.lastIndexOf('.'), 0))) {
            if (INSTEAD_OF_CLASS.containsKey(each)) {
                return INSTEAD_OF_CLASS.get(each);
            }
        }
        return null;
    }

    /** Refuses a cast to a class of which a kernel has no objects. */
    void checkCast(TypeMirror type, Tree at) {
        Element element = type.getKind() == TypeKind.DECLARED ? code.context.types().asElement(type) : null;
        boolean isClass = element != null && element.getKind() == ElementKind.CLASS;
        String name = isClass ? ((TypeElement) element).getQualifiedName().toString() : "";
        boolean isNumber = name.equals("java.lang.Number") || new Conversions(code).unboxed(type) != null;
        if (isClass && !isNumber && (isOfJdk(element) || !isOfKernels(element))
            && !DECIDED_LATER.contains(name)) {
            String instead = insteadOf(name);
            throw code.problem(at, "a value cannot be cast to '" + element.getSimpleName()
                + "' in a kernel: " + (instead == null ? "there are numbers, tiles, pointers and records"
                    : instead));
        }
    }

    private boolean isOfKernels(Element type) {
        return packageOf(type).equals("io.github.cm2tt.lang") || packageOf(type).equals("oracle.code.triton");
    }
}
