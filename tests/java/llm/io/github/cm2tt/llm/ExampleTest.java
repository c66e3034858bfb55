// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program examples/llm, compiled as it stands, with a model of random weights. */
final class ExampleTest {
    @TempDir static Path folder;

    @BeforeAll
    static void compile() {
        Path source = Path.of(System.getProperty("cm2tt.source"), "examples", "llm", "src", "Ask.java");
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        // JUnit's jars name others that Debian does not have.
        int code = ToolProvider.getSystemJavaCompiler().run(null, text, text, "--release", "17", "-Xlint:all",
            "-Xlint:-path", "-Werror", "-proc:none", "-cp", System.getProperty("java.class.path"), "-d",
            folder.toString(), source.toString());
        assertEquals(0, code, text::toString);
    }

    /** Runs the program, and returns what it prints. */
    private static String run(String... words) throws Throwable {
        PrintStream out = System.out;
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            Method main = loader.loadClass("Ask").getMethod("main", String[].class);
            System.setOut(new PrintStream(text, true, StandardCharsets.UTF_8));
            main.invoke(null, (Object) words);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        } finally {
            System.setOut(out);
        }
        return text.toString(StandardCharsets.UTF_8);
    }

    @Test
    void printsTheAnswerAndTheSpeed() throws Throwable {
        Path file = TinyModel.write(folder);
        String printed = run(file.toString(), "What", "is a tile?");
        String answer;
        try (LanguageModel model = LanguageModel.load(file)) {
            answer = model
                         .chat(List.of(new ChatMessage("user", "What is a tile?")),
                             GenerationOptions.GREEDY.withMaxTokens(200))
                         .text();
        }
        assertTrue(printed.startsWith(answer + System.lineSeparator()), printed);
        String rest = printed.substring(answer.length()).strip();
        assertTrue(rest.matches(TinyModel.NAME
                       + " on .*: 200 tokens, the first after [0-9.]+ s, then [0-9.]+ tokens/s"),
            rest);
    }

    @Test
    void namesWhatIsMissing() {
        assertEquals("expected a model and a question",
            assertThrows(IllegalArgumentException.class, () -> run("model.gguf")).getMessage());
        String file = folder.resolve("none.gguf").toString();
        assertTrue(assertThrows(IOException.class, () -> run(file, "Why?")).getMessage().contains(file));
    }
}
