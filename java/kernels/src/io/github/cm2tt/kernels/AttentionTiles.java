// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import io.github.cm2tt.runtime.ElementType;

/** The tiles of attention, by device, type and shape. */
final class AttentionTiles {
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

    /** Returns the least power of two that holds all rows, from {@code least} to {@code most}. */
    private static int rows(int group, long queries, int least, int most) {
        int one = Tensors.powerOfTwo(group, least);
        return Math.max(one, Math.min(most, Tensors.powerOfTwo(group * queries, least)));
    }
}
