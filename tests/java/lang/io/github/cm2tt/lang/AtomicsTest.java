// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.TestTiles.assertTile;
import static io.github.cm2tt.lang.TestTiles.fails;
import static io.github.cm2tt.lang.TestTiles.row;
import static io.github.cm2tt.lang.TestTiles.run;
import static io.github.cm2tt.lang.TestTiles.shape;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Atomic operations: what they give back, and what they leave in memory. */
class AtomicsTest {
    @Test
    void givesWhatWasThereBefore() {
        int[] x = {10, 20};
        run(() -> {
            Tensor places = Triton.add(Ptr.of(x), row(int.class, 0, 1, 0, 1));
            Tensor old = Triton.atomicAdd(places, row(int.class, 1, 2, 3, 4), row(boolean.class, 1, 1, 1, 0));
            assertTile(old, int.class, shape(4), 10, 20, 11, 0);
            assertEquals(14, Triton.atomicXchg(Ptr.of(x), 7).intValue());
            assertEquals(7, Triton.atomicCas(Ptr.of(x), 7, 8).intValue());
            assertEquals(8, Triton.atomicCas(Ptr.of(x), 7, 9).intValue());
            assertEquals(22, Triton.atomicOr(Triton.add(Ptr.of(x), 1), 1).intValue());
        });
        assertArrayEquals(new int[] {8, 23}, x);
    }

    @Test
    void updatesIntegers() {
        int[] x = {12, 12, 12, -1, -1};
        run(() -> {
            Ptr p = Ptr.of(x);
            Triton.atomicAnd(p, 10);
            Triton.atomicXor(Triton.add(p, 1), 10);
            Triton.atomicMin(Triton.add(p, 2), -3);
            Triton.atomicMax(Triton.add(p, 3), 5);
            Triton.atomicMax(Triton.bitcast(UInt32.class, Triton.add(p, 4)), 5);
        });
        assertArrayEquals(new int[] {8, 6, -3, 5, -1}, x);
    }

    @Test
    void updatesFloatingPointNumbers() {
        float[] x = {1, -2, -2, 3, 3, -0.0f};
        short[] halves = {0x3C00};
        run(() -> {
            Tensor at = Triton.add(Ptr.of(x), row(int.class, 0, 1, 2, 3, 4, 5, 0, 0));
            Tensor value = row(float.class, 2, -1, 1, -1, 4, 0, 0, 0);
            Triton.atomicMax(at, value, row(boolean.class, 1, 1, 1, 1, 1, 1, 0, 0));
            Triton.atomicAdd(Ptr.of(x), 0.5f);
            Triton.atomicAdd(Ptr.of(Float16.class, halves), 1);
        });
        assertArrayEquals(new float[] {2.5f, -1, 1, 3, 4, 0}, x);
        assertArrayEquals(new short[] {0x4000}, halves);
        run(() -> {
            Triton.atomicMin(Ptr.of(x), -5);
            Triton.atomicMin(Ptr.of(x), -4);
            Triton.atomicMin(Ptr.of(x), 4);
        });
        assertEquals(-5, x[0]);
    }

    @Test
    void comparesBits() {
        float[] x = {0, Float.NaN};
        run(() -> {
            Triton.atomicCas(Ptr.of(x), -0.0f, 1);
            Triton.atomicCas(Triton.add(Ptr.of(x), 1), Float.NaN, 2);
        });
        assertArrayEquals(new float[] {0, 2}, x);
    }

    @Test
    void readsAndWrites() {
        long[] x = {5, 6, 7};
        byte[] bytes = {-3};
        run(() -> {
            Tensor places = Triton.add(Ptr.of(x), row(int.class, 0, 1, 2));
            Tensor mask = row(boolean.class, 1, 0, 1);
            assertTile(places.atomicLoad(), long.class, shape(3), 5, 6, 7);
            assertTile(places.atomicLoad(mask, Triton.MemScope.SYS, Triton.MemSemantic.RELAXED), long.class,
                shape(3), 5, 0, 7);
            assertEquals(-3, Ptr.of(bytes).atomicLoad().intValue());
            places.atomicStore(row(int.class, 8, 9, 10), mask);
            Triton.atomicStore(Triton.add(Ptr.of(x), 1), 1, Triton.MemSemantic.RELAXED);
        });
        assertArrayEquals(new long[] {8, 1, 10}, x);
    }

    @Test
    void waits() {
        short[] x = {1, 2};
        run(() -> {
            Tensor places = Triton.add(Ptr.of(x), row(int.class, 0, 1));
            assertTile(places.atomicPoll(row(int.class, 1, 2)), boolean.class, shape(2), 1, 1);
            assertTile(places.atomicPoll(2, 1000L), boolean.class, shape(2), 0, 1);
            assertTile(places.atomicPoll(2, 1000, Triton.MemScope.CTA), boolean.class, shape(2), 0, 1);
        });
        fails("Triton.atomicPoll waits for ever: the memory has 1, not 3, and no other program runs at the"
            + " same time on the JVM", () -> Ptr.of(x).atomicPoll(3));
    }

    @Test
    void refusesAccessesAsTheCompilerDoes() {
        int[] x = {0};
        fails("T-ATOMIC-8: no such atomic access to boolean", () -> Ptr.of(new boolean[1]).atomicLoad());
        fails("T-ATOMIC-8: no such atomic access to short", () -> Ptr.of(new short[1]).atomicStore(1));
        fails("T-ATOMIC-8: no such atomic access to float", () -> Ptr.of(new float[1]).atomicPoll(1));
        fails("T-ATOMIC-9: the order of the access must be RELAXED or ACQUIRE: RELEASE",
            () -> Ptr.of(x).atomicLoad(Triton.MemSemantic.RELEASE));
        fails("T-ATOMIC-9: the order of the access must be RELAXED or RELEASE: ACQ_REL",
            () -> Ptr.of(x).atomicStore(1, Triton.MemSemantic.ACQ_REL));
        fails("T-ATOMIC-10: the timeout must be one integer: the constant "
                + "0.5f", () -> Ptr.of(x).atomicPoll(0, 0.5f));
    }

    @Test
    void refusesWhatTheCompilerRefuses() {
        float[] x = new float[2];
        fails("T-ATOMIC-1: cannot access the constant 1, which is not a "
                + "pointer", () -> Triton.atomicAdd(1, 1));
        fails("T-ATOMIC-2: no such atomic update of float", () -> Triton.atomicAnd(Ptr.of(x), 1));
        fails("T-ATOMIC-2: no such atomic update of short", () -> Triton.atomicAdd(Ptr.of(new short[1]), 1));
        fails("T-ATOMIC-2: no such atomic update of fp16",
            () -> Triton.atomicMax(Ptr.of(Float16.class, new short[1]), 1));
        fails("T-ATOMIC-3: the value cannot be converted to float: a pointer to float",
            () -> Triton.atomicAdd(Ptr.of(x), Ptr.of(x)));
        fails("T-ATOMIC-4: the mask must hold truth values: the constant "
                + "1", () -> Triton.atomicAdd(Ptr.of(x), 1, 1));
        fails("T-ATOMIC-5: pointers are fewer than values or masks: a pointer to float",
            () -> Triton.atomicAdd(Ptr.of(x), row(float.class, 1, 2)));
        fails("T-ATOMIC-6: at most one constant of MemScope is expected: GPU and CTA",
            () -> Triton.atomicAdd(Ptr.of(x), 1, Triton.MemScope.GPU, Triton.MemScope.CTA));
        fails("T-ATOMIC-7: only numbers of 16, 32 or 64 bits can be compared and swapped: byte",
            () -> Triton.atomicCas(Ptr.of(new byte[1]), 0, 1));
    }
}
