// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Sessions of the tests: in one process, or with the processes of local-cluster. */
final class LocalSpark {
    /** Small batches, so that a partition has several. */
    static final int BATCH_ROWS = 1024;

    private LocalSpark() {}

    /** Calls an action with a session, and stops it. */
    static void with(String master, Map<String, String> settings, Consumer<SparkSession> action) {
        SparkSession session = open(master, settings);
        try {
            action.accept(session);
        } finally {
            session.stop();
        }
    }

    /** Returns a session, which the caller stops. */
    static SparkSession open(String master, Map<String, String> settings) {
        SparkSession.Builder builder = SparkSession.builder().master(master).appName("cm2tt tests")
            .config("spark.plugins", Cm2ttSparkPlugin.class.getName())
            .config("spark.ui.enabled", "false").config("spark.driver.host", "localhost")
            .config("spark.sql.shuffle.partitions", "2").config(Settings.BATCH_ROWS, BATCH_ROWS)
            .config(Settings.CPU_THREADS, 1).config("spark.sql.session.timeZone", "UTC")
            .config("spark.jars", System.getProperty("cm2tt.test.jars", ""))
            .config("spark.executor.extraJavaOptions",
                "-Dcm2tt.native.path=" + System.getProperty("cm2tt.native.path"));
        settings.forEach(builder::config);
        return builder.getOrCreate();
    }

    /** Returns rows 0 to n - 1 with columns of SQL expressions of {@code id}. */
    static Dataset<Row> rows(SparkSession session, long n, int partitions, String... expressions) {
        return session.range(0, n, 1, partitions).toDF().selectExpr(expressions);
    }

    /** Returns the texts of all rows. */
    static List<String> texts(Dataset<Row> rows) {
        List<String> texts = new ArrayList<>();
        rows.collectAsList().forEach(row -> texts.add(row.toString()));
        return texts;
    }
}
