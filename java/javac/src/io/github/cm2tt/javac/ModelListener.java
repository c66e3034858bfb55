// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import io.github.cm2tt.javac.model.JsonWriter;
import io.github.cm2tt.javac.model.Model;
import io.github.cm2tt.javac.trees.Context;
import java.io.IOException;
import javax.annotation.processing.Filer;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;

/**
 * Observes one compilation: indexes sources when they are parsed, creates the models of methods when classes
 * are analysed (javac changes trees later), and writes the models of a class when its class file is written
 * and all methods that its kernels reach are known.
 *
 * <p>Not here: the choice of methods ({@link ClassModeler}); the methods that are reached ({@link Linker}).
 */
final class ModelListener implements TaskListener {
    private final JavacTask task;
    private final String output;
    private final SourceIndex index = new SourceIndex();
    private final FilerSlot slot = new FilerSlot();
    private Filer filer;
    /** Created when they are needed: most compilations have no kernels. */
    private Resources resources;
    private ModelSession session;

    private ModelListener(JavacTask task, String output) {
        this.task = task;
        this.output = output;
    }

    /** Observes a compilation; {@code output} is the output folder of its classes, or null. */
    static ModelListener start(JavacTask task, String output) {
        ModelListener listener = new ModelListener(task, output);
        task.addTaskListener(listener);
        return listener;
    }

    /** Accepts the filer from the annotation processor, if it is started. */
    void awaitFiler() {
        slot.open(this);
    }

    /** Writes models through a filer. */
    void use(Filer processorsFiler) {
        filer = processorsFiler;
    }

    @Override
    public void finished(TaskEvent event) {
        switch (event.getKind()) {
            case PARSE -> index.add(event.getCompilationUnit());
            case ANALYZE -> analyzed(event);
            case GENERATE -> generated(event.getTypeElement());
            case COMPILATION -> compiled();
            default -> {
            }
        }
    }

    private void analyzed(TaskEvent event) {
        TypeElement type = event.getTypeElement();
        if (type == null) {
            return; // A package's or module's declaration.
        }
        slot.close();
        if (session == null) {
            Context context = Context.of(task);
            resources = resources(context);
            session = new ModelSession(context, index, resources, ModelListener::sourceName);
        }
        session.analyzed(type);
    }

    private Resources resources(Context context) {
        if (filer != null) {
            return new FilerResources(filer, context);
        }
        if (LauncherResources.isCompiling()) {
            return new LauncherResources(context);
        }
        return new FolderResources(context, output);
    }

    private void generated(TypeElement type) {
        if (session != null) {
            session.generated(type);
        }
    }

    /**
     * Returns {@code pkg/File.java}, which does not depend on the source folder, so that builds are
     * reproducible.
     */
    static String sourceName(CompilationUnitTree unit) {
        String path = unit.getSourceFile().toUri().getPath();
        String file = path == null ? unit.getSourceFile().getName() : path;
        String folder =
            unit.getPackageName() == null ? "" : unit.getPackageName().toString().replace('.', '/') + "/";
        return folder + file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
    }

    private void compiled() {
        slot.close();
        if (session != null) {
            var digests = new CodeDigests(this::classFile);
            session.finish().forEach(each -> write(each, digests));
        }
    }

    private byte[] classFile(String name) {
        TypeElement type = session.type(name);
        try {
            return type == null ? null : resources.classFile(type);
        } catch (IOException e) {
            return null; // The class is not checked then.
        }
    }

    /** Writes the model of a class, unless it has no class file because javac found errors. */
    private void write(ClassModel target, CodeDigests digests) {
        Linker.Result result = target.result;
        CompilationUnitTree unit = target.path.getCompilationUnit();
        try {
            if (result != null && result.status() == Linker.Status.COMPLETE) {
                if (target.isGenerated) {
                    Model model = new Model(sourceName(unit), digests.add(result.linked().values()));
                    resources.write(target.type, JsonWriter.write(model), result.origins());
                }
            } else if (target.hasEarlier) {
                resources.delete(target.type);
            }
        } catch (IOException e) {
            Context.of(task).trees().printMessage(Diagnostic.Kind.ERROR,
                "the code models of '" + target.type + "' cannot be written: " + e.getMessage(),
                target.path.getLeaf(), unit);
        }
    }
}
