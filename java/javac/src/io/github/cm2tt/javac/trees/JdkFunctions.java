// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import io.github.cm2tt.javac.model.Attribute;
import io.github.cm2tt.javac.model.JsonReader;
import io.github.cm2tt.javac.model.Model;
import io.github.cm2tt.javac.model.ModelFormatException;
import io.github.cm2tt.javac.model.Op;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;

/**
 * Methods of the JDK as functions of models: those that are not one operation of the compiler. They are
 * written in the kernel language (the folder {@code jdk} beside the sources), modelled when this jar is
 * built, and read when a kernel calls one of their class.
 *
 * <p>A method {@code m(int)} of {@code java.lang.C} is {@code CMethods.m(int)}. A method of a box has the
 * number in front of its parameters, so that {@code x.isNaN()} is {@code Float.isNaN(x)}.
 *
 * <p>Not here: the methods that are operations (the compiler's {@code JavaMath.td}, {@link MethodTable}).
 */
public final class JdkFunctions {
    /** The package of the functions. */
    static final String PACKAGE = "io.github.cm2tt.jdk.";
    private static final String JDK = "java.lang.";
    private static final Map<String, String> BOXES = Map.of("Boolean", "boolean", "Byte", "byte",
        "Character", "char", "Double", "double", "Float", "float", "Integer", "int", "Long", "long", "Short",
        "short");
    private static final Map<String, List<String>> CLASSES =
        Map.of("Math", List.of("MathMethods", "ExactMethods"), "StrictMath", List.of("StrictMathMethods"));
    private static final Map<String, Model> MODELS = new ConcurrentHashMap<>();

    private JdkFunctions() {}

    /**
     * A function for a method.
     *
     * @param model the model with all functions that it reaches
     * @param op the function
     */
    public record Found(Model model, Op op) {}

    /**
     * Finds the function for a method. Nothing is read for methods that are operations of the compiler.
     *
     * @param method a method of any class
     * @param names the names of types
     * @return the function, or null
     */
    public static Found find(ExecutableElement method, TypeNames names) {
        String owner = ((TypeElement) method.getEnclosingElement()).getQualifiedName().toString();
        if (!owner.startsWith(JDK) || MethodTable.hasJdkMethod(method)) {
            return null;
        }
        String descriptor = names.descriptor(method);
        if (!method.getModifiers().contains(Modifier.STATIC)) {
            String number = BOXES.get(owner.substring(JDK.length()));
            descriptor = "(" + number + (descriptor.equals("()") ? "" : ", ") + descriptor.substring(1);
        }
        for (String each : classes(owner)) {
            for (Op function : model(each).functions()) {
                boolean isOwn = hasText(function.attributes().get("owner"), PACKAGE + each)
                    && hasText(function.value(), method.getSimpleName().toString());
                Attribute own = function.attributes().get("descriptor");
                if (isOwn && (own == null || hasText(own, descriptor))) {
                    return new Found(model(each), function);
                }
            }
        }
        return null;
    }

    /** Returns the names of the methods of a class of the JDK that have functions. */
    static Set<String> namesOf(String owner) {
        Set<String> names = new TreeSet<>();
        for (String each : classes(owner)) {
            for (Op function : model(each).functions()) {
                if (hasText(function.attributes().get("owner"), PACKAGE + each)) {
                    names.add((String) ((Attribute.Constant) function.value()).value());
                }
            }
        }
        return names;
    }

    private static List<String> classes(String owner) {
        String name = owner.startsWith(JDK) ? owner.substring(JDK.length()) : "";
        return BOXES.containsKey(name) ? List.of(name + "Methods") : CLASSES.getOrDefault(name, List.of());
    }

    private static boolean hasText(Attribute attribute, String text) {
        return attribute instanceof Attribute.Constant constant && text.equals(constant.value());
    }

    private static Model model(String name) {
        return MODELS.computeIfAbsent(name, JdkFunctions::read);
    }

    private static Model read(String name) {
        String file = "/" + PACKAGE.replace('.', '/') + name + ".cm2tt.json";
        try (InputStream in = JdkFunctions.class.getResourceAsStream(file)) {
            Model model = JsonReader.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            return new Model(
                model.source(), model.functions().stream().map(JdkFunctions::withoutDigest).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ModelFormatException e) {
            throw new IllegalStateException(file, e);
        }
    }

    /** Removes the digest of code that programs do not contain. */
    private static Op withoutDigest(Op op) {
        Map<String, Attribute> attributes = new LinkedHashMap<>(op.attributes());
        attributes.remove("code");
        return new Op(
            op.name(), op.result(), op.operands(), op.value(), attributes, op.bodies(), op.location());
    }
}
