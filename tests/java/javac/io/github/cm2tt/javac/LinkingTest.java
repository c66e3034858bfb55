// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.javac.model.Model;
import io.github.cm2tt.javac.model.Op;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The content of a model besides its kernels. */
class LinkingTest {
    @TempDir Path folder;

    private Project compiled(String text) throws Exception {
        Project project = new Project(folder).file("demo/K.java", text);
        assertTrue(project.compile("demo/K.java"), project.printed);
        return project;
    }

    @Test
    void overloadsHaveDescriptors() throws Exception {
        Project project = compiled("class K { static int f(int a, int[] b) { return a; }"
            + " static long f(long a) { return a; } static int g() { return 1; }"
            + " @Kernel static void k(Ptr x) { Triton.store(x, f(1L) + g()); } }");
        assertEquals(List.of("demo.K::k", "demo.K::f(long)", "demo.K::g"), project.functions("demo/K"));
    }

    @Test
    void kernelsComeFirst() throws Exception {
        Project project = compiled("class K { static void z(Ptr x) { L.k(x); }"
            + " @Kernel static void k(Ptr x) { z(x); } @Kernel static void j(Ptr x) { z(x); } }"
            + "class L { static void k(Ptr x) { Triton.store(x, 1); } }");
        assertEquals(
            List.of("demo.K::k", "demo.K::j", "demo.K::z", "demo.L::k"), project.functions("demo/K"));
    }

    @Test
    void recordsNestedTypesInterfacesAndEnumsHaveHelpers() throws Exception {
        Project project =
            compiled("class K { record P(Tensor a, Tensor b) { Tensor sum() { return plus(a, b); }"
                + "   static Tensor plus(Tensor a, Tensor b) { return Triton.add(a, b); } }"
                + " interface I { static int i() { return 1; } } enum E { A; static int e() { return 2; } }"
                + " @Kernel static void k(Ptr x) { var p = new P(Triton.load(x), Triton.load(x));"
                + "   Triton.store(x, Triton.add(P.plus(p.a(), p.b()), I.i() + E.e())); } }");
        assertEquals(List.of("demo.K::k", "demo.K$P::plus", "demo.K$I::i", "demo.K$E::e"),
            project.functions("demo/K"));
    }

    @Test
    void genericAndInheritedHelpersAreOfTheClassThatDeclaresThem() throws Exception {
        Project project = compiled("class K extends B { static <T extends Number> T same(T t) { return t; }"
            + " @Kernel static void k(Ptr x) { Triton.store(x, same(K.h(Triton.load(x)))); } }"
            + "class B { static Tensor h(Tensor t) { return t; } }");
        assertEquals(List.of("demo.B::h", "demo.K::k", "demo.K::same"),
            project.functions("demo/K").stream().sorted().toList());
        assertTrue(
            Files.readString(project.resource("demo/K")).contains("demo.B::h(io.github.cm2tt.lang.Tensor):"));
    }

    @Test
    void methodReferencesAndLambdasAreFollowed() throws Exception {
        Project project = compiled("import java.util.function.*; class K {"
            + " static Tensor plus(Tensor a, Tensor b) { return Triton.add(a, b); }"
            + " static Tensor times(Tensor a, Tensor b) { return Triton.mul(a, b); }"
            + " @Kernel static void k(Ptr x) { var t = Triton.arange(0, 8);"
            + "   Triton.store(x, Triton.reduce(t, 0, K::plus));"
            + "   Triton.store(x, Triton.reduce(t, 0, (a, b) -> times(a, b))); } }");
        assertEquals(List.of("demo.K::k", "demo.K::plus", "demo.K::times"),
            project.functions("demo/K").stream().sorted().toList());
    }

    @Test
    void otherFilesAreNamed() throws Exception {
        Project project =
            new Project(folder)
                .file("demo/K.java", "class K { @Kernel static void k(Ptr x) { lib.H.h(x); } }")
                .file("lib/H.java", "public class H { public static void h(Ptr x) { Triton.store(x, 1); } }");
        assertTrue(project.compile("lib/H.java", "demo/K.java"), project.printed);
        Model model = project.model("demo/K");
        assertEquals("demo/K.java", model.source());
        List<String> files = model.functions().stream().map(Op::location).map(each -> each.file()).toList();
        assertEquals(java.util.Arrays.asList(null, "lib/H.java"), files);
        assertEquals("lib/H.java", project.model("lib/H").source());
    }

    @Test
    void librariesBringTheirModels() throws Exception {
        Project library = new Project(folder.resolve("library"))
                              .file("lib/H.java",
                                  "public class H { @Reflect public static void h(Ptr x) { G.g(x); }"
                                      + " public static void unused(Ptr x) { } }"
                                      + "class G { static void g(Ptr x) { Triton.store(x, 1); } }");
        assertTrue(library.compile("lib/H.java"), library.printed);
        Project project =
            new Project(folder.resolve("user"))
                .file("demo/K.java", "class K { @Kernel static void k(Ptr x) { lib.H.h(x); } }");
        List<String> options = List.of(
            "-cp", Project.LANG + File.pathSeparator + library.classes, "-processorpath", Project.JAVAC);
        assertTrue(project.compile(options, "demo/K.java"), project.printed);
        assertEquals(List.of("demo.K::k", "lib.H::h", "lib.G::g"), project.functions("demo/K"));
        assertEquals("lib/H.java", project.model("demo/K").functions().get(2).location().file());

        project.file("demo/K.java", "class K { @Kernel static void k(Ptr x) {\n  lib.H.unused(x); } }");
        assertFalse(project.compile(options, "demo/K.java"));
        assertEquals(
            "K.java:2:8: compiler.err.proc.messager: kernels cannot call 'lib.H.unused': it has no code "
                + "model; annotate it with @Reflect, and compile its class with cm2tt-javac",
            firstLine(project));
        assertEquals(List.of(), project.resources());

        Files.writeString(library.resource("lib/H"), "{\"codeModel\": 1, \"functions\": [}");
        assertFalse(project.compile(options, "demo/K.java"));
        assertTrue(
            firstLine(project).contains("the model of 'lib.H' cannot be read: malformed JSON in line 1"),
            project.printed);
    }

    private static String firstLine(Project project) {
        return project.printed.lines().findFirst().orElse("");
    }
}
