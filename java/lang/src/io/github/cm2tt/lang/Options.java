// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

/** What {@link Triton}'s methods may be told besides their operands, in any order, or not at all. */
final class Options {
    private Options() {}

    /** The option, or what holds without it. */
    static <T> T given(T option, T absent) {
        return option == null ? absent : option;
    }

    /** What was said of caches. */
    static Triton.CacheModifier cache(String rule, Triton.AccessOption first, Triton.AccessOption[] others) {
        return find(rule, Triton.CacheModifier.class, Triton.CacheModifier.NONE, first, others);
    }

    /** What was said of eviction. */
    static Triton.EvictionPolicy eviction(
        String rule, Triton.AccessOption first, Triton.AccessOption[] others) {
        return find(rule, Triton.EvictionPolicy.class, Triton.EvictionPolicy.NORMAL, first, others);
    }

    /** What was said of the order of accesses. */
    static Triton.MemSemantic semantic(Triton.AtomicOption first, Triton.AtomicOption[] others) {
        return find("T-ATOMIC-6", Triton.MemSemantic.class, Triton.MemSemantic.ACQ_REL, first, others);
    }

    /** What was said of whose accesses are ordered. */
    static Triton.MemScope scope(Triton.AtomicOption first, Triton.AtomicOption[] others) {
        return find("T-ATOMIC-6", Triton.MemScope.class, Triton.MemScope.GPU, first, others);
    }

    /**
     * The option of that class among the first and the others; what holds without it if there is none.
     *
     * @throws KernelException there are two, which breaks the rule with that label
     */
    static <T> T find(String rule, Class<T> kind, T absent, Object first, Object[] others) {
        T found = kind.isInstance(first) ? kind.cast(first) : null;
        for (Object option : given(others, new Object[0])) {
            if (!kind.isInstance(option))
                continue;
            if (found != null)
                throw new KernelException(rule + ": at most one constant of " + kind.getSimpleName()
                    + " is expected: " + found + " and " + option);
            found = kind.cast(option);
        }
        return given(found, absent);
    }
}
