// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import io.github.cm2tt.runtime.DeviceException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.execution.ColumnarToRowExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.WholeStageCodegenExec;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * Columns of a Dataset as sources for tasks. The batches of a plan that has columns, such as a scan of
 * Parquet files or of a cached Dataset, are read as they are, and the rows of other plans one by one.
 */
final class ColumnRdd {
    private ColumnRdd() {}

    /** Computes results of a source. */
    @FunctionalInterface
    interface SourceFunction<T> extends Serializable {
        /** Computes results in a context, which is closed at the end of the task. */
        Iterator<T> call(KernelContext context, ColumnSource source);
    }

    /** Returns the results of a function for each partition of the columns of a Dataset. */
    static <T> JavaRDD<T> map(Dataset<Row> input, String[] names, SourceFunction<T> function) {
        Dataset<Row> selected = input.select(List.of(names).stream()
            .map(name -> functions.col("`" + name.replace("`", "``") + "`"))
            .toArray(org.apache.spark.sql.Column[]::new));
        if (!(selected instanceof org.apache.spark.sql.classic.Dataset<Row> classic)) {
            throw new IllegalArgumentException("a Dataset of " + selected.getClass().getName()
                + ": expected one of the driver's own session; Spark Connect has no access to executors");
        }
        SparkPlan columnar = columnar(classic.queryExecution().executedPlan());
        if (columnar == null) {
            FlatMapFunction<Iterator<InternalRow>, T> task =
                rows -> call(function, ColumnSource.ofRows(rows));
            return atLeastOne(classic.queryExecution().toRdd().toJavaRDD()).mapPartitions(task);
        }
        int[] ordinals = ordinals(classic.queryExecution().executedPlan(), columnar);
        FlatMapFunction<Iterator<ColumnarBatch>, T> task =
            batches -> call(function, ColumnSource.ofBatches(batches, ordinals));
        return atLeastOne(columnar.executeColumnar().toJavaRDD()).mapPartitions(task);
    }

    private static <T> Iterator<T> call(SourceFunction<T> function, ColumnSource source) {
        try {
            return function.call(KernelContext.open(TaskContext.get()), source);
        } catch (DeviceException e) { // A stream, an event or a module failed, which no smaller batch avoids.
            if (!DeviceMemoryException.isOutOfMemory(e)) {
                throw e;
            }
            throw new DeviceMemoryException("the memory of "
                + ExecutorDevices.get().deviceOf(TaskContext.get()) + " does not suffice for a task, "
                + "expected that no other process fills it, or a smaller "
                + Settings.CONCURRENT_GPU_TASKS + ": " + e.getMessage(), e);
        }
    }

    /** Returns an RDD with an empty partition if it has none, so that a reduction has a result. */
    private static <T> JavaRDD<T> atLeastOne(JavaRDD<T> rdd) {
        return rdd.getNumPartitions() > 0 ? rdd
            : JavaSparkContext.fromSparkContext(rdd.context()).parallelize(new ArrayList<>(), 1);
    }

    /** Returns the part of a plan that has columns, if the rest only makes rows of them; else null. */
    private static SparkPlan columnar(SparkPlan plan) {
        SparkPlan below = plan;
        if (below instanceof WholeStageCodegenExec stage) {
            below = stage.child();
        }
        if (below instanceof ColumnarToRowExec toRows) {
            below = toRows.child();
        }
        return below.supportsColumnar() && ordinals(plan, below) != null ? below : null;
    }

    /** Returns the ordinals of a plan's columns in another plan's; null if one is missing. */
    private static int[] ordinals(SparkPlan plan, SparkPlan columnar) {
        List<Long> there = ids(columnar);
        int[] ordinals = ids(plan).stream().mapToInt(there::indexOf).toArray();
        for (int ordinal : ordinals) {
            if (ordinal < 0) {
                return null;
            }
        }
        return ordinals;
    }

    private static List<Long> ids(SparkPlan plan) {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < plan.output().size(); i++) {
            Attribute attribute = plan.output().apply(i);
            ids.add(attribute.exprId().id());
        }
        return ids;
    }
}
