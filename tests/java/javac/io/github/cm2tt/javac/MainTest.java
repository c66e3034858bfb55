// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.javac.model.JsonReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command. */
class MainTest {
    private static final String ADD =
        "class Add { @Kernel static void add(Ptr x, Ptr out, int n, @Constant int B) {"
        + " var o = Triton.arange(0, B); var m = o.lt(n);"
        + " Triton.store(Triton.add(out, o), twice(Triton.load(Triton.add(x, o), m)), m); }"
        + " static Tensor twice(Tensor t) { return t.add(t); }"
        + " @Kernel static void one(Ptr out) { Triton.store(out, 1); } }";

    @TempDir Path folder;
    private Project project;
    private String out;
    private String error;

    @BeforeEach
    void files() throws Exception {
        project = new Project(folder).file("Add.java", ADD);
    }

    private String path(String name) {
        return folder.resolve("src").resolve(name).toString();
    }

    private int run(String... words) {
        var outBytes = new ByteArrayOutputStream();
        var errorBytes = new ByteArrayOutputStream();
        int code = Main.run(List.of(words), new PrintStream(outBytes), new PrintStream(errorBytes));
        out = outBytes.toString();
        error = errorBytes.toString();
        return code;
    }

    @Test
    void theJarRunsAndFindsTheKernelLanguageBesideIt() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Path model = folder.resolve("add.json");
        assertTrue(
            project.run(List.of(java, "-jar", Project.JAVAC, path("Add.java"), "-o", model.toString())),
            project.printed);
        assertEquals("", project.printed);
        assertEquals(3, JsonReader.read(Files.readString(model)).functions().size());
        assertTrue(project.run(List.of(java, "-jar", Project.JAVAC, "--version")));
        assertTrue(project.printed.startsWith("cm2tt-javac "), project.printed);
    }

    @Test
    void programsThatLaunchAreReadToo() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        project.file("Program.java",
            "import io.github.cm2tt.runtime.*; class Program {"
                + " @Kernel static void one(Ptr out) { Triton.store(out, 1); }"
                + " static Grid grid() { return Grid.of(1); } }");
        assertTrue(project.run(List.of(java, "-jar", Project.JAVAC, path("Program.java"))), project.printed);
        assertEquals(1, JsonReader.read(project.printed).functions().size());
    }

    @Test
    void kernelsAreChosen() throws Exception {
        assertEquals(0, run("-cp", Project.LANG, path("Add.java")), error);
        assertEquals(3, JsonReader.read(out).functions().size());
        assertEquals(0, run("-cp", Project.LANG, "--kernel=one", path("Add.java")), error);
        assertEquals(1, JsonReader.read(out).functions().size());
        assertEquals(1, run("-cp", Project.LANG, "--kernel", "two", path("Add.java")));
        assertEquals("cm2tt-javac: error: no kernel is called 'two'; there are: add, one\n", error);
    }

    @Test
    void kernelsOfOneNameAreChosenByTheirTypes() throws Exception {
        project.file("d/K.java", "class K { enum E { A } @Kernel static void k(Ptr x) { x.store(1); }"
            + " @Kernel static void k(Ptr x, E e) { } @Kernel static void k(Ptr x, int n) { x.store(n); }"
            + " @Kernel static void one(Ptr x) { } @Reflect static int k(int n) { return n; } }");
        String[] command = {"-cp", Project.LANG, "", path("d/K.java")};
        assertEquals(0, run("-cp", Project.LANG, path("d/K.java")), error);
        assertEquals(5, JsonReader.read(out).functions().size());
        String types = "io.github.cm2tt.lang.Ptr, d.K$E";
        for (String name : List.of("k(Ptr,K.E)", " k ( Ptr , d.K.E ) ".strip(), "k(" + types + ")")) {
            command[2] = "--kernel=" + name;
            assertEquals(0, run(command), error);
            assertEquals(1, JsonReader.read(out).functions().size());
            assertTrue(out.contains("\"(" + types + ")\""), out);
        }
        command[2] = "--kernel=one(Ptr)";
        assertEquals(0, run(command), error);
        command[2] = "--kernel=k";
        assertEquals(1, run(command));
        assertEquals("cm2tt-javac: error: two kernels are called 'k'; there are: k(Ptr), k(Ptr, E), "
            + "k(Ptr, int), k(int); write the types of the parameters too, as --kernel='k(Ptr, E)'\n", error);
        for (String name : List.of("k(tr)", "k()", "k(Ptr, int", "k(Ptr, int, int)", "l(Ptr)")) {
            command[2] = "--kernel=" + name;
            assertEquals(1, run(command));
            assertEquals("cm2tt-javac: error: no kernel is called '" + name
                + "'; there are: k(Ptr), k(Ptr, E), k(Ptr, int), k(int), one\n", error);
        }
    }

    @Test
    void bothFormsAreTheSameForTheCompiler() throws Exception {
        Path compiler =
            Path.of(System.getProperty("cm2tt.compiler", System.getProperty("cm2tt.build") + "/bin/cm2tt"));
        assertTrue(Files.isExecutable(compiler), "cm2tt is not built");
        Path json = folder.resolve("add.json");
        Path text = folder.resolve("add.cm");
        assertEquals(0, run("-cp", Project.LANG, path("Add.java"), "-o", json.toString()), error);
        assertEquals(0, run("-cp", Project.LANG, path("Add.java"), "-o", text.toString()), error);
        for (String form : List.of("cm", "json", "ptx")) {
            List<String> results = new ArrayList<>();
            for (Path model : List.of(json, text)) {
                assertTrue(project.run(List.of(compiler.toString(), model.toString(), "--kernel=add",
                               "--signature=*fp32:16,*fp32:16,i32:16,64", "--emit=" + form, "-o", "result")),
                    project.printed);
                results.add(Files.readString(folder.resolve("result")));
            }
            assertEquals(results.get(0), results.get(1));
            if (form.equals("json")) { // Byte for byte what our writer writes, but for what the command line
                // adds.
                assertEquals(Files.readString(json),
                    Stream.of(results.get(0).split("(?<=\n)"))
                        .filter(
                            line -> !line.startsWith("  \"kernel\"") && !line.startsWith("  \"signature\""))
                        .reduce("", String::concat));
            } else if (form.equals("cm")) {
                assertEquals(
                    Files.readString(text), results.get(0).replaceAll("//! (kernel|signature).*\n", ""));
            }
        }
    }

    /** The same files as those of the plugin, for classes that another compiler wrote. */
    @Test
    void modelsOfClassesAreBesideTheClasses() throws Exception {
        project.file("demo/H.java",
            "public class H { public static Tensor twice(Tensor t) { return t.add(t); } }");
        project.file("demo/K.java",
            "class K { @Kernel static void k(Ptr x) { Triton.store(x, H.twice(Triton.load(x))); }"
                + " static class In { @Kernel static void k(Ptr x) { Triton.store(x, 1); } } }");
        assertTrue(project.compile("demo/K.java", "demo/H.java"), project.printed);
        Path other = folder.resolve("bin");
        String[] words = {"-cp", Project.LANG, "-d", other.toString(), path("demo/K.java"),
            path("demo/H.java")};
        assertEquals(0, run(words), error);
        assertEquals("", out + error);
        for (String name : project.resources()) {
            assertEquals(
                Files.readString(project.classes.resolve(name)), Files.readString(other.resolve(name)));
        }
        assertEquals(3, project.resources().size());

        project.file("demo/K.java", "class K { }");
        assertEquals(0, run(words), error);
        assertFalse(Files.exists(other.resolve("demo/K.cm2tt.json")));
        project.file("demo/K.java", "class K { @Kernel static void k(Ptr x) { new Object(); } }");
        assertEquals(1, run(words));
        assertTrue(error.contains("a kernel can only create records"), error);
        assertFalse(Files.exists(other.resolve("demo/K.cm2tt.json")));
    }

    @Test
    void wrongCommandLines() {
        assertEquals(2, run());
        assertEquals("cm2tt-javac: error: no input: name the Java files that have the kernels\n", error);
        assertEquals(2, run("--what"));
        assertEquals("cm2tt-javac: error: unknown option '--what'; see --help\n", error);
        assertEquals(2, run("A.java", "-o"));
        assertEquals("cm2tt-javac: error: '-o' needs a value; see --help\n", error);
        assertEquals(2, run("A.java", "-o", "a", "-o", "b"));
        assertEquals("cm2tt-javac: error: '-o' is given twice\n", error);
        for (String option : List.of("-o", "--kernel")) {
            assertEquals(2, run("A.java", "-d", "bin", option, "a"));
            assertEquals("cm2tt-javac: error: '-d' writes the models of all classes: expected no '-o' and no "
                + "'--kernel'\n", error);
        }
        assertEquals(0, run("--help"));
        assertEquals(Options.HELP, out);
    }

    @Test
    void wrongInputs() throws Exception {
        assertEquals(1, run("nowhere/A.java"));
        assertEquals("cm2tt-javac: error: cannot read 'nowhere/A.java'\n", error);
        project.file("Bad.java", "class Bad {\n  @Kernel static void k(Ptr x) {\n    new Object();\n  }\n}");
        Path model = folder.resolve("bad.json");
        Files.writeString(model, "before");
        assertEquals(1, run("-cp", Project.LANG, path("Bad.java"), "-o", model.toString()));
        assertTrue(error.startsWith(path("Bad.java") + ":3: error: a kernel can only create records"), error);
        assertEquals("before", Files.readString(model));
        project.file("Wrong.java", "class Wrong { int x = nothing; }");
        assertEquals(1, run("-cp", Project.LANG, path("Wrong.java")));
        assertTrue(error.contains("cannot find symbol"), error);
        project.file("None.java", "class None { }");
        assertEquals(1, run("-cp", Project.LANG, path("None.java")));
        assertEquals("cm2tt-javac: error: no kernel in the input: no method has the annotation @Kernel\n",
            error);
        project.file("lib/G.java", "public class G { public static void g() { } }");
        assertTrue(project.compile(List.of("-cp", Project.LANG), "lib/G.java"), project.printed);
        project.file("Call.java", "class Call { @Kernel static void k(Ptr x) { lib.G.g(); } }");
        assertEquals(1, run("-cp", Project.LANG + ":" + project.classes, path("Call.java")));
        assertTrue(error.contains("error: kernels cannot call 'lib.G.g': it has no code model"), error);
        project.file("b/Add.java", "class Add { @Kernel static void add(Ptr x) { } }");
        assertEquals(1, run("-cp", Project.LANG, path("Add.java"), path("b/Add.java")));
        assertTrue(error.contains("two kernels are called 'add', in 'Add' and in 'b.Add'"), error);
    }

    @Test
    void whatIsWrongWithTheJdkOrUs() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        assertFalse(project.run(List.of(
            java, "--limit-modules", "java.base,java.compiler", "-jar", Project.JAVAC, path("Add.java"))));
        assertEquals("cm2tt-javac: error: this Java runtime has no compiler; run a JDK's java\n",
            project.printed);
        var bytes = new ByteArrayOutputStream();
        assertEquals(3, Main.run(List.of("--help"), null, new PrintStream(bytes)));
        assertTrue(bytes.toString().startsWith("cm2tt-javac: internal error: java.lang.NullPointerException"),
            bytes.toString());
        assertTrue(bytes.toString().contains("; please report it\n"), bytes.toString());
    }

    @Test
    void outputsAreWholeOrNotThere() throws Exception {
        Path model = folder.resolve("no/folder/model.json");
        assertEquals(1, run("-cp", Project.LANG, path("Add.java"), "-o", model.toString()));
        assertTrue(error.startsWith("cm2tt-javac: error: cannot write '" + model), error);
        assertEquals(
            0, run("-cp", Project.LANG, path("Add.java"), "-o", folder.resolve("m.json").toString()));
        try (Stream<Path> files = Files.list(folder)) {
            assertFalse(files.anyMatch(each -> each.getFileName().toString().endsWith(".tmp")));
        }
    }

    @Test
    void classesOnThePathBringTheirModels() throws Exception {
        project.file(
            "lib/H.java", "public class H { @Kernel public static void h(Ptr x) { Triton.store(x, 1); } }");
        assertTrue(project.compile("lib/H.java"), project.printed);
        project.file("Use.java", "class Use { @Kernel static void k(Ptr x) { lib.H.h(x); } }");
        assertEquals(0, run("-cp", Project.LANG + ":" + project.classes, path("Use.java")), error);
        assertEquals(2, JsonReader.read(out).functions().size());
    }
}
