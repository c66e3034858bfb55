// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;

/** The counters of an executor, which Spark's metrics system publishes. */
final class Metrics {
    /** Kernels that were compiled or found in the disk cache when the executor started. */
    final Counter warmed;
    /** Kernels that were compiled. */
    final Counter compiled;
    /** Kernels that were found in the disk cache. */
    final Counter cacheHits;
    /** Launches of kernels on columns. */
    final Counter launches;
    /** Batches that were completed. */
    final Counter batches;
    /** Batches that were split since the device had too little memory. */
    final Counter splits;
    /** Bytes that were copied to a device. */
    final Counter bytesToDevice;
    /** Bytes that were copied from a device. */
    final Counter bytesToHost;
    /** The time in which rows were staged, in nanoseconds. */
    final Counter stagingNanoseconds;
    /** The time in which copies and launches were queued, in nanoseconds. */
    final Counter queueNanoseconds;
    /** The time in which tasks waited for the device, in nanoseconds. */
    final Counter waitNanoseconds;

    Metrics(MetricRegistry registry, MemoryBudget memory) {
        warmed = registry.counter("kernelsWarmed");
        compiled = registry.counter("kernelsCompiled");
        cacheHits = registry.counter("cacheHits");
        launches = registry.counter("launches");
        batches = registry.counter("batches");
        splits = registry.counter("splits");
        bytesToDevice = registry.counter("bytesToDevice");
        bytesToHost = registry.counter("bytesToHost");
        stagingNanoseconds = registry.counter("stagingNanoseconds");
        queueNanoseconds = registry.counter("queueNanoseconds");
        waitNanoseconds = registry.counter("waitNanoseconds");
        registry.register("deviceBytes", (Gauge<Long>) memory::used);
    }
}
