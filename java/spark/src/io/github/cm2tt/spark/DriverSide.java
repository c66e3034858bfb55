// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.PluginContext;

/**
 * The part of the plugin in the driver: checks the settings, ends a job that can never succeed instead of
 * letting Spark retry its tasks, and tells executors that start later which kernels the jobs use.
 */
final class DriverSide implements DriverPlugin {
    /** The kernels of {@link SparkKernels#map} of the application, the last ones. */
    private static final Set<String> USED = new LinkedHashSet<>();
    private static final int MOST_USED = 256;

    private SparkContext spark;

    /**
     * A message of an executor: the tasks of a stage fail whenever they run.
     *
     * @param stage the number of the stage
     * @param reason the error
     */
    record Hopeless(int stage, String reason) implements Serializable {}

    /** A message of an executor that starts: it gets the kernels that it compiles, as texts. */
    record WhichKernels() implements Serializable {}

    /** Remembers a kernel, so that executors that start later compile it. */
    static void use(WarmKernel kernel) {
        synchronized (USED) {
            String text = kernel.toString();
            USED.remove(text);
            USED.add(text);
            if (USED.size() > MOST_USED) {
                USED.remove(USED.iterator().next());
            }
        }
    }

    @Override
    public Map<String, String> init(SparkContext context, PluginContext plugin) {
        spark = context;
        synchronized (USED) {
            USED.clear();
        }
        return Settings.of(plugin.conf()).toMap();
    }

    @Override
    public Object receive(Object message) {
        if (message instanceof Hopeless hopeless) {
            spark.cancelStage(hopeless.stage(), hopeless.reason());
        } else if (message instanceof WhichKernels) {
            synchronized (USED) {
                return new ArrayList<>(USED);
            }
        }
        return null;
    }
}
