// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
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

    /** Classes that Eclipse's compiler replaces do not seem to be younger than their models. */
    @Test
    void digestsDoNotDependOnTheCompiler() throws Exception {
        assumeTrue(Files.exists(ECJ), "skipped: Eclipse's compiler is not installed (Debian's "
            + "libeclipse-jdt-core-java)");
        Path tests = Path.of(System.getProperty("cm2tt.source"), "tests/java/runtime/io/github/cm2tt");
        List<String> words = new ArrayList<>(List.of("-cp", Project.LANG + File.pathSeparator
            + Project.JAVAC.replace("cm2tt-javac", "cm2tt-runtime"), "-processorpath", Project.JAVAC,
            "-nowarn", "-d"));
        List<String> sources = Stream.of("outside/Twin", "runtime/Twin", "runtime/MethodCases",
            "runtime/RecordCases", "runtime/LanguageKernels", "runtime/TestKernels")
            .map(each -> tests.resolve(each + ".java").toString()).toList();
        Project project = new Project(folder);
        Path ecj = folder.resolve("ecj");
        Path javac = folder.resolve("javac");
        words.add(javac.toString());
        words.addAll(sources);
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(
            null, null, null, words.toArray(new String[0])));
        words.set(words.indexOf(javac.toString()), ecj.toString());
        words.set(words.indexOf("-processorpath"), "-proc:none");
        words.remove(Project.JAVAC);
        words.addAll(0, List.of(JAVA, "-cp", ECJ.toString(),
            "org.eclipse.jdt.internal.compiler.batch.Main", "-17"));
        assertTrue(project.run(words), project.printed);
        int count = 0;
        try (Stream<Path> files = Files.walk(javac)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
                Path same = ecj.resolve(javac.relativize(file));
                if (!Files.exists(same)) {
                    continue; // javac's class with the tables of switches on enums
                }
                byte[] other = Files.readAllBytes(same);
                Map<String, String> expected = digests(Files.readAllBytes(file));
                assertEquals(expected, digests(other), file::toString);
                count += expected.size();
            }
        }
        assertTrue(count > 150, "methods: " + count);
    }

    /** Sums and conversions of constants, which compilers translate differently. */
    @Test
    void digestsOfOtherCodeDoNotDependOnTheCompiler() throws Exception {
        assumeTrue(Files.exists(ECJ), "skipped: Eclipse's compiler is not installed (Debian's "
            + "libeclipse-jdt-core-java)");
        Path source = folder.resolve("Sums.java");
        Files.writeString(source, """
            class Sums {
                static int add(int x) {
                    x += -100000; x += 100000; x -= 70000; x += Integer.MIN_VALUE; return x; }
                static int local(int y) {
                    int x = y; x += 0x9E3779B9; x -= 0x9E3779B9; x += -129; return x - -5; }
                static int small(int y) {
                    int x = y; x += 127; x += 128; x -= 129; x += 32767; x += 32768; return x; }
                static int loop(int n) {
                    int s = 0; for (int i = n; i > 0; i += -40000) { s -= -40000; } return s; }
                static long wide(boolean c) { return c ? 1 : 0; }
                static double real(boolean c, int x) { return c ? x : 2; }
                static double reals(boolean c) {
                    double d = c ? 1 : 0; d += c ? 3 : 4f; return d + (c ? 7L : 8); }
                static float narrow(boolean c, short s) { return c ? s : 1; }
                static long shifted(long a, int b) { long x = a; x += b; x <<= b; x += -5; return x + 1L; }
                static long mixed(int a, boolean c) {
                    long x = 3; x *= c ? a : 9; return x + (c ? -1 : 1L << 40); }
                static float ternary(float f, boolean c) { return f * (c ? 2 : 0.5f) + (c ? -0.0f : 0); }
                static double wideConstants() {
                    double d = 65536; float f = 3; long l = -7; return d * f + l; }
            }
            """);
        Path classes = folder.resolve("javac");
        Path others = folder.resolve("ecj");
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(
            null, null, null, "-proc:none", "-d", classes.toString(), source.toString()));
        Project project = new Project(folder);
        assertTrue(project.run(List.of(JAVA, "-cp", ECJ.toString(),
                       "org.eclipse.jdt.internal.compiler.batch.Main", "-17", "-proc:none", "-d",
                       others.toString(), source.toString())), project.printed);
        byte[] file = Files.readAllBytes(classes.resolve("Sums.class"));
        assertEquals(digests(file), digests(Files.readAllBytes(others.resolve("Sums.class"))));
        assertEquals(13, digests(file).size());
        String text = Files.readString(source);
        Files.writeString(source, text.replace("-100000", "-100001").replace("? 7L", "? 6L"));
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(
            null, null, null, "-proc:none", "-d", classes.toString(), source.toString()));
        Map<String, String> before = digests(file);
        Map<String, String> after = digests(Files.readAllBytes(classes.resolve("Sums.class")));
        assertEquals(Set.of("add", "reals"), Set.copyOf(
            before.keySet().stream().filter(each -> !before.get(each).equals(after.get(each))).toList()));
    }

    private static Map<String, String> digests(byte[] file) {
        Map<String, String> digests = new TreeMap<>(CodeDigest.of(file));
        digests.keySet().removeIf(each -> each.contains("$") || Set.of("values", "<clinit>").contains(each));
        return digests;
    }
}
