// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Figures of a server, in the text format of Prometheus. It is thread-safe. */
final class ServerMetrics {
    private static final double[] BOUNDS = {0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300};

    /** The number of times up to each bound. */
    private static final class Histogram {
        private final long[] counts = new long[BOUNDS.length + 1];
        private double sum;

        void add(double seconds) {
            int bound = 0;
            while (bound < BOUNDS.length && seconds > BOUNDS[bound]) {
                bound++;
            }
            counts[bound]++;
            sum += seconds;
        }

        void write(StringBuilder out, String name) {
            long total = 0;
            for (int i = 0; i < counts.length; i++) {
                total += counts[i];
                String bound = i < BOUNDS.length ? String.valueOf(BOUNDS[i]) : "+Inf";
                out.append(name)
                    .append("_bucket{le=\"")
                    .append(bound)
                    .append("\"} ")
                    .append(total)
                    .append('\n');
            }
            out.append(name).append("_sum ").append(sum).append('\n');
            out.append(name).append("_count ").append(total).append('\n');
        }
    }

    private final Map<String, Long> answers = new TreeMap<>();
    private final Histogram firstToken = new Histogram();
    private final Histogram whole = new Histogram();
    private final AtomicInteger active = new AtomicInteger();

    /** The requests that are being answered. */
    AtomicInteger active() {
        return active;
    }

    /** Counts an answer. */
    synchronized void addAnswer(String route, int status) {
        answers.merge("{route=\"" + route + "\",status=\"" + status + "\"}", 1L, Long::sum);
    }

    /** Counts a generation that has ended. */
    synchronized void addGeneration(Generation generation, double seconds) {
        if (generation.generatedTokens() > 0) {
            firstToken.add(generation.firstTokenSeconds());
        }
        whole.add(seconds);
    }

    /** Returns all figures; without an engine, those of answers alone. */
    synchronized String write(EngineStatistics engine) {
        StringBuilder out = new StringBuilder();
        describe(out, "http_requests_total", "counter", "Answers, by route and status; 499: the client left");
        answers.forEach((labels, count)
                            -> out.append("cm2tt_llm_http_requests_total")
                                .append(labels)
                                .append(' ')
                                .append(count)
                                .append('\n'));
        add(out, "http_requests_active", "gauge", "Generations and embeddings that are answered",
            active.get());
        if (engine != null) {
            write(out, engine);
        }
        return out.toString();
    }

    private void write(StringBuilder out, EngineStatistics engine) {
        add(out, "requests_running", "gauge", "Requests that are being computed", engine.running());
        add(out, "requests_waiting", "gauge", "Requests that wait for others to end", engine.waiting());
        add(out, "requests_finished_total", "counter", "Requests that have ended", engine.finished());
        add(out, "prompt_tokens_total", "counter", "Tokens of prompts that were computed",
            engine.promptTokens());
        add(out, "generated_tokens_total", "counter", "Tokens that were generated", engine.generatedTokens());
        add(out, "reused_tokens_total", "counter", "Tokens of prompts found in the cache",
            engine.reusedTokens());
        add(out, "preemptions_total", "counter", "Requests that gave pages to others", engine.preemptions());
        add(out, "cache_pages", "gauge", "Pages of the cache of keys and values", engine.pages());
        add(out, "cache_free_pages", "gauge", "Pages without a request", engine.freePages());
        describe(out, "first_token_seconds", "histogram", "Time from a request to its first token");
        firstToken.write(out, "cm2tt_llm_first_token_seconds");
        describe(out, "generation_seconds", "histogram", "Time from a request to the end of its text");
        whole.write(out, "cm2tt_llm_generation_seconds");
    }

    private static void describe(StringBuilder out, String name, String kind, String help) {
        out.append("# HELP cm2tt_llm_").append(name).append(' ').append(help).append('\n');
        out.append("# TYPE cm2tt_llm_").append(name).append(' ').append(kind).append('\n');
    }

    private static void add(StringBuilder out, String name, String kind, String help, long value) {
        describe(out, name, kind, help);
        out.append("cm2tt_llm_").append(name).append(' ').append(value).append('\n');
    }
}
