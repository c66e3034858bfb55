// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.spark.sql.vectorized.ArrowColumnVector;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.Platform;

/**
 * Makes Arrow vectors of staged columns. The vectors have the pinned memory itself, except that booleans
 * become bits and decimals 16 bytes, so that a vector is valid until the next batch.
 */
final class ArrowResult {
    private static final int DECIMAL_BYTES = 16;

    private ArrowResult() {}

    /** Returns a column as a vector, which the caller closes before the column. */
    static ColumnVector vectorOf(StagedColumn column, BufferAllocator allocator) {
        int rows = column.rows();
        ColumnType type = column.type;
        List<ArrowBuf> buffers = new ArrayList<>();
        FieldVector vector;
        if (type.isArray()) {
            Field child = new Field("element", FieldType.notNullable(type.arrowType()), null);
            Field list = new Field(type.name(), FieldType.nullable(ArrowType.List.INSTANCE), List.of(child));
            ListVector lists = (ListVector) list.createVector(allocator);
            load(lists.getDataVector(), rows * type.width(), 0,
                List.of(allocator.getEmpty(), numbers(column, allocator, rows * type.width())));
            buffers.add(bitmap(column, allocator));
            buffers.add(offsets(allocator, rows, type.width()));
            vector = lists;
        } else {
            Field field = new Field(type.name(), FieldType.nullable(type.arrowType()), null);
            vector = field.createVector(allocator);
            buffers.add(bitmap(column, allocator));
            buffers.add(numbers(column, allocator, rows));
        }
        load(vector, rows, column.nulls(), buffers);
        return new ArrowColumnVector(vector);
    }

    private static void load(FieldVector vector, int count, int nulls, List<ArrowBuf> buffers) {
        vector.loadFieldBuffers(new ArrowFieldNode(count, nulls), buffers);
        for (ArrowBuf buffer : buffers) {
            buffer.getReferenceManager().release();
        }
    }

    private static ArrowBuf bitmap(StagedColumn column, BufferAllocator allocator) {
        return column.validity.asArrow(allocator, (column.rows() + 7) / 8);
    }

    private static ArrowBuf numbers(StagedColumn column, BufferAllocator allocator, int count) {
        return switch (column.type.storage()) {
            case BOOLEAN -> bits(column.data.address, allocator, count);
            case DECIMAL -> decimals(column.data.address, allocator, count);
            default -> column.data.asArrow(allocator, (long) count * column.type.storage().type().bytes());
        };
    }

    private static ArrowBuf bits(long address, BufferAllocator allocator, int count) {
        ArrowBuf bits = allocator.buffer((count + 7) / 8);
        bits.setZero(0, bits.capacity());
        for (int i = 0; i < count; i++) {
            if (Platform.getByte(null, address + i) != 0) {
                bits.setByte(i / 8, bits.getByte(i / 8) | 1 << i % 8);
            }
        }
        bits.writerIndex((count + 7) / 8);
        return bits;
    }

    private static ArrowBuf decimals(long address, BufferAllocator allocator, int count) {
        ArrowBuf wide = allocator.buffer((long) count * DECIMAL_BYTES);
        for (int i = 0; i < count; i++) {
            long value = Platform.getLong(null, address + (long) i * Long.BYTES);
            wide.setLong((long) i * DECIMAL_BYTES, value);
            wide.setLong((long) i * DECIMAL_BYTES + Long.BYTES, value < 0 ? -1 : 0);
        }
        wide.writerIndex((long) count * DECIMAL_BYTES);
        return wide;
    }

    private static ArrowBuf offsets(BufferAllocator allocator, int rows, int width) {
        ArrowBuf offsets = allocator.buffer((long) (rows + 1) * Integer.BYTES);
        for (int i = 0; i <= rows; i++) {
            offsets.setInt((long) i * Integer.BYTES, i * width);
        }
        offsets.writerIndex((long) (rows + 1) * Integer.BYTES);
        return offsets;
    }
}
