// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import io.github.cm2tt.runtime.DeviceBuffer;
import io.github.cm2tt.runtime.KernelFunction;
import io.github.cm2tt.runtime.Stream;
import io.github.cm2tt.spark.Bindings.Binding;
import io.github.cm2tt.spark.Bindings.Role;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * A batch of a kernel: staged inputs, the memory of the device, a stream, staged results. It is used again
 * for later batches: {@link #fill}, {@link #start}, {@link #finish}.
 *
 * <p>If the memory of the device does not suffice, the rows of this batch and of later ones are launched in
 * several parts.
 */
final class KernelRun implements AutoCloseable {
    private final KernelContext context;
    private final Bindings bindings;
    private final Metrics metrics;
    private final LoadedKernel loaded;
    private final BufferAllocator allocator;
    private final Stream stream;
    private final KernelFunction kernel;
    private final Object[] arguments;
    private final List<StagedColumn> inputs = new ArrayList<>();
    private final List<StagedColumn> results = new ArrayList<>();
    /** One for each parameter that gets a column, null for others; empty if there is no memory yet. */
    private final List<DeviceColumn> memory = new ArrayList<>();
    private final int capacity;
    /** The most rows of a launch. */
    private int most;
    private ColumnarBatch batch;

    KernelRun(KernelContext context, Bindings bindings, LoadedKernel loaded, BufferAllocator allocator,
        Object[] values) {
        this.context = context;
        this.bindings = bindings;
        this.loaded = loaded;
        this.allocator = allocator;
        metrics = context.devices().metrics();
        capacity = context.devices().settings().batchRows();
        most = (capacity + Settings.LEAST_ROWS - 1) / Settings.LEAST_ROWS * Settings.LEAST_ROWS;
        stream = context.device().stream();
        kernel = loaded.function().on(stream);
        arguments = values.clone();
    }

    /** Stages rows until the batch is full or there are no more. */
    void fill(ColumnSource source) {
        long start = System.nanoTime();
        closeBatch();
        if (inputs.isEmpty() && results.isEmpty()) {
            bindings.inputs().forEach(type -> inputs.add(staged(type)));
            bindings.results().forEach(type -> results.add(staged(type)));
        }
        inputs.forEach(StagedColumn::clear);
        results.forEach(StagedColumn::clear);
        int rows = source.append(inputs, capacity);
        results.forEach(column -> column.setRows(rows));
        metrics.stagingNanoseconds.inc(System.nanoTime() - start);
    }

    private StagedColumn staged(ColumnType type) {
        return new StagedColumn(context.device(), type, capacity);
    }

    /** Queues the copies and launches of the staged rows. */
    void start() {
        long start = System.nanoTime();
        int rows = rows();
        for (int first = 0; first < rows;) {
            try {
                allocate();
                int count = Math.min(most, rows - first);
                launch(first, count);
                first += count;
            } catch (RuntimeException e) {
                if (!DeviceMemoryException.isOutOfMemory(e)) {
                    throw e;
                }
                split(e);
            }
        }
        metrics.queueNanoseconds.inc(System.nanoTime() - start);
    }

    private int rows() {
        return inputs.isEmpty() ? 0 : inputs.get(0).rows();
    }

    private void allocate() {
        if (!memory.isEmpty()) {
            return;
        }
        for (Binding binding : bindings.all()) {
            memory.add(switch (binding.role()) {
                case INPUT -> DeviceColumn.ofNumbers(context, inputs.get(binding.column()), most);
                case INPUT_VALIDITY -> DeviceColumn.ofValidity(context, inputs.get(binding.column()), most);
                case RESULT -> DeviceColumn.ofNumbers(context, results.get(binding.column()), most);
                case RESULT_VALIDITY -> DeviceColumn.ofValidity(context, results.get(binding.column()), most);
                default -> null;
            });
        }
    }

    private void launch(int first, int count) {
        List<Binding> all = bindings.all();
        long bytes = 0;
        for (int i = 0; i < all.size(); i++) {
            Role role = all.get(i).role();
            if (memory.get(i) != null) {
                DeviceBuffer rows = memory.get(i).rows(first, count);
                arguments[i] = rows;
                if (role == Role.INPUT || role == Role.INPUT_VALIDITY) {
                    bytes += memory.get(i).upload(first, count, stream);
                }
            } else if (role == Role.ROWS) {
                arguments[i] = all.get(i).isLong() ? (Object) (long) count : (Object) count;
            }
        }
        metrics.bytesToDevice.inc(bytes);
        loaded.prepare(kernel, context.device().target(), arguments, context.devices());
        kernel.launch(bindings.grid(count), arguments);
        metrics.launches.inc();
        bytes = 0;
        for (int i = 0; i < all.size(); i++) {
            Role role = all.get(i).role();
            if (role == Role.RESULT || role == Role.RESULT_VALIDITY) {
                bytes += memory.get(i).download(first, count, stream);
            }
        }
        metrics.bytesToHost.inc(bytes);
    }

    /** Frees the memory of the device, and continues with half of it; throws if that is too little. */
    private void split(RuntimeException reason) {
        releaseMemory();
        if (most <= Settings.LEAST_ROWS) {
            throw new DeviceMemoryException(bindings.kernel().spec() + ": the memory of "
                + context.device() + " does not suffice for batches of " + Settings.LEAST_ROWS + " rows: "
                + reason.getMessage(), reason);
        }
        metrics.splits.inc();
        most = (most / 2 + Settings.LEAST_ROWS - 1) / Settings.LEAST_ROWS * Settings.LEAST_ROWS;
    }

    /** Waits for the work of the batch, and frees the memory of the device. */
    void releaseMemory() {
        stream.synchronize();
        for (DeviceColumn column : memory) {
            if (column != null) {
                column.close();
            }
        }
        memory.clear();
    }

    /**
     * Waits for the results.
     *
     * @return Arrow vectors of the kept columns, then those of the results, until the next {@link #fill}
     */
    ColumnarBatch finish(int[] kept) {
        long start = System.nanoTime();
        stream.synchronize();
        metrics.waitNanoseconds.inc(System.nanoTime() - start);
        for (int i = 0; i < results.size(); i++) {
            if (bindings.has(Role.RESULT_VALIDITY, i)) {
                results.get(i).countNulls();
            } else {
                combineNulls(results.get(i));
            }
        }
        List<ColumnVector> vectors = new ArrayList<>();
        for (int column : kept) {
            vectors.add(ArrowResult.vectorOf(inputs.get(column), allocator));
        }
        results.forEach(result -> vectors.add(ArrowResult.vectorOf(result, allocator)));
        metrics.batches.inc();
        batch = new ColumnarBatch(vectors.toArray(ColumnVector[]::new), rows());
        return batch;
    }

    private void combineNulls(StagedColumn result) {
        for (int i = 0; i < inputs.size(); i++) {
            if (bindings.has(Role.INPUT, i)) {
                result.addNullsOf(inputs.get(i));
            }
        }
        if (result.nulls() > 0) {
            result.countNulls();
        }
    }

    private void closeBatch() {
        if (batch != null) {
            batch.close();
            batch = null;
        }
    }

    @Override
    public void close() {
        try {
            releaseMemory();
        } finally {
            closeBatch();
            inputs.forEach(StagedColumn::close);
            results.forEach(StagedColumn::close);
            stream.close();
        }
    }
}
