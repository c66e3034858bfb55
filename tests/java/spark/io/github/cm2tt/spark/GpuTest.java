// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.runtime.Device;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.DeviceException;
import io.github.cm2tt.runtime.ElementType;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Executors with GPUs that their memory limits: {@code cm2tt.test.discovery} is the discovery script, and
 * {@code cm2tt.test.gpus} the number of its GPUs. There is an executor for each.
 */
class GpuTest {
    private static final String SCRIPT = System.getProperty("cm2tt.test.discovery");
    private static final int GPUS = Integer.getInteger("cm2tt.test.gpus", 0);
    private static final long GIB = 1L << 30;
    /** The memory that fills the GPU of an executor, until its process ends. */
    private static final List<DeviceBuffer> FILLED = new ArrayList<>();

    @BeforeAll
    static void needsGpus() {
        Assumptions.assumeTrue(SCRIPT != null && GPUS > 0, "no -Dcm2tt.test.discovery and -Dcm2tt.test.gpus");
    }

    private static Map<String, String> settings() {
        return new HashMap<>(Map.of("spark.worker.resource.gpu.amount", "" + GPUS,
            "spark.worker.resource.gpu.discoveryScript", SCRIPT, "spark.executor.cores", "1",
            "spark.executor.memory", "2048m", "spark.executor.resource.gpu.amount", "1",
            "spark.task.resource.gpu.amount", "1", "spark.scheduler.minRegisteredResourcesRatio", "1.0",
            "spark.executorEnv.CM2TT_CACHE", "off"));
    }

    private static String cluster() {
        return "local-cluster[1," + GPUS + "," + 2048 * GPUS + "]";
    }

    private static Dataset<Row> rows(SparkSession session, long count) {
        return LocalSpark.rows(session, count, 6, "cast(id as float) as x", "cast(id % 100 as float) as y");
    }

    private static double sumOf(long count) {
        return count * (count - 1) / 2.0;
    }

    /** Allocates all but some memory of the device; blocks halve until one of a KiB does not fit. */
    private static void fill(long spare) {
        Device device = device();
        DeviceBuffer kept = spare > 0 ? device.allocate(ElementType.I8, spare) : null;
        for (long bytes = 4 * GIB; bytes >= 1024;) {
            try {
                FILLED.add(device.allocate(ElementType.I8, bytes));
            } catch (DeviceException e) {
                bytes /= 2;
            }
        }
        if (kept != null) {
            kept.close();
        }
    }

    private static ColumnKernel add() {
        return ColumnKernel.of(Kernels.class, "add").constant("BLOCK", 256).inputs("x", "y")
            .result("sum", DataTypes.FloatType);
    }

    private static double sumByKernel(Dataset<Row> rows) {
        return SparkKernels.map(rows, add()).selectExpr("sum(sum)").head().getDouble(0);
    }

    @Test
    void eachExecutorHasAGpuOfItsOwn() {
        LocalSpark.with(cluster(), settings(), session -> {
            List<String> found = SparkKernels.mapPartitions(rows(session, 1000), Columns.of("x"),
                (context, batches) -> {
                    ClusterTest.pause(500); // so that all executors have tasks
                    return List.of(ProcessHandle.current().pid() + " " + context.device().uuid() + " "
                        + TaskContext.get().resourcesJMap().get("gpu").addresses()[0]).iterator();
                }).distinct().collect();
            System.out.println("processes, GPUs and addresses: " + found);
            for (int part = 0; part < 3; part++) {
                HashSet<String> different = new HashSet<>();
                for (String line : found) {
                    different.add(line.split(" ")[part]);
                }
                assertEquals(GPUS, different.size(), found.toString());
            }
        });
    }

    @Test
    void aGpuWithoutMemorySplitsBatchesAndThenFails() {
        Map<String, String> settings = settings();
        settings.put(Settings.BATCH_ROWS, "" + (4 << 20)); // 48 MiB, twice
        settings.put("spark.task.maxFailures", "1");
        LocalSpark.with("local-cluster[1,1,2048]", settings, session -> {
            Dataset<Row> rows = rows(session, 8 << 20).coalesce(1);
            double expected = rows.selectExpr("sum(x) + sum(y)").head().getDouble(0);
            assertEquals(expected, sumByKernel(rows));
            one(session).foreach(row -> fill(30 << 20));
            assertEquals(expected, sumByKernel(rows));
            long splits = one(session).map(row -> ExecutorDevices.get().metrics().splits.getCount()).first();
            System.out.println("splits: " + splits);
            assertTrue(splits > 0);
            one(session).foreach(row -> fill(0));
            String error = assertThrows(Exception.class, () -> sumByKernel(rows)).getMessage();
            System.out.println(error.lines().filter(line -> line.contains("suffice")).findFirst());
            // Not even a stream fits, which a batch needs before its memory.
            assertTrue(error.contains("DeviceMemoryException: "), error);
            assertTrue(error.contains(" does not suffice for "), error);
        });
    }

    /** A row, in a partition of one executor. */
    private static JavaRDD<Row> one(SparkSession session) {
        return LocalSpark.rows(session, 1, 1, "id").javaRDD();
    }

    private static Device device() {
        return ExecutorDevices.get().deviceOf(TaskContext.get());
    }

    private static long free(SparkSession session) {
        return one(session).map(row -> device().facts().freeBytes()).first();
    }

    @Test
    void theMemoryOfAKilledExecutorIsFreed(@TempDir Path folder) {
        File mark = folder.resolve("killed").toFile();
        LocalSpark.with("local-cluster[1,1,2048]", settings(), session -> {
            Dataset<Row> rows = rows(session, 100_000);
            assertEquals(sumOf(100_000),
                SparkKernels.reduce(rows, Columns.of("x"), PartitionsTest::sum, Double::sum));
            long before = free(session);
            double sum = SparkKernels.reduce(rows, Columns.of("x"), (context, batches) -> {
                if (TaskContext.getPartitionId() == 2 && mark.mkdir()) {
                    batches.next();
                    context.allocate(ElementType.I8, 4 * GIB).fill(1);
                    context.stream().synchronize();
                    Runtime.getRuntime().halt(1);
                }
                return PartitionsTest.sum(context, batches);
            }, Double::sum);
            assertTrue(mark.exists());
            assertEquals(sumOf(100_000), sum);
            long after = free(session);
            System.out.println("free MiB before and after: " + (before >> 20) + " " + (after >> 20));
            assertTrue(after > before - GIB, before + " " + after);
        });
    }
}
