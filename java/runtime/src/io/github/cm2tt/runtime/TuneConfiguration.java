// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A configuration with which an {@link Autotuner} compiles and measures a kernel.
 *
 * <pre>{@code
 * TuneConfiguration.of("BLOCK", 1024).with("GROUP", 8).withWarps(8).withStages(4)
 * }</pre>
 *
 * @param constants compile-time constants: names of parameters, and numbers or booleans as text; immutable
 * @param warps the warps of a block; 0: the compiler chooses
 * @param stages the buffers of a pipelined loop; 0: the compiler chooses
 */
public record TuneConfiguration(Map<String, String> constants, int warps, int stages) {
    /**
     * Copies the constants, in their order; the rest is as for the kernel.
     *
     * @param constants compile-time constants
     * @param warps the warps of a block
     * @param stages the buffers of a pipelined loop
     */
    public TuneConfiguration {
        constants = Collections.unmodifiableMap(new LinkedHashMap<>(constants));
    }

    /**
     * Returns a configuration without constants, for kernels of which only warps and stages are tuned.
     *
     * @return the configuration, with the default warps and stages
     */
    public static TuneConfiguration of() {
        return new TuneConfiguration(Map.of(), 0, 0);
    }

    /**
     * Returns a configuration with one constant.
     *
     * @param name the parameter's name
     * @param value its value
     * @return the configuration, with the default warps and stages
     */
    public static TuneConfiguration of(String name, long value) {
        return of().with(name, value);
    }

    /**
     * Returns a copy with one more constant.
     *
     * @param name the parameter's name
     * @param value its value
     * @return the new configuration
     */
    public TuneConfiguration with(String name, long value) {
        return with(name, Long.toString(value));
    }

    /**
     * Returns a copy with one more constant.
     *
     * @param name the parameter's name
     * @param value the text of it in a signature: a number, true, false, {@code Mode.FAST} for a constant of
     *     an enum, {@code fp16.class}, or a string in quotes
     * @return the new configuration
     */
    public TuneConfiguration with(String name, String value) {
        Map<String, String> all = new LinkedHashMap<>(constants);
        all.put(name, value);
        return new TuneConfiguration(all, warps, stages);
    }

    /**
     * Returns a copy with another number of warps.
     *
     * @param number the warps of a block: 1, 2, 4, 8, 16 or 32; ignored on CPUs
     * @return the new configuration
     */
    public TuneConfiguration withWarps(int number) {
        return new TuneConfiguration(constants, number, stages);
    }

    /**
     * Returns a copy with another number of stages.
     *
     * @param number the buffers of a pipelined loop, at least 1
     * @return the new configuration
     */
    public TuneConfiguration withStages(int number) {
        return new TuneConfiguration(constants, warps, number);
    }

    /**
     * Returns the value of a constant, for grids.
     *
     * @param name the parameter's name
     * @return its value
     * @throws IllegalArgumentException if there is no such constant, or it is not an integer
     */
    public long constant(String name) {
        String text = constants.get(name);
        if (text == null) {
            throw new IllegalArgumentException(
                "the configuration has no constant '" + name + "': expected one of " + constants.keySet());
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                "the constant '" + name + "' is " + text + ": expected an integer", e);
        }
    }
}
