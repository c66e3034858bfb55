// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io.github.cm2tt.llm.Generation;
import io.github.cm2tt.llm.GenerationOptions;
import io.github.cm2tt.llm.LanguageModel;
import io.github.cm2tt.llm.ModelOptions;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.ElementType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Runs a model for check_weights.py: {@code CompareWeights MODEL FOLDER COUNT} reads tokens from the files
 * prompts and parts of the folder, a line each. Writes the files text0, text1, ..: what follows each prompt
 * in that many tokens; and the file losses: a line for each type with the mean loss of each part, in nats
 * for a token.
 */
final class CompareWeights {
    private CompareWeights() {}

    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        Path folder = Path.of(arguments[1]);
        List<int[]> prompts = read(folder.resolve("prompts"));
        List<int[]> parts = read(folder.resolve("parts"));
        StringBuilder losses = new StringBuilder();
        for (ElementType type : List.of(ElementType.FP32, ElementType.BF16)) {
            var options = new ModelOptions(Device.best(), type, 1024, 10, 512, 0);
            try (LanguageModel model = LanguageModel.load(file, options)) {
                if (type == ElementType.FP32)
                    generate(model, prompts, Integer.parseInt(arguments[2]), folder);
                losses.append(type.name().toLowerCase(Locale.ROOT));
                for (int[] part : parts)
                    losses.append(' ').append(loss(model.logits(part), part));
                losses.append('\n');
            }
        }
        Files.writeString(folder.resolve("losses"), losses);
    }

    private static List<int[]> read(Path file) throws IOException {
        List<int[]> rows = new ArrayList<>();
        for (String line : Files.readAllLines(file))
            rows.add(Arrays.stream(line.split(" ")).mapToInt(Integer::parseInt).toArray());
        return rows;
    }

    /** All prompts at once. */
    private static void generate(LanguageModel model, List<int[]> prompts, int count, Path folder)
        throws IOException {
        List<Generation> running = new ArrayList<>();
        for (int[] prompt : prompts)
            running.add(model.generate(prompt, GenerationOptions.GREEDY.withMaxTokens(count)));
        for (int i = 0; i < prompts.size(); i++)
            Files.writeString(folder.resolve("text" + i), running.get(i).text());
    }

    private static double loss(float[] logits, int[] tokens) {
        int columns = logits.length / tokens.length;
        double sum = 0;
        for (int i = 0; i + 1 < tokens.length; i++) {
            double greatest = Double.NEGATIVE_INFINITY;
            for (int j = 0; j < columns; j++)
                greatest = Math.max(greatest, logits[i * columns + j]);
            double exponentials = 0;
            for (int j = 0; j < columns; j++)
                exponentials += Math.exp(logits[i * columns + j] - greatest);
            sum += Math.log(exponentials) + greatest - logits[i * columns + tokens[i + 1]];
        }
        return sum / (tokens.length - 1);
    }
}
