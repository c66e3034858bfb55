// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import io.github.cm2tt.runtime.ElementType;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.Platform;

/** How the numbers of a column are in memory that kernels access. */
enum Storage {
    /** A byte, 0 or 1. */
    BOOLEAN(ElementType.I1),
    /** A signed integer of 8 bits. */
    BYTE(ElementType.I8),
    /** A signed integer of 16 bits. */
    SHORT(ElementType.I16),
    /** A signed integer of 32 bits. */
    INT(ElementType.I32),
    /** A signed integer of 64 bits. */
    LONG(ElementType.I64),
    /** Single precision. */
    FLOAT(ElementType.FP32),
    /** Double precision. */
    DOUBLE(ElementType.FP64),
    /** The unscaled value of a decimal. */
    DECIMAL(ElementType.I64);

    private final ElementType type;

    Storage(ElementType type) {
        this.type = type;
    }

    /** Returns the type of the elements of a buffer. */
    ElementType type() {
        return type;
    }

    /** Writes a number of a row to an address. */
    void put(long address, SpecializedGetters row, int ordinal, ColumnType column) {
        switch (this) {
            case BOOLEAN -> Platform.putByte(null, address, (byte) (row.getBoolean(ordinal) ? 1 : 0));
            case BYTE -> Platform.putByte(null, address, row.getByte(ordinal));
            case SHORT -> Platform.putShort(null, address, row.getShort(ordinal));
            case INT -> Platform.putInt(null, address, row.getInt(ordinal));
            case LONG -> Platform.putLong(null, address, row.getLong(ordinal));
            case FLOAT -> Platform.putFloat(null, address, row.getFloat(ordinal));
            case DOUBLE -> Platform.putDouble(null, address, row.getDouble(ordinal));
            case DECIMAL -> {
                DecimalType decimal = (DecimalType) column.sqlType();
                Decimal value = row.getDecimal(ordinal, decimal.precision(), decimal.scale());
                Platform.putLong(null, address, value.toUnscaledLong());
            }
        }
    }

    /** Writes the numbers of an array to an address. */
    void put(long address, ArrayData array) {
        int count = array.numElements();
        if (array instanceof UnsafeArrayData unsafe) {
            long numbers = unsafe.getBaseOffset() + UnsafeArrayData.calculateHeaderPortionInBytes(count);
            copy(unsafe.getBaseObject(), numbers, address, count);
            return;
        }
        switch (this) {
            case BOOLEAN -> {
                boolean[] values = array.toBooleanArray();
                for (int i = 0; i < values.length; i++) {
                    Platform.putByte(null, address + i, (byte) (values[i] ? 1 : 0));
                }
            }
            case BYTE -> copy(array.toByteArray(), Platform.BYTE_ARRAY_OFFSET, address, count);
            case SHORT -> copy(array.toShortArray(), Platform.SHORT_ARRAY_OFFSET, address, count);
            case INT -> copy(array.toIntArray(), Platform.INT_ARRAY_OFFSET, address, count);
            case LONG, DECIMAL -> copy(array.toLongArray(), Platform.LONG_ARRAY_OFFSET, address, count);
            case FLOAT -> copy(array.toFloatArray(), Platform.FLOAT_ARRAY_OFFSET, address, count);
            case DOUBLE -> copy(array.toDoubleArray(), Platform.DOUBLE_ARRAY_OFFSET, address, count);
        }
    }

    /** Writes the numbers of consecutive rows of a vector to an address. */
    void put(long address, ColumnVector vector, int first, int count, ColumnType column) {
        switch (this) {
            case BYTE -> copy(vector.getBytes(first, count), Platform.BYTE_ARRAY_OFFSET, address, count);
            case SHORT -> copy(vector.getShorts(first, count), Platform.SHORT_ARRAY_OFFSET, address, count);
            case INT -> copy(vector.getInts(first, count), Platform.INT_ARRAY_OFFSET, address, count);
            case LONG -> copy(vector.getLongs(first, count), Platform.LONG_ARRAY_OFFSET, address, count);
            case FLOAT -> copy(vector.getFloats(first, count), Platform.FLOAT_ARRAY_OFFSET, address, count);
            case DOUBLE ->
                copy(vector.getDoubles(first, count), Platform.DOUBLE_ARRAY_OFFSET, address, count);
            case BOOLEAN -> {
                for (int i = 0; i < count; i++) {
                    Platform.putByte(null, address + i, (byte) (isSet(vector, first + i) ? 1 : 0));
                }
            }
            case DECIMAL -> {
                DecimalType decimal = (DecimalType) column.sqlType();
                for (int i = 0; i < count; i++) {
                    Decimal value = vector.getDecimal(first + i, decimal.precision(), decimal.scale());
                    Platform.putLong(null, address + (long) i * Long.BYTES,
                        value == null ? 0 : value.toUnscaledLong());
                }
            }
        }
    }

    private static boolean isSet(ColumnVector vector, int row) {
        return !vector.isNullAt(row) && vector.getBoolean(row);
    }

    private void copy(Object array, long offset, long address, int count) {
        Platform.copyMemory(array, offset, null, address, (long) count * type.bytes());
    }
}
