// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Grid;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.spark.Batch;
import io.github.cm2tt.spark.Columns;
import io.github.cm2tt.spark.KernelContext;
import io.github.cm2tt.spark.SparkKernels;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Counts the values of each group in each of 64 bins; rows without a value are left out. The same is computed
 * by Spark SQL: {@code --rows=4000000}.
 */
public final class GroupHistogram {
    private static final int GROUPS = 16;
    private static final int BINS = 64;
    private static final int BLOCK = 1024;
    private static final KernelFunction COUNT = KernelFunction.of(GroupHistogram.class, "count")
        .constant("BINS", BINS).constant("BLOCK", BLOCK).unspecialized("n");

    private GroupHistogram() {}

    /** Adds 1 to the count of the bin of each value that is not null. Values are from 0 to 1. */
    @Kernel
    static void count(Ptr group, Ptr value, Ptr valid, Ptr counts, int n, @Constant int BINS,
        @Constant int BLOCK) {
        var at = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
        var inside = at.lt(n);
        var isValid = valid.add(at.div(8)).load(inside, 0).shr(at.mod(8)).and(1).ne(0);
        var bin = value.add(at).load(inside, 0).mul(BINS).conv(int.class).minimum(BINS - 1);
        var index = group.add(at).load(inside, 0).mul(BINS).add(bin);
        counts.add(index).atomicAdd(1, inside.and(isValid));
    }

    /** Returns the counts of a partition. */
    private static long[] partial(KernelContext context, Iterator<Batch> batches) {
        DeviceBuffer counts = context.allocate(ElementType.I32, GROUPS * BINS).fill(0);
        KernelFunction count = context.on(COUNT);
        while (batches.hasNext()) {
            Batch batch = batches.next();
            count.launch(Grid.of(Grid.cdiv(batch.rows(), BLOCK)), batch.column("g"), batch.column("value"),
                batch.validity("value"), counts, batch.rows());
        }
        context.stream().synchronize();
        int[] found = counts.copyTo(new int[GROUPS * BINS]);
        long[] wide = new long[found.length];
        for (int i = 0; i < found.length; i++) {
            wide[i] = found[i];
        }
        return wide;
    }

    private static long[] add(long[] a, long[] b) {
        for (int i = 0; i < a.length; i++) {
            a[i] += b[i];
        }
        return a;
    }

    private static long[] bySql(Dataset<Row> table) {
        List<Row> rows = table.where("value is not null").selectExpr("g",
            "least(int(value * float(" + BINS + ")), " + (BINS - 1) + ") as bin").groupBy("g", "bin").count()
            .collectAsList();
        long[] counts = new long[GROUPS * BINS];
        for (Row row : rows) {
            counts[row.getInt(0) * BINS + row.getInt(1)] = row.getLong(2);
        }
        return counts;
    }

    /** Runs the program with its arguments. */
    public static void main(String[] arguments) throws IOException {
        long count = Examples.number(arguments, "rows", 4_000_000);
        try (SparkSession session = Examples.open("histogram")) {
            Dataset<Row> table = session.range(count).selectExpr("int(id % " + GROUPS + ") as g",
                "if(id % 10 = 7, null, float(pow(rand(3), 1 + id % " + GROUPS + "))) as value").cache();
            System.out.println(table.count() + " rows, " + GROUPS + " groups, " + BINS + " bins");
            long[] sql = Examples.timed("Spark SQL", () -> bySql(table));
            long[] found = Examples.timed("kernels", () -> SparkKernels.reduce(
                table, Columns.of("g", "value"), GroupHistogram::partial, GroupHistogram::add));
            long total = 0;
            for (int i = 0; i < found.length; i++) {
                Examples.check("bin " + i % BINS + " of group " + i / BINS, found[i], sql[i], 0);
                total += found[i];
            }
            System.out.println("correct: " + total + " values");
        }
    }
}
