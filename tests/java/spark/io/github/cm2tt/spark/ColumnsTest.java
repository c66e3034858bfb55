// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each type of {@link Columns}, from rows and from cached columns, with nulls. */
class ColumnsTest {
    private static final int BLOCK = 1024;
    private static SparkSession session;

    @BeforeAll
    static void open() {
        session = LocalSpark.open("local[2]", Map.of());
    }

    @AfterAll
    static void stop() {
        session.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"id % 3 = 0", "cast(id % 256 - 128 as byte)", "cast(id - 3000 as short)",
        "cast(id * 100000 as int)", "id * 10000000000", "cast(id as float) / 3", "cast(id as double) / 7",
        "cast(id - 2000 as decimal(12, 3)) / 8", "date_add(date'1960-02-03', cast(id as int))",
        "timestamp_micros(id * 123456789 - 1000000000000)",
        "cast(timestamp_micros(id * 123456789) as timestamp_ntz)", "array(cast(id as float), float(-1))",
        "array(id, id + 1)", "array(id % 2 = 0, true)"})
    void copiesAreEqual(String expression) {
        Dataset<Row> rows = LocalSpark.rows(
            session, 3333, 2, "id", "if(id % 11 = 5, null, " + cast(expression) + ") as from");
        check(rows);
        Dataset<Row> cached = rows.cache();
        cached.count();
        check(cached);
        cached.unpersist();
    }

    /** The quotient of decimals has too many digits. */
    private static String cast(String expression) {
        return expression.contains("decimal") ? "cast(" + expression + " as decimal(18, 5))" : expression;
    }

    private static void check(Dataset<Row> rows) {
        DataType type = rows.schema().apply("from").dataType();
        int width = type instanceof ArrayType ? rows.first().getList(1).size() : 0;
        DataType element = type instanceof ArrayType array ? array.elementType() : type;
        int numbers = Math.max(width, 1);
        ColumnKernel copy = ColumnKernel.of(Kernels.class, "copy").constant("BLOCK", BLOCK)
            .constant("WIDTH", numbers).rowsPerProgram(BLOCK / numbers).keep("id");
        copy = width > 0 ? copy.inputs(Columns.of().array("from", width)).result("to", element, width)
            : copy.inputs("from").result("to", element);
        Dataset<Row> found = SparkKernels.map(rows, copy);
        assertEquals(LocalSpark.texts(rows), LocalSpark.texts(found));
    }
}
