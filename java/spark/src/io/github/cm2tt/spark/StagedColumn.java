// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import io.github.cm2tt.runtime.Device;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.vectorized.ArrowColumnVector;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.Platform;

/**
 * The rows of a column in pinned memory: numbers, row by row, and a validity bitmap of Arrow, in which
 * the first row is the lowest bit of the first byte. Numbers of null rows are arbitrary in columns from
 * vectors and 0 in others.
 */
final class StagedColumn implements AutoCloseable {
    final ColumnType type;
    final PinnedMemory data;
    final PinnedMemory validity;
    private int rows;
    private int nulls;

    StagedColumn(Device device, ColumnType type, int capacity) {
        this.type = type;
        data = new PinnedMemory(device, capacity * type.bytesOfRow());
        validity = new PinnedMemory(device, (capacity + 7) / 8);
        validity.fill(0xFF);
    }

    /** Removes all rows. */
    void clear() {
        if (nulls > 0) {
            validity.fill(0xFF);
        }
        rows = 0;
        nulls = 0;
    }

    /** Sets the number of rows that a kernel writes. */
    void setRows(int count) {
        rows = count;
    }

    int rows() {
        return rows;
    }

    int nulls() {
        return nulls;
    }

    /** Counts the nulls in a bitmap that a kernel wrote, or that was combined from others. */
    void countNulls() {
        int valid = 0;
        int words = rows / Long.SIZE;
        for (int i = 0; i < words; i++) {
            valid += Long.bitCount(Platform.getLong(null, validity.address + (long) i * Long.BYTES));
        }
        int rest = rows % Long.SIZE;
        if (rest > 0) {
            long last = Platform.getLong(null, validity.address + (long) words * Long.BYTES);
            valid += Long.bitCount(last & (1L << rest) - 1);
        }
        nulls = rows - valid;
    }

    /** Makes rows null that are null in another column of as many rows. */
    void addNullsOf(StagedColumn other) {
        if (other.nulls == 0) {
            return;
        }
        for (long at = 0; at < (rows + 7) / 8; at += Long.BYTES) {
            long both = Platform.getLong(null, validity.address + at)
                & Platform.getLong(null, other.validity.address + at);
            Platform.putLong(null, validity.address + at, both);
        }
        nulls = 1; // at least, until they are counted
    }

    /** Appends the value of a row. */
    void append(SpecializedGetters row, int ordinal) {
        long address = data.address + rows * type.bytesOfRow();
        if (row.isNullAt(ordinal)) {
            Platform.setMemory(null, address, type.bytesOfRow(), (byte) 0);
            appendNull();
            return;
        }
        if (type.isArray()) {
            type.storage().put(address, checked(row.getArray(ordinal)));
        } else {
            type.storage().put(address, row, ordinal, type);
        }
        rows++;
    }

    private void appendNull() {
        long address = validity.address + rows / 8;
        Platform.putByte(null, address, (byte) (Platform.getByte(null, address) & ~(1 << rows % 8)));
        rows++;
        nulls++;
    }

    private ArrayData checked(ArrayData array) {
        if (array.numElements() != type.width()) {
            throw new IllegalArgumentException("column '" + type.name() + "' has an array of "
                + array.numElements() + " elements: expected " + type.width());
        }
        for (int i = 0; hasNulls(array) && i < type.width(); i++) {
            if (array.isNullAt(i)) {
                throw new IllegalArgumentException("column '" + type.name()
                    + "' has an array with a null at index " + i + ": expected numbers only");
            }
        }
        return array;
    }

    /** Returns whether an array may have nulls; that of a row of Spark has a bit for each. */
    private static boolean hasNulls(ArrayData array) {
        if (!(array instanceof UnsafeArrayData unsafe)) {
            return true;
        }
        int header = UnsafeArrayData.calculateHeaderPortionInBytes(unsafe.numElements());
        for (int at = Long.BYTES; at < header; at += Long.BYTES) {
            if (Platform.getLong(unsafe.getBaseObject(), unsafe.getBaseOffset() + at) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Appends consecutive rows of a vector. */
    void append(ColumnVector vector, int first, int count) {
        if (type.isArray()) {
            for (int i = first; i < first + count; i++) {
                appendArray(vector, i);
            }
            return;
        }
        long address = data.address + rows * type.bytesOfRow();
        ArrowBuf memory = arrowData(vector);
        if (memory != null) {
            Platform.copyMemory(null, memory.memoryAddress() + first * type.bytesOfRow(), null, address,
                count * type.bytesOfRow());
        } else {
            type.storage().put(address, vector, first, count, type);
        }
        if (!vector.hasNull()) {
            rows += count;
            return;
        }
        for (int i = first; i < first + count; i++) {
            if (vector.isNullAt(i)) {
                appendNull();
            } else {
                rows++;
            }
        }
    }

    private void appendArray(ColumnVector vector, int row) {
        if (vector.isNullAt(row)) {
            Platform.setMemory(null, data.address + rows * type.bytesOfRow(), type.bytesOfRow(), (byte) 0);
            appendNull();
            return;
        }
        type.storage().put(data.address + rows * type.bytesOfRow(), checked(vector.getArray(row)));
        rows++;
    }

    /** Returns the memory of a vector of Arrow whose numbers are those of kernels; null for others. */
    private ArrowBuf arrowData(ColumnVector vector) {
        boolean isSame = type.storage() != Storage.BOOLEAN && type.storage() != Storage.DECIMAL;
        if (isSame && vector instanceof ArrowColumnVector arrow
            && arrow.getValueVector() instanceof FieldVector field) {
            return field.getDataBuffer();
        }
        return null;
    }

    @Override
    public void close() {
        data.close();
        validity.close();
    }
}
