// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.Float4Vector;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ArrowColumnVector;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.Platform;

/**
 * Measures a batch of {@link SparkKernels#map}: a program for docs/spark.md, not a test. A column of floats
 * in an Arrow vector is added to itself. The cost beyond the copies and the kernel is the time of a batch
 * less the time of the same copies and the same launch alone; nothing overlaps. {@code BatchCost [rows]};
 * {@code -Dspark.master=...} and other settings of Spark give it an executor with a GPU.
 */
public final class BatchCost {
    private static final int BATCHES = 300;
    private static final int ROUNDS = 5;

    private BatchCost() {}

    /** Runs the program. */
    public static void main(String[] arguments) {
        int rows = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        SparkSession session = LocalSpark.open(
            System.getProperty("spark.master", "local[1]"), Map.of(Settings.BATCH_ROWS, "" + rows));
        try {
            List<String> lines = session.range(0, 1, 1, 1).toDF().javaRDD()
                .mapPartitions(ignored -> measure(rows).iterator()).collect();
            lines.forEach(System.out::println);
        } finally {
            session.stop();
        }
    }

    /** Returns the lines of a table. */
    private static List<String> measure(int rows) {
        KernelContext context = KernelContext.open(TaskContext.get());
        try (BufferAllocator allocator = new RootAllocator();
            Float4Vector x = new Float4Vector("x", allocator)) {
            x.allocateNew(rows);
            for (int i = 0; i < rows; i++) {
                x.set(i, i);
            }
            x.setValueCount(rows);
            ColumnKernel add = ColumnKernel.of(Kernels.class, "twice").constant("BLOCK", 1024).inputs("x")
                .result("out", DataTypes.FloatType);
            double[] totals = new double[ROUNDS];
            double[] copies = new double[ROUNDS];
            double[] launches = new double[ROUNDS];
            for (int i = 0; i < ROUNDS; i++) {
                totals[i] = batches(context, add, x, rows);
                copies[i] = copies(context, x, rows);
                launches[i] = launches(context, add, rows);
            }
            return List.of("device     " + context.device(), line("batch", totals), line("copy", copies),
                line("kernel", launches), String.format(Locale.ROOT, "beyond     %8.1f us",
                    median(totals) - median(copies) - median(launches)), String.format(Locale.ROOT,
                    "rows       %8.1f us instead of a vector", rows(context, rows)));
        }
    }

    private static String line(String what, double[] times) {
        return String.format(Locale.ROOT, "%-10s %8.1f us", what, median(times));
    }

    private static double median(double[] times) {
        double[] sorted = times.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** The microseconds of a batch; the iterator gives one batch at a time, so that nothing overlaps. */
    private static double batches(KernelContext context, ColumnKernel add, Float4Vector x, int rows) {
        List<ColumnType> types = List.of(ColumnType.of("x", DataTypes.FloatType, 0));
        ColumnarBatch batch = new ColumnarBatch(new ColumnVector[] {new ArrowColumnVector(x)}, rows);
        KernelRun run = run(context, add, types);
        try {
            double[] times = new double[BATCHES];
            for (int i = 0; i < BATCHES; i++) {
                Iterator<ColumnarBatch> one = List.of(batch).iterator();
                long start = System.nanoTime();
                run.fill(ColumnSource.ofBatches(one, new int[] {0}));
                run.start();
                run.finish(new int[0]);
                times[i] = (System.nanoTime() - start) / 1e3;
            }
            return median(times);
        } finally {
            run.close();
        }
    }

    private static KernelRun run(KernelContext context, ColumnKernel add, List<ColumnType> types) {
        LoadedKernel loaded = context.devices().kernel(add.spec());
        Bindings bindings = new Bindings(add, loaded.function(), types);
        return new KernelRun(
            context, bindings, loaded, new RootAllocator(), new Object[bindings.all().size()]);
    }

    /** The microseconds of the copies: to pinned memory, and of a GPU to the device and back. */
    private static double copies(KernelContext context, Float4Vector x, int rows) {
        ColumnType type = ColumnType.of("x", DataTypes.FloatType, 0);
        long bytes = (long) rows * Float.BYTES;
        try (StagedColumn from = new StagedColumn(context.device(), type, rows);
            StagedColumn to = new StagedColumn(context.device(), type, rows);
            DeviceColumn device = DeviceColumn.ofNumbers(context, from, rows);
            DeviceColumn result = DeviceColumn.ofNumbers(context, to, rows)) {
            double[] times = new double[BATCHES];
            for (int i = 0; i < BATCHES; i++) {
                long start = System.nanoTime();
                Platform.copyMemory(
                    null, x.getDataBuffer().memoryAddress(), null, from.data.address, bytes);
                device.upload(0, rows, context.stream());
                result.download(0, rows, context.stream());
                context.stream().synchronize();
                times[i] = (System.nanoTime() - start) / 1e3;
            }
            return median(times);
        }
    }

    /** The microseconds in which as many rows of Spark with one float are staged. */
    private static double rows(KernelContext context, int rows) {
        UnsafeRow row = UnsafeProjection.create(new StructType().add("x", DataTypes.FloatType))
            .apply(new GenericInternalRow(new Object[] {1f}));
        ColumnType type = ColumnType.of("x", DataTypes.FloatType, 0);
        double[] times = new double[ROUNDS * 4];
        try (StagedColumn staged = new StagedColumn(context.device(), type, rows)) {
            for (int i = 0; i < times.length; i++) {
                Iterator<InternalRow> source =
                    IntStream.range(0, rows).mapToObj(any -> (InternalRow) row).iterator();
                staged.clear();
                long start = System.nanoTime();
                ColumnSource.ofRows(source).append(List.of(staged), rows);
                times[i] = (System.nanoTime() - start) / 1e3;
            }
        }
        return median(times);
    }

    /** The microseconds of a launch and the kernel. */
    private static double launches(KernelContext context, ColumnKernel add, int rows) {
        ColumnType type = ColumnType.of("x", DataTypes.FloatType, 0);
        KernelFunction kernel = context.devices().kernel(add.spec()).function().on(context.stream());
        try (StagedColumn from = new StagedColumn(context.device(), type, rows);
            StagedColumn to = new StagedColumn(context.device(), type, rows);
            DeviceColumn device = DeviceColumn.ofNumbers(context, from, rows);
            DeviceColumn result = DeviceColumn.ofNumbers(context, to, rows)) {
            Object[] values = {device.rows(0, rows), result.rows(0, rows), rows};
            double[] times = new double[BATCHES];
            for (int i = 0; i < BATCHES; i++) {
                long start = System.nanoTime();
                kernel.launch(Grid.of(Grid.cdiv(rows, 1024)), values);
                context.stream().synchronize();
                times[i] = (System.nanoTime() - start) / 1e3;
            }
            return median(times);
        }
    }
}
