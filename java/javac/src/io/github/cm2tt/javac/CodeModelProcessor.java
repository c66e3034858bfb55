// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.Writer;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.Filer;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;

/**
 * Passes the {@link Filer}, through which build tools observe the written files, to the front end; starts the
 * front end if javac did not find the plugin, and in Eclipse's compiler one that runs javac
 * ({@link EclipseModels}).
 *
 * <p>The Filer is the only public interface that writes through the file manager. Rounds are used for
 * launchers only ({@link LauncherSource}): processors hide nothing from others.
 *
 * <p>Not here: the creation of models, which needs trees with types and so follows annotation processing
 * ({@link ModelListener}).
 */
public final class CodeModelProcessor extends AbstractProcessor {
    private boolean isHelpless;
    /** For Eclipse's compiler; otherwise null. */
    private EclipseModels models;

    /** Called by javac's service loader. */
    public CodeModelProcessor() {}

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of("*");
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latest();
    }

    @Override
    public synchronized void init(ProcessingEnvironment environment) {
        super.init(environment);
        if (EclipseCompiler.is(environment)) {
            EclipseCompiler compiler = EclipseCompiler.of(environment);
            models = compiler == null ? null : new EclipseModels(environment, compiler);
            return;
        }
        if (FilerSlot.offer(environment.getFiler())) {
            return;
        }
        try {
            ModelListener.start(JavacTask.instance(environment), null).use(environment.getFiler());
        } catch (IllegalArgumentException e) {
            isHelpless = true; // Not javac, or javac wrapped by another tool.
        }
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        annotations.stream()
            .filter(each -> each.getQualifiedName().contentEquals(LauncherSource.ANNOTATION))
            .flatMap(each -> ElementFilter.typesIn(round.getElementsAnnotatedWith(each)).stream())
            .forEach(this::writeLaunchers);
        if (models != null) {
            models.process(annotations, round);
        }
        if (isHelpless
            && annotations.stream().anyMatch(each -> KernelAnnotations.isKernel(each.getSimpleName()))) {
            isHelpless = false;
            processingEnv.getMessager().printMessage(Diagnostic.Kind.WARNING,
                "kernels get no code models: this compiler is not javac, or does not start its plugins; "
                    + "compile them with javac, or run java -jar cm2tt-javac.jar -d CLASSES FILE.java too");
        }
        return false;
    }

    private void writeLaunchers(TypeElement owner) {
        LauncherSource source = new LauncherSource(owner, processingEnv.getElementUtils());
        String obstacle = source.obstacle();
        if (obstacle != null) {
            report(owner, obstacle);
            return;
        }
        String name = source.qualifiedName();
        try (Writer writer = processingEnv.getFiler().createSourceFile(name, owner).openWriter()) {
            writer.write(source.text());
        } catch (IOException e) {
            report(owner, name + " cannot be written: " + e.getMessage());
        }
    }

    private void report(TypeElement owner, String message) {
        processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, "@Launchers: " + message, owner);
    }
}
