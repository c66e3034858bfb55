// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.annotation.processing.Completion;
import javax.annotation.processing.Filer;
import javax.annotation.processing.Messager;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds that compile some files, with the classes of the others on the class path; and what build tools put
 * between.
 */
class IncrementalTest {
    private static final String KERNEL = "class K { @Kernel static void k(Ptr x) { H.h(x); } }";
    private static final String HELPER = "class H { static void h(Ptr x) { Triton.store(x, %d); }"
        + " static void unused() { new Object(); } }";

    @TempDir Path folder;

    private Project project() throws IOException {
        return new Project(folder).file("demo/K.java", KERNEL).file("demo/H.java", HELPER.formatted(1));
    }

    private static boolean stores(Project project, String name, int number) throws IOException {
        return Files.readString(project.resource(name)).contains("\"value\": " + number + ",");
    }

    @Test
    void aKernelAloneTakesItsHelpersFromTheirModels() throws Exception {
        Project project = project();
        assertTrue(project.compile("demo/K.java", "demo/H.java"), project.printed);
        String before = Files.readString(project.resource("demo/K"));
        Files.delete(project.resource("demo/K"));
        assertTrue(project.compile("demo/K.java"), project.printed);
        assertEquals(before, Files.readString(project.resource("demo/K")));
    }

    @Test
    void aHelperAloneRenewsItsModel() throws Exception {
        Project project = project();
        assertTrue(project.compile("demo/K.java", "demo/H.java"), project.printed);
        project.file("demo/H.java", HELPER.formatted(2));
        assertTrue(project.compile("demo/H.java"), project.printed);
        assertTrue(stores(project, "demo/H", 2));
        assertTrue(stores(project, "demo/K", 1), "not compiled again, as the manual says");
        assertTrue(project.compile("demo/K.java"), project.printed);
        assertTrue(stores(project, "demo/K", 2));
    }

    @Test
    void aHelperThatHasBecomeWrongHasNoModel() throws Exception {
        Project project = project();
        assertTrue(project.compile("demo/K.java", "demo/H.java"), project.printed);
        project.file("demo/H.java", "class H { static void h(Ptr x) { new Object(); } }");
        assertTrue(project.compile("demo/H.java"), project.printed);
        assertFalse(project.compile("demo/K.java"), project.printed);
        assertEquals(List.of(), project.resources());
    }

    @Test
    void aClassThatHasNoKernelAnyMoreHasNoModel() throws Exception {
        Project project =
            new Project(folder).file("demo/K.java", "class K { @Kernel static void k(Ptr x) { } }");
        assertTrue(project.compile("demo/K.java"), project.printed);
        project.file("demo/K.java", "class K { }");
        assertTrue(project.compile("demo/K.java"), project.printed);
        assertEquals(List.of(), project.resources());
    }

    @Test
    void aForwardingFileManagerSeesAllFiles() throws Exception {
        Project project = project();
        List<String> written = new ArrayList<>();
        project.fileManager = standard -> new ForwardingJavaFileManager<JavaFileManager>(standard) {
            @Override
            public FileObject getFileForOutput(
                Location location, String folderName, String name, FileObject sibling) throws IOException {
                written.add(folderName + "/" + name);
                return super.getFileForOutput(location, folderName, name, sibling);
            }
        };
        assertTrue(project.compile("demo/K.java", "demo/H.java"), project.printed);
        assertTrue(
            written.containsAll(List.of("demo/K.cm2tt.json", "demo/H.cm2tt.json")), written.toString());
    }

    /** Gradle loads processors itself, and puts its own environment and filer between. */
    @Test
    void anIsolatingProcessorSaysWhatItsFilesComeFrom() throws Exception {
        Project project = project();
        project.file("demo/L.java", "class L { @Kernel static void l(Ptr x) { } }")
            .file("demo/N.java", "class N { }");
        try (URLClassLoader loader = new URLClassLoader(new URL[] {Path.of(Project.JAVAC).toUri().toURL()},
                 ClassLoader.getPlatformClassLoader().getParent()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                // The compiler's own classes are shared.
                return name.startsWith("io.github.") ? super.findClass(name) : Class.forName(name);
            }
        }) {
            var wrapper =
                new Isolating((Processor) loader.loadClass("io.github.cm2tt.javac.CodeModelProcessor")
                        .getConstructor()
                        .newInstance());
            project.processors = List.of(wrapper);
            assertTrue(
                project.compile("demo/L.java", "demo/K.java", "demo/N.java", "demo/H.java"), project.printed);
            assertEquals(Map.of("H.cm2tt.json", List.of("demo.H"), "K.cm2tt.json",
                             List.of("demo.K", "demo.H"), "L.cm2tt.json", List.of("demo.L")),
                wrapper.origins);
            assertEquals(
                List.of("demo/H.cm2tt.json", "demo/K.cm2tt.json", "demo/L.cm2tt.json"), project.resources());
            assertTrue(System.getProperties().keySet().stream().allMatch(
                each -> each instanceof String key && !key.startsWith("io.github.cm2tt")));
        }
    }

    /** Gradle's wrapper of an isolating processor, reduced to what the test needs. */
    private static final class Isolating implements Processor {
        private final Processor processor;
        final Map<String, List<String>> origins = new TreeMap<>();

        Isolating(Processor processor) {
            this.processor = processor;
        }

        @Override
        public Set<String> getSupportedOptions() {
            return processor.getSupportedOptions();
        }

        @Override
        public Set<String> getSupportedAnnotationTypes() {
            return processor.getSupportedAnnotationTypes();
        }

        @Override
        public SourceVersion getSupportedSourceVersion() {
            return processor.getSupportedSourceVersion();
        }

        @Override
        public void init(ProcessingEnvironment environment) {
            processor.init(new Environment(environment, new RecordingFiler(environment.getFiler(), origins)));
        }

        @Override
        public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
            return processor.process(annotations, round);
        }

        @Override
        public Iterable<? extends Completion> getCompletions(
            Element element, AnnotationMirror annotation, ExecutableElement member, String text) {
            return processor.getCompletions(element, annotation, member, text);
        }
    }

    private record Environment(ProcessingEnvironment own, Filer filer) implements ProcessingEnvironment {
        @Override
        public Map<String, String> getOptions() {
            return own.getOptions();
        }

        @Override
        public Messager getMessager() {
            return own.getMessager();
        }

        @Override
        public Filer getFiler() {
            return filer;
        }

        @Override
        public Elements getElementUtils() {
            return own.getElementUtils();
        }

        @Override
        public Types getTypeUtils() {
            return own.getTypeUtils();
        }

        @Override
        public SourceVersion getSourceVersion() {
            return own.getSourceVersion();
        }

        @Override
        public Locale getLocale() {
            return own.getLocale();
        }
    }

    private record RecordingFiler(Filer own, Map<String, List<String>> origins) implements Filer {
        @Override
        public JavaFileObject createSourceFile(CharSequence name, Element... elements) throws IOException {
            return own.createSourceFile(name, elements);
        }

        @Override
        public JavaFileObject createClassFile(CharSequence name, Element... elements) throws IOException {
            return own.createClassFile(name, elements);
        }

        @Override
        public FileObject createResource(JavaFileManager.Location location, CharSequence module,
            CharSequence name, Element... elements) throws IOException {
            origins.put(name.toString(), Arrays.stream(elements).map(Object::toString).toList());
            return own.createResource(location, module, name, elements);
        }

        @Override
        public FileObject getResource(
            JavaFileManager.Location location, CharSequence module, CharSequence name) throws IOException {
            return own.getResource(location, module, name);
        }
    }
}
