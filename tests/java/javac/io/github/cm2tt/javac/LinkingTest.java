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
    void kernelsOfOneNameHaveDescriptors() throws Exception {
        Project project = compiled("class K { enum E { A } @Kernel static void k(Ptr x, E e) { k(x); }"
            + " @Kernel static void k(Ptr x) { k(x, 1); } static void k(Ptr x, int n) { x.store(n); } }");
        String ptr = "io.github.cm2tt.lang.Ptr";
        assertEquals(List.of("demo.K::k(" + ptr + ", demo.K$E)", "demo.K::k(" + ptr + ")",
            "demo.K::k(" + ptr + ", int)"), project.functions("demo/K"));
    }

    /** The name of a class does not decide alone: {@code TypeNames} spells that of a reference in full. */
    @Test
    void callsNameTheClassThatDeclaresTheMethod() throws Exception {
        Project project = compiled("class K { static class A { static int h(int x) { return x; } }"
            + " static class B { static int h(int x) { return 2; } } class C { static int h(int x) {"
            + " return 3; } } @Kernel static void k(Ptr x) { x.store(A.h(1) + B.h(2) + C.h(3)); } }");
        assertEquals(List.of("demo.K::k", "demo.K$A::h", "demo.K$B::h", "demo.K$C::h"),
            project.functions("demo/K"));
        String text = Files.readString(project.resource("demo/K"));
        for (String each : List.of("A", "B", "C")) {
            assertTrue(text.contains("\"demo.K$" + each + "::h(int):int\""), text);
        }
    }

    /** javac has dropped the trees of R when K is analysed: {@code SourceMembers} keeps what is known. */
    @Test
    void recordsOfEarlierSourcesKeepTheirCode() throws Exception {
        Project project = new Project(folder)
            .file("demo/R.java", "record R(int x) { R { x = 2; } public int x() { return 3; } }")
            .file("demo/E.java", "enum E { A { int f() { return 2; } }, B; int f() { return 1; } }")
            .file("demo/K.java", "class K { @Kernel static void k(Ptr p) { p.store(new R(1).x()); } }")
            .file("demo/L.java", "class L { @Kernel static void k(Ptr p) {\n  p.store(E.B.f()); } }");
        assertTrue(project.compile("demo/R.java", "demo/K.java"), project.printed);
        assertEquals(List.of("demo.K::k", "demo.R::new(int)", "demo.R::x"), project.functions("demo/K"));
        assertFalse(project.compile("demo/E.java", "demo/L.java"));
        String error = "L.java:2:14: compiler.err.proc.messager: the constant 'E.A' has a body of its own";
        assertTrue(project.printed.contains(error), project.printed);
        assertFalse(project.compile("demo/L.java"));
        assertTrue(project.printed.contains("the constant 'E....' has a body of its own"), project.printed);
    }

    @Test
    void recordsOfLibrariesHaveOneConstructor() throws Exception {
        Project project = new Project(folder)
            .file("demo/R.java", "record R(int x, int y) { R(int x) { this(x, x); } }")
            .file("demo/K.java", "class K { @Kernel static void k(Ptr p) {\n  p.store(new R(1).x()); } }")
            .file("demo/L.java", "class L { @Kernel static void k(Ptr p) { p.store(new R(1, 2).x()); } }");
        assertTrue(project.compile("demo/R.java"), project.printed);
        assertFalse(project.compile("demo/K.java"));
        String error = "a record of a library is made of all its components, by its canonical constructor: "
            + "write 'new R(int x, int y)'";
        assertTrue(project.printed.contains(error), project.printed);
        assertTrue(project.compile("demo/L.java"), project.printed);
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
