// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io.github.cm2tt.lang.Constant;
import io.github.cm2tt.lang.Kernel;
import io.github.cm2tt.lang.Ptr;
import io.github.cm2tt.lang.Triton;
import io.github.cm2tt.spark.ColumnKernel;
import io.github.cm2tt.spark.Columns;
import io.github.cm2tt.spark.SparkKernels;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;

/**
 * Scores the rows of a table by a neural network with one hidden layer: 32 features, 64 neurons, one score.
 * The hidden layer is a matrix product, with bias, ReLU and the second layer as its epilogue. The same is
 * computed in Java: {@code --rows=1000000 --repeats=5}.
 */
public final class Scoring {
    static final int FEATURES = 32;
    static final int HIDDEN = 64;

    private Scoring() {}

    /** score = sigmoid(relu(features x weights + bias) . output) for each row. */
    @Kernel
    static void score(Ptr features, Ptr weights, Ptr bias, Ptr output, Ptr score, int n, @Constant int BLOCK,
        @Constant int FEATURES, @Constant int HIDDEN) {
        var row = Triton.arange(0, BLOCK).add(Triton.programId(0) * BLOCK);
        var feature = Triton.arange(0, FEATURES);
        var neuron = Triton.arange(0, HIDDEN);
        var x = features.add(row.expand(1).mul(FEATURES).add(feature.expand(0))).load(row.expand(1).lt(n), 0);
        var w = weights.add(feature.expand(1).mul(HIDDEN).add(neuron.expand(0))).load();
        var product = Triton.dot(x, w, Triton.InputPrecision.IEEE); // As on a CPU; TF32 has 10 bits.
        var hidden = product.add(bias.add(neuron).load().expand(0));
        var sum = hidden.maximum(0).mul(output.add(neuron).load().expand(0)).sum(1);
        score.add(row).store(Triton.div(1f, Triton.exp(sum.neg()).add(1)), row.lt(n));
    }

    /** Returns random weights, the same for each run. */
    static float[] random(int count, long seed) {
        Random random = new Random(seed);
        float[] weights = new float[count];
        for (int i = 0; i < count; i++) {
            weights[i] = (float) random.nextGaussian() / 4;
        }
        return weights;
    }

    /** Returns the kernel for a table with the columns {@code id} and {@code features}. */
    public static ColumnKernel kernel() {
        return ColumnKernel.of(Scoring.class, "score").constant("BLOCK", 64).constant("FEATURES", FEATURES)
            .constant("HIDDEN", HIDDEN).inputs(Columns.of().array("features", FEATURES))
            .argument("weights", random(FEATURES * HIDDEN, 1)).argument("bias", random(HIDDEN, 2))
            .argument("output", random(HIDDEN, 3)).result("score", DataTypes.FloatType).keep("id");
    }

    /** Returns a table of random rows. */
    public static Dataset<Row> table(SparkSession session, long rows) {
        return session.range(rows).selectExpr("id", "transform(sequence(1, " + FEATURES
            + "), i -> float(sin(id * 0.37 + i * i))) as features");
    }

    private static float inJava(List<Float> x, float[] weights, float[] bias, float[] output) {
        float[] hidden = bias.clone();
        for (int i = 0; i < FEATURES; i++) {
            float feature = x.get(i);
            for (int k = 0; k < HIDDEN; k++) {
                hidden[k] += feature * weights[i * HIDDEN + k];
            }
        }
        float sum = 0;
        for (int k = 0; k < HIDDEN; k++) {
            sum += Math.max(hidden[k], 0) * output[k];
        }
        return (float) (1 / (1 + Math.exp(-sum)));
    }

    private static Dataset<Row> scoresInJava(Dataset<Row> table) {
        float[] weights = random(FEATURES * HIDDEN, 1);
        float[] bias = random(HIDDEN, 2);
        float[] output = random(HIDDEN, 3);
        MapPartitionsFunction<Row, Row> score = rows -> new Iterator<>() {
            @Override
            public boolean hasNext() {
                return rows.hasNext();
            }

            @Override
            public Row next() {
                Row row = rows.next();
                return RowFactory.create(
                    row.getLong(0), inJava(row.getList(1), weights, bias, output));
            }
        };
        return table.mapPartitions(score, Encoders.row(DataTypes.createStructType(List.of(
            DataTypes.createStructField("id", DataTypes.LongType, false),
            DataTypes.createStructField("score", DataTypes.FloatType, false)))));
    }

    /** Returns the sum, the least and the greatest score. */
    private static Row summary(Dataset<Row> scores) {
        return scores.selectExpr("sum(score)", "double(min(score))", "double(max(score))",
            "sum(score * (id % 1000))").head();
    }

    /** Runs the program with its arguments. */
    public static void main(String[] arguments) throws IOException {
        long rows = Examples.number(arguments, "rows", 500_000);
        long repeats = Examples.number(arguments, "repeats", 1);
        try (SparkSession session = Examples.open("scoring")) {
            Dataset<Row> table = table(session, rows).cache();
            System.out.println(table.count() + " rows of " + FEATURES + " features");
            Row java = Examples.timed("Java", () -> summary(scoresInJava(table)));
            Row found = Examples.timed("kernels", () -> summary(SparkKernels.map(table, kernel())));
            for (long i = 1; i < repeats; i++) {
                Examples.timed("Java", () -> summary(scoresInJava(table)));
                found = Examples.timed("kernels", () -> summary(SparkKernels.map(table, kernel())));
            }
            for (int i = 0; i < found.length(); i++) {
                Examples.check("statistic " + i, found.getDouble(i), java.getDouble(i), 1e-4);
            }
            System.out.printf("correct: the mean score is %.5f%n", found.getDouble(0) / rows);
        }
    }
}
