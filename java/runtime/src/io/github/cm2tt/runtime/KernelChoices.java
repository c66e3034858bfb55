// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a kernel is compiled, beside what its arguments say.
 *
 * @param constants compile-time constants: names of parameters, and numbers or booleans as text
 * @param warps of a block; 0: the default
 * @param stages buffers of a pipelined loop; 0: the default
 * @param maxRegisters that a thread of a GPU may use; 0: as many as the assembler sees fit
 * @param fpFusion whether a product and a sum of tiles may be rounded once
 * @param ftz whether functions of f32 take subnormal numbers for 0
 * @param unspecialized the parameters whose values are not looked at
 * @param unspecializeAll whether that holds for all
 */
record KernelChoices(Map<String, String> constants, int warps, int stages, int maxRegisters,
    boolean fpFusion, boolean ftz, List<String> unspecialized, boolean unspecializeAll) {
    static final KernelChoices DEFAULT = new KernelChoices(Map.of(), 0, 0, 0, true, true, List.of(), false);

    /** These with one constant more, or another value for it. */
    KernelChoices withConstant(String name, String value) {
        Map<String, String> all = new LinkedHashMap<>(constants);
        all.put(name, value);
        return new KernelChoices(all, warps, stages, maxRegisters, fpFusion, ftz, unspecialized,
            unspecializeAll);
    }

    /** These with another number of warps. */
    KernelChoices withWarps(int number) {
        if (number < 1 || number > 32 || Integer.bitCount(number) != 1)
            throw new IllegalArgumentException(number + " warps: expected 1, 2, 4, 8, 16 or 32");
        return new KernelChoices(constants, number, stages, maxRegisters, fpFusion, ftz, unspecialized,
            unspecializeAll);
    }

    /** These with another number of stages. */
    KernelChoices withStages(int number) {
        if (number < 1)
            throw new IllegalArgumentException(number + " stages: expected at least 1");
        return new KernelChoices(constants, warps, number, maxRegisters, fpFusion, ftz, unspecialized,
            unspecializeAll);
    }

    /** These with another limit of registers. */
    KernelChoices withMaxRegisters(int number) {
        if (number < 1)
            throw new IllegalArgumentException(number + " registers: expected at least 1");
        return new KernelChoices(constants, warps, stages, number, fpFusion, ftz, unspecialized,
            unspecializeAll);
    }

    /** These with or without sums that take products in. */
    KernelChoices withFpFusion(boolean fuses) {
        return new KernelChoices(constants, warps, stages, maxRegisters, fuses, ftz, unspecialized,
            unspecializeAll);
    }

    /** These with functions that take subnormal numbers for 0, or do not. */
    KernelChoices withFtz(boolean flushes) {
        return new KernelChoices(constants, warps, stages, maxRegisters, fpFusion, flushes, unspecialized,
            unspecializeAll);
    }

    /** These with other parameters whose values are not looked at. */
    KernelChoices withUnspecialized(List<String> names) {
        return new KernelChoices(constants, warps, stages, maxRegisters, fpFusion, ftz, names,
            names.isEmpty());
    }

    /** Texts as native code takes them. */
    static byte[][] utf8(Collection<String> texts) {
        return texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toArray(byte[][] ::new);
    }
}
