// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;

/**
 * The plugin that opens the device of each executor. An application names it in its configuration:
 *
 * <pre>{@code
 * spark-submit --conf spark.plugins=io.github.cm2tt.spark.Cm2ttSparkPlugin ...
 * }</pre>
 *
 * <p>When an executor starts, the plugin loads the native library and opens the GPUs that Spark assigned to
 * the executor, or the CPU device if it assigned none. An executor on which this fails ends at once, with the
 * reason in its log. Then it compiles the kernels of earlier jobs. Its settings are:
 *
 * <table>
 * <caption>Settings</caption>
 * <tr><td>{@code spark.cm2tt.concurrentGpuTasks}</td><td>the number of tasks of an executor that use one GPU
 * at the same time; 2</td></tr>
 * <tr><td>{@code spark.cm2tt.batchRows}</td><td>the number of rows of a batch; 1048576</td></tr>
 * <tr><td>{@code spark.cm2tt.memoryBytes}</td><td>the maximum device memory that the batches of an executor
 * have; all of the device</td></tr>
 * <tr><td>{@code spark.cm2tt.cpuThreads}</td><td>the threads of the CPU device of an executor;
 * {@code spark.executor.cores}, or all</td></tr>
 * <tr><td>{@code spark.cm2tt.warmKernels}</td><td>kernels that an executor compiles when it starts, as
 * {@code Class.kernel(signature) CONSTANT=value...}, separated by semicolons; none</td></tr>
 * </table>
 *
 * <p>Spark's metrics system has the counters of an executor, below {@code
 * plugin.io.github.cm2tt.spark.Cm2ttSparkPlugin}.
 */
public final class Cm2ttSparkPlugin implements SparkPlugin {
    /** Creates the plugin; Spark calls this. */
    public Cm2ttSparkPlugin() {}

    @Override
    public DriverPlugin driverPlugin() {
        return new DriverSide();
    }

    @Override
    public ExecutorPlugin executorPlugin() {
        return new ExecutorSide();
    }
}
