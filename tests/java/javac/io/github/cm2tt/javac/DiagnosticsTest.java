// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors in kernels are javac's, at the tree, and leave no model. */
class DiagnosticsTest {
    @TempDir Path folder;

    private String errors(String text) throws Exception {
        Project project = new Project(folder).file("demo/K.java", text);
        assertFalse(project.compile("demo/K.java"), "compiled");
        assertEquals(List.of(), project.resources());
        return project.printed.replace("compiler.err.proc.messager: ", "");
    }

    @Test
    void whatKernelsMayNotDo() throws Exception {
        String printed = errors("class K {\n  @Kernel static void k(Ptr x) {\n    new Object();\n  }\n}\n");
        assertEquals(
            "K.java:3:5: a kernel can only create records: 'Object'; make it a record\n1 error\n", printed);
    }

    @Test
    void whatHelpersMayNotDoIsAnErrorOnlyIfTheyAreReached() throws Exception {
        String text = "class K {\n  @Kernel static void k(Ptr x) { %s }\n"
            + "  static void h(Ptr x) {\n    new Object();\n  }\n"
            + "  static void g(Runnable r) { Runnable h = null; r.run(); }\n}\n";
        assertTrue(errors(text.formatted("h(x); h(x);")).startsWith("K.java:4:5: "));
        Project project = new Project(folder).file("demo/K.java", text.formatted(""));
        assertTrue(project.compile("demo/K.java"), project.printed);
        assertEquals(List.of("demo.K::k"), project.functions("demo/K"));
    }

    @Test
    void constructorsHaveNoObject() throws Exception {
        assertEquals("K.java:4:5: a constructor in a kernel has no object before its end: it can read and "
                + "assign the components, as this.x\n1 error\n",
            errors("class K {\n  record R(int x) { R(int x) {\n    this.x = x;\n    f();\n  }\n"
                + "    int f() { return x; } }\n"
                + "  @Kernel static void k(Ptr p) { p.store(new R(2).x()); }\n}\n"));
        assertEquals("K.java:4:5: a kernel can only create records: 'Object'; make it a record\n1 error\n",
            errors("class K {\n  record R(int x) {\n    R {\n    new Object();\n  } }\n"
                + "  @Kernel static void k(Ptr p) { p.store(new R(2).x()); }\n}\n"));
    }

    @Test
    void constructorsThatAreNotReachedMayContainAnything() throws Exception {
        Project project = new Project(folder).file("demo/K.java", "class K { record R(int x) { R(long y) { "
            + "this((int) y); new Object(); } } @Kernel static void k(Ptr p) { p.store(new R(2).x()); } }");
        assertTrue(project.compile("demo/K.java"), project.printed);
        assertEquals(List.of("demo.K::k"), project.functions("demo/K"));
    }

    @Test
    void kernelsHaveBodies() throws Exception {
        assertEquals("K.java:2:25: kernels have a body: 'k' has none\n1 error\n",
            errors("abstract class K {\n  @Kernel abstract void k(Ptr x);\n}\n"));
    }

    @Test
    void kernelsReturnNothingAndHelpersMay() throws Exception {
        String text = "class K {\n  @Kernel static void k(Ptr x) { x.store(h(2)); }\n"
            + "  @%s static int h(int a) { return a; }\n}\n";
        assertEquals("K.java:3:18: a kernel returns nothing: 'h' returns 'int'; let it store its results "
                + "through a Ptr, or remove @Kernel: helpers need no annotation, those of libraries "
                + "@Reflect\n1 error\n",
            errors(text.formatted("Kernel")));
        for (String annotation : List.of("Reflect", "CodeReflection")) {
            Project project = new Project(folder).file("demo/K.java", text.formatted(annotation));
            assertTrue(project.compile("demo/K.java"), project.printed);
            assertEquals(List.of("demo.K::k", "demo.K::h"), project.functions("demo/K"));
        }
    }

    @Test
    void javacsErrorsAreItsOwn() throws Exception {
        assertEquals("K.java:3:5: compiler.err.cant.resolve.location.args: kindname.method, nothing, , int, "
                + "(compiler.misc.location: kindname.class, demo.K, null)\n1 error\n",
            errors("class K {\n  @Kernel static void k(Ptr x) {\n    nothing(1);\n  }\n}\n"));
    }

    /** A helper that javac refuses is no method without a model, nor one of an earlier model. */
    @ParameterizedTest
    @ValueSource(strings = {"int h(int a) { return missing; }", "int h(int a) { return g(); }",
        "int h(int a) { return new Missing().x(); }", "int h(int a) { Missing m = null; return 1; }",
        "int h(int a) { return \"x\"; }", "int h(int a) { int y = 1.5; return y; }", "int h(int a) { }",
        "int h(int a) { int y; return y; }", "int h(int a) { return 1; return 2; }",
        "int h(int a) { final int y = 1; y = 2; return y; }", "int h(int a) { return a.b(); }",
        "int h(int a) { a + 1 = 2; return a; }",
        "int h(Missing a) { return 1; } static int h(int a) { return 1; }",
        "int h(int a) { java.util.function.IntSupplier s = () -> missing; return s.getAsInt(); }",
        "@Missing int h(int a) { return 1; }",
        "int h(int a) { return h2(a); } static int h2(int a) { missing(); }",
        "int h(int a) { return new R(a).x(); } record R(int x) { R { x = missing; } }",
        "int h(int a) { java.util.function.IntUnaryOperator f = K::j; return f.applyAsInt(a); }"
            + " static int j(int a) { return a.c; }",
        "int h(int a) { I i = new R(a); return i.f(); } interface I { int f(); }"
            + " record R(int x) implements I { public int f() { return missing; } }",
        "int h(int a) { return L.f(a); } } class L { static int f(int a) { return missing; }"})
    void helpersThatJavacRefusesAreItsOwn(String helper) throws Exception {
        String text = "class K {\n  @Kernel static void k(Ptr x) { x.store(h(2)); }\n  static %s\n}\n";
        String before = text.formatted("int h(int a) { return 3; }");
        Project project = new Project(folder).file("demo/K.java", before);
        assertTrue(project.compile("demo/K.java"), project.printed);
        assertFalse(project.file("demo/K.java", text.formatted(helper)).compile("demo/K.java"));
        String printed = project.printed.replace("compiler.err.proc.messager", "ours");
        assertTrue(printed.contains(": compiler.err.") && printed.endsWith("\n1 error\n")
            && printed.lines().count() == 2, printed);
    }

    @Test
    void anErrorRemovesTheModelOfBefore() throws Exception {
        Project project =
            new Project(folder).file("demo/K.java", "class K { @Kernel static void k(Ptr x) { } }");
        assertTrue(project.compile("demo/K.java"), project.printed);
        assertEquals(List.of("demo/K.cm2tt.json"), project.resources());
        errors("class K { @Kernel static void k(Ptr x) { new Object(); } }");
    }

    @Test
    void callsInChainsAreShownAtTheirDots() throws Exception {
        assertEquals(
            "K.java:5:13: kernels cannot call 'Math.random': Triton.rand(seed, index) computes random numbers"
                + "\n1 error\n",
            errors("class K {\n  @Kernel static void k(Ptr x) {\n    x.store(\n      x.load().add(\n        "
                + "Math.random()));\n  }\n}\n"));
    }

    @Test
    void oneErrorForEachMistake() throws Exception {
        String printed = errors("class K {\n  static int counter;\n  @Kernel static void k(Ptr x, int n) {\n"
            + "    float[] a = new float[4];\n    a[0] = a[1] + a.length;\n    counter++;\n"
            + "    System.out.println(\"n is \" + n);\n    Triton.devicePrint(\"n is \" + n);\n  }\n}\n");
        assertEquals("K.java:4:17: arrays cannot be used in a kernel: tiles hold many values (Triton.arange, "
                + "Triton.load), records a few\n"
                + "K.java:6:5: a kernel cannot assign to a field, such as 'counter': return the value, or "
                  + "write it "
                + "through a Ptr (Triton.store, Triton.atomicAdd)\n"
                + "K.java:7:15: kernels cannot call 'PrintStream.println': Triton.devicePrint(\"n is\", n) "
                  + "prints "
                + "text and numbers\n"
                + "K.java:8:32: strings cannot be computed in a kernel: Triton.devicePrint(\"n is\", n) "
                  + "prints text "
                + "and numbers\n4 errors\n",
            printed);
    }

    @Test
    void kernelsAreStatic() throws Exception {
        assertEquals(
            "K.java:2:16: a kernel is static, since there is no object on the device: 'k'; declare it "
                + "'static', and pass what it needs as parameters\n1 error\n",
            errors("class K {\n  @Kernel void k(Ptr x) { }\n}\n"));
    }

    @Test
    void parametersThatNoLaunchGives() throws Exception {
        String printed = errors("class K {\n  @Kernel static <T> void k(\n    StringBuilder a,\n    Object b,"
            + "\n    int[] c,\n    Tensor d,\n    T e,\n    K f,\n    java.util.function.Supplier<Ptr> g) { "
              + "a.length(); }\n}\n");
        String expected =
            ", which a launch cannot give: expected Ptr, a number, a boolean, an enum, a record, a "
            + "String or a Class\n";
        assertEquals("K.java:3:19: 'a' is a 'StringBuilder'" + expected + "K.java:4:12: 'b' is a 'Object'"
                + expected
                + ("K.java:5:11: 'c' is an array of Java, which a kernel cannot reach: declare a Ptr, and "
                   + "give a ")
                + "DeviceBuffer (device.copyOf(array))\n"
                + ("K.java:6:12: 'd' is a 'Tensor', which exists in kernels only: declare a Ptr, and load a "
                   + "tile ")
                + "(Triton.load)\n"
                + ("K.java:7:7: 'e' has the type variable 'T', which no launch knows: name a type; a Ptr "
                   + "points to ")
                + "elements of any type\n"
                + "K.java:8:7: 'f' is a 'K'" + expected + "K.java:9:38: 'g' is a 'Supplier'" + expected
                + "7 errors\n",
            printed);
    }

    @Test
    void componentsThatNoLaunchGives() throws Exception {
        String text = "class K {\n  record Inner(%s c) {}\n  record P(int n, Inner inner) {}\n"
            + "  @Kernel static void k(%s P p) { }\n}\n";
        assertEquals("K.java:4:28: 'p.inner.c' is a 'Object', which a launch cannot give: expected Ptr, a "
                + "number, a boolean or a record\n1 error\n",
            errors(text.formatted("Object", "")));
        assertEquals("K.java:4:28: 'p.inner.c' is a 'String', which is known at compile time only: annotate "
                + "'p' with @Constant, or make it a parameter of its own\n1 error\n",
            errors(text.formatted("String", "")));
        assertEquals("K.java:4:37: 'p.inner.c' is a pointer, and 'p' is a constant: make it a parameter of "
                + "its own, or a component of another record\n1 error\n",
            errors(text.formatted("Ptr", "@Constant")));
    }

    @Test
    void parametersThatLaunchesGive() throws Exception {
        Project project = new Project(folder).file("demo/K.java",
            "class K { enum Mode { A, B } record Size(int n) {} interface Op {}\n"
                + "@Kernel static void k(Ptr x, int n, boolean b, Float f, Float16 h, Mode m, Size s, "
                  + "String t, Class<?> c, "
                + "Op o) { }\n}\n");
        assertTrue(project.compile("demo/K.java"), project.printed);
    }

    @Test
    void constantsThatLackTheirAnnotation() throws Exception {
        String printed =
            errors("class K {\n  @Kernel static void k(Ptr x, int n, long m, @Constant int B) {\n"
                + "    var o = Triton.arange(0, n);\n    var z = Triton.zeros(float.class, B, (int) m * 2);\n"
                + "    int half = n / 2;\n    x.load().reshape(B, half);\n    x.load().sum(n);\n"
                + "    for (int i : Triton.staticRange(n)) { }\n    x.add(o).store(z);\n  }\n}\n");
        String expected = "' is a number at run time: annotate it with @Constant, and give constant(\"";
        assertEquals("K.java:3:30: 'arange' needs a constant here, but 'n" + expected
                + "n\", ...) before the launch\n"
                + "K.java:4:50: 'zeros' needs a constant here, but 'm" + expected
                + "m\", ...) before the launch\n"
                + "K.java:6:25: 'reshape' needs a constant here, but 'n" + expected
                + "n\", ...) before the launch\n"
                + "K.java:7:18: 'sum' needs a constant here, but 'n" + expected
                + "n\", ...) before the launch\n"
                + "K.java:8:37: 'staticRange' needs a constant here, but 'n" + expected
                + "n\", ...) before the launch\n5 errors\n",
            printed);
    }

    @Test
    void constantsThatHelpersGet() throws Exception {
        Project project = new Project(folder).file("demo/K.java",
            "class K { static Tensor range(int n) { return Triton.arange(0, n); }\n"
                + "@Kernel static void k(Ptr x, @Constant int B, boolean b) { int n = b ? 8 : B;\n"
                + "x.add(range(2 * B)).store(Triton.arange(0, B)); }\n}\n");
        assertTrue(project.compile("demo/K.java"), project.printed);
    }

    @Test
    void recursionIsAnErrorAtTheCallThatClosesTheCycle() throws Exception {
        assertEquals("K.java:3:50: recursion cannot be used in a kernel: 'f' -> 'f'; write a loop\n"
                + "K.java:5:32: recursion cannot be used in a kernel: 'g' -> 'h' -> 'g'; write a loop\n2 "
                  + "errors\n",
            errors("class K {\n  @Kernel static void k(Ptr x) { x.store(f(3) + g(2)); }\n"
                + "  static int f(int n) { return n == 0 ? 1 : n * K.f(n - 1); }\n"
                + "  static int g(int n) { return h(n); }\n  static int h(int n) { return g(n); }\n}\n"));
    }

    @Test
    void throwsThatARunTimeNumberDecides() throws Exception {
        String text = "class K {\n  @Kernel static void k(Ptr x, int n, @Constant int B) {\n    if (%s)\n"
            + "      throw new IllegalArgumentException(\"B is \" + B);\n  }\n}\n";
        assertEquals("K.java:4:7: exceptions cannot be used in a kernel: Triton.deviceAssert stops it with a "
                + "message\n1 error\n",
            errors(text.formatted("n < 0 || Triton.programId(0) > n")));
        Project project = new Project(folder).file("demo/K.java", text.formatted("n < 0 && B > 8"));
        assertTrue(project.compile("demo/K.java"), project.printed);
    }
}
