// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.Resources;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A model and the name of a kernel in it, with the Java method of the kernel if it is known.
 *
 * @param model its text, in UTF-8
 * @param name the name of the model in errors
 * @param kernel the name of the kernel, with the types of its parameters if the class has other methods of
 *     that name, or null for the kernel that the model names
 * @param method the method, or null if only the model is known
 */
// The records are not compared, and the array stays within this package.
record KernelSource(byte[] model, String name, String kernel, Method method) {
    /** The annotations of kernels, by simple names: those of cm2tt and of Babylon's compilers. */
    private static final Set<String> MARKS = Set.of("Kernel", "Reflect", "CodeReflection");
    /** The name of the class file of a class that a method declares; the group is its simple name. */
    private static final String LOCAL_CLASS = ".*\\$[0-9]+([^0-9$][^$]*)";
    /** The start of the name of the class loader's class for {@code java FILE.java}. */
    private static final String LAUNCHER = "com.sun.tools.javac.launcher.";
    /**
     * The start of the name of a system property with the model of a class that {@code java FILE.java}
     * compiled; the class's name follows. The front end has the same constant.
     */
    private static final String LAUNCHER_MODEL = "io.github.cm2tt.model.";

    /** Returns the model that was written when a class, or the superclass with the kernel, was compiled. */
    static KernelSource of(Class<?> caller, String name) {
        Method method = find(caller, name);
        Class<?> owner = method.getDeclaringClass();
        byte[] model = read(owner, method);
        if (!isOfLauncher(owner)) {
            StaleModels.check(owner, model);
        }
        var source = new KernelSource(model, resourceOf(owner), KernelName.of(method), method);
        if (!isMarked(method)) {
            source.checkFunction(); // Before a launch.
        }
        return source;
    }

    /** Returns a model of another origin. */
    static KernelSource ofModel(String model, String kernel) {
        return new KernelSource(model.getBytes(StandardCharsets.UTF_8), "model", kernel, null);
    }

    /** Returns the name of the model of a class, relative to its package. */
    static String resourceOf(Class<?> owner) {
        String name = owner.getName();
        return name.substring(name.lastIndexOf('.') + 1) + ".cm2tt.json";
    }

    /**
     * Checks that the model has the kernel, as far as it can be read as JSON, and that the method is one
     * still: a model keeps a method that is not annotated any more, since other kernels may call it.
     */
    void checkFunction() {
        if (method == null || isMarked(method) && !lacksFunction()) {
            return;
        }
        String owner = method.getDeclaringClass().getName();
        throw new IllegalArgumentException(name + " has no kernel '" + kernel + "': " + (isMarked(method)
            ? "it is older than " + owner + ": compile that again, with cm2tt-javac"
            : advice(method) + ", and compile " + owner + " again"));
    }

    private static String advice(Method unmarked) {
        return KernelName.text(unmarked) + " is not annotated: annotate it with @Kernel";
    }

    private boolean lacksFunction() {
        try {
            return JsonReader.read(new String(model, StandardCharsets.UTF_8)) instanceof Map<?, ?> root
                && root.get("functions") instanceof List<?> functions
                && functions.stream().noneMatch(this::isKernel);
        } catch (IllegalArgumentException e) {
            return false; // Native code says where it is wrong.
        }
    }

    /** Returns whether a function of the model is the kernel; with overloads, it has a descriptor. */
    private boolean isKernel(Object function) {
        return function instanceof Map<?, ?> members && method.getName().equals(members.get("value"))
            && (kernel.equals(method.getName()) || members.get("attributes") instanceof Map<?, ?> all
                && KernelName.descriptor(method).equals(all.get("descriptor")));
    }

    private static byte[] read(Class<?> owner, Method method) {
        if (isOfLauncher(owner)) {
            return readFromLauncher(owner);
        }
        String name = resourceOf(owner);
        try (InputStream resource = Resources.open(owner, name)) {
            if (resource == null) {
                throw missing(owner, name, method);
            }
            return resource.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("the kernels of " + owner.getName() + " cannot be read: " + name,
                e);
        }
    }

    /** Returns whether {@code java FILE.java} has just compiled a class. */
    private static boolean isOfLauncher(Class<?> owner) {
        ClassLoader loader = owner.getClassLoader();
        return loader != null && loader.getClass().getName().startsWith(LAUNCHER);
    }

    /**
     * Returns the model of a class that is in memory only. A file beside the source or on the class path is
     * of another compilation, and so is not read.
     */
    private static byte[] readFromLauncher(Class<?> owner) {
        String model = System.getProperty(LAUNCHER_MODEL + owner.getName());
        if (model == null) {
            throw new IllegalArgumentException(owner.getName() + " has no kernels: 'java FILE.java' compiled "
                + "it without cm2tt-javac.jar: expected that on the class path, "
                + "java -cp 'cm2tt/*' FILE.java");
        }
        return model.getBytes(StandardCharsets.UTF_8);
    }

    private static IllegalArgumentException missing(Class<?> owner, String name, Method method) {
        String text = owner.getName() + " has no kernels: "
            + (isMarked(method) ? "" : advice(method) + "; ");
        String written = "is written when the class is compiled with cm2tt-javac on the processor path: "
            + "javac --processor-path cm2tt-javac.jar ...; Maven: annotationProcessorPaths; Gradle: "
            + "annotationProcessor; after another compiler, such as Eclipse's: "
            + "java -jar cm2tt-javac.jar -d CLASSES FILE.java";
        Module module = owner.getModule();
        if (module.isNamed() && !module.isOpen(owner.getPackageName(), KernelSource.class.getModule())) {
            return new IllegalArgumentException(text + "the module " + module.getName() + " keeps " + name
                + ", if that is there, to itself: add 'opens " + owner.getPackageName()
                + " to io.github.cm2tt.runtime;' to its module-info; " + name + " " + written);
        }
        return new IllegalArgumentException(text + "there is no " + name + " beside the class. It "
            + written);
    }

    /** Returns the methods of a class, of which Java gives none if the class of a parameter is missing. */
    private static Method[] methods(Class<?> owner) {
        try {
            return owner.getDeclaredMethods();
        } catch (NoClassDefFoundError e) {
            Matcher local = Pattern.compile(LOCAL_CLASS).matcher(String.valueOf(e.getMessage()));
            if (!local.matches()) {
                throw e;
            }
            throw new IllegalArgumentException("the methods of " + owner.getName() + " cannot be read: its "
                + "local class '" + local.group(1) + "' has no class file. Older versions of javac, as that "
                + "of JDK 17, write none if the class is in a branch that is never taken, where a lambda "
                + "uses it: declare '" + local.group(1) + "' outside of the method, or compile with a newer "
                + "JDK", e);
        }
    }

    /** Returns the methods of a name of a class; those of its next superclass if it has none. */
    private static List<Method> named(Class<?> owner, KernelName name) {
        List<Method> found = List.of();
        for (Class<?> type = owner; type != null && found.isEmpty(); type = type.getSuperclass()) {
            found = name.find(methods(type));
            boolean isInherited = type != owner;
            if (isInherited && found.stream().noneMatch(KernelSource::isMarked)) {
                found = List.of(); // methods of Object and of libraries
            }
        }
        return found;
    }

    private static Method find(Class<?> owner, String name) {
        List<Method> named = named(owner, KernelName.parse(name));
        List<Method> marked = named.stream().filter(KernelSource::isMarked).toList();
        List<Method> found = marked.isEmpty() ? named : marked;
        if (found.isEmpty()) {
            throw new IllegalArgumentException(owner.getName() + " has no method '" + name + "': "
                + kernelsOf(owner));
        }
        List<Method> kernels = found.stream().filter(each -> each.getReturnType() == void.class).toList();
        if (found.size() > 1 && kernels.size() != 1) {
            List<String> names = found.stream().map(KernelName::of).sorted().toList();
            throw new IllegalArgumentException(owner.getName() + " has " + names.size() + " methods '" + name
                + "': " + String.join(", ", names) + ": expected the types of the parameters too, such as '"
                + names.get(0) + "'");
        }
        Method kernel = kernels.isEmpty() ? found.get(0) : kernels.get(0);
        checkKernel(kernel);
        return kernel;
    }

    private static void checkKernel(Method method) {
        if (!Modifier.isStatic(method.getModifiers())) {
            throw new IllegalArgumentException(KernelName.text(method)
                + " is not static: expected a static method");
        }
        if (method.getReturnType() != void.class) {
            throw new IllegalArgumentException(KernelName.text(method)
                + " returns a value: expected void; a kernel stores its results through pointers");
        }
    }

    private static boolean isMarked(Method method) {
        return Arrays.stream(method.getAnnotations())
            .anyMatch(annotation -> MARKS.contains(annotation.annotationType().getSimpleName()));
    }

    private static String kernelsOf(Class<?> owner) {
        List<Method> kernels = Arrays.stream(methods(owner)).filter(KernelSource::isMarked).toList();
        return kernels.isEmpty() ? "none of its methods is annotated with @Kernel"
            : "its kernels are "
                + kernels.stream().map(KernelName::text).sorted().collect(Collectors.joining(", "));
    }

    /** Returns the model with the values of the static final fields that it reads. */
    byte[] completeModel() {
        return method == null ? model
            : StaticFields.insert(model, method.getDeclaringClass().getClassLoader());
    }

    /** Returns the parameters of the method; none if it is unknown. */
    List<JavaParameters.Part> parameters() {
        return method == null ? List.of() : JavaParameters.of(method);
    }
}
