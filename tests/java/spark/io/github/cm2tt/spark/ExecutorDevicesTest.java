// Part of cm2tt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

package io.github.cm2tt.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.codahale.metrics.MetricRegistry;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.apache.spark.SparkConf;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.resource.ResourceInformation;
import org.junit.jupiter.api.Test;

/** The start of an executor, without Spark. */
class ExecutorDevicesTest {
    private static PluginContext executorWith(MetricRegistry registry, String... addresses) {
        Map<String, ResourceInformation> resources =
            addresses.length == 0 ? Map.of() : Map.of("gpu", new ResourceInformation("gpu", addresses));
        return (PluginContext) Proxy.newProxyInstance(PluginContext.class.getClassLoader(),
            new Class<?>[] {PluginContext.class}, (proxy, method, arguments) -> switch (method.getName()) {
                case "resources" -> resources;
                case "metricRegistry" -> registry;
                case "ask" -> throw new IllegalStateException("no driver");
                default -> "0";
            });
    }

    @Test
    void aGpuThatDoesNotExistEndsTheExecutor() {
        for (String address : new String[] {"1000", "-1", "GPU-5a3c"}) {
            Map<String, String> settings = Settings.of(new SparkConf(false)).toMap();
            Exception e = assertThrows(IllegalArgumentException.class,
                () -> new ExecutorSide().init(executorWith(new MetricRegistry(), address), settings));
            String found = e.getMessage().replaceAll("finds \\d+ GPUs", "finds N GPUs");
            assertEquals("Spark assigned the GPU '" + address + "', but cm2tt finds N GPUs: expected a "
                + "number below that, as cm2tt doctor --spark-resources prints, or a UUID", found);
        }
    }

    /** The messages that an action logs. */
    private static List<String> logged(Runnable action) {
        List<String> messages = new ArrayList<>();
        AbstractAppender appender = new AbstractAppender("test", null, null, true, Property.EMPTY_ARRAY) {
            @Override
            public void append(LogEvent event) {
                messages.add(event.getMessage().getFormattedMessage());
            }
        };
        appender.start();
        Logger logger = (Logger) LogManager.getLogger(ExecutorDevices.class);
        Level level = logger.getLevel();
        logger.addAppender(appender);
        logger.setLevel(Level.WARN);
        try {
            action.run();
        } finally {
            logger.removeAppender(appender);
            logger.setLevel(level);
        }
        return messages;
    }

    @Test
    void kernelsThatCannotBeWarmedAreLogged() {
        Map<String, String> settings = Settings.of(
            new SparkConf(false).set(Settings.WARM_KERNELS, "None.add(i32)")).toMap();
        ExecutorSide executor = new ExecutorSide();
        assertEquals(List.of("the driver does not tell which kernels its jobs use", "a kernel is compiled "
            + "when a task needs it: there is no class 'None', which spark.cm2tt.warmKernels names: expected "
            + "one of the jars of the application"),
            logged(() -> executor.init(executorWith(new MetricRegistry()), settings)));
        executor.shutdown();
    }

    @Test
    void anExecutorPublishesItsCounters() {
        MetricRegistry registry = new MetricRegistry();
        ExecutorSide executor = new ExecutorSide();
        executor.init(executorWith(registry), Settings.of(new SparkConf(false)).toMap());
        ExecutorDevices.get().memory().reserve(12);
        assertEquals(12L, registry.getGauges().get("deviceBytes").getValue());
        ExecutorDevices.get().metrics().launches.inc();
        assertEquals(1, registry.getCounters().get("launches").getCount());
        executor.shutdown();
        assertThrows(IllegalStateException.class, ExecutorDevices::get);
    }
}
