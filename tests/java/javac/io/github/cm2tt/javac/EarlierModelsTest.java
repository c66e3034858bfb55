// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Models of an earlier compilation in the folder of the classes: what is compiled now comes first. */
class EarlierModelsTest {
    @TempDir Path folder;

    /** A kernel that reaches a helper through a method of each kind. */
    private Project project(String helper) throws IOException {
        return new Project(folder)
            .file("demo/K.java", "class K { @Kernel static void k(Ptr x) { x.store(L.l(4)); } }")
            .file("demo/L.java", "class L { static int l(int a) { return H.N.f(a) + H.h(a); } }")
            .file("demo/H.java", "class H { " + helper + " static int h(int a) { return 1; } }");
    }

    private static final String HELPER = "static class N { static int f(int a) { return 7; } }";

    @ParameterizedTest
    @CsvSource({"demo/K.java,demo/H.java", "demo/H.java,demo/K.java"})
    void methodsThatBecomeNativeHaveNoCode(String first, String second) throws Exception {
        for (String helper : List.of("static native int f(int a);", "static native int f(int... a);",
                 "public static synchronized native int f(int a);", "static native int f(long a);")) {
            Project project = project(HELPER);
            assertTrue(project.compile("demo/K.java", "demo/L.java", "demo/H.java"), project.printed);
            project(HELPER.replace("static int f(int a) { return 7; }", "\n" + helper));
            assertFalse(project.compile(first, second, "demo/L.java"));
            String error = "compiler.err.proc.messager: kernels cannot call 'demo.H.N.f': it is native, and "
                + "so runs on the JVM only; write it in Java\n1 error\n";
            assertTrue(project.printed.startsWith("H.java:2:") && project.printed.endsWith(error),
                project.printed);
            assertFalse(Files.exists(project.resource("demo/K")));
            assertTrue(project.compile("demo/H.java", "demo/L.java"), project.printed);
            assertEquals(List.of("demo/H.cm2tt.json"), project.resources());
            assertFalse(project.compile("demo/K.java"));
        }
    }

    /** A record whose file is compiled alone keeps its constructors for kernels of other files. */
    @Test
    void constructorsOfRecordsStay() throws Exception {
        Project project = new Project(folder)
            .file("demo/K.java", "class K { @Kernel static void k(Ptr x) { x.store(new H.R(4, 5).x()); } }")
            .file("demo/H.java", "class H { record R(int x, int y) { R { x = 7; }"
                + " R(int x) { this(x, x); } } }");
        assertTrue(project.compile("demo/K.java", "demo/H.java"), project.printed);
        List<String> all = List.of("demo/H$R.cm2tt.json", "demo/K.cm2tt.json");
        for (int i = 0; i < 2; i++) {
            assertTrue(project.compile("demo/H.java"), project.printed);
            assertEquals(all, project.resources());
        }
        assertTrue(project.compile("demo/K.java"), project.printed);
        List<String> functions = project.functions("demo/K");
        assertTrue(functions.contains("demo.H$R::new(int, int)"), functions::toString);
    }

    /** The class file of a record that has no model tells whether its members have code. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"|", "R { }|",
        "R(int x, long y, float z, double d, byte b) { this.x = x;"
        + " this.y = y; this.z = z; this.d = d; this.b = b; }|", "public int x() { return x; }|",
        "R(int x) { this(x, 1, 1, 1, (byte) 1); }|", "static int f() { return 7; }|",
        "int f() { return 7; }|", "public String toString() { return null; }|",
        "R { x = 7; }|create 'demo.H.R'", "R { if (x < 0) { x = -x; } }|create 'demo.H.R'",
        "R { b++; }|create 'demo.H.R'", "R { assert x > 0; }|create 'demo.H.R'",
        "R(int x, long y, float z, double d, byte b) { this.x = b; this.y = y; this.z = z; this.d = d;"
        + " this.b = b; }|create 'demo.H.R'",
        "R { f(); } static void f() { }|create 'demo.H.R'",
        "public int x() { return 7; }|call 'demo.H.R.x'",
        "public int x() { return (int) y; }|call 'demo.H.R.x'",
        "public int x() { return -x; }|call 'demo.H.R.x'"})
    void recordsWithoutModels(String body, String refused) throws Exception {
        String code = body == null ? "" : body;
        Project project = new Project(folder)
            .file("demo/H.java",
                "class H { record R(int x, long y, float z, double d, byte b) { " + code + " } }")
            .file("demo/K.java", "class K { @Kernel static void k(Ptr p, int a) {"
                + " p.store(new H.R(a, 2, 3, 4, (byte) 5).x()); } }");
        assertTrue(project.compile("demo/H.java"), project.printed);
        assertEquals(refused == null, project.compile("demo/K.java"), project.printed);
        if (refused != null) {
            String reason = refused.startsWith("call")
                ? "it has no code model; annotate it with @Reflect"
                : "its constructor has code, and no code model; compile its class with cm2tt-javac "
                    + "together with a kernel that creates it";
            String expected = "kernels cannot " + refused + ": " + reason;
            assertTrue(project.printed.contains(expected), project.printed);
        }
    }

    @Test
    void nativeMethodsThatNoKernelReachesAreNoMistake() throws Exception {
        Project project = project(HELPER + " static native int l(int a); native int f(int a);");
        assertTrue(project.compile("demo/K.java", "demo/L.java", "demo/H.java"), project.printed);
    }

    /** The model of L, which is not compiled again, has the methods of H as they were. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"H.h(a)|static int h(int a) { return 7; }",
        "H.N.f(a)|static class N { static int f(int a) { return 7; } }",
        "H.h(a) + H.h(1L)|static int h(int a) { return 1; } static int h(long a) { return 7; }",
        "new H.R(a).x()|record R(int x) { R { x = 7; } }",
        "new H.R(a).x()|record R(int x) { public int x() { return 7; } }",
        "new H.R(a).f()|interface I { default int f() { return 7; } } record R(int x) implements I { }",
        "H.g(a)|static int g(int a) { return f(a); } static int f(int a) { return 7; }",
        "H.same(a)|static <T extends Number> int same(T a) { return 7; }",
        "H.E.B.f()|enum E { A, B; int f() { return 7; } }", "H.h()|static int h(int... a) { return 7; }",
        "f(H::h, a)|static int h(int a) { return 7; }", "f(x -> H.h(x), a)|static int h(int a) { return 7; }",
        "M.m(a)|static int h(int a) { return 7; }"})
    void librariesDoNotBringWhatIsCompiledNow(String call, String helper) throws Exception {
        for (boolean isFirst : new boolean[] {true, false}) {
            Project project = project("")
                .file("demo/L.java", "class L { static int l(int a) { return " + call + "; }\n static int f("
                    + "java.util.function.IntUnaryOperator f, int a) { return f.applyAsInt(a); } }")
                .file("demo/M.java", "class M { "
                    + (call.startsWith("M") ? "static int m(int a) { return H.h(a); }" : "") + " }")
                .file("demo/H.java", "class H { " + helper + " }");
            assertTrue(project.compile("demo/K.java", "demo/L.java", "demo/M.java", "demo/H.java"),
                project.printed);
            project.file("demo/H.java", "class H { " + helper.replace("7", "8") + " }");
            assertTrue(isFirst ? project.compile("demo/H.java", "demo/K.java")
                : project.compile("demo/K.java", "demo/H.java"), project.printed);
            String text = Files.readString(project.resource("demo/K"));
            assertTrue(text.contains("\"value\": 8,") && !text.contains("\"value\": 7,"), text);
        }
    }
}
