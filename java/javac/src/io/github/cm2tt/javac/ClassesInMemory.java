// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;

/**
 * Keeps the class files that javac writes, whose code the command needs, in memory; hides the declarations of
 * modules on the source path: all classes are of the unnamed module, on each path.
 */
final class ClassesInMemory extends ForwardingJavaFileManager<StandardJavaFileManager> {
    private final Map<String, ByteArrayOutputStream> contents = new HashMap<>();

    ClassesInMemory(StandardJavaFileManager files) {
        super(files);
    }

    /** Returns the class file of a class; null for classes that are not compiled. */
    byte[] get(String name) {
        ByteArrayOutputStream content = contents.get(name);
        return content == null ? null : content.toByteArray();
    }

    @Override
    public JavaFileObject getJavaFileForInput(Location location, String name, JavaFileObject.Kind kind)
        throws IOException {
        boolean isHidden = location == StandardLocation.SOURCE_PATH && name.equals("module-info");
        return isHidden ? null : super.getJavaFileForInput(location, name, kind);
    }

    @Override
    public Iterable<JavaFileObject> list(
        Location location, String folder, Set<JavaFileObject.Kind> kinds, boolean isDeep) throws IOException {
        var found = super.list(location, folder, kinds, isDeep);
        if (location != StandardLocation.SOURCE_PATH) {
            return found;
        }
        List<JavaFileObject> kept = new ArrayList<>();
        for (JavaFileObject each : found) {
            if (!each.isNameCompatible("module-info", JavaFileObject.Kind.SOURCE)) {
                kept.add(each);
            }
        }
        return kept;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
        URI uri = URI.create("memory:///" + name.replace('.', '/') + kind.extension);
        return new SimpleJavaFileObject(uri, kind) {
            @Override
            public OutputStream openOutputStream() {
                var content = new ByteArrayOutputStream();
                contents.put(name, content);
                return content;
            }
        };
    }
}
