// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.runtime;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The options with which a kernel is compiled, in addition to the properties of its arguments.
 *
 * @param constants compile-time constants: names of parameters, and numbers or booleans as text
 * @param warps the warps of a block; 0: the compiler chooses
 * @param stages the buffers of a pipelined loop; 0: the compiler chooses
 * @param maxRegisters the maximum number of registers of a thread of a GPU; 0 if the assembler chooses
 * @param fpFusion whether a product and a sum of tiles may be rounded once
 * @param ftz whether functions of f32 flush subnormal numbers to 0
 * @param unspecialized the parameters whose values are not specialised
 * @param unspecializeAll whether no parameter is specialised
 * @param checked whether launches check accesses to memory
 * @param without optimizations that are turned off
 */
record KernelOptions(Map<String, String> constants, int warps, int stages, int maxRegisters, boolean fpFusion,
    boolean ftz, List<String> unspecialized, boolean unspecializeAll, boolean checked,
    Set<Optimization> without) {
    static final KernelOptions DEFAULT =
        new KernelOptions(Map.of(), 0, 0, 0, true, true, List.of(), false, false, Set.of());

    /** Returns a copy with an additional constant, or another value for it. */
    KernelOptions withConstant(String name, String value) {
        Map<String, String> all = new LinkedHashMap<>(constants);
        all.put(name, value);
        return new KernelOptions(
            all, warps, stages, maxRegisters, fpFusion, ftz,
            unspecialized, unspecializeAll, checked, without);
    }

    /** Returns a copy with another number of warps. */
    KernelOptions withWarps(int number) {
        if (number < 1 || number > 32 || Integer.bitCount(number) != 1) {
            throw new IllegalArgumentException(number + " warps: expected 1, 2, 4, 8, 16 or 32");
        }
        return new KernelOptions(
            constants, number, stages, maxRegisters, fpFusion, ftz,
            unspecialized, unspecializeAll, checked, without);
    }

    /** Returns a copy with another number of stages. */
    KernelOptions withStages(int number) {
        if (number < 1) {
            throw new IllegalArgumentException(number + " stages: expected at least 1");
        }
        return new KernelOptions(
            constants, warps, number, maxRegisters, fpFusion, ftz,
            unspecialized, unspecializeAll, checked, without);
    }

    /** Returns a copy with another limit of registers. */
    KernelOptions withMaxRegisters(int number) {
        if (number < 1) {
            throw new IllegalArgumentException(number + " registers: expected at least 1");
        }
        return new KernelOptions(
            constants, warps, stages, number, fpFusion, ftz,
            unspecialized, unspecializeAll, checked, without);
    }

    /** Returns a copy that fuses products and sums, or does not. */
    KernelOptions withFpFusion(boolean fuses) {
        return new KernelOptions(
            constants, warps, stages, maxRegisters, fuses, ftz,
            unspecialized, unspecializeAll, checked, without);
    }

    /** Returns a copy that flushes subnormal numbers to 0, or does not. */
    KernelOptions withFtz(boolean flushes) {
        return new KernelOptions(constants, warps, stages, maxRegisters, fpFusion, flushes, unspecialized,
            unspecializeAll, checked, without);
    }

    /** Returns a copy with other unspecialised parameters. */
    KernelOptions withUnspecialized(List<String> names) {
        return new KernelOptions(
            constants, warps, stages, maxRegisters, fpFusion, ftz, names, names.isEmpty(), checked, without);
    }

    /** Returns a copy whose launches are checked. */
    KernelOptions withChecks() {
        return new KernelOptions(
            constants, warps, stages, maxRegisters, fpFusion, ftz,
            unspecialized, unspecializeAll, true, without);
    }

    /** Returns a copy in which further optimizations are turned off. */
    KernelOptions without(Collection<Optimization> others) {
        Set<Optimization> all = EnumSet.copyOf(others);
        all.addAll(without);
        return new KernelOptions(
            constants, warps, stages, maxRegisters, fpFusion, ftz,
            unspecialized, unspecializeAll, checked, Collections.unmodifiableSet(all));
    }

    /** Returns the words of the optimizations that are turned off, in the form that native code expects. */
    byte[] withoutWords() {
        StringBuilder words = new StringBuilder();
        for (Optimization each : without) {
            words.append(words.isEmpty() ? "" : ",")
                .append(each.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
        return words.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Returns texts in the form that native code expects. */
    static byte[][] utf8(Collection<String> texts) {
        byte[][] result = new byte[texts.size()][];
        int count = 0;
        for (String text : texts) {
            result[count++] = text.getBytes(StandardCharsets.UTF_8);
        }
        return result;
    }

    // Not those of the record: the JVM creates code for its components, for 70 ms of the first launch.

    @Override
    public boolean equals(Object other) {
        return other instanceof KernelOptions that && warps == that.warps && stages == that.stages
            && maxRegisters == that.maxRegisters && fpFusion == that.fpFusion && ftz == that.ftz
            && unspecializeAll == that.unspecializeAll && checked == that.checked
            && constants.equals(that.constants) && unspecialized.equals(that.unspecialized)
            && without.equals(that.without);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * (31 * constants.hashCode() + warps) + stages) + maxRegisters;
    }
}
