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
import java.util.List;
import javax.annotation.processing.Filer;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;

/**
 * Follows one compilation: indexes sources as they are parsed, has methods turned into models as classes are
 * analysed (javac changes trees later), and writes the models of a class once its class file is written and
 * all that its kernels reach is known.
 *
 * <p>Not here: which methods are turned ({@link ClassModeler}); what is reached ({@link Linker}).
 */
final class ModelListener implements TaskListener {
    private final JavacTask task;
    private final String output;
    private final SourceIndex index = new SourceIndex();
    private final FilerSlot slot = new FilerSlot();
    private Filer filer;
    /** Made when they are needed: in most compilations there are no kernels. */
    private Resources resources;
    private ModelSession session;

    private ModelListener(JavacTask task, String output) {
        this.task = task;
        this.output = output;
    }

    /** Listens to a compilation; {@code output}: where its classes go, or null. */
    static ModelListener start(JavacTask task, String output) {
        ModelListener listener = new ModelListener(task, output);
        task.addTaskListener(listener);
        return listener;
    }

    /** Takes the filer from the annotation processor, should that be started. */
    void awaitFiler() {
        slot.open(this);
    }

    /** Writes through this. */
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
            resources =
                filer == null ? new FolderResources(context, output) : new FilerResources(filer, context);
            session = new ModelSession(context, index, resources, ModelListener::sourceName);
        }
        session.analyzed(type);
    }

    private void generated(TypeElement type) {
        if (session != null) {
            session.generated(type);
        }
    }

    /**
     * {@code pkg/File.java}: the same wherever the source folder is, so that builds can be repeated
     * elsewhere.
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
            session.finish().forEach(this::write);
        }
    }

    /** Of a class without a class file there is nothing to write: javac found errors. */
    private void write(ClassModel target) {
        Linker.Result result = target.result;
        CompilationUnitTree unit = target.path.getCompilationUnit();
        try {
            if (result != null && result.status() == Linker.Status.COMPLETE) {
                if (target.isGenerated) {
                    Model model = new Model(sourceName(unit), List.copyOf(result.linked().values()));
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
