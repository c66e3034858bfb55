// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

/**
 * The limits of a server.
 *
 * @param active the most generations and embeddings at once
 * @param bodyBytes the greatest body of a request
 * @param allBodiesBytes the bodies of all requests that are read at a time
 * @param beatMilliseconds the time between looks whether a client is there
 * @param readSeconds the longest time in which a client sends its request
 * @param writeSeconds the longest time in which a client takes what is sent at once
 */
record ServerLimits(int active, int bodyBytes, long allBodiesBytes, long beatMilliseconds, long readSeconds,
    long writeSeconds) {
    /**
     * The limits of {@link LanguageModelServer#start}. Bodies have a part of the heap, since values take
     * several times the memory of their text.
     */
    static final ServerLimits DEFAULT = new ServerLimits(
        256, 8 << 20, Math.max(8 << 20, Runtime.getRuntime().maxMemory() / 16), 2000, 60, 30);
}
