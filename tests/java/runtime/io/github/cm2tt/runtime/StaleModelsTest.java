// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.runtime.internal.LogListener;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Warnings of models that are older than the code. */
class StaleModelsTest {
    private static final Set<String> LOGGED = new HashSet<>();

    @TempDir
    Path folder;

    private static String helper(String before, String factor) {
        return "package stale; import io.github.cm2tt.lang.*;\n" + before
            + "final class Helper {\n    static Tensor times(Tensor t) { return t.mul(" + factor + "); }\n"
            + "    static Tensor unused(Tensor t) { return t.add(" + factor + "); }\n}\n";
    }

    private static final String KERNELS = "package stale; import io.github.cm2tt.lang.*;\n"
        + "final class Kernels {\n    @Kernel static void twice(Ptr x) { x.store(Helper.times(x.load())); }\n"
        + "    @Kernel static void zero(Ptr x) { x.store(0); }\n}\n";

    private void write(String name, String text) throws Exception {
        Files.createDirectories(folder.resolve("stale"));
        Files.writeString(folder.resolve("stale/" + name + ".java"), text);
    }

    private void compile(String... names) {
        Path[] files = new Path[names.length];
        for (int i = 0; i < files.length; i++) {
            files[i] = folder.resolve("stale/" + names[i] + ".java");
        }
        TestSupport.javac(folder, true, files);
    }

    /** Loads the kernel 'twice' in a new class loader; returns what is logged. */
    private List<String> warnings() throws Exception {
        List<String> messages = new ArrayList<>();
        LogListener listener = new LogListener(entry -> messages.add(entry.getMessage()));
        try (URLClassLoader loader
            = new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            KernelFunction.of(loader.loadClass("stale.Kernels"), "twice");
        } finally {
            listener.close();
        }
        return messages;
    }

    @Test
    void warnsOfHelpersThatWereCompiledAlone() throws Exception {
        write("Helper", helper("", "2"));
        write("Kernels", KERNELS);
        compile("Helper", "Kernels");
        assertEquals(List.of(), warnings());

        // A comment, or another method, changes no kernel.
        write("Helper", helper("/** Helps. */\n", "2").replace("add", "sub"));
        compile("Helper", "Kernels");
        write("Helper", helper("// One line\n// more\n", "2"));
        compile("Helper", "Kernels");
        assertEquals(List.of(), warnings());
    }

    @Test
    void namesTheClassToCompile() throws Exception {
        write("Helper", helper("", "2"));
        write("Kernels", KERNELS);
        compile("Helper", "Kernels");
        byte[] kernels = Files.readAllBytes(folder.resolve("stale/Kernels.cm2tt.json"));
        write("Helper", helper("", "3"));
        compile("Helper", "Kernels");
        // As if only Helper had been compiled.
        Files.write(folder.resolve("stale/Kernels.cm2tt.json"), kernels);
        assertEquals(List.of("the kernels of stale.Kernels contain older versions of methods of "
            + "stale.Helper, 'times': compile stale.Kernels again"), warnings());
        assertEquals(List.of(), warnings(), "logged once");
    }

    private static final String EDITED = "package stale; import io.github.cm2tt.lang.*;\n"
        + "final class Kernels {\n    static final int N = 3;\n"
        + "    record Pair(int a, int b) { Pair { if (a > b) { a = b; } } int sum() { return a + b; } }\n"
        + "    static int twice(int x) { return x * 2; }\n    static int half(int x) { return x / 2; }\n"
        + "    @Kernel static void twice(Ptr x, Ptr y, int n) {\n        final int M = 5;\n"
        + "        for (int i = 0; i < n; i++) {\n            var v = x.add(i).load().add(N);\n"
        + "            y.store(v.map(e -> e.intValue() * 4).sub(twice(i) + M));\n        }\n"
        + "        y.store(new Pair(n, 7).sum());\n    }\n}\n";

    private void replace(String text) throws Exception {
        write("Kernels", text);
        TestSupport.javac(folder, false, folder.resolve("stale/Kernels.java"));
    }

    /** An IDE's compiler replaces the class and not its model. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"int N = 3|int N = 4|twice", "x * 2|x * 3|twice",
        "x * 2|x + 2|twice",
        "() * 4|() * 5|twice", "() * 4|() + 4|twice", "twice(i)|half(i)|twice", "M = 5|M = 6|twice",
        "i < n|i <= n|twice", "x.add(i)|y.add(i)|twice", "a = b;|a = b + 1;|new", "a > b|a < b|new",
        "a + b|b - a|sum", "i++|i += 2|twice", "new Pair(n, 7)|new Pair(n, 8)|twice",
        "y.store(new|x.store(new|twice", "int n) {|int n, int m) {|twice"})
    void refusesClassesThatWereCompiledWithoutModels(String before, String after, String method)
        throws Exception {
        write("Kernels", EDITED);
        compile("Kernels");
        assertEquals(List.of(), warnings());
        replace(EDITED.replace(before, after));
        if (!method.equals("twice")) { // of the record, a class of its own; logged once
            List<String> logged = warnings();
            String expected = "the kernels of stale.Kernels contain older versions of methods of "
                + "stale.Kernels$Pair, '" + method + "': compile stale.Kernels again";
            assertTrue(LOGGED.contains(expected) || logged.equals(List.of(expected)), logged::toString);
            LOGGED.add(expected);
            return;
        }
        String message = assertThrows(IllegalArgumentException.class, this::warnings).getMessage();
        assertTrue(message.startsWith("the kernels of stale.Kernels are older than its class: 'twice' has "
            + "changed since, in a compilation without cm2tt-javac, as that of an IDE: compile "), message);
        System.setProperty("cm2tt.stale.allow", "true");
        try {
            warnings();
        } finally {
            System.clearProperty("cm2tt.stale.allow");
        }
        compile("Kernels");
        assertEquals(List.of(), warnings());
    }

    /** The same source, compiled again without models, or with another one beside the kernels. */
    @Test
    void acceptsClassesThatWereCompiledAgain() throws Exception {
        write("Kernels", EDITED);
        compile("Kernels");
        replace(EDITED);
        assertEquals(List.of(), warnings());
        replace("// a comment\n\n" + EDITED.replace("x / 2", "x / 3"));
        assertEquals(List.of(), warnings());
        Files.setLastModifiedTime(folder.resolve("stale/Kernels.cm2tt.json"),
            FileTime.from(Instant.now().minusSeconds(3600)));
        assertEquals(List.of(), warnings());
        ToolProvider.getSystemJavaCompiler().run(null, null, null, "-g:none", "-proc:none", "-d",
            folder.toString(), "-cp", System.getProperty("java.class.path"),
            folder.resolve("stale/Kernels.java").toString());
        assertEquals(List.of(), warnings());
    }

    /** The class of a helper alone is compiled, with and without models. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void warnsOfHelpersThatHaveBecomeNative(boolean withModels) throws Exception {
        String before = helper("", "2").replace("times", "scaled");
        write("Helper", before);
        write("Kernels", KERNELS.replace("times", "scaled"));
        compile("Helper", "Kernels");
        write("Helper", before.replaceFirst("static (.*\\)) \\{.*\\}", "static native $1;"));
        TestSupport.javac(folder, withModels, folder.resolve("stale/Helper.java"));
        LOGGED.addAll(warnings()); // Once for both.
        assertTrue(LOGGED.contains("the kernels of stale.Kernels contain older versions of methods of "
            + "stale.Helper, 'scaled': compile stale.Kernels again"), LOGGED::toString);
        write("Kernels", EDITED);
        compile("Kernels");
        String edited = "static int twice(int x) { return x * 2; }";
        replace(EDITED.replace(edited, "static native int twice(int x);"));
        String message = assertThrows(IllegalArgumentException.class, this::warnings).getMessage();
        assertTrue(message.startsWith("the kernels of stale.Kernels are older than its class: 'twice' has "),
            message);
    }

    /** The class is compiled alone, with and without models; a model may stay for other kernels. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void refusesKernelsThatAreNotAnnotatedAnyMore(boolean withModels) throws Exception {
        for (String annotation : List.of("@Kernel", "@Reflect", "@io.github.cm2tt.lang.Kernel")) {
            for (String other : List.of("@Kernel static void zero", "static void zero")) {
                write("Helper", helper("", "2"));
                String before = KERNELS.replaceFirst("@Kernel", annotation);
                write("Kernels", before.replace("@Kernel static void zero", other));
                compile("Helper", "Kernels");
                assertEquals(List.of(), warnings());
                write("Kernels", before.replace("@Kernel static void zero", other)
                    .replaceFirst(annotation + " static void twice", "static void twice"));
                TestSupport.javac(folder, withModels, folder.resolve("stale/Kernels.java"));
                TestSupport.fails(IllegalArgumentException.class, "Kernels.cm2tt.json has no kernel 'twice': "
                        + "twice(Ptr) is not annotated: annotate it with @Kernel, and compile stale.Kernels "
                        + "again", this::warnings);
            }
        }
    }

    /** As of an earlier release, without digests. */
    @Test
    void warnsOfYoungerClassFiles() throws Exception {
        write("Helper", helper("", "2"));
        write("Kernels", KERNELS);
        compile("Helper", "Kernels");
        Path model = folder.resolve("stale/Kernels.cm2tt.json");
        Files.writeString(model, Files.readString(model).replaceAll(", \"code\": \"[0-9a-f]+\"", ""));
        Files.setLastModifiedTime(model, FileTime.from(Instant.now().minusSeconds(3600)));
        assertEquals(List.of("stale.Kernels was compiled without cm2tt-javac after its kernels: compile it "
            + "with cm2tt-javac, or launches run kernels of an older version"), warnings());
        assertEquals(List.of(), warnings(), "logged once");
    }
}
