// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.ElementType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Requests of a model of random weights, compared with the formulas in double precision. */
final class LanguageModelTest {
    private static final ModelOptions OPTIONS =
        ModelOptions.of(Device.best()).withActivations(ElementType.FP32).withContextLength(160);
    private static final GenerationOptions SHORT = GenerationOptions.GREEDY.withMaxTokens(40);

    @TempDir static Path folder;
    private static Path file;
    private static TinyReference reference;
    private static LanguageModel model;

    @BeforeAll
    static void load() throws IOException {
        file = TinyModel.write(folder);
        reference = new TinyReference(file);
        model = LanguageModel.load(file, OPTIONS);
    }

    @AfterAll
    static void close() {
        model.close();
    }

    private static int[] prompt(int length, long seed) {
        return new Random(seed).ints(length, 3, 250).toArray();
    }

    /** The text of the tokens that are the most probable ones each time. */
    private static String expected(int[] prompt, int count) {
        int[] tokens = prompt;
        for (int i = 0; i < count; i++) {
            double[][] logits = reference.logits(tokens);
            tokens = Arrays.copyOf(tokens, tokens.length + 1);
            tokens[tokens.length - 1] = TinyReference.best(logits[logits.length - 1]);
        }
        return model.tokenizer().decode(Arrays.copyOfRange(tokens, prompt.length, tokens.length));
    }

    private static void refuses(String message, Executable code) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, code).getMessage());
    }

    @Test
    void logitsAreThoseOfTheFormulas() {
        for (int length : new int[] {70, 150}) {
            int[] tokens = prompt(length, 1);
            double[][] wanted = reference.logits(tokens);
            float[] found = model.logits(tokens);
            int columns = found.length / tokens.length;
            for (int i = 0; i < found.length; i++)
                assertEquals(wanted[i / columns][i % columns], found[i], 2e-4, length + " tokens");
        }
    }

    /** A long prompt reads its keys from memory of its own, a part of one from pages. */
    @Test
    void longPromptsInPartsGiveTheSameText() throws IOException {
        int[] tokens = prompt(140, 2);
        GenerationOptions few = GenerationOptions.GREEDY.withMaxTokens(15);
        String wanted = expected(tokens, 15);
        assertEquals(wanted, model.generate(tokens, few).text());
        ModelOptions parts = new ModelOptions(OPTIONS.device(), ElementType.FP32, 160, 2, 130, 0);
        try (LanguageModel other = LanguageModel.load(file, parts)) {
            assertEquals(wanted, other.generate(tokens, few).text());
        }
    }

    @Test
    void promptsInPartsGiveTheSameText() throws IOException {
        int[] tokens = prompt(75, 2);
        String wanted = expected(tokens, 40);
        assertEquals(wanted, model.generate(tokens, SHORT).text());
        ModelOptions parts = new ModelOptions(OPTIONS.device(), ElementType.FP32, 160, 2, 7, 0);
        try (LanguageModel other = LanguageModel.load(file, parts)) {
            assertEquals(wanted, other.generate(tokens, SHORT).text());
        }
    }

    @Test
    void requestsAtOnceDoNotDisturbEachOther() {
        List<Generation> generations = new ArrayList<>();
        for (int i = 0; i < 20; i++)
            generations.add(model.generate(prompt(5 + 3 * i, i), SHORT));
        for (int i = 0; i < 20; i++)
            assertEquals(expected(prompt(5 + 3 * i, i), 40), generations.get(i).text(), "request " + i);
        assertEquals(0, model.statistics().running());
        assertEquals(model.statistics().pages(), model.statistics().freePages());
    }

    @Test
    void pagesOfTheSamePromptAreUsedAgain() {
        int[] tokens = prompt(100, 3);
        String first = model.generate(tokens, SHORT).text();
        long reused = model.statistics().reusedTokens();
        assertEquals(first, model.generate(tokens, SHORT).text());
        assertEquals(reused + 96, model.statistics().reusedTokens());
        // The first page is the same, the second one is not.
        int[] other = tokens.clone();
        other[40]++;
        assertEquals(expected(other, 40), model.generate(other, SHORT).text());
        assertEquals(reused + 128, model.statistics().reusedTokens());
    }

    @Test
    void requestsWithoutPagesAreComputedAgain() throws IOException {
        // Seven pages for four requests of four pages each.
        long page = 2L * TinyModel.LAYERS * TinyModel.WIDTH / 2 * 4 * KeyValueCache.PAGE;
        try (LanguageModel small = LanguageModel.load(file, OPTIONS.withCacheBytes(7 * page))) {
            List<Generation> generations = new ArrayList<>();
            for (int i = 0; i < 4; i++)
                generations.add(small.generate(prompt(60, i), GenerationOptions.GREEDY.withMaxTokens(60)));
            for (int i = 0; i < 4; i++)
                assertEquals(expected(prompt(60, i), 60), generations.get(i).text(), "request " + i);
            assertTrue(small.statistics().preemptions() > 0);
            assertEquals(7, small.statistics().freePages());
        }
    }

    @Test
    void randomTokensDependOnTheSeedAlone() {
        GenerationOptions warm = SHORT.withTemperature(1).withTop(50, 0.9f, 0.01f).withSeed(5);
        int[] tokens = prompt(9, 4);
        String first = model.generate(tokens, warm).text();
        assertEquals(first, model.generate(tokens, warm).text());
        assertTrue(!first.equals(model.generate(tokens, warm.withSeed(6)).text()));
    }

    @Test
    void endsAtTheTextsAndLimitsOfTheOptions() {
        int[] tokens = prompt(12, 5);
        String whole = model.generate(tokens, SHORT).text();
        String stop = whole.substring(9, 11);
        Generation stopped = model.generate(tokens, SHORT.withStops(List.of("never", stop)));
        assertEquals(whole.substring(0, whole.indexOf(stop)), stopped.text());
        assertEquals(FinishReason.STOP, stopped.finishReason());
        Generation full = model.generate(prompt(150, 6), SHORT);
        full.text();
        assertEquals(FinishReason.LENGTH, full.finishReason());
        assertEquals(10, full.generatedTokens());
        assertEquals(150, full.promptTokens());
        assertTrue(full.firstTokenSeconds() > 0 && full.tokensPerSecond() > 0);
        var pieces = full.iterator();
        assertThrows(NoSuchElementException.class, pieces::next);
    }

    @Test
    void endsWhenItIsCancelledOrTheModelIsClosed() throws IOException {
        LanguageModel other = LanguageModel.load(file, OPTIONS);
        Generation cancelled = other.generate(prompt(4, 7), GenerationOptions.GREEDY.withMaxTokens(150));
        cancelled.close();
        cancelled.text();
        assertEquals(FinishReason.CANCELLED, cancelled.finishReason());
        Generation running = other.generate(prompt(4, 8), GenerationOptions.GREEDY.withMaxTokens(150));
        other.close();
        running.text();
        assertTrue(running.finishReason() != FinishReason.STOP);
        assertEquals("the model is closed",
            assertThrows(IllegalStateException.class, () -> other.generate(prompt(4, 9), SHORT))
                .getMessage());
    }

    @Test
    void vectorsOfTextsHaveLengthOne() {
        float[] vector = model.embed("some text");
        double squares = 0;
        for (float number : vector)
            squares += number * number;
        assertEquals(1, squares, 1e-5);
        assertArrayEquals(vector, model.embed("some text"), 1e-6f);
    }

    @Test
    void namesPromptsThatDoNotFit() {
        refuses("the prompt has no tokens", () -> model.generate("", SHORT));
        refuses("the prompt has 160 tokens, but the context has room for 159 (contextLength)",
            () -> model.generate(prompt(160, 1), SHORT));
        refuses("the vocabulary has no token 100000", () -> model.generate(new int[] {100000}, SHORT));
    }

    @Test
    void namesOptionsOutOfTheirRange() {
        Device device = OPTIONS.device();
        refuses("activations: expected FP32, FP16 or BF16, found I8",
            () -> OPTIONS.withActivations(ElementType.I8));
        refuses("contextLength: expected at least 2, found 1", () -> OPTIONS.withContextLength(1));
        refuses("maxRequests: expected 1 to 1024, found 0", () -> OPTIONS.withMaxRequests(0));
        refuses("stepTokens: expected at least one for each request, found 1",
            () -> new ModelOptions(device, ElementType.FP32, 0, 2, 1, 0));
        refuses("cacheBytes: expected a number from 0, found -1", () -> OPTIONS.withCacheBytes(-1));
        refuses("maxTokens: expected at least 1, found 0", () -> SHORT.withMaxTokens(0));
        refuses("temperature: expected a number from 0, found -1.0", () -> SHORT.withTemperature(-1));
        refuses("topK: expected a number from 0, found -1", () -> SHORT.withTop(-1, 1, 0));
        refuses("topP: expected a number after 0, up to 1, found 0.0", () -> SHORT.withTop(0, 0, 0));
        refuses("minP: expected a number from 0 to 1, found 2.0", () -> SHORT.withTop(0, 1, 2));
        refuses("stops: found an empty text", () -> SHORT.withStops(List.of("")));
    }

    @Test
    void logitsTakeThePagesOfRequestsThatRun() throws IOException {
        long page = 2L * TinyModel.LAYERS * TinyModel.WIDTH / 2 * 4 * KeyValueCache.PAGE;
        try (LanguageModel small = LanguageModel.load(file, OPTIONS.withCacheBytes(5 * page));
            Generation other = small.generate(prompt(90, 1), GenerationOptions.GREEDY.withMaxTokens(60))) {
            // Its first piece is there, so that it has its pages.
            String first = other.iterator().next();
            small.logits(prompt(150, 2));
            assertTrue(small.statistics().preemptions() > 0);
            assertEquals(expected(prompt(90, 1), 60), first + other.text());
        }
    }

    @Test
    void threadsThatWaitCanBeInterrupted() {
        Generation generation = model.generate(prompt(4, 11), GenerationOptions.GREEDY.withMaxTokens(150));
        Thread.currentThread().interrupt();
        assertEquals("interrupted while waiting for text",
            assertThrows(IllegalStateException.class, generation::text).getMessage());
        assertTrue(Thread.interrupted());
        Thread.currentThread().interrupt();
        assertEquals("interrupted while waiting for the engine",
            assertThrows(IllegalStateException.class, () -> model.embed("text")).getMessage());
        assertTrue(Thread.interrupted());
        Generation failed = new Generation(1);
        failed.finish(FinishReason.CANCELLED, new IllegalStateException("the device is lost"));
        assertEquals("the generation failed: the device is lost",
            assertThrows(IllegalStateException.class, failed::text).getMessage());
    }

    private static long engines() {
        return Thread.getAllStackTraces()
            .keySet()
            .stream()
            .filter(thread -> thread.getName().equals("cm2tt-llm"))
            .count();
    }

    @Test
    void aThreadThatIsInterruptedClosesAll() throws IOException {
        long before = engines();
        LanguageModel other = LanguageModel.load(file, OPTIONS);
        other.generate(prompt(4, 11), GenerationOptions.GREEDY.withMaxTokens(150));
        assertEquals(before + 1, engines());
        Thread.currentThread().interrupt();
        other.close();
        assertTrue(Thread.interrupted());
        assertEquals(before, engines());
    }

    @Test
    void saysHowMuchMemoryIsMissing() {
        String message = assertThrows(
            IllegalStateException.class, () -> LanguageModel.load(file, OPTIONS.withCacheBytes(1)))
                             .getMessage();
        assertTrue(
            message.matches(".* needs \\d+ MB on .*: \\d+ of weights, \\d+ for a step, \\d+ for keys and"
                + " values of 160 tokens; \\d+ MB are free, \\d+ MB are missing. Choose a model of fewer "
                + "bits, a"
                + " smaller contextLength or fewer maxRequests"),
            message);
    }
}
