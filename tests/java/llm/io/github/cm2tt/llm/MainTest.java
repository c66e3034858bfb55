// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command: its words, its exit codes, and what it prints. */
final class MainTest {
    @TempDir static Path folder;
    /** The output for errors of the last run. */
    private static ByteArrayOutputStream errors;

    private static void refuses(String message, String... words) {
        assertEquals(message,
            assertThrows(IllegalArgumentException.class, () -> CommandLine.of(words).modelOptions())
                .getMessage());
    }

    /** Runs the command with a text as its input, and returns its output and its exit code. */
    private static String run(String input, String... words) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        InputStream in = System.in;
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try {
            errors = new ByteArrayOutputStream();
            System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
            System.setOut(new PrintStream(text, true, StandardCharsets.UTF_8));
            System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
            int code = Main.run(words);
            return text.toString(StandardCharsets.UTF_8) + code;
        } finally {
            System.setOut(out);
            System.setErr(err);
            System.setIn(in);
        }
    }

    @Test
    void namesTheWordThatIsWrong() {
        refuses("expected a model; --help shows how to use this");
        refuses("found a second model: b", "a", "b");
        refuses("--prompt: expected --prompt=VALUE; --help lists all", "a", "--prompt");
        refuses("--port: expected a number, found 'x'", "a", "--port=x");
        refuses("--colour: no such option; --help lists all", "a", "--colour=red");
        refuses("--type: expected fp32, fp16 or bf16, found int8", "a", "--type=int8");
        refuses("--device: expected gpu, gpu:N or cpu, found tpu", "a", "--device=tpu");
        assertEquals("2", run("", "a", "b"));
        assertEquals("2", run("", "a", "--device=tpu"));
        assertEquals("1", run("", folder.resolve("none.gguf").toString()));
        assertEquals("error: there is no file " + folder.resolve("none.gguf"), errors.toString().strip());
        assertTrue(run("", "--help").startsWith("usage: java -jar cm2tt-llm.jar"));
    }

    @Test
    void continuesAndChats() throws IOException {
        String model = TinyModel.write(folder).toString();
        String text = run("", model, "--device=cpu", "--prompt=abc", "--temperature=0", "--max-tokens=5");
        assertTrue(text.length() > 2 && text.endsWith("\n0"), text);
        assertEquals(
            text, run("", model, "--device=cpu", "--prompt=abc", "--temperature=0", "--max-tokens=5"));
        assertTrue(errors.toString().matches(
                       "(?s)\\[3 \\+ 5 tokens, first after [0-9.]+ s, then [0-9.]+ tokens/s, .*\\]\\s+"),
            errors::toString);
        String chat = run("one\n\ntwo\n", model, "--device=cpu", "--max-tokens=4", "--seed=1",
            "--context=256", "--requests=2", "--type=fp32", "--top-k=5", "--top-p=0.5", "--min-p=0.1",
            "--system=be short");
        // A prompt for each line, and the last one, which finds the end of the input.
        assertEquals(5, chat.split("> ", -1).length, chat);
        assertTrue(errors.toString().contains(" tokens, first after "), errors::toString);
    }

    /** Runs the command until it serves, and returns its output. */
    private static String serve(String... words) throws InterruptedException {
        Thread caller = Thread.currentThread();
        // The command has printed the address once the thread waits.
        Thread interrupter = new Thread(() -> {
            while (caller.getState() != Thread.State.WAITING
                || Arrays.stream(caller.getStackTrace())
                    .noneMatch(at -> at.getMethodName().equals("serve"))) {
                Thread.onSpinWait();
            }
            caller.interrupt();
        });
        interrupter.start();
        String text = run("", words);
        assertTrue(Thread.interrupted());
        interrupter.join();
        return text;
    }

    @Test
    void servesUntilItIsInterrupted() throws Exception {
        String model = TinyModel.write(folder).toString();
        String text = serve(model, "--device=cpu", "--server", "--port=0", "--context=64");
        assertTrue(text.matches("serving 'tiny model' at http://localhost:\\d+/v1\\s+0"), text);
    }

    @Test
    void servesEncodersAndNothingElse() throws Exception {
        Path model = Files.createDirectory(folder.resolve("encoder"));
        new TinyEncoder(model);
        String text = serve(model.toString(), "--device=cpu", "--server", "--port=0");
        assertTrue(text.matches("serving 'encoder' at http://localhost:\\d+/v1\\s+0"), text);
        assertEquals("1", run("", model.toString(), "--device=cpu", "--prompt=tile"));
        assertTrue(errors.toString().contains("--server serves it"), errors::toString);
    }
}
