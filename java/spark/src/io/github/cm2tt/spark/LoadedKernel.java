// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import io.github.cm2tt.runtime.Cache;
import io.github.cm2tt.runtime.Cm2ttRuntime;
import io.github.cm2tt.runtime.KernelFunction;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** A kernel of an executor, which all of its tasks share. It is thread-safe. */
final class LoadedKernel implements AutoCloseable {
    private final KernelFunction function;
    /** The signatures for which the kernel was prepared, with the target. */
    private final Set<String> prepared = new HashSet<>();

    LoadedKernel(KernelFunction function) {
        this.function = function;
    }

    /** Returns the kernel on the runtime of a device, which it was loaded for. */
    KernelFunction function() {
        return function;
    }

    /**
     * Compiles the kernel, unless that was done for such arguments, and counts whether the disk cache had it.
     * One task compiles, and others wait for it.
     */
    synchronized void prepare(
        KernelFunction onStream, String kind, Object[] arguments, ExecutorDevices devices) {
        if (!prepared.add(kind)) {
            return;
        }
        boolean isDone = false;
        try {
            Set<String> before = keys(devices.runtime());
            onStream.prepare(arguments);
            boolean isNew = !before.containsAll(keys(devices.runtime())) || before.isEmpty();
            (isNew ? devices.metrics().compiled : devices.metrics().cacheHits).inc();
            isDone = true;
        } finally {
            if (!isDone) {
                prepared.remove(kind);
            }
        }
    }

    private static Set<String> keys(Cm2ttRuntime runtime) {
        try {
            return runtime.cache().list().stream().map(Cache.Entry::key).collect(Collectors.toSet());
        } catch (RuntimeException e) {
            return Set.of(); // without a cache, each kernel is compiled
        }
    }

    @Override
    public void close() {
        function.close();
    }
}
