// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

/** The optional arguments of the methods of {@link Triton}, which may have any order. */
final class Options {
    private Options() {}

    /** Returns the option, or its default. */
    static <T> T given(T option, T absent) {
        return option == null ? absent : option;
    }

    /** Returns the cache modifier. */
    static Triton.CacheModifier cache(String rule, Triton.AccessOption first, Triton.AccessOption[] others) {
        return find(rule, Triton.CacheModifier.class, Triton.CacheModifier.NONE, first, others);
    }

    /** Returns the eviction policy. */
    static Triton.EvictionPolicy eviction(
        String rule, Triton.AccessOption first, Triton.AccessOption[] others) {
        return find(rule, Triton.EvictionPolicy.class, Triton.EvictionPolicy.NORMAL, first, others);
    }

    /** Returns the memory order, or its default. */
    static Triton.MemSemantic semantic(
        Triton.MemSemantic absent, Triton.AtomicOption first, Triton.AtomicOption[] others) {
        return find("T-ATOMIC-6", Triton.MemSemantic.class, absent, first, others);
    }

    /** Returns the scope of the memory order. */
    static Triton.MemScope scope(Triton.AtomicOption first, Triton.AtomicOption[] others) {
        return find("T-ATOMIC-6", Triton.MemScope.class, Triton.MemScope.GPU, first, others);
    }

    /**
     * Returns the option of a class among the first and the others, or its default if there is none.
     *
     * @throws KernelException if there are two options of the class; the label is that of the broken rule
     */
    static <T> T find(String rule, Class<T> kind, T absent, Object first, Object[] others) {
        T found = kind.isInstance(first) ? kind.cast(first) : null;
        for (Object option : given(others, new Object[0])) {
            if (!kind.isInstance(option)) {
                continue;
            }
            if (found != null) {
                throw new KernelException(rule + ": at most one constant of " + kind.getSimpleName()
                    + " is expected: " + found + " and " + option);
            }
            found = kind.cast(option);
        }
        return given(found, absent);
    }
}
