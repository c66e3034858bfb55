// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io.github.cm2tt.llm.Generation;
import io.github.cm2tt.llm.GenerationOptions;
import io.github.cm2tt.llm.LanguageModel;
import io.github.cm2tt.llm.ModelOptions;
import io.github.cm2tt.runtime.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Tokens per second of a language model on the best device: one request, a prompt, several requests at once;
 * each some times, as the first one compiles. {@code java -cp 'build/jars/*' LanguageModels.java MODEL.gguf
 * [requests [prompt]]}; llm_model.py writes models of random weights.
 */
public final class LanguageModels {
    private static final int ROUNDS = 3;
    private static final int VOCABULARY = 30000;

    private final LanguageModel model;
    private final Random random = new Random(1);

    private LanguageModels(LanguageModel model) {
        this.model = model;
    }

    public static void main(String[] arguments) throws IOException {
        int requests = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 64;
        int prompt = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 8192;
        ModelOptions chosen = ModelOptions.of(Device.best());
        int step = Math.max(prompt, requests);
        ModelOptions options = new ModelOptions(
            chosen.device(), chosen.activations(), prompt + 256, requests, step, chosen.cacheBytes());
        try (LanguageModel model = LanguageModel.load(Path.of(arguments[0]), options)) {
            LanguageModels bench = new LanguageModels(model);
            for (int round = 0; round < ROUNDS; round++)
                System.out.printf("one request: %.1f tokens/s%n", bench.one(16, 200).tokensPerSecond());
            for (int round = 0; round < ROUNDS; round++)
                System.out.printf("prompt of %d: %.0f tokens/s%n", prompt,
                    prompt / bench.one(prompt, 2).firstTokenSeconds());
            for (int round = 0; round < ROUNDS; round++)
                System.out.printf("%d requests: %.0f tokens/s in all%n", requests, bench.many(requests));
        }
    }

    private Generation begin(int prompt, int tokens) {
        int[] ids = random.ints(prompt, 0, VOCABULARY).toArray();
        return model.generate(ids, GenerationOptions.GREEDY.withMaxTokens(tokens));
    }

    private Generation one(int prompt, int tokens) {
        Generation generation = begin(prompt, tokens);
        generation.text();
        return generation;
    }

    /** The sum of the speeds of requests that run at the same time. */
    private double many(int requests) {
        List<Generation> generations = new ArrayList<>();
        for (int i = 0; i < requests; i++)
            generations.add(begin(128, 128));
        double sum = 0;
        for (Generation generation : generations) {
            generation.text();
            sum += generation.tokensPerSecond();
        }
        return sum;
    }
}
