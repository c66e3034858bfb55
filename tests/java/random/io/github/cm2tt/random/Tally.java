// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.random;

import java.util.Map;
import java.util.TreeMap;

/** The results of random programs: the number that agree, the messages of refusals, and the differences. */
final class Tally {
    /** Programs whose results were compared, and are the same. */
    int same;
    /** Programs that differ, or for which the compiler fails, as texts. */
    final StringBuilder faults = new StringBuilder();
    int faultCount;
    private final Map<String, Integer> refused = new TreeMap<>();
    private final Map<String, String> examples = new TreeMap<>();

    void refuse(String by, String message, String program) {
        String line = by + ": " + message.lines().findFirst().orElse("").replaceAll("'[^']*'", "'...'")
            .replaceAll("[0-9]{2,}", "N");
        refused.merge(line, 1, Integer::sum);
        examples.merge(line, program + "\n" + message,
            (one, other) -> one.length() <= other.length() ? one : other);
    }

    void fault(String text) {
        faultCount++;
        faults.append(text).append('\n');
    }

    int refusals() {
        return refused.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** The numbers, and with details an example of each refusal. */
    String report(boolean hasDetails) {
        StringBuilder text = new StringBuilder();
        text.append(same).append(" same, ").append(refusals()).append(" refused, ").append(faultCount)
            .append(" faults\n");
        refused.forEach((message, count) -> {
            text.append("refused ").append(count).append(" times by ").append(message).append('\n');
            if (hasDetails) {
                text.append(examples.get(message).indent(4));
            }
        });
        return text.append(faults).toString();
    }
}
