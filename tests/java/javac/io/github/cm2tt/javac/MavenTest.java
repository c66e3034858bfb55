// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.javac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Maven, which runs javac in its own process; with what Debian has of it, without a network. */
@Tag("maven")
class MavenTest {
    private static final Path MAVEN = Path.of("/usr/bin/mvn");
    private static final Path PLUGINS
            = Path.of("/usr/share/maven-repo/org/apache/maven/plugins/maven-compiler-plugin");
    private static final String PROVIDED = """
            <dependency><groupId>io.github.cm2tt</groupId><artifactId>cm2tt-javac</artifactId>
            <version>1</version><scope>provided</scope></dependency>""";
    private static final String ON_PROCESSOR_PATH = """
            <annotationProcessorPaths><path><groupId>io.github.cm2tt</groupId>
            <artifactId>cm2tt-javac</artifactId><version>1</version></path></annotationProcessorPaths>""";

    @TempDir
    Path folder;
    private Project project;
    private String plugin;

    @BeforeEach
    void files() throws IOException {
        assumeTrue(Files.isExecutable(MAVEN), "skipped: Maven is not installed (Debian's maven)");
        Optional<String> version = newestPlugin();
        assumeTrue(version.isPresent(), "skipped: Maven's compiler plugin is not installed "
                + "(Debian's libmaven-compiler-plugin-java)");
        plugin = version.get();
        project = new Project(folder);
        artifact("cm2tt-lang", Project.LANG);
        artifact("cm2tt-javac", Project.JAVAC);
        Files.writeString(folder.resolve("settings.xml"),
                "<settings><localRepository>" + folder.resolve("repository")
                        + "</localRepository><mirrors><mirror><id>debian</id><mirrorOf>*</mirrorOf>"
                        + "<url>file:///usr/share/maven-repo</url></mirror></mirrors></settings>");
        source("H", "class H { static void h(Ptr x) { Triton.store(x, 1); } }");
        source("K", "class K { @Kernel static void k(Ptr x) { H.h(x); } }");
    }

    private static Optional<String> newestPlugin() throws IOException {
        if (!Files.isDirectory(PLUGINS)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(PLUGINS)) {
            return versions.map(each -> each.getFileName().toString())
                    .filter(each
                            -> Files.exists(
                                    PLUGINS.resolve(each + "/maven-compiler-plugin-" + each + ".jar")))
                    .max((a, b) -> Runtime.Version.parse(a).compareTo(Runtime.Version.parse(b)));
        }
    }

    private void artifact(String name, String jar) throws IOException {
        Path place = Files.createDirectories(folder.resolve("repository/io/github/cm2tt/" + name + "/1"));
        Files.copy(Path.of(jar), place.resolve(name + "-1.jar"));
        Files.writeString(place.resolve(name + "-1.pom"),
                "<project><modelVersion>4.0.0</modelVersion>"
                        + "<groupId>io.github.cm2tt</groupId><artifactId>" + name
                        + "</artifactId><version>1</version>"
                        + "</project>");
    }

    private void source(String name, String text) throws IOException {
        project.file("main/java/demo/" + name + ".java", text);
        Path file = folder.resolve("src/main/java/demo/" + name + ".java");
        Files.writeString(file, Files.readString(file).replace("package main.java.demo;", "package demo;"));
    }

    private boolean compile(String dependency, String configuration) throws Exception {
        Files.writeString(folder.resolve("pom.xml"), """
                <project><modelVersion>4.0.0</modelVersion>
                <groupId>demo</groupId><artifactId>demo</artifactId><version>1</version>
                <properties><maven.compiler.release>17</maven.compiler.release>
                <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
                <dependencies><dependency><groupId>io.github.cm2tt</groupId>
                <artifactId>cm2tt-lang</artifactId><version>1</version></dependency>%s</dependencies>
                <build><plugins><plugin><artifactId>maven-compiler-plugin</artifactId><version>%s</version>
                <configuration>%s</configuration></plugin></plugins></build></project>
                """.formatted(dependency, plugin, configuration));
        List<String> words = new ArrayList<>(List.of("env", "JAVA_HOME=" + System.getProperty("java.home"),
                MAVEN.toString(), "-B", "-q", "-s", "settings.xml"));
        words.add("org.apache.maven.plugins:maven-compiler-plugin:" + plugin + ":compile");
        return project.run(words);
    }

    private void expectModels() throws IOException {
        for (String name : List.of("K", "H")) {
            assertTrue(Files.exists(folder.resolve("target/classes/demo/" + name + ".cm2tt.json")),
                    project.printed);
        }
    }

    @Test
    void onTheClassPath() throws Exception {
        assertTrue(compile(PROVIDED, ""), project.printed);
        expectModels();
    }

    @Test
    void onTheProcessorPath() throws Exception {
        assertTrue(compile("", ON_PROCESSOR_PATH), project.printed);
        expectModels();
    }

    @Test
    void withoutAnnotationProcessing() throws Exception {
        assertTrue(compile(PROVIDED, "<proc>none</proc>"), project.printed);
        expectModels();
    }

    @Test
    void errorsAreMavens() throws Exception {
        source("H", "class H {\n static void h(Ptr x) {\n  new Object(); } }");
        assertFalse(compile(PROVIDED, ""));
        assertTrue(
                project.printed.contains("demo/H.java:[3,3] a kernel can only create"), project.printed);
        assertFalse(Files.exists(folder.resolve("target/classes/demo/K.cm2tt.json")));
        assertEquals(List.of(), project.resources());
    }
}
