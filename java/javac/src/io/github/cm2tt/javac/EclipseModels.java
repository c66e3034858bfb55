// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.annotation.processing.Filer;
import javax.annotation.processing.FilerException;
import javax.annotation.processing.Messager;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;
import javax.tools.FileObject;
import javax.tools.JavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * The models of classes that Eclipse's compiler compiles. It has no trees with types for processors, so the
 * sources of the kernels are compiled again, by javac in this process, once at the end of the rounds. The
 * classes that javac makes are not written: digests of code do not depend on the compiler.
 *
 * <p>An incremental build compiles the sources that have changed, and {@link KernelSources} finds the others
 * whose models change with them. Without kernels, javac does not run.
 */
final class EclipseModels {
    private static final String LANG = "io.github.cm2tt.lang.";

    private final ProcessingEnvironment environment;
    private final EclipseCompiler compiler;
    /** The outermost classes that are compiled, by their names. */
    private final Map<String, TypeElement> roots = new TreeMap<>();
    private final Map<String, Path> sources = new TreeMap<>();
    private final Set<String> withKernels = new HashSet<>();

    EclipseModels(ProcessingEnvironment environment, EclipseCompiler compiler) {
        this.environment = environment;
        this.compiler = compiler;
    }

    /** Processes a round; the last one writes the models. */
    void process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        for (TypeElement type : ElementFilter.typesIn(round.getRootElements())) {
            String name = type.getQualifiedName().toString();
            Path source = compiler.source(type);
            if (source != null) {
                roots.put(name, type);
                sources.put(name, source);
            }
        }
        Set<TypeElement> all = new HashSet<>(annotations);
        for (String name : List.of("Kernel", "Reflect", "CodeReflection")) {
            TypeElement known = environment.getElementUtils().getTypeElement(LANG + name);
            if (known != null) {
                all.add(known); // Another processor may have claimed it.
            }
        }
        all.stream().filter(EclipseModels::isKernelAnnotation)
            .flatMap(each -> round.getElementsAnnotatedWith(each).stream())
            .forEach(each -> withKernels.add(Names.outermost(each).getQualifiedName().toString()));
        if (round.processingOver() && !roots.isEmpty()) {
            try {
                writeModels();
            } catch (IOException | RuntimeException | LinkageError e) {
                report("the code models of kernels cannot be written: " + e);
            }
            roots.clear();
            sources.clear();
            withKernels.clear();
        }
    }

    private static boolean isKernelAnnotation(TypeElement type) {
        return KernelAnnotations.isKernel(type.getSimpleName())
            && type.getKind() == ElementKind.ANNOTATION_TYPE
            && type.asType().getKind() != TypeKind.ERROR; // Eclipse's compiler reports it.
    }

    private void report(String message) {
        String first = roots.keySet().stream().filter(withKernels::contains).findFirst()
            .orElse(roots.keySet().iterator().next());
        environment.getMessager().printMessage(Diagnostic.Kind.ERROR, message, roots.get(first));
    }

    private void writeModels() throws IOException {
        Path output = compiler.output();
        KernelSources files = new KernelSources(sources, compiler.sourcePath());
        Set<Path> affected = files.affected(withKernels, output);
        Set<Path> all = new LinkedHashSet<>(affected);
        all.addAll(files.withoutModels(output));
        if (all.isEmpty()) {
            return;
        }
        if (ToolProvider.getSystemJavaCompiler() == null) {
            report("kernels get no code models: the Java that runs this compiler, "
                + System.getProperty("java.home") + ", has no javac: run it on a JDK");
            return;
        }
        FileCompiler javac = new FileCompiler(options(all, files, output), null);
        for (Map.Entry<String, String> each : javac.compileClasses().entrySet()) {
            write(each.getKey(), each.getValue(), output, files);
        }
        report(javac.problems(), affected);
    }

    private Options options(Set<Path> files, KernelSources folders, Path output) {
        Options options = Options.forClassesIn(output == null ? "." : output.toString());
        files.forEach(each -> options.files.add(each.toString()));
        options.classPath.addAll(compiler.classPath());
        // Classes may be older than their sources, and those of this build do not exist yet.
        options.flags.addAll(List.of("-sourcepath", folders.path(),
            "-Xprefer:source", "-encoding", compiler.encoding(), "-nowarn", "-Xlint:none"));
        String level = environment.getSourceVersion().name().replaceAll("\\D", "");
        if (environment.getSourceVersion().ordinal() < SourceVersion.latest().ordinal()) {
            options.flags.addAll(List.of("-source", level));
        } else if (environment.isPreviewEnabled()) {
            options.flags.addAll(List.of("--enable-preview", "-source", level));
        }
        return options;
    }

    private void write(String file, String text, Path output, KernelSources files) throws IOException {
        if (output == null) {
            Path source = text == null ? null : files.find(text);
            Path beside = source == null ? null
                : source.resolveSibling(file.substring(file.lastIndexOf('/') + 1));
            if (beside != null) {
                Files.writeString(beside, text);
            }
            return;
        }
        if (text == null) {
            Files.deleteIfExists(output.resolve(file));
            return;
        }
        try (OutputStream out = create(file).openOutputStream()) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (FilerException e) { // An IDE may compile the same file twice in a build.
            Files.writeString(output.resolve(file), text);
        }
    }

    private FileObject create(String file) throws IOException {
        int slash = file.lastIndexOf('/');
        String unit = slash < 0 ? "" : file.substring(0, slash).replace('/', '.');
        String name = file.substring(slash + 1);
        String simple = name.substring(0, name.length() - Names.SUFFIX.length()).split("\\$")[0];
        TypeElement origin = roots.get(unit.isEmpty() ? simple : unit + "." + simple);
        Filer filer = environment.getFiler();
        Element[] origins = origin == null ? new Element[0] : new Element[] {origin};
        return filer.createResource(StandardLocation.CLASS_OUTPUT, unit, name, origins);
    }

    /**
     * Reports the problems of kernels, those of files that have not changed only if what has changed is their
     * cause. Errors of Java are the other compiler's, which finds them later.
     */
    private void report(Problems problems, Set<Path> affected) {
        Messager messager = environment.getMessager();
        for (Problems.Problem each : problems.located()) {
            Diagnostic<? extends JavaFileObject> problem = each.diagnostic();
            Element element = element(each);
            Path file = Path.of(problem.getSource().toUri());
            if (element != null) {
                compiler.report(problem, element);
            } else if (affected.contains(file)) {
                messager.printMessage(problem.getKind(), file.getFileName() + ":" + problem.getLineNumber()
                    + ": " + problem.getMessage(null), roots.values().iterator().next());
            }
        }
        if (problems.areOfJava()) {
            messager.printMessage(Diagnostic.Kind.NOTE, "some kernels may get no code models, since javac "
                + "finds an error: " + problems.firstOfJava());
        }
    }

    /** Returns the method or class of a problem; null if it is not being compiled. */
    private Element element(Problems.Problem problem) {
        TypeElement owner =
            problem.owner() == null ? null : environment.getElementUtils().getTypeElement(problem.owner());
        if (owner == null
            || !roots.containsKey(Names.outermost(owner).getQualifiedName().toString())) {
            return null;
        }
        List<Element> found = new ArrayList<>(List.of(owner));
        Stream.concat(ElementFilter.methodsIn(owner.getEnclosedElements()).stream(),
            ElementFilter.constructorsIn(owner.getEnclosedElements()).stream())
            .filter(each -> each.getSimpleName().contentEquals(String.valueOf(problem.method()))
                && each.getParameters().size() == problem.parameters())
            .findFirst().ifPresent(each -> found.add(0, each));
        return found.get(0);
    }
}
