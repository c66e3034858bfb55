// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.NativeRuntime;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The disk cache, which stores compiled kernels for later processes and limits its own size. It is
 * thread-safe.
 *
 * <pre>{@code
 * for (Cache.Entry entry : Cm2ttRuntime.shared().cache().list())
 *     System.out.println(entry.label() + ": " + entry.bytes() + " bytes");
 * }</pre>
 */
public final class Cache {
    private final Cm2ttRuntime runtime;

    Cache(Cm2ttRuntime runtime) {
        this.runtime = runtime;
    }

    /**
     * An entry: one compiled kernel.
     *
     * @param key 64 hexadecimal digits
     * @param label a description
     * @param bytes the size in bytes
     * @param lastUse the time of the last use, exact to a minute
     */
    public record Entry(String key, String label, long bytes, Instant lastUse) {}

    /**
     * The result of removing entries.
     *
     * @param removedEntries the number of removed entries
     * @param removedBytes their size in bytes
     * @param keptEntries the number of remaining entries
     * @param keptBytes their size in bytes
     */
    public record Trimmed(long removedEntries, long removedBytes, long keptEntries, long keptBytes) {}

    /**
     * Returns all entries.
     *
     * @return the entries, the most recently used first; empty if the runtime has no cache
     * @throws Cm2ttException if the environment disables the cache, or it cannot be read
     * @throws IllegalStateException if the runtime is closed
     */
    public List<Entry> list() {
        if (runtime.hasNoCache()) {
            return List.of();
        }
        long[][] numbers = new long[1][];
        byte[][][] texts = new byte[1][][];
        runtime.use(address -> texts[0] = NativeRuntime.listCache(address, numbers));
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < texts[0].length; i += 2) {
            entries.add(new Entry(utf8(texts[0][i]), utf8(texts[0][i + 1]), numbers[0][i],
                Instant.ofEpochSecond(numbers[0][i + 1])));
        }
        return List.copyOf(entries);
    }

    private static String utf8(byte[] text) {
        return new String(text, StandardCharsets.UTF_8);
    }

    /**
     * Removes the least recently used entries.
     *
     * @param maxBytes the maximum size of the remaining entries in bytes
     * @return the result; nothing is removed if the runtime has no cache
     * @throws IllegalArgumentException if the number is negative
     * @throws Cm2ttException if the environment disables the cache, if it is read-only, or if an entry cannot
     *     be removed
     * @throws IllegalStateException if the runtime is closed
     */
    public Trimmed trim(long maxBytes) {
        if (maxBytes < 0) {
            throw new IllegalArgumentException(maxBytes + " bytes: expected a number that is not negative");
        }
        if (runtime.hasNoCache()) {
            return new Trimmed(0, 0, 0, 0);
        }
        long[][] result = new long[1][];
        runtime.use(address -> result[0] = NativeRuntime.trimCache(address, maxBytes));
        long[] n = result[0];
        return new Trimmed(n[0], n[1], n[2], n[3]);
    }

    /**
     * Removes all entries, and the copies of native libraries in the cache folder. Programs that have loaded
     * the libraries are not affected.
     *
     * @return the result
     * @throws Cm2ttException if the environment disables the cache, if it is read-only, or if an entry cannot
     *     be removed
     * @throws IllegalStateException if the runtime is closed
     */
    public Trimmed clear() {
        return trim(0);
    }
}
