// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import io.github.cm2tt.javac.model.JsonWriter;
import io.github.cm2tt.javac.model.Model;
import io.github.cm2tt.javac.model.TextWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;

/** The command, which compiles Java files to code models. */
public final class Main {
    private static final int DONE = 0;
    private static final int INPUT = 1;
    private static final int USAGE = 2;
    private static final int INTERNAL = 3;

    private Main() {}

    /**
     * Runs the command and ends the process.
     *
     * @param arguments the arguments
     */
    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    /**
     * Runs the command.
     *
     * @param arguments the arguments
     * @param out the stream for a model without an output file
     * @param error the stream for errors
     * @return the exit code
     */
    static int run(List<String> arguments, PrintStream out, PrintStream error) {
        try {
            Options options = Options.parse(arguments);
            if (options.isHelp || options.isVersion) {
                out.print(options.isHelp ? Options.HELP : version() + System.lineSeparator());
                return DONE;
            }
            return compile(options, out, new PrintWriter(error, true, StandardCharsets.UTF_8));
        } catch (Options.UsageException e) {
            error.println("cm2tt-javac: error: " + e.getMessage());
            return USAGE;
        } catch (IOException e) {
            error.println("cm2tt-javac: error: " + e.getMessage());
            return INPUT;
        } catch (RuntimeException | StackOverflowError e) {
            error.println("cm2tt-javac: internal error: " + e + "; please report it");
            e.printStackTrace(error);
            return INTERNAL;
        }
    }

    private static String version() {
        String version = Main.class.getModule().isNamed()
            ? Main.class.getModule().getDescriptor().rawVersion().orElse(null)
            : Main.class.getPackage().getImplementationVersion();
        return "cm2tt-javac " + (version == null ? "(unknown version)" : version) + " (Java "
            + System.getProperty("java.version") + ")";
    }

    private static int compile(Options options, PrintStream out, PrintWriter error) throws IOException {
        // Before a class is loaded that needs the compiler's.
        if (ToolProvider.getSystemJavaCompiler() == null) {
            throw new IOException("this Java runtime has no compiler; run a JDK's java");
        }
        FileCompiler compiler = new FileCompiler(options, error);
        if (options.classes != null) {
            Map<String, String> texts = compiler.compileClasses();
            error.flush();
            return texts == null ? INPUT : writeClasses(Path.of(options.classes), texts);
        }
        Model model = compiler.compile();
        error.flush();
        if (model == null) {
            return INPUT;
        }
        boolean isText = options.output != null && options.output.endsWith(".cm");
        String text = isText ? TextWriter.write(model) : JsonWriter.write(model);
        if (options.output == null || options.output.equals("-")) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        } else {
            writeWhole(Path.of(options.output), text);
        }
        return DONE;
    }

    /** Writes the models of classes; deletes the files of those whose text is null. */
    private static int writeClasses(Path folder, Map<String, String> texts) throws IOException {
        for (Map.Entry<String, String> each : texts.entrySet()) {
            Path file = folder.resolve(each.getKey());
            if (each.getValue() == null) {
                Files.deleteIfExists(file);
            } else {
                Files.createDirectories(file.toAbsolutePath().getParent());
                writeWhole(file, each.getValue());
            }
        }
        return DONE;
    }

    /** Writes a file completely or not at all; special files are written directly. */
    private static void writeWhole(Path file, String text) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            try (OutputStream out = Files.newOutputStream(file)) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
            return;
        }
        Path target = Files.exists(file) ? file.toRealPath() : file;
        Path folder = target.toAbsolutePath().getParent();
        Path temporary =
            folder.resolve("." + target.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
        try {
            Files.writeString(temporary, text);
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new IOException("cannot write '" + file + "': " + e, e);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
