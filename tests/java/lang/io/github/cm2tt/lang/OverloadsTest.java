// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Which overloads Java takes for absent arguments and for options; they give what they stand for. */
class OverloadsTest {
    private final float[] x = {1, 2, 3, 4};
    private final float[] out = new float[4];
    private final int[] counter = {5};

    @Test
    void nullIsAnAbsentOperand() {
        Programs.run(1, () -> {
            Tensor offsets = Triton.arange(0, 4);
            Tensor v = Triton.load(Ptr.of(x).add(offsets), null);
            Triton.store(Triton.add(Ptr.of(out), offsets), v, null);
            Triton.atomicAdd(Ptr.of(counter), 1, null);
        });
        assertArrayEquals(x, out);
        assertEquals(6, counter[0]);
    }

    @Test
    void optionsComeInEitherOrder() {
        Programs.run(1, () -> {
            Tensor offsets = Triton.arange(0, 4);
            Tensor mask = offsets.lt(3);
            Ptr p = Ptr.of(x);
            Tensor sum =
                p.add(offsets)
                    .load(Triton.CacheModifier.CG)
                    .add(p.add(offsets).load(mask, 0, Triton.EvictionPolicy.NORMAL, Triton.CacheModifier.CA))
                    .add(Triton.load(p.add(offsets), mask, 0, Triton.CacheModifier.NONE,
                        Triton.EvictionPolicy.EVICT_LAST, false));
            Triton.store(Ptr.of(out).add(offsets), sum, Triton.EvictionPolicy.EVICT_FIRST);
            Ptr.of(counter).atomicMax(9, Triton.MemScope.CTA, Triton.MemSemantic.RELAXED);
            Ptr.of(counter).atomicCas(9, 11, Triton.MemSemantic.ACQUIRE, Triton.MemScope.SYS);
        });
        assertArrayEquals(new float[] {3, 6, 9, 4}, out);
        assertEquals(11, counter[0]);
    }

    @Test
    void anOptionComesOnce() {
        checkRule("T-LOAD-5", () -> Triton.load(Ptr.of(x), Triton.CacheModifier.CG, Triton.CacheModifier.CA));
        checkRule("T-STORE-5",
            () -> Triton.store(Ptr.of(x), 1, Triton.EvictionPolicy.NORMAL, Triton.EvictionPolicy.NORMAL));
        checkRule("T-ATOMIC-6",
            () -> Triton.atomicAdd(Ptr.of(counter), 1, Triton.MemScope.GPU, Triton.MemScope.SYS));
    }

    @Test
    void pointersStayPointers() {
        Programs.run(1, () -> {
            Ptr p = Triton.add(Ptr.of(x), 1);
            Ptr q = Triton.multipleOf(p.add(1L), 4);
            int n = Triton.multipleOf(16, 8);
            Triton.store(Ptr.of(out), q.load().add(n));
        });
        assertEquals(19, out[0]);
    }

    @Test
    void assertionsTakeJavasTruth() {
        Programs.run(1, () -> {
            Triton.deviceAssert(x.length == 4, "four");
            Triton.deviceAssert(Triton.arange(0, 4).lt(4));
        });
        checkRule("three", () -> Triton.deviceAssert(x.length == 3, "three"));
    }

    private static void checkRule(String label, Runnable kernel) {
        var thrown = assertThrows(KernelException.class, () -> Programs.run(1, kernel));
        assertTrue(thrown.getMessage().contains(label), thrown.getMessage());
    }
}
