// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import java.io.Serializable;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/**
 * The type of a column, in Spark and in kernels.
 *
 * @param name the column's name
 * @param sqlType the type of a number, or of an element of the arrays
 * @param storage how kernels see a number
 * @param width the length of the arrays; 0 for numbers
 */
record ColumnType(String name, DataType sqlType, Storage storage, int width) implements Serializable {
    /** A decimal with more digits does not fit into a long. */
    private static final int MOST_DIGITS = 18;

    /** Returns the type of a column; throws if kernels have no such type. */
    static ColumnType of(String name, DataType type, int width) {
        DataType element = type;
        if (type instanceof ArrayType array) {
            if (width == 0) {
                throw refused(name, type, "a length of its arrays: Columns.array(\"" + name + "\", length)");
            }
            element = array.elementType();
        } else if (width > 0) {
            throw refused(name, type, "arrays of length " + width);
        }
        return new ColumnType(name, element, storageOf(name, type, element), width);
    }

    private static Storage storageOf(String name, DataType type, DataType element) {
        if (element instanceof BooleanType) {
            return Storage.BOOLEAN;
        } else if (element instanceof ByteType) {
            return Storage.BYTE;
        } else if (element instanceof ShortType) {
            return Storage.SHORT;
        } else if (element instanceof IntegerType || element instanceof DateType) {
            return Storage.INT;
        } else if (element instanceof LongType || element instanceof TimestampType
            || element instanceof TimestampNTZType) {
            return Storage.LONG;
        } else if (element instanceof FloatType) {
            return Storage.FLOAT;
        } else if (element instanceof DoubleType) {
            return Storage.DOUBLE;
        } else if (element instanceof DecimalType decimal && decimal.precision() <= MOST_DIGITS
            && element == type) {
            return Storage.DECIMAL;
        }
        throw refused(name, type, "boolean, byte to long, float, double, decimal of at most " + MOST_DIGITS
            + " digits, date, timestamp, or arrays of these without decimals");
    }

    private static IllegalArgumentException refused(String name, DataType type, String expected) {
        return new IllegalArgumentException(
            "column '" + name + "' has type " + type.catalogString() + ": expected " + expected);
    }

    /** Returns whether the column has arrays. */
    boolean isArray() {
        return width > 0;
    }

    /** Returns how many numbers a row has. */
    int numbersOfRow() {
        return Math.max(width, 1);
    }

    /** Returns how many bytes a row has in kernels. */
    long bytesOfRow() {
        return (long) numbersOfRow() * storage.type().bytes();
    }

    /** Returns the type of the column in Spark. */
    DataType dataType() {
        return isArray() ? new ArrayType(sqlType, false) : sqlType;
    }

    /** Returns Arrow's type of a number. */
    ArrowType arrowType() {
        if (sqlType instanceof DateType) {
            return new ArrowType.Date(DateUnit.DAY);
        } else if (sqlType instanceof TimestampType) {
            return new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC");
        } else if (sqlType instanceof TimestampNTZType) {
            return new ArrowType.Timestamp(TimeUnit.MICROSECOND, null);
        } else if (sqlType instanceof DecimalType decimal) {
            return new ArrowType.Decimal(decimal.precision(), decimal.scale(), Long.SIZE * 2);
        }
        return switch (storage) {
            case BOOLEAN -> ArrowType.Bool.INSTANCE;
            case FLOAT -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
            case DOUBLE -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
            default -> new ArrowType.Int(storage.type().bytes() * Byte.SIZE, true);
        };
    }
}
