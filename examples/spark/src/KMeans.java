// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Tensor;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.spark.Batch;
import io.github.cm2tt.spark.Columns;
import io.github.cm2tt.spark.KernelContext;
import io.github.cm2tt.spark.SparkKernels;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * Finds the centers of clusters of points in the plane. In each iteration, a kernel finds the nearest center
 * of each point and adds up the points of each center; Spark combines the sums of partitions. The same is
 * computed by Spark SQL: {@code --points=100000000 --iterations=5}.
 */
public final class KMeans {
    private static final int CENTERS = 8;
    /** The sums of a center: the number of points, x and y. */
    private static final int SUMS = 3;
    private static final int PROGRAMS = 64;
    private static final KernelFunction ASSIGN = KernelFunction.of(KMeans.class, "assign")
        .constant("K", CENTERS).constant("BLOCK", 1024).unspecialized("n");

    private KMeans() {}

    /** Adds the points of a batch to {@code sums}, which has 3 numbers for each center and program. */
    @Kernel
    static void assign(Ptr x, Ptr y, Ptr centers, Ptr sums, int n, @Constant int K, @Constant int BLOCK) {
        int program = Triton.programId(0);
        for (int first = program * BLOCK; first < n; first += Triton.numPrograms(0) * BLOCK) {
            var at = Triton.arange(0, BLOCK).add(first);
            var inside = at.lt(n);
            var px = x.add(at).load(inside, 0);
            var py = y.add(at).load(inside, 0);
            var least = Triton.full(float.class, Float.POSITIVE_INFINITY, BLOCK);
            var nearest = Triton.zeros(int.class, BLOCK);
            for (int k : Triton.staticRange(0, K)) {
                Tensor dx = px.sub(centers.add(2 * k).load());
                Tensor dy = py.sub(centers.add(2 * k + 1).load());
                var distance = dx.mul(dx).add(dy.mul(dy));
                nearest = Triton.where(distance.lt(least), k, nearest);
                least = least.minimum(distance);
            }
            for (int k : Triton.staticRange(0, K)) {
                var isNearest = nearest.eq(k).and(inside);
                var count = sums.add((program * K + k) * 3);
                count.store(count.load().add(Triton.where(isNearest, 1, 0).sum()));
                var sumX = count.add(1);
                sumX.store(sumX.load().add(Triton.where(isNearest, px, 0).conv(double.class).sum()));
                var sumY = count.add(2);
                sumY.store(sumY.load().add(Triton.where(isNearest, py, 0).conv(double.class).sum()));
            }
        }
    }

    /** Returns the sums of a partition. */
    private static double[] partial(KernelContext context, Iterator<Batch> batches, float[] centers) {
        DeviceBuffer positions = context.allocate(ElementType.FP32, centers.length).copyFrom(centers);
        DeviceBuffer sums = context.allocate(ElementType.FP64, PROGRAMS * CENTERS * SUMS).fill(0);
        KernelFunction assign = context.on(ASSIGN);
        while (batches.hasNext()) {
            Batch batch = batches.next();
            assign.launch(PROGRAMS, batch.column("x"), batch.column("y"), positions, sums, batch.rows());
        }
        context.stream().synchronize();
        double[] all = sums.copyTo(new double[PROGRAMS * CENTERS * SUMS]);
        double[] total = new double[CENTERS * SUMS];
        for (int i = 0; i < all.length; i++) {
            total[i % total.length] += all[i];
        }
        return total;
    }

    private static double[] add(double[] a, double[] b) {
        for (int i = 0; i < a.length; i++) {
            a[i] += b[i];
        }
        return a;
    }

    /** Returns the centers after an iteration by kernels. */
    private static float[] byKernels(Dataset<Row> points, float[] centers) {
        double[] sums = SparkKernels.reduce(points, Columns.of("x", "y"),
            (context, batches) -> partial(context, batches, centers), KMeans::add);
        float[] moved = centers.clone();
        for (int k = 0; k < CENTERS; k++) {
            move(moved, k, sums[k * SUMS], sums[k * SUMS + 1], sums[k * SUMS + 2]);
        }
        return moved;
    }

    /** Returns the centers after an iteration by Spark SQL. */
    private static float[] bySql(Dataset<Row> points, float[] centers) {
        StringBuilder distances = new StringBuilder();
        for (int k = 0; k < CENTERS; k++) {
            String dx = "(x - float('" + centers[2 * k] + "'))";
            String dy = "(y - float('" + centers[2 * k + 1] + "'))";
            distances.append(k == 0 ? "" : ", ").append(dx + " * " + dx + " + " + dy + " * " + dy);
        }
        List<Row> rows = points.selectExpr("x", "y", "array(" + distances + ") as d")
            .selectExpr("x", "y", "array_position(d, array_min(d)) - 1 as k").groupBy("k")
            .agg(functions.count("k"), functions.sum("x"), functions.sum("y")).collectAsList();
        float[] moved = centers.clone();
        for (Row row : rows) {
            move(moved, (int) row.getLong(0), row.getLong(1), row.getDouble(2), row.getDouble(3));
        }
        return moved;
    }

    private static void move(float[] centers, int k, double count, double x, double y) {
        if (count > 0) {
            centers[2 * k] = (float) (x / count);
            centers[2 * k + 1] = (float) (y / count);
        }
    }

    private static float[] iterate(float[] first, long iterations, UnaryOperator<float[]> step) {
        float[] centers = first;
        for (long i = 0; i < iterations; i++) {
            centers = step.apply(centers);
        }
        return centers;
    }

    /** Runs the program with its arguments. */
    public static void main(String[] arguments) throws IOException {
        long count = Examples.number(arguments, "points", 4_000_000);
        long iterations = Examples.number(arguments, "iterations", 3);
        try (SparkSession session = Examples.open("k-means")) {
            // Points around the 8 corners of two squares, and centers beside them.
            Dataset<Row> points = session.range(count).selectExpr(
                "float(id % 4 * 2 + randn(1) * 0.4) as x",
                "float(id % 8 div 4 * 3 + randn(2) * 0.4) as y").cache();
            System.out.println(
                points.count() + " points, " + CENTERS + " centers, " + iterations + " iterations");
            float[] first = new float[2 * CENTERS];
            for (int k = 0; k < CENTERS; k++) {
                first[2 * k] = k % 4 * 2 + 0.5f;
                first[2 * k + 1] = k / 4 * 3 - 0.5f;
            }
            float[] sql =
                Examples.timed("Spark SQL", () -> iterate(first, iterations, c -> bySql(points, c)));
            float[] found =
                Examples.timed("kernels", () -> iterate(first, iterations, c -> byKernels(points, c)));
            for (int i = 0; i < found.length; i++) {
                Examples.check("center " + i / 2, found[i], sql[i], 1e-4);
            }
            System.out.printf("correct: the first center is (%.4f, %.4f)%n", found[0], found[1]);
        }
    }
}
