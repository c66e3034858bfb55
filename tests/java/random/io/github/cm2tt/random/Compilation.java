// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.random;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Classes that javac compiled in this process, with their models, in a folder until they are closed. */
final class Compilation implements AutoCloseable {
    /** An error of javac: the class in whose source it is, its line, and the text without positions. */
    record Problem(String className, long line, String message) {
    }

    final List<Problem> problems = new ArrayList<>();
    private final Path folder;
    private final URLClassLoader loader;

    /** Compiles sources, by the name of the class. */
    Compilation(Map<String, String> sources) {
        var javac = ToolProvider.getSystemJavaCompiler();
        var diagnostics = new DiagnosticCollector<JavaFileObject>();
        try (StandardJavaFileManager files = javac.getStandardFileManager(diagnostics, Locale.ROOT, null)) {
            folder = Files.createTempDirectory("cm2tt-random");
            List<String> options = List.of("-d", folder.toString(), "-cp",
                System.getProperty("java.class.path"), "-processorpath",
                System.getProperty("cm2tt.processors"),
                "-nowarn", "-Xmaxerrs", "10000", "-g:source,lines");
            List<Text> texts = sources.entrySet().stream().map(
                each -> new Text(each.getKey(), each.getValue())).toList();
            javac.getTask(new StringWriter(), files, diagnostics, options, null, texts).call();
            loader = new URLClassLoader(new URL[] {folder.toUri().toURL()});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (Diagnostic<? extends JavaFileObject> each : diagnostics.getDiagnostics()) {
            if (each.getKind() == Diagnostic.Kind.ERROR) {
                String className = each.getSource() instanceof Text text ? text.className : "";
                problems.add(new Problem(className, each.getLineNumber(), each.getMessage(Locale.ROOT)));
            }
        }
    }

    Class<?> load(String name) {
        try {
            return loader.loadClass(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("javac wrote no class, and no error", e);
        }
    }

    @Override
    public void close() {
        try {
            loader.close();
            try (Stream<Path> files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A source in memory. */
    private static final class Text extends SimpleJavaFileObject {
        private final String className;
        private final String text;

        Text(String className, String text) {
            super(URI.create("string:///" + className.replace('.', '/') + ".java"), Kind.SOURCE);
            this.className = className;
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoresErrors) {
            return text;
        }
    }
}
