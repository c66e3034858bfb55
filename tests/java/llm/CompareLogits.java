// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io.github.cm2tt.llm.Generation;
import io.github.cm2tt.llm.GenerationOptions;
import io.github.cm2tt.llm.LanguageModel;
import io.github.cm2tt.llm.ModelFileException;
import io.github.cm2tt.llm.ModelOptions;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.ElementType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs small models for check_models.py. Each folder has the file prompts, a line of tokens each, and the
 * file model, which names the model. Writes the file logits, of the first prompts one after the other, and
 * generated: a line for each prompt with parts of some tokens, and again with parts of other sizes; or the
 * file refused, if the model is not supported.
 */
final class CompareLogits {
    private static final int GENERATED = 20;
    private static final int[] STEPS = {256, 24};

    private CompareLogits() {}

    public static void main(String[] folders) throws IOException {
        for (String folder : folders)
            run(Path.of(folder));
    }

    private static void run(Path folder) throws IOException {
        List<int[]> prompts = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("prompts")))
            prompts.add(Arrays.stream(line.split(" ")).mapToInt(Integer::parseInt).toArray());
        Path file = folder.resolve(Files.readString(folder.resolve("model")));
        List<String> generated = new ArrayList<>();
        try {
            for (int tokens : STEPS) {
                var options = new ModelOptions(Device.cpu(), ElementType.FP32, 0, 4, tokens, 0);
                try (LanguageModel model = LanguageModel.load(file, options)) {
                    if (generated.isEmpty())
                        writeLogits(folder.resolve("logits"), model, prompts);
                    generate(model, prompts, generated);
                }
            }
            Files.write(folder.resolve("generated"), generated);
        } catch (ModelFileException refused) {
            Files.writeString(folder.resolve("refused"), refused.getMessage());
        }
    }

    private static void writeLogits(Path file, LanguageModel model, List<int[]> prompts) throws IOException {
        List<float[]> logits = new ArrayList<>();
        int count = 0;
        for (int[] prompt : prompts) {
            logits.add(model.logits(prompt));
            count += logits.get(logits.size() - 1).length;
        }
        ByteBuffer bytes = ByteBuffer.allocate(4 * count).order(ByteOrder.LITTLE_ENDIAN);
        for (float[] each : logits)
            for (float logit : each)
                bytes.putFloat(logit);
        Files.write(file, bytes.array());
    }

    /** All prompts at once. */
    private static void generate(LanguageModel model, List<int[]> prompts, List<String> texts) {
        List<Generation> running = new ArrayList<>();
        for (int[] prompt : prompts)
            running.add(model.generate(prompt, GenerationOptions.GREEDY.withMaxTokens(GENERATED)));
        for (Generation generation : running)
            texts.add(generation.text());
    }
}
