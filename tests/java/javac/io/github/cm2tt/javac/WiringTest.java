// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.OutputStream;
import java.io.StringWriter;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.annotation.processing.Filer;
import javax.annotation.processing.Messager;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Name;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * For each way of passing the front end to javac ({@link CodeModelPlugin}, {@link CodeModelProcessor}), the
 * same models are beside the classes, and there are no warnings ({@link AnnotationClaimer}).
 */
class WiringTest {
    private static final String BOTH = Project.LANG + File.pathSeparator + Project.JAVAC;
    private static final List<String> RESOURCES =
        List.of("demo/G.cm2tt.json", "demo/H.cm2tt.json", "demo/K$In.cm2tt.json", "demo/K.cm2tt.json");

    @TempDir Path folder;

    private Project project() throws Exception {
        return new Project(folder)
            .file("demo/K.java",
                "class K {"
                    + "  @Kernel static void k(Ptr x) { Triton.store(x, "
                    + "H.twice(Triton.load(x))); }"
                    + "  static class In { @Kernel static void k(Ptr x) { Triton.store(x, 1); } "
                    + "} }")
            .file("demo/H.java",
                "class H { static Tensor twice(Tensor t) { return G.plus(t, t); }"
                    + "  static Tensor other() { return null; } }"
                    + " interface G { static Tensor plus(Tensor a, Tensor b) { return "
                    + "Triton.add(a, b); } }");
    }

    static Stream<List<String>> ways() {
        return Stream.of(List.of("-cp", Project.LANG, "-processorpath", Project.JAVAC),
            List.of("-cp", Project.LANG, "--processor-module-path", Project.JAVAC), List.of("-cp", BOTH),
            List.of("-cp", BOTH, "-proc:none"), List.of("-cp", BOTH, "-Xplugin:cm2tt"),
            List.of("-cp", BOTH, "-Xplugin:cm2tt output=classes", "-proc:none"),
            List.of("-cp", Project.LANG, "-processorpath", Project.JAVAC, "-proc:none"),
            List.of("-cp", Project.LANG, "-processorpath", Project.JAVAC, "-processor",
                "io.github.cm2tt.javac.CodeModelProcessor"));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void allWaysGiveTheSame(List<String> options) throws Exception {
        Project usual = project();
        assertTrue(usual.compile("demo/H.java", "demo/K.java"), usual.printed);
        assertEquals(RESOURCES, usual.resources());
        assertEquals(List.of("demo.K::k", "demo.H::twice", "demo.G::plus"), usual.functions("demo/K"));
        String text = Files.readString(usual.resource("demo/K"));
        for (String name : RESOURCES) {
            Files.delete(usual.classes.resolve(name));
        }

        assertTrue(usual.compileInShell(options, "demo/K.java", "demo/H.java"), usual.printed);
        assertEquals(RESOURCES, usual.resources());
        assertEquals(text, Files.readString(usual.resource("demo/K")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-cp", "-processorpath"})
    void javacHasNothingToWarnOf(String option) throws Exception {
        Project project = project();
        List<String> options = option.equals("-cp")
            ? List.of("-cp", BOTH, "-Xlint:all", "-Werror")
            : List.of("-cp", Project.LANG, "-processorpath", Project.JAVAC, "-Xlint:all", "-Werror");
        assertTrue(project.compileInShell(options, "demo/H.java", "demo/K.java"), project.printed);
        assertEquals("", project.printed);
        assertEquals(RESOURCES, project.resources());
    }

    @Test
    void helpersAreFoundOnTheSourcePath() throws Exception {
        Project project = project();
        List<String> options = List.of("-cp", Project.LANG, "-processorpath", Project.JAVAC, "-sourcepath",
            folder.resolve("src").toString());
        assertTrue(project.compile(options, "demo/K.java"), project.printed);
        assertEquals(RESOURCES, project.resources());
    }

    @Test
    void javacHasNothingToWarnOfOnTheSourcePath() throws Exception {
        Project project = project();
        List<String> options = List.of("-cp", BOTH, "-sourcepath", folder.resolve("src").toString(),
            "-implicit:class", "-Xlint:all", "-Werror");
        assertTrue(project.compileInShell(options, "demo/K.java"), project.printed);
        assertEquals("", project.printed);
        assertEquals(RESOURCES, project.resources());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-proc:none", "-g"})
    void classesWithoutFolderAreBesideTheirSources(String option) throws Exception {
        project();
        Path sources = folder.resolve("src/demo");
        Project project = new Project(folder.resolve("elsewhere"));
        List<String> words = List.of(Path.of(System.getProperty("java.home"), "bin", "javac").toString(),
            "-cp", BOTH, option, sources.resolve("K.java").toString(), sources.resolve("H.java").toString());
        assertTrue(project.run(words), project.printed);
        for (String name : RESOURCES) {
            assertTrue(Files.exists(folder.resolve("src").resolve(name)), name);
        }
        Files.writeString(sources.resolve("H.java"),
            "package demo; " + Project.IMPORTS
                + "class H { static Tensor twice(Tensor t) { new Object(); return t; } }");
        assertFalse(project.run(words), project.printed);
        assertFalse(Files.exists(sources.resolve("K.cm2tt.json")), project.printed);
    }

    @Test
    void anUnknownFolderIsAnError() throws Exception {
        Project project = project();
        List<String> options = List.of("-cp", Project.LANG, "-processorpath", Project.JAVAC, "-proc:none");
        assertFalse(project.compile(options, "demo/K.java", "demo/H.java"));
        assertTrue(project.printed.contains("the code models of 'demo.K' cannot be written: the output "
            + "folder of classes is unknown, since annotations are not processed: put cm2tt-javac.jar on the "
                + "processor path (-processorpath; Gradle: annotationProcessor "
                + "'io.github.cm2tt:cm2tt-javac:VERSION') without -proc:none, or pass "
                + "-Xplugin:\"cm2tt output=FOLDER\""),
            project.printed);
    }

    /** As javac of a shell; ProcessHandle has no arguments after an empty one. */
    @Test
    void anEmptyArgumentHidesNoFolder() throws Exception {
        Project project = project();
        assertTrue(project.run(List.of(Path.of(System.getProperty("java.home"), "bin", "javac").toString(),
                       "-proc:none", "-sourcepath", "", "-d", project.classes.toString(), "-cp", BOTH,
                       "src/demo/K.java", "src/demo/H.java")),
            project.printed);
        assertEquals(RESOURCES, project.resources());
    }

    /** As Gradle 5 and later, in their own process; no processor is declared. */
    @Test
    void buildToolsWithoutProcessor() throws Exception {
        Files.writeString(folder.resolve("build.gradle"), "");
        Project project = project();
        List<String> options = List.of("-proc:none", "-sourcepath", "", "-h", folder.resolve("h").toString(),
            "-s", folder.resolve("s").toString(), "-cp", BOTH);
        Files.createDirectories(folder.resolve("s"));
        assertTrue(project.compile(options, "demo/K.java", "demo/H.java"), project.printed);
        assertEquals(RESOURCES, project.resources());
        assertEquals(List.of("demo.K::k", "demo.H::twice", "demo.G::plus"), project.functions("demo/K"));

        project.file("demo/K.java", "class K { static void other(Ptr x) { } }");
        project.file("demo/H.java", "class H { }");
        assertTrue(project.compile(options, "demo/K.java", "demo/H.java"), project.printed);
        assertEquals(List.of("demo/G.cm2tt.json", "demo/K$In.cm2tt.json"), project.resources());
    }

    /** Without -d classes go beside their sources, which may be in memory. */
    @Test
    void sourcesWithoutFolder() throws Exception {
        var source = new SimpleJavaFileObject(URI.create("text:///K.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoresErrors) {
                return Project.IMPORTS + "class K { @Kernel static void k(Ptr x) { Triton.store(x, 1); } }";
            }
        };
        var javac = ToolProvider.getSystemJavaCompiler();
        var printed = new StringWriter();
        try (var files = new Memory(javac.getStandardFileManager(null, null, null))) {
            var options = List.of("-cp", Project.LANG, "-processorpath", Project.JAVAC);
            assertFalse(javac.getTask(printed, files, null, options, null, List.of(source)).call());
        }
        assertTrue(printed.toString().contains("the code models of 'K' cannot be written: the output folder "
            + "of the class is unknown, since its source is not a file: pass -d FOLDER"),
            printed.toString());
    }

    /** Other compilers run annotation processors as well: here on a thread on which no javac has waited. */
    @Test
    void compilersOtherThanJavac() throws InterruptedException {
        List<Object> messages = new ArrayList<>();
        Thread other = new Thread(() -> processByAnother(messages));
        other.start();
        other.join();
        String warning = "kernels get no code models: this compiler is not javac, or does not start its "
            + "plugins; compile them with javac, or run java -jar cm2tt-javac.jar -d CLASSES FILE.java too";
        assertEquals(List.of(List.of(Diagnostic.Kind.WARNING, warning), false, false), messages);
    }

    /** Adds what another compiler receives, and whether annotations are claimed in two rounds. */
    private static void processByAnother(List<Object> messages) {
        var processor = new CodeModelProcessor();
        InvocationHandler messager = (proxy, print, said) -> messages.add(List.of(said));
        processor.init(fake(ProcessingEnvironment.class,
            (environment, method, arguments) -> switch (method.getName()) {
                case "getFiler" -> fake(Filer.class, (filer, asked, none) -> null);
                case "getMessager" -> fake(Messager.class, messager);
                default -> null;
            }));
        TypeElement kernel = fake(TypeElement.class, (element, method, arguments) ->
            fake(Name.class, (name, asked, text) -> asked.getName().equals("toString") ? "Kernel"
                : "Kernel".contentEquals((CharSequence) text[0])));
        List<Boolean> claims = new ArrayList<>();
        for (int round = 0; round < 2; ++round) {
            claims.add(processor.process(Set.of(kernel), null));
        }
        messages.addAll(claims);
    }

    private static <T> T fake(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** Where classes stay in memory, as in JShell. */
    @Test
    void modelsGoWhereThePluginWasTold() throws Exception {
        Project project = project();
        project.fileManager = Memory::new;
        String plugin = "-Xplugin:cm2tt output=" + folder.resolve("new");
        List<String> options = List.of("-cp", BOTH, "-proc:none", plugin);
        assertTrue(project.compile(options, "demo/H.java", "demo/K.java"), project.printed);
        assertEquals(List.of(), project.resources());
        for (String name : RESOURCES) {
            assertTrue(Files.exists(folder.resolve("new").resolve(name)), name);
        }
    }

    /** Writes classes nowhere. */
    private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        Memory(JavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
            Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            URI uri = URI.create("memory:///" + name.replace('.', '/') + ".class");
            return new SimpleJavaFileObject(uri, kind) {
                @Override
                public OutputStream openOutputStream() {
                    return OutputStream.nullOutputStream();
                }
            };
        }
    }

    @Test
    void argumentsOfThePluginAreChecked() throws Exception {
        Project project = project();
        List<String> options = List.of("-cp", BOTH, "-Xplugin:cm2tt out=x");
        assertFalse(project.compileInShell(options, "demo/K.java", "demo/H.java"));
        assertTrue(project.printed.contains("unknown argument of -Xplugin:cm2tt: 'out=x'"), project.printed);
    }

    @Test
    void kernelsOfBabylonAreFoundByTheSimpleNamesOfTheirAnnotations() throws Exception {
        Project project =
            new Project(folder)
                .file("other/Reflect.java", "public @interface Reflect { }")
                .file("other/CodeReflection.java", "public @interface CodeReflection { }")
                .file("demo/K.java",
                    "class K { @other.Reflect static void a(Ptr x) { Triton.store(x, 1); }"
                        + " @other.CodeReflection static void b(Ptr x) { Triton.store(x, 2); } }");
        assertTrue(project.compile("demo/K.java", "other/Reflect.java", "other/CodeReflection.java"));
        assertEquals(List.of("demo.K::a", "demo.K::b"), project.functions("demo/K"));
    }

    @Test
    void modulesWork() throws Exception {
        Project project = project();
        Files.writeString(
            folder.resolve("src/module-info.java"), "module demo { requires io.github.cm2tt.lang; }");
        List<String> options = List.of("-p", Project.LANG, "-processorpath", Project.JAVAC);
        assertTrue(
            project.compile(options, "module-info.java", "demo/K.java", "demo/H.java"), project.printed);
        assertEquals(RESOURCES, project.resources());
    }
}
