// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * Measures how many batches of the example {@code Scoring}, whose classes have to be on the class path, all
 * executors compute in a second, from rows in memory: a program for docs/spark.md, not a test. There is one
 * task for each executor. {@code Throughput EXECUTORS [seconds [rows]]}; settings of Spark are properties.
 */
public final class Throughput {
    private static final int FEATURES = 32;
    private static final StructType SCHEMA = new StructType()
        .add("features", DataTypes.createArrayType(DataTypes.FloatType), false)
        .add("id", DataTypes.LongType, false);

    private Throughput() {}

    /** Runs the program. */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        int executors = Integer.parseInt(arguments[0]);
        long seconds = arguments.length > 1 ? Long.parseLong(arguments[1]) : 5;
        int rows = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 65536;
        ColumnKernel kernel = (ColumnKernel) Class.forName("Scoring").getMethod("kernel").invoke(null);
        SparkSession session = LocalSpark.open(System.getProperty("spark.master"),
            Map.of(Settings.BATCH_ROWS, "" + rows, "spark.scheduler.minRegisteredResourcesRatio", "1.0"));
        try {
            // The first round loads classes and compiles.
            for (long time : new long[] {2, seconds}) {
                long start = System.currentTimeMillis() + 2000;
                List<Measurement> all = session.range(0, executors, 1, executors).toDF().javaRDD()
                    .mapPartitions(ignored -> List.of(measure(kernel, rows, start, time)).iterator())
                    .collect();
                print(all, rows);
            }
        } finally {
            session.stop();
        }
    }

    /** The process and the device of a task, and its batches in a second. */
    private record Measurement(String where, double rate) implements java.io.Serializable {}

    private static void print(List<Measurement> all, int rows) {
        double total = 0;
        for (Measurement one : all) {
            System.out.printf(Locale.ROOT, "%-60s %8.2f batches/s%n", one.where(), one.rate());
            total += one.rate();
        }
        System.out.printf(Locale.ROOT, "%d executors: %.2f batches/s of %d rows, %.3g rows/s%n", all.size(),
            total, rows, total * rows);
    }

    private static Measurement measure(ColumnKernel kernel, int rows, long start, long seconds) {
        KernelContext context = KernelContext.open(TaskContext.get());
        List<ColumnType> types = kernel.inputs().and(Columns.of("id")).typesIn(SCHEMA);
        List<UnsafeRow> table = table();
        Iterator<InternalRow> endless = IntStream.iterate(0, i -> (i + 1) % table.size())
            .mapToObj(i -> (InternalRow) table.get(i)).iterator();
        Iterator<ColumnarBatch> batches =
            new KernelBatches(context, kernel, types, ColumnSource.ofRows(endless), new int[] {1});
        batches.next();
        while (System.currentTimeMillis() < start) {
            ClusterTest.pause(1); // until all executors begin
        }
        long from = System.nanoTime();
        long count = 0;
        for (; System.nanoTime() - from < seconds * 1_000_000_000L; count++) {
            batches.next();
        }
        double rate = count / ((System.nanoTime() - from) * 1e-9);
        return new Measurement(ProcessHandle.current().pid() + " " + context.device(), rate);
    }

    /** Rows of the table, as Spark's operators give them. */
    private static List<UnsafeRow> table() {
        List<UnsafeRow> table = new ArrayList<>();
        UnsafeProjection projection = UnsafeProjection.create(SCHEMA);
        for (long id = 0; id < 4096; id++) {
            float[] features = new float[FEATURES];
            for (int i = 0; i < FEATURES; i++) {
                features[i] = (float) Math.sin(id * 0.37 + (i + 1) * (i + 1));
            }
            Object[] values = {new GenericArrayData(features), id};
            table.add(projection.apply(new GenericInternalRow(values)).copy());
        }
        return table;
    }
}
