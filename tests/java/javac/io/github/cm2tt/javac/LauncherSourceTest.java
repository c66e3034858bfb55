// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes that can have no launchers. The launchers themselves are compiled in the tests of the runtime. */
class LauncherSourceTest {
    @TempDir Path folder;

    private void refused(String error, String text) throws Exception {
        Project project = new Project(folder).file("demo/K.java", text);
        assertFalse(project.compile("demo/K.java"), "compiled");
        assertEquals("K.java:" + error + "\n1 error\n",
            project.printed.replace("compiler.err.proc.messager: ", ""));
    }

    @Test
    void classesThatNoSourceCanReferTo() throws Exception {
        refused("3:18: @Launchers: the class K is private, and the launchers cannot refer to it: remove "
            + "'private'",
            "class Outer {\n  @Launchers\n  private static class K { @Kernel static void k() { } }\n}\n");
    }

    @Test
    void classesWithoutKernels() throws Exception {
        refused("2:1: @Launchers: the class has no kernels: annotate them with @Kernel, or remove "
            + "@Launchers", "@Launchers\nclass K { static void k() { } }\n");
    }

    @Test
    void kernelsWithOneClassName() throws Exception {
        for (String other : List.of("K()", "k(Ptr x)")) {
            refused("2:1: @Launchers: the names of kernels are equal, or differ in the case of the first "
                + "letter at most: rename one, since each has a class",
                "@Launchers\nclass K { @Kernel static void k() { } @Kernel static void " + other
                    + " { } }\n");
        }
    }

    @Test
    void parametersThatNoSourceCanReferTo() throws Exception {
        refused("2:1: @Launchers: the class of the parameter 'p', 'Params', is private, and the launchers "
            + "cannot refer to it: remove 'private'",
            "@Launchers\nclass K { private record Params(int n) {} @Kernel static void k(Params p) { } }\n");
    }
}
