// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Byte-pair encoding by ranks (Sennrich et al., 2016): of all adjacent pairs, the leftmost of the lowest rank
 * merges, until no pair does. A piece of n symbols takes time O(n log n).
 */
final class MergeModel implements TokenModel {
    private static final int MAX_CACHED = 10_000;
    private static final int MAX_CACHED_LENGTH = 64;

    private final Vocabulary vocabulary;
    private final MergeTable merges;
    private final boolean isByteLevel;
    private final boolean wholeFirst;
    private final int unknown;
    private final boolean fusesUnknown;
    private final int[] letterIds = new int[256];
    private final Map<String, int[]> cache = new ConcurrentHashMap<>();

    /**
     * A model.
     *
     * @param vocabulary the tokens
     * @param merges the pairs
     * @param isByteLevel whether symbols are {@link ByteLetters}; otherwise code points, or tokens of bytes
     *     where the vocabulary has no code point
     * @param wholeFirst whether a piece that is a token is not divided by merges
     * @param unknown the token of symbols that are not in the vocabulary, or -1 to leave them out
     * @param fusesUnknown whether adjacent unknown symbols become one token
     */
    MergeModel(Vocabulary vocabulary, MergeTable merges, boolean isByteLevel, boolean wholeFirst, int unknown,
        boolean fusesUnknown) {
        this.vocabulary = vocabulary;
        this.merges = merges;
        this.isByteLevel = isByteLevel;
        this.wholeFirst = wholeFirst;
        this.unknown = unknown;
        this.fusesUnknown = fusesUnknown;
        for (int b = 0; b < 256; b++) {
            letterIds[b] = vocabulary.plainId(String.valueOf(ByteLetters.letter(b)));
        }
    }

    @Override
    public void encode(String piece, TokenList out) {
        int[] ids = cache.get(piece);
        if (ids == null) {
            ids = encode(piece);
            if (piece.length() <= MAX_CACHED_LENGTH && cache.size() < MAX_CACHED) {
                cache.put(piece, ids);
            }
        }
        out.addAll(ids);
    }

    private int[] encode(String piece) {
        if (wholeFirst) {
            int id = vocabulary.plainId(isByteLevel ? ByteLetters.encode(piece) : piece);
            if (id >= 0) {
                return new int[] {id};
            }
        }
        var symbols = new TokenList();
        if (isByteLevel) {
            addBytes(piece, symbols);
        } else {
            addCodePoints(piece, symbols);
        }
        return merge(symbols.toArray(0));
    }

    private void addBytes(String piece, TokenList symbols) {
        boolean wasUnknown = false;
        for (byte b : piece.getBytes(StandardCharsets.UTF_8)) {
            int id = letterIds[b & 0xff];
            wasUnknown = addSymbol(id, wasUnknown, symbols);
        }
    }

    /** Adds a symbol; returns whether it is unknown. */
    private boolean addSymbol(int id, boolean wasUnknown, TokenList symbols) {
        if (id >= 0) {
            symbols.add(id);
        } else if (unknown >= 0 && !(wasUnknown && fusesUnknown)) {
            symbols.add(unknown);
        }
        return id < 0;
    }

    private void addCodePoints(String piece, TokenList symbols) {
        boolean wasUnknown = false;
        for (int i = 0; i < piece.length();) {
            int end = piece.offsetByCodePoints(i, 1);
            String symbol = piece.substring(i, end);
            int id = vocabulary.plainId(symbol);
            if (id < 0 && ByteTokens.add(vocabulary, symbol, symbols)) {
                wasUnknown = false;
            } else {
                wasUnknown = addSymbol(id, wasUnknown, symbols);
            }
            i = end;
        }
    }

    /** Merges the symbols; those that are left are linked by `next`, which is -1 for one that has gone. */
    private int[] merge(int[] ids) {
        int[] next = new int[ids.length];
        int[] previous = new int[ids.length];
        var heap = new LongHeap();
        for (int i = 0; i < ids.length; i++) {
            next[i] = i + 1;
            previous[i] = i - 1;
            push(heap, ids, i, next[i]);
        }
        while (!heap.isEmpty()) {
            long entry = heap.poll();
            int left = (int) entry;
            int right = next[left];
            if (right < 0 || right >= ids.length) {
                continue;
            }
            // The pair may have changed since it was added; its rank tells.
            int slot = merges.slot(ids[left], ids[right]);
            if (slot < 0 || merges.rank(slot) != entry >>> 32) {
                continue;
            }
            ids[left] = merges.result(slot);
            next[left] = next[right];
            next[right] = -1;
            if (next[left] < ids.length) {
                previous[next[left]] = left;
            }
            push(heap, ids, left, next[left]);
            if (previous[left] >= 0) {
                push(heap, ids, previous[left], left);
            }
        }
        return collect(ids, next);
    }

    private void push(LongHeap heap, int[] ids, int left, int right) {
        if (right < ids.length) {
            int slot = merges.slot(ids[left], ids[right]);
            if (slot >= 0) {
                heap.add((long) merges.rank(slot) << 32 | left);
            }
        }
    }

    private static int[] collect(int[] ids, int[] next) {
        int count = 0;
        for (int i = 0; i < ids.length; i = next[i]) {
            ids[count++] = ids[i];
        }
        return Arrays.copyOf(ids, count);
    }
}
