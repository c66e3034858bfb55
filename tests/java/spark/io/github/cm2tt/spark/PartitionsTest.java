// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.KernelFunction;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@link SparkKernels#mapPartitions} and {@link SparkKernels#reduce}, in one process. */
class PartitionsTest {
    private static final KernelFunction SUM = KernelFunction.of(Kernels.class, "sum").constant("BLOCK", 256)
        .unspecialized("n");
    private static SparkSession session;

    @BeforeAll
    static void open() {
        session = LocalSpark.open("local[2]", Map.of());
    }

    @AfterAll
    static void stop() {
        session.stop();
    }

    /** Returns the sum of a partition's numbers that are not null. */
    static double sum(KernelContext context, Iterator<Batch> batches) {
        DeviceBuffer total = context.allocate(ElementType.FP64, 1).fill(0);
        while (batches.hasNext()) {
            Batch batch = batches.next();
            context.on(SUM).launch(1, batch.column("x"), batch.validity("x"), total, batch.rows());
        }
        context.stream().synchronize();
        return total.copyTo(new double[1])[0];
    }

    private static final PartialFunction<Double> PARTIAL = PartitionsTest::sum;

    private static Dataset<Row> rows(int count, int partitions) {
        return LocalSpark.rows(
            session, count, partitions, "if(id % 9 = 4, null, cast(id % 1000 as float)) as x", "'a' as s");
    }

    @Test
    void partialResultsAreCombined() {
        for (int count : new int[] {0, 1, 1024, 20_000}) {
            Dataset<Row> rows = rows(count, 5);
            double expected = rows.selectExpr("coalesce(sum(x), 0d)").head().getDouble(0);
            assertEquals(expected,
                SparkKernels.reduce(rows, Columns.of("x"), PARTIAL, Double::sum));
            assertEquals(expected,
                SparkKernels.reduce(rows.cache(), Columns.of("x"), PartitionsTest::sum, Double::sum));
            rows.unpersist();
        }
    }

    @Test
    void batchesDescribeColumns() {
        PartitionFunction<String> describe = (context, batches) -> {
            StringBuilder text = new StringBuilder();
            while (batches.hasNext()) {
                Batch batch = batches.next();
                text.append(batch.rows()).append(' ').append(batch.column("x").count()).append(' ')
                    .append(batch.validity("x").count()).append(' ').append(batch.nulls("x")).append("; ");
            }
            return List.of(text.toString()).iterator();
        };
        List<String> found =
            SparkKernels.mapPartitions(rows(3000, 1), Columns.of("x"), describe).collect();
        assertEquals(List.of("1024 1024 128 114; 1024 1024 128 114; 952 952 119 105; "), found);
    }

    @Test
    void pinnedMemoryIsReused() {
        List<Boolean> found = SparkKernels.mapPartitions(rows(10, 1), Columns.of("x"),
            (context, batches) -> List.of(context.pinned(0, 100) == context.pinned(0, 50),
                context.pinned(1, 10) == context.pinned(0, 10),
                context.pinned(0, 200).bytes() >= 200).iterator()).collect();
        assertEquals(List.of(true, false, true), found);
    }

    @Test
    void mistakesAreExplained() {
        assertEquals("no columns: expected Columns.of(name)", assertThrows(IllegalArgumentException.class,
            () -> SparkKernels.mapPartitions(rows(1, 1), Columns.of(), (c, b) -> List.of().iterator()))
                .getMessage());
        Exception e = assertThrows(Exception.class, () -> SparkKernels.mapPartitions(rows(1, 1),
            Columns.of("x"), (c, b) -> List.of(b.next().rows(), c.device().isGpu()).iterator()).map(i -> {
                throw new IllegalStateException("of the caller " + i);
            }).collect());
        assertTrue(e.getMessage().contains("of the caller 1"), e.getMessage());
        e = assertThrows(Exception.class, () -> SparkKernels.mapPartitions(rows(1, 1), Columns.of("x"),
            (c, b) -> List.of(b.next().column("z").count()).iterator()).collect());
        assertTrue(e.getMessage().contains("the batch has no column 'z': expected one of x"), e.getMessage());
    }

    @Test
    void thePluginIsNeeded() {
        session.stop();
        try {
            LocalSpark.with("local[1]", Map.of("spark.plugins", ""), plain -> {
                Dataset<Row> rows = LocalSpark.rows(plain, 10, 1, "cast(id as float) as x");
                Exception e = assertThrows(Exception.class,
                    () -> SparkKernels.reduce(rows, Columns.of("x"), PartitionsTest::sum, Double::sum));
                assertTrue(e.getMessage().contains("the plugin of cm2tt does not run in this executor: "
                    + "expected spark.plugins=io.github.cm2tt.spark.Cm2ttSparkPlugin"), e.getMessage());
            });
        } finally {
            open();
        }
    }
}
