// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Eclipse's compiler, which knows no plugins of javac: the command adds the models to its classes. */
@Tag("ecj")
class EcjTest {
    private static final Path ECJ = Path.of("/usr/share/java/eclipse-jdt-core.jar");
    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir Path folder;

    @Test
    void theCommandWritesModelsBesideItsClasses() throws Exception {
        assumeTrue(Files.exists(ECJ), "skipped: Eclipse's compiler is not installed (Debian's "
            + "libeclipse-jdt-core-java)");
        Project project = new Project(folder)
            .file("demo/K.java", "class K { @Kernel static void k(Ptr x) { x.store(H.twice(x.load())); } }")
            .file("demo/H.java", "class H { static Tensor twice(Tensor t) { return t.add(t); } }");
        assertTrue(project.compile("demo/K.java", "demo/H.java"), project.printed);
        List<String> resources = project.resources();
        assertEquals(List.of("demo/H.cm2tt.json", "demo/K.cm2tt.json"), resources);

        Path sources = folder.resolve("src");
        Path bin = folder.resolve("bin");
        String path = Project.LANG + File.pathSeparator + Project.JAVAC;
        assertTrue(project.run(List.of(JAVA, "-cp", ECJ.toString(),
                       "org.eclipse.jdt.internal.compiler.batch.Main", "-17", "-proc:none", "-cp", path, "-d",
                       bin.toString(), sources.toString())),
            project.printed);
        assertTrue(Files.exists(bin.resolve("demo/K.class")));
        assertTrue(project.run(List.of(JAVA, "-jar", Project.JAVAC, "-d", bin.toString(),
                       sources.resolve("demo/K.java").toString(), sources.resolve("demo/H.java").toString())),
            project.printed);
        for (String name : resources) {
            assertEquals(
                Files.readString(project.classes.resolve(name)), Files.readString(bin.resolve(name)));
        }
    }
}
