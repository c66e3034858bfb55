// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.Arrays;

/** A map from texts to numbers that is walked character by character. Node 0 is the empty text. */
final class TextTrie {
    private static final int ABSENT = -1;

    /** Edges by open addressing: node and character, and the node they lead to. */
    private long[] keys = new long[64];
    private int[] targets = new int[64];
    private int edges;
    private int[] values = new int[64];
    private int nodes = 1;

    TextTrie() {
        Arrays.fill(keys, ABSENT);
        Arrays.fill(values, ABSENT);
    }

    /** Maps a text to a number that is not negative, instead of an earlier one. */
    void put(CharSequence text, int value) {
        int node = 0;
        for (int i = 0; i < text.length(); i++) {
            int next = step(node, text.charAt(i));
            node = next >= 0 ? next : addEdge(node, text.charAt(i));
        }
        values[node] = value;
    }

    /** The node after a character, or -1. */
    int step(int node, char c) {
        long key = key(node, c);
        int slot = slot(key);
        while (keys[slot] != ABSENT) {
            if (keys[slot] == key) {
                return targets[slot];
            }
            slot = slot + 1 & keys.length - 1;
        }
        return ABSENT;
    }

    /** The number of the text that ends at the node, or -1. */
    int value(int node) {
        return values[node];
    }

    private int addEdge(int node, char c) {
        if (2 * edges >= keys.length) {
            grow();
        }
        if (nodes == values.length) {
            values = Arrays.copyOf(values, nodes * 2);
            Arrays.fill(values, nodes, nodes * 2, ABSENT);
        }
        insert(key(node, c), nodes);
        return nodes++;
    }

    private void insert(long key, int target) {
        int slot = slot(key);
        while (keys[slot] != ABSENT) {
            slot = slot + 1 & keys.length - 1;
        }
        keys[slot] = key;
        targets[slot] = target;
        edges++;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldTargets = targets;
        keys = new long[oldKeys.length * 2];
        targets = new int[keys.length];
        Arrays.fill(keys, ABSENT);
        edges = 0;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != ABSENT) {
                insert(oldKeys[i], oldTargets[i]);
            }
        }
    }

    private static long key(int node, char c) {
        return (long) node << 16 | c;
    }

    private int slot(long key) {
        long hash = key * 0x9e3779b97f4a7c15L;
        return (int) (hash ^ hash >>> 32) & keys.length - 1;
    }
}
