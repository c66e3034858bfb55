// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac.trees;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The Java files of a folder, attributed by javac in one task. */
final class Sources {
    final Context context;
    private final List<CompilationUnitTree> units = new ArrayList<>();

    /** Reads a folder below this folder of tests, and the folders in it. */
    Sources(String folder) {
        this(folder, 17);
    }

    /** The same, in a later release of Java. */
    Sources(String folder, int release) {
        this(folder, release, List.of());
    }

    /** Reads a folder, and adds a class that is given as text. */
    Sources(String folder, String className, String text) {
        this(folder, 17, List.of(new Text(className, text)));
    }

    private Sources(String folder, int release, List<Text> more) {
        Path root = Path.of(System.getProperty("cm2tt.source", "."), "tests/java/javac", folder);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        try (Stream<Path> found = Files.walk(root)) {
            List<Path> paths = found.filter(each -> each.toString().endsWith(".java")).sorted().toList();
            List<JavaFileObject> inputs = new ArrayList<>(more);
            files.getJavaFileObjectsFromPaths(paths).forEach(inputs::add);
            List<String> options = List.of("--release", "" + release, "-proc:none");
            // Errors are expected of some.
            var task = (JavacTask) compiler.getTask(new StringWriter(), files, null, options, null, inputs);
            task.parse().forEach(units::add);
            task.analyze();
            context = Context.of(task);
        } catch (IOException exception) {
            throw new UncheckedIOException(exception);
        }
    }

    /** A file in memory. */
    private static final class Text extends SimpleJavaFileObject {
        private final String text;

        Text(String className, String text) {
            super(URI.create("text:///" + className + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoresErrors) {
            return text;
        }
    }

    List<CompilationUnitTree> units() {
        return units;
    }

    /** All methods with bodies, but for constructors. */
    List<TreePath> methods() {
        List<TreePath> found = new ArrayList<>();
        for (CompilationUnitTree unit : units) {
            new TreePathScanner<Void, Void>() {
                @Override
                public Void visitMethod(MethodTree tree, Void none) {
                    if (tree.getReturnType() != null && tree.getBody() != null) {
                        found.add(getCurrentPath());
                    }
                    return super.visitMethod(tree, none);
                }
            }.scan(unit, null);
        }
        return found;
    }

    /** The method's annotation of this simple name; null if it has none. */
    static Tree annotation(TreePath method, String name) {
        return ((MethodTree) method.getLeaf())
            .getModifiers()
            .getAnnotations()
            .stream()
            .filter(each -> each.getAnnotationType().toString().equals(name))
            .findFirst()
            .orElse(null);
    }

    /** The line of a tree, from 1. */
    long line(CompilationUnitTree unit, Tree tree) {
        return unit.getLineMap().getLineNumber(start(unit, tree));
    }

    int start(CompilationUnitTree unit, Tree tree) {
        return (int) context.trees().getSourcePositions().getStartPosition(unit, tree);
    }

    int end(CompilationUnitTree unit, Tree tree) {
        return (int) context.trees().getSourcePositions().getEndPosition(unit, tree);
    }

    static String text(CompilationUnitTree unit) {
        try {
            return unit.getSourceFile().getCharContent(true).toString();
        } catch (IOException exception) {
            throw new UncheckedIOException(exception);
        }
    }
}
