// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.Trees;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;

/**
 * Properties of members that the sources have and class files do not: the constructors and accessors of
 * records that are written, and the methods of enums that constants override. They are noted when a class is
 * analysed, since javac drops the trees of a class once its class file is written, which may be before its
 * users are analysed. Also the positions in a file, for all kernels of it.
 */
public final class SourceMembers {
    private final Set<ExecutableElement> written = new HashSet<>();
    private final Map<ExecutableElement, String> overridden = new HashMap<>();
    private final Set<TypeElement> noted = new HashSet<>();
    private Predicate<ExecutableElement> libraries = method -> false;
    private CompilationUnitTree lastUnit;
    private Positions lastPositions;

    /** Creates an empty set. */
    public SourceMembers() {}

    /** Returns the positions in a file, whose tokens are found once for kernels that follow each other. */
    Positions positions(Trees trees, CompilationUnitTree unit) {
        if (unit != lastUnit) {
            lastUnit = unit;
            lastPositions = new Positions(trees, unit);
        }
        return lastPositions;
    }

    /**
     * Sets what class files tell about records that are not being compiled.
     *
     * @param isWritten whether a canonical constructor or an accessor has code of its own
     */
    public void libraries(Predicate<ExecutableElement> isWritten) {
        libraries = isWritten;
    }

    /**
     * Notes the members of a class that is analysed; not those of classes in it.
     *
     * @param type the class
     * @param context the services of the compilation
     */
    public void note(TypeElement type, Context context) {
        noted.add(type);
        for (ExecutableElement each : ElementFilter.constructorsIn(type.getEnclosedElements())) {
            note(each, context);
        }
        for (ExecutableElement each : ElementFilter.methodsIn(type.getEnclosedElements())) {
            note(each, context);
            String constant = EnumMethods.overriding(each, context);
            if (constant != null) {
                overridden.put(each, constant);
            }
        }
    }

    private void note(ExecutableElement method, Context context) {
        if (isInTree(method, context)) {
            written.add(method);
        }
    }

    private static boolean isInTree(ExecutableElement method, Context context) {
        return context.elements().getOrigin(method) == Elements.Origin.EXPLICIT
            && context.trees().getTree(method) != null;
    }

    /** Returns whether the source of a class contains a method of a record; of a library, its class file. */
    boolean isWritten(ExecutableElement method, Context context) {
        var type = (TypeElement) method.getEnclosingElement();
        if (noted.contains(type) || context.trees().getTree(type) != null) {
            return written.contains(method) || isInTree(method, context);
        }
        return libraries.test(method);
    }

    /**
     * Returns the name of a constant whose body overrides a method of its enum, or null. For an enum of a
     * library that has such bodies, returns three dots.
     */
    String overriding(ExecutableElement method, Context context) {
        if (method.getEnclosingElement().getKind() != ElementKind.ENUM
            || method.getModifiers().contains(Modifier.STATIC)) {
            return null;
        }
        var type = (TypeElement) method.getEnclosingElement();
        if (noted.contains(type) || context.trees().getTree(type) != null) {
            return overridden.getOrDefault(method, EnumMethods.overriding(method, context));
        }
        boolean canOverride = !type.getModifiers().contains(Modifier.FINAL)
            && !method.getModifiers().contains(Modifier.FINAL)
            && !method.getModifiers().contains(Modifier.PRIVATE);
        return canOverride ? "..." : null;
    }
}
