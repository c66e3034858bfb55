// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import io.github.cm2tt.runtime.internal.NativeRuntime;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The cache on disk, where compiled kernels are kept for later processes. It keeps its size by itself. Any
 * thread may use it.
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
     * What is kept of one kernel.
     *
     * @param key 64 hexadecimal digits
     * @param label what it is, in words
     * @param bytes how long it is
     * @param lastUse when it was used last, exact to a minute
     */
    public record Entry(String key, String label, long bytes, Instant lastUse) {}

    /**
     * What was removed, and what was left.
     *
     * @param removedEntries how many entries were removed
     * @param removedBytes how long they were
     * @param keptEntries how many entries are left
     * @param keptBytes how long they are
     */
    public record Trimmed(long removedEntries, long removedBytes, long keptEntries, long keptBytes) {}

    /**
     * All entries.
     *
     * @return the last used first; none if the runtime was made without a cache
     * @throws Cm2ttException if the environment turns the cache off, or it cannot be read
     * @throws IllegalStateException if the runtime is closed
     */
    public List<Entry> list() {
        if (runtime.hasNoCache())
            return List.of();
        long[][] numbers = new long[1][];
        byte[][][] texts = new byte[1][][];
        runtime.use(address -> texts[0] = NativeRuntime.listCache(address, numbers));
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < texts[0].length; i += 2)
            entries.add(new Entry(utf8(texts[0][i]), utf8(texts[0][i + 1]), numbers[0][i],
                Instant.ofEpochSecond(numbers[0][i + 1])));
        return List.copyOf(entries);
    }

    private static String utf8(byte[] text) {
        return new String(text, StandardCharsets.UTF_8);
    }

    /**
     * Removes what was not used for longest.
     *
     * @param maxBytes how many bytes may be left
     * @return what was done: nothing if the runtime was made without a cache
     * @throws IllegalArgumentException if the number is negative
     * @throws Cm2ttException if the environment turns the cache off, if it is read-only, or if something
     *     cannot be removed
     * @throws IllegalStateException if the runtime is closed
     */
    public Trimmed trim(long maxBytes) {
        if (maxBytes < 0)
            throw new IllegalArgumentException(maxBytes + " bytes: expected a number that is not negative");
        if (runtime.hasNoCache())
            return new Trimmed(0, 0, 0, 0);
        long[][] result = new long[1][];
        runtime.use(address -> result[0] = NativeRuntime.trimCache(address, maxBytes));
        long[] n = result[0];
        return new Trimmed(n[0], n[1], n[2], n[3]);
    }

    /**
     * Removes all entries, and the copies of native libraries that are kept beside them. Programs that have
     * loaded those are not disturbed.
     *
     * @return what was done
     * @throws Cm2ttException if the environment turns the cache off, if it is read-only, or if something
     *     cannot be removed
     * @throws IllegalStateException if the runtime is closed
     */
    public Trimmed clear() {
        return trim(0);
    }
}
