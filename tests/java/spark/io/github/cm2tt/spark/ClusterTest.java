// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.runtime.KernelFunction;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskKilled;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Executors in processes of their own, and their faults. */
class ClusterTest {
    private static final String CLUSTER = "local-cluster[2,1,1024]";
    /** The UUID of the fake driver's first GPU. */
    private static final String FIRST_GPU = "GPU-00010203-0405-0607-0809-0A0B0C0D0E0F";
    private static final KernelFunction WRONG =
        KernelFunction.of(Kernels.class, "wrong").constant("BLOCK", 64);

    private static Dataset<Row> rows(SparkSession session) {
        return LocalSpark.rows(session, 20_000, 6, "cast(id as float) as x", "cast(id as int) as i");
    }

    private static void checkSum(SparkSession session) {
        assertEquals(19_999.0 * 10_000, SparkKernels.reduce(rows(session), Columns.of("x"),
            PartitionsTest::sum, Double::sum));
    }

    /** A number of each of two executors: a task waits until the other executor has one as well. */
    private static List<Long> ofEach(SparkSession session, Function<ExecutorDevices, Long> number) {
        File folder = new File(System.getProperty("java.io.tmpdir"), "executors-" + UUID.randomUUID());
        List<Long> numbers = LocalSpark.rows(session, 2, 2, "id").javaRDD().map(row -> {
            File mark = new File(folder, SparkEnv.get().executorId());
            mark.mkdirs();
            for (int i = 0; i < 600 && folder.list().length < 2; i++) {
                pause(100);
            }
            return folder.list().length == 2 ? number.call(ExecutorDevices.get()) : -1L;
        }).collect();
        for (File mark : folder.listFiles()) {
            mark.delete();
        }
        folder.delete();
        return numbers;
    }

    private static void checkThatMemoryIsFree(SparkSession session) {
        assertEquals(List.of(0L, 0L), ofEach(session, devices -> devices.memory().used()));
    }

    @Test
    void resultsAreRightWhenAnExecutorIsKilled(@TempDir Path folder) {
        File mark = folder.resolve("killed").toFile();
        LocalSpark.with(CLUSTER, Map.of(), session -> {
            double sum = SparkKernels.reduce(rows(session), Columns.of("x"), (context, batches) -> {
                batches.hasNext();
                if (TaskContext.getPartitionId() == 2 && mark.mkdir()) {
                    batches.next();
                    Runtime.getRuntime().halt(1);
                }
                return PartitionsTest.sum(context, batches);
            }, Double::sum);
            assertTrue(mark.exists());
            assertEquals(19_999.0 * 10_000, sum);
            checkThatMemoryIsFree(session);
        });
    }

    @Test
    void aKernelThatCannotBeCompiledFailsTheJobOnce() {
        LocalSpark.with(CLUSTER, Map.of(), session -> {
            AtomicInteger attempts = new AtomicInteger();
            session.sparkContext().addSparkListener(new SparkListener() {
                @Override
                public void onTaskStart(SparkListenerTaskStart start) {
                    attempts.addAndGet(start.stageId() == 0 ? 1 : 0);
                }
            });
            Dataset<Row> one = rows(session).coalesce(1);
            Exception e = assertThrows(Exception.class, () -> SparkKernels.mapPartitions(one,
                Columns.of("i"), (context, batches) -> {
                    Batch batch = batches.next();
                    context.on(WRONG).launch(1, batch.column("i"), batch.column("i"), batch.rows());
                    return List.of(1).iterator();
                }).collect());
            assertTrue(e.getMessage().contains("Kernels.java:"), e.getMessage());
            assertTrue(e.getMessage().contains("cancelled"), e.getMessage());
            checkSum(session);
            assertEquals(1, attempts.get());
        });
    }

    @Test
    void batchesAreSplitIfTheMemoryDoesNotSuffice() {
        // Two batches of 4096 rows with two inputs and a result of 4 bytes have 98304 bytes.
        Map<String, String> settings = Map.of(Settings.BATCH_ROWS, "4096", Settings.MEMORY_BYTES, "60000");
        LocalSpark.with(CLUSTER, settings, session -> {
            Dataset<Row> rows = rows(session).selectExpr("i as x", "i as y").coalesce(1);
            ColumnKernel add = ColumnKernel.of(Kernels.class, "add").constant("BLOCK", 256).inputs("x", "y")
                .result("sum", DataTypes.IntegerType);
            assertEquals(LocalSpark.texts(rows.selectExpr("x + y")),
                LocalSpark.texts(SparkKernels.map(rows, add)));
            checkSum(session);
            List<Long> splits = ofEach(session, devices -> devices.metrics().splits.getCount());
            assertTrue(splits.get(0) + splits.get(1) > 0);
            checkThatMemoryIsFree(session);
        });
        settings = Map.of(Settings.MEMORY_BYTES, "10000", "spark.task.maxFailures", "1");
        LocalSpark.with(CLUSTER, settings, session -> {
            Dataset<Row> rows = rows(session).selectExpr("i as x", "i as y");
            ColumnKernel add = ColumnKernel.of(Kernels.class, "add").constant("BLOCK", 256).inputs("x", "y")
                .result("sum", DataTypes.IntegerType);
            String error = assertThrows(Exception.class,
                () -> SparkKernels.map(rows, add).collectAsList()).getMessage();
            assertTrue(error.contains("kernel 'add' of " + Kernels.class.getName() + ": the memory of "),
                error);
            assertTrue(error.contains(" does not suffice for batches of 1024 rows: "), error);
            Dataset<Row> three = rows.selectExpr("x", "y", "x as z");
            error = assertThrows(Exception.class, () -> SparkKernels.reduce(three, Columns.of("x", "y", "z"),
                (context, batches) -> batches.next().rows(), Integer::sum)).getMessage();
            assertTrue(error.contains(" does not suffice for two batches of 1024 rows: "), error);
        });
    }

    /** Spark kills the slower of two attempts of a task in this way. */
    @Test
    void anAttemptIsKilledAndRepeated(@TempDir Path folder) {
        File mark = folder.resolve("attempt").toFile();
        LocalSpark.with(CLUSTER, Map.of(), session -> {
            Thread killer = new Thread(() -> {
                while (!mark.exists()) {
                    pause(50);
                }
                pause(500); // so that the attempt has device memory and waits
                session.sparkContext().killTaskAttempt(Long.parseLong(mark.list()[0]), true, "slow");
            });
            killer.start();
            double sum = SparkKernels.reduce(rows(session), Columns.of("x"), (context, batches) -> {
                long attempt = TaskContext.get().taskAttemptId();
                if (TaskContext.getPartitionId() == 5 && TaskContext.get().attemptNumber() == 0) {
                    batches.next();
                    new File(mark, Long.toString(attempt)).mkdirs();
                    pause(300_000);
                }
                return PartitionsTest.sum(context, batches);
            }, Double::sum);
            assertEquals(19_999.0 * 10_000, sum);
            checkThatMemoryIsFree(session);
        });
    }

    /** Waits in the first attempt of a task, until Spark kills it. */
    private static void waitInFirstAttempt() {
        if (TaskContext.get().attemptNumber() == 0) {
            pause(300_000);
        }
    }

    /** Adds how each attempt of task 4 of a stage ends. */
    private static SparkListener listenerOfTask4(List<String> ends) {
        return new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd end) {
                if (end.taskInfo().index() == 4) {
                    ends.add((end.taskInfo().speculative() ? "second " : "first ")
                        + (end.reason() instanceof TaskKilled ? "killed" : "succeeded"));
                }
            }
        };
    }

    /** The first attempt waits, with a batch on the device; Spark starts a second one and kills the first. */
    @Test
    void aSlowTaskIsComputedTwiceAndCountedOnce() {
        try (TwoHosts cluster = new TwoHosts()) {
            checkSpeculation(cluster.master);
        }
    }

    private static void checkSpeculation(String master) {
        Map<String, String> settings = Map.of("spark.speculation", "true", "spark.speculation.interval",
            "50ms", "spark.speculation.quantile", "0.5", "spark.speculation.multiplier", "1.5",
            "spark.speculation.minTaskRuntime", "200ms", "spark.executor.memory", "1024m");
        LocalSpark.with(master, settings, session -> {
            List<String> expected = LocalSpark.texts(rows(session).selectExpr("i"));
            List<String> ends = Collections.synchronizedList(new ArrayList<>());
            session.sparkContext().addSparkListener(listenerOfTask4(ends));
            assertEquals(19_999.0 * 10_000, SparkKernels.reduce(rows(session), Columns.of("x"),
                (context, batches) -> {
                    if (TaskContext.getPartitionId() == 4) {
                        batches.next();
                        batches.hasNext();
                        waitInFirstAttempt();
                        return PartitionsTest.sum(context, batches) + 13_333.0 * 1024 + 1023 * 512;
                    }
                    return PartitionsTest.sum(context, batches);
                }, Double::sum));
            session.udf().register("slow", (Integer i) -> {
                if (i == 15_000) {
                    waitInFirstAttempt();
                }
                return i;
            }, DataTypes.IntegerType);
            Dataset<Row> rows = rows(session).selectExpr("slow(i) as from");
            ColumnKernel copy = ColumnKernel.of(Kernels.class, "copy").constant("BLOCK", 64)
                .constant("WIDTH", 1).inputs("from").result("to", DataTypes.IntegerType);
            assertEquals(expected, LocalSpark.texts(SparkKernels.map(rows, copy)));
            for (int i = 0; i < 300 && ends.size() < 4; i++) {
                pause(100);
            }
            assertEquals(List.of("first killed", "first killed", "second succeeded", "second succeeded"),
                ends.stream().sorted().toList());
            checkThatMemoryIsFree(session);
        });
    }

    static void pause(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The kernels that executors warmed, compiled, and found in their folder. */
    private static List<Long> kernels(SparkSession session) {
        return LocalSpark.rows(session, 1, 1, "id").javaRDD().flatMap(row -> {
            Metrics metrics = ExecutorDevices.get().metrics();
            return List.of(metrics.warmed.getCount(), metrics.compiled.getCount(),
                metrics.cacheHits.getCount()).iterator();
        }).collect();
    }

    @Test
    void executorsCompileKernelsWhenTheyStart(@TempDir Path folder) {
        String kernels = Kernels.class.getName();
        Map<String, String> settings = Map.of("spark.executorEnv.CM2TT_CACHE_DIR", folder.toString(),
            Settings.WARM_KERNELS,
            kernels + ".copy(*i32:16,*i32:16,i32) BLOCK=64 WIDTH=1; " + kernels + ".none(i32);");
        LocalSpark.with("local-cluster[1,1,1024]", settings, session -> {
            assertEquals(List.of(1L, 0L, 0L), kernels(session));
            Dataset<Row> rows = rows(session).selectExpr("i as from").coalesce(1);
            ColumnKernel copy = ColumnKernel.of(Kernels.class, "copy").constant("BLOCK", 64)
                .constant("WIDTH", 1).inputs("from").result("to", DataTypes.IntegerType);
            assertEquals(LocalSpark.texts(rows), LocalSpark.texts(SparkKernels.map(rows, copy)));
            assertEquals(List.of(1L, 0L, 1L), kernels(session));
            // Another kernel, and an executor that starts later, which gets it from the driver.
            assertEquals(LocalSpark.texts(rows), LocalSpark.texts(
                SparkKernels.map(rows, copy.constant("BLOCK", 128))));
            assertEquals(List.of(1L, 1L, 1L), kernels(session));
            File mark = folder.resolve("mark").toFile();
            LocalSpark.rows(session, 1, 1, "id").javaRDD().foreach(row -> {
                if (mark.mkdir()) {
                    Runtime.getRuntime().halt(1);
                }
            });
            assertEquals(List.of(2L, 0L, 0L), kernels(session));
        });
    }

    /** Settings of two executors with a GPU of the fake driver each. */
    private static Map<String, String> gpus(Path folder, String first) throws IOException {
        Path script = Files.createFile(folder.resolve("gpus"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        Files.writeString(script,
            "#!/bin/sh\necho '{\"name\":\"gpu\",\"addresses\":[\"" + first + "\",\"1\"]}'\n");
        return new HashMap<>(Map.of("spark.worker.resource.gpu.amount", "2",
            "spark.worker.resource.gpu.discoveryScript", script.toString(), "spark.executor.cores", "1",
            "spark.executor.resource.gpu.amount", "1", "spark.task.resource.gpu.amount", "1",
            "spark.scheduler.minRegisteredResourcesRatio", "1.0", "spark.executorEnv.CM2TT_LIBCUDA",
            System.getProperty("cm2tt.fake.cuda"), "spark.executorEnv.FAKE_CUDA_DEVICES", "2",
            "spark.executorEnv.CM2TT_CACHE", "off"));
    }

    /** Adds columns by a kernel that the fake driver runs. */
    private static void checkAddition(SparkSession session) {
        Dataset<Row> rows = rows(session).selectExpr("if(i % 5 = 0, null, x) as x",
            "cast(x / 2 as float) as y");
        ColumnKernel add = ColumnKernel.of(Kernels.class, "add").constant("BLOCK", 256).inputs("x", "y")
            .result("sum", DataTypes.FloatType);
        assertEquals(
            LocalSpark.texts(rows.selectExpr("x + y")), LocalSpark.texts(SparkKernels.map(rows, add)));
    }

    @Test
    void executorsHaveTheGpusThatSparkAssigns(@TempDir Path folder) throws IOException {
        LocalSpark.with("local-cluster[1,2,2048]", gpus(folder, FIRST_GPU), session -> {
            List<String> devices = SparkKernels.mapPartitions(rows(session), Columns.of("x"),
                (context, batches) -> {
                    pause(300); // so that both executors have tasks
                    return List.of(context.device().name() + " is "
                        + TaskContext.get().resourcesJMap().get("gpu").addresses()[0]).iterator();
                }).distinct().collect();
            assertEquals(List.of("Fake GPU 0 is " + FIRST_GPU, "Fake GPU 1 is 1"),
                devices.stream().sorted().toList());
            checkAddition(session);
            checkThatMemoryIsFree(session);
        });
    }

    @Test
    void aGpuWithTooLittleMemorySplitsBatches(@TempDir Path folder) throws IOException {
        Map<String, String> settings = gpus(folder, "0");
        settings.put("spark.executorEnv.FAKE_CUDA_FAIL", "cuMemAlloc_v2=2@4");
        settings.put(Settings.BATCH_ROWS, "4096");
        settings.put("spark.task.maxFailures", "1");
        LocalSpark.with("local-cluster[1,2,2048]", settings, session -> {
            checkAddition(session);
            List<Long> splits = ofEach(session, devices -> devices.metrics().splits.getCount());
            assertEquals(1, Collections.max(splits));
            checkThatMemoryIsFree(session);
        });
    }

    @Test
    void aGpuWithoutMemoryForAStreamFailsClearly(@TempDir Path folder) throws IOException {
        Map<String, String> settings = gpus(folder, "0");
        settings.put("spark.executorEnv.FAKE_CUDA_FAIL", "cuStreamCreate=2");
        settings.put("spark.task.maxFailures", "1");
        LocalSpark.with("local-cluster[1,1,1024]", settings, session -> {
            String error = assertThrows(Exception.class, () -> checkAddition(session)).getMessage();
            String expected = " does not suffice for a task, expected that no other process fills it, or a "
                + "smaller spark.cm2tt.concurrentGpuTasks: cuStreamCreate failed: CUDA_ERROR_OUT_OF_MEMORY";
            assertTrue(error.contains(expected), error);
        });
    }
}
