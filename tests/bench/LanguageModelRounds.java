// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io.github.cm2tt.llm.Generation;
import io.github.cm2tt.llm.GenerationOptions;
import io.github.cm2tt.llm.LanguageModel;
import io.github.cm2tt.llm.ModelOptions;
import io.github.cm2tt.runtime.Device;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;

/**
 * A language model for llm_llama_cpp.py: {@code LanguageModelRounds MODEL TOKENS PROMPT}. For each line of
 * the input, it prints the tokens per second of one request and of a prompt.
 */
public final class LanguageModelRounds {
    private static final int VOCABULARY = 30000;
    private static final int CONTEXT = 1024;

    private LanguageModelRounds() {}

    public static void main(String[] arguments) throws IOException {
        int tokens = Integer.parseInt(arguments[1]);
        int prompt = Integer.parseInt(arguments[2]);
        Device device = Device.best();
        ModelOptions chosen = ModelOptions.of(device);
        var options = new ModelOptions(device, chosen.activations(), CONTEXT, 4, prompt, 0);
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (LanguageModel model = LanguageModel.load(Path.of(arguments[0]), options)) {
            Random random = new Random(1);
            System.out.println(device);
            while (in.readLine() != null) {
                Generation first = run(model, random, prompt, 2);
                Generation single = run(model, random, 16, tokens);
                System.out.println(single.tokensPerSecond() + " " + prompt / first.firstTokenSeconds());
            }
        }
    }

    /** Generates that many tokens: texts that end before are thrown away. */
    private static Generation run(LanguageModel model, Random random, int prompt, int tokens) {
        while (true) {
            int[] ids = random.ints(prompt, 100, VOCABULARY).toArray();
            Generation generation = model.generate(ids, GenerationOptions.GREEDY.withMaxTokens(tokens));
            generation.text();
            if (generation.generatedTokens() == tokens)
                return generation;
        }
    }
}
