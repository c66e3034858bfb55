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
            "K.java:3:5: a kernel can only create records: 'Object'; make it a record\n1 error\n",
            printed);
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
    void twoKernelsOfOneName() throws Exception {
        assertEquals("K.java:3:23: two kernels are called 'k' in 'demo.K': 'k(io.github.cm2tt.lang.Ptr)' and "
                + "'k(io.github.cm2tt.lang.Ptr,int)'; give them different names\n1 error\n",
            errors("class K {\n  @Kernel static void k(Ptr x) { }\n  @Kernel static void k(Ptr x, int n) "
                + "{ }\n}\n"));
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

    @Test
    void anErrorRemovesTheModelOfBefore() throws Exception {
        Project project =
            new Project(folder).file("demo/K.java", "class K { @Kernel static void k(Ptr x) { } }");
        assertTrue(project.compile("demo/K.java"), project.printed);
        assertEquals(List.of("demo/K.cm2tt.json"), project.resources());
        errors("class K { @Kernel static void k(Ptr x) { new Object(); } }");
    }
}
