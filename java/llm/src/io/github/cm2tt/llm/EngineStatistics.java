// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

/**
 * The work of an engine since its start, and now.
 *
 * @param running the requests that are being computed
 * @param waiting the requests that wait for others to end
 * @param finished the requests that have ended
 * @param promptTokens the tokens of prompts that were computed
 * @param generatedTokens the tokens that were generated
 * @param reusedTokens the tokens of prompts of which the cache had keys and values
 * @param pages the pages of the cache, of 32 tokens each
 * @param freePages the pages without a request
 * @param preemptions how often a request gave its pages to another
 */
public record EngineStatistics(int running, int waiting, long finished, long promptTokens,
    long generatedTokens, long reusedTokens, int pages, int freePages, long preemptions) {}
