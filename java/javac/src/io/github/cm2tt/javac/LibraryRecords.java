// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/**
 * Records of classes that are not being compiled. A kernel runs the code of their constructors and accessors
 * by its model; without one, that is an error.
 */
final class LibraryRecords {
    private final Names names;
    private final Resources resources;
    private final Map<String, Set<String>> written = new HashMap<>();

    LibraryRecords(Names names, Resources resources) {
        this.names = names;
        this.resources = resources;
    }

    /** Returns whether a canonical constructor or an accessor has code of its own. */
    boolean isWritten(ExecutableElement method) {
        TypeElement type = Names.owner(method);
        boolean isConstructor = method.getKind() == ElementKind.CONSTRUCTOR;
        if (type.getKind() != ElementKind.RECORD || isConstructor && !names.isCanonical(method)) {
            return false;
        }
        return written.computeIfAbsent(names.binary(type), name -> read(type))
            .contains(isConstructor ? "<init>" : method.getSimpleName().toString());
    }

    private Set<String> read(TypeElement type) {
        try {
            byte[] file = resources.compiled(type);
            return file == null ? Set.of() : RecordCode.written(file);
        } catch (IOException e) {
            return Set.of();
        }
    }
}
