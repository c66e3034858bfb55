// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Float16;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.Benchmark;
import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import java.util.Random;

/**
 * Causal attention, as in language models, without a matrix of all scores:
 * {@code java Attention [length [heads]]}.
 */
public final class Attention {
    private static final int WIDTH = 64;
    private static final int BM = 64;

    /** Where the rows are in a matrix of WIDTH columns. */
    static Tensor places(Tensor rows, int WIDTH) {
        return rows.expand(1).mul(WIDTH).add(Triton.arange(0, WIDTH).expand(0));
    }

    /**
     * out = softmax(q k^T * scale) v for BM queries of a head, each of which uses the keys up to its own
     * index; q, k, v and out are [heads, n, WIDTH]. Of the scores so far, only the maximum of each row and
     * the sum of its exponentials are kept; a new maximum rescales the sum.
     */
    @Kernel
    static void attend(Ptr q, Ptr k, Ptr v, Ptr out, int n, float scale, @Constant int WIDTH,
        @Constant int BM, @Constant int BN) {
        int first = Triton.programId(0) * BM;
        int head = Triton.programId(1) * n * WIDTH;
        var queries = Triton.arange(0, BM).add(first);
        var isQuery = queries.lt(n).expand(1);
        var query = q.add(places(queries, WIDTH).add(head)).load(isQuery, 0.0f);
        var greatest = Triton.full(float.class, Float.NEGATIVE_INFINITY, BM);
        var sums = Triton.zeros(float.class, BM);
        var result = Triton.zeros(float.class, BM, WIDTH);

        int end = Math.min(first + BM, n);
        for (int start = 0; start < end; start += BN) {
            var keys = Triton.arange(0, BN).add(start);
            var isKey = keys.lt(n).expand(1);
            var rows = places(keys, WIDTH).add(head);
            var scores = query.dot(k.add(rows).load(isKey, 0.0f).trans()).mul(scale);
            var isSeen = queries.expand(1).ge(keys.expand(0)).and(keys.lt(n).expand(0));
            scores = isSeen.where(scores, Float.NEGATIVE_INFINITY);

            var next = greatest.maximum(scores.max(1));
            var powers = scores.sub(next.expand(1)).exp();
            var correction = greatest.sub(next).exp();
            sums = sums.mul(correction).add(powers.sum(1));
            var values = v.add(rows).load(isKey, 0.0f);
            result = Triton.conv(Float16.class, powers).dot(values, result.mul(correction.expand(1)));
            greatest = next;
        }
        var quotient = Triton.conv(Float16.class, result.div(sums.expand(1)));
        out.add(places(queries, WIDTH).add(head)).store(quotient, isQuery);
    }

    public static void main(String[] arguments) {
        int n = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1024;
        int heads = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 8;
        float scale = 1 / (float) Math.sqrt(WIDTH);
        int count = heads * n * WIDTH;
        float[] q = random(count, 1);
        float[] k = random(count, 2);
        float[] v = random(count, 3);

        Device device = Device.best();
        KernelFunction attend = KernelFunction.of(Attention.class, "attend")
                                    .constant("WIDTH", WIDTH)
                                    .constant("BM", BM)
                                    .constant("BN", 64)
                                    .on(device);
        Grid grid = Grid.of(Grid.cdiv(n, BM), heads);
        try (DeviceBuffer queries = device.copyOf(ElementType.FP16, q);
            DeviceBuffer keys = device.copyOf(ElementType.FP16, k);
            DeviceBuffer values = device.copyOf(ElementType.FP16, v);
            DeviceBuffer output = device.allocate(ElementType.FP16, count)) {
            Runnable launch = () -> attend.launch(grid, queries, keys, values, output, n, scale);
            launch.run();
            check(q, k, v, n, output.copyTo(new float[count]));

            // Two products of n by n by WIDTH, of which causal attention needs half.
            double seconds = Benchmark.seconds(device, launch);
            System.out.printf("%d heads of %d x %d on %s: %.3f ms, %.1f GFLOP/s%n", heads, n, WIDTH, device,
                1e3 * seconds, 2.0 * heads * n * n * WIDTH / seconds / 1e9);
        }
    }

    /** Numbers that half precision has. */
    private static float[] random(int n, int seed) {
        Random random = new Random(seed);
        float[] values = new float[n];
        for (int i = 0; i < n; i++)
            values[i] = Float16.valueOf((float) random.nextGaussian()).floatValue();
        return values;
    }

    /** Compares some 256 rows with the same in plain Java and double precision. */
    private static void check(float[] q, float[] k, float[] v, int n, float[] result) {
        int rows = q.length / WIDTH;
        int step = Math.max(1, rows / 255);
        double largest = 0;
        for (int row = 0; row < rows; row += step) {
            double[] expected = attend(q, k, v, row, row / n * n);
            for (int i = 0; i < WIDTH; i++) {
                double error = Math.abs(result[row * WIDTH + i] - expected[i]);
                if (!(error <= 5e-3)) {
                    System.out.printf("wrong: head %d, query %d, column %d is %s, expected %s%n", row / n,
                        row % n, i, result[row * WIDTH + i], expected[i]);
                    System.exit(1);
                }
                largest = Math.max(largest, error);
            }
        }
        System.out.printf(
            "correct: %d queries of %d, largest error %.1e%n", (rows - 1) / step + 1, rows, largest);
    }

    /** Returns the attention of the query of a row to the keys from the first of its head to itself. */
    private static double[] attend(float[] q, float[] k, float[] v, int query, int first) {
        double[] result = new double[WIDTH];
        double sum = 0;
        for (int key = first; key <= query; key++) {
            double score = 0;
            for (int i = 0; i < WIDTH; i++)
                score += (double) q[query * WIDTH + i] * k[key * WIDTH + i];
            double power = Math.exp(score / Math.sqrt(WIDTH));
            sum += power;
            for (int i = 0; i < WIDTH; i++)
                result[i] += power * v[key * WIDTH + i];
        }
        for (int i = 0; i < WIDTH; i++)
            result[i] /= sum;
        return result;
    }
}
