// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import io.github.cm2tt.javac.model.JsonReader;
import io.github.cm2tt.javac.model.Model;
import io.github.cm2tt.javac.model.ModelFormatException;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.annotation.processing.Processor;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Java files in a folder, compiled by javac in this process or in one of its own, with the jars of the
 * build.
 */
final class Project {
    static final String LANG = jar("cm2tt-lang");
    static final String JAVAC = jar("cm2tt-javac");
    /** Head of all test files. */
    static final String IMPORTS = "import io.github.cm2tt.lang.*; ";

    final Path folder;
    final Path classes;
    /** The output of javac. */
    String printed;
    /** Wraps the file manager of compilations in this process. */
    UnaryOperator<JavaFileManager> fileManager
            = UnaryOperator.identity();
    /** Processors of compilations in this process; null for those that javac finds. */
    List<Processor> processors;

    Project(Path folder) throws IOException {
        this.folder = folder;
        this.classes = Files.createDirectories(folder.resolve("classes"));
    }

    static String jar(String name) {
        return Path.of(System.getProperty("cm2tt.build"), "jars", name + ".jar").toString();
    }

    /** Writes a file: {@code demo/K.java}. */
    Project file(String name, String text) throws IOException {
        Path file = folder.resolve("src").resolve(name);
        Files.createDirectories(file.getParent());
        String head = name.contains("/")
                ? "package " + name.substring(0, name.lastIndexOf('/')).replace('/', '.') + "; "
                : "";
        Files.writeString(file, head + IMPORTS + text);
        return this;
    }

    private List<String> words(List<String> options, String... names) {
        List<String> words = new ArrayList<>(List.of("-d", classes.toString(), "-XDrawDiagnostics"));
        words.addAll(options);
        for (String name : names) {
            words.add(folder.resolve("src").resolve(name).toString());
        }
        return words;
    }

    /** Options with the front end on the processor path. */
    List<String> usual() {
        return List.of("-cp", LANG + File.pathSeparator + classes, "-processorpath", JAVAC);
    }

    /** Compiles with the front end on the processor path. */
    boolean compile(String... names) throws IOException {
        return compile(usual(), names);
    }

    /** Compiles in this process. */
    boolean compile(List<String> options, String... names) throws IOException {
        var javac = ToolProvider.getSystemJavaCompiler();
        StringWriter out = new StringWriter();
        List<String> words = words(options);
        try (StandardJavaFileManager standard = javac.getStandardFileManager(null, null, null)) {
            Iterable<? extends JavaFileObject> inputs = standard.getJavaFileObjects(
                    Stream.of(names).map(each -> folder.resolve("src").resolve(each)).toArray(Path[]::new));
            var task = javac.getTask(out, fileManager.apply(standard), null, words, null, inputs);
            if (processors != null) {
                task.setProcessors(processors);
            }
            boolean isDone = task.call();
            printed = out.toString();
            return isDone;
        }
    }

    /** Compiles as from a shell. */
    boolean compileInShell(List<String> options, String... names) throws Exception {
        List<String> words = words(options, names);
        words.add(0, Path.of(System.getProperty("java.home"), "bin", "javac").toString());
        return run(words);
    }

    /** Runs a program in the project's folder. */
    boolean run(List<String> words) throws Exception {
        Process process
                = new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true).start();
        printed = new String(process.getInputStream().readAllBytes());
        return process.waitFor() == 0;
    }

    Path resource(String name) {
        return classes.resolve(name + ".cm2tt.json");
    }

    /** The model beside a class: {@code demo/K}. */
    Model model(String name) throws IOException, ModelFormatException {
        return JsonReader.read(Files.readString(resource(name)));
    }

    /** The functions of a model, in order: {@code demo.K::k}, with a descriptor if there is one. */
    List<String> functions(String name) throws IOException, ModelFormatException {
        return model(name)
                .functions()
                .stream()
                .map(each
                        -> Libraries.text(each.attributes().get("owner"))
                                + "::" + Libraries.text(each.value())
                                + (each.attributes().containsKey("descriptor")
                                                ? Libraries.text(each.attributes().get("descriptor"))
                                                : ""))
                .toList();
    }

    /** All files with models below the classes. */
    List<String> resources() throws IOException {
        try (Stream<Path> found = Files.walk(classes)) {
            return found.filter(each -> each.toString().endsWith(".cm2tt.json"))
                    .map(each -> classes.relativize(each).toString()).sorted().toList();
        }
    }
}
