// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.Tree;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** The methods of the JDK that kernels cannot call, and what to write instead. */
final class JdkMethods {
    private static final String PRINT = "Triton.devicePrint(\"n is\", n) prints text and numbers";
    private static final String RANDOM = "Triton.rand(seed, index) computes random numbers";
    private static final String NAN = "x != x is true for NaN alone";
    private static final String COMPARE = "compare by < and ==";
    private static final String PARALLEL =
        "programs run in parallel, and atomic methods order their accesses (Triton.atomicAdd, ...)";
    private static final String COLLECTIONS =
        "there are no collections: tiles hold many values (Triton.arange, Triton.load), records a few";

    /** Text on methods by class and name. */
    private static final Map<String, String> INSTEAD = Map.ofEntries(
        Map.entry("Math.cbrt", "Triton.cbrt(x).doubleValue() computes it"),
        Map.entry("Math.cosh", "Triton.cosh(x).doubleValue() computes it"),
        Map.entry("Math.expm1", "Triton.expm1(x).doubleValue() computes it"),
        Map.entry("Math.hypot", "Triton.hypot(x, y).doubleValue() computes it"),
        Map.entry("Math.log10", "Triton.log10(x).doubleValue() computes it"),
        Map.entry("Math.log1p", "Triton.log1p(x).doubleValue() computes it"),
        Map.entry("Math.pow",
            "Triton.pow(x, y).doubleValue() computes it, but 1 for 1 to the power of NaN"),
        Map.entry("Math.random", RANDOM),
        Map.entry("Math.rint", "Triton.rint(x).doubleValue() computes it"),
        Map.entry("Math.round",
            "Math.floor(x) rounds down; add 1 if x - Math.floor(x) is at least 0.5"),
        Map.entry("Math.signum", "x > 0 ? 1.0 : x < 0 ? -1.0 : x computes it"),
        Map.entry("Math.sinh", "Triton.sinh(x).doubleValue() computes it"),
        Map.entry("Math.tan", "Triton.tan(x).doubleValue() computes it"),
        Map.entry("Math.tanh", "Triton.tanh(x).doubleValue() computes it"),
        Map.entry("Math.toDegrees", "multiply by 57.29577951308232"),
        Map.entry("Math.toRadians", "multiply by 0.017453292519943295"), Map.entry("Double.isNaN", NAN),
        Map.entry("Float.isNaN", NAN), Map.entry("Double.compare", COMPARE),
        Map.entry("Float.compare", COMPARE), Map.entry("Integer.compare", COMPARE),
        Map.entry("Long.compare", COMPARE), Map.entry("Function.identity", "write a lambda: x -> x"),
        Map.entry("UnaryOperator.identity", "write a lambda: x -> x"));
    /** Text on all methods of a class, or of a package and those in it. */
    private static final Map<String, String> INSTEAD_OF_CLASS =
        Map.of("java.io.PrintStream", PRINT, "java.lang.String", "there are no strings at run time: " + PRINT,
            "java.lang.StringBuilder", PRINT, "java.lang.Iterable", COLLECTIONS, "java.util.Random", RANDOM,
            "java.util.concurrent.ThreadLocalRandom", RANDOM, "java.util.stream",
            "write a for statement, over Triton.range", "java.util.concurrent", PARALLEL, "java.util",
            COLLECTIONS, "java.lang.Thread", PARALLEL);
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
        int receiver = method.getModifiers().contains(Modifier.STATIC) ? 0 : 1;
        int count = receiver + method.getParameters().size();
        if (!MethodTable.hasJdkMethod(name + "." + method.getSimpleName(), count)) {
            throw refused(method, at);
        }
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
        if (text == null && name.endsWith("Exact")) {
            text = "use the operator; integers wrap around";
        }
        if (text != null) {
            return text;
        }
        String known = owner.getQualifiedName().toString();
        Set<String> others = MethodTable.jdkMethodsOf(known);
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
