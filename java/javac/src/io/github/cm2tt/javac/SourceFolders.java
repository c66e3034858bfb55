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

/** The folders of source files, beside which their classes go without -d. */
final class SourceFolders {
    private final Context context;
    private final Map<TypeElement, Path> folders = new HashMap<>();

    SourceFolders(Context context) {
        this.context = context;
    }

    /**
     * The folder of a class's source file; javac has to be asked before it drops the class's tree, that is
     * while the class is analysed.
     *
     * @return null if it is not compiled now, or is of no file
     */
    Path of(TypeElement type) {
        return folders.computeIfAbsent(Names.outermost(type), outermost -> {
            TreePath path = context.trees().getPath(outermost);
            URI source = path == null ? null : path.getCompilationUnit().getSourceFile().toUri();
            return source != null && "file".equals(source.getScheme()) ? Path.of(source).getParent() : null;
        });
    }
}
