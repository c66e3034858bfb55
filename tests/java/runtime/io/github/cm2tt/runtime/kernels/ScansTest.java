// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.kernels;

import static io.github.cm2tt.runtime.kernels.Checks.CPU;
import static io.github.cm2tt.runtime.kernels.Checks.close;
import static io.github.cm2tt.runtime.kernels.Checks.integers;
import static io.github.cm2tt.runtime.kernels.Checks.normal;
import static io.github.cm2tt.runtime.kernels.Checks.runAllWays;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import org.junit.jupiter.api.Test;

/** Prefix sums, of long arrays and of segments, and statistics by a reduction of a record. */
class ScansTest {
    private static final int N = 300_007;
    private static final int BLOCK = 1024;

    @Kernel
    static void blockSums(Ptr x, Ptr sums, int n, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
        var values = x.add(offsets).load(offsets.lt(n), 0).conv(long.class);
        sums.add(Triton.programId(0)).store(values.sum(0));
    }

    /** Replaces each sum by the sum of those before it, in one program. */
    @Kernel
    static void exclusiveScan(Ptr sums, int n, @Constant int BLOCK) {
        long before = 0;
        for (int start = 0; start < n; start += BLOCK) {
            var offsets = Triton.arange(0, BLOCK).add(start);
            var mask = offsets.lt(n);
            var values = sums.add(offsets).load(mask, 0);
            sums.add(offsets).store(values.cumsum(0).sub(values).add(before), mask);
            before += values.sum(0).longValue();
        }
    }

    @Kernel
    static void addBefore(Ptr x, Ptr sums, Ptr out, int n, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
        var mask = offsets.lt(n);
        var values = x.add(offsets).load(mask, 0).conv(long.class);
        out.add(offsets).store(values.cumsum(0).add(sums.add(Triton.programId(0)).load()), mask);
    }

    private static long[] prefixSums(int[] values) {
        long[] sums = new long[values.length];
        long sum = 0;
        for (int i = 0; i < values.length; i++)
            sums[i] = sum += values[i];
        return sums;
    }

    private static KernelFunction kernel(String name, int block) {
        return KernelFunction.of(ScansTest.class, name).constant("BLOCK", block).on(CPU);
    }

    @Test
    void prefixSumInThreePhases() {
        int[] values = integers(N, 1 << 24, 1);
        int blocks = Grid.cdiv(N, BLOCK);
        try (DeviceBuffer x = CPU.copyOf(values); DeviceBuffer sums = CPU.allocate(ElementType.I64, blocks);
            DeviceBuffer out = CPU.allocate(ElementType.I64, N)) {
            runAllWays(0, kernel("blockSums", BLOCK), Grid.of(blocks), x, sums, N);
            runAllWays(0, kernel("exclusiveScan", 128), Grid.of(1), sums, blocks);
            runAllWays(0, kernel("addBefore", BLOCK), Grid.of(blocks), x, sums, out, N);
            assertArrayEquals(prefixSums(values), out.copyTo(new long[N]));
        }
    }

    private static final int SUM_OF_BLOCK = 1;
    private static final int SUM_OF_ALL = 2;

    /**
     * One pass: a ticket numbers the blocks in the order in which they begin, so that those before a block
     * run or have ended. states has 4 * sum + kind for each block, where kind is 0 as long as there is no
     * sum.
     */
    @Kernel
    static void lookBack(Ptr x, Ptr out, Ptr tickets, Ptr states, int n, @Constant int BLOCK) {
        int block = tickets.atomicAdd(1).intValue();
        var offsets = Triton.arange(0, BLOCK).add(block * BLOCK);
        var mask = offsets.lt(n);
        var values = x.add(offsets).load(mask, 0).conv(long.class);
        long sum = values.sum(0).longValue();
        states.add(block).atomicXchg(4 * sum + SUM_OF_BLOCK);
        long before = 0;
        int previous = block - 1;
        while (previous >= 0) {
            long state = states.add(previous).atomicAdd(0).longValue();
            int kind = (int) (state & 3);
            if (kind != 0) {
                before += state >> 2;
                previous = kind == SUM_OF_ALL ? -1 : previous - 1;
            }
        }
        states.add(block).atomicXchg(4 * (before + sum) + SUM_OF_ALL);
        out.add(offsets).store(values.cumsum(0).add(before), mask);
    }

    @Test
    void prefixSumInOnePass() {
        int[] values = integers(N, 1 << 24, 2);
        int blocks = Grid.cdiv(N, BLOCK);
        try (DeviceBuffer x = CPU.copyOf(values); DeviceBuffer out = CPU.allocate(ElementType.I64, N);
            DeviceBuffer tickets = CPU.copyOf(new int[1]);
            DeviceBuffer states = CPU.copyOf(new long[blocks])) {
            runAllWays(0, kernel("lookBack", BLOCK), Grid.of(blocks), x, out, tickets, states, N);
            assertArrayEquals(prefixSums(values), out.copyTo(new long[N]));
        }
    }

    record Segment(Tensor begins, Tensor sum) {
        Segment before(Segment next) {
            return new Segment(begins().or(next.begins()),
                Triton.where(next.begins().ne(0), next.sum(), sum().add(next.sum())));
        }
    }

    /** Prefix sums that begin again at each element whose flag is 1. */
    @Kernel
    static void segmentedScan(Ptr x, Ptr flags, Ptr out, int n, @Constant int BLOCK) {
        var offsets = Triton.arange(0, BLOCK);
        var mask = offsets.lt(n);
        var segments = new Segment(flags.add(offsets).load(mask, 0), x.add(offsets).load(mask, 0));
        out.add(offsets).store(Triton.scan(segments, 0, (a, b) -> a.before(b)).sum(), mask);
    }

    @Test
    void prefixSumsOfSegments() {
        int n = 1000;
        int[] values = integers(n, 100, 3);
        int[] tenths = integers(n, 10, 4);
        int[] flags = new int[n];
        int[] expected = new int[n];
        for (int i = 0; i < n; i++) {
            flags[i] = tenths[i] == 0 ? 1 : 0;
            expected[i] = values[i] + (i > 0 && flags[i] == 0 ? expected[i - 1] : 0);
        }
        try (DeviceBuffer x = CPU.copyOf(values); DeviceBuffer begins = CPU.copyOf(flags);
            DeviceBuffer out = CPU.allocate(ElementType.I32, n)) {
            runAllWays(0, kernel("segmentedScan", 1024), Grid.of(1), x, begins, out, n);
            assertArrayEquals(expected, out.copyTo(new int[n]));
        }
    }

    record Welford(Tensor count, Tensor mean, Tensor squares) {
        Welford with(Welford other) {
            var all = count().add(other.count());
            var share = Triton.where(all.gt(0), other.count().div(all), 0.0f);
            var difference = other.mean().sub(mean());
            return new Welford(all, mean().add(difference.mul(share)),
                squares().add(other.squares()).add(difference.mul(difference).mul(count()).mul(share)));
        }
    }

    /** Mean and variance of each row, in one pass, by the method of Welford and Chan. */
    @Kernel
    static void meanAndVariance(Ptr x, Ptr means, Ptr variances, int columns, @Constant int BLOCK) {
        int row = Triton.programId(0);
        var column = Triton.arange(0, BLOCK);
        var mask = column.lt(columns);
        var values = x.add(column.add(row * columns)).load(mask, 0.0f);
        var zeros = Triton.zeros(float.class, BLOCK);
        var all = Triton.reduce(new Welford(mask.where(1.0f, zeros), values, zeros), 0, (a, b) -> a.with(b));
        means.add(row).store(all.mean());
        variances.add(row).store(all.squares().div(columns));
    }

    @Test
    void statisticsByWelford() {
        int rows = 5;
        int columns = 700;
        float[] values = normal(rows * columns, 5);
        double[] expectedMeans = new double[rows];
        double[] expectedVariances = new double[rows];
        for (int i = 0; i < values.length; i++) {
            // The mean of squares minus the square of the mean would lose most digits here.
            values[i] += 1000;
            expectedMeans[i / columns] += values[i] / (double) columns;
        }
        for (int i = 0; i < values.length; i++)
            expectedVariances[i / columns] += Math.pow(values[i] - expectedMeans[i / columns], 2) / columns;
        try (DeviceBuffer x = CPU.copyOf(values); DeviceBuffer means = CPU.allocate(ElementType.FP32, rows);
            DeviceBuffer variances = CPU.allocate(ElementType.FP32, rows)) {
            runAllWays(1e-4, kernel("meanAndVariance", 1024), Grid.of(rows), x, means, variances, columns);
            close("mean", expectedMeans, means.copyTo(new float[rows]), 1e-6);
            close("variance", expectedVariances, variances.copyTo(new float[rows]), 1e-4);
        }
    }
}
