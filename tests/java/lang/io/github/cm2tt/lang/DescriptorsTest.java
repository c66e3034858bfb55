// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.lang;

import static io.github.cm2tt.lang.TestTiles.assertTile;
import static io.github.cm2tt.lang.TestTiles.fails;
import static io.github.cm2tt.lang.TestTiles.run;
import static io.github.cm2tt.lang.TestTiles.shape;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.cm2tt.lang.Triton.PaddingOption;
import org.junit.jupiter.api.Test;

/** Blocks and rows of tensors in memory. */
class DescriptorsTest {
    private final float[] numbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19};

    private static TensorDescriptor ints(int[] memory, int... block) {
        return TensorDescriptor.of(
            Ptr.of(memory), new long[] {memory.length}, new long[] {1}, block, PaddingOption.ZERO);
    }

    private TensorDescriptor made(Dims shape, Dims strides, Dims block, PaddingOption padding) {
        return Triton.makeTensorDescriptor(Ptr.of(numbers), shape, strides, block, padding);
    }

    @Test
    void readsBlocks() {
        run(() -> {
            var all = Ptr.of(numbers).makeTensorDescriptor(
                Triton.dims(5, 3L), Triton.dims(4, 1), Triton.dims(2, 4));
            assertTile(all.load(1, 0), float.class, shape(2, 4), 4, 5, 6, 0, 8, 9, 10, 0);
            assertTile(Triton.loadTensorDescriptor(all, 4, 2), float.class, shape(2, 4), 18, 0, 0, 0, 0, 0, 0,
                0);
            assertTile(all.load(-1, -1), float.class, shape(2, 4), 0, 0, 0, 0, 0, 0, 1, 2);
            Dims one = Triton.dims(1);
            assertEquals("[1]", one.toString());
            assertTile(made(Triton.dims(2), one, Triton.dims(4), PaddingOption.NAN).load(0), float.class,
                shape(4), 0, 1, Float.NaN, Float.NaN);
        });
    }

    @Test
    void writesBlocks() {
        int[] memory = {1, 2, 3, 4, 5};
        run(() -> ints(memory, 4).store(Triton.arange(10, 14), 3));
        assertArrayEquals(new int[] {1, 2, 3, 10, 11}, memory);
        run(() -> {
            var all = ints(memory, 8);
            Triton.storeTensorDescriptor(all, 6, 2);
            all.atomicAdd(1, 0);
            all.atomicMax(3, 0);
            all.atomicMin(6, 0);
            all.atomicOr(8, 0);
            all.atomicAnd(11, 0);
            all.atomicXor(1, 0);
        });
        assertArrayEquals(new int[] {10, 10, 11, 11, 11}, memory);
    }

    @Test
    void comparesHalves() {
        short[] halves = {Float16.toBits(1), Float16.toBits(Float.NaN), Float16.toBits(-2)};
        run(() -> TensorDescriptor.of(Ptr.of(Float16.class, halves), new long[] {3}, new long[] {1},
                new int[] {8}, PaddingOption.ZERO).atomicMin(0.0f, 0));
        assertArrayEquals(
            new short[] {Float16.toBits(0), Float16.toBits(0), Float16.toBits(-2)}, halves);
    }

    @Test
    void accessesRows() {
        int[] memory = new int[32];
        run(() -> {
            var rows = TensorDescriptor.of(
                Ptr.of(memory), new long[] {4, 8}, new long[] {8, 1}, new int[] {1, 8}, PaddingOption.ZERO);
            Tensor chosen = Triton.arange(0, 8).sub(4);
            rows.scatter(Triton.arange(0, 8), chosen, 4);
            assertTile(rows.gather(Triton.arange(0, 8), 5).sum(0), int.class, shape(8), 4, 8, 12, 0, 0, 0, 0,
                0);
        });
        assertEquals(2, memory[6]);
        assertEquals(0, memory[0]);
    }

    @Test
    void refusesInvalidDescriptors() {
        fails("T-DIMS-1: a tensor has 1 to 5 dimensions: 0", () -> Triton.dims());
        fails("T-DIMS-2: ints or longs are expected: the constant 1.5f", () -> Triton.dims(1.5f));
        fails("T-DESCRIPTOR-1: a tensor begins at a pointer to numbers other than truth values: a pointer "
                + "to boolean",
            () -> Triton.makeTensorDescriptor(Ptr.of(new boolean[16]), Triton.dims(16), Triton.dims(1),
                Triton.dims(16)));
        fails("T-DESCRIPTOR-2: shape, strides and block must have one rank: [4, 4], [1] and [4]",
            () -> made(Triton.dims(4, 4), Triton.dims(1), Triton.dims(4), PaddingOption.ZERO));
        fails("T-DESCRIPTOR-3: the extents of a tensor must be ints: 4294967296",
            () -> made(Triton.dims(1L << 32), Triton.dims(1), Triton.dims(4), PaddingOption.ZERO));
        fails("T-DESCRIPTOR-4: the last stride must be the constant 1: [2]",
            () -> made(Triton.dims(4), Triton.dims(2), Triton.dims(4), PaddingOption.ZERO));
        fails("T-DESCRIPTOR-5: a stride must be a multiple of 16 bytes: 5 of float",
            () -> made(Triton.dims(4, 5), Triton.dims(5, 1), Triton.dims(4, 4), PaddingOption.ZERO));
        fails("T-DESCRIPTOR-6: extents of a block must be powers of two: 6",
            () -> made(Triton.dims(4), Triton.dims(1), Triton.dims(6), PaddingOption.ZERO));
        fails("T-DESCRIPTOR-6: a row of a block has 16 bytes or more: 2 of float",
            () -> made(Triton.dims(4), Triton.dims(1), Triton.dims(2), PaddingOption.ZERO));
        fails("T-DESCRIPTOR-6: a block has 1 to 5 dimensions: 0",
            () -> TensorDescriptor.of(
                Ptr.of(numbers), new long[0], new long[0], new int[0], PaddingOption.ZERO));
        fails("T-DESCRIPTOR-7: only floating-point numbers are padded with NaN: int",
            () -> Triton.makeTensorDescriptor(Ptr.of(new int[4]), Triton.dims(4), Triton.dims(1),
                Triton.dims(4), PaddingOption.NAN));
        fails("Triton.makeTensorDescriptor: the base must be a multiple of 16 bytes: ptr<float> into "
                + "float[20] at byte 4",
            () -> Ptr.of(numbers).add(1).makeTensorDescriptor(
                Triton.dims(4), Triton.dims(1), Triton.dims(4)));
    }

    @Test
    void refusesInvalidAccesses() {
        int[] memory = new int[16];
        fails("T-DESCACCESS-1: a tensor of 1 dimensions takes as many offsets: 2",
            () -> ints(memory, 4).load(0, 0));
        fails("T-DESCACCESS-2: offsets must be ints: the constant "
                + "4294967296L", () -> ints(memory, 4).load(1L << 32));
        fails("T-DESCACCESS-3: the value cannot be converted to int: a pointer to int",
            () -> ints(memory, 4).store(Ptr.of(memory), 0));
        fails("T-DESCACCESS-4: values do not broadcast to the block: a tile of 8 int and a tile of 4 int",
            () -> ints(memory, 4).store(Triton.arange(0, 8), 0));
        fails("TensorDescriptor.store: a block must not begin at a negative index: [-1]",
            () -> ints(memory, 4).store(0, -1));
        fails("T-DESCREDUCE-1: no such atomic update of blocks of float",
            () -> TensorDescriptor.of(Ptr.of(numbers), new long[] {4}, new long[] {1}, new int[] {4},
                    PaddingOption.ZERO).atomicMax(0, 0));
        fails("T-DESCROWS-1: rows are accessed by blocks of one row, of at least 8 elements of 32 bits or 32 "
                + "bytes of narrower ones: tensor of int [16] with blocks [8]",
            () -> ints(memory, 8).gather(Triton.arange(0, 8), 0));
        TensorDescriptor rows = TensorDescriptor.of(
            Ptr.of(memory), new long[] {2, 8}, new long[] {8, 1}, new int[] {1, 8}, PaddingOption.ZERO);
        fails("T-DESCROWS-2: rows are chosen by a tile of 8 ints or more in one dimension: a tile of 4 int",
            () -> rows.gather(Triton.arange(0, 4), 0));
        fails("T-DESCROWS-3: the column must be an int: the constant 1.0f",
            () -> rows.scatter(0, Triton.arange(0, 8), 1.0f));
    }
}
