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

    @Test
    void nativeMethodsThatNoKernelReachesAreNoMistake() throws Exception {
        Project project = project(HELPER + " static native int l(int a); native int f(int a);");
        assertTrue(project.compile("demo/K.java", "demo/L.java", "demo/H.java"), project.printed);
    }

    /** The model of L, which is not compiled again, has H.N.f as it was. */
    @ParameterizedTest
    @CsvSource({"demo/K.java,demo/H.java", "demo/H.java,demo/K.java"})
    void librariesDoNotBringWhatIsCompiledNow(String first, String second) throws Exception {
        Project project = project(HELPER);
        assertTrue(project.compile("demo/K.java", "demo/L.java", "demo/H.java"), project.printed);
        project(HELPER.replace("7", "8"));
        assertTrue(project.compile(first, second), project.printed);
        String text = Files.readString(project.resource("demo/K"));
        assertTrue(text.contains("\"value\": 8,") && !text.contains("\"value\": 7,"), text);
    }
}
