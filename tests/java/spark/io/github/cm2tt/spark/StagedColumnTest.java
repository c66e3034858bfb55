// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cm2tt.runtime.Device;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ArrowColumnVector;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.junit.jupiter.api.Test;

/** Rows and vectors in pinned memory, and Arrow vectors of that. */
class StagedColumnTest {
    private static InternalRow row(Object value) {
        return new GenericInternalRow(new Object[] {value});
    }

    @Test
    void rowsBecomeArrowVectors() {
        ColumnType type = ColumnType.of("d", new DecimalType(18, 2), 0);
        try (BufferAllocator allocator = new RootAllocator();
            StagedColumn column = new StagedColumn(Device.cpu(), type, 100)) {
            column.append(row(Decimal.apply(-5L, 18, 2)), 0);
            column.append(row(null), 0);
            column.append(row(Decimal.apply(1234567890123456L, 18, 2)), 0);
            assertEquals(1, column.nulls());
            try (ColumnVector vector = ArrowResult.vectorOf(column, allocator)) {
                assertEquals("-0.05", vector.getDecimal(0, 18, 2).toString());
                assertTrue(vector.isNullAt(1));
                assertEquals("12345678901234.56", vector.getDecimal(2, 18, 2).toString());
            }
        }
    }

    @Test
    void arraysHaveOneLength() {
        ColumnType type = ColumnType.of("a", DataTypes.createArrayType(DataTypes.FloatType), 2);
        try (BufferAllocator allocator = new RootAllocator();
            StagedColumn column = new StagedColumn(Device.cpu(), type, 10)) {
            column.append(row(new GenericArrayData(new float[] {1, 2})), 0);
            column.append(row(null), 0);
            column.append(row(new GenericArrayData(new float[] {3, 4})), 0);
            InternalRow longer = row(new GenericArrayData(new float[] {1, 2, 3}));
            assertEquals("column 'a' has an array of 3 elements: expected 2",
                assertThrows(IllegalArgumentException.class, () -> column.append(longer, 0)).getMessage());
            InternalRow partial = row(new GenericArrayData(new Object[] {1f, null}));
            assertEquals("column 'a' has an array with a null at index 1: expected numbers only",
                assertThrows(IllegalArgumentException.class, () -> column.append(partial, 0)).getMessage());
            try (ColumnVector vector = ArrowResult.vectorOf(column, allocator)) {
                assertEquals(2, vector.getArray(0).getFloat(1));
                assertTrue(vector.isNullAt(1));
                assertEquals(3, vector.getArray(2).getFloat(0));
            }
        }
    }

    @Test
    void vectorsAreReadInParts() {
        ColumnType type = ColumnType.of("x", DataTypes.LongType, 0);
        try (BufferAllocator allocator = new RootAllocator();
            BigIntVector longs = new BigIntVector("x", allocator);
            OnHeapColumnVector heap = new OnHeapColumnVector(21, DataTypes.LongType)) {
            longs.allocateNew(21);
            for (int i = 0; i < 21; i++) {
                if (i % 5 == 0) {
                    heap.putNull(i);
                } else {
                    longs.set(i, i);
                    heap.putLong(i, i);
                }
            }
            longs.setValueCount(21);
            for (ColumnVector vector : List.of(new ArrowColumnVector(longs), heap)) {
                ColumnarBatch batch = new ColumnarBatch(new ColumnVector[] {vector}, 21);
                checkParts(type, batch, allocator);
            }
        }
    }

    private static void checkParts(ColumnType type, ColumnarBatch batch, BufferAllocator allocator) {
        ColumnSource source =
            ColumnSource.ofBatches(List.of(batch, batch).iterator(), new int[] {0});
        long row = 0;
        try (StagedColumn column = new StagedColumn(Device.cpu(), type, 16)) {
            while (source.hasNext()) {
                column.clear();
                int count = source.append(List.of(column), 16);
                try (ColumnVector vector = ArrowResult.vectorOf(column, allocator)) {
                    for (int i = 0; i < count; i++, row++) {
                        assertEquals(row % 21 % 5 == 0, vector.isNullAt(i));
                        assertEquals(row % 21, vector.isNullAt(i) ? row % 21 : vector.getLong(i));
                    }
                }
            }
        }
        assertEquals(42, row);
    }

    @Test
    void otherTypesAreRefused() {
        String expected = "expected boolean, byte to long, float, double, decimal of at most 18 digits, "
            + "date, timestamp, or arrays of these without decimals";
        assertEquals("column 's' has type string: " + expected,
            assertThrows(IllegalArgumentException.class, () -> ColumnType.of("s", DataTypes.StringType, 0))
                .getMessage());
        assertEquals("column 'd' has type decimal(20,2): " + expected,
            assertThrows(IllegalArgumentException.class, () -> ColumnType.of("d", new DecimalType(20, 2), 0))
                .getMessage());
        assertEquals("column 'a' has type array<float>: expected a length of its arrays: "
            + "Columns.array(\"a\", length)", assertThrows(IllegalArgumentException.class,
                () -> ColumnType.of("a", DataTypes.createArrayType(DataTypes.FloatType), 0)).getMessage());
        assertEquals("column 'x' has type float: expected arrays of length 4",
            assertThrows(IllegalArgumentException.class, () -> ColumnType.of("x", DataTypes.FloatType, 4))
                .getMessage());
        assertEquals("column 'm' has type map<string,float>: " + expected,
            assertThrows(IllegalArgumentException.class, () -> ColumnType.of("m",
                DataTypes.createMapType(DataTypes.StringType, DataTypes.FloatType), 0)).getMessage());
    }

    @Test
    void columnsHaveToExist() {
        StructType schema = new StructType().add("x", DataTypes.FloatType).add("y", DataTypes.DateType);
        assertEquals(List.of(Storage.INT, Storage.FLOAT),
            Columns.of("y", "x").typesIn(schema).stream().map(ColumnType::storage).toList());
        assertEquals("there is no column 'z': expected one of x, y",
            assertThrows(IllegalArgumentException.class, () -> Columns.of("x", "z").typesIn(schema))
                .getMessage());
        assertEquals("arrays of length 0 in column 'x': expected at least 1",
            assertThrows(IllegalArgumentException.class, () -> Columns.of().array("x", 0)).getMessage());
    }
}
