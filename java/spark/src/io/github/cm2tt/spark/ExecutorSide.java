// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import java.util.Map;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;

/** The part of the plugin in an executor: opens and closes {@link ExecutorDevices}. */
final class ExecutorSide implements ExecutorPlugin {
    @Override
    public void init(PluginContext context, Map<String, String> settings) {
        ExecutorDevices.open(context, Settings.of(settings));
    }

    @Override
    public void shutdown() {
        ExecutorDevices.shutDown();
    }
}
