// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.llm;

import java.util.List;

/** Finds texts at which a generation ends. Holds back what may be the beginning of one. */
final class StopFilter {
    private final List<String> stops;
    private final StringBuilder held = new StringBuilder();
    private boolean isStopped;

    StopFilter(List<String> stops) {
        this.stops = stops;
    }

    boolean isStopped() {
        return isStopped;
    }

    /** Adds text, and returns what is before each stop for sure. */
    String add(String text) {
        held.append(text);
        int first = held.length();
        for (String stop : stops) {
            int at = held.indexOf(stop);
            if (at >= 0 && at < first) {
                first = at;
                isStopped = true;
            }
        }
        return take(isStopped ? first : held.length() - beginning());
    }

    /** Returns what is held back, at the end of the text. */
    String finish() {
        return isStopped ? "" : take(held.length());
    }

    private String take(int length) {
        String text = held.substring(0, length);
        held.delete(0, length);
        return text;
    }

    /** The length of the longest end of the text that is a beginning of a stop. */
    private int beginning() {
        int longest = 0;
        for (String stop : stops) {
            for (int length = Math.min(stop.length() - 1, held.length()); length > longest; length--) {
                if (held.indexOf(stop.substring(0, length), held.length() - length) >= 0) {
                    longest = length;
                }
            }
        }
        return longest;
    }
}
