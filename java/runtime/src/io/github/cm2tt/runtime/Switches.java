// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

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

    /** Returns two bits for each option, as native code expects: 0 for none, 1 for on, 2 for off. */
    int bits() {
        int bits = 0;
        for (Map.Entry<CompilerOption, Boolean> choice : choices.entrySet()) {
            bits |= (choice.getValue() ? 1 : 2) << (2 * choice.getKey().ordinal());
        }
        return bits;
    }
}
