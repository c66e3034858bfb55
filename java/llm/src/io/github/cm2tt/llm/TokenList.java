// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.Arrays;

/** A list of ids of tokens that grows. */
final class TokenList {
    private int[] ids = new int[16];
    private int size;

    void add(int id) {
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, size * 2);
        }
        ids[size++] = id;
    }

    void addAll(int[] others) {
        for (int id : others) {
            add(id);
        }
    }

    int size() {
        return size;
    }

    /** The ids from an index on. */
    int[] toArray(int from) {
        return Arrays.copyOfRange(ids, from, size);
    }
}
