// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The annotation processor in Eclipse's compiler: the models that it writes, and what it reports. */
@Tag("ecj")
class EclipseModelsTest {
    private static final List<Path> ECJ = Stream.of("core", "compiler-apt", "compiler-tool")
        .map(each -> Path.of("/usr/share/java/eclipse-jdt-" + each + ".jar")).toList();
    private static final Path JDK = Path.of(System.getProperty("java.home"));
    private static final String HELPER = "class H { static Tensor twice(Tensor t) { return t.add(t); } }";
    private static final String KERNEL =
        "class K { @Kernel static void k(Ptr x) { x.store(H.twice(x.load())); } }";
    private static final String WRONG_HELPER =
        "class H { static Tensor twice(Tensor t) {\n  new Object();\n  return t; } }";

    @TempDir Path folder;
    private Project project;
    /** Options of the compiler. */
    private final List<String> options = new ArrayList<>(List.of("-17"));

    @BeforeEach
    void open() throws Exception {
        assumeTrue(ECJ.stream().allMatch(Files::exists), "skipped: Eclipse's compiler is not installed "
            + "(Debian's libeclipse-jdt-core-java, libeclipse-jdt-compiler-apt-java and "
            + "libeclipse-jdt-compiler-tool-java)");
        project = new Project(folder);
    }

    /** Compiles by Eclipse's compiler, which takes a class path after its processor path for one of these. */
    private boolean compile(List<String> paths, String... names) throws Exception {
        List<String> words = new ArrayList<>(options);
        words.addAll(paths);
        words.addAll(List.of("-processorpath", Project.JAVAC + File.pathSeparator + Project.LANG));
        Stream.of(names).map(each -> folder.resolve("src").resolve(each).toString()).forEach(words::add);
        URL[] jars = new URL[ECJ.size()];
        for (int i = 0; i < jars.length; i++) {
            jars[i] = ECJ.get(i).toUri().toURL();
        }
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        try (URLClassLoader loader = new URLClassLoader(jars, ClassLoader.getSystemClassLoader())) {
            Object main = loader.loadClass("org.eclipse.jdt.internal.compiler.batch.Main")
                .getConstructor(PrintWriter.class, PrintWriter.class, boolean.class)
                .newInstance(out, out, false);
            boolean isDone = (boolean) main.getClass().getMethod("compile", String[].class)
                .invoke(main, (Object) words.toArray(new String[0]));
            project.printed = text.toString();
            return isDone;
        }
    }

    private boolean compile(String... names) throws Exception {
        return compile(List.of("-cp", Project.LANG + File.pathSeparator + project.classes, "-d",
            project.classes.toString()), names);
    }

    private void helperAndKernel() throws Exception {
        project.file("demo/H.java", HELPER).file("demo/K.java", KERNEL);
    }

    /** Checks that models are there, and that they are those that javac's plugin writes. */
    private void expectModelsOfJavac(List<String> models, String... names) throws Exception {
        assertEquals(models, project.resources());
        List<String> texts = new ArrayList<>();
        for (String each : models) {
            texts.add(Files.readString(project.classes.resolve(each)));
        }
        Files.walk(project.classes).filter(Files::isRegularFile).forEach(each -> each.toFile().delete());
        assertTrue(project.compile(names), project.printed);
        assertEquals(models, project.resources());
        for (String each : models) {
            assertEquals(Files.readString(project.classes.resolve(each)), texts.remove(0));
        }
    }

    @Test
    void modelsAreThoseOfJavac() throws Exception {
        helperAndKernel();
        assertTrue(compile("demo/K.java", "demo/H.java"), project.printed);
        assertEquals("", project.printed);
        expectModelsOfJavac(
            List.of("demo/H.cm2tt.json", "demo/K.cm2tt.json"), "demo/K.java", "demo/H.java");
    }

    @Test
    void packagesRecordsEnumsAndNestedClasses() throws Exception {
        project.file("Plain.java",
                "class Plain { @Kernel static void k(Ptr x) { x.store(other.R.of(1).v()); } }")
            .file("other/R.java",
                "public record R(int v) { public static R of(int v) { return new R(v + 1); } }")
            .file("other/deep/Outer.java", """
                interface Act { Tensor on(Tensor t); record Half(float by) implements Act {
                    public Tensor on(Tensor t) { return t.mul(by); } } }
                class Outer { enum Mode { A, B } static class In {
                    @Kernel static void größe(Ptr x, @Constant int n) {
                        Act act = new Act.Half(0.5f);
                        x.store(act.on(x.load()).add(Mode.B.ordinal() + n)); } } }
                """);
        String[] names = {"Plain.java", "other/R.java", "other/deep/Outer.java"};
        options.addAll(List.of("-encoding", "UTF-8"));
        assertTrue(compile(names), project.printed);
        expectModelsOfJavac(List.of("Plain.cm2tt.json", "other/R.cm2tt.json",
            "other/deep/Act$Half.cm2tt.json", "other/deep/Outer$In.cm2tt.json"), names);
    }

    @Test
    void theCharacterSetIsThatOfTheCompiler() throws Exception {
        helperAndKernel();
        Path file = folder.resolve("src/demo/K.java");
        String text = Files.readString(file).replace("void k(", "void größe(");
        Files.write(file, text.getBytes(StandardCharsets.ISO_8859_1));
        options.addAll(List.of("-encoding", "ISO-8859-1"));
        assertTrue(compile("demo/K.java", "demo/H.java"), project.printed);
        assertEquals(List.of("demo.K::größe", "demo.H::twice"), project.functions("demo/K"));
    }

    @Test
    void helpersOfALibraryAndOfTheSourcePath() throws Exception {
        project.file("lib/L.java",
                "public class L { @Reflect public static int one(int a) { return a + 1; } }")
            .file("demo/G.java", "class G { static int two(int a) { return a + 2; } }")
            .file("demo/K.java",
                "class K { @Kernel static void k(Ptr x, int a) { x.store(lib.L.one(G.two(a))); } }");
        assertTrue(compile("lib/L.java"), project.printed);
        Files.delete(folder.resolve("src/lib/L.java"));
        options.addAll(List.of("-sourcepath", folder.resolve("src").toString()));
        assertTrue(compile("demo/K.java"), project.printed);
        assertEquals(
            List.of("demo.K::k", "demo.G::two", "lib.L::one"), project.functions("demo/K"));
    }

    @Test
    void generatedLaunchersAreKnown() throws Exception {
        project.file("demo/K.java", "@Launchers class K { @Kernel static void k(Ptr x) { x.store(1); }\n"
                + "static Object launcher() { return KKernels.k(); } }");
        Path generated = Files.createDirectories(folder.resolve("generated"));
        options.addAll(List.of("-s", generated.toString()));
        String path = Project.LANG + File.pathSeparator + Project.jar("cm2tt-runtime");
        assertTrue(compile(List.of("-cp", path, "-d", project.classes.toString()), "demo/K.java"),
            project.printed);
        assertEquals(List.of("demo/K.cm2tt.json"), project.resources());
        assertTrue(Files.exists(generated.resolve("demo/KKernels.java")));
        assertTrue(project.functions("demo/K").contains("demo.K::k"));
    }

    @Test
    void modules() throws Exception {
        helperAndKernel();
        Files.writeString(folder.resolve("src/module-info.java"),
            "module demo { requires io.github.cm2tt.lang; }");
        assertTrue(compile(List.of("-p", Project.LANG, "-d", project.classes.toString()),
                       "module-info.java", "demo/K.java", "demo/H.java"),
            project.printed);
        assertEquals(List.of("demo/H.cm2tt.json", "demo/K.cm2tt.json"), project.resources());
    }

    @Test
    void besideSourcesWithoutAFolder() throws Exception {
        helperAndKernel();
        assertTrue(compile(List.of("-cp", Project.LANG), "demo/K.java", "demo/H.java"), project.printed);
        assertTrue(Files.exists(folder.resolve("src/demo/K.class")));
        assertTrue(Files.exists(folder.resolve("src/demo/K.cm2tt.json")));
        assertEquals(List.of(), project.resources());
    }

    @Test
    void withoutKernelsNothingIsWritten() throws Exception {
        project.file("demo/H.java", HELPER);
        assertTrue(compile("demo/H.java"), project.printed);
        assertEquals("", project.printed);
        assertEquals(List.of(), project.resources());
    }

    // Errors

    private void expectErrorAt(String file, int line, String marked, String message) {
        String place = file + " (at line " + line + ")\n";
        int at = project.printed.indexOf(place);
        assertTrue(at >= 0, project.printed);
        String[] lines = project.printed.substring(at + place.length()).split("\n");
        String marks = lines[1];
        int start = marks.indexOf('^');
        assertEquals(marked, lines[0].substring(start, marks.lastIndexOf('^') + 1));
        assertTrue(lines[2].startsWith(message), project.printed);
    }

    @Test
    void anErrorIsAtItsPlace() throws Exception {
        project.file("demo/H.java", HELPER).file("demo/K.java", """
            class K {
                @Kernel static void good(Ptr x) { x.store(H.twice(x.load())); }
                @Kernel static void bad(Ptr x) {
                    x.store(1);
                    new Object().hashCode();
                }
            }
            record R(int a) {
                static class In { @Kernel static int returns(Ptr x) { return 1; } }
            }
            """).file("demo/Good.java", "class Good { @Kernel static void k(Ptr x) { x.store(1); } }");
        assertFalse(compile("demo/K.java", "demo/H.java", "demo/Good.java"));
        expectErrorAt("K.java", 5, "new Object()", "a kernel can only create records: 'Object'");
        expectErrorAt("K.java", 9, "int", "a kernel returns nothing: 'returns'");
        assertTrue(project.printed.contains("2 problems (2 errors)"), project.printed);
        assertEquals(List.of("demo/Good.cm2tt.json"), project.resources());
    }

    @Test
    void anErrorOfJavaIsReportedOnce() throws Exception {
        project.file("demo/K.java", "class K { @Kernel static void k(Ptr x) { x.store(missing()); } }")
            .file("demo/Good.java", "class Good { @Kernel static void k(Ptr x) { x.store(1); } }");
        assertFalse(compile("demo/K.java", "demo/Good.java"));
        assertEquals(2, project.printed.split("ERROR in", -1).length, project.printed);
        assertTrue(project.printed.contains("1 error"), project.printed);
        assertTrue(project.printed.contains("INFO: some kernels may get no code models, since javac finds an "
            + "error: "), project.printed);
        assertEquals(List.of("demo/Good.cm2tt.json"), project.resources());
    }

    @Test
    void anUnknownAnnotationIsTheCompilersError() throws Exception {
        Path file = Files.createDirectories(folder.resolve("src")).resolve("K.java");
        Files.writeString(file, "class K { @Kernel static void k() { } }");
        assertFalse(compile("K.java"));
        assertTrue(project.printed.contains("Kernel cannot be resolved to a type"), project.printed);
        assertFalse(project.printed.contains("Internal compiler error"), project.printed);
    }

    @Test
    void theCompilerNeedsAJdk() throws Exception {
        helperAndKernel();
        String jars = String.join(File.pathSeparator, ECJ.stream().map(Path::toString).toList());
        assertFalse(project.run(List.of(JDK.resolve("bin/java").toString(), "--limit-modules",
            "java.se,jdk.zipfs", "-cp", jars, "org.eclipse.jdt.internal.compiler.batch.Main", "-17", "-cp",
            Project.LANG, "-processorpath", Project.JAVAC, "-d", project.classes.toString(),
            folder.resolve("src").toString())));
        assertTrue(project.printed.contains("kernels get no code models: the Java that runs this compiler, "
            + JDK + ", has no javac: run it on a JDK"), project.printed);
    }

    @Test
    void aModelThatCannotBeReadIsAnError() throws Exception {
        helperAndKernel();
        Files.createDirectories(project.resource("demo/K"));
        assertFalse(compile("demo/K.java", "demo/H.java"));
        assertTrue(project.printed.contains("the code models of kernels cannot be written: "),
            project.printed);
    }

    // Incremental builds

    @Test
    void aHelperThatChangesChangesTheKernelsThatCallIt() throws Exception {
        helperAndKernel();
        assertTrue(compile("demo/K.java", "demo/H.java"), project.printed);
        String before = Files.readString(project.resource("demo/K"));
        project.file("demo/H.java", HELPER.replace("t.add(t)", "t.mul(t)"));
        assertTrue(compile("demo/H.java"), project.printed);
        assertFalse(Files.readString(project.resource("demo/K")).equals(before));
        expectModelsOfJavac(
            List.of("demo/H.cm2tt.json", "demo/K.cm2tt.json"), "demo/K.java", "demo/H.java");
    }

    @Test
    void aKernelThatChangesHasItsHelpers() throws Exception {
        helperAndKernel();
        assertTrue(compile("demo/K.java", "demo/H.java"), project.printed);
        project.file("demo/H.java", HELPER.replace("} }", "} static Tensor once(Tensor t) { return t; } }"));
        assertTrue(compile("demo/H.java"), project.printed);
        project.file("demo/K.java", KERNEL.replace("twice", "once"));
        assertTrue(compile("demo/K.java"), project.printed);
        assertEquals(List.of("demo.K::k", "demo.H::once"), project.functions("demo/K"));
    }

    @Test
    void aKernelIsBackWhenItsHelperIsMended() throws Exception {
        helperAndKernel();
        assertTrue(compile("demo/K.java", "demo/H.java"), project.printed);
        project.file("demo/H.java", WRONG_HELPER);
        assertFalse(compile("demo/H.java"));
        expectErrorAt("H.java", 2, "new Object()", "a kernel can only create records");
        assertEquals(List.of(), project.resources());
        project.file("demo/U.java", "class U { }");
        assertTrue(compile("demo/U.java"), project.printed);
        assertFalse(project.printed.contains("ERROR"), project.printed);
        project.file("demo/H.java", HELPER);
        assertTrue(compile("demo/H.java"), project.printed);
        assertEquals(List.of("demo/H.cm2tt.json", "demo/K.cm2tt.json"), project.resources());
    }

    @Test
    void aKernelThatFailsByAnotherFileIsNamed() throws Exception {
        helperAndKernel();
        project.file("demo/H.java", "class H { static final int C = 1; static int n() { return 1; } }")
            .file("demo/K.java", "class K {\n@Kernel static void k(Ptr x) { x.store(H.n() + H.C); } }");
        assertTrue(compile("demo/K.java", "demo/H.java"), project.printed);
        project.file("demo/H.java", "class H { static int C = 1; static int n() { return 1; } }");
        assertFalse(compile("demo/H.java"));
        assertTrue(project.printed.contains("K.java:2: "), project.printed);
    }

    @Test
    void aProgramRuns() throws Exception {
        Path library = Path.of(System.getProperty("cm2tt.build"), "lib");
        assumeTrue(Files.exists(library.resolve("libcm2tt-jni.so")), "skipped: no native library");
        project.file("demo/H.java", HELPER).file("demo/K.java", """
            public class K {
                @Kernel static void k(Ptr x, @Constant int n) {
                    var i = x.add(Triton.arange(0, n));
                    i.store(H.twice(i.load()));
                }
                public static void main(String[] words) {
                    var device = io.github.cm2tt.runtime.Device.cpu();
                    try (var x = device.copyOf(new float[] {1, 2, 3, 4})) {
                        io.github.cm2tt.runtime.KernelFunction.of(K.class, "k").constant("n", 4)
                            .on(device).launch(io.github.cm2tt.runtime.Grid.of(1), x);
                        System.out.println(java.util.Arrays.toString(x.copyTo(new float[4])));
                    }
                }
            }
            """);
        String path = Project.LANG + File.pathSeparator + Project.jar("cm2tt-runtime");
        assertTrue(compile(List.of("-cp", path, "-d", project.classes.toString()),
                       "demo/K.java", "demo/H.java"),
            project.printed);
        assertTrue(project.run(List.of(JDK.resolve("bin/java").toString(), "-Dcm2tt.native.path=" + library,
                       "-cp", path + File.pathSeparator + project.classes, "demo.K")),
            project.printed);
        assertTrue(project.printed.contains("[2.0, 4.0, 6.0, 8.0]"), project.printed);
    }
}
