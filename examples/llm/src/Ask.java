// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io.github.cm2tt.llm.ChatMessage;
import io.github.cm2tt.llm.Generation;
import io.github.cm2tt.llm.GenerationOptions;
import io.github.cm2tt.llm.LanguageModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Asks a language model a question, and prints the answer as it comes: {@code java Ask MODEL QUESTION...}
 *
 * <p>MODEL is a file of GGUF or a folder of Hugging Face; {@code ./tools/llm-models} downloads a small one.
 *
 * <pre>{@code
 * javac -cp 'build/jars/*' -d /tmp/ask examples/llm/src/Ask.java
 * java -cp 'build/jars/*:/tmp/ask' Ask model.gguf What is a tile?
 * }</pre>
 */
public final class Ask {
    public static void main(String[] arguments) throws IOException {
        if (arguments.length < 2)
            throw new IllegalArgumentException("expected a model and a question");
        String question = String.join(" ", Arrays.asList(arguments).subList(1, arguments.length));
        var conversation = List.of(new ChatMessage("user", question));
        GenerationOptions options = GenerationOptions.GREEDY.withMaxTokens(200);

        // On a GPU or, without one, on the CPU.
        try (LanguageModel model = LanguageModel.load(Path.of(arguments[0]));
            Generation answer = model.chat(conversation, options)) {
            for (String piece : answer) {
                System.out.print(piece);
                System.out.flush();
            }
            System.out.printf("%n%s on %s: %d tokens, the first after %.3f s, then %.1f tokens/s%n",
                model.name(), model.options().device(), answer.generatedTokens(), answer.firstTokenSeconds(),
                answer.tokensPerSecond());
        }
    }
}
