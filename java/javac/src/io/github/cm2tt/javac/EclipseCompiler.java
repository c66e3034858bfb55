// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import javax.tools.JavaFileManager;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;

/**
 * The parts of Eclipse's compiler that the interfaces of annotation processors do not have: the files of
 * classes, the paths of the project, and the position of an error in a method. The compiler runs in an IDE,
 * also that of VS Code, or on its own (ecj), and is asked by reflection. What a version does not have is
 * unknown, and no failure.
 */
final class EclipseCompiler {
    private static final String PREFIX = "org.eclipse.jdt.internal.";

    private final ProcessingEnvironment environment;
    /** The project's paths in an IDE, by the names of javac's options; null for ecj. */
    private final Map<?, ?> paths;

    private EclipseCompiler(ProcessingEnvironment environment) {
        this.environment = environment;
        this.paths = paths();
    }

    /** Returns whether the compiler is Eclipse's. */
    static boolean is(ProcessingEnvironment environment) {
        return environment.getClass().getName().startsWith(PREFIX);
    }

    /** Returns Eclipse's compiler; null for another compiler, and for the check of a file that is edited. */
    static EclipseCompiler of(ProcessingEnvironment environment) {
        boolean isEditing = "RECONCILE".equals(environment.getOptions().get("phase"));
        return is(environment) && !isEditing ? new EclipseCompiler(environment) : null;
    }

    private Map<?, ?> paths() {
        Object project = call(environment, "getJavaProject");
        if (project == null) {
            return null;
        }
        try {
            Class<?> config = Class.forName("org.eclipse.jdt.apt.core.util.AptConfig", true,
                environment.getClass().getClassLoader());
            boolean isTest = Boolean.TRUE.equals(call(environment, "isTestCode"));
            Object found = invoke(config, null, "getProcessorOptions", project, isTest);
            return found instanceof Map<?, ?> options ? options
                : invoke(config, null, "getProcessorOptions", project) instanceof Map<?, ?> older ? older
                : Map.of();
        } catch (ClassNotFoundException e) {
            return Map.of();
        }
    }

    /** Returns the source file of an outermost class; null if it is unknown. */
    Path source(TypeElement type) {
        Object file = call(environment, "getEnclosingIFile", type);
        Object name =
            file == null ? call(type, "getFileName") : call(call(file, "getLocation"), "toOSString");
        return name == null || !name.toString().endsWith(".java") ? null
            : Path.of(name.toString()).toAbsolutePath();
    }

    /** Returns the folders and jars of classes, also those of modules. */
    List<String> classPath() {
        return paths != null ? split("-classpath")
            : Stream.of(StandardLocation.CLASS_PATH, StandardLocation.MODULE_PATH)
                .flatMap(each -> location(each).stream()).toList();
    }

    /** Returns the folders of sources that are known. */
    List<String> sourcePath() {
        return paths != null
            ? Stream.of("-sourcepath", "-s").flatMap(each -> split(each).stream()).toList()
            : Stream.of(StandardLocation.SOURCE_PATH, StandardLocation.SOURCE_OUTPUT)
                .flatMap(each -> location(each).stream()).toList();
    }

    private List<String> split(String option) {
        String path = paths.get(option) instanceof String text ? text : "";
        return path.isEmpty() ? List.of() : List.of(path.split(File.pathSeparator));
    }

    private List<String> location(JavaFileManager.Location location) {
        List<String> found = new ArrayList<>();
        if (call(environment, "getFileManager") instanceof StandardJavaFileManager files) {
            Iterable<? extends File> entries = files.getLocation(location);
            if (entries != null) {
                entries.forEach(each -> found.add(each.getAbsolutePath()));
            }
        }
        return found;
    }

    /** Returns the folder of the classes; null if each is beside its source. */
    Path output() throws IOException {
        if (paths == null) {
            Object owner = field(environment, "_compilerOwner");
            boolean isCommand = owner != null && owner.getClass().getName().endsWith(".batch.Main");
            List<String> folders = location(StandardLocation.CLASS_OUTPUT);
            return folders.isEmpty() || isCommand && field(owner, "destinationPath") == null ? null
                : Path.of(folders.get(0));
        }
        var probe = environment.getFiler().getResource(StandardLocation.CLASS_OUTPUT, "", "cm2tt.probe");
        return Path.of(probe.toUri()).getParent();
    }

    /** Returns the character set of the sources. */
    String encoding() {
        Object project = call(environment, "getProject");
        Object name = project == null
            ? field(field(call(environment, "getCompiler"), "options"), "defaultEncoding")
            : call(project, "getDefaultCharset");
        return name instanceof String text && Charset.isSupported(text) ? text
            : Charset.defaultCharset().name();
    }

    /**
     * Reports a problem in a method or class: at its position, or at the name of the element with the line in
     * its text.
     */
    void report(Diagnostic<?> problem, Element element) {
        Diagnostic.Kind kind = problem.getKind();
        String text = problem.getMessage(null);
        if (!reportAtPlace(problem, text, element)) {
            environment.getMessager().printMessage(
                kind, "line " + problem.getLineNumber() + ": " + text, element);
        }
    }

    private boolean reportAtPlace(Diagnostic<?> problem, String text, Element element) {
        try {
            Class<?> messages = Class.forName(PREFIX + "compiler.apt.dispatch.BaseMessagerImpl", true,
                environment.getClass().getClassLoader());
            Object made =
                invoke(messages, null, "createProblem", problem.getKind(), text, element, null, null);
            Object context = field(made, "_referenceContext");
            if (context == null) {
                return false;
            }
            int start = (int) problem.getStartPosition();
            call(made, "setSourceStart", start);
            call(made, "setSourceEnd", Math.max(start, (int) problem.getEndPosition() - 1));
            call(made, "setSourceLineNumber", (int) problem.getLineNumber());
            Object owner = field(environment, "_compilerOwner");
            if (owner == null) {
                Object result = call(context, "compilationResult");
                return result != null && invoke(result.getClass(), result, "record", made, context) != FAILED;
            }
            boolean isDone = invoke(owner.getClass(), owner, "addExtraProblems", made) != FAILED;
            if (isDone && problem.getKind() == Diagnostic.Kind.ERROR) {
                call(environment, "setErrorRaised", true);
            }
            return isDone;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    // Reflection

    private static final Object FAILED = new Object();

    /** Calls a method; returns null for an object without it. */
    private static Object call(Object target, String name, Object... arguments) {
        Object result = target == null ? null : invoke(target.getClass(), target, name, arguments);
        return result == FAILED ? null : result;
    }

    private static Object invoke(Class<?> type, Object target, String name, Object... arguments) {
        for (Method method : type.getMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
                try {
                    return open(method).invoke(target, arguments);
                } catch (ReflectiveOperationException | RuntimeException e) {
                    continue; // an overload, or a version that does not know the element
                }
            }
        }
        return FAILED;
    }

    private static Object field(Object target, String name) {
        for (Class<?> type = target == null ? null : target.getClass(); type != null;
            type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    try {
                        return open(field).get(target);
                    } catch (ReflectiveOperationException | RuntimeException e) {
                        return null;
                    }
                }
            }
        }
        return null;
    }

    private static <T extends AccessibleObject> T open(T member) {
        member.setAccessible(true);
        return member;
    }
}
