// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@link ServerMetrics}. */
final class ServerMetricsTest {
    @Test
    void writesAllFigures() {
        ServerMetrics metrics = new ServerMetrics();
        metrics.addAnswer("/health", 200);
        metrics.addAnswer("/health", 200);
        metrics.addAnswer("unknown", 404);
        metrics.active().set(10);
        Generation generation = new Generation(3);
        generation.countToken();
        metrics.addGeneration(generation, 0.75);
        List<String> lines =
            metrics.write(new EngineStatistics(1, 2, 3, 4, 5, 6, 7, 8, 9))
                .lines()
                .filter(line -> !line.contains("_bucket{") && !line.contains("first_token_seconds_sum"))
                .collect(Collectors.toList());
        assertEquals(
            List.of("# HELP cm2tt_llm_http_requests_total Answers, by route and status; 499: the client left",
                "# TYPE cm2tt_llm_http_requests_total counter",
                "cm2tt_llm_http_requests_total{route=\"/health\",status=\"200\"} 2",
                "cm2tt_llm_http_requests_total{route=\"unknown\",status=\"404\"} 1",
                "# HELP cm2tt_llm_http_requests_active Generations and embeddings that are answered",
                "# TYPE cm2tt_llm_http_requests_active gauge", "cm2tt_llm_http_requests_active 10",
                "# HELP cm2tt_llm_requests_running Requests that are being computed",
                "# TYPE cm2tt_llm_requests_running gauge", "cm2tt_llm_requests_running 1",
                "# HELP cm2tt_llm_requests_waiting Requests that wait for others to end",
                "# TYPE cm2tt_llm_requests_waiting gauge", "cm2tt_llm_requests_waiting 2",
                "# HELP cm2tt_llm_requests_finished_total Requests that have ended",
                "# TYPE cm2tt_llm_requests_finished_total counter", "cm2tt_llm_requests_finished_total 3",
                "# HELP cm2tt_llm_prompt_tokens_total Tokens of prompts that were computed",
                "# TYPE cm2tt_llm_prompt_tokens_total counter", "cm2tt_llm_prompt_tokens_total 4",
                "# HELP cm2tt_llm_generated_tokens_total Tokens that were generated",
                "# TYPE cm2tt_llm_generated_tokens_total counter", "cm2tt_llm_generated_tokens_total 5",
                "# HELP cm2tt_llm_reused_tokens_total Tokens of prompts found in the cache",
                "# TYPE cm2tt_llm_reused_tokens_total counter", "cm2tt_llm_reused_tokens_total 6",
                "# HELP cm2tt_llm_preemptions_total Requests that gave pages to others",
                "# TYPE cm2tt_llm_preemptions_total counter", "cm2tt_llm_preemptions_total 9",
                "# HELP cm2tt_llm_cache_pages Pages of the cache of keys and values",
                "# TYPE cm2tt_llm_cache_pages gauge", "cm2tt_llm_cache_pages 7",
                "# HELP cm2tt_llm_cache_free_pages Pages without a request",
                "# TYPE cm2tt_llm_cache_free_pages gauge", "cm2tt_llm_cache_free_pages 8",
                "# HELP cm2tt_llm_first_token_seconds Time from a request to its first token",
                "# TYPE cm2tt_llm_first_token_seconds histogram", "cm2tt_llm_first_token_seconds_count 1",
                "# HELP cm2tt_llm_generation_seconds Time from a request to the end of its text",
                "# TYPE cm2tt_llm_generation_seconds histogram", "cm2tt_llm_generation_seconds_sum 0.75",
                "cm2tt_llm_generation_seconds_count 1"),
            lines);
    }

    @Test
    void countsTimesUpToBounds() {
        ServerMetrics metrics = new ServerMetrics();
        for (double seconds : new double[] {0.01, 0.02, 7, 1000})
            metrics.addGeneration(new Generation(1), seconds);
        List<String> counts = metrics.write(new EngineStatistics(0, 0, 0, 0, 0, 0, 0, 0, 0))
                                  .lines()
                                  .filter(line -> line.startsWith("cm2tt_llm_generation_seconds_bucket"))
                                  .map(line -> line.substring(line.indexOf('"') + 1).replace("\"} ", ":"))
                                  .collect(Collectors.toList());
        assertEquals(List.of("0.01:1", "0.025:2", "0.05:2", "0.1:2", "0.25:2", "0.5:2", "1.0:2", "2.5:2",
                         "5.0:2", "10.0:3", "30.0:3", "60.0:3", "300.0:3", "+Inf:4"),
            counts);
    }
}
