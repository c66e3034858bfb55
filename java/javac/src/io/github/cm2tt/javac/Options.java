// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import java.io.File;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The options of the command. */
final class Options {
    /** An invalid command line; the message describes the error. */
    static final class UsageException extends Exception {
        private static final long serialVersionUID = 1;

        UsageException(String message) {
            super(message);
        }
    }

    static final String HELP = """
            OVERVIEW: write the code models of kernels in Java, for cm2tt

            USAGE: java -jar cm2tt-javac.jar [options] FILE.java...

            OPTIONS:
              -cp PATH       where else classes are, besides cm2tt-lang.jar and
                             cm2tt-runtime.jar, if they are beside this jar; also
                             -classpath, --class-path
              -d FOLDER      write the models of each class beside its class file in
                             this folder, as for classes of Eclipse's compiler
              --help         print this text
              --kernel=NAME  this kernel alone, and what it reaches (all kernels):
                             'k', or 'k(Ptr, int)' if several have the name
              -o FILE        where the model goes: text if it ends in .cm, else JSON
                             (standard output, JSON)
              --version      print the version

            Kernels are methods with the annotation @Kernel, @Reflect or @CodeReflection.
            What they call must be in these files, or have been compiled with cm2tt.

            Exit codes: 0 done, 1 the input has an error, 2 the command line has one,
            3 an internal failure.

            EXAMPLE:
              java -jar cm2tt-javac.jar -d bin src/Add.java
              java -jar cm2tt-javac.jar Add.java -o add.json
              cm2tt add.json --kernel=add --signature='*fp32:16,*fp32:16,*fp32:16,i32,1024' -o add.ptx
            """;

    final List<String> files = new ArrayList<>();
    final List<String> classPath = new ArrayList<>();
    /** Other options of javac, which the command does not have. */
    final List<String> flags = new ArrayList<>();
    String kernel;
    String output;
    /** The folder of classes, or null for one model of all files. */
    String classes;
    boolean isHelp;
    boolean isVersion;

    private Options() {
    }

    /** Returns the options for another compiler whose classes are in a folder. */
    static Options forClassesIn(String folder) {
        Options options = new Options();
        options.classes = folder;
        return options;
    }

    static Options parse(List<String> words) throws UsageException {
        Options options = new Options();
        Iterator<String> rest = words.iterator();
        while (rest.hasNext()) {
            options.take(rest.next(), rest);
        }
        if (options.files.isEmpty() && !options.isHelp && !options.isVersion) {
            throw new UsageException("no input: name the Java files that have the kernels");
        }
        if (options.classes != null && (options.output != null || options.kernel != null)) {
            throw new UsageException(
                "'-d' writes the models of all classes: expected no '-o' and no '--kernel'");
        }
        return options;
    }

    private void take(String word, Iterator<String> rest) throws UsageException {
        int equals = word.startsWith("--") ? word.indexOf('=') : -1;
        String name = equals < 0 ? word : word.substring(0, equals);
        String value = equals < 0 ? null : word.substring(equals + 1);
        switch (name) {
            case "--help" -> isHelp = true;
            case "--version" -> isVersion = true;
            case "-o" -> output = once(name, output, value(name, value, rest));
            case "-d" -> classes = once(name, classes, value(name, value, rest));
            case "--kernel" -> kernel = once(name, kernel, value(name, value, rest));
            case "-cp", "-classpath", "--class-path" ->
                classPath.addAll(List.of(value(name, value, rest).split(File.pathSeparator)));
            default -> {
                if (word.startsWith("-")) {
                    throw new UsageException("unknown option '" + word + "'; see --help");
                }
                files.add(word);
            }
        }
    }

    private static String value(String name, String value, Iterator<String> rest) throws UsageException {
        String found = value == null && rest.hasNext() ? rest.next() : value;
        if (found == null || found.isEmpty()) {
            throw new UsageException("'" + name + "' needs a value; see --help");
        }
        return found;
    }

    private static String once(String name, String before, String value) throws UsageException {
        if (before != null) {
            throw new UsageException("'" + name + "' is given twice");
        }
        return value;
    }
}
