// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import io.github.cm2tt.runtime.CompilationException;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.spark.ColumnRdd.SourceFunction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * Runs kernels on the executors of a Spark application, which has {@link Cm2ttSparkPlugin}.
 *
 * <pre>{@code
 * Dataset<Row> scored = SparkKernels.map(table, ColumnKernel.of(Model.class, "score")
 *     .constant("BLOCK", 1024).inputs("x", "y").result("score", DataTypes.FloatType));
 * }</pre>
 *
 * <p>Spark schedules the tasks, and repeats those that fail. A kernel that cannot be compiled is an exception
 * of the call, or fails the job at the first attempt of a task.
 */
public final class SparkKernels {
    /** The target for which the driver compiles to find errors: any GPU has the same rules. */
    private static final String GPU_TARGET = "sm_90a";
    private static final int REDUCTION_DEPTH = 2;

    private SparkKernels() {}

    /**
     * Computes columns of the rows of a Dataset by a kernel.
     *
     * @param input the rows
     * @param kernel the kernel, the columns that it reads and those that it writes
     * @return for each row the kept columns and the results, in the order of the input's rows
     * @throws IllegalArgumentException if a column does not exist or has a type that kernels do not have, or
     *     if a parameter of the kernel has no value
     * @throws CompilationException if the kernel cannot be compiled for the columns
     */
    public static Dataset<Row> map(Dataset<Row> input, ColumnKernel kernel) {
        if (kernel.inputs().count() == 0) {
            throw new IllegalArgumentException(kernel.spec() + " reads no column: expected inputs(name)");
        }
        Columns columns = kernel.inputs().and(missing(kernel));
        List<ColumnType> types = columns.typesIn(input.schema());
        check(kernel, types, input.sparkSession().sparkContext().conf());
        int[] kept = new int[kernel.kept().count()];
        List<String> names = List.of(columns.names());
        for (int i = 0; i < kept.length; i++) {
            kept[i] = names.indexOf(kernel.kept().names()[i]);
        }
        SourceFunction<InternalRow> task = (context, source) ->
            new BatchRows(new KernelBatches(context, kernel, types, source, kept));
        JavaRDD<InternalRow> rows = ColumnRdd.map(input, columns.names(), task);
        org.apache.spark.sql.classic.SparkSession session =
            (org.apache.spark.sql.classic.SparkSession) input.sparkSession();
        return session.internalCreateDataFrame(rows.rdd(), schema(types, kept, kernel.resultTypes()), false);
    }

    /**
     * Computes results of the partitions of a Dataset by a function that launches kernels.
     *
     * @param input the rows
     * @param columns the columns that are copied to the device
     * @param function computes the results of a partition
     * @param <T> the type of the results
     * @return the results, which are computed when an action needs them
     * @throws IllegalArgumentException if a column does not exist or has a type that kernels do not have
     */
    public static <T> JavaRDD<T> mapPartitions(
        Dataset<Row> input, Columns columns, PartitionFunction<T> function) {
        if (columns.count() == 0) {
            throw new IllegalArgumentException("no columns: expected Columns.of(name)");
        }
        List<ColumnType> types = columns.typesIn(input.schema());
        return ColumnRdd.map(input, columns.names(),
            (context, source) -> function.call(context, new UploadedBatches(context, types, source)));
    }

    /**
     * Computes a partial result of each partition by a function that launches kernels, and combines them by a
     * tree of tasks.
     *
     * @param input the rows
     * @param columns the columns that are copied to the device
     * @param partial computes the result of a partition, also of one without rows
     * @param combine combines two results; it has to be associative and commutative, and may change the first
     * @param <T> the type of the results
     * @return the result of all rows
     * @throws IllegalArgumentException if a column does not exist or has a type that kernels do not have
     */
    public static <T> T reduce(Dataset<Row> input, Columns columns, PartialFunction<T> partial,
        Function2<T, T, T> combine) {
        PartitionFunction<T> function =
            (context, batches) -> Collections.singleton(partial.call(context, batches)).iterator();
        return mapPartitions(input, columns, function).treeReduce(combine, REDUCTION_DEPTH);
    }

    /** Returns the kept columns that the kernel does not read. */
    private static Columns missing(ColumnKernel kernel) {
        List<String> names = new ArrayList<>(List.of(kernel.kept().names()));
        names.removeAll(List.of(kernel.inputs().names()));
        return Columns.of(names.toArray(String[]::new));
    }

    /** Compiles the kernel in the driver, so that an error is one exception and not the failures of tasks. */
    private static void check(ColumnKernel kernel, List<ColumnType> types, SparkConf conf) {
        boolean hasGpus = !conf.get("spark.executor.resource.gpu.amount", "0").equals("0");
        kernel.rowsOfProgram();
        try (KernelFunction function = kernel.spec().function()) {
            Bindings bindings = new Bindings(kernel, function, types);
            function.compile(hasGpus ? GPU_TARGET : "cpu", bindings.signature());
            DriverSide.use(new WarmKernel(kernel.spec(), bindings.signature()));
        }
    }

    private static StructType schema(List<ColumnType> inputs, int[] kept, List<ColumnType> results) {
        List<StructField> fields = new ArrayList<>();
        for (int column : kept) {
            fields.add(field(inputs.get(column)));
        }
        results.forEach(result -> fields.add(field(result)));
        return new StructType(fields.toArray(StructField[]::new));
    }

    private static StructField field(ColumnType type) {
        return new StructField(type.name(), type.dataType(), true, Metadata.empty());
    }

    /** The rows of batches, each of which is valid until the next one is asked for. */
    private static final class BatchRows implements Iterator<InternalRow> {
        private final KernelBatches batches;
        private Iterator<InternalRow> rows = Collections.emptyIterator();

        BatchRows(KernelBatches batches) {
            this.batches = batches;
        }

        @Override
        public boolean hasNext() {
            while (!rows.hasNext() && batches.hasNext()) {
                ColumnarBatch batch = batches.next();
                rows = batch.rowIterator();
            }
            return rows.hasNext();
        }

        @Override
        public InternalRow next() {
            hasNext();
            return rows.next();
        }
    }
}
