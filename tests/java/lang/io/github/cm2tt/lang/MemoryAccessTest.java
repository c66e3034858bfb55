// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.TestTiles.assertTile;
import static io.github.cm2tt.lang.TestTiles.fails;
import static io.github.cm2tt.lang.TestTiles.row;
import static io.github.cm2tt.lang.TestTiles.run;
import static io.github.cm2tt.lang.TestTiles.shape;
import static io.github.cm2tt.lang.TestTiles.tile;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** Loads and stores: masks, other values, and accesses out of bounds. */
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
        fails("T-LOAD-1: cannot load from a tile of 1 int, which is not a pointer",
            () -> Triton.load(row(int.class, 1)));
        fails("T-LOAD-2: the mask must hold truth values: the constant 1", () -> Triton.load(Ptr.of(x), 1));
        fails("T-LOAD-3: 'other' without a mask: the constant 1", () -> Triton.load(Ptr.of(x), null, 1));
        fails("T-LOAD-4: a scalar pointer with a tile as mask or other: a pointer to float and a tile of "
                + "2 boolean",
            () -> Triton.load(Ptr.of(x), two));
        fails("T-LOAD-4: shapes do not broadcast: a tile of 4 pointers to float and a tile of 2 boolean",
            () -> Triton.load(at(Ptr.of(x), 0, 1, 2, 3), two));
        fails("T-LOAD-6: a load's cache modifier is NONE, CA, CG, CS or CV: WB",
            () -> Triton.load(Ptr.of(x), null, null, Triton.CacheModifier.WB,
                Triton.EvictionPolicy.NORMAL, false));
        fails("T-LOAD-7: a load has a cache modifier, or an eviction policy, or is volatile, not two of "
                + "these",
            () -> Triton.load(Ptr.of(x), null, null, Triton.CacheModifier.CA,
                Triton.EvictionPolicy.NORMAL, true));
        fails("T-LOAD-4: a tile of 1024x1 pointers to float and a tile of 1x2048 boolean broadcast to "
                + "more than "
                + "1048576 elements",
            () -> Triton.load(Triton.add(Ptr.of(x), Triton.zeros(int.class, 1024, 1)),
                Triton.zeros(boolean.class, 1, 2048)));
        fails("T-STORE-1: cannot store to the constant 1, which is not a pointer", () -> Triton.store(1, 1));
        fails("T-STORE-2: the value cannot be converted to float: a pointer to float",
            () -> Triton.store(Ptr.of(x), Ptr.of(x)));
        fails("T-STORE-3: the mask must hold truth values: the constant "
                + "1", () -> Triton.store(Ptr.of(x), 1, 1));
        fails("T-STORE-4: fewer pointers than values or masks: a pointer to float and a tile of 2 float",
            () -> Triton.store(Ptr.of(x), row(float.class, 1, 2)));
        fails("T-STORE-4: fewer pointers than values or masks: a pointer to float and a tile of 2 boolean",
            () -> Triton.store(Ptr.of(x), 1, two));
        fails("T-STORE-6: a store's cache modifier is NONE, WB, CG, CS or WT: CV",
            () -> Triton.store(Ptr.of(x), 1, null, Triton.CacheModifier.CV,
                Triton.EvictionPolicy.NORMAL));
        fails("T-STORE-7: a store has a cache modifier or an eviction policy, not both",
            () -> Triton.store(Ptr.of(x), 1, null, Triton.CacheModifier.CG,
                Triton.EvictionPolicy.EVICT_LAST));
        fails("T-STORE-4: fewer pointers than values or masks: a pointer to float and a tile of 2 float",
            () -> Triton.store(tile(int.class, shape(), 1).add(Ptr.of(x)),
                row(float.class, 1, 2)));
    }
}
