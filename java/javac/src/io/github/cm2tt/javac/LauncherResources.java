// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import io.github.cm2tt.javac.trees.Context;
import java.io.IOException;
import java.util.Collection;
import javax.lang.model.element.TypeElement;

/**
 * Models of classes that {@code java FILE.java} compiles: the launcher keeps classes in memory and runs them
 * in this process, so the models are passed to the runtime in this process too, as system properties. These
 * do not depend on the class loaders of the front end and the runtime. The runtime uses them only for classes
 * of the launcher's class loader, each of which was compiled once, so that no model is stale.
 */
final class LauncherResources implements Resources {
    /** The name of a property is this and the binary name of the class. The runtime has the same constant. */
    private static final String PROPERTY = "io.github.cm2tt.model.";
    private static final String JAVAC = "com.sun.tools.javac.";
    private static final String LAUNCHER = JAVAC + "launcher.";

    private final Names names;
    private final FolderResources libraries;

    LauncherResources(Context context) {
        names = new Names(context);
        libraries = FolderResources.ofClassPath(context, System.getProperty("java.class.path", ""));
    }

    /**
     * Returns whether the launcher of {@code java FILE.java} has called javac on this thread. A program that
     * it runs may call javac as well; that is a usual compilation.
     */
    static boolean isCompiling() {
        return StackWalker.getInstance().walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
            .dropWhile(LauncherResources::isCompiler).findFirst())
            .filter(caller -> caller.startsWith(LAUNCHER)).isPresent();
    }

    private static boolean isCompiler(String name) {
        return name.startsWith(LauncherResources.class.getPackageName() + ".") || name.startsWith("java.")
            || name.startsWith(JAVAC) && !name.startsWith(LAUNCHER);
    }

    @Override
    public String read(TypeElement type) throws IOException {
        return libraries.read(type);
    }

    @Override
    public byte[] compiled(TypeElement type) throws IOException {
        return libraries.compiled(type);
    }

    @Override
    public String earlier(TypeElement type) {
        return null;
    }

    @Override
    public byte[] classFile(TypeElement type) {
        return null; // in memory, with its model
    }

    @Override
    public void write(TypeElement type, String text, Collection<TypeElement> origins) {
        System.setProperty(PROPERTY + names.binary(type), text);
    }

    @Override
    public void delete(TypeElement type) {
        // No earlier compilation has written one.
    }
}
