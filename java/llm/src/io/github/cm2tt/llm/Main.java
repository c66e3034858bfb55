// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** The command: chats in the terminal, continues a text, or serves. */
public final class Main {
    private Main() {}

    /**
     * Runs the command, and ends the process.
     *
     * @param arguments its words
     */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    /** Runs the command: 0 done, 1 the error is in the model or the input, 2 in the command line. */
    static int run(String... arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        CommandLine line;
        ModelOptions options;
        try {
            line = CommandLine.of(arguments);
            options = line.wantsHelp() ? null : line.modelOptions();
        } catch (IllegalArgumentException fault) {
            System.err.println(fault.getMessage());
            return 2;
        }
        if (line.wantsHelp()) {
            out.print(CommandLine.HELP);
            return 0;
        }
        try {
            if (line.isServer() && EncoderConfiguration.isEncoder(line.model())) {
                try (SentenceEncoder encoder = SentenceEncoder.load(line.model(), options.device())) {
                    serve(out, encoder.name(), line, LanguageModelServer.start(encoder, line.address()));
                }
            } else {
                generate(out, line, options);
            }
            return 0;
        } catch (NoSuchFileException fault) {
            System.err.println("error: there is no file " + fault.getFile());
            return 1;
        } catch (IOException | RuntimeException fault) {
            System.err.println("error: " + fault.getMessage());
            return 1;
        }
    }

    private static void generate(PrintStream out, CommandLine line, ModelOptions options) throws IOException {
        try (LanguageModel model = LanguageModel.load(line.model(), options)) {
            if (line.isServer()) {
                serve(out, model.name(), line, LanguageModelServer.start(model, line.address()));
            } else if (line.prompt() != null) {
                print(out, model, model.generate(line.prompt(), line.options()));
            } else {
                chat(out, model, line);
            }
        }
    }

    /** Serves until the process ends, or the thread is interrupted. */
    private static void serve(PrintStream out, String name, CommandLine line, LanguageModelServer server) {
        try (server) {
            out.println("serving '" + name + "' at http://" + line.address().getHostString() + ":"
                + server.address().getPort() + "/v1");
            new CountDownLatch(1).await();
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private static void print(PrintStream out, LanguageModel model, Generation generation) {
        for (String piece : generation) {
            out.print(piece);
            out.flush();
        }
        out.println();
        System.err.printf("[%d + %d tokens, first after %.2f s, then %.1f tokens/s, %s]%n",
            generation.promptTokens(), generation.generatedTokens(), generation.firstTokenSeconds(),
            generation.tokensPerSecond(), model.options().device());
    }

    private static void chat(PrintStream out, LanguageModel model, CommandLine line) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        List<ChatMessage> messages = new ArrayList<>();
        if (line.system() != null) {
            messages.add(new ChatMessage("system", line.system()));
        }
        while (true) {
            out.print("> ");
            out.flush();
            String question = in.readLine();
            if (question == null) {
                return;
            }
            if (question.isBlank()) {
                continue;
            }
            messages.add(new ChatMessage("user", question));
            Generation generation = model.chat(messages, line.options());
            StringBuilder answer = new StringBuilder();
            for (String piece : generation) {
                out.print(piece);
                out.flush();
                answer.append(piece);
            }
            out.println();
            System.err.printf("[%d tokens, first after %.2f s, then %.1f tokens/s]%n",
                generation.generatedTokens(), generation.firstTokenSeconds(), generation.tokensPerSecond());
            messages.add(new ChatMessage("assistant", answer.toString()));
        }
    }
}
