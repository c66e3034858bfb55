// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.ElementType;
import io.github.cm2tt.runtime.Stream;

/**
 * The memory of a device for the numbers, or the validity bitmap, of rows of a staged column. On a GPU it has
 * a part of the rows, beginning with any of them; on the CPU it is the memory of the column itself.
 */
final class DeviceColumn implements AutoCloseable {
    private final KernelContext context;
    private final PinnedMemory host;
    private final DeviceBuffer buffer;
    private final long elementsOfRows;
    private final int rowsOfElements;

    private DeviceColumn(KernelContext context, PinnedMemory host, ElementType type, int capacity,
        long elementsOfRows, int rowsOfElements) {
        this.context = context;
        this.host = host;
        this.elementsOfRows = elementsOfRows;
        this.rowsOfElements = rowsOfElements;
        long count = elements(capacity);
        if (context.device().isGpu()) {
            buffer = context.allocateShort(type, count);
        } else {
            // All rows, of which a launch uses at most the capacity.
            context.devices().memory().reserve(count * type.bytes());
            reserved = count * type.bytes();
            buffer = context.device().wrap(host.address, type, host.buffer.bytes() / type.bytes());
        }
    }

    /** The bytes that are counted for a wrapper. */
    private long reserved;

    /** Creates memory for the numbers of a number of rows. */
    static DeviceColumn ofNumbers(KernelContext context, StagedColumn column, int capacity) {
        return new DeviceColumn(context, column.data, column.type.storage().type(), capacity,
            column.type.numbersOfRow(), 1);
    }

    /** Creates memory for the validity of a number of rows. */
    static DeviceColumn ofValidity(KernelContext context, StagedColumn column, int capacity) {
        return new DeviceColumn(context, column.validity, ElementType.U8, capacity, 1, Byte.SIZE);
    }

    private long elements(int rows) {
        return (rows * elementsOfRows + rowsOfElements - 1) / rowsOfElements;
    }

    /** Returns the memory of rows. The first is a multiple of {@link Settings#LEAST_ROWS}. */
    DeviceBuffer rows(int first, int count) {
        return buffer.slice(context.device().isGpu() ? 0 : elements(first), elements(count));
    }

    /** Queues the copy of staged rows to the device; returns the number of bytes. */
    long upload(int first, int count, Stream stream) {
        if (!context.device().isGpu()) {
            return 0;
        }
        long bytes = elements(count) * buffer.type().bytes();
        buffer.copyFromAsync(host.buffer, elements(first) * buffer.type().bytes(), bytes, stream);
        return bytes;
    }

    /** Queues the copy of rows from the device; returns the number of bytes. */
    long download(int first, int count, Stream stream) {
        if (!context.device().isGpu()) {
            return 0;
        }
        long bytes = elements(count) * buffer.type().bytes();
        buffer.copyToAsync(host.buffer, elements(first) * buffer.type().bytes(), bytes, stream);
        return bytes;
    }

    @Override
    public void close() {
        if (context.device().isGpu()) {
            context.free(buffer);
        } else if (buffer.isOpen()) {
            buffer.close();
            context.devices().memory().release(reserved);
        }
    }
}
