// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.runtime.ElementType;

/** The tiles of attention, by device, type and shape. */
final class AttentionTiles {
    /** The queries from which on tiles may be large. */
    private static final int LONG = 1024;

    private AttentionTiles() {}

    /** Returns the rows of queries, of which {@code group} belong to one, and the keys of a tile. */
    static int[] choose(DeviceTensor q, int group, int queries) {
        boolean isFloat = q.type() == ElementType.FP32;
        boolean isWide = q.size(-1) > 128;
        if (!q.device().isGpu()) {
            return new int[] {rows(group, queries, 1, 32), 64};
        }
        if (isFloat) {
            return new int[] {rows(group, queries, 16, 64), 32};
        }
        return new int[] {rows(group, queries, 16, isWide ? 64 : 128), isWide ? 32 : 64};
    }

    /**
     * Returns those of attention whose keys follow each other in memory. Of the same form in tests/bench, on
     * an H200, tiles of 128 keys were the fastest of causal attention with heads of 64 and 128; of full
     * attention with heads of 64, those of 64 keys.
     */
    static int[] chooseContiguous(DeviceTensor q, int queries, boolean isCausal) {
        int[] tile = choose(q, 1, queries);
        boolean isLarge = isCausal && tile[0] == 128 && q.size(-1) <= 128 && queries >= LONG;
        return isLarge ? new int[] {tile[0], 128} : tile;
    }

    /** Returns the least power of two that holds all rows, from {@code least} to {@code most}. */
    private static int rows(int group, long queries, int least, int most) {
        int one = Tensors.powerOfTwo(group, least);
        return Math.max(one, Math.min(most, Tensors.powerOfTwo(group * queries, least)));
    }
}
