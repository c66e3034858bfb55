// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static io.github.cm2tt.kernels.KernelTesting.DEVICE;
import static io.github.cm2tt.kernels.KernelTesting.STREAM;
import static io.github.cm2tt.kernels.KernelTesting.allocate;
import static io.github.cm2tt.kernels.KernelTesting.assertClose;
import static io.github.cm2tt.kernels.KernelTesting.floats;
import static io.github.cm2tt.kernels.KernelTesting.ints;
import static io.github.cm2tt.kernels.KernelTesting.tensor;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Graph;
import org.junit.jupiter.api.Test;

/** Blocks of rows, and graphs of the kernels of rows. */
final class RowsTest {
    @Test
    void blocksCoverAMatrix() {
        for (long[] shape : new long[][] {{1, 1}, {1, 1 << 20}, {70_000, 3}, {17, 129}, {5, 8192}}) {
            Rows.Extents extents = Rows.elements(DEVICE, shape[0], shape[1]);
            long down = (shape[0] + extents.rows() - 1) / extents.rows();
            long across = (shape[1] + extents.columns() - 1) / extents.columns();
            assertEquals(down * across, extents.grid(shape[0], shape[1]).x());
            assertTrue(extents.rows() < 2 * shape[0] && extents.columns() < 2 * shape[1]);
            assertTrue(
                Rows.rows(DEVICE, shape[0], Math.min(shape[1], 8192)).columns() >= Math.min(shape[1], 8192));
        }
    }

    /** A graph reads no data on the host: it has other results for other elements. */
    @Test
    void kernelsOfAGraphSeeNewElements() {
        float[] first = {1, 5, 2, 3};
        float[] second = {8, 4, 7, 6};
        try (DeviceTensor x = tensor(ElementType.FP32, first.clone(), 1, 4);
            DeviceTensor sums = allocate(ElementType.FP32, 1, 4);
            DeviceTensor sorted = allocate(ElementType.FP32, 1, 4); DeviceTensor counts = ints(0, 0, 0);
            DeviceTensor token = ints(-1); DeviceTensor best = ints(-1); DeviceTensor k = ints(2);
            DeviceTensor zero = floats(0); DeviceTensor one = floats(1); DeviceTensor half = floats(0.99f)) {
            Runnable work = () -> {
                CumulativeSum.launch(STREAM, x, sums);
                Sort.launch(STREAM, x, sorted, null, false);
                Histogram.launch(STREAM, x, 0, 9, counts);
                Sampling.launch(STREAM, x, one, k, one, zero, half, token);
                Argmax.launch(STREAM, x, best);
            };
            work.run();
            STREAM.synchronize();
            assertEquals(1, best.toInts()[0]);
            x.buffer().copyFrom(second);
            try (Graph graph = STREAM.capture(work)) {
                graph.launch(STREAM);
                STREAM.synchronize();
            }
            assertClose(new double[] {8, 12, 19, 25}, sums.toFloats(), 0);
            assertArrayEquals(new float[] {4, 6, 7, 8}, sorted.toFloats());
            assertArrayEquals(new int[] {0, 1, 3}, counts.toInts());
            assertEquals(0, best.toInts()[0]);
            assertEquals(2, token.toInts()[0]); // of 8 and 7, 0.99 is in the part of the latter
        }
    }
}
