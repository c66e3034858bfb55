// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;

/** The kernels of tests, and methods that are none. */
final class TestKernels {
    private TestKernels() {}

    @Kernel
    static void add(Ptr x, Ptr y, Ptr out, int n, @Constant int BLOCK) {
        var offsets = Triton.add(Triton.programId(0) * BLOCK, Triton.arange(0, BLOCK));
        var mask = Triton.compare(offsets, n, Triton.CompareKind.LessThan);
        var sum =
            Triton.add(Triton.load(Triton.add(x, offsets), mask), Triton.load(Triton.add(y, offsets), mask));
        Triton.store(Triton.add(out, offsets), sum, mask);
    }

    /** Ten arguments. */
    @Kernel
    private static void combine(Ptr a, Ptr b, Ptr c, Ptr out, int n, int first, long step, float scale,
        double shift, boolean isNegative, @Constant int BLOCK) {
        var offsets = Triton.add(Triton.programId(0) * BLOCK, Triton.arange(0, BLOCK));
        var mask = Triton.compare(offsets, n, Triton.CompareKind.LessThan);
        var sum =
            Triton.add(Triton.load(Triton.add(a, offsets), mask), Triton.load(Triton.add(b, offsets), mask));
        sum = Triton.add(sum, Triton.mul(Triton.load(Triton.add(c, offsets), mask), scale));
        float rest = (float) (first + step + shift);
        var result = Triton.add(sum, isNegative ? -rest : rest);
        Triton.store(Triton.add(out, offsets), result, mask);
    }

    /** Adds to what is there. */
    @Kernel
    static void increment(Ptr x, int n, int by, @Constant int BLOCK) {
        var offsets = Triton.add(Triton.programId(0) * BLOCK, Triton.arange(0, BLOCK));
        var mask = Triton.compare(offsets, n, Triton.CompareKind.LessThan);
        var places = Triton.add(x, offsets);
        Triton.store(places, Triton.add(Triton.load(places, mask), by), mask);
    }

    /** A product and a sum, which differ if they are rounded once. */
    @Kernel
    static void roundTwice(Ptr x, int n) {
        var offsets = Triton.arange(0, 16);
        var mask = Triton.compare(offsets, n, Triton.CompareKind.LessThan);
        var places = Triton.add(x, offsets);
        var tile = Triton.load(places, mask);
        Triton.store(places, Triton.sub(Triton.mul(tile, tile), 1 + 0x1p-11f), mask);
    }

    /** Stores without a mask: one element beyond a buffer that is not as long as a block. */
    @Kernel
    static void overrun(Ptr out, @Constant int BLOCK) {
        Triton.store(Triton.add(out, Triton.arange(0, BLOCK)), 1.0f);
    }

    /** The first element of y, plus x and what may be a null pointer. */
    @Kernel
    static void addPresent(Ptr x, Ptr absent, Ptr y, Ptr out, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK);
        var sum = Triton.load(Triton.add(x, offsets));
        if (absent != null) {
            sum = Triton.add(sum, Triton.load(Triton.add(absent, offsets)));
        }
        Triton.store(Triton.add(out, offsets), Triton.add(sum, Triton.load(y)));
    }

    /** Stores to elements that are shifted by a number, without a mask. */
    @Kernel
    static void storeShifted(Ptr out, long shift, @Constant int BLOCK) {
        var offsets = Triton.add(Triton.arange(0, BLOCK), shift);
        Triton.store(Triton.add(out, offsets), 1.0f);
    }

    /** Each program stores its sum to the same element. */
    @Kernel
    static void total(Ptr x, Ptr out, @Constant int BLOCK) {
        var offsets = Triton.add(Triton.programId(0) * BLOCK, Triton.arange(0, BLOCK));
        Triton.store(out, Triton.sum(Triton.load(Triton.add(x, offsets)), 0));
    }

    /** Takes more than a KiB of shared memory for the factors. */
    @Kernel
    static void multiply(Ptr x, Ptr out) {
        var rows = Triton.mul(Triton.expand(Triton.arange(0, 64), 1), 64);
        var places = Triton.add(rows, Triton.expand(Triton.arange(0, 64), 0));
        var factor = Triton.load(Triton.add(x, places));
        Triton.store(Triton.add(out, places), Triton.dot(factor, factor));
    }

    /** Stores constants. */
    @Kernel
    static void fill(Ptr out, @Constant float narrow, @Constant double wide) {
        Triton.store(out, narrow);
        Triton.store(Triton.add(out, 1), (float) wide);
    }

    /** Fails if the first number is not positive. */
    @Kernel
    static void check(Ptr x) {
        var isPositive = Triton.compare(Triton.load(x), 0.0f, Triton.CompareKind.GreaterThan);
        Triton.deviceAssert(isPositive, "not positive");
    }

    static void unmarked(Ptr x) {}

    static void twice(Ptr x) {}

    static void twice(int x) {}

    void notStatic(Ptr x) {}

    static int notVoid(Ptr x) {
        return 0;
    }
}
