// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.runtime.CompilationException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link SparkKernels#map}, in one process. */
class MapTest {
    private static SparkSession session;

    @BeforeAll
    static void open() {
        session = LocalSpark.open("local[2]", Map.of());
    }

    @AfterAll
    static void stop() {
        session.stop();
    }

    private static ColumnKernel add() {
        return ColumnKernel.of(Kernels.class, "add").constant("BLOCK", 256).inputs("x", "y")
            .result("sum", DataTypes.IntegerType);
    }

    private static void checkSum(Dataset<Row> rows) {
        Dataset<Row> expected = rows.selectExpr("id", "x + y as sum");
        assertEquals(LocalSpark.texts(expected), LocalSpark.texts(SparkKernels.map(rows, add().keep("id"))));
    }

    @Test
    void rowsAndNulls() {
        checkSum(LocalSpark.rows(session, 10_001, 3, "id", "if(id % 7 = 0, null, cast(id as int)) as x",
            "if(id % 3 = 0, null, cast(id * 2 as int)) as y"));
        checkSum(LocalSpark.rows(session, 0, 2, "id", "cast(id as int) as x", "cast(id as int) as y"));
        checkSum(LocalSpark.rows(session, 2048, 1, "id", "cast(id as int) as x", "cast(id as int) as y"));
    }

    @Test
    void cachedColumnsAreReadAsColumns() {
        Dataset<Row> rows = LocalSpark.rows(session, 25_000, 2, "cast(id as int) as y",
            "if(id % 7 = 0, null, cast(id as int)) as x", "id").cache();
        assertEquals(25_000, rows.count());
        checkSum(rows);
        rows.unpersist();
    }

    @Test
    void columnsOfFilesAreReadAsColumns(@TempDir Path folder) {
        String file = folder.resolve("rows").toString();
        LocalSpark.rows(session, 9000, 1, "cast(id as int) as y", "id",
            "if(id % 7 < 3, null, cast(id * 3 as int)) as x", "'text' as s").write().parquet(file);
        Dataset<Row> rows = session.read().parquet(file);
        checkSum(rows);
        checkSum(rows.where("id % 2 = 0"));
    }

    @Test
    void resultsAreDatasets() {
        Dataset<Row> rows = LocalSpark.rows(session, 5000, 2, "cast(id as int) as x", "1 as y");
        Dataset<Row> sums = SparkKernels.map(rows, add());
        assertEquals("struct<sum:int>", sums.schema().simpleString());
        assertEquals(4999L * 5000 / 2 + 5000, sums.selectExpr("sum(sum)").head().getLong(0));
        Dataset<Row> again = SparkKernels.map(sums.selectExpr("sum as x", "sum as y"), add());
        assertEquals(10_000, again.selectExpr("max(sum)").head().getInt(0));
    }

    @Test
    void argumentsAndTables() {
        Dataset<Row> rows = LocalSpark.rows(session, 5000, 2, "cast(id % 4 as short) as index", "id");
        ColumnKernel look = ColumnKernel.of("io.github.cm2tt.spark.Kernels", "look").constant("BLOCK", 128)
            .inputs("index").result("out", DataTypes.FloatType).argument("table", new float[] {1, 2, 4, 8})
            .argument("offset", 0.5).keep("id");
        assertEquals(LocalSpark.texts(rows.selectExpr("id", "cast(pow(2, index) + 0.5 as float) as out")),
            LocalSpark.texts(SparkKernels.map(rows, look)));
    }

    @Test
    void kernelsReadAndWriteNulls() {
        Dataset<Row> rows = LocalSpark.rows(
            session, 3000, 1, "if(id % 5 = 1, null, cast(id % 4 as int)) as x", "id");
        ColumnKernel nulls = ColumnKernel.of(Kernels.class, "nulls").constant("BLOCK", 128).inputs("x")
            .result("out", DataTypes.IntegerType).keep("id");
        assertEquals(LocalSpark.texts(rows.selectExpr("id", "nullif(coalesce(x, 7), 3) as out")),
            LocalSpark.texts(SparkKernels.map(rows, nulls)));
    }

    @Test
    void errorsAreThoseOfTheCall() {
        Dataset<Row> rows = LocalSpark.rows(session, 10, 1, "cast(id as int) as x", "'a' as s");
        ColumnKernel wrong = ColumnKernel.of(Kernels.class, "wrong").constant("BLOCK", 64).inputs("x")
            .result("out", DataTypes.IntegerType);
        String error =
            assertThrows(CompilationException.class, () -> SparkKernels.map(rows, wrong)).getMessage();
        assertTrue(error.contains("Kernels.java:"), error);
        assertMessage("there is no column 'y': expected one of x, s", rows, add());
        assertMessage("column 's' has type string: expected boolean, byte", rows,
            ColumnKernel.of(Kernels.class, "add").constant("BLOCK", 64).inputs("s"));
        assertMessage("parameter 'y' of kernel 'add' of io.github.cm2tt.spark.Kernels has no value: expected "
            + "the name of a column, such a name and 'Valid', 'n', or argument(\"y\", value)", rows,
            ColumnKernel.of(Kernels.class, "add").constant("BLOCK", 64).inputs("x")
                .result("sum", DataTypes.IntegerType));
        assertMessage("result 'other': kernel 'wrong' of io.github.cm2tt.spark.Kernels has no parameter of "
            + "this name", rows, wrong.result("other", DataTypes.FloatType));
        assertMessage("has no constant 'BLOCK': expected constant(\"BLOCK\", rows) or rowsPerProgram(rows)",
            rows, ColumnKernel.of(Kernels.class, "add").inputs("x"));
        assertMessage("reads no column: expected inputs(name)", rows, ColumnKernel.of(Kernels.class, "add"));
    }

    private static void assertMessage(String expected, Dataset<Row> rows, ColumnKernel kernel) {
        String found =
            assertThrows(IllegalArgumentException.class, () -> SparkKernels.map(rows, kernel)).getMessage();
        assertTrue(found.contains(expected), found);
    }

    @Test
    void specificationsAreChecked() {
        ColumnKernel kernel = ColumnKernel.of(Kernels.class, "add");
        for (Map.Entry<String, Runnable> mistake : List.<Map.Entry<String, Runnable>>of(
            Map.entry("0 rows for each program: expected at least 1", () -> kernel.rowsPerProgram(0)),
            Map.entry("argument 'a' is of class java.lang.String: expected a number, a Boolean or an array "
                + "of numbers", () -> kernel.argument("a", "text")),
            Map.entry("arrays of length 0 in column 'r': expected at least 1",
                () -> kernel.result("r", DataTypes.FloatType, 0)),
            Map.entry("there is no class 'None': expected one of the jars of the application",
                () -> ColumnKernel.of("None", "add")))) {
            assertEquals(mistake.getKey(),
                assertThrows(IllegalArgumentException.class, mistake.getValue()::run).getMessage());
        }
    }
}
