// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The tokens of a model: texts, kinds and scores by id. */
final class Vocabulary {
    /** The purpose of a token; the order is that of GGUF's numbers, from 1. */
    enum Kind { NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE }

    private final String[] texts;
    private final Kind[] kinds;
    private final float[] scores;
    /** The ids of the tokens that text is divided into: not of those that control. */
    private final Map<String, Integer> plain = new HashMap<>();
    private final Map<String, Integer> special = new HashMap<>();
    private final int[] bytes = new int[256];
    private int longest;

    /**
     * A vocabulary.
     *
     * @param source the name of the file in messages
     * @param texts the texts of the tokens; null where an id has no token
     * @param kinds their kinds
     * @param scores their scores, or null
     */
    Vocabulary(String source, List<String> texts, Kind[] kinds, float[] scores) {
        if (texts.isEmpty() || kinds.length != texts.size()
            || scores != null && scores.length != texts.size()) {
            throw new ModelFileException(source + ": the vocabulary has " + texts.size() + " texts, "
                + kinds.length + " types, " + (scores == null ? "no" : scores.length) + " scores");
        }
        this.texts = texts.toArray(new String[0]);
        this.kinds = kinds.clone();
        this.scores = scores == null ? new float[kinds.length] : scores.clone();
        Arrays.fill(bytes, -1);
        for (int id = 0; id < kinds.length; id++) {
            index(id);
        }
    }

    private void index(int id) {
        String text = texts[id];
        if (text == null) {
            return;
        }
        if (kinds[id] == Kind.NORMAL || kinds[id] == Kind.USER_DEFINED) {
            plain.putIfAbsent(text, id);
            longest = Math.max(longest, text.length());
        } else {
            special.putIfAbsent(text, id);
        }
        int value = byteOf(text);
        if (value >= 0) {
            bytes[value] = id;
        }
    }

    /** The byte that a text such as {@code <0x0A>} represents, or -1. */
    static int byteOf(String text) {
        if (text.length() == 6 && text.startsWith("<0x") && text.endsWith(">")) {
            int high = Character.digit(text.charAt(3), 16);
            int low = Character.digit(text.charAt(4), 16);
            return high < 0 || low < 0 ? -1 : high * 16 + low;
        }
        return -1;
    }

    int size() {
        return texts.length;
    }

    /** The text; empty where an id has no token. */
    String text(int id) {
        return texts[id] == null ? "" : texts[id];
    }

    Kind kind(int id) {
        return kinds[id];
    }

    float score(int id) {
        return scores[id];
    }

    /** The id of a token that text is divided into, or -1. */
    int plainId(String text) {
        return plain.getOrDefault(text, -1);
    }

    /** The id of any token, or -1. */
    int id(String text) {
        return plain.getOrDefault(text, special.getOrDefault(text, -1));
    }

    /** The token of a byte, or -1. */
    int byteId(int value) {
        return bytes[value];
    }

    /** The length of the longest text that {@link #plainId} finds. */
    int longest() {
        return longest;
    }
}
