// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import com.sun.source.util.Trees;
import io.github.cm2tt.javac.model.JsonWriter;
import io.github.cm2tt.javac.model.Model;
import io.github.cm2tt.javac.trees.Context;
import io.github.cm2tt.javac.trees.FunctionModel;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeKind;
import javax.tools.Diagnostic;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles files to one model, or to those of their classes, for the command and for other compilers; writes
 * no classes.
 */
final class FileCompiler {
    /** Writes the classes without errors if others have errors that javac does not know, those of kernels. */
    private static final String GENERATE_ALL = "-XDshould-stop.ifError=GENERATE";

    private final Options options;
    private final PrintWriter error;
    private final Problems problems = new Problems();
    private final SourceIndex index = new SourceIndex();
    private ClassesInMemory memory;

    /** @param error where errors are printed; null for another compiler, which gets the problems */
    FileCompiler(Options options, PrintWriter error) {
        this.options = options;
        this.error = error;
    }

    /** Returns the problems of the compilation. */
    Problems problems() {
        return problems;
    }

    /** Returns the model, or null after printing errors. */
    Model compile() throws IOException {
        ModelSession session = analyze(FileCompiler::sourceName);
        return session == null ? null : model(session);
    }

    /**
     * Returns the models of classes with kernels, as the plugin writes them, by their files within the folder
     * of classes; null after printing errors. The text of a class without kernels, or with errors that are
     * not printed, is null, if it has a file.
     */
    Map<String, String> compileClasses() throws IOException {
        ModelSession session = analyze(ModelListener::sourceName);
        if (session == null) {
            return null;
        }
        var digests = new CodeDigests(memory::get);
        Map<String, String> texts = new TreeMap<>();
        for (ClassModel each : session.finish()) {
            String file = session.names().file(each.type);
            boolean isValid = each.result != null && each.result.status() == Linker.Status.COMPLETE
                && !problems.hasErrors(each.path.getCompilationUnit());
            if (isValid) {
                String source = ModelListener.sourceName(each.path.getCompilationUnit());
                Model model = new Model(source, digests.add(each.result.linked().values()));
                texts.put(file, JsonWriter.write(model));
            } else if (each.hasEarlier) {
                texts.put(file, null);
            }
        }
        return texts;
    }

    /** Returns the analysed files, or null after printing errors. */
    private ModelSession analyze(Function<CompilationUnitTree, String> sourceNames) throws IOException {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        for (String file : options.files) {
            if (!Files.isReadable(Path.of(file))) {
                throw new IOException("cannot read '" + file + "'");
            }
        }
        try (StandardJavaFileManager files = javac.getStandardFileManager(this::report, null, null)) {
            memory = new ClassesInMemory(files);
            List<String> flags = new ArrayList<>(List.of("-proc:none", "-cp", classPath(), GENERATE_ALL));
            flags.addAll(options.flags);
            var inputs = files.getJavaFileObjects(options.files.toArray(String[] ::new));
            var task = (JavacTask) javac.getTask(error, memory, this::report, flags, null, inputs);
            CodeModelPlugin.keepOutOf(task);
            ModelSession session = analyze(task, sourceNames);
            problems.locate(Trees.instance(task));
            boolean isPrinted = error != null && problems.hasErrors();
            if (!isPrinted && !problems.areOfJava() && options.classes != null) {
                task.generate();
            }
            return isPrinted ? null : session;
        }
    }

    private void report(Diagnostic<? extends JavaFileObject> diagnostic) {
        problems.add(diagnostic);
        if (error != null) {
            error.println(diagnostic);
        }
    }

    private String classPath() {
        List<String> path = new ArrayList<>(options.classPath);
        if (options.classes != null) {
            path.add(0, options.classes);
        }
        try {
            Path own =
                Path.of(FileCompiler.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            for (String jar : List.of("cm2tt-lang.jar", "cm2tt-runtime.jar")) {
                Path beside = own.resolveSibling(jar);
                if (Files.exists(beside)) {
                    path.add(beside.toString());
                }
            }
        } catch (URISyntaxException | RuntimeException e) {
            // Not run from a jar: the user's path has all.
        }
        return String.join(File.pathSeparator, path);
    }

    private ModelSession analyze(JavacTask task, Function<CompilationUnitTree, String> sourceNames)
        throws IOException {
        Context context = Context.of(task);
        Resources resources = FolderResources.ofClassPath(context, classPath());
        ModelSession session = new ModelSession(context, index, resources, sourceNames);
        task.addTaskListener(new TaskListener() {
            @Override
            public void finished(TaskEvent event) {
                if (event.getKind() == TaskEvent.Kind.PARSE) {
                    index.add(event.getCompilationUnit());
                    problems.add(event.getCompilationUnit());
                } else if (event.getKind() == TaskEvent.Kind.ANALYZE && event.getTypeElement() != null) {
                    session.analyzed(event.getTypeElement());
                }
            }
        });
        task.analyze();
        return session;
    }

    private Model model(ModelSession session) {
        Names names = session.names();
        List<FunctionModel> all = session.classesWithKernels().stream()
            .flatMap(each -> each.kernels.stream()).toList();
        List<FunctionModel> kernels = all.stream()
            .filter(each -> options.kernel == null || names.isCalled(each.method(), options.kernel)).toList();
        if (kernels.isEmpty()) {
            return fail(all.isEmpty() ? "no kernel in the input: no method has the annotation @Kernel"
                : "no kernel is called '" + options.kernel + "'; there are: " + list(all, names));
        }
        String conflict = conflict(kernels, names);
        if (conflict != null) {
            return fail(conflict);
        }
        String source = sourceName(kernels.get(0).path().getCompilationUnit());
        Linker.Result result = session.link(source, kernels);
        if (result.status() != Linker.Status.COMPLETE) { // The analysis has reported the error.
            throw new IllegalStateException("the model is not complete");
        }
        return new Model(source, List.copyOf(result.linked().values()));
    }

    private static String list(List<FunctionModel> kernels, Names names) {
        return kernels.stream().map(FunctionModel::method)
            .map(each -> Names.isOverloaded(each) ? names.text(each) : each.getSimpleName().toString())
            .sorted().distinct().collect(Collectors.joining(", "));
    }

    /** Returns why kernels cannot be in one model, or are more than were asked for; null if they can. */
    private String conflict(List<FunctionModel> kernels, Names names) {
        Map<String, ExecutableElement> byName = new HashMap<>();
        for (FunctionModel kernel : kernels) {
            ExecutableElement method = kernel.method();
            String name = method.getSimpleName().toString();
            boolean isEntry = method.getReturnType().getKind() == TypeKind.VOID;
            ExecutableElement other = isEntry ? byName.putIfAbsent(name, method) : null;
            if (other != null && !Names.owner(other).equals(Names.owner(method))) {
                return "two kernels are called '" + name + "', in '" + Names.owner(other) + "' and in '"
                    + Names.owner(method) + "'; compile one file at a time";
            }
            if (other != null && options.kernel != null) {
                return "two kernels are called '" + options.kernel + "'; there are: " + list(kernels, names)
                    + "; write the types of the parameters too, as --kernel='" + names.text(method) + "'";
            }
        }
        return null;
    }

    private Model fail(String message) {
        error.println("cm2tt-javac: error: " + message);
        return null;
    }

    /** Returns the name of a source as given on the command line. */
    private static String sourceName(CompilationUnitTree unit) {
        return unit.getSourceFile().getName();
    }
}
