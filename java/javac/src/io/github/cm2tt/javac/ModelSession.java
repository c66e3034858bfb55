// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import com.sun.source.tree.CompilationUnitTree;
import io.github.cm2tt.javac.model.JsonReader;
import io.github.cm2tt.javac.model.Model;
import io.github.cm2tt.javac.model.ModelFormatException;
import io.github.cm2tt.javac.model.Op;
import io.github.cm2tt.javac.trees.Context;
import io.github.cm2tt.javac.trees.FunctionModel;
import io.github.cm2tt.javac.trees.TypeNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/** The models of one compilation: from classes that have been analysed to models that can be written. */
final class ModelSession {
    private final Context context;
    private final SourceIndex index;
    private final Resources resources;
    private final Names names;
    private final Linker linker;
    private final Function<CompilationUnitTree, String> sourceNames;
    private final Map<TypeElement, ClassModel> classes = new LinkedHashMap<>();
    /** Outermost classes that have been analysed. */
    private final Set<String> analyzed = new HashSet<>();

    /**
     * @param sourceNames the names of source files in models
     */
    ModelSession(Context context, SourceIndex index, Resources resources,
        Function<CompilationUnitTree, String> sourceNames) {
        this.context = context;
        this.index = index;
        this.resources = resources;
        this.names = new Names(context);
        this.sourceNames = sourceNames;
        this.linker = new Linker(context, resources, sourceNames);
        context.members().libraries(new LibraryRecords(names, resources)::isWritten);
    }

    /** Adds an outermost class that is analysed; its trees have types, and javac has not changed them. */
    void analyzed(TypeElement type) {
        if (context.trees().getPath(type) == null) {
            return; // A synthetic type for the declaration of a module.
        }
        analyzed.add(type.getQualifiedName().toString());
        Set<String> earlier = new HashSet<>();
        declare(type, earlier);
        earlier.forEach(key -> index.addRoot(key.substring(key.indexOf("::") + 2, key.indexOf('('))));
        Set<String> reachable = index.reachable();
        if (reachable.isEmpty()) {
            return;
        }
        ClassModeler modeler = new ClassModeler(context, reachable);
        modeler.scan(context.trees().getPath(type), null);
        for (FunctionModel function : modeler.functions()) {
            linker.add(function);
            ClassModel owner = classes.get(Names.owner(function.method()));
            if (owner != null && modeler.isKernel(function)) {
                owner.kernels.add(function);
            } else if (owner != null && earlier.contains(names.key(function.method()))) {
                owner.helpers.add(function);
            }
        }
        linkKernels();
    }

    /** Adds a class and its nested classes; collects the keys of the methods in their earlier models. */
    private void declare(TypeElement type, Set<String> earlier) {
        ClassModel model = new ClassModel(type, context.trees().getPath(type));
        classes.put(type, model);
        context.members().note(type, context);
        try {
            String text = resources.earlier(type);
            model.hasEarlier = text != null;
            if (text != null) {
                addKeys(JsonReader.read(text), type, earlier);
            }
        } catch (IOException | ModelFormatException e) {
            model.hasEarlier = true; // The file will be replaced.
        }
        ElementFilter.typesIn(type.getEnclosedElements()).forEach(nested -> declare(nested, earlier));
    }

    private void addKeys(Model model, TypeElement type, Set<String> keys) {
        Set<String> known = new HashSet<>();
        for (Op function : model.functions()) {
            if (names.binary(type).equals(Libraries.text(function.attributes().get("owner")))) {
                known.add(Libraries.text(function.value()));
            }
        }
        for (Element member : type.getEnclosedElements()) {
            if (member instanceof ExecutableElement method && known.contains(TypeNames.function(method))) {
                keys.add(names.key(method));
            }
        }
    }

    private void linkKernels() {
        for (ClassModel each : List.copyOf(classes.values())) {
            if (!each.isSettled()) {
                each.result = linker.link(source(each), each.kernels, this::isYetToCome, true);
                addHelpers(each.result.functions());
            }
        }
    }

    private String source(ClassModel model) {
        return sourceNames.apply(model.path.getCompilationUnit());
    }

    /** Returns a class that is being compiled by its name in class files; null for others. */
    TypeElement type(String binaryName) {
        return classes.keySet().stream().filter(each -> names.binary(each).equals(binaryName)).findFirst()
            .orElse(null);
    }

    /** Returns the names of classes. */
    Names names() {
        return names;
    }

    /** Returns the classes that have kernels, in the order of analysis. */
    List<ClassModel> classesWithKernels() {
        return classes.values().stream().filter(each -> !each.kernels.isEmpty()).toList();
    }

    /** Links some methods again after all classes are analysed. */
    Linker.Result link(String source, Collection<FunctionModel> roots) {
        return linker.link(source, roots, this::isYetToCome, true);
    }

    /** Adds the methods that a kernel reaches in other classes to the models of these. */
    private void addHelpers(Collection<FunctionModel> reached) {
        for (FunctionModel function : reached) {
            ClassModel owner = classes.get(Names.owner(function.method()));
            if (owner != null && !owner.kernels.contains(function)) {
                owner.helpers.add(function);
            }
        }
    }

    private boolean isYetToCome(String name) {
        return index.hasClass(name) && !analyzed.contains(name);
    }

    /** Records that the class file of a class is written. */
    void generated(TypeElement type) {
        ClassModel model = classes.get(type);
        if (model != null) {
            model.isGenerated = true;
        }
    }

    /** Returns the models to write, to delete or to leave unchanged, after all classes are analysed. */
    List<ClassModel> finish() {
        List<ClassModel> finished = new ArrayList<>();
        for (ClassModel each : classes.values()) {
            if (each.isSettled() && (each.result == null || each.result.status() != Linker.Status.WRONG)) {
                addWorkingHelpers(each);
            }
            if (each.isSettled()) {
                finished.add(each);
            }
        }
        return finished;
    }

    /** Adds helpers, except those that are not reached any more and are invalid or not linked. */
    private void addWorkingHelpers(ClassModel model) {
        for (FunctionModel helper : model.helpers) {
            Linker.Result result = linker.link(source(model), List.of(helper), this::isYetToCome, false);
            if (result.status() == Linker.Status.COMPLETE) {
                model.result = model.result == null ? result : model.result.plus(result);
            }
        }
    }
}
