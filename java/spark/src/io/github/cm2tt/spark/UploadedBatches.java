// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.Event;
import io.github.cm2tt.runtime.Stream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * The rows of a partition in the memory of a device. While the task's kernels compute with a batch, the next
 * one is staged and copied by a stream of its own. If the memory of the device does not suffice, batches are
 * smaller.
 */
final class UploadedBatches implements Iterator<Batch> {
    private final KernelContext context;
    private final List<ColumnType> types;
    private final ColumnSource source;
    private final Deque<Upload> free = new ArrayDeque<>();
    private final Deque<Upload> started = new ArrayDeque<>();
    private Upload read;

    UploadedBatches(KernelContext context, List<ColumnType> types, ColumnSource source) {
        this.context = context;
        this.types = types;
        this.source = source;
    }

    /** A batch that is being copied. */
    private final class Upload implements AutoCloseable {
        final Stream stream = context.device().stream();
        final Event uploaded = context.device().event();
        final Event used = context.device().event();
        final List<StagedColumn> staged = new ArrayList<>();
        final List<DeviceColumn> numbers = new ArrayList<>();
        final List<DeviceColumn> validity = new ArrayList<>();
        final int capacity;
        boolean isUsed;

        Upload(int capacity) {
            this.capacity = capacity;
        }

        void allocate() {
            for (ColumnType type : types) {
                StagedColumn column = new StagedColumn(context.device(), type, capacity);
                staged.add(column);
                numbers.add(DeviceColumn.ofNumbers(context, column, capacity));
                validity.add(DeviceColumn.ofValidity(context, column, capacity));
            }
        }

        void start() {
            long start = System.nanoTime();
            if (isUsed) {
                used.synchronize();
            }
            uploaded.synchronize();
            staged.forEach(StagedColumn::clear);
            source.append(staged, capacity);
            Metrics metrics = context.devices().metrics();
            metrics.stagingNanoseconds.inc(System.nanoTime() - start);
            for (int i = 0; i < types.size(); i++) {
                metrics.bytesToDevice.inc(numbers.get(i).upload(0, rows(), stream));
                metrics.bytesToDevice.inc(validity.get(i).upload(0, rows(), stream));
            }
            uploaded.record(stream);
        }

        int rows() {
            return staged.get(0).rows();
        }

        Batch batch() {
            context.stream().waitFor(uploaded);
            List<DeviceBuffer> ofNumbers = numbers.stream().map(column -> column.rows(0, rows())).toList();
            List<DeviceBuffer> ofValidity = validity.stream().map(column -> column.rows(0, rows())).toList();
            context.devices().metrics().batches.inc();
            return new Batch(rows(), staged, ofNumbers, ofValidity);
        }

        @Override
        public void close() {
            stream.synchronize();
            numbers.forEach(DeviceColumn::close);
            validity.forEach(DeviceColumn::close);
            staged.forEach(StagedColumn::close);
            uploaded.close();
            used.close();
            stream.close();
        }
    }

    /** Allocates both uploads, of as many rows as the memory of the device allows. */
    private void allocate() {
        int capacity = context.devices().settings().batchRows();
        while (free.isEmpty()) {
            List<Upload> made = List.of(new Upload(capacity), new Upload(capacity));
            try {
                made.forEach(Upload::allocate);
                made.forEach(upload -> free.add(context.own(upload)));
            } catch (RuntimeException e) {
                made.forEach(Upload::close);
                if (!DeviceMemoryException.isOutOfMemory(e)) {
                    throw e;
                }
                if (capacity <= Settings.LEAST_ROWS) {
                    throw new DeviceMemoryException("the memory of " + context.device()
                        + " does not suffice for two batches of " + capacity + " rows: " + e.getMessage(), e);
                }
                context.devices().metrics().splits.inc();
                capacity = Math.max(Settings.LEAST_ROWS, capacity / 2);
            }
        }
    }

    @Override
    public boolean hasNext() {
        return !started.isEmpty() || source.hasNext();
    }

    @Override
    public Batch next() {
        context.task().killTaskIfInterrupted();
        if (read == null && started.isEmpty() && free.isEmpty()) {
            allocate();
        }
        if (read != null) {
            read.used.record(context.stream());
            read.isUsed = true;
            free.add(read);
        }
        while (!free.isEmpty() && source.hasNext()) {
            Upload upload = free.poll();
            upload.start();
            started.add(upload);
        }
        read = started.remove();
        return read.batch();
    }
}
