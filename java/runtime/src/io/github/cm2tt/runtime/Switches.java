// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Which optimizations are on and off.
 *
 * @param choices those that were chosen; the others are the environment's; immutable
 */
record Switches(Map<CompilerOption, Boolean> choices) {
    static final Switches DEFAULT = new Switches(Map.of());

    Switches {
        Map<CompilerOption, Boolean> copy = new EnumMap<>(CompilerOption.class);
        copy.putAll(choices);
        choices = Collections.unmodifiableMap(copy);
    }

    /** Returns a copy with a choice. */
    Switches with(CompilerOption option, boolean isOn) {
        return new Switches(Map.of(option, isOn)).orElse(this);
    }

    /** Returns a copy in which options without a choice have that of others. */
    Switches orElse(Switches others) {
        Map<CompilerOption, Boolean> all = new EnumMap<>(CompilerOption.class);
        all.putAll(others.choices);
        all.putAll(choices);
        return new Switches(all);
    }

    /** Reads {@code persistent=on split-loops=off}. */
    static Switches parse(String text) {
        Map<CompilerOption, Boolean> choices = new EnumMap<>(CompilerOption.class);
        for (CompilerOption option : CompilerOption.values()) {
            for (String word : text.split(" ")) {
                if (word.startsWith(nameOf(option) + "=")) {
                    choices.put(option, word.endsWith("=on"));
                }
            }
        }
        return new Switches(choices);
    }

    private static String nameOf(CompilerOption option) {
        return option.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the same text, as native code expects it. */
    @Override
    public String toString() {
        return choices.entrySet().stream()
            .map(choice -> nameOf(choice.getKey()) + (choice.getValue() ? "=on" : "=off"))
            .collect(Collectors.joining(" "));
    }
}
