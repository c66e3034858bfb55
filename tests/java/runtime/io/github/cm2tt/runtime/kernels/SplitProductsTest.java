// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
package io.github.cm2tt.runtime.kernels;

import static io.github.cm2tt.runtime.kernels.Checks.CPU;
import static io.github.cm2tt.runtime.kernels.Checks.normalHalves;
import static io.github.cm2tt.runtime.kernels.Checks.runAllWays;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.Autotuner;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.TuneConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Products of matrices with few tiles, each of which several programs compute. */
class SplitProductsTest {
    private static final int BLOCK = 32;
    private static final int MOST_SPLITS = 8;

    /** The rows and columns that a tile of the product has. */
    record Tile(Tensor rows, Tensor columns) {
        Tensor inside(int m, int n) {
            return rows.lt(m).expand(1).and(columns.lt(n).expand(0));
        }
    }

    static Tensor elements(Ptr matrix, int rowLength, Tensor rows, Tensor columns) {
        return matrix.add(rows.expand(1).mul(rowLength).add(columns.expand(0)));
    }

    /** The sum of part number `part`: the blocks part, part + SPLITS, ... of the inner dimension. */
    static Tensor sumOfPart(
        Ptr a, Ptr b, int m, int n, int k, Tile tile, int part, int BM, int BN, int BK, int SPLITS) {
        var inner = Triton.arange(0, BK).add(part * BK);
        var left = elements(a, k, tile.rows().mod(m), inner);
        var right = elements(b, n, inner, tile.columns().mod(n));
        var sum = Triton.zeros(float.class, BM, BN);
        for (int start = 0; start < k; start += BK * SPLITS) {
            var mask = inner.lt(k - start);
            sum = left.load(mask.expand(0), 0.0f).dot(right.load(mask.expand(1), 0.0f), sum);
            left = left.add(BK * SPLITS);
            right = right.add(BK * SPLITS * n);
        }
        return sum;
    }

    /** Stores some rows of a tile: the sums of all parts, always in the same order. */
    static void addParts(Ptr parts, Ptr c, int m, int n, Tile tile, int first, int BM, int BN, int SPLITS) {
        var places = elements(parts, BN, Triton.arange(0, BM / SPLITS).add(first), Triton.arange(0, BN));
        var inside = tile.inside(m, n);
        var total = places.load(inside, 0.0f);
        for (int part : Triton.staticRange(1, SPLITS))
            total = total.add(places.add(part * (BM * BN)).load(inside, 0.0f));
        elements(c, n, tile.rows(), tile.columns()).store(total, inside);
    }

    /**
     * c = a * b, where SPLITS programs compute a tile. Each writes its sum to `parts`, and counts; the last
     * one adds the sums, and sets the counter to 0 for the next launch. Those before it have written, since
     * the update of the counter releases and acquires.
     */
    @Kernel
    static void product(Ptr a, Ptr b, Ptr c, Ptr parts, Ptr counters, int m, int n, int k, @Constant int BM,
        @Constant int BN, @Constant int BK, @Constant int SPLITS) {
        int number = Triton.programId(0) / SPLITS;
        int part = Triton.programId(0) % SPLITS;
        int firstRow = number / Triton.cdiv(n, BN) * BM;
        var columns = Triton.arange(0, BN).add(number % Triton.cdiv(n, BN) * BN);
        var tile = new Tile(Triton.arange(0, BM).add(firstRow), columns);
        var sum = sumOfPart(a, b, m, n, k, tile, part, BM, BN, BK, SPLITS);
        if (SPLITS == 1) {
            elements(c, n, tile.rows(), columns).store(sum, tile.inside(m, n));
        } else {
            var partsOfTile = parts.add(number * (SPLITS * BM * BN));
            var places = elements(partsOfTile, BN, Triton.arange(0, BM), Triton.arange(0, BN));
            places.add(part * (BM * BN)).store(sum, tile.inside(m, n));
            if (counters.add(number).atomicAdd(1).intValue() == SPLITS - 1) {
                counters.add(number).store(0);
                for (int first = 0; first < BM; first += BM / SPLITS) {
                    var slice = new Tile(Triton.arange(0, BM / SPLITS).add(firstRow + first), columns);
                    addParts(partsOfTile, c, m, n, slice, first, BM, BN, SPLITS);
                }
            }
        }
    }

    /** The memory of a product, and its operands. */
    private record Data(int m, int n, int k, DeviceBuffer a, DeviceBuffer b, DeviceBuffer c,
        DeviceBuffer parts, DeviceBuffer counters) implements AutoCloseable {
        static Data of(int m, int n, int k, ElementType type) {
            int tiles = Grid.cdiv(m, BLOCK) * Grid.cdiv(n, BLOCK);
            return new Data(m, n, k, CPU.copyOf(ElementType.FP16, normalHalves(m * k, 1)),
                CPU.copyOf(ElementType.FP16, normalHalves(k * n, 2)), CPU.allocate(type, m * n),
                CPU.copyOf(new float[tiles * MOST_SPLITS * BLOCK * BLOCK]), CPU.copyOf(new int[tiles]));
        }

        Object[] arguments() {
            return new Object[] {a, b, c, parts, counters, m, n, k};
        }

        Grid grid(int splits) {
            return Grid.of(Grid.cdiv(m, BLOCK) * Grid.cdiv(n, BLOCK) * splits);
        }

        float[] result() {
            return c.copyTo(new float[m * n]);
        }

        /** Compares the result with a product in double precision, and the counters with 0. */
        void check(double bound) {
            float[] left = a.copyTo(new float[m * k]);
            float[] right = b.copyTo(new float[k * n]);
            double[] expected = new double[m * n];
            for (int row = 0; row < m; row++) {
                for (int i = 0; i < k; i++) {
                    for (int column = 0; column < n; column++)
                        expected[row * n + column] += (double) left[row * k + i] * right[i * n + column];
                }
            }
            Checks.close(m + "x" + n + "x" + k, expected, result(), bound);
            int count = (int) counters.count();
            assertArrayEquals(new int[count], counters.copyTo(new int[count]));
        }

        @Override
        public void close() {
            a.close();
            b.close();
            c.close();
            parts.close();
            counters.close();
        }
    }

    private static KernelFunction kernel() {
        return KernelFunction.of(SplitProductsTest.class, "product")
            .constant("BM", BLOCK)
            .constant("BN", BLOCK)
            .constant("BK", BLOCK)
            .on(CPU);
    }

    /** Extents that are multiples of the tiles and others, and parts that have no block. */
    @ParameterizedTest
    @CsvSource({"64, 32, 1024, 4", "33, 70, 500, 8", "1, 1, 1, 2", "100, 20, 65, 4", "64, 64, 128, 1"})
    void productOfParts(int m, int n, int k, int splits) {
        for (ElementType type : new ElementType[] {ElementType.FP32, ElementType.FP16}) {
            // An FP16 has 11 bits. In FP32, sums of up to 1,024 products are rounded.
            double bound = type == ElementType.FP16 ? 5e-4 : 1e-4;
            try (Data data = Data.of(m, n, k, type)) {
                KernelFunction split = kernel().constant("SPLITS", splits);
                runAllWays(2 * bound, split, data.grid(splits), data.arguments());
                data.check(bound);
            }
        }
    }

    /** Programs end in another order in each launch, as the threads of the CPU run. */
    @Test
    void orderOfProgramsDoesNotChangeTheBits() {
        try (Data data = Data.of(96, 64, 777, ElementType.FP32)) {
            KernelFunction split = kernel().constant("SPLITS", MOST_SPLITS);
            float[] first = null;
            for (int i = 0; i < 30; i++) {
                split.launch(data.grid(MOST_SPLITS), data.arguments());
                first = first == null ? data.result() : first;
                assertArrayEquals(first, data.result());
            }
            data.check(1e-4);
        }
    }

    /** The number of programs of a tile is a matter of measurement, as the sizes of tiles are. */
    @Test
    void tunerChoosesTheNumberOfParts() {
        Autotuner.Builder builder = Autotuner.of(kernel()).key("m").key("n").key("k").noFolder();
        for (int splits = 1; splits <= MOST_SPLITS; splits *= 2)
            builder.configuration(TuneConfiguration.of("SPLITS", splits));
        try (Data data = Data.of(40, 50, 600, ElementType.FP32)) {
            builder.grid((configuration, arguments) -> data.grid((int) configuration.constant("SPLITS")));
            try (Autotuner tuned = builder.build()) {
                tuned.launch(data.arguments());
                data.check(1e-4);
                tuned.launch(data.arguments());
                data.check(1e-4);
                assertEquals(1, tuned.results().size());
            }
        }
    }
}
