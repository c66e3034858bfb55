// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import java.io.Serializable;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.PluginContext;

/**
 * The part of the plugin in the driver: checks the settings, and ends a job that can never succeed instead of
 * letting Spark retry its tasks.
 */
final class DriverSide implements DriverPlugin {
    private SparkContext spark;

    /**
     * A message of an executor: the tasks of a stage fail whenever they run.
     *
     * @param stage the number of the stage
     * @param reason the error
     */
    record Hopeless(int stage, String reason) implements Serializable {}

    @Override
    public Map<String, String> init(SparkContext context, PluginContext plugin) {
        spark = context;
        return Settings.of(plugin.conf()).toMap();
    }

    @Override
    public Object receive(Object message) {
        if (message instanceof Hopeless hopeless) {
            spark.cancelStage(hopeless.stage(), hopeless.reason());
        }
        return null;
    }
}
