// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import io.github.cm2tt.spark.Bindings.Binding;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.spark.sql.util.ArrowUtils;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * The results of a kernel for the rows of a partition. While the device computes a batch, the next one is
 * staged; a batch is valid until the next one is asked for.
 */
final class KernelBatches implements Iterator<ColumnarBatch> {
    private final KernelContext context;
    private final ColumnSource source;
    /** The numbers of the inputs that are columns of the result. */
    private final int[] kept;
    private final Deque<KernelRun> free = new ArrayDeque<>();
    private final Deque<KernelRun> started = new ArrayDeque<>();
    /** The run whose results the caller reads. */
    private KernelRun read;
    /** Whether the device has memory for one batch only. */
    private boolean isSingle;

    KernelBatches(KernelContext context, ColumnKernel kernel, List<ColumnType> inputs, ColumnSource source,
        int[] kept) {
        this.context = context;
        this.source = source;
        this.kept = kept;
        // A context is closed in the reverse order: first the runs, at last what they use.
        BufferAllocator allocator = context.own(
            ArrowUtils.rootAllocator().newChildAllocator("cm2tt " + context.task().taskAttemptId(), 0,
                Long.MAX_VALUE));
        LoadedKernel loaded = context.devices().kernel(kernel.spec());
        Bindings bindings = new Bindings(kernel, loaded.function(), inputs);
        Object[] values = bindings.all().stream().map(this::valueOf).toArray();
        for (int i = 0; i < 2; i++) {
            free.add(context.own(new KernelRun(context, bindings, loaded, allocator, values)));
        }
    }

    private Object valueOf(Binding binding) {
        Serializable value = binding.value();
        return value != null && ArrayArguments.isArray(value) ? ArrayArguments.copy(value, context) : value;
    }

    @Override
    public boolean hasNext() {
        return !started.isEmpty() || source.hasNext();
    }

    @Override
    public ColumnarBatch next() {
        context.task().killTaskIfInterrupted();
        if (read != null && (!isSingle || started.isEmpty())) {
            free.add(read);
        }
        read = null;
        while (!free.isEmpty() && source.hasNext()) {
            KernelRun run = free.poll();
            run.fill(source);
            start(run);
            started.add(run);
        }
        read = started.remove();
        return read.finish(kept);
    }

    private void start(KernelRun run) {
        try {
            run.start();
        } catch (DeviceMemoryException e) {
            if (started.isEmpty()) {
                throw e;
            }
            // The memory of the device may suffice for one batch at a time.
            started.forEach(KernelRun::releaseMemory);
            free.clear();
            isSingle = true;
            run.start();
        }
    }
}
