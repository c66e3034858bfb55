// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;

/** The kernels of the tests. */
final class Kernels {
    private Kernels() {}

    @Kernel
    static void add(Ptr x, Ptr y, Ptr sum, int n, @Constant int BLOCK) {
        var at = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
        var inside = at.lt(n);
        sum.add(at).store(x.add(at).load(inside).add(y.add(at).load(inside)), inside);
    }

    /** Adds a column to itself. */
    @Kernel
    static void twice(Ptr x, Ptr out, int n, @Constant int BLOCK) {
        var at = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
        var inside = at.lt(n);
        out.add(at).store(x.add(at).load(inside).mul(2), inside);
    }

    /** Adds an offset of the caller's and a number of a table. */
    @Kernel
    static void look(Ptr index, Ptr table, Ptr out, float offset, long n, @Constant int BLOCK) {
        var at = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
        var inside = at.lt(n);
        out.add(at).store(table.add(index.add(at).load(inside, 0)).load(inside).add(offset), inside);
    }

    /** Copies numbers; rows where {@code x} is null become 7, and rows that are 3 become null. */
    @Kernel
    static void nulls(Ptr x, Ptr xValid, Ptr out, Ptr outValid, int n, @Constant int BLOCK) {
        int program = Triton.programId(0);
        var at = Triton.arange(0, BLOCK).add(program * BLOCK);
        var inside = at.lt(n);
        var isValid = xValid.add(at.div(8)).load(inside, 0).shr(at.mod(8)).and(1).ne(0);
        out.add(at).store(Triton.where(isValid, x.add(at).load(inside, 0), 7), inside);
        var byteAt = Triton.arange(0, BLOCK / 8).add(program * (BLOCK / 8));
        var bits = Triton.zeros(int.class, BLOCK / 8);
        for (int bit : Triton.staticRange(0, 8)) {
            var row = byteAt.mul(8).add(bit);
            var value = x.add(row).load(row.lt(n), 0);
            var valid = xValid.add(byteAt).load(byteAt.mul(8).lt(n), 0).shr(bit).and(1);
            var keeps = Triton.where(value.eq(3).and(valid.ne(0)), 0, 1);
            bits = bits.or(keeps.shl(bit));
        }
        outValid.add(byteAt).store(bits, byteAt.mul(8).lt(n));
    }

    /** Copies a column to another one of the same type. */
    @Kernel
    static void copy(Ptr from, Ptr to, int n, @Constant int BLOCK, @Constant int WIDTH) {
        var at = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
        var inside = at.lt(n * WIDTH);
        to.add(at).store(from.add(at).load(inside), inside);
    }

    /** Adds up the valid numbers of a batch. */
    @Kernel
    static void sum(Ptr x, Ptr valid, Ptr total, int n, @Constant int BLOCK) {
        var sum = Triton.zeros(double.class, BLOCK);
        for (int first = 0; first < n; first += BLOCK) {
            var at = Triton.arange(0, BLOCK).add(first);
            var inside = at.lt(n);
            var isValid = valid.add(at.div(8)).load(inside, 0).shr(at.mod(8)).and(1).ne(0);
            sum = sum.add(Triton.where(isValid, x.add(at).load(inside, 0).conv(double.class), 0));
        }
        total.store(total.load().add(sum.sum()));
    }

    /** Cannot be compiled: the extents of the tiles differ. */
    @Kernel
    static void wrong(Ptr x, Ptr out, int n, @Constant int BLOCK) {
        var at = Triton.arange(0, BLOCK);
        out.add(at).store(x.add(Triton.arange(0, 2 * BLOCK)).load().add(at), at.lt(n));
    }
}
