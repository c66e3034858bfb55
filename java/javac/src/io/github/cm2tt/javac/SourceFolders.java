// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import com.sun.source.util.TreePath;
import io.github.cm2tt.javac.trees.Context;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import javax.lang.model.element.TypeElement;

/** The folders of source files, to which classes are written without -d. */
final class SourceFolders {
    private final Context context;
    private final Map<TypeElement, Path> folders = new HashMap<>();

    SourceFolders(Context context) {
        this.context = context;
    }

    /**
     * Returns the folder of the source file of a class. It has to be called before javac drops the tree of
     * the class, that is, while the class is analysed.
     *
     * @return the folder, or null if the class is not being compiled or has no file
     */
    Path of(TypeElement type) {
        return folders.computeIfAbsent(Names.outermost(type), outermost -> {
            TreePath path = context.trees().getPath(outermost);
            URI source = path == null ? null : path.getCompilationUnit().getSourceFile().toUri();
            return source != null && "file".equals(source.getScheme()) ? Path.of(source).getParent() : null;
        });
    }
}
