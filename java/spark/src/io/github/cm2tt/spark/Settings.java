// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import java.util.Map;
import org.apache.spark.SparkConf;

/**
 * The settings of the plugin, which the driver reads and sends to each executor.
 *
 * @param concurrentGpuTasks the number of tasks of an executor that use one GPU at the same time
 * @param batchRows the number of rows that are staged for a launch
 * @param memoryBytes the maximum device memory of the buffers of an executor
 * @param cpuThreads the number of threads that run kernels on the CPU device of an executor; 0 for all
 * @param warmKernels kernels that executors compile when they start, separated by semicolons
 */
record Settings(
    int concurrentGpuTasks, int batchRows, long memoryBytes, int cpuThreads, String warmKernels) {
    static final String CONCURRENT_GPU_TASKS = "spark.cm2tt.concurrentGpuTasks";
    static final String BATCH_ROWS = "spark.cm2tt.batchRows";
    static final String MEMORY_BYTES = "spark.cm2tt.memoryBytes";
    static final String CPU_THREADS = "spark.cm2tt.cpuThreads";
    static final String WARM_KERNELS = "spark.cm2tt.warmKernels";
    /** Fewer rows do not fill a GPU, so that a batch is not split further. */
    static final int LEAST_ROWS = 1024;

    /** Returns the settings of a configuration. */
    static Settings of(SparkConf conf) {
        return new Settings((int) number(conf, CONCURRENT_GPU_TASKS, 2, 1, Integer.MAX_VALUE),
            (int) number(conf, BATCH_ROWS, 1 << 20, LEAST_ROWS, 1 << 30),
            number(conf, MEMORY_BYTES, Long.MAX_VALUE, 1, Long.MAX_VALUE),
            (int) number(conf, CPU_THREADS, conf.getLong("spark.executor.cores", 0), 0, 4096),
            conf.get(WARM_KERNELS, ""));
    }

    /** Returns the settings that the driver sent. */
    static Settings of(Map<String, String> sent) {
        SparkConf conf = new SparkConf(false);
        sent.forEach(conf::set);
        return of(conf);
    }

    /** Returns the settings as texts, to be sent to executors. */
    Map<String, String> toMap() {
        return Map.of(CONCURRENT_GPU_TASKS, "" + concurrentGpuTasks, BATCH_ROWS, "" + batchRows, MEMORY_BYTES,
            "" + memoryBytes, CPU_THREADS, "" + cpuThreads, WARM_KERNELS, warmKernels);
    }

    private static long number(SparkConf conf, String key, long otherwise, long least, long most) {
        String text = conf.get(key, Long.toString(otherwise));
        long value;
        try {
            value = Long.parseLong(text);
        } catch (NumberFormatException e) {
            value = least - 1;
        }
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                key + "=" + text + ": expected a number from " + least + " to " + most);
        }
        return value;
    }
}
