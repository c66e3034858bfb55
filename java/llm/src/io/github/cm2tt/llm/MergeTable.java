// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.Arrays;

/** Pairs of adjacent tokens that merge: the rank of each pair (a lower one is first) and what it becomes. */
final class MergeTable {
    private static final long EMPTY = -1;

    private final long[] keys;
    private final int[] ranks;
    private final int[] results;

    /**
     * An empty table.
     *
     * @param count the most pairs that are added
     */
    MergeTable(int count) {
        int slots = Integer.highestOneBit(Math.max(count, 1)) * 4;
        keys = new long[slots];
        ranks = new int[slots];
        results = new int[slots];
        Arrays.fill(keys, EMPTY);
    }

    /** Adds a pair, if it was not added before. */
    void add(int left, int right, int rank, int result) {
        int slot = find(left, right);
        if (keys[slot] == EMPTY) {
            keys[slot] = key(left, right);
            ranks[slot] = rank;
            results[slot] = result;
        }
    }

    /** The slot of a pair, or a negative number. */
    int slot(int left, int right) {
        int slot = find(left, right);
        return keys[slot] == EMPTY ? -1 : slot;
    }

    int rank(int slot) {
        return ranks[slot];
    }

    int result(int slot) {
        return results[slot];
    }

    private int find(int left, int right) {
        long key = key(left, right);
        long hash = key * 0x9e3779b97f4a7c15L;
        int slot = (int) (hash ^ hash >>> 32) & keys.length - 1;
        while (keys[slot] != EMPTY && keys[slot] != key) {
            slot = slot + 1 & keys.length - 1;
        }
        return slot;
    }

    private static long key(int left, int right) {
        return (long) left << 32 | right;
    }
}
