// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.cm2tt.runtime.internal.LogListener;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Warnings of models that are older than the code. */
class StaleModelsTest {
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

    @Test
    void warnsOfClassesThatWereCompiledWithoutModels() throws Exception {
        write("Helper", helper("", "2"));
        write("Kernels", KERNELS);
        compile("Helper", "Kernels");
        Path model = folder.resolve("stale/Kernels.cm2tt.json");
        Files.setLastModifiedTime(model, FileTime.from(Instant.now().minusSeconds(3600)));
        assertEquals(List.of("stale.Kernels was compiled without cm2tt-javac after its kernels: compile it "
            + "with cm2tt-javac, or launches run kernels of an older version"), warnings());
        assertEquals(List.of(), warnings(), "logged once");
    }
}
