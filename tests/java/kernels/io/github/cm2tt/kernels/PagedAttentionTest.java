// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Graph;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Attention over pages, compared with the formula in double precision. */
final class PagedAttentionTest {
    private static final int PAGE = 16;

    /** Requests with shuffled pages: counts of queries, counts of keys, and all numbers. */
    private static final class Batch implements AutoCloseable {
        final int[] counts;
        final int[] lengths;
        final int heads;
        final int owners;
        final int width;
        final int maxPages;
        final int[] starts;
        final float[][] k;
        final float[][] v;
        final float[] q;
        final DeviceTensor queries;
        final DeviceTensor keys;
        final DeviceTensor values;
        final DeviceTensor table;
        final DeviceTensor queryStarts;
        final DeviceTensor keyCounts;
        final DeviceTensor out;

        Batch(ElementType type, int[] counts, int[] lengths, int heads, int owners, int width) {
            this.counts = counts;
            this.lengths = lengths;
            this.heads = heads;
            this.owners = owners;
            this.width = width;
            int requests = counts.length;
            starts = new int[requests + 1];
            int longest = 1;
            for (int r = 0; r < requests; r++) {
                starts[r + 1] = starts[r] + counts[r];
                longest = Math.max(longest, lengths[r]);
            }
            maxPages = (longest + PAGE - 1) / PAGE;
            q = KernelTesting.random(starts[requests] * heads * width, 1);
            queries = KernelTesting.tensor(type, q, starts[requests], heads, width);
            keys =
                DeviceTensor.allocate(KernelTesting.DEVICE, type, requests * maxPages, PAGE, owners, width);
            values =
                DeviceTensor.allocate(KernelTesting.DEVICE, type, requests * maxPages, PAGE, owners, width);
            keys.buffer().fill(Double.NaN);
            values.buffer().fill(Double.NaN);
            k = new float[requests][];
            v = new float[requests][];
            int[] pages = shuffled(requests * maxPages);
            for (int r = 0; r < requests; r++)
                storeKeys(type, r, pages);
            table = DeviceTensor.copyOf(KernelTesting.DEVICE, pages, requests, maxPages);
            queryStarts = DeviceTensor.copyOf(KernelTesting.DEVICE, starts, requests + 1);
            keyCounts = DeviceTensor.copyOf(KernelTesting.DEVICE, lengths, requests);
            out = DeviceTensor.zeros(KernelTesting.DEVICE, type, starts[requests], heads, width);
        }

        private static int[] shuffled(int n) {
            List<Integer> pages = new ArrayList<>();
            for (int i = 0; i < n; i++)
                pages.add(i);
            Collections.shuffle(pages, new Random(4));
            return pages.stream().mapToInt(Integer::intValue).toArray();
        }

        /** Stores the keys of a request from halves of one tensor, as one product computes them. */
        private void storeKeys(ElementType type, int r, int[] pages) {
            int n = lengths[r];
            k[r] = KernelTesting.random(n * owners * width, 10 + r);
            v[r] = KernelTesting.random(n * owners * width, 20 + r);
            float[] both = new float[2 * n * owners * width];
            int[] slots = new int[n];
            int size = owners * width;
            for (int i = 0; i < n; i++) {
                System.arraycopy(k[r], i * size, both, 2 * i * size, size);
                System.arraycopy(v[r], i * size, both, (2 * i + 1) * size, size);
                slots[i] = pages[r * maxPages + i / PAGE] * PAGE + i % PAGE;
            }
            try (DeviceTensor wide = KernelTesting.tensor(type, both, n, 2 * owners, width);
                DeviceTensor to = DeviceTensor.copyOf(KernelTesting.DEVICE, slots, n)) {
                PagedAttention.store(KernelTesting.STREAM, wide.slice(1, 0, owners),
                    wide.slice(1, owners, 2 * owners), to, keys, values);
                KernelTesting.STREAM.synchronize();
            }
            for (int i = 0; i < n; i++) {
                System.arraycopy(both, 2 * i * size, k[r], i * size, size);
                System.arraycopy(both, (2 * i + 1) * size, v[r], i * size, size);
            }
        }

        double[] expected(double scale, int window) {
            double[] result = new double[q.length];
            for (int r = 0; r < counts.length; r++) {
                for (int i = 0; i < counts[r] * heads; i++) {
                    int last = lengths[r] - counts[r] + i / heads;
                    int first = window > 0 ? Math.max(0, last - window + 1) : 0;
                    row(r, i % heads / (heads / owners), (starts[r] * heads + i) * width, first, last, scale,
                        result);
                }
            }
            return result;
        }

        private void row(int r, int owner, int at, int first, int last, double scale, double[] result) {
            double[] scores = new double[last + 1];
            double greatest = Double.NEGATIVE_INFINITY;
            for (int j = first; j <= last; j++) {
                for (int d = 0; d < width; d++)
                    scores[j] += (double) q[at + d] * k[r][(j * owners + owner) * width + d] * scale;
                greatest = Math.max(greatest, scores[j]);
            }
            double sum = 0;
            for (int j = first; j <= last; j++) {
                double power = Math.exp(scores[j] - greatest);
                sum += power;
                for (int d = 0; d < width; d++)
                    result[at + d] += power * v[r][(j * owners + owner) * width + d];
            }
            for (int d = 0; d < width; d++)
                result[at + d] /= sum;
        }

        void launch(int maxQueries, int window, int parts) {
            try (PagedAttention.Workspace workspace =
                     new PagedAttention.Workspace(KernelTesting.DEVICE, counts.length, heads, width)) {
                PagedAttention.launch(KernelTesting.STREAM, queries, keys, values, table, queryStarts,
                    keyCounts, maxQueries, 0.2f, window, out, workspace, parts);
                KernelTesting.STREAM.synchronize();
            }
        }

        @Override
        public void close() {
            for (DeviceTensor tensor :
                new DeviceTensor[] {queries, keys, values, table, queryStarts, keyCounts, out})
                tensor.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"FP32,9,3,64,0,2e-6", "FP32,9,3,64,10,2e-6", "FP16,32,8,128,0,3e-3", "BF16,4,4,80,0,3e-2",
        "FP32,6,2,96,33,2e-6"})
    void chunksAndSingleQueries(
        ElementType type, int heads, int owners, int width, int window, double tolerance) {
        try (Batch batch = new Batch(
                 type, new int[] {5, 1, 0, 23, 1}, new int[] {5, 70, 12, 40, 1}, heads, owners, width)) {
            batch.launch(30, window, 1);
            KernelTesting.assertClose(batch.expected(0.2f, window), batch.out.toFloats(), tolerance);
        }
    }

    @ParameterizedTest
    @CsvSource({"FP32,9,3,64,0,1", "FP32,9,3,64,0,4", "FP32,8,2,80,50,8", "FP16,8,8,64,0,2"})
    void singleQueriesInParts(ElementType type, int heads, int owners, int width, int window, int parts) {
        try (Batch batch =
                 new Batch(type, new int[] {1, 1, 0, 1}, new int[] {300, 70, 3, 1}, heads, owners, width)) {
            batch.launch(1, window, parts);
            KernelTesting.assertClose(
                batch.expected(0.2f, window), batch.out.toFloats(), type == ElementType.FP32 ? 2e-6 : 3e-3);
        }
    }

    @Test
    void replaysAGraphWithOtherLengths() {
        try (Batch batch = new Batch(ElementType.FP32, new int[] {1, 1}, new int[] {40, 33}, 4, 2, 32)) {
            Runnable work = ()
                -> PagedAttention.launch(KernelTesting.STREAM, batch.queries, batch.keys, batch.values,
                    batch.table, batch.queryStarts, batch.keyCounts, 1, 64, 0.2f, 0, batch.out);
            work.run();
            KernelTesting.STREAM.synchronize();
            Graph graph = KernelTesting.STREAM.capture(work);
            int[] shorter = {17, 32};
            batch.keyCounts.buffer().copyFrom(shorter);
            System.arraycopy(shorter, 0, batch.lengths, 0, 2);
            graph.launch(KernelTesting.STREAM);
            KernelTesting.STREAM.synchronize();
            KernelTesting.assertClose(batch.expected(0.2f, 0), batch.out.toFloats(), 2e-6);
        }
    }

    @Test
    void leavesOutNegativeSlots() {
        try (DeviceTensor k = KernelTesting.tensor(ElementType.FP32, new float[] {1, 2, 3, 4}, 2, 1, 2);
            DeviceTensor slots = DeviceTensor.copyOf(KernelTesting.DEVICE, new int[] {-1, 3}, 2);
            DeviceTensor keys = DeviceTensor.zeros(KernelTesting.DEVICE, ElementType.FP16, 2, 2, 1, 2);
            DeviceTensor values = DeviceTensor.zeros(KernelTesting.DEVICE, ElementType.FP16, 2, 2, 1, 2)) {
            PagedAttention.store(KernelTesting.STREAM, k, k, slots, keys, values);
            KernelTesting.STREAM.synchronize();
            assertArrayEquals(new float[] {0, 0, 0, 0, 0, 0, 3, 4}, keys.toFloats());
            assertArrayEquals(new float[] {0, 0, 0, 0, 0, 0, 3, 4}, values.toFloats());
            String message = assertThrows(IllegalArgumentException.class,
                () -> PagedAttention.store(KernelTesting.STREAM, k, k, slots, keys, slots))
                                 .getMessage();
            assertEquals(
                "values: expected the shape [2, 2, 1, 2], found tensor of I32 [2] on " + KernelTesting.DEVICE,
                message);
        }
    }

    @Test
    void headsAreAMultiple() {
        try (Batch batch = new Batch(ElementType.FP32, new int[] {1}, new int[] {3}, 4, 2, 16)) {
            DeviceTensor three = batch.queries.slice(1, 0, 3);
            DeviceTensor out = batch.out.slice(1, 0, 3);
            String message = assertThrows(IllegalArgumentException.class,
                ()
                    -> PagedAttention.launch(KernelTesting.STREAM, three, batch.keys, batch.values,
                        batch.table, batch.queryStarts, batch.keyCounts, 1, 3, 1, 0, out))
                                 .getMessage();
            assertEquals("q: expected heads that are a multiple of 2, found " + three, message);
        }
    }
}
