// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.Given.assertRule;
import static io.github.cm2tt.lang.Given.assertTile;
import static io.github.cm2tt.lang.Given.row;
import static io.github.cm2tt.lang.Given.run;
import static io.github.cm2tt.lang.Given.shape;
import static io.github.cm2tt.lang.Given.tile;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** Loads and stores: masks, other values, and what lies out of bounds. */
class MemoryAccessTest {
    private static Tensor at(Ptr p, double... places) {
        return Triton.add(p, row(int.class, places));
    }

    @Test
    void loadsWhereTheMaskIsTrue() {
        float[] x = {1, 2, 3};
        Tensor mask = row(boolean.class, 1, 1, 1, 0);
        run(() -> {
            Tensor places = at(Ptr.of(x), 0, 1, 2, 3);
            assertTile(Triton.load(places, mask), float.class, shape(4), 1, 2, 3, 0);
            assertTile(Triton.load(places, mask, -1), float.class, shape(4), 1, 2, 3, -1);
            assertTile(Triton.load(Ptr.of(x)), float.class, shape(), 1);
            assertTile(Triton.load(Ptr.of(x), Tensor.truth(false), 7), float.class, shape(), 7);
            Tensor wide = Triton.load(Triton.expand(at(Ptr.of(x), 0, 1), 1), row(boolean.class, 1, 0), 0.5f);
            assertTile(wide, float.class, shape(2, 2), 1, 0.5, 2, 0.5);
        });
    }

    @Test
    void storesConvertedValues() {
        byte[] bytes = new byte[4];
        boolean[] truths = {true, true, true};
        run(() -> {
            Triton.store(at(Ptr.of(bytes), 0, 1, 2, 3), row(int.class, 1, 255, 256, 7),
                    row(boolean.class, 1, 1, 1, 0));
            Triton.store(at(Ptr.of(truths), 0, 1), row(float.class, 0, 0.5));
        });
        assertArrayEquals(new byte[] {1, -1, 0, 0}, bytes);
        assertArrayEquals(new boolean[] {false, true, true}, truths);
    }

    @Test
    void knowsTypesThatJavaLacks() {
        ByteBuffer memory = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
        memory.putShort(0, (short) 0x3E00);
        run(() -> {
            Ptr half = Ptr.of(Float16.class, memory);
            assertTile(Triton.load(half), Float16.class, shape(), 1.5);
            Triton.store(Triton.add(half, 1), 2);
            Triton.store(Triton.add(Triton.bitcast(BFloat16.class, half), 2), -1.0f);
        });
        assertArrayEquals(new byte[] {0, 0x3E, 0, 0x40, (byte) 0x80, (byte) 0xBF, 0, 0}, memory.array());
    }

    @Test
    void namesWhatIsOutOfBounds() {
        int[] x = new int[3];
        KernelException problem = assertThrows(KernelException.class,
                () -> Programs.run(2, 3, () -> {
                    if (Triton.programId(0) == 1 && Triton.programId(1) == 2) {
                        Triton.store(at(Ptr.of(x), 1, 3), 1);
                    }
                }));
        assertTrue(problem.getMessage().matches(".*store.*index 3, but int.3. has 3 .*\\(1, 2, 0\\).*"),
                problem.getMessage());
        assertThrows(KernelException.class, () -> run(() -> Triton.load(at(Ptr.of(x), -1))));
    }

    @Test
    void refusesWhatTheCompilerRefuses() {
        float[] x = new float[4];
        Tensor two = row(boolean.class, 1, 1);
        assertRule("T-LOAD-1", () -> Triton.load(row(int.class, 1)));
        assertRule("T-LOAD-2", () -> Triton.load(Ptr.of(x), 1));
        assertRule("T-LOAD-3", () -> Triton.load(Ptr.of(x), null, 1));
        assertRule("T-LOAD-4", () -> Triton.load(Ptr.of(x), two));
        assertRule("T-LOAD-4", () -> Triton.load(at(Ptr.of(x), 0, 1, 2, 3), two));
        assertRule("T-LOAD-6", () -> Triton.load(Ptr.of(x), null, null, Triton.CacheModifier.WB,
                Triton.EvictionPolicy.NORMAL, false));
        assertRule("T-LOAD-7", () -> Triton.load(Ptr.of(x), null, null, Triton.CacheModifier.CA,
                Triton.EvictionPolicy.NORMAL, true));
        assertRule("T-STORE-1", () -> Triton.store(1, 1));
        assertRule("T-STORE-2", () -> Triton.store(Ptr.of(x), Ptr.of(x)));
        assertRule("T-STORE-3", () -> Triton.store(Ptr.of(x), 1, 1));
        assertRule("T-STORE-4", () -> Triton.store(Ptr.of(x), row(float.class, 1, 2)));
        assertRule("T-STORE-4", () -> Triton.store(Ptr.of(x), 1, two));
        assertRule("T-STORE-6", () -> Triton.store(Ptr.of(x), 1, null, Triton.CacheModifier.CV,
                Triton.EvictionPolicy.NORMAL));
        assertRule("T-STORE-7", () -> Triton.store(Ptr.of(x), 1, null, Triton.CacheModifier.CG,
                Triton.EvictionPolicy.EVICT_LAST));
        assertRule("T-STORE-4", () -> Triton.store(tile(int.class, shape(), 1).add(Ptr.of(x)),
                row(float.class, 1, 2)));
    }
}
